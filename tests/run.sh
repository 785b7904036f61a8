#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/run.sh               builds, stands up the sandbox and runs every test of the release build
# tests/run.sh --sanitizers  the unit and ui tests under the address and undefined behaviour sanitizers
# tests/run.sh --bench       the measurements; their gates hold on a machine that does nothing else
# Ends with ctest's closing line and exit status.
set -euo pipefail
preset=release
what=tests
case ${1:-} in
    '') ;;
    --sanitizers) preset=asan ;;
    --bench) what=bench ;;
    *)
        sed -n '5,7s/^# //p' "${BASH_SOURCE[0]}" >&2
        exit 2
        ;;
esac
{ true <&0; } 2>/dev/null || exec </dev/null

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
# shellcheck source=../installer/toolchain.sh
source installer/toolchain.sh
export LANG=C.UTF-8 LC_ALL=C.UTF-8 TZ=UTC GOTOOLCHAIN=auto
unset KUBECONFIG DISPLAY WAYLAND_DISPLAY

"$root/installer/deps.sh" --test
exec </dev/null
PATH=$(find_go):$PATH

scratch=$(mktemp -d)
# ctest ends the sandboxes, unless it is interrupted.
end_sandboxes() {
    for sandbox in "$scratch"/runtime/chartroom-sandbox-*; do
        [ ! -d "$sandbox" ] || tests/sandbox/down --name "${sandbox##*/chartroom-sandbox-}" || true
    done
    rm -rf "$scratch"
}
trap end_sandboxes EXIT
export XDG_RUNTIME_DIR=$scratch/runtime
mkdir -m 700 "$XDG_RUNTIME_DIR"

mkdir -p build
log=$root/build/tests.log
: >"$log"

build_sandbox
targets=()
[ $preset = release ] || targets=(--target unit_and_ui_tests)
phase "Configuring the $preset build" cmake --preset $preset
phase "Building Chartroom and its tests" cmake --build --preset $preset "${targets[@]}" --parallel "$(job_count)"
say "Built in $SECONDS s"

if [ $what = bench ]; then
    ctest --preset release --label-regex bench
elif [ $preset = release ]; then
    # Two more than cores: the tests of rollouts wait for nodes rather than compute.
    ctest --preset release --label-exclude bench --parallel $(($(job_count) + 2))
else
    ctest --preset $preset --parallel "$(job_count)"
fi
