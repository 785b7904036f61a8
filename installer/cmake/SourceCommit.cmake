# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DSOURCE=FOLDER -DOUT=FILE -P SourceCommit.cmake writes a header with CHARTROOM_COMMIT: the commit that FOLDER has checked out, with
# "+changes" where tracked files differ from it; "" for a source archive. A file that says so already is not touched.
cmake_minimum_required(VERSION 3.25)
set(commit "")
if(EXISTS ${SOURCE}/.git)
    execute_process(COMMAND git -C ${SOURCE} describe --always --exclude=* --abbrev=12 --dirty=+changes
        OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define CHARTROOM_COMMIT \"${commit}\"\n")
