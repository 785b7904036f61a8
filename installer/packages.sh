# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Sourced by bundle.sh, deb.sh, release.sh and tests/packages.sh: what packages have in common, and the roots (bare
# Debian systems in a folder) they are built and tried in.

# All times in packages are that of the commit: the same sources make the same bytes.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CMakeLists.txt")}
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC
umask 022
# PACK_LEVEL, where it is set, is the level of compression of the archives: 1 for a check, 12 (zstd) and 6 (xz) for a release.

# What Qt loads at run time, relative to its folder of plugins. Without those for OpenGL: windows are painted by the
# processor, and a driver of another system would not fit the libraries of the bundle.
qt_plugins=(
    platforms/libq{xcb,offscreen}.so 'platforms/libqwayland*[!l].so' 'wayland-shell-integration/*.so'
    'wayland-decoration-client/*.so' 'platforminputcontexts/*.so' platformthemes/libqxdgdesktopportal.so
    iconengines/libqsvgicon.so imageformats/libqsvg.so tls/libqopensslbackend.so 'printsupport/*.so'
)

# Prints the path of each plugin; fails where one is missing.
find_plugins() {
    local folder pattern
    folder=$(qmake6 -query QT_INSTALL_PLUGINS)
    for pattern in "${qt_plugins[@]}"; do
        compgen -G "$folder/$pattern" || fail "Qt's plugin $pattern is missing; installer/deps.sh --release installs it."
    done
}

# Copies what the build folder installs, stripped, with the man page packed as Debian has it.
stage_program() { # BUILD PREFIX
    cmake --install "$1" --strip --prefix "$2" >/dev/null
    gzip -9n "$2"/share/man/man1/*.1
}

# No file may name a folder of the machine it was built on.
refuse_own_paths() { # FOLDER BUILD
    local found
    found=$(grep -rlF -e "$root/" -e "$(realpath "$2")/" -e "${XDG_CACHE_HOME:-$HOME/.cache}/chartroom" "$1") || return 0
    fail "These files name a folder of this machine: $found"
}

set_times() { find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; }

# --- roots -----------------------------------------------------------------------------------------------------

# Root already, or in a user namespace where this user is root.
enter_namespace() {
    local map=()
    [ "$(id -u)" = 0 ] || map=(--map-root-user --map-auto)
    unshare "${map[@]}" --mount --pid --fork --kill-child "$@"
}

# Unpacks a bare system of a Debian release into FOLDER; made once a day from the mirror this machine is configured with.
make_root() { # SUITE FOLDER
    local mirror cache=${XDG_CACHE_HOME:-$HOME/.cache}/chartroom/roots
    local archive=$cache/$1.tar
    mkdir -p "$cache" "$2"
    if [ -z "$(find "$archive" -mtime -1 -size +1 2>/dev/null)" ]; then
        mirror=$(configured_mirror)
        [ -n "$mirror" ] || return 1
        mmdebstrap --quiet --format=tar --variant=minbase "$1" "$archive.part" "deb $mirror $1 main" || return 1
        mv "$archive.part" "$archive"
    fi
    enter_namespace tar -C "$2" -xpf "$archive" || return 1
    cp /etc/resolv.conf "$2/etc/resolv.conf"
}

# Home of who works in a bare root: a folder that is there and empty.
export ROOT_HOME=/srv

# Runs a command in a root, with /proc and /dev, and an environment of its own.
in_root() { # FOLDER COMMAND...
    # shellcheck disable=SC2016 # for the inner shell
    enter_namespace sh -c 'cd "$0" && mount -t proc proc proc && mount --rbind /dev dev && exec env -i \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME='"$ROOT_HOME"' LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive chroot . "$@"' "$@" </dev/null
}
