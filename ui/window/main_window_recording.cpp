// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"
#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/recording/player.h"
#include "ui/widgets/text_label.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QInputDialog>
#include <QMimeData>
#include <QRegularExpression>
#include <QTimer>
#include <QUrl>

#include <algorithm>

// What the window does about recordings: making one of the shown cluster, opening one that is dropped on it,
// and playing the shown one.

namespace chartroom {

namespace {

const QString ending = QStringLiteral(".chartroom");

bool isRecordingFile(const QUrl &url)
{
    const QString file = url.toLocalFile();
    return file.endsWith(ending) || file.endsWith(QStringLiteral(".jsonl.gz"));
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
    QString name = base + ending;
    for (int n = 2; folder.exists(name); ++n)
        name = QStringLiteral("%1-%2%3").arg(base).arg(n).arg(ending);
    return folder.filePath(name);
}

} // namespace

void MainWindow::buildRecordingActions()
{
    setAcceptDrops(true);
    connect(m_context.fleet, &Fleet::opening, this, [this](const QString &name, int percent) {
        m_opening->setText(tr("Opening %1: %2 %").arg(visibleText(name), QString::number(percent)));
    });
    connect(m_context.fleet, &Fleet::opened, m_opening, [this] { m_opening->setText({}); });
    connect(m_context.fleet, &Fleet::openFailed, m_opening, [this] { m_opening->setText({}); });
    connect(addAction("record", tr("&Record this cluster…"), {}), &QAction::triggered, this,
            &MainWindow::chooseRecordingFile);
    connect(addAction("note", tr("Put a &remark into the recording…"),
                      {QKeySequence(QStringLiteral("Ctrl+Shift+R"))}),
            &QAction::triggered, this, &MainWindow::askForNote);
    connect(addAction("stopRecording", tr("&Stop recording"), {}), &QAction::triggered, this,
            [this] { m_context.fleet->stopRecording(m_cluster); });
    const auto play = [this](const char *name, const QString &text, const char *keys, auto act) {
        connect(addAction(name, text, {QKeySequence(QLatin1String(keys))}), &QAction::triggered, this,
                [this, act] {
                    if (Player *player = m_context.fleet->player(m_cluster))
                        act(*player);
                });
    };
    play("playPause", tr("&Play or pause"), "Ctrl+Space",
         [](Player &player) { player.isPlaying() ? player.pause() : player.play(); });
    play("nextChange", tr("&Next change of the recording"), "Ctrl+.",
         [](Player &player) { player.toNextChange(); });
    play("previousChange", tr("Pre&vious change of the recording"), "Ctrl+,",
         [](Player &player) { player.toPreviousChange(); });
    play("nextNote", tr("Next r&emark"), "Ctrl+Shift+.", [](Player &player) { player.toNextNote(); });
    play("previousNote", tr("Previous re&mark"), "Ctrl+Shift+,",
         [](Player &player) { player.toPreviousNote(); });
    connect(m_context.fleet, &Fleet::recordingEnded, this,
            [this](const QString &, const QString &, const std::optional<Error> &problem) {
                if (problem) {
                    m_isClosing = false; // a person has to see that
                    showError(*problem);
                } else if (m_isClosing && recordedClusters().isEmpty()) {
                    QTimer::singleShot(0, this, &QWidget::close);
                }
            });
}

QStringList MainWindow::recordedClusters() const
{
    QStringList names = m_context.fleet->names();
    names.removeIf(
        [this](const QString &name) { return m_context.fleet->entry(name).recordingTo.isEmpty(); });
    return names;
}

void MainWindow::updateRecordingActions()
{
    const FleetEntry entry = m_context.fleet->entry(m_cluster);
    const bool isRecorded = !entry.recordingTo.isEmpty();
    action("record")->setEnabled(!entry.isRecording && !isRecorded &&
                                 entry.state == ClusterSession::State::Live);
    action("note")->setEnabled(isRecorded);
    action("stopRecording")->setEnabled(isRecorded);
    const Player *player = m_context.fleet->player(m_cluster);
    for (const char *name : {"playPause", "nextChange", "previousChange"})
        action(name)->setEnabled(player);
    for (const char *name : {"nextNote", "previousNote"})
        action(name)->setEnabled(player && !player->notes().isEmpty());
}

void MainWindow::chooseRecordingFile()
{
    auto *dialog = new QFileDialog(this, tr("Record %1").arg(visibleText(m_cluster)));
    dialog->setObjectName(QStringLiteral("recordDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(ending.mid(1));
    dialog->setNameFilter(tr("Recordings (*.chartroom)"));
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // a recording never replaces a file
    dialog->selectFile(freeFileName(QDir::current(), m_cluster, m_context.clock->now()));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, name = m_cluster](const QString &file) { m_context.fleet->record(name, file); });
    dialog->open();
}

void MainWindow::askForNote()
{
    auto *dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("noteDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("A remark"));
    dialog->setLabelText(tr("Who opens the recording reads this at this moment:"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, name = m_cluster](const QString &text) {
        if (!text.trimmed().isEmpty())
            m_context.fleet->noteInRecording(name, text.trimmed());
    });
    dialog->open();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!recordingsOf(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    for (const QUrl &url : recordingsOf(*event->mimeData()))
        m_context.fleet->openRecording(url.toLocalFile());
    event->acceptProposedAction();
}

} // namespace chartroom
