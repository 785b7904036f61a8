#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/desktop.sh PROGRAM [FOLDER]: runs every Exec line of the desktop entries in FOLDER, or of the source, as a desktop
# does: PROGRAM is `chartroom` on PATH, and a field code for files is a recording, then nothing. The window must open and
# stay open, with nothing on stderr.
set -euo pipefail
program=$(realpath "$1")
folder=${2:-$(dirname "${BASH_SOURCE[0]}")/../installer}
recording=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../resources/recordings/bundled.jsonl.gz")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/home" "$scratch/my files"
ln -s "$program" "$scratch/bin/chartroom"
cp "$recording" "$scratch/my files/night one.chartroom"
failures=0
lines=0

# runs LINE FILE SECONDS: whether the command line opens a window that is still there after these seconds.
runs() {
    local word status=0 words=()
    for word in $1; do # no argument of ours is quoted
        case $word in
            %f | %F | %u | %U) [ -z "$2" ] || words+=("$2") ;;
            %*) echo "an unknown field code: $word"; return 1 ;;
            *) words+=("$word") ;;
        esac
    done
    env -i PATH="$scratch/bin:$PATH" HOME="$scratch/home" LANG=C.UTF-8 QT_QPA_PLATFORM=offscreen ASAN_OPTIONS="${ASAN_OPTIONS:-}" \
        timeout --preserve-status --kill-after=20 "$3" "${words[@]}" >"$scratch/said" 2>&1 </dev/null || status=$?
    [ $status = 143 ] && [ ! -s "$scratch/said" ] && return 0 # 143: ended by timeout
    echo "ended with $status: $(<"$scratch/said")"
    return 1
}

# The check itself must be able to fail: this was the action's line once.
if runs 'chartroom --recording bundled' '' 60 >/dev/null; then
    echo "a line that Chartroom refuses passes"
    exit 1
fi

for entry in "$folder"/*.desktop; do
    while IFS= read -r line; do
        lines=$((lines + 1))
        for file in "$scratch/my files/night one.chartroom" ''; do
            [[ -z $file || $line == *%* ]] || continue
            runs "$line" "$file" 4 || { echo "$entry: $line (${file:-no file})"; failures=$((failures + 1)); }
        done
    done < <(sed -n 's/^Exec=//p' "$entry")
    # Each action that is named has its group, and the other way round.
    for action in $(sed -n 's/^Actions=//p' "$entry" | tr ';' ' '); do echo "$action"; done | sort >"$scratch/named"
    sed -n 's/^\[Desktop Action \(.*\)\]$/\1/p' "$entry" | sort | diff "$scratch/named" - || failures=$((failures + 1))
done
[ $lines -ge 3 ] || { echo "only $lines Exec lines in $folder"; exit 1; }
[ $failures = 0 ] || exit 1
echo "$lines Exec lines open the window"
