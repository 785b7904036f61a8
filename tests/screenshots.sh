#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/screenshots.sh FOLDER [PAGE...]
# Saves pictures of the window, 1280x720, as FOLDER/PAGE.png: all pages, or addons values rollout plan responsibility
# versions findings tickets activity as named. Starts the release build (installer/run.sh builds it) in a display of its own
# and drives it by its keys; with no kubeconfig it opens the bundled recording. The README's are addons and rollout.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${CHARTROOM:-$root/build/release/bin/chartroom}
steps=10 # of ten seconds since the recording's start: nodes are done, under way and failed
declare -A keys=([addons]=ctrl+1 [values]=ctrl+2 [rollout]=ctrl+3 [plan]=ctrl+5 [responsibility]=ctrl+6
    [versions]=ctrl+7 [findings]=ctrl+8 [tickets]=ctrl+9 [activity]=ctrl+j)

[ $# -gt 0 ] || { sed -n '5,8s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; }
folder=$1
shift
[ $# -gt 0 ] || set -- addons values rollout plan responsibility versions findings tickets activity
for page in "$@"; do [ -n "${keys[$page]:-}" ] || { echo "There is no page $page." >&2; exit 2; }; done
for tool in Xvfb xdotool import; do
    command -v "$tool" >/dev/null || { echo "$tool is missing; installer/deps.sh --test installs it." >&2; exit 1; }
done
[ -x "$program" ] || { echo "There is no $program; build the preset release." >&2; exit 1; }
mkdir -p "$folder"

scratch=$(mktemp -d)
started=()
stop() {
    local process
    for process in "${started[@]}"; do
        kill "$process" 2>/dev/null || true
        wait "$process" 2>/dev/null || true
    done
    rm -rf "$scratch"
}
trap stop EXIT

# Nothing of the person who runs this is in the pictures.
export HOME=$scratch XDG_CONFIG_HOME=$scratch/config XDG_STATE_HOME=$scratch/state XDG_CACHE_HOME=$scratch/cache
export XDG_RUNTIME_DIR=$scratch/runtime LANG=C.UTF-8 LC_ALL=C.UTF-8 TZ=UTC QT_QPA_PLATFORM=xcb QT_SCALE_FACTOR=1
unset KUBECONFIG WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS
mkdir -m 700 "$XDG_RUNTIME_DIR"

mkfifo "$scratch/number"
Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp >"$scratch/xvfb.log" 2>&1 3>"$scratch/number" &
started+=($!)
read -r -t 20 number <>"$scratch/number" || { cat "$scratch/xvfb.log" >&2; exit 1; }
export DISPLAY=:$number

"$program" >"$scratch/chartroom.log" 2>&1 &
started=($! "${started[@]}") # ended before its display
window=$(timeout 60 xdotool search --sync --onlyvisible --name 'Chartroom$' | head -n 1) || true
[ -n "$window" ] || { cat "$scratch/chartroom.log" >&2; echo "The window did not open." >&2; exit 1; }
xdotool windowmove "$window" 0 0 windowsize "$window" 1280 720 windowfocus "$window" # there is no window manager

# Waits until two looks at the display, half a second apart, are the same, for ten seconds at most.
settle() {
    local before='' now tries
    for tries in {1..20}; do
        sleep 0.5
        now=$(import -window root rgb:- | sha256sum)
        [ "$now" != "$before" ] || return 0
        before=$now
    done
    echo "The window still changes after $tries looks." >&2
}

press() { xdotool key --clearmodifiers --delay 30 "$@"; }

# The recording opens at its end. The line of its time is to the right of the buttons; a key moves it by ten seconds.
settle
xdotool mousemove 700 145 click 1
press Home
settle
for ((step = 0; step < steps; ++step)); do press Right; done
xdotool mousemove 1279 719
settle

for page in "$@"; do
    press "${keys[$page]}"
    settle
    if [ "$page" = addons ]; then
        xdotool type --delay 30 gpu # to the row that begins so
        settle
    fi
    import -window root -colors 256 "png8:$folder/$page.png"
    echo "$folder/$page.png"
done
