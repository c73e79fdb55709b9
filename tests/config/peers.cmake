# bench/peers where no peer is installed: the peers are named and skipped, the boxes race alone and
# write their table and chart; and every module's C files still fit the harness and the library.
#     cmake -DROOT=. -DOUT=dir -DCC=gcc -P peers.cmake
cmake_minimum_required(VERSION 3.13)
file(REMOVE_RECURSE "${OUT}")
file(MAKE_DIRECTORY "${OUT}")
foreach(name collide.h tests bench examples)
    file(COPY "${ROOT}/${name}" DESTINATION "${OUT}" PATTERN build EXCLUDE)
endforeach()

execute_process(COMMAND sh bench/peers/run --quick --only obb --without all
                WORKING_DIRECTORY "${OUT}" RESULT_VARIABLE result OUTPUT_VARIABLE output
                ERROR_VARIABLE errors)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "returns ${result}: ${output}${errors}")
endif()
if(NOT "${output}${errors}" MATCHES "FCL is not here, skipped \\(Debian: libfcl-dev\\)")
    message(SEND_ERROR "a peer that is left out is not named: ${errors}")
endif()
foreach(file peers_obb.csv peers_obb.svg)
    if(NOT EXISTS "${OUT}/bench/out/${file}")
        message(SEND_ERROR "bench/out/${file} was not written")
    endif()
endforeach()
file(STRINGS "${OUT}/bench/out/peers_obb.csv" mistakes REGEX "^collide.*,(missed|wrong),[1-9]")
if(mistakes)
    message(SEND_ERROR "wrong answers: ${mistakes}")
endif()

file(WRITE "${OUT}/files.h" "PEERS_FILE(any)\n")
file(GLOB sources RELATIVE "${OUT}" "${OUT}/bench/peers/*.c")
foreach(source IN LISTS sources)
    execute_process(COMMAND ${CC} -std=c11 -fsyntax-only -Wall -Wextra -Werror -Wno-unused-function
                            -I. "-DPEERS_FILES=\"files.h\"" -DPEERS_VARIANT=f32
                            "-DPEERS_WHO=\"collide\"" ${source}
                    WORKING_DIRECTORY "${OUT}" RESULT_VARIABLE result ERROR_VARIABLE errors)
    if(NOT result EQUAL 0)
        message(SEND_ERROR "${source}: ${errors}")
    endif()
endforeach()
