# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later

# The one source archive of KSyntaxHighlighting that is built where the distribution has no package for Qt 6: the last
# release of Frameworks 5. Debian's ksyntax-highlighting_5.116.0.orig.tar.xz is this archive, with its upstream signature.
#   include()                            sets the variables below
#   cmake -DARCHIVE=<file> -P <this>     fetches the archive to file, or fails
set(syntax_highlighting_version 5.116.0)
set(syntax_highlighting_sha256 6f8ccacebd0dc9ce050b2b23b715750c97938b3336fbbb80967920cb8c1dfaa7)
# Releases move to the second address when they are old.
set(syntax_highlighting_addresses
    https://download.kde.org/stable/frameworks/5.116/syntax-highlighting-5.116.0.tar.xz
    https://download.kde.org/Attic/frameworks/5.116/syntax-highlighting-5.116.0.tar.xz)

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    foreach(address IN LISTS syntax_highlighting_addresses)
        file(DOWNLOAD ${address} "${ARCHIVE}" INACTIVITY_TIMEOUT 30 STATUS status TLS_VERIFY ON)
        file(SHA256 "${ARCHIVE}" sum)
        if(sum STREQUAL syntax_highlighting_sha256)
            return()
        endif()
        message(STATUS "${address}: ${status}, SHA-256 ${sum}")
    endforeach()
    file(REMOVE "${ARCHIVE}")
    message(FATAL_ERROR "KSyntaxHighlighting ${syntax_highlighting_version} could not be fetched.")
endif()
