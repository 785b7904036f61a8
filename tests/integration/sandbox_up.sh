#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# sandbox_up.sh SANDBOX_FOLDER NAME FILE [OPTION...]: stands a fresh sandbox up and keeps its JSON line in FILE.
set -euo pipefail
rm -f "$3"
"$1/down" --name "$2" 2>/dev/null || true
"$1/up" --name "$2" "${@:4}" </dev/null >"$3.new"
mv "$3.new" "$3"
