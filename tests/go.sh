#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/go.sh MODULE: vets and tests the Go module in that folder. What did not change comes from Go's cache, at once.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../installer/toolchain.sh
source "$root/installer/toolchain.sh"
PATH=$(find_go):$PATH
# As tests/sandbox/build has them: what was compiled there is not compiled again.
export CGO_ENABLED=0 GOTOOLCHAIN=auto GOFLAGS='-buildvcs=false -trimpath -gcflags=all=-dwarf=false'
cd "$root/${1:?usage: tests/go.sh MODULE}"
unformatted=$(gofmt -l .)
[ -z "$unformatted" ] || { printf 'not as gofmt says:\n%s\n' "$unformatted"; exit 1; }
go vet ./...
go test -vet=off ./... # all of vet ran above
