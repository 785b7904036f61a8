#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/plurals.sh LUPDATE: fails where a %n of the source has no plural forms in translations/chartroom_en.ts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
copy=$(mktemp --suffix=.ts)

missing() { # FOLDERS: what lupdate finds there and the file has not
    cp translations/chartroom_en.ts "$copy"
    "$1" -silent -locations none -pluralonly "${@:2}" -I . -ts "$copy" 2>/dev/null
    sed -n '/<source>/h;/type="unfinished"/{g;s,.*<source>\(.*\)</source>.*,\1,p}' "$copy"
}

planted=$(mktemp -d)
trap 'rm -rf "$copy" "$planted"' EXIT
printf 'struct P { Q_DECLARE_TR_FUNCTIONS(P) };\nauto p = P::tr("%%n planted", nullptr, 2);\n' >"$planted/p.cpp"
[ "$(missing "$1" "$planted")" = "%n planted" ] || { echo "a planted plural is not found"; exit 1; }

found=$(missing "$1" core app ui)
[ -z "$found" ] || { printf 'without plural forms in translations/chartroom_en.ts:\n%s\n' "$found"; exit 1; }
echo "every %n has its plural forms"
