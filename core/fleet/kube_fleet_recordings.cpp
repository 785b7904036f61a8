// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/on_finished.h"
#include "core/fleet/kube_fleet.h"
#include "core/recording/recorded_transport.h"
#include "core/recording/recording_reader.h"

#include <QFileInfo>
#include <QtConcurrentRun>

#include <utility>

// What the fleet does about recordings: opening files, and recording connected clusters.

namespace chartroom {

void KubeFleet::openRecording(const QString &file)
{
    readRecording(file, QFileInfo(file).fileName().section(u'.', 0, 0));
}

void KubeFleet::openBundledRecording()
{
    const QString name = tr("bundled recording");
    if (m_recordings.contains(name))
        Q_EMIT opened(name);
    else
        readRecording(m_services.bundledRecording, name);
}

/// Off this thread: hours of thousands of nodes take a second or two.
void KubeFleet::readRecording(const QString &file, const QString &name)
{
    using Read = Result<std::shared_ptr<const Recording>>;
    const QFuture<Read> reading = QtConcurrent::run([file](QPromise<Read> &promise) {
        promise.setProgressRange(0, 100);
        promise.addResult(loadRecording(file, [&](int percent) { promise.setProgressValue(percent); }));
    });
    auto *watcher = new QFutureWatcher<Read>(this);
    connect(watcher, &QFutureWatcherBase::progressValueChanged, this,
            [this, name](int percent) { Q_EMIT opening(name, percent); });
    connect(watcher, &QFutureWatcherBase::finished, watcher, &QObject::deleteLater);
    watcher->setFuture(reading);
    onFinished(reading, this, [this, name](Read recording) {
        if (recording)
            addRecording(std::move(*recording), name);
        else
            Q_EMIT openFailed(recording.error());
    });
}

void KubeFleet::addRecording(std::shared_ptr<const Recording> recording, QString name)
{
    const QString base = name;
    for (int n = 2; m_members.contains(name); ++n)
        name = QStringLiteral("%1 (%2)").arg(base).arg(n);
    Member &member = m_members[name];
    member.isRecording = true;
    member.recording = std::move(recording);
    m_recordings.append(name);
    replay(name, member);
    Q_EMIT namesChanged();
    Q_EMIT opened(name);
}

void KubeFleet::replay(const QString &name, Member &member)
{
    std::unique_ptr<ClusterSession> session = m_services.replay(member.recording);
    if (auto *recorded = qobject_cast<RecordedTransport *>(session->transport())) {
        member.player = std::make_unique<Player>(recorded, m_services.clock);
        followTime(name, member.player.get());
    }
    adopt(name, member, std::move(session));
}

/// FleetEntry::recordedAt is shown to the minute.
void KubeFleet::followTime(const QString &name, const Player *player)
{
    const auto minute = [player] { return player->time().toSecsSinceEpoch() / 60; };
    connect(player, &Player::positionChanged, this, [this, name, minute, shown = minute()]() mutable {
        const qint64 now = minute();
        if (std::exchange(shown, now) != now)
            Q_EMIT entryChanged(name);
    });
}

void KubeFleet::record(const QString &name, const QString &file)
{
    const auto found = m_members.find(name);
    if (found == m_members.end() || !found->second.session || found->second.recorder)
        return;
    Member &member = found->second;
    ClusterSession *session = member.session.get();
    auto recorder = Recorder::create(file, {session->name(), session->serverVersion(), {}},
                                     {session->transport(), session->releases(), m_services.clock,
                                      Recorder::defaultMaxWaiting, member.context.namespaceName});
    if (!recorder) {
        Q_EMIT recordingEnded(name, file, recorder.error());
        return;
    }
    member.recorder = std::move(*recorder);
    member.recordingTo = file;
    connect(member.recorder.get(), &Recorder::finished, this,
            [this, name](const std::optional<Error> &problem) { recordingEnds(name, problem); });
    member.recorder->start();
    Q_EMIT entryChanged(name);
}

void KubeFleet::stopRecording(const QString &name)
{
    const auto found = m_members.find(name);
    if (found != m_members.end() && found->second.recorder)
        found->second.recorder->stop();
}

void KubeFleet::noteInRecording(const QString &name, const QString &text)
{
    const auto found = m_members.find(name);
    if (found != m_members.end() && found->second.recorder)
        found->second.recorder->note(text);
}

void KubeFleet::recordingEnds(const QString &name, const std::optional<Error> &problem)
{
    Member &member = m_members[name];
    member.recorder.release()->deleteLater(); // it is speaking
    const QString file = std::exchange(member.recordingTo, {});
    Q_EMIT entryChanged(name);
    Q_EMIT recordingEnded(name, file, problem);
}

} // namespace chartroom
