// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/kube_fleet.h"

#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/recording/recorded_transport.h"
#include "core/recording/recording_reader.h"

#include <QDir>
#include <QFileInfo>
#include <QtConcurrentRun>

#include <utility>

// What the fleet does about recordings: opening files, and recording connected clusters.

namespace chartroom {

namespace {

using namespace std::chrono_literals;

} // namespace

KubeFleet::KubeFleet(Services services, QStringList files, bool explicitFile, QObject *parent)
    : Fleet(parent)
    , m_services(std::move(services))
    , m_files(std::move(files))
    , m_explicit(explicitFile)
{
    m_reread.setSingleShot(true);
    m_reread.setInterval(300ms);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] { m_reread.start(); });
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] { m_reread.start(); });
    connect(&m_reread, &QTimer::timeout, this, [this] {
        read();
        watchFiles();
    });
    read();
    watchFiles();
}

KubeFleet::~KubeFleet() = default;

QStringList KubeFleet::names() const
{
    QStringList names;
    for (const KubeContext &context : m_kubeconfig.contexts)
        names << context.name;
    return names + m_recordings;
}

FleetEntry KubeFleet::entry(const QString &name) const
{
    const auto found = m_members.find(name);
    if (found == m_members.end())
        return {};
    const Member &member = found->second;
    FleetEntry entry;
    entry.name = name;
    entry.isRecording = member.isRecording;
    entry.problem = member.problem;
    entry.server = member.context.clusterEntry.hostAndPort();
    entry.recordingTo = member.recordingTo;
    entry.recordingBytes = member.recorder ? member.recorder->bytesWritten() : 0;
    entry.skipsTlsVerification = member.context.clusterEntry.insecureSkipTlsVerify;
    // That its certificate is not checked is shown wherever its name is, and told first.
    entry.notices = member.context.warnings.mid(entry.skipsTlsVerification ? 1 : 0);
    if (!member.context.problem.isEmpty())
        entry.problem = {Error::Code::Invalid, member.context.problem, {}, {}};
    if (!entry.problem.message.isEmpty())
        entry.state = ClusterSession::State::Failed;
    if (const ClusterSession *session = member.session.get()) {
        entry.state = session->state();
        entry.problem = session->problem();
        entry.serverVersion = visibleText(session->serverVersion());
        entry.clusterUid = session->identity().uid;
        entry.dataAge = session->dataAge();
        entry.nodesAge = session->nodesAge();
        entry.notices += session->notices();
        entry.hidesReleases = session->releases()->hides(ReleaseStorage::Secret) ||
                              session->releases()->hides(ReleaseStorage::ConfigMap);
        if (member.player)
            entry.recordedAt = member.player->time();
        if (const auto request = session->pendingConsent())
            entry.credentialCommand = request->display();
        if (session->nodes()->reflector().hasSynced()) {
            entry.nodeCount = session->nodeCounts().all;
            entry.gpuNodeCount = session->nodeCounts().withGpus;
            entry.gpus = session->nodeCounts().gpus;
        }
    }
    return entry;
}

QString KubeFleet::currentContext() const
{
    return m_kubeconfig.currentContext;
}

ReleaseSource *KubeFleet::releases(const QString &name) const
{
    const auto found = m_members.find(name);
    return found == m_members.end() ? nullptr : found->second.releases.get();
}

Transport *KubeFleet::transport(const QString &name) const
{
    const auto found = m_members.find(name);
    return found == m_members.end() || !found->second.session ? nullptr : found->second.session->transport();
}

RolloutSource *KubeFleet::rollout(const QString &name) const
{
    const auto found = m_members.find(name);
    return found == m_members.end() ? nullptr : found->second.rollout.get();
}

FindingsSource *KubeFleet::findings(const QString &name) const
{
    const auto found = m_members.find(name);
    return found == m_members.end() ? nullptr : found->second.findings.get();
}

SideReader *KubeFleet::sides(const QString &name) const
{
    const auto found = m_members.find(name);
    return found == m_members.end() ? nullptr : found->second.sides.get();
}

ChartSources *KubeFleet::charts(const QString &name) const
{
    const auto found = m_members.find(name);
    return found == m_members.end() || found->second.isRecording ? nullptr : m_services.charts;
}

UpgradeSource *KubeFleet::upgrades(const QString &name) const
{
    const auto found = m_members.find(name);
    return found == m_members.end() ? nullptr : found->second.upgrades.get();
}

TicketSource *KubeFleet::tickets(const QString &name) const
{
    const auto found = m_members.find(name);
    return found == m_members.end() ? nullptr : found->second.tickets.get();
}

Player *KubeFleet::player(const QString &name) const
{
    const auto found = m_members.find(name);
    return found == m_members.end() ? nullptr : found->second.player.get();
}

VersionsSource *KubeFleet::versions(const QString &name) const
{
    const auto found = m_members.find(name);
    return found == m_members.end() ? nullptr : found->second.versions.get();
}

QList<Error> KubeFleet::problems() const
{
    return m_kubeconfig.problems;
}

bool KubeFleet::hasBundledRecording() const
{
    return !m_services.bundledRecording.isEmpty();
}

void KubeFleet::applyRules()
{
    for (auto &[name, member] : m_members)
        if (member.session)
            member.session->applyRules();
}

void KubeFleet::connectTo(const QString &name)
{
    const auto found = m_members.find(name);
    if (found == m_members.end() || found->second.session || !found->second.context.problem.isEmpty())
        return;
    Member &member = found->second;
    if (member.recording) {
        replay(name, member);
        return;
    }
    MadeSession made = m_services.connect(member.context);
    if (!made) {
        member.problem = made.error();
        Q_EMIT entryChanged(name);
        return;
    }
    member.problem = {};
    adopt(name, member, std::move(*made));
}

void KubeFleet::adopt(const QString &name, Member &member, std::unique_ptr<ClusterSession> session)
{
    member.session = std::move(session);
    member.releases = std::make_unique<SessionReleases>(member.session.get());
    member.rollout = std::make_unique<SessionRollout>(member.session.get());
    if (m_services.findings)
        member.findings = m_services.findings(member.session.get());
    member.sides = std::make_unique<SessionSideReader>(SessionSideReader::Sources{
        name, member.releases.get(), charts(name), member.session->liveObjects(), member.session->helm()});
    if (m_services.upgrades && !member.isRecording)
        member.upgrades = m_services.upgrades(member.session.get(), member.context);
    if (m_services.tickets)
        member.tickets = m_services.tickets(member.session.get(), member.context);
    if (m_services.versions)
        member.versions = m_services.versions(member.session.get(), member.context);
    connect(member.session.get(), &ClusterSession::stateChanged, this,
            [this, name] { Q_EMIT entryChanged(name); });
    member.session->start();
    Q_EMIT entryChanged(name);
}

void KubeFleet::disconnectFrom(const QString &name)
{
    const auto found = m_members.find(name);
    if (found == m_members.end() || !found->second.session)
        return;
    stopRecording(name); // what it has is written without the session
    found->second.player.reset();
    found->second.versions.reset();
    found->second.tickets.reset();
    found->second.upgrades.reset();
    found->second.sides.reset();
    found->second.findings.reset();
    found->second.rollout.reset();
    found->second.releases.reset();
    found->second.session.reset();
    Q_EMIT entryChanged(name);
}

void KubeFleet::retry(const QString &name)
{
    const auto found = m_members.find(name);
    if (found == m_members.end())
        return;
    if (!found->second.session)
        return connectTo(name);
    found->second.session->retryNow();
    if (found->second.findings)
        found->second.findings->lookAgain();
}

void KubeFleet::allowCredentialCommand(const QString &name)
{
    const auto found = m_members.find(name);
    if (found == m_members.end())
        return;
    const auto request = found->second.session ? found->second.session->pendingConsent() : std::nullopt;
    if (!request)
        return;
    if (const Result<void> allowed = m_services.consent->allow(*request); !allowed)
        Q_EMIT openFailed(allowed.error());
    retry(name);
}

void KubeFleet::openKubeconfig(const QString &file)
{
    const Kubeconfig read = loadKubeconfig({file}, true);
    if (!read.problems.isEmpty()) {
        Q_EMIT openFailed(read.problems.front());
        return;
    }
    if (!m_files.contains(file))
        m_files.append(file);
    this->read();
    watchFiles();
    Q_EMIT opened(read.currentContext.isEmpty() && !read.contexts.isEmpty() ? read.contexts.front().name
                                                                            : read.currentContext);
}

bool KubeFleet::isSameConnection(const KubeContext &a, const KubeContext &b)
{
    return a.file == b.file && a.namespaceName == b.namespaceName && a.clusterEntry == b.clusterEntry &&
           a.userEntry == b.userEntry;
}

void KubeFleet::read()
{
    Kubeconfig read = loadKubeconfig(m_files, m_explicit);
    const bool halfWritten = !read.problems.isEmpty() && !m_kubeconfig.contexts.isEmpty();
    if (halfWritten) {
        m_kubeconfig.problems = std::move(read.problems);
        Q_EMIT namesChanged();
        return;
    }
    m_kubeconfig = std::move(read);
    for (const KubeContext &context : std::as_const(m_kubeconfig.contexts)) {
        Member &member = m_members[context.name];
        const bool changed = !isSameConnection(member.context, context);
        member.context = context;
        if (changed && member.session) {
            disconnectFrom(context.name);
            connectTo(context.name);
        } else {
            Q_EMIT entryChanged(context.name);
        }
    }
    for (auto it = m_members.begin(); it != m_members.end();) {
        const bool gone = !it->second.isRecording && !m_kubeconfig.find(it->first);
        it = gone ? m_members.erase(it) : std::next(it);
    }
    Q_EMIT namesChanged();
}

void KubeFleet::watchFiles()
{
    // A file that is replaced by rename is a new file to the watcher, so its folder is watched as well.
    for (const QString &file : std::as_const(m_files)) {
        const QFileInfo info(file);
        if (info.exists() && !m_watcher.files().contains(file))
            m_watcher.addPath(file);
        if (info.dir().exists() && !m_watcher.directories().contains(info.absolutePath()))
            m_watcher.addPath(info.absolutePath());
    }
}

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
