# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Sourced by deps.sh and tests/run.sh: where a usable Go lies.

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
