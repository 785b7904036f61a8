#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Checks what a desktop, a package and a lawyer read, with the tools of their trades: desktop-file-validate, appstreamcli
# (strict), update-mime-database and gio, shellcheck, reuse. Each is first tried on a planted fault. Needs no build.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=../installer/toolchain.sh
source installer/toolchain.sh
app=io.github.chartroom.Chartroom
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
complain() { echo "$*"; failures=$((failures + 1)); }

for tool in desktop-file-validate appstreamcli update-mime-database gio shellcheck reuse cmake; do
    command -v $tool >/dev/null || complain "$tool is missing; installer/deps.sh --test installs it"
done
[ $failures = 0 ] || exit 1

# check WHAT COMMAND...: the command succeeds and prints nothing of an error or a warning.
check() {
    local what=$1 said
    shift
    said=$("$@" 2>&1) && ! grep -qiE '\b(error|warning):' <<<"$said" || complain "$what: $said"
}

# plant WHAT COMMAND...: the same command must complain.
plant() {
    local what=$1 before=$failures
    shift
    check "$what" "$@" >"$scratch/said"
    [ $failures != "$before" ] || { echo "a planted fault is not caught: $what"; exit 1; }
    failures=$before
}

# --- the desktop entry -----------------------------------------------------------------------------------------

sed 's/^Categories=.*/Categories=Nonsense;/' installer/$app.desktop >"$scratch/$app.desktop"
plant "an unknown category" desktop-file-validate "$scratch/$app.desktop"
check "the desktop entry" desktop-file-validate installer/$app.desktop

# --- the metainfo ----------------------------------------------------------------------------------------------

# As a release writes it. The tag <developer> is of AppStream 1; older ones do not know it.
strict=(appstreamcli validate --no-net --strict --explain)
[[ $(appstreamcli --version) == *' 0.'* ]] && strict+=(--override=unknown-tag=pedantic)
version=$(project_version)
metainfo=$scratch/$app.metainfo.xml
write_metainfo() {
    cmake -DVERSION="$version" -DHOMEPAGE="$1" -DOUTPUT="$metainfo" -P installer/cmake/Metainfo.cmake
}
write_metainfo https://forge.example/chartroom/chartroom
sed 's/<summary>.*/<summary>Ends with a stop.<\/summary>/' "$metainfo" >"$scratch/planted.metainfo.xml"
plant "a summary that ends with a stop" "${strict[@]}" "$scratch/planted.metainfo.xml"
check "the metainfo" "${strict[@]}" "$metainfo"
grep -qE "<url type=\"homepage\">https://forge.example/chartroom/chartroom</url>" "$metainfo" || complain "the metainfo has no home page"
for picture in $(sed -n 's,.*<image[^>]*>.*/v[0-9.]*/\(.*\)</image>,\1,p' "$metainfo"); do
    [ -e "$picture" ] || complain "the metainfo has a picture that is not there: $picture"
done
[ "$(grep -c '<image' "$metainfo")" = 2 ] || complain "the metainfo has not two pictures"

# Its releases are those of the changelog, and the newest is the one that is built.
of_changelog=$(sed -nE 's/^## ([0-9.]+), .*/\1/p' .github/CHANGELOG.md)
of_metainfo=$(sed -nE 's/.*<release version="([^"]*)".*/\1/p' "$metainfo")
[ "$of_changelog" = "$of_metainfo" ] || complain "releases of the changelog and of the metainfo: $of_changelog, $of_metainfo"
[ "${of_changelog%%$'\n'*}" = "$version" ] || complain "the changelog begins with ${of_changelog%%$'\n'*}, CMakeLists.txt has $version"
[ "$(grep -c '<li>' "$metainfo")" -gt "$(grep -c '^\*\*' .github/CHANGELOG.md)" ] || complain "the metainfo lacks themes of the changelog"

write_metainfo ''
! grep -qE '<url|<image' "$metainfo" || complain "without a home page the metainfo has links"

# --- the MIME type ---------------------------------------------------------------------------------------------

# Beside the type it is a kind of, as on a desktop. The file's first bytes are those that tst_recorder asks for.
mkdir -p "$scratch/share/mime/packages" "$scratch/home"
cp /usr/share/mime/packages/freedesktop.org.xml installer/$app.mime.xml "$scratch/share/mime/packages"
update-mime-database "$scratch/share/mime" >"$scratch/said" 2>&1 || complain "the MIME type: $(<"$scratch/said")"
printf 'text' | gzip -n >"$scratch/plain"
{
    printf '\x1f\x8b\x08\x10\0\0\0\0\0\x03Chartroom recording\0'
    tail -c +11 "$scratch/plain"
} >"$scratch/recording"
gzip -t <"$scratch/recording" || complain "what was planted is no gzip"
cp "$scratch/plain" "$scratch/plain.chartroom"
type_of() { XDG_DATA_DIRS=$scratch/share XDG_DATA_HOME=$scratch/home gio info -a standard::content-type "$1" | sed -n 's/.*content-type: //p'; }
for pair in plain=application/gzip recording=application/vnd.chartroom.recording+gzip plain.chartroom=application/vnd.chartroom.recording+gzip; do
    got=$(type_of "$scratch/${pair%%=*}")
    [ "$got" = "${pair#*=}" ] || complain "the type of ${pair%%=*} is $got, not ${pair#*=}"
done
grep -qxF "MimeType=application/vnd.chartroom.recording+gzip;" installer/$app.desktop || complain "the desktop entry does not open recordings"

# --- scripts and licences --------------------------------------------------------------------------------------

# shellcheck disable=SC2016 # the fault
printf '#!/bin/sh\nrm -rf "$1/"*\ncd $2\n' >"$scratch/planted.sh"
plant "a script that goes on where cd fails" shellcheck -x --severity=warning "$scratch/planted.sh"
if [ -e .git ]; then
    git grep -lE '^#!.*sh$' -- ':!tests/data' >"$scratch/scripts"
    xargs shellcheck -x --severity=warning <"$scratch/scripts" || complain "shellcheck"
    mkdir "$scratch/tree"
    echo 'int planted;' >"$scratch/tree/planted.c"
    plant "a file without a licence" reuse --root "$scratch/tree" lint
    reuse lint >"$scratch/said" 2>&1 || complain "reuse lint: $(sed -n '/following files/,$p' "$scratch/said" | head -n 40)"
fi

[ $failures = 0 ] || exit 1
echo "desktop entry, metainfo, MIME type, scripts and licences are valid"
