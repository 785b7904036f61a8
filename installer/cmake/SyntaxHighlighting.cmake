# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Defines Chartroom::SyntaxHighlighting: KSyntaxHighlighting for Qt 6. Taken from, in this order:
#   CHARTROOM_SYNTAX_HIGHLIGHTING_SOURCE   a source folder, or a source archive or its address, built here
#   KF6SyntaxHighlighting                  where the distribution has it
#   KF5SyntaxHighlighting linked to Qt 6   as installer/deps.sh builds it into the user's cache folder
# A KF5SyntaxHighlighting linked to Qt 5 is passed over. Include after find_package(Qt6 COMPONENTS Gui Network).
# An archive has the checksum of SyntaxHighlightingSource.cmake, unless another one is given with it.

include(${CMAKE_CURRENT_LIST_DIR}/SyntaxHighlightingSource.cmake)
set(CHARTROOM_SYNTAX_HIGHLIGHTING_SOURCE "" CACHE STRING
    "Source folder, archive or archive address of KSyntaxHighlighting; empty: the installed one")
set(CHARTROOM_SYNTAX_HIGHLIGHTING_SHA256 "${syntax_highlighting_sha256}" CACHE STRING
    "SHA-256 of the archive that CHARTROOM_SYNTAX_HIGHLIGHTING_SOURCE names")

# Builds source once into the build folder; prefix receives where it was installed.
function(chartroom_build_syntax_highlighting source prefix)
    string(SHA256 key "${source} ${Qt6_VERSION}")
    string(SUBSTRING "${key}" 0 12 key)
    set(folder "${CMAKE_BINARY_DIR}/_deps/ksyntaxhighlighting-${key}")
    if(NOT EXISTS "${folder}/chartroom-built")
        if(NOT IS_DIRECTORY "${source}")
            if(NOT source MATCHES "://" AND NOT EXISTS "${source}")
                message(FATAL_ERROR "CHARTROOM_SYNTAX_HIGHLIGHTING_SOURCE names ${source}, which does not exist.")
            endif()
            include(FetchContent)
            # SOURCE_SUBDIR names no folder: fetched, not added to this build.
            FetchContent_Declare(ksyntaxhighlighting URL "${source}"
                URL_HASH SHA256=${CHARTROOM_SYNTAX_HIGHLIGHTING_SHA256} SOURCE_SUBDIR fetch-only)
            FetchContent_MakeAvailable(ksyntaxhighlighting)
            set(source "${ksyntaxhighlighting_SOURCE_DIR}")
        endif()
        message(STATUS "Building KSyntaxHighlighting from ${source}")
        execute_process(COMMAND ${CMAKE_COMMAND}
            -DSOURCE=${source} -DWORK=${CMAKE_BINARY_DIR}/_deps/ksyntaxhighlighting-work -DPREFIX=${folder}
            -DQT_VERSION=${Qt6_VERSION} -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/BuildSyntaxHighlighting.cmake
            COMMAND_ERROR_IS_FATAL ANY)
    endif()
    set(${prefix} "${folder}" PARENT_SCOPE)
endfunction()

# The prefixes that installer/deps.sh built for this very Qt, newest version first.
function(chartroom_cached_syntax_highlighting prefixes)
    set(cache "$ENV{XDG_CACHE_HOME}")
    if(NOT IS_ABSOLUTE "${cache}")
        set(cache "$ENV{HOME}/.cache")
    endif()
    file(GLOB marks "${cache}/chartroom/deps/ksyntaxhighlighting-*/chartroom-built")
    list(SORT marks COMPARE NATURAL ORDER DESCENDING)
    set(found)
    foreach(mark IN LISTS marks)
        file(STRINGS "${mark}" lines)
        if("qt ${Qt6_VERSION}" IN_LIST lines)
            get_filename_component(prefix "${mark}" DIRECTORY)
            list(APPEND found "${prefix}")
        endif()
    endforeach()
    set(${prefixes} "${found}" PARENT_SCOPE)
endfunction()

# The folder of a KF5SyntaxHighlightingConfig.cmake that asks for Qt 6, empty if there is none. The file is read,
# not run: the one for Qt 5 would bring targets of Qt 5 into this build.
function(chartroom_kf5_for_qt6 prefixes folder)
    set(${folder} "" PARENT_SCOPE)
    set(libraries "${CMAKE_INSTALL_LIBDIR}" "lib/${CMAKE_LIBRARY_ARCHITECTURE}" lib64 lib)
    foreach(prefix IN LISTS prefixes CMAKE_PREFIX_PATH CMAKE_SYSTEM_PREFIX_PATH)
        foreach(library IN LISTS libraries)
            set(candidate "${prefix}/${library}/cmake/KF5SyntaxHighlighting")
            if(EXISTS "${candidate}/KF5SyntaxHighlightingConfig.cmake")
                file(STRINGS "${candidate}/KF5SyntaxHighlightingConfig.cmake" asked REGEX "Qt6Gui")
                if(asked)
                    set(${folder} "${candidate}" PARENT_SCOPE)
                    return()
                endif()
            endif()
        endforeach()
    endforeach()
endfunction()

function(chartroom_find_syntax_highlighting)
    set(where)
    if(CHARTROOM_SYNTAX_HIGHLIGHTING_SOURCE)
        chartroom_build_syntax_highlighting("${CHARTROOM_SYNTAX_HIGHLIGHTING_SOURCE}" prefixes)
        set(where PATHS "${prefixes}" NO_DEFAULT_PATH)
    else()
        chartroom_cached_syntax_highlighting(prefixes)
    endif()

    find_package(KF6SyntaxHighlighting QUIET CONFIG ${where})
    if(TARGET KF6::SyntaxHighlighting)
        set(target KF6::SyntaxHighlighting)
        set(version "${KF6SyntaxHighlighting_VERSION}")
    else()
        chartroom_kf5_for_qt6("${prefixes}" folder)
        if(folder)
            find_package(KF5SyntaxHighlighting QUIET CONFIG REQUIRED PATHS "${folder}" NO_DEFAULT_PATH)
            set(target KF5::SyntaxHighlighting)
            set(version "${KF5SyntaxHighlighting_VERSION}")
        endif()
    endif()
    if(NOT target)
        message(FATAL_ERROR "KSyntaxHighlighting for Qt ${Qt6_VERSION} was not found. Run installer/deps.sh, which "
            "installs or builds it, or give its source: "
            "-DCHARTROOM_SYNTAX_HIGHLIGHTING_SOURCE=<folder or archive address>.")
    endif()
    message(STATUS "KSyntaxHighlighting: ${target} ${version}")
    add_library(chartroom_syntax_highlighting INTERFACE)
    target_link_libraries(chartroom_syntax_highlighting INTERFACE ${target})
    add_library(Chartroom::SyntaxHighlighting ALIAS chartroom_syntax_highlighting)
endfunction()

chartroom_find_syntax_highlighting()
