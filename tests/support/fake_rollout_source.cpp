// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_rollout_source.h"

#include "core/rollout/pace_evidence.h"
#include "tests/support/fake_clock.h"

namespace chartroom::test {

namespace {

QString nodeName(int number)
{
    return QStringLiteral("gpu-%1").arg(number, 3, 10, QLatin1Char('0'));
}

RolloutNode facts(const NodeTrack &track)
{
    return {QStringLiteral("h100-a"), QStringLiteral("us-east1-a"), track.isCordoned ? 0 : 8, 8};
}

NodeTrack networkDone(const QString &node)
{
    ShownTrack track;
    track.node = node;
    track.component = QStringLiteral("ib");
    return track.build();
}

} // namespace

NodeTrack ShownTrack::build() const
{
    NodeTrack track;
    track.node = node;
    track.component = component;
    track.label = label;
    track.step = readStep(label);
    track.stage = stage ? stage : stageOf(track.step, {});
    track.verdict = verdict;
    if (secondsAgo > 0)
        track.since = FakeClock().now().addSecs(-secondsAgo);
    const bool isGpu = component == u"gpu";
    track.driverTo = isGpu ? QStringLiteral("580.105.08") : QStringLiteral("25.10-1.2.8.0");
    track.driverFrom = verdict == Verdict::Done ? track.driverTo
                       : isGpu                  ? QStringLiteral("580.82.07")
                                                : QStringLiteral("25.07-0.9.7.0");
    track.driverPod = (isGpu ? QStringLiteral("nvidia-gpu-operator/nvidia-driver-daemonset-")
                             : QStringLiteral("nvidia-network-operator/mofed-")) +
                      node;
    track.isDriverCurrent = track.isDriverReady = verdict == Verdict::Done;
    track.isCordoned = isUnderWay(track.step);
    track.devices = track.isCordoned ? 0 : 8;
    track.devicesTotal = 8;
    track.evidence =
        QStringList{QStringLiteral("nvidia.com/%1-driver-upgrade-state=%2")
                        .arg(isGpu ? QStringLiteral("gpu") : QStringLiteral("ofed"), label),
                    track.isCordoned ? QStringLiteral("Cordoned.") : QStringLiteral("Not cordoned.")};
    if (!blocker.isEmpty())
        track.blockers = {{NoteKind::ParallelSlots, blocker}};
    if (!contradiction.isEmpty())
        track.contradictions = {{NoteKind::NotCordoned, contradiction}};
    return track;
}

void FakeRolloutSource::put(const QList<NodeTrack> &tracks)
{
    QList<TrackKey> keys;
    for (const NodeTrack &track : tracks) {
        const TrackKey key{track.node, track.component};
        if (!m_tracks.contains(key))
            m_components[key.node].append(key.component);
        m_tracks.insert(key, track);
        keys.append(key);
    }
    Q_EMIT tracksChanged(keys);
    Q_EMIT clocksChanged();
}

void FakeRolloutSource::remove(const QList<TrackKey> &keys)
{
    for (const TrackKey &key : keys) {
        m_tracks.remove(key);
        m_components[key.node].removeAll(key.component);
    }
    Q_EMIT tracksChanged(keys);
    Q_EMIT clocksChanged();
}

void FakeRolloutSource::setComplete(bool complete)
{
    m_complete = complete;
    Q_EMIT stateChanged();
    Q_EMIT clocksChanged();
}

void FakeRolloutSource::setComputing(bool computing)
{
    m_isComputing = computing;
    if (!computing)
        Q_EMIT rested();
}

void FakeRolloutSource::setNotices(const QStringList &notices)
{
    m_notices = notices;
    Q_EMIT stateChanged();
}

void FakeRolloutSource::setRefusal(const std::optional<Error> &refusal)
{
    m_refusal = refusal;
    Q_EMIT stateChanged();
    Q_EMIT clocksChanged();
}

void FakeRolloutSource::setPace(const Pace &pace)
{
    m_paces.removeIf([&](const Pace &known) { return known.component == pace.component; });
    m_paces.append(pace);
    Q_EMIT pacesChanged();
}

std::optional<Pace> FakeRolloutSource::pace(const QString &component) const
{
    for (const Pace &pace : m_paces)
        if (pace.component == component)
            return pace;
    return std::nullopt;
}

QDateTime FakeRolloutSource::now() const
{
    return FakeClock().now().addMSecs(m_passed.count());
}

NodeClocks FakeRolloutSource::clocks() const
{
    NodeClocks clocks;
    clocks.refusal = m_refusal;
    if (m_refusal || (!m_complete && m_tracks.isEmpty()))
        return clocks;
    SharedTracks tracks;
    for (const NodeTrack &track : m_tracks)
        tracks.append(QList<SharedTrack>{std::make_shared<const NodeTrack>(track)});
    clocks = clocksByEvidence(tracks);
    if (!m_complete)
        clocks.basis = NodeClocks::Basis::Labels;
    return clocks;
}

const NodeTrack *FakeRolloutSource::find(const TrackKey &key) const
{
    const auto found = m_tracks.constFind(key);
    return found == m_tracks.cend() ? nullptr : &*found;
}

NodeTracks FakeRolloutSource::tracksOf(const QString &node) const
{
    NodeTracks found;
    for (const QString &component : m_components.value(node))
        found.append(find({node, component}));
    return found;
}

RolloutNode FakeRolloutSource::node(const QString &name) const
{
    if (m_facts.contains(name))
        return m_facts.value(name);
    const NodeTrack *track = find({name, QStringLiteral("gpu")});
    return track ? facts(*track) : RolloutNode();
}

QList<NodeTenant> FakeRolloutSource::tenants(const QSet<QString> &nodes) const
{
    QList<NodeTenant> tenants;
    for (const QString &node : nodes)
        tenants += m_tenants.value(node);
    return tenants;
}

GpuCount FakeRolloutSource::gpuCount() const
{
    QSet<QString> nodes;
    for (auto track = m_tracks.keyBegin(); track != m_tracks.keyEnd(); ++track)
        nodes.insert(track->node);
    for (auto known = m_facts.keyBegin(); known != m_facts.keyEnd(); ++known)
        nodes.insert(*known);
    GpuCount count{m_gpuParts, m_gpuParts};
    for (const QString &name : std::as_const(nodes)) {
        count.available += node(name).gpus;
        count.total += node(name).gpusTotal;
    }
    return count;
}

std::optional<DriverPolicy> FakeRolloutSource::policy(const QString &component) const
{
    const auto known = m_policies.constFind(component);
    return known == m_policies.cend() ? std::nullopt : std::optional(*known);
}

void fillMidWindow(FakeRolloutSource &source)
{
    const QString taken =
        QStringLiteral("4 of 4 slots in use (maxParallelUpgrades): gpu-004, gpu-007, gpu-008, gpu-011.");
    QList<ShownTrack> shown;
    for (int i = 0; i < 16; ++i) {
        ShownTrack track;
        track.node = nodeName(i);
        shown.append(track);
    }
    const auto set = [&](int node, const char *label, Verdict verdict, int secondsAgo) -> ShownTrack & {
        shown[node].label = QString::fromLatin1(label);
        shown[node].verdict = verdict;
        shown[node].secondsAgo = secondsAgo;
        return shown[node];
    };
    ShownTrack &failed = set(11, "upgrade-failed", Verdict::Failed, 552);
    failed.stage = 4;
    failed.blocker = QStringLiteral("nvidia-driver-ctr of the driver pod nvidia-driver-daemonset-gpu-011 "
                                    "restarted 14 times: Could not resolve Linux kernel version");
    set(4, "pod-deletion-required", Verdict::Stuck, 422).blocker =
        QStringLiteral("tenant-b/trainer (PodDisruptionBudget) allows no disruption now (5 healthy, 5 "
                       "needed): tenant-b/trainer-3 stays.");
    set(7, "pod-restart-required", Verdict::Moving, 108);
    set(8, "validation-required", Verdict::Moving, 22);
    for (const int waiting : {12, 13})
        set(waiting, "upgrade-required", Verdict::Waiting, 1080).blocker = taken;
    set(14, "upgrade-required", Verdict::Skipped, 1080).blocker =
        QStringLiteral("The label nvidia.com/gpu-driver-upgrade.skip=true excludes the node.");
    shown[3].contradiction = QStringLiteral("Label says upgrade-done, but the node is still cordoned.");
    QList<NodeTrack> tracks;
    for (const ShownTrack &track : std::as_const(shown)) {
        tracks.append(track.build());
        tracks.append(networkDone(track.node));
    }
    source.setTenants(nodeName(4),
                      {{QStringLiteral("tenant-b"), QStringLiteral("StatefulSet trainer"), 1, 8}});
    source.setTenants(nodeName(12),
                      {{QStringLiteral("tenant-a"), QStringLiteral("ReplicaSet inference-6c9d4f7b8"), 2, 8}});
    source.put(tracks);
}

void fillMidWindowPast(FakeRolloutSource &source)
{
    const QDateTime now = source.now();
    const QDateTime start = now.addSecs(-78 * 60);
    const auto see = [](NodeHistory &history, const char *label, const QDateTime &at) {
        history.see(QString::fromLatin1(label), readStep(QString::fromLatin1(label)), at, true);
    };
    for (int i = 0; i < 16; ++i) {
        const TrackKey key{nodeName(i), QStringLiteral("gpu")};
        const NodeTrack *track = source.find(key);
        if (!track || track->verdict == Verdict::Skipped)
            continue;
        NodeHistory history;
        see(history, "upgrade-done", start.addSecs(-3600));
        see(history, "upgrade-required", start.addSecs(-20));
        const bool isThrough = track->verdict == Verdict::Done;
        QDateTime at = isThrough ? start.addSecs(i * 250) : track->since.addSecs(-60);
        if (track->verdict != Verdict::Waiting) {
            see(history, "cordon-required", at);
            see(history, "pod-deletion-required", at = at.addSecs(15));
        }
        if (isThrough || track->step == RolloutStep::DriverRestart || track->step == RolloutStep::Validate ||
            track->step == RolloutStep::Failed)
            see(history, "pod-restart-required", at = at.addSecs(20 + i));
        if (isThrough) {
            see(history, "validation-required", at = at.addSecs(140 + 9 * i));
            see(history, "uncordon-required", at = at.addSecs(40));
            see(history, "upgrade-done", at.addSecs(5));
        } else if (track->verdict != Verdict::Waiting) {
            see(history, track->label.toLatin1().constData(), track->since);
        }
        source.setHistory(key, history);
    }
    Pace pace;
    pace.component = QStringLiteral("gpu");
    pace.start = start;
    pace.isOpen = true;
    pace.nodes = 15;
    pace.done = 9;
    pace.nodesPerHour = 6.9;
    pace.slotLimit = 4;
    pace.slotsInUse = 4;
    pace.eta.earliest = now.addSecs(12 * 60);
    pace.eta.latest = now.addSecs(20 * 60);
    pace.eta.without = {nodeName(11)};
    source.setPace(pace);
}

void fillAllDone(FakeRolloutSource &source)
{
    QList<NodeTrack> tracks;
    for (int i = 0; i < 16; ++i) {
        ShownTrack track;
        track.node = nodeName(i);
        tracks.append(track.build());
        tracks.append(networkDone(track.node));
    }
    source.put(tracks);
    Pace pace;
    pace.component = QStringLiteral("gpu");
    pace.end = source.now().addSecs(-600);
    pace.isEndKnown = true;
    pace.nodes = pace.done = 16;
    source.setPace(pace);
}

DriverPolicy clusterPolicy()
{
    DriverPolicy policy;
    policy.kind = QStringLiteral("ClusterPolicy");
    policy.name = QStringLiteral("cluster-policy");
    policy.autoUpgrade = true;
    policy.maxParallel = 4;
    policy.maxUnavailable = QStringLiteral("25%");
    return policy;
}

void fillBeforeWindow(FakeRolloutSource &source, int nodes)
{
    const QDateTime before = source.now().addDays(-20);
    QList<NodeTrack> tracks;
    PaceInput paces{QStringLiteral("gpu"), source.now(), {}, {}};
    for (int i = 0; i < nodes; ++i) {
        ShownTrack track;
        track.node = nodeName(i);
        tracks.append(track.build());
        NodeHistory history;
        for (const auto &[label, minutes] :
             {std::pair("upgrade-done", 0), std::pair("cordon-required", 60), std::pair("upgrade-done", 70)})
            history.see(QString::fromLatin1(label), readStep(QString::fromLatin1(label)),
                        before.addSecs(minutes * 60 + i), true);
        source.setHistory({track.node, track.component}, history);
        paces.nodes << paceNode(tracks.last(), history);
        source.setTenants(track.node, {{i == 0 ? QStringLiteral("tenant-b") : QStringLiteral("tenant-a"),
                                        QStringLiteral("StatefulSet trainer"), 1, 8}});
    }
    source.setHolds(nodeName(5), {QStringLiteral("tenant-c/notebook (PodDisruptionBudget) allows no "
                                                 "disruption now (1 healthy, 1 needed): "
                                                 "tenant-c/notebook-0 stays.")});
    source.setPolicy(QStringLiteral("gpu"), clusterPolicy());
    source.put(tracks);
    source.setPace(paceOf(paces));
}

void fillMany(FakeRolloutSource &source, int count)
{
    QList<NodeTrack> tracks;
    for (int i = 0; i < count; ++i) {
        ShownTrack track;
        track.node = QStringLiteral("gpu-%1").arg(i, 5, 10, QLatin1Char('0'));
        const auto be = [&](const char *label, Verdict verdict, int secondsAgo) {
            track.label = QString::fromLatin1(label);
            track.verdict = verdict;
            track.secondsAgo = secondsAgo;
        };
        if (i % 10 < 3)
            be("upgrade-required", Verdict::Waiting, 3600);
        else if (i % 97 == 5)
            be("upgrade-failed", Verdict::Failed, 600 + i % 60);
        else if (i % 53 == 7)
            be("drain-required", Verdict::Stuck, 900 + i % 60);
        else if (i % 10 == 4)
            be("pod-restart-required", Verdict::Moving, 20 + i % 60);
        else if (i % 40 == 15)
            be("validation-required", Verdict::Moving, 5 + i % 60);
        source.setNode(track.node,
                       {QStringLiteral("h100-%1").arg(QChar(u'a' + i / 500 % 8)),
                        QStringLiteral("us-east1-%1").arg(QChar(u'a' + i % 3)),
                        track.verdict == Verdict::Done || track.verdict == Verdict::Waiting ? 8 : 0, 8});
        tracks.append(track.build());
        tracks.append(networkDone(track.node));
    }
    source.put(tracks);
}

} // namespace chartroom::test
