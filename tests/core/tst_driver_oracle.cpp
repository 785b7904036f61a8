// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recorded_transport.h"
#include "core/recording/recording_reader.h"
#include "core/rollout/recorded_history.h"
#include "core/rollout/rollout_store.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <numeric>

using namespace chartroom;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// The operators' objects at one moment as plain JSON, and what of them disagrees with the label: written
/// from domain.md alone and by other code than the tracks'.
class Oracle
{
public:
    /// Whether it matters.
    bool apply(const RecordingEvent &event)
    {
        static const QStringList kept{u"nodes"_s, u"pods"_s, u"controllerrevisions"_s};
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
        const bool isNewest = !leaves && !pod.isEmpty() &&
                              pod["metadata"_L1]["labels"_L1]["controller-revision-hash"_L1] == newest(pod);
        static const QSet<QString> resting{QString(), u"upgrade-done"_s, u"upgrade-required"_s};
        const bool otherMoves = !resting.contains(other);
        QStringList kinds;
        if (label == u"upgrade-done") {
            kinds << ofDone(pod, leaves, isNewest, isReady);
            if (otherMoves)
                kinds << u"otherComponentMoves"_s;
            else if (isCordoned)
                kinds << u"doneUnschedulable"_s;
            if (!isGpu &&
                node["metadata"_L1]["labels"_L1]["network.nvidia.com/operator.mofed.wait"_L1] == u"true"_s)
                kinds << u"doneMofedWaits"_s;
        } else if (label == u"upgrade-required") {
            if (isNewest && isReady)
                kinds << u"alreadyCurrent"_s;
        } else if (label == u"upgrade-failed") {
            if (isNewest && isReady)
                kinds << u"failedButHealthy"_s;
        } else {
            kinds << ofUnderWay(label, pod, isCordoned, isNewest, isReady);
            if (otherMoves)
                kinds << u"bothDriversMove"_s;
        }
        kinds.removeAll(QString());
        kinds.sort();
        return kinds;
    }

private:
    static QString ofDone(const QJsonObject &pod, bool leaves, bool isNewest, bool isReady)
    {
        if (pod.isEmpty())
            return u"doneWithoutDriver"_s;
        if (leaves)
            return u"doneDriverLeaving"_s;
        if (!isNewest)
            return u"doneWithOldDriver"_s;
        return isReady ? QString() : u"doneDriverNotReady"_s;
    }

    static QStringList ofUnderWay(const QString &label, const QJsonObject &pod, bool isCordoned,
                                  bool isNewest, bool isReady)
    {
        static const QStringList beforeTheDriver{u"cordon-required"_s, u"wait-for-jobs-required"_s,
                                                 u"pod-deletion-required"_s, u"drain-required"_s};
        QStringList kinds;
        if (!isCordoned && label != u"cordon-required" && label != u"uncordon-required")
            kinds << u"notCordoned"_s;
        if (beforeTheDriver.contains(label) && isNewest)
            kinds << u"alreadyCurrent"_s;
        const bool isValidation = label == u"validation-required";
        if (!isValidation && label != u"uncordon-required")
            return kinds;
        if (pod.isEmpty() || !isReady)
            kinds << (isValidation ? u"validatesDriverNotReady"_s : u"uncordonDriverNotReady"_s);
        else if (!isNewest)
            kinds << (isValidation ? u"validatesOldDriver"_s : u"uncordonOldDriver"_s);
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

    /// One that stays before one that leaves.
    [[nodiscard]] QJsonObject driverPod(const QString &node, bool isGpu) const
    {
        QJsonObject found;
        for (const QJsonObject &pod : m_objects[u"pods"_s]) {
            const QJsonValue labels = pod["metadata"_L1]["labels"_L1];
            const bool isDriver = isGpu ? labels["app.kubernetes.io/component"_L1] == u"nvidia-driver"_s
                                        : labels.toObject().contains("nvidia.com/ofed-driver"_L1);
            const bool stays = !pod["metadata"_L1].toObject().contains("deletionTimestamp"_L1);
            if (isDriver && pod["spec"_L1]["nodeName"_L1] == node && (found.isEmpty() || stays))
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

ResourceQuery all(const char *path)
{
    return {QString::fromLatin1(path), {}, {}, false, 500};
}

/// But for what the present objects alone do not tell.
QStringList kindsOf(const NodeTrack &track)
{
    QStringList kinds;
    for (const TrackNote &note : track.contradictions)
        if (note.kind != u"healedByItself")
            kinds << note.kind;
    kinds.sort();
    return kinds;
}

} // namespace

/// The program's own way from a recording of the real operators to its tracks, held against the objects of
/// that recording at every moment of it.
class TestDriverOracle : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void stepsAndContradictionsAreThoseOfTheObjectsAtEveryMoment_data();
    void stepsAndContradictionsAreThoseOfTheObjectsAtEveryMoment();
};

void TestDriverOracle::stepsAndContradictionsAreThoseOfTheObjectsAtEveryMoment_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("of NVIDIA's operators") << CHARTROOM_TEST_DATA u"/gpu-then-ib-one-node-crashes.jsonl.gz"_s;
    QTest::newRow("bundled") << CHARTROOM_TEST_DATA u"/../../resources/recordings/bundled.jsonl.gz"_s;
}

void TestDriverOracle::stepsAndContradictionsAreThoseOfTheObjectsAtEveryMoment()
{
    QFETCH(QString, path);
    const auto read = loadRecording(path);
    QVERIFY(read);
    const std::shared_ptr<const Recording> recording = *read;
    RecordedTransport transport(recording);
    RecordingClock clock(&transport);
    RecordedHistory past(recording, &transport);
    NodeStore nodes(&transport, all("/api/v1/nodes"), &clock, nullptr);
    PodStore pods(&transport, all("/api/v1/pods"), &clock, nullptr);
    RolloutStore rollout(&transport, &nodes, &pods, &clock, &past);
    nodes.start();
    pods.start();
    rollout.start();
    Oracle oracle;
    QSet<QString> seen;
    const auto &events = recording->events;
    bool isChanged = false;
    for (qsizetype i = 0; i < events.size(); ++i) {
        isChanged = oracle.apply(events[i]) || isChanged;
        if (!isChanged || (i + 1 < events.size() && events[i + 1].at == events[i].at))
            continue;
        isChanged = false;
        transport.seek(events[i].at);
        QVERIFY(QTest::qWaitFor([&] {
            return transport.isSettled() && rollout.isComplete() &&
                   clock.now() == recording->header.start.addMSecs(events[i].at.count());
        }));
        for (const QString &node : oracle.nodes()) {
            for (const bool isGpu : {true, false}) {
                const NodeTrack *track = rollout.find({node, isGpu ? u"gpu"_s : u"ib"_s});
                if (!track) { // a node without GPUs
                    QVERIFY(oracle.label(node, isGpu).isEmpty());
                    continue;
                }
                QCOMPARE(track->label, oracle.label(node, isGpu));
                const QString where =
                    u"%1 %2 at %3 ms"_s.arg(node, track->component).arg(events[i].at.count());
                QVERIFY2(kindsOf(*track) == oracle.disagreements(node, isGpu),
                         qPrintable(where + u": "_s + kindsOf(*track).join(u' ') + u" instead of "_s +
                                    oracle.disagreements(node, isGpu).join(u' ')));
                for (const QString &kind : kindsOf(*track))
                    seen.insert(kind);
            }
        }
    }
    QVERIFY(seen.contains(u"doneWithOldDriver"_s));
    QVERIFY(seen.contains(u"otherComponentMoves"_s));
}

QTEST_GUILESS_MAIN(TestDriverOracle)
#include "tst_driver_oracle.moc"
