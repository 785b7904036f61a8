#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/conclusions.sh: fails where a test that tests/README.md names for a conclusion or tests/data/cases.md
# for a case does not exist, and where a case has no source or a kind has fewer than eight cases.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

missing() { # FILE: "tst_name: slot" of each code span that names no slot of that test
    grep -o '`tst_[a-z_0-9]*: [A-Za-z0-9]*`' "$1" | tr -d '`' | sort -u | while IFS=': ' read -r test slot; do
        grep -qsE "void $slot\(" core/"$test".cpp ui/"$test".cpp integration/"$test".cpp || echo "$test: $slot"
    done
}

data() { # TEST SLOT: what its function of data says, in one line
    { cat core/"$1".cpp ui/"$1".cpp integration/"$1".cpp 2>/dev/null || true; } |
        sed -nE "/void ([A-Za-z]*::)?$2_data\(\)[^;]*\$/,/^(    )?}/p" | tr -s ' \n' ' '
}

missing_rows() { # FILE: "tst_name: slot: row" of each row in quotes behind a slot that its data has not
    sed -nE 's/.*`(tst_[a-z_0-9]*: [A-Za-z0-9]*)` "(.*)" \|$/\1: \2/p' "$1" | while IFS= read -r named; do
        row=${named#*: *: }
        IFS=': ' read -r test slot _ <<<"$named"
        grep -qF -e "(\"$row\"" -e "( \"$row\"" <<<"$(data "$test" "$slot")" || echo "$named"
    done
}

incomplete() { # FILE: kinds with fewer than eight cases, and cases without a source or a test
    awk -F' *[|] *' '
        /^## / { if (kind != "" && count < 8) print kind ": only " count; kind = $0; count = 0 }
        /^[|] / && $2 != "case" { ++count; if ($4 == "" || $5 !~ /^`tst_[a-z_0-9]*: [A-Za-z0-9]*`( ".*")?$/) print $2 }
        END { if (count < 8) print kind ": only " count }' "$1"
}

planted=$(mktemp)
trap 'rm -f "$planted"' EXIT
# shellcheck disable=SC2016
echo '`tst_release_rows: noSuchSlot`' >"$planted"
[ "$(missing "$planted")" = "tst_release_rows: noSuchSlot" ] || { echo "a planted name is not found"; exit 1; }
# shellcheck disable=SC2016
printf '## A. Kind\n\n| case | right | source | test |\n| a | b | | `tst_release_rows: theRecordWinsOverItsLabels` "no: row" |\n' >"$planted"
[ "$(missing_rows "$planted")" = "tst_release_rows: theRecordWinsOverItsLabels: no: row" ] || { echo "a planted row is not found"; exit 1; }
[ "$(incomplete "$planted")" = $'a\n## A. Kind: only 1' ] || { echo "a planted case without a source is not found"; exit 1; }

found=$(missing README.md; missing data/cases.md; missing_rows data/cases.md)
[ -z "$found" ] || { printf 'named in tests/README.md or tests/data/cases.md and not there:\n%s\n' "$found"; exit 1; }
found=$(incomplete data/cases.md)
[ -z "$found" ] || { printf 'incomplete in tests/data/cases.md:\n%s\n' "$found"; exit 1; }
count=$(grep -c '^|.*`tst_' README.md)
[ "$count" -ge 60 ] || { echo "only $count conclusions"; exit 1; }
kinds=$(grep -c '^## ' data/cases.md)
[ "$kinds" -eq 11 ] || { echo "$kinds kinds of cases, not eleven"; exit 1; }
echo "$count conclusions and $(grep -c '^|.*`tst_' data/cases.md) cases, and each has its test"
