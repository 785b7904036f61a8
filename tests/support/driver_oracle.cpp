// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/driver_oracle.h"

#include "core/recording/recorded_transport.h"
#include "core/rollout/recorded_history.h"
#include "core/rollout/rollout_store.h"
#include "tests/support/resource_queries.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QTest>

#include <algorithm>
#include <deque>

namespace chartroom::test {

namespace {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

/// The operators' objects at one moment as plain JSON, and what of them disagrees with the label: written
/// from domain.md alone and by other code than the tracks'.
class Oracle
{
public:
    /// Whether it matters.
    bool apply(const RecordingEvent &event)
    {
        static const QStringList kept{u"nodes"_s, u"pods"_s, u"daemonsets"_s, u"controllerrevisions"_s,
                                      u"nodemaintenances"_s};
        if (!kept.contains(event.resource))
            return false;
        if (event.type == RecordingEvent::Type::Deleted)
            m_objects[event.resource].remove(event.object.uid);
        else if (event.type == RecordingEvent::Type::Added || event.type == RecordingEvent::Type::Modified)
            m_objects[event.resource].insert(event.object.uid,
                                             QJsonDocument::fromJson(event.object.json).object());
        return true;
    }

    [[nodiscard]] QStringList nodes() const
    {
        QStringList names;
        for (const QJsonObject &node : m_objects[u"nodes"_s])
            names << node["metadata"_L1]["name"_L1].toString();
        names.sort();
        return names;
    }

    [[nodiscard]] QString label(const QString &node, bool isGpu) const
    {
        return labelOf(nodeNamed(node), isGpu);
    }

    /// Kinds of contradictions, sorted.
    [[nodiscard]] QStringList disagreements(const QString &name, bool isGpu) const
    {
        const QJsonObject node = nodeNamed(name);
        const QString label = labelOf(node, isGpu);
        const QString other = labelOf(node, !isGpu);
        const QJsonObject pod = driverPod(name, isGpu);
        const bool isCordoned = node["spec"_L1]["unschedulable"_L1].toBool();
        const bool leaves = pod["metadata"_L1].toObject().contains("deletionTimestamp"_L1);
        const bool isReady = !pod.isEmpty() && !leaves && isPodReady(pod);
        const Age age = leaves || pod.isEmpty() ? Age::Old : ageOf(pod);
        static const QSet<QString> resting{QString(), u"upgrade-done"_s, u"upgrade-required"_s};
        const bool otherMoves = !resting.contains(other);
        QStringList kinds;
        if (label == u"upgrade-done") {
            kinds << ofDone(pod, leaves, age, isReady) << ofDevices(node, isGpu);
            const QString functions =
                node["metadata"_L1]["annotations"_L1]["sriovnetwork.openshift.io/state"_L1].toString();
            if (otherMoves || (!functions.isEmpty() && functions != u"Idle"))
                kinds << u"otherComponentMoves"_s;
            else if (isCordoned && !other.isEmpty() && isCordonedBetween(node, pod, driverPod(name, !isGpu)))
                kinds << u"otherComponentMoves"_s;
            else if (isCordoned)
                kinds << u"doneUnschedulable"_s;
            if (!isGpu &&
                node["metadata"_L1]["labels"_L1]["network.nvidia.com/operator.mofed.wait"_L1] == u"true"_s)
                kinds << u"doneMofedWaits"_s;
        } else if (label == u"upgrade-required") {
            if (age == Age::Newest && isReady)
                kinds << u"alreadyCurrent"_s;
        } else if (label == u"upgrade-failed") {
            if (age == Age::Newest && isReady)
                kinds << u"failedButHealthy"_s;
            if (!isCordoned) // somebody else gave it back, such as the SR-IOV operator after its own drain
                kinds << u"notCordoned"_s;
        } else if (!label.isEmpty()) {
            kinds << ofUnderWay(label, pod, isCordoned, age, isReady);
            if (!isGpu)
                kinds << ofMaintenance(node, label);
            if (otherMoves)
                kinds << u"bothDriversMove"_s;
        }
        kinds.removeAll(QString());
        kinds.sort();
        return kinds;
    }

    /// By none of the two drivers' rollouts: who knows that it came while they rested has no doubt.
    [[nodiscard]] bool isCordonOfOthers(const QString &name) const
    {
        const QString cordoned = cordonTime(nodeNamed(name));
        const QJsonObject gpu = driverPod(name, true);
        const QJsonObject ib = driverPod(name, false);
        const auto isNeither = [&](const QJsonObject &pod) {
            return pod.isEmpty() || isMadeBefore(pod, cordoned);
        };
        return isNeither(gpu) && isNeither(ib) && !(gpu.isEmpty() && ib.isEmpty());
    }

private:
    /// Of a pod's template.
    enum class Age { Unknown, Old, Newest };

    static QString ofDone(const QJsonObject &pod, bool leaves, Age age, bool isReady)
    {
        if (pod.isEmpty())
            return u"doneWithoutDriver"_s;
        if (leaves)
            return u"doneDriverLeaving"_s;
        if (age == Age::Old)
            return u"doneWithOldDriver"_s;
        return isReady ? QString() : u"doneDriverNotReady"_s;
    }

    static QString cordonTime(const QJsonObject &node)
    {
        const QJsonArray taints = node["spec"_L1]["taints"_L1].toArray();
        for (const QJsonValue &taint : taints)
            if (taint["key"_L1].toString() == u"node.kubernetes.io/unschedulable"_s)
                return taint["timeAdded"_L1].toString();
        return {};
    }

    /// A rollout has its driver pod made after it has cordoned the node. In whole seconds and UTC, as text.
    static bool isMadeBefore(const QJsonObject &pod, const QString &cordoned)
    {
        const QString made = pod["metadata"_L1]["creationTimestamp"_L1].toString();
        return !cordoned.isEmpty() && !made.isEmpty() && made < cordoned;
    }

    static bool isCordonedBetween(const QJsonObject &node, const QJsonObject &own, const QJsonObject &other)
    {
        const QString cordoned = cordonTime(node);
        return isMadeBefore(own, cordoned) && !isMadeBefore(other, cordoned);
    }

    static QString ofDevices(const QJsonObject &node, bool isGpu)
    {
        const auto count = [&](const char *of) {
            int sum = 0;
            const QJsonObject all = node["status"_L1][QLatin1String(of)].toObject();
            for (auto one = all.constBegin(); one != all.constEnd(); ++one)
                if (isGpu ? one.key() == u"nvidia.com/gpu"
                          : one.key().startsWith(u"rdma/") || one.key() == u"nvidia.com/hostdev")
                    sum += one.value().toString().toInt();
            return sum;
        };
        return count("capacity") > 0 && count("allocatable") == 0 ? u"doneWithoutDevices"_s : QString();
    }

    static QStringList ofUnderWay(const QString &label, const QJsonObject &pod, bool isCordoned, Age age,
                                  bool isReady)
    {
        static const QStringList beforeTheDriver{u"cordon-required"_s, u"wait-for-jobs-required"_s,
                                                 u"pod-deletion-required"_s, u"drain-required"_s,
                                                 u"node-maintenance-required"_s};
        static const QStringList others{u"cordon-required"_s, u"uncordon-required"_s,
                                        u"node-maintenance-required"_s, u"post-maintenance-required"_s};
        QStringList kinds;
        if (!isCordoned && !others.contains(label))
            kinds << u"notCordoned"_s;
        if (beforeTheDriver.contains(label) && age == Age::Newest)
            kinds << u"alreadyCurrent"_s;
        const bool isValidation = label == u"validation-required";
        if (!isValidation && label != u"uncordon-required")
            return kinds;
        if (pod.isEmpty() || !isReady)
            kinds << (isValidation ? u"validatesDriverNotReady"_s : u"uncordonDriverNotReady"_s);
        else if (age == Age::Old)
            kinds << (isValidation ? u"validatesOldDriver"_s : u"uncordonOldDriver"_s);
        return kinds;
    }

    /// One each of the Network Operator's own that is not ready, while none is.
    [[nodiscard]] QStringList ofMaintenance(const QJsonObject &node, const QString &label) const
    {
        static const QStringList behind{u"post-maintenance-required"_s, u"pod-restart-required"_s,
                                        u"validation-required"_s};
        const QJsonValue metadata = node["metadata"_L1];
        QStringList kinds;
        if (!behind.contains(label) ||
            metadata["annotations"_L1]["nvidia.com/ofed-driver-upgrade-requestor-mode"_L1] != u"true"_s)
            return kinds;
        for (const QJsonObject &one : m_objects[u"nodemaintenances"_s]) {
            if (one["spec"_L1]["nodeName"_L1] != metadata["name"_L1] ||
                one["spec"_L1]["requestorID"_L1] != u"nvidia.doca-driver-upgrade"_s)
                continue;
            for (const QJsonValue condition : one["status"_L1]["conditions"_L1].toArray())
                if (condition["type"_L1] == u"Ready"_s && condition["status"_L1] == u"True"_s)
                    return {};
            kinds << u"maintenanceNotReady"_s;
        }
        return kinds;
    }

    [[nodiscard]] QJsonObject nodeNamed(const QString &name) const
    {
        for (const QJsonObject &node : m_objects[u"nodes"_s])
            if (node["metadata"_L1]["name"_L1] == name)
                return node;
        return {};
    }

    static QString labelOf(const QJsonObject &node, bool isGpu)
    {
        return node["metadata"_L1]["labels"_L1][isGpu ? "nvidia.com/gpu-driver-upgrade-state"_L1
                                                      : "nvidia.com/ofed-driver-upgrade-state"_L1]
            .toString();
    }

    /// Of a DaemonSet's pod that no scheduler has bound yet: the one that it is made for.
    static QString placeOf(const QJsonObject &pod)
    {
        const QString node = pod["spec"_L1]["nodeName"_L1].toString();
        return !node.isEmpty() ? node
                               : pod["spec"_L1]["affinity"_L1]["nodeAffinity"_L1]
                                    ["requiredDuringSchedulingIgnoredDuringExecution"_L1]
                                    ["nodeSelectorTerms"_L1][0]["matchFields"_L1][0]["values"_L1][0]
                                        .toString();
    }

    /// One that stays before one that leaves, and the youngest of those.
    [[nodiscard]] QJsonObject driverPod(const QString &node, bool isGpu) const
    {
        QJsonObject found;
        const auto rank = [](const QJsonObject &pod) {
            const QJsonObject metadata = pod["metadata"_L1].toObject();
            return std::pair(!metadata.contains("deletionTimestamp"_L1),
                             metadata["creationTimestamp"_L1].toString());
        };
        for (const QJsonObject &pod : m_objects[u"pods"_s]) {
            const QJsonValue labels = pod["metadata"_L1]["labels"_L1];
            const bool isDriver = isGpu ? labels["app.kubernetes.io/component"_L1] == u"nvidia-driver"_s
                                        : labels.toObject().contains("nvidia.com/ofed-driver"_L1);
            if (isDriver && placeOf(pod) == node && (found.isEmpty() || rank(found) < rank(pod)))
                found = pod;
        }
        return found;
    }

    static bool isPodReady(const QJsonObject &pod)
    {
        const QJsonArray containers = pod["status"_L1]["containerStatuses"_L1].toArray();
        return pod["status"_L1]["phase"_L1] == u"Running"_s && !containers.isEmpty() &&
               std::all_of(containers.begin(), containers.end(),
                           [](const QJsonValue &one) { return one["ready"_L1].toBool(); });
    }

    /// The library goes by the hashes alone (NVIDIA/k8s-operator-libs pkg/upgrade/pod_manager.go). Who says
    /// done asks for more: as long as its controller has not observed a DaemonSet, the newest revision may be
    /// of the template before.
    [[nodiscard]] Age ageOf(const QJsonObject &pod) const
    {
        const QJsonValue labels = pod["metadata"_L1]["labels"_L1];
        if (labels["controller-revision-hash"_L1] != newest(pod))
            return Age::Old;
        const QString owner = pod["metadata"_L1]["ownerReferences"_L1][0]["uid"_L1].toString();
        const QJsonObject set = m_objects.value(u"daemonsets"_s).value(owner);
        const QJsonValue metadata = set["metadata"_L1];
        const bool isObserved =
            set["status"_L1]["observedGeneration"_L1].toInteger() >= metadata["generation"_L1].toInteger();
        if (isObserved || labels["pod-template-generation"_L1] ==
                              metadata["annotations"_L1]["deprecated.daemonset.template.generation"_L1])
            return Age::Newest;
        const QJsonValue wanted = set["spec"_L1]["template"_L1]["spec"_L1]["containers"_L1][0]["image"_L1];
        return pod["spec"_L1]["containers"_L1][0]["image"_L1] == wanted ? Age::Unknown : Age::Old;
    }

    /// The hash of the newest ControllerRevision of the pod's DaemonSet.
    [[nodiscard]] QJsonValue newest(const QJsonObject &pod) const
    {
        const QJsonValue owner = pod["metadata"_L1]["ownerReferences"_L1][0]["uid"_L1];
        qint64 highest = -1;
        QJsonValue hash;
        for (const QJsonObject &revision : m_objects[u"controllerrevisions"_s]) {
            const qint64 number = revision["revision"_L1].toInteger();
            if (revision["metadata"_L1]["ownerReferences"_L1][0]["uid"_L1] != owner || number <= highest)
                continue;
            highest = number;
            hash = revision["metadata"_L1]["labels"_L1]["controller-revision-hash"_L1];
        }
        return hash;
    }

    QMap<QString, QMap<QString, QJsonObject>> m_objects; ///< by resource and uid
};

/// But for what the present objects alone do not tell.
QStringList kindsOf(const NodeTrack &track)
{
    QStringList kinds;
    for (const TrackNote &note : track.contradictions)
        if (note.kind != NoteKind::HealedByItself && note.kind != NoteKind::Relabelled)
            kinds << noteWord(note.kind);
    kinds.sort();
    return kinds;
}

/// A part of the recording with a player of its own: what waits for a batch waits beside the others.
class Stretch
{
public:
    /// Of the events `next` to `end` - 1, after all that is before them.
    Stretch(const std::shared_ptr<const Recording> &recording, qsizetype next, qsizetype end)
        : m_recording(recording)
        , m_transport(recording)
        , m_past(recording, &m_transport)
        , m_next(next)
        , m_end(end)
    {
        for (qsizetype i = 0; i < next; ++i)
            m_oracle.apply(m_recording->events[i]);
        m_nodes.start();
        m_pods.start();
        m_rollout.start();
    }

    /// Whether there is a next moment at which something that matters changes.
    bool goOn()
    {
        const RecordingEvents &events = m_recording->events;
        bool isChanged = false;
        while (m_next < m_end) {
            isChanged = m_oracle.apply(events[m_next]) || isChanged;
            m_at = events.at(m_next++);
            if (isChanged && (m_next == events.size() || events.at(m_next) != m_at)) {
                m_transport.seek(m_at);
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool isThere() const
    {
        return m_transport.isSettled() && m_rollout.isComplete() && !m_rollout.hasNews() &&
               m_clock.now() == m_recording->header.start.addMSecs(m_at.count());
    }

    void compare(OracleReport &report) const
    {
        ++report.moments;
        for (const QString &node : m_oracle.nodes()) {
            for (const bool isGpu : {true, false}) {
                const NodeTrack *track = m_rollout.find({node, isGpu ? u"gpu"_s : u"ib"_s});
                const QString label = m_oracle.label(node, isGpu);
                QStringList wanted = track ? m_oracle.disagreements(node, isGpu) : QStringList();
                if (track && !track->evidence.standingCordon().isEmpty() && m_oracle.isCordonOfOthers(node))
                    wanted.removeAll(u"doneUnschedulable"_s);
                const QStringList found = track ? kindsOf(*track) : QStringList();
                report.kinds.unite({found.cbegin(), found.cend()});
                // A node that the driver does not concern has neither.
                if ((track ? track->label : QString()) != label || found != wanted)
                    report.differences << u"%1 %2 at %3 ms, %4: %5 instead of %6"_s.arg(
                        node, isGpu ? u"gpu"_s : u"ib"_s, QString::number(m_at.count()), label,
                        found.join(u' '), wanted.join(u' '));
            }
        }
    }

private:
    std::shared_ptr<const Recording> m_recording;
    RecordedTransport m_transport;
    RecordingClock m_clock{&m_transport};
    RecordedHistory m_past;
    NodeStore m_nodes{&m_transport, all("/api/v1/nodes"), &m_clock, nullptr};
    PodStore m_pods{&m_transport, all("/api/v1/pods"), &m_clock, nullptr};
    RolloutStore m_rollout{&m_transport, &m_nodes, &m_pods, &m_clock, &m_past};
    Oracle m_oracle;
    qsizetype m_next;
    qsizetype m_end;
    milliseconds m_at{0};
};

} // namespace

OracleReport holdAgainstObjects(const std::shared_ptr<const Recording> &recording)
{
    constexpr int stretches = 48;
    const RecordingEvents &events = recording->events;
    std::deque<Stretch> players;
    qsizetype begin = 0;
    for (int i = 1; i <= stretches; ++i) {
        qsizetype end = events.size() * i / stretches;
        while (end > begin && end < events.size() && events.at(end) == events.at(end - 1))
            ++end; // a moment is not torn
        players.emplace_back(recording, begin, end);
        begin = std::max(begin, end);
    }
    OracleReport report;
    QList<Stretch *> under;
    for (Stretch &player : players)
        under << &player;
    while (report.differences.isEmpty()) {
        under.removeIf([](Stretch *player) { return !player->goOn(); });
        if (under.isEmpty())
            break;
        const auto areThere = [&] {
            return std::all_of(under.cbegin(), under.cend(), [](Stretch *one) { return one->isThere(); });
        };
        if (!QTest::qWaitFor(areThere, 120000)) // 48 recordings are opened at once
            report.differences << u"a moment is never reached"_s;
        else
            std::for_each(under.cbegin(), under.cend(), [&](Stretch *one) { one->compare(report); });
    }
    return report;
}

} // namespace chartroom::test
