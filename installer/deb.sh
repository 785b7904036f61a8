#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# installer/deb.sh BUILD FOLDER: makes FOLDER/chartroom_VERSION-1~RELEASE_ARCHITECTURE.deb of the program built in the
# folder BUILD. The package is for the Debian or Ubuntu it is made on: its libraries' versions become dependencies.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=toolchain.sh
source "$root/installer/toolchain.sh"
# shellcheck source=packages.sh
source "$root/installer/packages.sh"
version=$(project_version)
build=${1:?usage: installer/deb.sh BUILD FOLDER} out=${2:?usage: installer/deb.sh BUILD FOLDER}

# shellcheck disable=SC1091 # describes the system it runs on
release=$(source /etc/os-release && echo "${ID/debian/deb}${VERSION_ID:-}")
package=$version-1~$release
contact='The Chartroom authors <chartroom@example.org>' # a reserved domain: the authors have no address for mail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
stage=$scratch/stage
doc=$stage/usr/share/doc/chartroom
stage_program "$build" "$stage/usr"

gzip -9n <"$root/.github/CHANGELOG.md" >"$doc/changelog.gz"
printf 'chartroom (%s) unstable; urgency=medium\n\n  * New version; changelog.gz says what is in it.\n\n -- %s  %s\n' \
    "$package" "$contact" "$(date -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$doc/changelog.Debian.gz"
refuse_own_paths "$stage" "$build"

mkdir "$scratch/debian"
printf 'Source: chartroom\n\nPackage: chartroom\nArchitecture: any\n' >"$scratch/debian/control"
depends=$(cd "$scratch" && dpkg-shlibdeps -O "$stage/usr/bin/chartroom" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || fail "dpkg-shlibdeps finds no dependencies."

# What the window loads at run time and no library of the program brings.
plugins=$(find_plugins)
# shellcheck disable=SC2086 # one word a plugin
recommends=$(for name in $(dpkg-query -S $plugins | sed 's/[:,].*//' | sort -u) libsecret-1-0 fonts-inter fonts-jetbrains-mono; do
    [[ ", $depends" == *", $name "* || ", $depends," == *", $name,"* ]] || printf '%s, ' "$name"
done)

mkdir "$stage/DEBIAN"
(cd "$stage" && find usr -type f -exec md5sum {} + | LC_ALL=C sort -k 2 >DEBIAN/md5sums)
cat >"$stage/DEBIAN/control" <<CONTROL
Package: chartroom
Version: $package
Architecture: $(dpkg --print-architecture)
Maintainer: $contact
Installed-Size: $(du -sk --apparent-size --exclude=DEBIAN "$stage" | cut -f1)
Depends: $depends
Recommends: ${recommends%, }
Section: admin
Priority: optional${CHARTROOM_HOMEPAGE:+
Homepage: $CHARTROOM_HOMEPAGE}
Description: Helm add-ons of GPU Kubernetes clusters
 Chartroom is a console for the engineers who look after the Helm add-ons of GPU
 Kubernetes clusters. It shows what is installed and who owns it, what an
 upgrade would change, and where each node is while a GPU or InfiniBand driver
 rolls out. The same tables are printed on the command line.
 .
 It connects with the user's kubeconfig and only reads, except where the user
 runs an upgrade or a rollback. It starts kubectl and helm where they are
 needed; without a cluster it opens a bundled recording.
CONTROL
set_times "$stage"
mkdir -p "$out"
dpkg-deb --root-owner-group -Zxz "-z${PACK_LEVEL:-6}" --build "$stage" "$out" >/dev/null
say "$(cd "$out" && du -h --apparent-size "chartroom_${package}_"*.deb)"
