# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Sourced by the scripts of this folder and of tests: what they have in common. Notes go to stderr, stdout is the program's.

# A clone in another folder finds the objects of this one.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-${root:-$PWD}} CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=time_macros

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# Reads the version from the only place that has it.
project_version() { sed -n 's/^project(chartroom VERSION \([0-9.]*\).*/\1/p' "${root:-$PWD}/CMakeLists.txt"; }

# Runs one phase with its output in the file $log; prints one line, and the end of the log when it fails.
# shellcheck disable=SC2154 # the sourcing script sets log
phase() { # what command...
    local what=$1 started=$SECONDS
    shift
    say "$what"
    if ! "$@" >>"$log" 2>&1 </dev/null; then
        tail -n 40 "$log" >&2
        say "${what%% (*} failed after $((SECONDS - started)) s; the whole output is in $log."
        exit 1
    fi
}

# One compiler a core, but no more than memory has room for (about 1 GB each).
job_count() {
    local cores room
    cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
    room=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo 2>/dev/null || true)
    [ "${room:-0}" -ge 1 ] || room=1
    echo $((cores < room ? cores : room))
}

# Go and C++ compilers one after the other: together they want more memory than a small machine has.
build_sandbox() {
    local module program
    for module in tests/sandbox/*/go.mod tests/faultserver/go.mod; do
        [ -e "$module" ] || continue
        program=$(basename "$(dirname "$module")")
        phase "Building the sandbox's $program (minutes the first time on a machine)" tests/sandbox/build "$program"
    done
}

# Prints the folder of a Go that can fetch the toolchain a module asks for (1.21 and later); fails if there is none.
find_go() {
    local candidate version
    for candidate in "$(command -v go || true)" /usr/local/go/bin/go /usr/lib/go/bin/go /usr/lib/go-1.*/bin/go; do
        [ -x "$candidate" ] || continue
        version=$(GOTOOLCHAIN=local "$candidate" env GOVERSION 2>/dev/null) || continue
        [[ $version =~ ^go1\.([0-9]+) ]] || continue
        [ "${BASH_REMATCH[1]}" -ge 21 ] || continue
        dirname "$candidate"
        return 0
    done
    return 1
}

# Address of the mirror this machine is configured with, of the distribution's own archive.
configured_mirror() {
    # shellcheck disable=SC2016 # apt's own fields
    apt-get indextargets --format '$(SITE)|$(RELEASE)|$(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
        awk -F'|' -v release="${VERSION_CODENAME:-}" '$3 == "main" { if (!any) any = $1; if ($2 == release && !own) own = $1 }
            END { print own ? own : any }'
}
