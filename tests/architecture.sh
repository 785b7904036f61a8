#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Fails where the source breaks a wall of the house: tests/architecture.sh [ROOT]
# Each rule is first tried on a planted violation, so a rule that catches nothing is itself a failure.
set -euo pipefail
export LC_ALL=C

gui_header='Q(Widget|Application|GuiApplication|Dialog|MainWindow|Action|Label|Menu|Style|Painter|Pixmap|Image|Font|Brush'
gui_header+='|Pen|Palette|Cursor|KeySequence|Clipboard|DesktopServices|MessageBox|(Abstract|Tree|Table|List|Header|Graphics|Chart)[A-Za-z]*View|[A-Za-z]*(Button|Edit|Box|Layout|Delegate))'

# rule NAME FOLDERS FORBIDDEN [ALLOWED]: prints each line of the C++ files in FOLDERS that matches the extended regular
# expression FORBIDDEN outside a // comment, unless the file's path matches ALLOWED.
check_rules() {
    rule core-knows-no-ui 'core' '#include "(ui|app)/'
    rule ui-knows-no-app 'ui' '#include "app/'
    rule core-knows-no-widget 'core' "#include <(Qt(Gui|Widgets|Charts|Svg|SvgWidgets|PrintSupport)/|$gui_header>)"
    rule core-knows-no-colour 'core' '\bQ(Icon|Color)\b'
    rule one-process-room 'core ui app' '\bQProcess\b' '^core/process/'
    rule network-rooms 'core ui app' '\bQNetworkAccessManager\b' '^core/kube/|^core/charts/[a-z_]*repositor'
    rule git-rooms 'core ui app' '#include <git2(/[a-z_]+)?\.h>' '^core/(diff|versions)/'
    rule tls-errors-are-errors 'core ui app' '\bignoreSslErrors\b'
    rule nothing-waits 'core ui app' '\bwaitFor(Started|Finished|ReadyRead|BytesWritten|Connected|Disconnected|Encrypted|NewConnection|Done)\b' '^app/work_end\.h'
    rule no-nested-loop 'core ui app' '\bQEventLoop\b|\bprocessEvents\b'
    rule dialogs-open 'core ui' '(\.|->)exec\('
    rule includes-show-their-room 'core ui app' '#include "[^/"]*\.h"'
    check_names
    check_licences
}

# What each rule must catch: name, file (or files, with a comma between), line.
planted_violations() {
    cat <<'PLANTED'
core-knows-no-ui core/base/planted.h #include "ui/pages/addons_page.h"
core-knows-no-ui core/base/planted.h #include "app/composition.h"
ui-knows-no-app ui/pages/planted.cpp #include "app/composition.h"
core-knows-no-widget core/models/planted.cpp #include <QTableView>
core-knows-no-widget core/models/planted.cpp #include <QtWidgets/QLabel>
core-knows-no-colour core/models/planted.cpp     return QColor(255, 0, 0);
core-knows-no-colour core/models/planted.h #include <QIcon>
one-process-room core/helm/planted.cpp     QProcess process;
network-rooms core/ticket/planted.cpp     QNetworkAccessManager network;
network-rooms core/helm/planted.cpp     QNetworkAccessManager network;
git-rooms core/ticket/planted.cpp #include <git2.h>
git-rooms app/planted.cpp #include <git2/repository.h>
tls-errors-are-errors core/kube/planted.cpp     reply->ignoreSslErrors();
nothing-waits core/process/planted.cpp     process.waitForFinished(-1);
no-nested-loop app/planted.cpp     QEventLoop loop;
no-nested-loop ui/planted.cpp     QCoreApplication::processEvents();
dialogs-open ui/dialogs/planted.cpp     if (dialog->exec() == 0)
includes-show-their-room core/kube/planted.cpp #include "reflector.h"
one-name core/kube/planted.h,ui/pages/planted.cpp struct Planted {};
one-name core/helm/planted.cpp,tests/core/planted.cpp class Planted final : public QObject
one-name app/planted.h,core/kube/planted.h enum class Planted { No, Yes };
licence core/kube/planted.cpp -
licence tests/planted -
PLANTED
}

# What no rule may catch.
innocent_lines() {
    cat <<'INNOCENT'
core/process/innocent.cpp     QProcess process; // never waitForFinished
core/kube/innocent.cpp     QNetworkAccessManager network;
core/versions/innocent.cpp #include <git2.h>
core/charts/chart_repository.cpp     QNetworkAccessManager network;
core/kube/innocent.h // No QEventLoop, no QColor here.
core/base/innocent.h #include <QStringView>
core/helm/innocent.h     QProcessEnvironment environment;
ui/pages/innocent.cpp #include "core/kube/reflector.h"
app/main.cpp     return application.exec();
core/kube/innocent.h,ui/pages/innocent.h class Innocent;
core/kube/innocent.h,ui/pages/innocent.h struct Innocent::Private {};
core/kube/innocent.cpp,ui/pages/innocent.cpp namespace { struct Hidden {}; }
core/kube/innocent_moc.cpp #include "innocent_moc.moc"
INNOCENT
}

# The source files below the current folder, one a line.
list_files() {
    if [ -e .git ]; then
        git ls-files --cached --others --exclude-standard
    else
        find . -path ./build -prune -o -type f -print | sed 's#^\./##'
    fi
}

rule() {
    local name=$1 folders=$2 forbidden=$3 allowed=${4:-'^$'} file line
    # shellcheck disable=SC2086 # one word a folder
    grep -E "^(${folders// /|})/.*\.(h|cpp)$" <<<"$files" | grep -Ev "$allowed" |
        xargs -r -d '\n' grep -HnE "$forbidden" -- 2>/dev/null | sed 's#\([^:"]\)//.*#\1#; s#^\([^:]*:[0-9]*:\)[ \t]*//.*#\1#' |
        grep -E "^[^:]*:[0-9]+:.*($forbidden)" | sed "s#^#$name: #" || true
}

# No two files define types of one name outside an anonymous namespace: the linker would keep either one's code for both.
check_names() {
    grep -E '^(core|ui|app|tests)/.*\.(h|cpp)$' <<<"$files" | sort | xargs -r -d '\n' awk '
        FNR == 1 { hidden = 0 }
        /^namespace \{/ { hidden = 1 }
        /^\} \/\/ namespace$/ { hidden = 0 }
        hidden || !/^(class|struct|union|enum class) / || /^[^{]*;/ { next }
        {
            sub(/^enum class /, "enum ")
            sub(/^[a-z]+ (\[\[[a-z]+\]\] )?/, "")
            if (match($0, /^[A-Za-z0-9_]+/) == 0 || substr($0, RLENGTH + 1) ~ /^(::|<)/)
                next
            name = substr($0, 1, RLENGTH)
            if (!(name in file)) {
                file[name] = FILENAME
                place[name] = FILENAME ":" FNR
            } else if (file[name] != FILENAME) {
                print "one-name: " place[name] ": " name " is also in " FILENAME ":" FNR
            }
        }' 2>/dev/null || true
}

# Code begins with the two SPDX lines (after a line that names an interpreter).
check_licences() {
    local file head
    while read -r file; do
        [ -f "$file" ] || continue
        case $file in
            *.cpp | *.h | *.cmake | *.go | *.sh | *CMakeLists.txt) head=$(head -n 4 "$file") ;;
            *.*) case $file in .ci/*) head=$(head -n 4 "$file") ;; *) continue ;; esac ;;
            *)
                head=$(head -n 4 "$file" | tr -d '\0')
                [[ $head == '#!'* ]] || continue
                ;;
        esac
        [[ $head == *'SPDX-FileCopyrightText: 20'*' The Chartroom authors'*'SPDX-License-Identifier: GPL-3.0-or-later'* ]] ||
            echo "licence: $file:1: the two SPDX lines are missing"
    done <<<"$files"
}

# Prints the violations in a folder.
violations() {
    (cd "$1" && files=$(list_files) && check_rules)
}

try_rules() {
    local scratch name file line found planted failed=0
    scratch=$(mktemp -d)
    # shellcheck disable=SC2064 # the folder of now
    trap "rm -rf '$scratch'" EXIT
    plant() {
        rm -rf "${scratch:?}/tree"
        for planted in ${1//,/ }; do
            mkdir -p "$(dirname "$scratch/tree/$planted")"
            if [ "$2" = - ]; then
                printf '#!/bin/sh\n' >"$scratch/tree/$planted"
            else
                printf '// SPDX-FileCopyrightText: 2026 The Chartroom authors\n// SPDX-License-Identifier: GPL-3.0-or-later\n%s\n' \
                    "$2" >"$scratch/tree/$planted"
            fi
        done
        violations "$scratch/tree"
    }
    while IFS=' ' read -r name file line; do
        found=$(plant "$file" "$line")
        [[ $found == "$name: ${file%%,*}:"* ]] || { echo "rule $name does not catch in $file: $line"; failed=1; }
    done < <(planted_violations)
    while IFS=' ' read -r file line; do
        found=$(plant "$file" "$line")
        [ -z "$found" ] || { echo "caught without reason: $found"; failed=1; }
    done < <(innocent_lines)
    return "$failed"
}

root=${1:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}
try_rules
found=$(violations "$root")
[ -z "$found" ] || { echo "$found"; exit 1; }
echo "the walls of the house stand"
