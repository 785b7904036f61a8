#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Fails where a C++ file is not laid out as .clang-format says: tests/format.sh [--fix]
# The layout is that of clang-format 14, the base version; another one is skipped (77), since each lays out a little
# differently.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool=$(command -v clang-format-14 || command -v clang-format || true)
[ -n "$tool" ] || { echo "clang-format is missing; installer/deps.sh --test installs it"; exit 1; }
"$tool" --version | grep -q 'version 14\.' || { echo "skipped: $("$tool" --version) is not version 14"; exit 77; }

list_files() {
    if [ -e .git ]; then
        git ls-files --cached --others --exclude-standard -- '*.h' '*.cpp'
    else
        find core ui app tests -name '*.h' -o -name '*.cpp'
    fi
}

if [ "${1:-}" = --fix ]; then
    list_files | xargs -r -d '\n' "$tool" -i --style=file
    exit
fi

# The check itself must be able to fail.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp .clang-format "$scratch"
printf 'int  main( ){return 0 ;}\n' >"$scratch/planted.cpp"
if "$tool" --dry-run -Werror --style=file "$scratch/planted.cpp" 2>/dev/null; then
    echo "clang-format does not catch a planted violation"
    exit 1
fi

list_files | xargs -r -d '\n' -n 20 -P 2 "$tool" --dry-run -Werror --style=file 2>&1 | grep -E 'error:' | head -n 40 >"$scratch/found" || true
if [ -s "$scratch/found" ]; then
    cat "$scratch/found"
    echo "tests/format.sh --fix lays these files out"
    exit 1
fi
echo "all files are laid out as .clang-format says"
