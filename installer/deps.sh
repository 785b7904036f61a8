#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installs what Chartroom is built and run with, and nothing when nothing is missing.
#   installer/deps.sh             to build and run
#   installer/deps.sh --practice  also the Go that builds a practice cluster
#   installer/deps.sh --release   also what installer/release.sh makes packages with
#   installer/deps.sh --test      also what tests/run.sh uses
# Debian and Ubuntu, by apt; asks for sudo only when a package is missing. KSyntaxHighlighting for Qt 6 comes as a
# package where there is one, else it is built from the pinned source archive into the user's cache folder.
# On Fedora and Arch it prints the names to install there, which nobody has tried; elsewhere Debian's names.
# Ends with 0: all there; 1: something is missing, said in a sentence; 3: not a system with apt, nothing was checked.
set -euo pipefail
export LC_ALL=C.UTF-8

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=toolchain.sh
source "$here/toolchain.sh"

# One entry a need: package names, the first that exists is taken; "=command" when that command on PATH is enough;
# a leading "?" when Chartroom also runs without, "~" when only some distributions have it as a package of its own.
# shellcheck disable=SC2191 # the = is part of the entry
build_needs=(
    g++=g++ cmake=cmake ninja-build=ninja 'pkgconf|pkg-config=pkg-config' '?ccache=ccache' git=git
    qt6-base-dev qt6-base-dev-tools qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
    'qt6-charts-dev|libqt6charts6-dev' 'qt6-svg-dev|libqt6svg6-dev' libgl1-mesa-dev '~libqt6opengl6-dev'
    libyaml-cpp-dev libyaml-dev libspdlog-dev libsimdjson-dev zlib1g-dev libarchive-dev libgit2-dev libexpected-dev libssl-dev libvalijson-dev
    '?qtkeychain-qt6-dev' '?libmimalloc-dev' '?qt6-qpa-plugins' '?qt6-wayland' '?libxcb-cursor0' '?fonts-inter' '?fonts-jetbrains-mono' ca-certificates
)
# shellcheck disable=SC2191
release_needs=(
    patchelf=patchelf zstd=zstd python3=python3 dpkg-dev=dpkg-shlibdeps lintian=lintian mmdebstrap=mmdebstrap xvfb=Xvfb fontconfig=fc-list
    libsecret-1-0 qt6-qpa-plugins qt6-wayland '~qt6-xdgdesktopportal-platformtheme' '~qt6-svg-plugins' fonts-inter fonts-jetbrains-mono
)
# shellcheck disable=SC2191
test_needs=(
    xauth=xauth xdotool=xdotool imagemagick=import dbus=dbus-daemon gnome-keyring=gnome-keyring-daemon desktop-file-utils=desktop-file-validate
    appstream=appstreamcli shared-mime-info=update-mime-database shellcheck=shellcheck reuse=reuse clang-format=clang-format clang-tidy=clang-tidy curl=curl
    libglib2.0-bin=gio '?clang=clang++' '?libclang-rt-dev|libclang-rt-14-dev' # libFuzzer, for the preset fuzz
)
# Fedora's packages provide the names that CMakeLists.txt asks for (Fedora Packaging Guidelines, "CMake" and "PkgConfig").
fedora_needs="gcc-c++ cmake ninja-build pkgconf-pkg-config ccache git-core qt6-qtwayland valijson-devel rsms-inter-fonts jetbrains-mono-fonts"
for need in Qt6Widgets Qt6Svg Qt6Charts Qt6LinguistTools Qt6Keychain KF6SyntaxHighlighting yaml-cpp spdlog simdjson tl-expected mimalloc; do
    fedora_needs+=" 'cmake($need)'"
done
for need in gl zlib libarchive openssl libgit2 yaml-0.1; do fedora_needs+=" 'pkgconfig($need)'"; done
arch_needs="gcc cmake ninja pkgconf ccache git qt6-base qt6-svg qt6-charts qt6-tools qt6-wayland qtkeychain-qt6 syntax-highlighting yaml-cpp"
arch_needs+=" spdlog simdjson tl-expected mimalloc zlib libarchive openssl libgit2 libyaml inter-font ttf-jetbrains-mono"

# What to install on a system without apt: dnf, pacman, or anything else.
name_needs_elsewhere() {
    if command -v dnf >/dev/null; then
        say "Chartroom was not tried on Fedora. Install these: dnf install $fedora_needs"
    elif command -v pacman >/dev/null; then
        say "Chartroom was not tried on Arch. Install these and valijson (valijson-git in the AUR): pacman -S $arch_needs"
    else
        say "This is not a Debian or Ubuntu system. Chartroom needs the equivalents of these Debian packages:" \
            "$(package_names "${build_needs[@]}")and KSyntaxHighlighting for Qt 6."
    fi
    [ -z "$with_go" ] || say "Practice clusters and tests also need Go 1.21 or later."
    [ "$what" != --test ] || say "The tests also need the equivalents of these Debian packages: $(package_names "${release_needs[@]}" "${test_needs[@]}")"
    [ "$what" != --release ] || say "A bundle is made with the equivalents of these Debian packages, a deb on Debian or Ubuntu only: $(package_names "${release_needs[@]}")"
}

# --- what is missing -------------------------------------------------------------------------------------------

# Sets missing to the entries of "$@" that are neither installed nor answered by a command on PATH.
find_missing() {
    local entry names installed
    local -A have=()
    names=$(for entry in "$@"; do entry=${entry#[?~]}; entry=${entry%%=*}; printf '%s\n' "${entry//|/$'\n'}"; done)
    # shellcheck disable=SC2086 # one word a package
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $names 2>/dev/null || true)
    local state name given_up
    while read -r state name; do [ "$state" != installed ] || have[$name]=1; done <<<"$installed"
    given_up=$'\n'$(cat "$(deps_folder)/unavailable" 2>/dev/null || true)$'\n'
    missing=()
    for entry in "$@"; do
        is_met "${entry#[?~]}" && continue
        [[ $entry == [?~]* && $given_up == *$'\n'$entry$'\n'* ]] || missing+=("$entry")
    done
}

# A missing package that Chartroom runs without is no reason to ask for a password.
only_wanted_missing() {
    local entry
    for entry in "${missing[@]}"; do [[ $entry == \?* ]] || return 1; done
    [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null
}

is_met() {
    local name names=${1%%=*}
    [[ $1 == *=* ]] && command -v "${1#*=}" >/dev/null && return 0
    for name in ${names//|/ }; do [ -n "${have[$name]:-}" ] && return 0; done
    return 1
}

deps_folder() {
    local cache=${XDG_CACHE_HOME:-}
    [[ $cache == /* ]] || cache=$HOME/.cache
    printf '%s/chartroom/deps' "$cache"
}

qt_version() { qmake6 -query QT_VERSION 2>/dev/null || true; }

# The same places that installer/cmake/SyntaxHighlighting.cmake looks in.
has_syntax_highlighting() {
    local file
    for file in /usr{,/local}/lib{,64}{,/*-linux-gnu}/cmake/KF6SyntaxHighlighting/KF6SyntaxHighlightingConfig.cmake; do
        [ -e "$file" ] && return 0
    done
    for file in /usr{,/local}/lib{,64}{,/*-linux-gnu}/cmake/KF5SyntaxHighlighting/KF5SyntaxHighlightingConfig.cmake; do
        [ -e "$file" ] && grep -q Qt6Gui "$file" && return 0
    done
    local mark
    mark="qt $(qt_version)"
    for file in "$(deps_folder)"/ksyntaxhighlighting-*/chartroom-built; do
        [ -e "$file" ] && grep -qxF "$mark" "$file" && return 0
    done
    return 1
}

# --- apt -------------------------------------------------------------------------------------------------------

log=
scratch=
trap '[ -z "$scratch" ] || rm -rf "$scratch"' EXIT

open_scratch() {
    [ -z "$scratch" ] || return 0
    scratch=$(mktemp -d)
    chmod 755 "$scratch"
    log=$scratch/log
}

# Runs a command as root, its output in the log; stdin stays away from it.
# shellcheck disable=SC2024 # the log belongs to the user who started this
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@" >>"$log" 2>&1 </dev/null
    elif sudo -n true 2>/dev/null; then
        sudo -n "$@" >>"$log" 2>&1 </dev/null
    else
        sudo "$@" >>"$log" 2>&1 # asks for the password on the terminal
    fi
}

require_root() {
    [ "$(id -u)" = 0 ] && return 0
    command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; } && return 0
    fail "Packages are missing and this user cannot install them. As root: apt-get install $*"
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 \
        -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold -o Acquire::Retries=2 "$@"
}

# The packages of "$@" that apt could install now.
candidates() {
    apt-cache policy "$@" 2>/dev/null | awk '/^[^ ]/ { name = $1; sub(/:$/, "", name) }
        /^  Candidate:/ && $2 != "(none)" { print name }'
}

# Turns entries into package names: sets packages (to install), unknown (needed, in no package list).
choose_packages() {
    local entry name names known
    packages=() unknown=()
    # shellcheck disable=SC2046 # one word a package
    known=$'\n'$(candidates $(for entry in "$@"; do entry=${entry#[?~]}; entry=${entry%%=*}; echo "${entry//|/ }"; done))$'\n'
    for entry in "$@"; do
        names=${entry#[?~]} names=${names%%=*}
        for name in ${names//|/ }; do
            [[ $known == *$'\n'$name$'\n'* ]] && { packages+=("$name"); continue 2; }
        done
        case $entry in
            [?~]*) mkdir -p "$(deps_folder)" && printf '%s\n' "$entry" >>"$(deps_folder)/unavailable" ;;
            *) unknown+=("${names//|/ or }") ;;
        esac
    done
}

# The first name of each entry, for a person to read.
package_names() {
    local entry
    for entry in "$@"; do entry=${entry#[?~]}; entry=${entry%%=*}; printf '%s ' "${entry%%|*}"; done
}

install_packages() {
    local names
    names=$(package_names "$@")
    require_root "$names"
    open_scratch
    say "Installing packages: ${names% }"
    apt_get update || true # an out-of-date list may still do; what it cannot do is said below
    choose_packages "$@"
    [ ${#unknown[@]} = 0 ] || fail_with_log "This system's package lists do not have: ${unknown[*]}. Is the network reachable?"
    [ ${#packages[@]} = 0 ] || apt_get install --no-install-recommends "${packages[@]}" ||
        fail_with_log "apt could not install: ${packages[*]}."
}

fail_with_log() {
    tail -n 15 "$log" >&2
    fail "$*"
}

# Writes an entry "types suite components" for the configured mirror into a folder of apt sources of its own.
write_source() { # folder types suite components
    local mirror keyring=/usr/share/keyrings/$ID-archive-keyring.gpg
    mirror=$(configured_mirror)
    [ -n "$mirror" ] || return 1
    mkdir -p "$1"
    {
        printf 'Types: %s\nURIs: %s\nSuites: %s\nComponents: %s\n' "$2" "$mirror" "$3" "$4"
        [ ! -e "$keyring" ] || printf 'Signed-By: %s\n' "$keyring"
    } >"$1/chartroom.sources"
}

# --- KSyntaxHighlighting ---------------------------------------------------------------------------------------

# A value that installer/cmake/SyntaxHighlightingSource.cmake sets.
pinned() { sed -n "s/^set(syntax_highlighting_$1 \(.*\))$/\1/p" "$here/cmake/SyntaxHighlightingSource.cmake"; }

# Brings the pinned source archive to a file: from the configured Debian mirror, where unstable has it, else from KDE.
fetch_syntax_highlighting() { # file
    local name apt
    if [ "$ID" = debian ]; then
        name=ksyntax-highlighting_$(pinned version).orig.tar.xz
        mkdir -p "$scratch/apt/lists/partial" "$scratch/apt/cache/archives/partial"
        apt=(-q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$scratch/apt/sources"
            -o "Dir::State::lists=$scratch/apt/lists" -o "Dir::Cache=$scratch/apt/cache"
            -o APT::Sandbox::User=root -o Acquire::Retries=2)
        if write_source "$scratch/apt/sources" deb-src sid main && apt-get "${apt[@]}" update >>"$log" 2>&1 </dev/null; then
            # Ends with an error where a mirror lacks the packaging files; the archive alone is wanted, its sum decides.
            (cd "$scratch/apt" && apt-get "${apt[@]}" source --download-only ksyntax-highlighting >>"$log" 2>&1 </dev/null) || true
            sha256sum --check --status <<<"$(pinned sha256)  $scratch/apt/$name" 2>>"$log" && { mv "$scratch/apt/$name" "$1"; return; }
        fi
    fi
    cmake "-DARCHIVE=$1" -P "$here/cmake/SyntaxHighlightingSource.cmake" >>"$log" 2>&1 </dev/null
}

build_syntax_highlighting() {
    local deps work version hash
    deps=$(deps_folder)
    mkdir -p "$deps"
    exec 8>"$deps/lock"
    flock 8
    has_syntax_highlighting && return 0
    open_scratch
    version=$(pinned version) hash=$(pinned sha256)
    say "Building KSyntaxHighlighting $version for Qt $(qt_version), once (about half a minute)"
    work=$deps/work
    rm -rf "$work"
    mkdir -p "$work/unpacked"
    fetch_syntax_highlighting "$work/archive" || fail_with_log "The source of KSyntaxHighlighting $version could not be fetched." \
        "Elsewhere: cmake -DCHARTROOM_SYNTAX_HIGHLIGHTING_SOURCE=<folder, archive or address>."
    tar -xf "$work/archive" -C "$work/unpacked" --strip-components=1
    cmake "-DSOURCE=$work/unpacked" "-DWORK=$work" "-DPREFIX=$deps/ksyntaxhighlighting-$version-${hash:0:12}" \
        "-DQT_VERSION=$(qt_version)" -P "$here/cmake/BuildSyntaxHighlighting.cmake" >&2 </dev/null ||
        fail "KSyntaxHighlighting could not be built; the whole output is in $work/build.log."
    rm -rf "$work"
    exec 8>&-
}

need_syntax_highlighting() {
    has_syntax_highlighting && return 0
    if [ -n "$(candidates libkf6syntaxhighlighting-dev)" ]; then
        install_packages libkf6syntaxhighlighting-dev
        return 0
    fi
    find_missing extra-cmake-modules perl=perl xz-utils=xz
    [ ${#missing[@]} = 0 ] || install_packages "${missing[@]}"
    build_syntax_highlighting
}

# --- Go --------------------------------------------------------------------------------------------------------

need_go() {
    find_go >/dev/null && return 0
    local newest
    require_root golang-go
    open_scratch
    say "Installing Go"
    apt_get update || true
    newest=$(apt-cache pkgnames golang-1. 2>/dev/null | sed -n 's/^golang-1\.\([0-9]*\)-go$/\1/p' | sort -n | tail -n 1)
    if [ "${newest:-0}" -ge 21 ]; then
        apt_get install --no-install-recommends "golang-1.$newest-go" || fail_with_log "apt could not install Go."
    else
        install_go_from_backports
    fi
    find_go >/dev/null || fail_with_log "No Go 1.21 or later could be installed; put one on PATH."
}

# The system's own sources stay as they are: the entry for backports lives in a folder of its own for this one call.
install_go_from_backports() {
    local sources=$scratch/backports suite=${VERSION_CODENAME:-}-backports file apt
    write_source "$sources" deb "$suite" main || return 0
    for file in /etc/apt/sources.list.d/*.{list,sources}; do [ ! -e "$file" ] || cp "$file" "$sources/"; done
    mkdir -p "$scratch/lists/partial"
    apt=(-o "Dir::Etc::sourceparts=$sources" -o "Dir::State::lists=$scratch/lists" -o APT::Sandbox::User=root)
    apt_get "${apt[@]}" update || true
    apt_get "${apt[@]}" install --no-install-recommends -t "$suite" golang-go || true
}

# --- main ------------------------------------------------------------------------------------------------------

needs=("${build_needs[@]}")
with_go=
what=${1:-}
case $what in
    '') ;;
    --practice) with_go=1 ;;
    --release) needs+=("${release_needs[@]}") ;;
    --test) needs+=("${release_needs[@]}" "${test_needs[@]}") with_go=1 ;;
    *) say "Usage: installer/deps.sh [--practice | --release | --test]"; exit 2 ;;
esac

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    name_needs_elsewhere
    exit 3
fi
ID=debian VERSION_CODENAME=
# shellcheck disable=SC1091 # describes the system it runs on
[ ! -e /etc/os-release ] || source /etc/os-release

find_missing "${needs[@]}"
[ ${#missing[@]} = 0 ] || only_wanted_missing || install_packages "${missing[@]}"
need_syntax_highlighting
[ -z "$with_go" ] || need_go
