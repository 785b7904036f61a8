#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/conclusions.sh: fails where a test that tests/README.md names for a conclusion does not exist.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

missing() { # FILE: "tst_name: slot" of each code span that names no slot of that test
    grep -o '`tst_[a-z_]*: [A-Za-z]*`' "$1" | tr -d '`' | sort -u | while IFS=': ' read -r test slot; do
        grep -qsE "void $slot\(" core/"$test".cpp ui/"$test".cpp integration/"$test".cpp || echo "$test: $slot"
    done
}

planted=$(mktemp)
trap 'rm -f "$planted"' EXIT
# shellcheck disable=SC2016
echo '`tst_release_rows: noSuchSlot`' >"$planted"
[ "$(missing "$planted")" = "tst_release_rows: noSuchSlot" ] || { echo "a planted name is not found"; exit 1; }

found=$(missing README.md)
[ -z "$found" ] || { printf 'named in tests/README.md and not there:\n%s\n' "$found"; exit 1; }
count=$(grep -c '^|.*`tst_' README.md)
[ "$count" -ge 60 ] || { echo "only $count conclusions"; exit 1; }
echo "$count conclusions, and each has its test"
