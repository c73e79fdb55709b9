# Everything in one command, from the project's root:
#     cmake -P tests/run.cmake
# Builds the tests with every compiler found (gcc, clang; else cc) below build/, and runs them with
# ctest: the first compiler in the variants of precision, SIMD and sanitizers that differ most, with
# the examples; another in one variant, without. Half of the time goes into compiling, and the tests
# of random cases have a part of their repetitions (see CMakeLists.txt).
#     cmake -DEVERY=ON -P tests/run.cmake      all variants: half an hour, before a release
#     cmake -DQUICK=1 -P tests/run.cmake       for the daily loop: one compiler, float with SIMD and
#                                              double without, fewer repetitions, no sanitizer
#     cmake -DONLY=gcc -P tests/run.cmake      one compiler
#     cmake -DTESTS=nurbs -P tests/run.cmake   only the tests whose names match
cmake_minimum_required(VERSION 3.13)

option(EVERY "Every variant" OFF)
option(QUICK "One compiler, two variants, the tests of the modules alone" OFF)
get_filename_component(ROOT "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(BUILD "${ROOT}/build")
include(ProcessorCount)
ProcessorCount(CORES)
if(CORES EQUAL 0)
    set(CORES 2)
endif()
find_program(NINJA NAMES ninja)
set(KEEP_GOING -k)
if(NINJA)
    set(GENERATOR -G Ninja)
    set(KEEP_GOING -k 0)
elseif(CMAKE_HOST_WIN32)
    set(KEEP_GOING)
endif()

# build_with(<name> <C compiler> <C++ compiler> <part>)
function(build_with name cc cxx part)
    message(STATUS "${name}: configure and build (${part})")
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${ROOT}/tests -B ${BUILD}/${name} ${GENERATOR}
                            -DCMAKE_C_COMPILER=${cc} -DCMAKE_CXX_COMPILER=${cxx}
                            -DWHO=${name}. -DPART=${part} -DEVERY=${EVERY} -DQUICK=${QUICK}
                            --log-level=NOTICE
                    RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${name}: cannot configure")
    endif()
    # What does not build is a test that fails: the others still run.
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD}/${name} --parallel ${CORES}
                            -- ${KEEP_GOING})
    file(APPEND "${BUILD}/CTestTestfile.cmake" "subdirs(${name})\n")
endfunction()

# One list over all compilers, so that ctest counts everything in one closing line.
file(WRITE "${BUILD}/CTestTestfile.cmake" "")
set(PART all)
foreach(name gcc clang)
    if(name STREQUAL "gcc")
        set(cxx_name g++)
    else()
        set(cxx_name clang++)
    endif()
    find_program(CC_${name} NAMES ${name})
    find_program(CXX_${name} NAMES ${cxx_name})
    if(CC_${name} AND CXX_${name} AND (NOT ONLY OR ONLY STREQUAL name))
        if(QUICK)
            build_with(quick ${CC_${name}} ${CXX_${name}} all)
            set(PART some)
            break()
        endif()
        build_with(${name} ${CC_${name}} ${CXX_${name}} ${PART})
        set(PART some)
    endif()
endforeach()
if(PART STREQUAL "all")
    build_with(cc cc c++ all)
endif()

set(FILTER "")
if(TESTS)
    set(FILTER -R ${TESTS})
endif()
find_program(CTEST NAMES ctest HINTS "${CMAKE_ROOT}/../../bin")
execute_process(COMMAND ${CTEST} --output-on-failure --parallel ${CORES} --no-tests=error ${FILTER}
                WORKING_DIRECTORY "${BUILD}" RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "tests failed")
endif()
