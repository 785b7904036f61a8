#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds and runs every test: tests/run.sh
# First the unit and ui tests under the address and undefined behaviour sanitizers, then all tests with the release
# build, whose closing line is the last output. Ends with ctest's exit status; the first failing run ends it.
set -euo pipefail
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
trap 'rm -rf "$scratch"' EXIT
export XDG_RUNTIME_DIR=$scratch/runtime
mkdir -m 700 "$XDG_RUNTIME_DIR"

mkdir -p build
log=$root/build/tests.log
: >"$log"

# Go and C++ compilers one after the other: together they want more memory than a small machine has.
for module in tests/sandbox/*/go.mod tests/faultserver/go.mod; do
    [ -e "$module" ] || continue
    program=$(basename "$(dirname "$module")")
    phase "Building the sandbox's $program (minutes the first time on a machine)" tests/sandbox/build "$program"
done
phase "Configuring the release build" cmake --preset release
phase "Building Chartroom and its tests" cmake --build --preset release --parallel "$(job_count)"
phase "Configuring the sanitizer build" cmake --preset asan
phase "Building the unit and ui tests with sanitizers" \
    cmake --build --preset asan --target unit_and_ui_tests --parallel "$(job_count)"

say "Built in $SECONDS s"
ctest --preset asan --parallel "$(job_count)"
ctest --preset release --parallel "$(job_count)"
