#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# ./install.sh           installs Chartroom for this user: the program in ~/.local/opt/chartroom, the command in
#                        ~/.local/bin, menu entry, file type, icons, man page and completions. No root is needed.
# ./install.sh --remove  takes all of that away. Settings, recordings and records of operations stay.
# Chartroom also runs from this folder without being installed: bin/chartroom
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
data=${XDG_DATA_HOME:-$HOME/.local/share}
home=$HOME/.local/opt/chartroom
bin=$HOME/.local/bin
commands="chartroom kubectl-chartroom"
entry=applications/io.github.chartroom.Chartroom.desktop

# The files for the desktop and the shell, as they lie below share.
list_shared() { (cd "$home/share" && find . -type f ! -path './doc/*' ! -path './chartroom/*' | sed 's,^\./,,'); }

# Caches of the desktop; one that is made from nothing any more goes with its folder.
refresh() {
    if [ -d "$data/applications" ]; then
        ! command -v update-desktop-database >/dev/null || update-desktop-database -q "$data/applications" || true
        ls "$data/applications/"*.desktop >/dev/null 2>&1 || rm -f "$data/applications/mimeinfo.cache"
    fi
    if [ -d "$data/mime/packages" ]; then
        ! command -v update-mime-database >/dev/null || update-mime-database "$data/mime" >/dev/null 2>&1 || true
        ! rmdir "$data/mime/packages" 2>/dev/null || rm -r "$data/mime"
    fi
}

remove() {
    [ -d "$home" ] || return 0
    shared=$(list_shared)
    printf '%s\n' "$shared" | while IFS= read -r file; do rm -f "$data/$file"; done
    refresh
    printf '%s\n' "$shared" | while IFS= read -r file; do
        (cd "$data" && rmdir -p "$(dirname "$file")" 2>/dev/null) || true
    done
    for command in $commands; do [ ! -L "$bin/$command" ] || rm "$bin/$command"; done
    rm -r "$home"
    (cd "$HOME" && rmdir -p .local/bin .local/opt .local/share 2>/dev/null) || true
}

case ${1:-} in
    '') ;;
    --remove)
        remove
        echo "Chartroom is removed. Your settings and data are kept."
        exit
        ;;
    *)
        sed -n '5,8s/^# //p' "$0"
        [ "$1" = --help ]
        exit
        ;;
esac

[ "$here" != "$home" ] || { echo "Chartroom is installed already."; exit; }
for command in $commands; do
    [ ! -e "$bin/$command" ] || [ -L "$bin/$command" ] || { echo "$bin/$command is another program; move it first." >&2; exit 1; }
done
remove # an earlier version
mkdir -p "$home" "$bin"
cp -R "$here/." "$home"
for command in $commands; do ln -s "$home/bin/$command" "$bin/$command"; done
list_shared | while IFS= read -r file; do
    mkdir -p "$data/$(dirname "$file")"
    ln -sf "$home/share/$file" "$data/$file"
done
# A desktop session may not have ~/.local/bin on its PATH.
rm "$data/$entry"
sed "s,^Exec=chartroom,Exec=\"$home/bin/chartroom\"," "$home/share/$entry" >"$data/$entry"
refresh
echo "Chartroom is installed: $bin/chartroom"
case :$PATH: in *":$bin:"*) ;; *) echo "$bin is not on PATH in this shell." ;; esac
