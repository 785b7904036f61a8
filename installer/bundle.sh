#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# installer/bundle.sh BUILD FOLDER: packs the program built in the folder BUILD with all it needs but glibc.
# Makes FOLDER/chartroom-VERSION-linux-ARCHITECTURE.tar.zst, and the same name with .spdx.json: what is in it.
# The same on each architecture: libraries are those that ldd names on this machine.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=toolchain.sh
source "$root/installer/toolchain.sh"
# shellcheck source=packages.sh
source "$root/installer/packages.sh"
version=$(project_version)
build=${1:?usage: installer/bundle.sh BUILD FOLDER} out=${2:?usage: installer/bundle.sh BUILD FOLDER}

name=chartroom-$version-linux-$(uname -m)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bundle=$scratch/$name
stage_program "$build" "$bundle"
cp "$root/installer/bundle/install.sh" "$bundle"
printf '[Paths]\nPrefix = ..\nPlugins = plugins\n' >"$bundle/bin/qt.conf"

# sources: where each copied file came from, for the list of parts.
take() { # SOURCE TARGET
    install -D -m 644 "$1" "$bundle/$2"
    printf '%s\t%s\n' "$2" "$1" >>"$scratch/sources"
}

plugins=$(find_plugins)
for plugin in $plugins; do take "$plugin" "plugins/${plugin##*/plugins/}"; done

# Opened by name at run time: TLS by Qt, the desktop's keyring by QtKeychain.
opened=()
for library in libssl.so.3 libsecret-1.so.0; do
    path=$(ldconfig -p | awk -v name="$library" '$1 == name && !found { print $NF; found = 1 }')
    [ -n "$path" ] || fail "$library is missing; installer/deps.sh --release installs it."
    take "$path" "lib/$library"
    opened+=("$path")
done
# glibc is the system's: an older one than where the libraries were built does not do.
# shellcheck disable=SC2086 # one word a plugin
ldd "$bundle/bin/chartroom" $plugins "${opened[@]}" >"$scratch/ldd"
! grep 'not found' "$scratch/ldd" || fail "A library is missing."
awk '$2 == "=>" && $1 !~ /^(lib(c|m|dl|rt|pthread|resolv|util|anl|mvec)\.so|ld-linux)/ { print $1, $3 }' "$scratch/ldd" |
    sort -u >"$scratch/libraries"
while read -r library path; do take "$path" "lib/$library"; done <"$scratch/libraries"

fonts=$(fc-list : file | sed 's/: *$//' | grep -E '/(Inter|JetBrainsMono)-(Regular|Italic|SemiBold|Bold)\.(otf|ttf)$') ||
    fail "The fonts Inter and JetBrains Mono are missing; installer/deps.sh --release installs them."
for font in $fonts; do take "$font" "share/chartroom/fonts/${font##*/}"; done

# shellcheck disable=SC2016 # for the loader
{
    patchelf --set-rpath '$ORIGIN/../lib' "$bundle/bin/chartroom"
    patchelf --set-rpath '$ORIGIN' "$bundle"/lib/*
    patchelf --set-rpath '$ORIGIN/../../lib' "$bundle"/plugins/*/*
}

mkdir -p "$out"
python3 "$root/installer/parts.py" "$version" "$build" "$scratch/sources" "$bundle" "$out/$name.spdx.json"
refuse_own_paths "$bundle" "$build"

set_times "$bundle"
tar --sort=name --owner=0 --group=0 --numeric-owner --mode=go+u,go-w --format=gnu -C "$scratch" -cf - "$name" |
    zstd -q "-${PACK_LEVEL:-12}" -T1 -f -o "$out/$name.tar.zst"
glibc=$(find "$bundle" -type f \( -name '*.so*' -o -path '*/bin/chartroom' \) -exec objdump -T {} + 2>/dev/null |
    grep -o 'GLIBC_2\.[0-9.]*' | sort -uV | tail -n 1)
say "$name: $(du -sh --apparent-size "$bundle" | cut -f1) unpacked," \
    "$(du -h --apparent-size "$out/$name.tar.zst" | cut -f1) packed; needs glibc ${glibc#GLIBC_} or later"
