# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Builds KSyntaxHighlighting as a static library against Qt 6 and installs it:
#   cmake -DSOURCE=<unpacked source> -DWORK=<scratch folder> -DPREFIX=<where to> -DQT_VERSION=<x.y.z> -P <this file>
# The source folder is not written to. PREFIX appears whole or not at all, with a file chartroom-built that
# names the Qt it was built for. Static, so that a package of Chartroom does not depend on a cache folder.
cmake_minimum_required(VERSION 3.25)

foreach(name IN ITEMS SOURCE WORK PREFIX QT_VERSION)
    if(NOT ${name})
        message(FATAL_ERROR "BuildSyntaxHighlighting.cmake needs -D${name}=...")
    endif()
endforeach()
if(NOT EXISTS "${SOURCE}/CMakeLists.txt")
    message(FATAL_ERROR "${SOURCE} is not a source folder of KSyntaxHighlighting: it has no CMakeLists.txt.")
endif()

file(REMOVE_RECURSE "${WORK}/source" "${WORK}/build" "${WORK}/stage")
file(COPY "${SOURCE}/" DESTINATION "${WORK}/source")

# Version 5 asks for an ECM of its own age and builds with an older one of the same series.
file(READ "${WORK}/source/CMakeLists.txt" text)
string(REGEX REPLACE "find_package\\(ECM 5\\.[0-9.]+" "find_package(ECM 5.90.0" text "${text}")
# Only the library is wanted: no command line tool, no QML module, no example.
string(REPLACE "add_subdirectory(examples)" "" text "${text}")
file(WRITE "${WORK}/source/CMakeLists.txt" "${text}")
if(EXISTS "${WORK}/source/src/CMakeLists.txt")
    file(READ "${WORK}/source/src/CMakeLists.txt" text)
    string(REGEX REPLACE "add_subdirectory\\((cli|quick)\\)" "" text "${text}")
    file(WRITE "${WORK}/source/src/CMakeLists.txt" "${text}")
endif()

set(generator)
find_program(NINJA ninja)
if(NINJA)
    set(generator -G Ninja)
endif()

function(run phase)
    execute_process(COMMAND ${ARGN}
        RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    file(APPEND "${WORK}/build.log" "${output}")
    if(NOT status EQUAL 0)
        string(LENGTH "${output}" length)
        if(length GREATER 3000)
            math(EXPR start "${length} - 3000")
            string(SUBSTRING "${output}" ${start} -1 output)
        endif()
        message(FATAL_ERROR "${phase} KSyntaxHighlighting failed:\n${output}")
    endif()
endfunction()

file(WRITE "${WORK}/build.log" "")
run("Configuring" ${CMAKE_COMMAND} -S "${WORK}/source" -B "${WORK}/build" ${generator}
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=${PREFIX}
    -DBUILD_WITH_QT6=ON -DQT_MAJOR_VERSION=6 -DQRC_SYNTAX=ON
    -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON)
run("Building" ${CMAKE_COMMAND} --build "${WORK}/build" --parallel)
set(ENV{DESTDIR} "${WORK}/stage")
run("Installing" ${CMAKE_COMMAND} --install "${WORK}/build")

file(WRITE "${WORK}/stage${PREFIX}/chartroom-built" "qt ${QT_VERSION}\n")
file(REMOVE_RECURSE "${PREFIX}")
get_filename_component(parent "${PREFIX}" DIRECTORY)
file(MAKE_DIRECTORY "${parent}")
file(RENAME "${WORK}/stage${PREFIX}" "${PREFIX}")
file(REMOVE_RECURSE "${WORK}/source" "${WORK}/build" "${WORK}/stage")
