#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sets up, builds and starts Chartroom: installer/run.sh [ARGUMENTS OF CHARTROOM...]
# installer/run.sh --practice stands up a Kubernetes control plane with simulated GPU nodes on this machine, opens the window on it with
# a short tour, and takes it down when the window is closed. Its first start builds Kubernetes: about half an hour on two cores.
# The first start installs what is missing and builds; a start after which nothing changed goes straight to the program.
# Without a display and without arguments it prints what the window would show of the bundled recording.
set -euo pipefail

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

[ "${1:-}" != --practice ] || prepare_practice
is_fresh || build_program

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
    log=$build/practice.log
    : >"$log"
    build_sandbox
    tests/sandbox/down --name practice >>"$log" 2>&1 || true # one that a crash has left
    say "Starting the practice cluster: a real control plane, 16 simulated GPU nodes"
    trap end_practice EXIT
    facts=$(tests/sandbox/up --name practice --scenario default,rollout --pace fast 2>>"$log") ||
        { tail -n 20 "$log" >&2; exit 1; }
    own=$(fact dir)/practice
    mkdir -p -m 700 "$own" "$own/state" "$own/config"
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
