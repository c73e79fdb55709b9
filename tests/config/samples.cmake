# The programs that the texts show: the title block's first program, and each ```c block of the
# README and of examples/README.md, written to files, compiled with every warning, and run; they are
# C++11, too.
#     cmake -DROOT=. -DCC=cc -DFLAGS=... -DCXX=c++ -DLIBRARY=library.o -DOUT=dir -P samples.cmake
# A block without main is a fragment: it becomes the body of main in a file that has the header.
# What does not hold the implementation is linked with it; and so is what does, but for the title's
# program: that one is compiled as it stands.
cmake_minimum_required(VERSION 3.13)
include("${CMAKE_CURRENT_LIST_DIR}/blocks.cmake")
function(build_and_run name code)
    if(NOT code MATCHES "int main\\(")
        if(NOT code MATCHES "#include")
            string(CONCAT code "#include \"collide.h\"\n#include <stdio.h>\n"
                   "int main(void)\n{\n" "${code}" "return 0;\n}\n")
        else()
            string(APPEND code "int main(void) { return 0; }\n")
        endif()
    endif()
    file(WRITE "${OUT}/${name}.c" "${code}")
    set(library)
    if(NOT name STREQUAL "title")
        set(library -DCOLLIDE_IMPLEMENTATION_DONE ${LIBRARY})
    endif()
    execute_process(COMMAND ${CC} ${FLAGS} -I${ROOT} ${OUT}/${name}.c ${library}
                            -o ${OUT}/${name} -lm
                    RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(SEND_ERROR "${name} does not compile")
        return()
    endif()
    execute_process(COMMAND ${CXX} -std=c++11 -Wall -Wpedantic -Wconversion -Wshadow -Werror
                            -Wno-missing-braces # = {0}, as C has it
                            -fsyntax-only -UCOLLIDE_IMPLEMENTATION -I${ROOT} -x c++ ${OUT}/${name}.c
                    RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(SEND_ERROR "${name} is not C++")
    endif()
    execute_process(COMMAND ${OUT}/${name} RESULT_VARIABLE result OUTPUT_VARIABLE output)
    message(STATUS "${name}: ${output}")
    if(NOT result EQUAL 0)
        message(SEND_ERROR "${name} returns ${result}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY "${OUT}")
file(READ "${ROOT}/collide.h" text)
string(FIND "${text}" "A FIRST PROGRAM" begin)
string(FIND "${text}" "HOW EVERYTHING HERE BEHAVES" end)
math(EXPR length "${end} - ${begin}")
string(SUBSTRING "${text}" ${begin} ${length} text)
string(FIND "${text}" "#define" begin)
string(SUBSTRING "${text}" ${begin} -1 text)
string(STRIP "${text}" text)
build_and_run(title "${text}\n")
if(NOT output MATCHES "^meet at -?0 [^ ]+ -?0\n$")
    message(SEND_ERROR "the squares meet on the line x = z = 0, not where it says: ${output}")
endif()

file(READ "${ROOT}/README.md" text)
file(READ "${ROOT}/examples/README.md" more)
string(APPEND text "${more}")
set(count 0)
next_block(c text code)
while(code)
    math(EXPR count "${count} + 1")
    build_and_run(readme${count} "${code}")
    next_block(c text code)
endwhile()
if(count EQUAL 0)
    message(SEND_ERROR "no blocks in the README")
endif()
