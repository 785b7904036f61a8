#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# installer/release.sh [OPTIONS] [FOLDER]: makes all packages of this version in FOLDER, by default build/packages: the bundle,
# the deb of this Debian or Ubuntu, the list of parts (SPDX) and SHA256SUMS.
#   --from BUILD   pack the program built in the folder BUILD instead of building it
#   --root SUITE   do it in a bare root of that Debian release, for example trixie
#   --twice        build and pack a second time and fail where a byte differs
# CHARTROOM_HOMEPAGE: address of the project at the forge that releases it, for links in the packages; empty: none.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=toolchain.sh
source "$root/installer/toolchain.sh"
# shellcheck source=packages.sh
source "$root/installer/packages.sh"
version=$(project_version)

from='' suite='' twice='' out=$root/build/packages
while [ $# -gt 0 ]; do
    case $1 in
        --from) from=${2:?--from needs a folder}; shift ;;
        --root) suite=${2:?--root needs a Debian release}; shift ;;
        --twice) twice=1 ;;
        -*) sed -n '5,10s/^# //p' "${BASH_SOURCE[0]}"; [ "$1" = --help ] && exit 0; exit 2 ;;
        *) out=$1 ;;
    esac
    shift
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch" 2>/dev/null || enter_namespace rm -rf "$scratch"' EXIT

build() { # BUILD
    mkdir -p "$1"
    # shellcheck disable=SC2034 # phase writes it
    log=$1/build.log
    phase "Configuring Chartroom $version" cmake -S "$root" -B "$1" --preset release -DCHARTROOM_TESTS=OFF \
        -DCHARTROOM_HOMEPAGE="${CHARTROOM_HOMEPAGE:-}"
    phase "Building Chartroom $version" cmake --build "$1" --parallel "$(job_count)"
}

pack() { # BUILD FOLDER
    mkdir -p "$2"
    rm -f "$2"/chartroom[-_]"$version"-* "$2/SHA256SUMS"
    "$root/installer/bundle.sh" "$1" "$2"
    "$root/installer/deb.sh" "$1" "$2"
    (cd "$2" && sha256sum -- chartroom[-_]"$version"-* >SHA256SUMS)
}

# The committed sources are built there, by these same scripts.
release_in_root() {
    make_root "$suite" "$scratch/system" || fail "No root of $suite can be made from the configured mirror."
    git -C "$root" archive --prefix=source/ HEAD | enter_namespace tar -C "$scratch/system$ROOT_HOME" -xf -
    in_root "$scratch/system" sh -ec "export SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH CHARTROOM_HOMEPAGE=${CHARTROOM_HOMEPAGE:-}; cd $ROOT_HOME/source
        bash installer/deps.sh --release; bash installer/release.sh ${twice:+--twice} $ROOT_HOME/packages" >&2
    mkdir -p "$out"
    cp "$scratch/system$ROOT_HOME/packages"/* "$out"
}

if [ -n "$suite" ]; then
    release_in_root
else
    [ -n "$from" ] || { "$root/installer/deps.sh" --release; build "$root/build/package"; }
    pack "${from:-$root/build/package}" "$out"
    if [ -n "$twice" ]; then
        build "$scratch/again"
        pack "$scratch/again" "$scratch/packages"
        diff -r "$out" "$scratch/packages" || fail "Two builds differ."
        say "Two builds are the same, byte for byte."
    fi
fi
say "The packages are in $out"
