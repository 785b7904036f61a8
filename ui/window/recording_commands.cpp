// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/recording_commands.h"

#include "core/base/clock.h"
#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/recording/player.h"
#include "ui/widgets/command.h"

#include <QAction>
#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QInputDialog>
#include <QMimeData>
#include <QRegularExpression>
#include <QUrl>

namespace chartroom {

namespace {

const QString recordingSuffix = QStringLiteral(".chartroom");

bool isRecordingFile(const QUrl &url)
{
    const QString file = url.toLocalFile();
    return file.endsWith(recordingSuffix) || file.endsWith(QStringLiteral(".jsonl.gz"));
}

QList<QUrl> recordingsOf(const QMimeData &dropped)
{
    QList<QUrl> urls = dropped.urls();
    urls.removeIf([](const QUrl &url) { return !isRecordingFile(url); });
    return urls;
}

/// A name that no file has yet, of the cluster and the minute.
QString freeFileName(const QDir &folder, QString cluster, const QDateTime &now)
{
    cluster.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9._-]+")), QStringLiteral("-"));
    const QString base = cluster + now.toUTC().toString(QStringLiteral("-yyyy-MM-dd-HHmm'Z'"));
    QString name = base + recordingSuffix;
    for (int n = 2; folder.exists(name); ++n)
        name = QStringLiteral("%1-%2%3").arg(base).arg(n).arg(recordingSuffix);
    return folder.filePath(name);
}

} // namespace

RecordingCommands::RecordingCommands(const UiContext &context, QWidget *window)
    : QObject(window)
    , m_context(context)
    , m_window(window)
{
    window->setAcceptDrops(true);
    window->installEventFilter(this);
    buildCommands();
    connect(context.fleet, &Fleet::entryChanged, this, &RecordingCommands::refresh);
}

QAction *RecordingCommands::add(const char *name, const QString &text, const QString &icon,
                                const QKeySequence &keys)
{
    m_commands.append(newCommand(m_window, name, text, icon, {keys}));
    return m_commands.last();
}

void RecordingCommands::buildCommands()
{
    m_record = add("record", tr("&Record this cluster…"), QStringLiteral("recording"), {});
    connect(m_record, &QAction::triggered, this, &RecordingCommands::chooseFile);
    m_note =
        add("note", tr("&Add a note to the recording…"), {}, QKeySequence(QStringLiteral("Ctrl+Shift+R")));
    connect(m_note, &QAction::triggered, this, &RecordingCommands::askForNote);
    m_stop = add("stopRecording", tr("&Stop recording"), {}, {});
    connect(m_stop, &QAction::triggered, this, [this] { m_context.fleet->stopRecording(m_cluster); });
    const auto play = [this](const char *name, const QString &text, const QString &icon, const char *keys,
                             auto act) {
        QAction *added = add(name, text, icon, QKeySequence(QLatin1String(keys)));
        connect(added, &QAction::triggered, this, [this, act] {
            if (Player *player = m_context.fleet->player(m_cluster))
                act(*player);
        });
        return added;
    };
    m_playing = {play("playPause", tr("&Play or pause"), QStringLiteral("play"), "Ctrl+Space",
                      [](Player &player) { player.isPlaying() ? player.pause() : player.play(); }),
                 play("nextChange", tr("&Next change of the recording"), {}, "Ctrl+.",
                      [](Player &player) { player.toNextChange(); }),
                 play("previousChange", tr("Pre&vious change of the recording"), {}, "Ctrl+,",
                      [](Player &player) { player.toPreviousChange(); })};
    m_noted = {
        play("nextNote", tr("Next n&ote"), {}, "Ctrl+Shift+.", [](Player &player) { player.toNextNote(); }),
        play("previousNote", tr("Previous no&te"), {}, "Ctrl+Shift+,",
             [](Player &player) { player.toPreviousNote(); })};
}

void RecordingCommands::setCluster(const QString &name)
{
    m_cluster = name;
    refresh();
}

void RecordingCommands::refresh()
{
    const FleetEntry entry = m_context.fleet->entry(m_cluster);
    const bool isRecorded = !entry.recordingTo.isEmpty();
    m_record->setEnabled(!entry.isRecording && !isRecorded && entry.state == ClusterSession::State::Live);
    m_note->setEnabled(isRecorded);
    m_stop->setEnabled(isRecorded);
    const Player *player = m_context.fleet->player(m_cluster);
    for (QAction *command : std::as_const(m_playing))
        command->setEnabled(player);
    for (QAction *command : std::as_const(m_noted))
        command->setEnabled(player && !player->notes().isEmpty());
}

void RecordingCommands::chooseFile()
{
    auto *dialog = new QFileDialog(m_window, tr("Record %1").arg(visibleText(m_cluster)));
    dialog->setObjectName(QStringLiteral("recordDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(recordingSuffix.mid(1));
    dialog->setNameFilter(tr("Recordings (*.chartroom)"));
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // a recording never replaces a file
    dialog->selectFile(freeFileName(QDir::current(), m_cluster, m_context.clock->now()));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, name = m_cluster](const QString &file) { m_context.fleet->record(name, file); });
    dialog->open();
}

void RecordingCommands::askForNote()
{
    auto *dialog = new QInputDialog(m_window);
    dialog->setObjectName(QStringLiteral("noteDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("A note"));
    dialog->setLabelText(tr("This note appears at this point of the recording:"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, name = m_cluster](const QString &text) {
        if (!text.trimmed().isEmpty())
            m_context.fleet->noteInRecording(name, text.trimmed());
    });
    dialog->open();
}

bool RecordingCommands::eventFilter(QObject * /*watched*/, QEvent *event)
{
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
        return false;
    auto *drop = static_cast<QDropEvent *>(event);
    const QList<QUrl> recordings = recordingsOf(*drop->mimeData());
    if (event->type() == QEvent::Drop)
        for (const QUrl &url : recordings)
            m_context.fleet->openRecording(url.toLocalFile());
    if (!recordings.isEmpty())
        drop->acceptProposedAction();
    return true;
}

} // namespace chartroom
