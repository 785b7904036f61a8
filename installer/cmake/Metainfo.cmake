# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Writes the AppStream metainfo: the template with the version, the releases of .github/CHANGELOG.md, and the links of the
# project's home page, where one is given. In the build by include(); without a build:
#   cmake -DVERSION=<version> -DHOMEPAGE=<address or nothing> -DOUTPUT=<file> -P installer/cmake/Metainfo.cmake

# The changelog has a heading "## VERSION, DATE" or "## VERSION, unreleased" a release, below it paragraphs "**Theme.** Text".
function(chartroom_releases changelog result)
    file(READ "${changelog}" text)
    string(FIND "${text}" "\n## " start)
    string(SUBSTRING "${text}" ${start} -1 text)
    string(TIMESTAMP today "%Y-%m-%d" UTC) # of SOURCE_DATE_EPOCH where that is set
    string(REPLACE "`" "" text "${text}")
    string(REPLACE "&" "&amp;" text "${text}")
    string(REPLACE "<" "&lt;" text "${text}")
    string(REPLACE "\n## " "\n*## " text "${text}") # at which the last theme before it ends
    string(REGEX REPLACE "\\*\\*([^*]+)\\*\\*([^*]*[^* \n])[ \n]*" "        <li>\\1\\2</li>\n" text "${text}")
    string(REGEX REPLACE "\\*## ([0-9.]+), unreleased\n*" "*## \\1, ${today}\" type=\"development\n" text "${text}")
    string(REGEX REPLACE "\\*## ([0-9.]+), ([^\n]+)\n*"
        "      </ul></description>\n    </release>\n    <release version=\"\\1\" date=\"\\2\">\n      <description><ul>\n" text "${text}")
    string(FIND "${text}" "    <release " start) # behind the end of the release that is not there
    string(SUBSTRING "${text}" ${start} -1 text)
    set(${result} "${text}      </ul></description>\n    </release>" PARENT_SCOPE)
endfunction()

function(chartroom_write_metainfo version homepage output)
    set(source ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../..)
    set(VERSION ${version})
    chartroom_releases(${source}/.github/CHANGELOG.md RELEASES)
    set(LINKS)
    if(homepage)
        string(APPEND LINKS "  <url type=\"homepage\">${homepage}</url>\n")
        string(APPEND LINKS "  <url type=\"vcs-browser\">${homepage}</url>\n")
        string(APPEND LINKS "  <url type=\"bugtracker\">${homepage}/issues</url>\n")
        set(picture "<image type=\"source\" width=\"1280\" height=\"720\">${homepage}/raw/v${version}/resources/screenshots")
        string(APPEND LINKS "  <screenshots>\n"
            "    <screenshot type=\"default\">\n"
            "      <caption>A driver rollout over 16 nodes: the step of each node and what blocks it</caption>\n"
            "      ${picture}/rollout.png</image>\n"
            "    </screenshot>\n"
            "    <screenshot>\n"
            "      <caption>The add-ons of a cluster with their owners</caption>\n"
            "      ${picture}/addons.png</image>\n"
            "    </screenshot>\n"
            "  </screenshots>\n")
    endif()
    configure_file(${source}/installer/io.github.chartroom.Chartroom.metainfo.xml.in "${output}" @ONLY)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    chartroom_write_metainfo("${VERSION}" "${HOMEPAGE}" "${OUTPUT}")
endif()
