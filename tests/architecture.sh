#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Fails where the source breaks a wall of the house: tests/architecture.sh [ROOT]
# Each rule is first tried on a planted violation, so a rule that catches nothing is itself a failure.
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

gui_header='Q(Widget|Application|GuiApplication|Dialog|MainWindow|Action|Label|Menu|Style|Painter|Pixmap|Image|Font|Brush'
gui_header+='|Pen|Palette|Cursor|KeySequence|Clipboard|DesktopServices|MessageBox|(Abstract|Tree|Table|List|Header|Graphics|Chart)[A-Za-z]*View|[A-Za-z]*(Button|Edit|Box|Layout|Delegate))'

shell_line='\b(startCommand|splitCommand)\b|\bQProcess::(execute|startDetached)\b'
shell_line+='|::system\(|\bpopen\(|\bexec(l|le|lp|v|ve|vp|vpe)\(|\bposix_spawnp?\(|"/(usr/)?bin/|"-c"'

markup='\bnew QLabel\b|\bQTextBrowser\b|\bQt::(RichText|AutoText|MarkdownText)\b|\bsetOpenExternalLinks\b'
markup+='|(\.|->)(setHtml|insertHtml|appendHtml|setMarkdown)\(|\bQMessageBox::(about|critical|information|question|warning)\('

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
    # S1: a web page or another program finds nothing to talk to.
    rule nothing-listens 'core ui app' '\bQ(Tcp|Local|Ssl|Http|WebSocket)Server\b|\bQUdpSocket\b|\b(listen|bind)\(|"proxy"'
    # S2: a program gets a list of arguments, never a line for a shell.
    rule no-shell 'core ui app' "$shell_line"
    # S5: a bad certificate ends a request; only where the kubeconfig says so is none asked for.
    rule tls-errors-are-errors 'core ui app' '\bignoreSslErrors\b'
    rule peers-are-verified 'core ui app' '\bQSslSocket::(VerifyNone|QueryPeer)\b' '^core/kube/key_pair\.cpp'
    rule tls-is-new 'core ui app' '\bQSsl::(AnyProtocol|TlsV1_[01])'
    # S9: helm is never told to fetch dependencies or plug-ins.
    rule charts-run-nothing 'core ui app' '"(dependency|dep|plugin)"'
    # S12: files are made by writePrivateFile() and its like; a version matrix belongs to a person's work tree.
    rule files-are-private 'core ui app' '\bQSaveFile\b|\bQTemporary(File|Dir)\b|\bofstream\b|\bfopen\(' '^core/screens/versions/versions_controller\.cpp|^core/versions/matrix_plan\.cpp'
    # S13: where kubeconfigs are read nothing is written but what a person allowed, and kubectl changes none.
    rule kubeconfig-is-only-read 'core/kube' '\bwritePrivateFile\b|\b(Write|ReadWrite)Only\b|\bReadWrite\b|\bO_(WRONLY|RDWR|CREAT)\b|\bQFile::(rename|copy|remove)\b' '^core/kube/exec_consent\.cpp'
    rule kubeconfig-is-only-read 'core ui app' '"(set-context|set-cluster|set-credentials|use-context|rename-context|delete-(context|cluster|user))"'
    # S14: labels are TextLabels, boxes are plain; the one HTML is the clipboard's, of a ticket that we wrote, and the one
    # Markdown the manual's, which is compiled in.
    rule no-markup 'core ui app' "$markup" '^ui/(ticket/ticket_files\.cpp|dialogs/manual_dialog\.(cpp|h))'
    check_boxes
    # S17: the program's own requests read; writes go through the person's own helm and kubectl.
    rule requests-read 'core/kube core/charts' '(\.|->)(post|put|deleteResource|sendCustomRequest)\('
    # S20: no plug-in, no browser engine, and no address of ours to call.
    rule no-loader 'core ui app' '\b(QPluginLoader|QLibrary|QJSEngine|QQml[A-Za-z]*|QWebEngine[A-Za-z]*|QWebView)\b|\bdlopen\('
    rule no-home-address 'core ui app' '"https?://[^"]'
    # S22: the log is the one sink, and it masks; before there is one, the program's start says why it ends.
    rule one-log 'core ui app' '\bq(Debug|Info|Warning|Critical|Fatal)\(|\bstd::(cout|cerr|clog)\b|\bspdlog\b|\bf?(printf|puts)\(' '^core/secrets/log\.cpp|^app/(main|window)\.cpp'
    rule nothing-waits 'core ui app' '\bwaitFor(Started|Finished|ReadyRead|BytesWritten|Connected|Disconnected|Encrypted|NewConnection|Done)\b' '^app/work_end\.h'
    rule no-nested-loop 'core ui app' '\bQEventLoop\b|\bprocessEvents\b'
    rule dialogs-open 'core ui' '(\.|->)exec\('
    # A moment and a plain number give no error where minutes stand for seconds.
    rule durations-have-units 'core ui app' '\b(add(M?Secs|Days)|(m?secs|days)To)\b' '^core/base/moments\.h'
    # Helm copies labels into the next record: what is shown of a revision is RevisionDate::shown().
    rule labels-date-nothing 'core ui app' '\b(modifiedAt|createdAt)\b'
    rule one-date-is-shown 'core ui app' '\bdate\.(created|written|deployed)\b' '^core/helm/|^core/upgrade/(capture|recovery|release_truth)\.cpp|^app/verbs/release_verbs\.cpp'
    # A module's header is all of its classes, and with QtCore the processor's intrinsics: the compiler reads it in every file.
    rule includes-are-small 'core ui app tests' '#include <(Qt(Concurrent|Core|Gui|Network|Widgets|Charts|Svg|Test)/?)+>'
    rule includes-show-their-room 'core ui app' '#include "[^/"]*\.h"'
    check_floors core
    check_floors ui
    check_names
    check_security_policy
    check_licences
}

# What each rule must catch: name, file (or files, with a comma between), line.
planted_violations() {
    cat <<'PLANTED'
core-knows-no-ui core/base/planted.h #include "ui/pages/addons_page.h"
core-knows-no-ui core/base/planted.h #include "app/composition.h"
ui-knows-no-app ui/pages/planted.cpp #include "app/composition.h"
core-knows-no-widget core/words/planted.cpp #include <QTableView>
core-knows-no-widget core/words/planted.cpp #include <QtWidgets/QLabel>
core-knows-no-colour core/words/planted.cpp     return QColor(255, 0, 0);
core-knows-no-colour core/words/planted.h #include <QIcon>
one-process-room core/helm/planted.cpp     QProcess process;
network-rooms core/ticket/planted.cpp     QNetworkAccessManager network;
network-rooms core/helm/planted.cpp     QNetworkAccessManager network;
git-rooms core/ticket/planted.cpp #include <git2.h>
git-rooms app/planted.cpp #include <git2/repository.h>
nothing-listens core/kube/planted.cpp     QTcpServer server;
nothing-listens app/planted.cpp     ::listen(socket, 1);
nothing-listens core/upgrade/planted.cpp     command.arguments = {u"proxy"_s};
no-shell core/process/planted.cpp     process.startCommand(line);
no-shell core/helm/planted.cpp     command.arguments = {u"-c"_s, line};
no-shell app/planted.cpp     std::system("helm list");
tls-errors-are-errors core/kube/planted.cpp     reply->ignoreSslErrors();
peers-are-verified core/charts/planted.cpp     configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
tls-is-new core/kube/planted.cpp     configuration.setProtocol(QSsl::TlsV1_0OrLater);
charts-run-nothing core/helm/planted.cpp     return command({u"dependency"_s, u"update"_s});
files-are-private core/ticket/planted.cpp     QSaveFile file(path);
kubeconfig-is-only-read core/kube/planted.cpp     return writePrivateFile(path, bytes);
kubeconfig-is-only-read core/upgrade/planted.cpp     arguments << u"config"_s << u"use-context"_s;
no-markup ui/pages/planted.cpp     auto *label = new QLabel(text, this);
no-markup ui/ticket/planted.cpp     view->setHtml(text);
boxes-are-plain ui/pages/planted.cpp     auto *box = new QMessageBox(QMessageBox::Warning, title, text);
requests-read core/kube/planted.cpp     m_reply = m_connection->post(request, body);
no-loader app/planted.cpp     QPluginLoader loader(path);
no-home-address app/planted.cpp     const QUrl url(QStringLiteral("https://updates.example.com/chartroom"));
one-log core/kube/planted.cpp     qWarning("a token: %s", token);
one-log core/base/planted.cpp     std::fprintf(stderr, "%s", text);
security-policy .github/SECURITY.md -
nothing-waits core/process/planted.cpp     process.waitForFinished(-1);
no-nested-loop app/planted.cpp     QEventLoop loop;
no-nested-loop ui/planted.cpp     QCoreApplication::processEvents();
dialogs-open ui/dialogs/planted.cpp     if (dialog->exec() == 0)
durations-have-units core/rollout/planted.cpp     return pod.created.addSecs(longInit.count()) < now;
durations-have-units ui/charts/planted.cpp     return start.msecsTo(end) / 1000;
labels-date-nothing core/helm/planted.cpp         else if (key == "modifiedAt")
one-date-is-shown ui/panels/planted.cpp     date->setText(agoText(entry.date.created, now));
includes-are-small core/words/planted.cpp #include <QtConcurrent>
includes-are-small ui/pages/planted.h #include <QtWidgets/QtWidgets>
includes-show-their-room core/kube/planted.cpp #include "reflector.h"
floors core/base/planted.h #include "core/kube/transport.h"
floors core/helm/planted.cpp #include "core/outcomes/outcomes.h"
floors core/rollout/planted.h #include "core/words/rollout_lane.h"
floors core/screens/addons/planted.cpp #include "core/models/standing.h"
floors core/models/planted.cpp #include "core/base/result.h"
floors ui/delegates/planted.cpp #include "ui/widgets/text_label.h"
floors ui/pages/planted.cpp #include "ui/window/main_window.h"
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
core/kube/key_pair.cpp     configuration.setPeerVerifyMode(isCareless ? QSslSocket::VerifyNone : QSslSocket::VerifyPeer);
core/kube/exec_consent.cpp     return writePrivateFile(m_path, bytes);
core/kube/proxy.cpp     address.prepend(u"http://");
core/ticket/innocent.cpp     return writePrivateFile(path, bytes);
core/base/innocent.cpp     std::snprintf(buffer, sizeof buffer, "%d", number);
core/words/innocent.cpp     cache.put(key, value);
ui/pages/innocent.cpp     auto *label = new TextLabel(text, this);
ui/pages/innocent.cpp     auto *box = new QMessageBox(QMessageBox::Warning, title, text); box->setTextFormat(Qt::PlainText);
core/base/innocent.h #include <QStringView>
core/base/moments.h     return time.addMSecs(by.count());
core/helm/innocent.h /// modifiedAt is none of them
core/ticket/innocent.cpp     text = newest.date.shown().toString();
core/helm/innocent.h     QProcessEnvironment environment;
ui/pages/innocent.cpp #include "core/kube/reflector.h"
core/screens/addons/innocent.cpp #include "core/screens/tables/table_proxy.h"
core/screens/addons/innocent.cpp #include "core/ticket/ticket_facts.h"
ui/wizard/innocent.cpp #include "ui/theme/theme.h"
core/words/innocent.cpp #include <QtConcurrentRun>
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
    local name=$1 folders=$2 forbidden=$3 allowed=${4:-'^$'} file hits list=()
    while read -r file; do
        if [[ $file =~ ^(${folders// /|})/.*\.(h|cpp)$ && ! $file =~ $allowed ]]; then
            list+=("$file")
        fi
    done <<<"$files"
    [ ${#list[@]} -gt 0 ] || return 0
    hits=$(grep -HnE "$forbidden" -- "${list[@]}" 2>/dev/null || true)
    [ -n "$hits" ] || return 0
    sed 's#\([^:"]\)//.*#\1#; s#^\([^:]*:[0-9]*:\)[ \t]*//.*#\1#' <<<"$hits" |
        grep -E "^[^:]*:[0-9]+:.*($forbidden)" | sed "s#^#$name: #" || true
}

# A file of core or ui ($1) includes what stands in its own room or in one before it in the list of rooms in
# $1/CMakeLists.txt.
check_floors() {
    local rooms
    rooms=$(sed -n '/^set(rooms /{:a;/)/!{N;ba};s/^set(rooms //;s/).*//;y/\n/ /;p}' "$here/../$1/CMakeLists.txt")
    grep -E "^$1/[^/]+/.*\.(h|cpp)\$" <<<"$files" | xargs -r -d '\n' awk -v top="$1" -v rooms="$rooms" '
        BEGIN { n = split(rooms, names, " "); for (i = 1; i <= n; ++i) floor[names[i]] = i }
        FNR == 1 {
            split(FILENAME, path, "/"); room = path[2]
            if (!(room in floor)) print "floors: " FILENAME ":1: " room " is no room of " top "/CMakeLists.txt"
        }
        /^#include "/ {
            split($2, path, /["\/]/)
            if (path[2] != top) next
            if (!(path[3] in floor)) print "floors: " FILENAME ":" FNR ": there is no room " path[3]
            else if (floor[path[3]] > floor[room]) print "floors: " FILENAME ":" FNR ": " room " stands below " path[3]
        }' 2>/dev/null || true
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

# S14: a file makes no more message boxes than it tells to take their text as plain.
check_boxes() {
    grep -E '^ui/.*\.cpp$' <<<"$files" | xargs -r -d '\n' awk '
        function tell() { if (boxes > plain) print "boxes-are-plain: " name ":" line ": a QMessageBox reads tags" }
        FNR == 1 { tell(); name = FILENAME; boxes = plain = 0 }
        /new QMessageBox\(/ { ++boxes; line = FNR }
        /setTextFormat\(Qt::PlainText\)/ { ++plain }
        END { tell() }' 2>/dev/null || true
}

# S23: the threats, whom to tell of a weakness, and which versions get fixes.
check_security_policy() {
    local policy=.github/SECURITY.md words
    grep -qxE "CMakeLists\.txt|\.github/SECURITY\.md" <<<"$files" || return 0
    for words in 'malicious cluster' 'malicious chart' 'malicious kubeconfig' 'web page' 'Another user' 'lost laptop' \
        'Report a weakness' 'Fixes go to'; do
        grep -qF "$words" "$policy" 2>/dev/null || echo "security-policy: $policy:1: nothing is said of: $words"
    done
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

root=${1:-$(dirname "$here")}
try_rules
found=$(violations "$root")
[ -z "$found" ] || { echo "$found"; exit 1; }
echo "the walls of the house stand"
