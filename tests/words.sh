#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/words.sh [FOLDER or FILE...]: fails where a text that people read uses a phrase of tests/words.txt: the strings of
# tr() in C++, the sentences of the rules in YAML, Markdown as a whole. Without arguments: all rooms of core, ui and app, the rules, the manual and README.md.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "${BASH_SOURCE[0]}")/.."
list=tests/words.txt

texts_of_cpp() { # FILE: "FILE:LINE: text" of each string of tr(), adjacent literals joined
    awk -v file="$1" 'BEGIN { RS = "\001" } {
        line = 1
        while (match($0, /(tr|translate|QT_TRANSLATE_NOOP|QT_TR_NOOP)\([ \n]*"/)) {
            before = substr($0, 1, RSTART)
            line += gsub(/\n/, "", before)
            $0 = substr($0, RSTART + RLENGTH - 1)
            text = ""
            while (match($0, /^[ \n\t,]*"([^"\\]|\\.)*"/)) {
                part = substr($0, 1, RLENGTH)
                if (part ~ /^[ \n\t]*,/) text = text "\n" file ":" line ": "
                taken = part
                more += gsub(/\n/, "", taken)
                sub(/^[ \n\t,]*"/, "", part)
                text = text substr(part, 1, length(part) - 1)
                $0 = substr($0, RLENGTH + 1)
            }
            print file ":" line ": " text
            line += more; more = 0
        }
    }' "$1"
}

texts() { # FOLDER or FILE...
    find "$@" -type f \( -name '*.cpp' -o -name '*.h' -o -name '*.yaml' -o -name '*.md' \) | sort | while IFS= read -r file; do
        case $file in
        *.yaml) sed -nE 's/^ *-? *(\{?meaning|nextStep|words): *"?(.*[^"])"?$/\2/p' "$file" | sed "s,^,$file:0: ," ;;
        *.md) grep -n . "$file" | sed -E "s,^([0-9]+):,$file:\1: ," ;;
        *) texts_of_cpp "$file" ;;
        esac
    done
}

phrases() { grep -v '^#' "$list"; }

refused() { # TEXTS: "FILE:LINE: text  [write: ...]"
    phrases | while IFS= read -r entry; do
        phrase=${entry%% | *}
        instead=${entry#* | }
        sed -E 's/^([^:]*:[0-9]+): /\1\t/' "$1" | awk -F'\t' '{ print $2 }' | grep -Ein -e "$phrase" | cut -d: -f1 | while read -r number; do
            echo "$(sed -n "${number}p" "$1")  [write: ${instead% | *}]"
        done || true
    done
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Each phrase finds its planted text, in a string that is broken over two lines.
number=0
while IFS= read -r entry; do
    number=$((number + 1))
    planted=${entry##* | }
    printf 'auto p = T::tr("%s"\n            "%s");\n' "${planted:0:7}" "${planted:7}" >"$scratch/planted.cpp"
    texts "$scratch/planted.cpp" | sed -E 's/^[^:]*:[0-9]+: //' | grep -Eiq -e "${entry%% | *}" || { echo "not found by ${entry%% | *}: $planted"; exit 1; }
done < <(phrases)

[ $# -gt 0 ] || set -- core ui app resources/diagnosis resources/responsibility resources/manual README.md
texts "$@" >"$scratch/texts"
refused "$scratch/texts" >"$scratch/found"
if [ -s "$scratch/found" ]; then
    sort -u "$scratch/found"
    exit 1
fi
echo "none of $(wc -l <"$scratch/texts") texts uses one of $number phrases"
