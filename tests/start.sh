#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Which program installer/run.sh starts, and when it builds. The script is the real one; cmake, the installed program and
# what is built are scripts that print what they were called with. Nothing is built.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export HOME=$scratch/home PATH=$scratch/bin:$PATH QT_QPA_PLATFORM=offscreen GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
unset XDG_CACHE_HOME GIT_DIR GIT_WORK_TREE
mkdir -p "$HOME" "$scratch/bin"
tree=$scratch/tree
failures=0

write_program() { # file lines...
    mkdir -p "$(dirname "$1")"
    printf '#!/bin/sh\n%s\n' "${*:2}" >"$1"
    chmod +x "$1"
}

# A program that answers `version`, and else prints its name and its arguments, one in each pair of brackets.
write_chartroom() { # file name version
    write_program "$1" "[ \"\$1\" = version ] && { echo 'chartroom $3'; exit; }; printf $2; printf ' [%s]' \"\$@\"; echo"
}

git_here() { git -C "$tree" -c user.name=test -c user.email=test -c commit.gpgsign=false "$@" >/dev/null; }

# A checkout of release 1.2.3, with that release installed on PATH.
new_tree() {
    rm -rf "$tree" "$HOME"
    mkdir -p "$tree/installer" "$tree"/{core,ui,app,resources,translations} "$HOME"
    cp "$here"/installer/{run.sh,toolchain.sh} "$tree/installer"
    write_program "$tree/installer/deps.sh" 'exit 0'
    echo 'project(chartroom VERSION 1.2.3 LANGUAGES CXX)' >"$tree/CMakeLists.txt"
    echo '{}' >"$tree/CMakePresets.json"
    echo '/build/' >"$tree/.gitignore"
    echo one | tee "$tree/core/one.cpp" >"$tree/README.md"
    git_here init -q -b main
    git_here add -A
    git_here commit -m release
    git_here tag v1.2.3
    write_chartroom "$scratch/bin/chartroom" installed 1.2.3
    # shellcheck disable=SC2016 # the script's own words
    write_program "$scratch/bin/cmake" 'case $1 in --build) cp "$0.built" "$2/bin/chartroom" ;; *) mkdir -p "$2/build/release/bin" ;; esac'
    write_chartroom "$scratch/bin/cmake.built" built 1.2.3
}

# expect WHAT STDOUT [WORDS ON STDERR] [ARGUMENTS...]: what the script prints, and that it says these words.
expect() {
    local what=$1 wanted=$2 words=$3 got
    shift 3
    got=$(bash "$tree/installer/run.sh" "$@" 2>"$scratch/said" </dev/null) || got="status $?"
    if [ "$got" != "$wanted" ] || [[ $(<"$scratch/said") != *"$words"* ]]; then
        printf '%s: printed "%s", not "%s", and said:\n' "$what" "$got" "$wanted"
        cat "$scratch/said"
        failures=$((failures + 1))
    fi
}

new_tree
expect "the release that is installed" 'installed [list] [-A]' "Starting the installed Chartroom 1.2.3, $scratch/bin/chartroom" list -A
[ ! -e "$tree/build" ] || { echo "a folder for a build was made"; failures=$((failures + 1)); }
expect "arguments stay as they are" 'installed [diff] [a b] [] [--build] [--help]' '' diff 'a b' '' --build --help
expect "--build" 'built [list]' 'Building Chartroom' --build list
expect "a build of this checkout comes first" 'built [list]' '' list
sleep 0.02
echo two >"$tree/core/two.cpp"
expect "a build that is out of date" 'built [list]' 'this checkout differs from v1.2.3: building it' list

new_tree
echo changed >"$tree/core/one.cpp"
expect "a change that is not committed" 'built [list]' 'this checkout differs from v1.2.3: building it' list
new_tree
echo two >"$tree/core/two.cpp"
expect "a file that git does not know" 'built [list]' 'this checkout differs from v1.2.3: building it' list
new_tree
echo changed >"$tree/core/one.cpp"
git_here commit -am change
expect "a commit after the release" 'built [list]' 'this checkout differs from v1.2.3: building it' list
new_tree
echo changed >"$tree/README.md"
git_here commit -am words
expect "a commit that changes nothing of the program" 'installed [list]' 'Starting the installed' list
new_tree
git_here tag -d v1.2.3
expect "no tag" 'built [list]' 'this checkout has no tag v1.2.3' list
new_tree
rm -rf "$tree/.git"
expect "a source archive" 'installed [list]' 'Starting the installed' list

new_tree
write_chartroom "$scratch/bin/chartroom" installed 1.2.2
expect "another version" 'built [list]' 'Building Chartroom' list
new_tree
rm "$scratch/bin/chartroom"
write_chartroom "$HOME/.local/bin/chartroom" own 1.2.3
expect "installed for one user" 'own [list]' "Starting the installed Chartroom 1.2.3, $HOME/.local/bin/chartroom" list
new_tree
write_program "$scratch/bin/chartroom" "exec bash $tree/installer/run.sh \"\$@\""
expect "a script on PATH that starts run.sh" 'built [list]' 'Building Chartroom' list

new_tree
rm "$scratch/bin/chartroom"
for option in --help -h; do
    got=$(bash "$tree/installer/run.sh" "$option" 2>&1) || got="status $?"
    grep -q 'installer/run.sh --build' <<<"$got" || { echo "$option printed: $got"; failures=$((failures + 1)); }
done
[ ! -e "$tree/build" ] || { echo "--help made a folder for a build"; failures=$((failures + 1)); }

[ $failures = 0 ] || exit 1
echo "installer/run.sh starts the program that its help names"
