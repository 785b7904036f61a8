#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/conclusions.sh: fails where what is written for people is not what is there:
# - a test that tests/README.md names for a conclusion or tests/data/cases.md for a case does not exist;
# - a case has no source, or a kind has fewer than eight cases;
# - comments cite a fault, rule or invariant that tests/faults.md does not list, or it lists one that nothing cites;
# - README.md has no line for a verb of the manual;
# - README.md or a page in .github names or links to a file that does not exist, a walk of .github/ARCHITECTURE.md a function that its
#   file does not have, or the picture of the floors shows another order than the one that is enforced.
set -euo pipefail
export LC_ALL=C
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

# The comments of the files in FOLDERS, a line for each file, and the names of tests that begin with a fault.
comments() {
    find "$@" -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.go' -o -name '*.sh' -o -name CMakeLists.txt -o -name '*.md' \) \
        ! -path './data/*' ! -path './faults.md' ! -path './conclusions.sh' -print0 | xargs -0 awk '
        FNR == 1 {
            print text
            text = ""
            mark = FILENAME ~ /\.(h|cpp|go)$/ ? "//" : FILENAME ~ /\.md$/ ? "" : "#"
        }
        match($0, /[^A-Za-z]fault[0-9][0-9][A-Z]/) { print "fault " substr($0, RSTART + 6, 2) }
        {
            at = mark == "" ? 1 : index($0, mark)
            line = at ? substr($0, at) : ""
            sub(/^[\/#!<]+ */, "", line)
            text = text " " line
        }
        END { print text }'
}

# What they cite, a line each: "fault 27", "rule S15", "invariant I5". "faults 41 to 44" are four.
cited() {
    comments "$@" | grep -oE '\b([Ff]aults? [0-9]+((, | and | to |-)[0-9]+)*|[SI][0-9]{1,2}( to [SI][0-9]{1,2})?)\b' | awk '
        {
            kind = /^S/ ? "rule S" : /^I/ ? "invariant I" : "fault "
            gsub(/ to |-/, ":")
            gsub(/ and /, ",")
            gsub(/[A-Za-z ]/, "")
            count = split($0, parts, ",")
            for (i = 1; i <= count; ++i) {
                ends = split(parts[i], range, ":")
                for (number = range[1] + 0; number <= range[ends] + 0; ++number)
                    print kind number
            }
        }' | sort -u
}

listed() { # FILE
    sed -nE 's/^\| ((fault|rule|invariant) [SI]?[0-9]+) \|.*/\1/p' "$1" | sort
}

# Code spans of the pages FILES that are paths of this tree and lead nowhere.
lost_paths() {
    grep -ohE '`(app|core|ui|tests|resources|translations|installer)/[A-Za-z0-9_./-]+`' "$@" | tr -d '`' | sort -u |
        while read -r path; do [ -e "../$path" ] || echo "$path"; done
}

# Files that the links of the pages FILES lead to, each from its page, and that are not there.
lost_links() {
    local page path
    for page in "$@"; do
        grep -oE '\]\([^) ]+' "$page" | sed 's/^](//; s/#.*//; /:/d; /^$/d' | sort -u | while read -r path; do
            [ -e "$(dirname "$page")/$path" ] || echo "$page: $path"
        done
    done
}

# Verbs that the manual's page $1 describes and the page $2 does not link to.
unlinked_verbs() {
    sed -n 's/^## //p' "$1" | while read -r verb; do
        grep -qF "(resources/manual/verbs.md#$verb)" "$2" || echo "$verb"
    done
}

# Stations of the walks in FILE, "| 1 | `file` | `function`, `function` |", whose file has no such function.
lost_stations() {
    sed -nE 's/^\| [0-9]+ \| `([^`]+)` \| ([^|]*) \|.*/\1 \2/p' "$1" | tr -d '`,' | while read -r file functions; do
        for function in $functions; do
            grep -qs "\b${function##*::}(" "../$file" || echo "$file: $function"
        done
    done
}

# The rooms of core or ui ($1), bottom to top: in the picture of FILE ($2), and as the build has them.
pictured() { sed -nE "/^    $1\$/,/^(    ─|\$)/s/^ +[0-9]+ ([a-z]+)( .*)?\$/\1/p" "$2" | tac | tr '\n' ' '; }
enforced() { tr '\n' ' ' <"../$1/CMakeLists.txt" | sed 's/.* set(rooms \([^)]*\)).*/\1 /' | tr -s ' '; }

planted=$(mktemp -d)
trap 'rm -rf "$planted"' EXIT
# shellcheck disable=SC2016
echo '`tst_revision_table: noSuchSlot`' >"$planted/planted.md"
[ "$(missing "$planted/planted.md")" = "tst_revision_table: noSuchSlot" ] || { echo "a planted name is not found"; exit 1; }
# shellcheck disable=SC2016
printf '## A. Kind\n\n| case | right | source | test |\n| a | b | | `tst_revision_table: theRecordWinsOverItsLabels` "no: row" |\n' >"$planted/planted.md"
[ "$(missing_rows "$planted/planted.md")" = "tst_revision_table: theRecordWinsOverItsLabels: no: row" ] || { echo "a planted row is not found"; exit 1; }
[ "$(incomplete "$planted/planted.md")" = $'a\n## A. Kind: only 1' ] || { echo "a planted case without a source is not found"; exit 1; }
rm "$planted/planted.md"
cat >"$planted/planted.cpp" <<'PLANTED'
/// Faults 91,
/// 92 and 94 to 95, and (rule S96).
void fault97Planted() // I98
QString innocent = "S99 fault 99";
PLANTED
[ "$(cited "$planted" | tr '\n' ';')" = "fault 91;fault 92;fault 94;fault 95;fault 97;invariant I98;rule S96;" ] ||
    { echo "planted citations are not found"; exit 1; }
[ "$(comm -23 <(cited "$planted") <(listed faults.md) | wc -l)" = 7 ] || { echo "planted citations are listed"; exit 1; }
cat >"$planted/planted.md" <<'PLANTED'
    core
     2 kube            upside down
     1 process
| 1 | `core/kube/planted.cpp` | `plant` | |
| 2 | `core/kube/reflector.cpp` | `Reflector::start`, `Reflector::plant` | |
PLANTED
[ "$(lost_paths "$planted/planted.md")" = core/kube/planted.cpp ] || { echo "a planted path is not found"; exit 1; }
echo '[a](planted.cpp#part), [b](planted/gone.md#part), [c](https://example.com), [d](#part)' >"$planted/links.md"
[ "$(lost_links "$planted/links.md")" = "$planted/links.md: planted/gone.md" ] || { echo "a planted link is not found"; exit 1; }
printf '## list\n## planted\n' >"$planted/verbs.md"
[ "$(unlinked_verbs "$planted/verbs.md" ../README.md)" = planted ] || { echo "a planted verb is not found"; exit 1; }
[ "$(lost_stations "$planted/planted.md" | tr '\n' ';')" = "core/kube/planted.cpp: plant;core/kube/reflector.cpp: Reflector::plant;" ] ||
    { echo "planted stations are not found"; exit 1; }
[ "$(pictured core "$planted/planted.md")" = "process kube " ] || { echo "planted floors are not found"; exit 1; }

found=$(missing README.md; missing data/cases.md; missing_rows data/cases.md)
[ -z "$found" ] || { printf 'named in tests/README.md or tests/data/cases.md and not there:\n%s\n' "$found"; exit 1; }
found=$(incomplete data/cases.md)
[ -z "$found" ] || { printf 'incomplete in tests/data/cases.md:\n%s\n' "$found"; exit 1; }
count=$(grep -c '^|.*`tst_' README.md)
[ "$count" -ge 60 ] || { echo "only $count conclusions"; exit 1; }
kinds=$(grep -c '^## ' data/cases.md)
[ "$kinds" -eq 11 ] || { echo "$kinds kinds of cases, not eleven"; exit 1; }
echo "$count conclusions and $(grep -c '^|.*`tst_' data/cases.md) cases, and each has its test"
cited ../core ../ui ../app ../installer . >"$planted/cited"
listed faults.md >"$planted/listed"
[ -z "$(uniq -d "$planted/listed")" ] || { printf 'listed twice in tests/faults.md:\n%s\n' "$(uniq -d "$planted/listed")"; exit 1; }
found=$(comm -23 "$planted/cited" "$planted/listed")
[ -z "$found" ] || { printf 'cited and not in tests/faults.md:\n%s\n' "$found"; exit 1; }
found=$(comm -13 "$planted/cited" "$planted/listed")
[ -z "$found" ] || { printf 'in tests/faults.md and nowhere cited:\n%s\n' "$found"; exit 1; }
echo "$(wc -l <"$planted/listed") faults, rules and invariants are cited and listed"

pages=(../README.md ../.github/*.md)
architecture=../.github/ARCHITECTURE.md
found=$(lost_paths "${pages[@]}"; lost_links "${pages[@]}"; lost_stations "$architecture")
[ -z "$found" ] || { printf 'named in README.md or .github and not there:\n%s\n' "$found"; exit 1; }
found=$(unlinked_verbs ../resources/manual/verbs.md ../README.md)
[ -z "$found" ] || { printf 'in resources/manual/verbs.md and not in README.md:\n%s\n' "$found"; exit 1; }
for top in core ui; do
    [ "$(pictured "$top" "$architecture")" = "$(enforced "$top")" ] || { echo "$architecture shows other floors than $top/CMakeLists.txt has"; exit 1; }
done
echo "$(grep -cE '^\| [0-9]+ \|' "$architecture") stations of the walks are there, and the floors are those that are enforced"
