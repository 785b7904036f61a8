#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/packages.sh BUILD           packs the program built in the folder BUILD twice, into a bundle and a deb, and checks their
#                                   files; the bundle is started unpacked, installed for one user, and removed. About half a minute.
# tests/packages.sh --roots BUILD   after that also installs, starts and removes them in bare roots: the deb in one of this Debian,
#                                   the bundle in this one, and where it is 12 also in 13. About ten minutes, and a mirror of Debian is needed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../installer/toolchain.sh
source "$root/installer/toolchain.sh"
# shellcheck source=../installer/packages.sh
source "$root/installer/packages.sh"
version=$(project_version)
roots=
[ "${1:-}" != --roots ] || { roots=1; shift; }
build=$(realpath "${1:?usage: tests/packages.sh [--roots] BUILD}")
exec 2>&1 # one order of lines in ctest's report

scratch=$(mktemp -d)
xvfb=
# A root's files belong to its namespace where this user is not root.
trap '[ -z "$xvfb" ] || kill "$xvfb"; rm -rf "$scratch" 2>/dev/null || enter_namespace rm -rf "$scratch"' EXIT
name=chartroom-$version-linux-$(uname -m)

# --- files -----------------------------------------------------------------------------------------------------

for pack in one two; do PACK_LEVEL=1 "$root/installer/release.sh" --from "$build" "$scratch/$pack"; done
diff -r "$scratch/one" "$scratch/two" || fail "Two packings of the same program differ."
(cd "$scratch/one" && sha256sum --quiet --check SHA256SUMS)
mkdir "$scratch/planted"
echo "$root/core" >"$scratch/planted/file"
! (refuse_own_paths "$scratch/planted" "$build") 2>/dev/null || fail "A planted path of this machine is not found."

deb=$(echo "$scratch"/one/*.deb)
# As root lintian says so on stderr, which is no finding.
lintian --fail-on error,warning --allow-root "$deb" || fail "lintian finds faults in $deb."
field() { dpkg-deb --field "$deb" "$1"; }
[[ $(field Version) == "$version-1~"* ]] || fail "The deb has the version $(field Version)."
for package in libqt6widgets6 libgit2 libyaml-cpp; do
    [[ $(field Depends) == *"$package"* ]] || fail "The deb does not depend on $package: $(field Depends)"
done

mkdir "$scratch/unpacked"
tar --zstd -xf "$scratch/one/$name.tar.zst" -C "$scratch/unpacked"
bundle=$scratch/unpacked/$name
# Headers tell what is compiled in: those that ninja recorded of the program's own files.
(cd "$build" && ninja -t deps) | awk '/^[^ ]/ { own = /^(core|ui|app)\// } own && /^    \// { print $1 }' | sort -u >"$scratch/headers"
python3 - "$bundle" "$scratch/one/$name.spdx.json" "$scratch/headers" <<'CHECK'
import json, os, re, subprocess, sys
bundle, sbom, headers = sys.argv[1:]
run = lambda *command: subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
parts = json.load(open(sbom))["packages"]
listed = {word for part in parts for word in part.get("comment", "").split() if word.startswith(("lib/", "plugins/"))}
shipped = {os.path.relpath(os.path.join(folder, file), bundle)
           for top in ("lib", "plugins") for folder, _, files in os.walk(f"{bundle}/{top}") for file in files}
assert listed == shipped, f"the list of parts and the bundle differ: {sorted(listed ^ shipped)}"
for part in parts:
    assert part["versionInfo"] not in ("", "NOASSERTION"), f"{part['name']} has no version"
    assert part["licenseDeclared"] not in ("", "NOASSERTION"), f"{part['name']} has no license"
    text = part["name"] if "comment" in part else "chartroom" # what is compiled in is in Chartroom's own file
    assert os.path.getsize(f"{bundle}/licenses/{text}"), f"{part['name']} comes without the text of its license"

paths = [os.path.realpath(line.strip()) for line in open(headers)]
assert len(paths) > 100, f"only {len(paths)} headers are recorded"
owners = {line.split(": ")[0] for line in run("dpkg-query", "-S", *paths).splitlines()}
sources = set(run("dpkg-query", "-W", "-f", "${source:Package}\n", *owners).split())
if any("ksyntaxhighlighting" in path.lower() for path in paths):
    sources.add("ksyntax-highlighting")
assert {"qt6-base", "valijson"} <= sources, f"the headers are of {sources}"
known = {part.get("sourceInfo", "").removeprefix("source package ").replace("kf6-", "") for part in parts}
unlisted = {source for source in sources - known if not re.match(r"gcc-|glibc$|linux$", source)}
assert not unlisted, f"headers of {sorted(unlisted)} are used, which are not in the list of parts"

libc = r"(lib(c|m|dl|rt|pthread|resolv|util|anl|mvec)\.so|ld-linux|linux-vdso)"
for file in sorted(shipped) + ["bin/chartroom"]:
    text = run("readelf", "-d", f"{bundle}/{file}")
    path = re.search(r"RUNPATH.*\[(.*)\]", text)
    wanted = {"bin": "$ORIGIN/../lib", "lib": "$ORIGIN"}.get(file.split("/")[0], "$ORIGIN/../../lib")
    assert path and path[1] == wanted, f"{file} has the RUNPATH {path and path[1]}"
    for needed in re.findall(r"NEEDED.*\[(.*)\]", text):
        assert re.match(libc, needed) or os.path.exists(f"{bundle}/lib/{needed}"), f"{file} needs {needed}, which is not in the bundle"
for line in run("ldd", f"{bundle}/bin/chartroom").splitlines():
    name, _, path = line.strip().partition(" => ")
    assert not path or re.match(libc, name) or os.path.realpath(path.split(" (")[0]).startswith(os.path.realpath(bundle)), \
        f"the loader takes {line.strip()}"
CHECK

# --- one user --------------------------------------------------------------------------------------------------

# in_home COMMAND...: as a user who has nothing but a home folder; what the program keeps goes elsewhere.
mkdir "$scratch/home" "$scratch/kept"
in_home() {
    env -i PATH=/usr/bin:/bin HOME="$scratch/home" LANG=C.UTF-8 QT_QPA_PLATFORM=offscreen XDG_CONFIG_HOME="$scratch/kept" \
        XDG_STATE_HOME="$scratch/kept" XDG_CACHE_HOME="$scratch/kept" XDG_RUNTIME_DIR="$scratch/kept" "$@" </dev/null
}
starts() { # COMMAND
    [ "$(in_home "$1" --version)" = "chartroom $version" ] || fail "$1 does not print the version."
    [[ $(in_home "$1" list --recording bundled -A) == *gpu-operator* ]] || fail "The verb list of $1 prints no gpu-operator."
}
window_opens() { # COMMAND
    local status=0
    in_home timeout 5 "$1" bundled >"$scratch/said" 2>&1 || status=$?
    # 124: it was still open.
    { [ $status = 124 ] && [ ! -s "$scratch/said" ]; } || fail "The window of $1 ended with $status: $(<"$scratch/said")"
}

starts "$bundle/bin/chartroom"
window_opens "$bundle/bin/chartroom"
for _ in first upgrade; do
    in_home "$bundle/install.sh" >"$scratch/said" || fail "install.sh: $(<"$scratch/said")"
done
rm -rf "$scratch/unpacked" # what is installed stands alone
starts "$scratch/home/.local/bin/chartroom"
starts "$scratch/home/.local/bin/kubectl-chartroom"
mapfile -t lines < <(sed -n 's/^Exec=//p' "$scratch"/home/.local/share/applications/*.desktop)
[ ${#lines[@]} -ge 3 ] || fail "Only ${#lines[@]} Exec lines in the installed entry."
for line in "${lines[@]}"; do
    [[ $line == "\"$scratch/home/.local/opt/chartroom/bin/chartroom\""* ]] || fail "The entry does not start what is installed: $line"
done
dangling=$(find "$scratch/home" -xtype l)
[ -z "$dangling" ] || fail "These links lead nowhere: $dangling"
in_home "$scratch/home/.local/opt/chartroom/install.sh" --remove >"$scratch/said" || fail "install.sh --remove: $(<"$scratch/said")"
left=$(find "$scratch/home" -mindepth 1)
[ -z "$left" ] || fail "Removing leaves: $left"
say "The files of the packages are right; the bundle starts, is installed for one user, and is removed without a trace."
[ -n "$roots" ] || exit 0
tar --zstd -xf "$scratch/one/$name.tar.zst" -C "$scratch"
bundle=$scratch/$name

# --- roots -----------------------------------------------------------------------------------------------------

# Ends with the script.
Xvfb -displayfd 3 -screen 0 1280x720x24 3>"$scratch/display" >/dev/null 2>&1 &
xvfb=$!
for _ in {1..100}; do [ -s "$scratch/display" ] && break; sleep 0.2; done
display=$(cat "$scratch/display")
[ -n "$display" ] || fail "Xvfb does not start."

# As a user of the root would: the version, a verb, and the window for a moment on the bundled recording.
try_program() { # ROOT COMMAND
    local status platform
    in_root "$1" "$2" --version | grep -x "chartroom $version"
    in_root "$1" "$2" list --recording bundled -A >"$scratch/list"
    grep -q gpu-operator "$scratch/list" || fail "The verb list prints no gpu-operator in $1."
    for platform in QT_QPA_PLATFORM=offscreen "DISPLAY=:$display"; do
        status=0
        in_root "$1" env "$platform" timeout 10 "$2" bundled >"$scratch/window" 2>&1 || status=$?
        [ $status = 124 ] || { cat "$scratch/window"; fail "The window ended with $status in $1 ($platform)."; } # 124: it was still open
        # A bare root has no fonts.conf; the bundle's own fonts need none.
        ! grep -v '^Fontconfig error: Cannot load default config file' "$scratch/window" || fail "The window complains in $1 ($platform)."
    done
}

# All files of a root but those that dpkg and apt keep about themselves.
list_files() { enter_namespace find "$1/usr" "$1/etc" "$1$ROOT_HOME" "$1/opt" | sort; }

can_make_roots() { enter_namespace true 2>/dev/null && command -v mmdebstrap >/dev/null; }
can_make_roots || fail "This machine lets no root be entered (no mount namespaces, or mmdebstrap is missing)."
# shellcheck disable=SC1091 # describes the system it runs on
suite=$(source /etc/os-release && echo "${VERSION_CODENAME:-}")

# What the program writes while it runs is the user's, and outlives its removal.
records=$ROOT_HOME/.local/state/chartroom

try_bundle() { # SUITE
    local system=$scratch/$1 before=$SECONDS
    make_root "$1" "$system" || fail "No root of $1 can be made from the configured mirror."
    list_files "$system" >"$scratch/before"
    enter_namespace cp -R "$bundle" "$system/tmp/bundle"
    try_program "$system" /tmp/bundle/bin/chartroom
    in_root "$system" /tmp/bundle/install.sh
    try_program "$system" "$ROOT_HOME/.local/bin/chartroom"
    in_root "$system" "$ROOT_HOME/.local/opt/chartroom/install.sh" --remove
    in_root "$system" rm -r "$records" || fail "Removing the bundle takes the user's records away."
    in_root "$system" sh -c 'cd && rmdir -p --ignore-fail-on-non-empty .local/state' # not the folder itself
    list_files "$system" | diff "$scratch/before" - || fail "The bundle leaves a trace in $1."
    say "bundle in $1: unpacked, started, installed and removed in $((SECONDS - before)) s"
}

install_package() { # ROOT NAME
    in_root "$1" apt-get -qq install "/tmp/$2.deb" >"$scratch/apt" 2>&1 || { tail "$scratch/apt"; fail "apt cannot install $2.deb in $1."; }
}

try_package() { # SUITE
    local system=$scratch/$1-deb before
    make_root "$1" "$system" || fail "No root of $1 can be made from the configured mirror."
    enter_namespace cp "$deb" "$system/tmp/chartroom.deb"
    dpkg-deb --raw-extract "$deb" "$scratch/older"
    sed -i 's/^Version: .*/Version: 0.0.1-1/' "$scratch/older/DEBIAN/control"
    enter_namespace dpkg-deb --root-owner-group -Zxz -z1 --build "$scratch/older" "$system/tmp/older.deb" >/dev/null
    # shellcheck disable=SC2016 # for the inner shell; what is thrown away need not reach the disk
    enter_namespace sh -c 'echo force-unsafe-io >"$0/etc/dpkg/dpkg.cfg.d/unsafe-io"' "$system"
    in_root "$system" apt-get -qq update
    # Downloaded apart, so that the time is that of a machine with the packages at hand.
    in_root "$system" apt-get -qq install --download-only /tmp/chartroom.deb >/dev/null
    before=$SECONDS
    install_package "$system" older
    try_program "$system" chartroom
    say "deb in $1: installed and started in $((SECONDS - before)) s, download apart"
    install_package "$system" chartroom
    # shellcheck disable=SC2016 # dpkg's own field
    [ "$(in_root "$system" dpkg-query -W -f '${Version}' chartroom)" = "$(field Version)" ] || fail "The deb is not upgraded in $1."
    in_root "$system" test -d "$records" || fail "The upgrade takes the user's records away."
    try_program "$system" chartroom
    in_root "$system" apt-get -qq purge chartroom >/dev/null 2>&1
    in_root "$system" rm -r "$records" || fail "Removing the package takes the user's records away."
    ! list_files "$system" | grep -i 'chartroom' || fail "The deb leaves files in $1."
    say "deb in $1: upgraded and removed"
}

try_bundle "$suite"
[ "$suite" != bookworm ] || try_bundle trixie # a bundle runs on its own system and on later ones
try_package "$suite"
