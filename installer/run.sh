#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Starts Chartroom, and builds it first only where that is needed.
#   installer/run.sh [ARGUMENTS OF CHARTROOM...]    for example installer/run.sh list -A; its own help: installer/run.sh help
#   installer/run.sh --build [ARGUMENTS...]         always this checkout, built where it changed since its last build
#   installer/run.sh --practice [ARGUMENTS...]      opens the window on a practice cluster
#   installer/run.sh --help                         this text; nothing is built or installed
#
# The program that is started, the first of these:
#   1. this checkout's build, if nothing changed since it was built
#   2. an installed Chartroom (on PATH, in /usr/bin, /usr/local/bin or ~/.local/bin) of the version in CMakeLists.txt, if this checkout's
#      source is exactly that release: no difference from its tag, or a source archive. A line on stderr names the program.
#   3. this checkout, built now. The first build also installs what is missing and takes minutes.
#
# --practice stands up a Kubernetes control plane with simulated GPU nodes on this machine, opens the window on it with a short tour, and
# takes it down when the window is closed. Its first start builds Kubernetes: about half an hour on two cores.
# Without a display and without arguments the inventory and the rollout of the bundled recording are printed.
set -euo pipefail

# A program on PATH that starts this script again is no installed Chartroom: see is_installed.
[ -z "${CHARTROOM_ASKED_FOR_VERSION:-}" ] || exit 1

case ${1:-} in
    -h | --help)
        awk 'NR > 4 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "${BASH_SOURCE[0]}"
        exit 0
        ;;
esac

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=toolchain.sh
source "$root/installer/toolchain.sh"
build=$root/build/release
program=$build/bin/chartroom
stamp=$build/chartroom-built # as old as the start of the last good build
log=$build/build.log

# Everything the program is made of; a folder's own time tells of removed files.
is_fresh() {
    [ -x "$program" ] && [ -e "$stamp" ] || return 1
    local changed
    changed=$(cd "$root" && find CMakeLists.txt CMakePresets.json installer core ui app resources translations \
        -newer "$stamp" -print -quit 2>/dev/null) || true
    [ -z "$changed" ]
}

# --- an installed program ----------------------------------------------------------------------------------------

# Whether $1 is a Chartroom of version $2; 5 s, as a window that opens instead would never answer.
is_installed() {
    [ -x "$1" ] && [ "$(CHARTROOM_ASKED_FOR_VERSION=1 timeout 5 "$1" version 2>/dev/null </dev/null)" = "chartroom $2" ]
}

# Prints the path of an installed Chartroom of this checkout's version; fails if there is none.
find_installed() {
    local version candidate
    version=$(project_version)
    for candidate in "$(type -P chartroom || true)" /usr/bin/chartroom /usr/local/bin/chartroom "${HOME:-}/.local/bin/chartroom"; do
        is_installed "$candidate" "$version" || continue
        printf '%s\n' "$candidate"
        return 0
    done
    return 1
}

# Sets why to the reason why this checkout's source may differ from the release of its version, "" if it does not.
compare_with_release() {
    local version tag places=(CMakeLists.txt CMakePresets.json installer/cmake core ui app resources translations)
    version=$(project_version)
    why=
    [ -e "$root/.git" ] || return 0 # a source archive is of one release
    for tag in "v$version" "$version" ''; do
        [ -n "$tag" ] && git -C "$root" rev-parse -q --verify "refs/tags/$tag" >/dev/null 2>&1 && break
    done
    if [ -z "$tag" ]; then
        why="this checkout has no tag v$version to compare with"
    elif ! git -C "$root" diff --quiet "$tag" -- "${places[@]}" 2>/dev/null ||
        [ -n "$(git -C "$root" ls-files --others --exclude-standard -- "${places[@]}" 2>/dev/null)" ]; then
        why="this checkout differs from $tag"
    fi
}

# --- building ----------------------------------------------------------------------------------------------------

# 3: a system whose packages deps.sh does not know; CMake says what is missing there.
install_needs() {
    local status=0
    "$root/installer/deps.sh" "$@" || status=$?
    [ "$status" = 0 ] || [ "$status" = 3 ] || exit "$status"
}

build_program() {
    local started=$SECONDS begun
    install_needs
    mkdir -p "$build"
    exec 9>"$build/lock"
    flock 9
    is_fresh && return 0
    rm -f "$build"/begun.*
    begun=$(mktemp "$build/begun.XXXXXX")
    : >"$log"
    phase "Configuring Chartroom" cmake -S "$root" --preset release
    phase "Building Chartroom (minutes the first time, seconds later)" \
        cmake --build "$build" --target chartroom --parallel "$(job_count)"
    mv "$begun" "$stamp"
    say "Built in $((SECONDS - started)) s"
    exec 9>&-
}

# Qt wants a UTF-8 locale and says so on stderr when a bare system has none set.
[ -n "${LC_ALL:-}${LC_CTYPE:-}${LANG:-}" ] || export LANG=C.UTF-8

has_display() { [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}${QT_QPA_PLATFORM:-}" ]; }

# What would end the practice after the long build ends it before.
prepare_practice() {
    local go
    if ! has_display; then
        say "There is no display (DISPLAY and WAYLAND_DISPLAY are empty), and practicing needs a window. Start it in a desktop session."
        exit 1
    fi
    install_needs --practice
    if ! go=$(find_go); then
        say "Go 1.21 or later is missing: the practice cluster is built with it. Install Go, then start this again."
        exit 1
    fi
    export PATH=$go:$PATH GOTOOLCHAIN=auto
}

# Sets program, built where it has to be.
choose_program() {
    local installed why
    is_fresh && return 0
    if [ -z "$must_build" ] && installed=$(find_installed); then
        compare_with_release
        if [ -z "$why" ]; then
            program=$installed
            say "Starting the installed Chartroom $(project_version), $program; --build builds this checkout instead."
            return 0
        fi
        say "Chartroom $(project_version) is installed ($installed), but $why: building it."
    fi
    build_program
}

must_build=
if [ "${1:-}" = --build ]; then
    must_build=1
    shift
fi
[ "${1:-}" != --practice ] || prepare_practice
choose_program

end_practice() {
    say "Taking the practice cluster down"
    tests/sandbox/down --name practice || true
}

# The value of a key in the line that tests/sandbox/up prints.
fact() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" <<<"$facts"; }

# helm, its repositories, and the program's settings and records are the practice cluster's own: the user's stay untouched.
practice() {
    local facts own status=0
    cd "$root"
    mkdir -p "$build"
    log=$build/practice.log
    : >"$log"
    build_sandbox
    tests/sandbox/down --name practice >>"$log" 2>&1 || true # one that a crash has left
    say "Starting the practice cluster: a real control plane, 16 simulated GPU nodes"
    trap end_practice EXIT
    facts=$(tests/sandbox/up --name practice --scenario default,rollout --pace fast 2>>"$log") ||
        { tail -n 20 "$log" >&2; exit 1; }
    own=$(fact dir)/practice
    (umask 077 && mkdir -p "$own/state" "$own/config")
    ln -sf "$(fact helm3)" "$own/helm"
    ln -sf "$(fact kubectl)" "$own/kubectl"
    export PATH=$own:$PATH HELM_REPOSITORY_CONFIG=$own/repositories.yaml HELM_REPOSITORY_CACHE=$own/repository
    helm repo add sandbox "$(fact chartRepository)" >>"$log" 2>&1
    XDG_STATE_HOME=$own/state XDG_CONFIG_HOME=$own/config "$program" --kubeconfig "$(fact kubeconfig)" --tour "$@" || status=$?
    exit "$status"
}

if [ "${1:-}" = --practice ]; then
    shift
    practice "$@"
fi

if [ $# = 0 ] && ! has_display; then
    say "There is no display (DISPLAY and WAYLAND_DISPLAY are empty), so no window opens."
    say "This is the inventory and the rollout of the bundled recording; chartroom --help lists what works here."
    "$program" list --recording bundled
    "$program" rollout --recording bundled || [ $? = 1 ] # 1: nodes failed in it, which is no failure here
    exit 0
fi
exec "$program" "$@"
