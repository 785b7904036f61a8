#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What installer/deps.sh says where there is no apt: the packages of Fedora, of Arch, else Debian's names, and status 3.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
complain() { echo "$*"; failures=$((failures + 1)); }

# said MANAGER [OPTION]: what deps.sh says on a system that has this package manager and no apt.
said() {
    local tool status=0
    rm -rf "${scratch:?}/bin"
    mkdir "$scratch/bin"
    for tool in bash cat sed awk dirname; do ln -s "$(type -P $tool)" "$scratch/bin/$tool"; done
    ln -s /bin/true "$scratch/bin/$1"
    env -i PATH="$scratch/bin" HOME="$scratch" bash "$here/installer/deps.sh" "${@:2}" 2>&1 </dev/null || status=$?
    [ $status = 3 ] || echo "ended with $status, not 3"
}

fedora=$(said dnf)
[[ $fedora == *'dnf install '* && $fedora != *'ended with'* ]] || complain "Fedora: $fedora"
# Each package that CMake looks for by name; Qt's parts that are in the package of Qt6Widgets, and the other name of Qt, apart.
for name in $(sed -nE 's/^find_package\(([^ )]+).*/\1/p' "$here/CMakeLists.txt" | grep -vxE 'Qt6|PkgConfig') \
    $(sed -nE 's/^find_package\(Qt6 .* COMPONENTS (.*)\)/\1/p' "$here/CMakeLists.txt" | tr ' ' '\n' |
        grep -vxE 'Core|Network|Concurrent|PrintSupport|DBus' | sed 's/^/Qt6/') \
    $(sed -nE 's/^pkg_check_modules\(.* ([^ ]+)\)/\1/p' "$here/CMakeLists.txt"); do
    grep -qiE "'(cmake|pkgconfig)\((lib)?${name//./\\.}\)'" <<<"$fedora" || complain "Fedora: nothing provides $name"
done

arch=$(said pacman)
[[ $arch == *'pacman -S '*' syntax-highlighting '* && $arch == *valijson* && $arch != *'ended with'* ]] || complain "Arch: $arch"
other=$(said zypper)
[[ $other == *' qt6-base-dev '* && $other != *xdotool* && $other != *'ended with'* ]] || complain "elsewhere: $other"
for option in --practice --test; do
    [[ $(said dnf $option) == *'Go 1.21'* ]] || complain "$option: Go is not named"
done
[[ $(said dnf --release) == *' patchelf '* ]] || complain "--release: the packages of a release are not named"
[[ $(said dnf --test) == *' patchelf '*' xdotool '* ]] || complain "--test: the packages of the tests are not named"

[ $failures = 0 ] || exit 1
echo "installer/deps.sh names what to install where it cannot install it"
