// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_reader.h"
#include "core/rollout/driver_track.h"
#include "core/rollout/node_table.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_driver_track {

namespace {

/// A cluster as a recording tells it, event by event, and the tracks of any moment of it.
class ToldCluster
{
public:
    void apply(const RecordingEvent &event, const QDateTime &start)
    {
        m_now = start.addMSecs(event.at.count());
        if (event.resource == u"nodes") {
            noteLabels(event.object);
            put(m_nodes, event);
        } else if (event.resource == u"pods") {
            noteInit(event);
            put(m_pods, event);
        } else if (event.resource == u"daemonsets") {
            put(m_sets, event);
        } else if (event.resource == u"controllerrevisions") {
            put(m_revisions, event);
        } else if (event.resource == u"poddisruptionbudgets") {
            put(m_budgets, event);
        } else if (event.resource == u"clusterpolicies" || event.resource == u"nicclusterpolicies") {
            put(m_policies, event);
        }
    }

    [[nodiscard]] QList<NodeTrack> tracks(DriverKind kind) const
    {
        const RolloutEvidence all{&m_nodes, &m_pods, &m_sets, &m_revisions, &m_budgets, nullptr, &m_policies};
        NodeTable table;
        NodeQueue touched;
        for (const QString &uid : m_pods.keys())
            table.put(m_pods.share(uid), touched);
        QHash<QString, QString> hosts;
        for (const Pod &pod : m_pods) {
            if (roleOf(pod) == driverRole(kind))
                hosts.insert(pod.node, pod.namespaceName + u'/' + pod.ownerName);
        }
        const DriverFleet fleet = driverFleet(kind, all, hosts);
        QList<NodeTrack> tracks;
        for (const Node &node : m_nodes) {
            tracks << driverTrack({&node, table.pods(table.find(node.name)), m_now,
                                   m_since.value({node.name, driverKeys(kind).state}), false, std::nullopt},
                                  fleet);
        }
        std::sort(tracks.begin(), tracks.end(),
                  [](const NodeTrack &a, const NodeTrack &b) { return a.node < b.node; });
        return tracks;
    }
    [[nodiscard]] NodeTrack track(DriverKind kind, const QString &node) const
    {
        for (const NodeTrack &track : tracks(kind)) {
            if (track.node == node)
                return track;
        }
        return {};
    }
    /// The label as the object says it, read by other code than the tracks'.
    [[nodiscard]] QString label(const QString &node, DriverKind kind) const
    {
        return m_labels.value({node, driverKeys(kind).state});
    }
    /// When the driver pods were made that have an init container that has not ended, by namespace/name and
    /// read by other code than the tracks'.
    [[nodiscard]] const QHash<QString, QDateTime> &starting() const { return m_starting; }
    [[nodiscard]] QDateTime now() const { return m_now; }
    [[nodiscard]] QStringList nodeNames() const
    {
        QStringList names;
        for (const Node &node : m_nodes)
            names << node.name;
        return names;
    }

private:
    template<typename T>
    static void put(ObjectMap<T> &all, const RecordingEvent &event)
    {
        if (event.type == RecordingEvent::Type::Deleted)
            all.remove(event.object.uid);
        else if (event.type == RecordingEvent::Type::Added || event.type == RecordingEvent::Type::Modified)
            all.insert(event.object.uid, T::read(event.object).value());
    }
    void noteInit(const RecordingEvent &event)
    {
        const QJsonObject pod = QJsonDocument::fromJson(event.object.json).object();
        const QJsonObject labels = pod[u"metadata"][u"labels"].toObject();
        const QJsonArray inits = pod[u"status"][u"initContainerStatuses"].toArray();
        const bool isDriver = labels[u"app.kubernetes.io/component"].toString() == u"nvidia-driver" ||
                              labels.contains(u"nvidia.com/ofed-driver");
        const bool isStarting = std::any_of(inits.begin(), inits.end(), [](const QJsonValue &init) {
            return !init[u"state"].toObject().contains(u"terminated");
        });
        const QString name = event.object.namespaceName + u'/' + event.object.name;
        m_starting.remove(name);
        if (isDriver && isStarting && event.type != RecordingEvent::Type::Deleted)
            m_starting.insert(
                name, QDateTime::fromString(pod[u"metadata"][u"creationTimestamp"].toString(), Qt::ISODate));
    }
    void noteLabels(const KubeObject &object)
    {
        const QJsonObject labels = QJsonDocument::fromJson(object.json)[u"metadata"][u"labels"].toObject();
        for (const DriverKind kind : {DriverKind::Gpu, DriverKind::InfiniBand}) {
            const QString key = driverKeys(kind).state;
            if (object.name.isEmpty() || m_labels.value({object.name, key}) == labels[key].toString())
                continue;
            m_labels[{object.name, key}] = labels[key].toString();
            m_since[{object.name, key}] = m_now;
        }
    }

    QDateTime m_now;
    ObjectMap<Node> m_nodes;
    ObjectMap<Pod> m_pods;
    ObjectMap<DaemonSet> m_sets;
    ObjectMap<ControllerRevision> m_revisions;
    ObjectMap<DisruptionBudget> m_budgets;
    ObjectMap<DriverPolicy> m_policies;
    QHash<std::pair<QString, QString>, QString> m_labels;
    QHash<std::pair<QString, QString>, QDateTime> m_since;
    QHash<QString, QDateTime> m_starting;
};

bool has(const QList<TrackNote> &notes, QStringView kind)
{
    return std::any_of(notes.cbegin(), notes.cend(),
                       [&](const TrackNote &note) { return noteWord(note.kind) == kind; });
}

QString textOf(const QList<TrackNote> &notes, QStringView kind)
{
    for (const TrackNote &note : notes) {
        if (noteWord(note.kind) == kind)
            return note.text;
    }
    return {};
}

} // namespace

class TestDriverTrack : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void theStepIsTheOperatorsLabelAtEveryMoment();
    void theCrashLoopingNodeFailsWithItsMessage();
    void aBudgetThatBlocksAnEvictionIsNamed();
    void aQueuedNodeNamesTheNodesThatHoldTheSlots();
    void aNodeDoneWithTheOldDriverIsAContradiction();
    void noNodeIsDoneBetweenANewTemplateAndItsRevision();
    void aNodeDoneHereAndMovingThereIsAContradiction();
    void allNodesAreDoneInTheEndButTheFailedOne();
    void noInitContainerIsLateBeforeItsLimit_data();
    void noInitContainerIsLateBeforeItsLimit();

private:
    /// Plays up to and including that moment, then asks.
    template<typename Visit>
    void play(Visit visit) const
    {
        play(*m_recording, visit);
    }
    template<typename Visit>
    static void play(const Recording &recording, Visit visit)
    {
        ToldCluster cluster;
        const auto &events = recording.events;
        for (qsizetype i = 0; i < events.size(); ++i) {
            cluster.apply(events[i], recording.header.start);
            const bool isFirstList = events[i].at == 0ms;
            if (!isFirstList && (i + 1 == events.size() || events[i + 1].at != events[i].at))
                visit(cluster, events[i].at);
        }
    }

    std::shared_ptr<const Recording> m_recording;
};

void TestDriverTrack::initTestCase()
{
    const auto recording =
        loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"));
    QVERIFY(recording);
    m_recording = *recording;
}

void TestDriverTrack::theStepIsTheOperatorsLabelAtEveryMoment()
{
    QSet<QString> seen;
    play([&](const ToldCluster &cluster, std::chrono::milliseconds) {
        for (const DriverKind kind : {DriverKind::Gpu, DriverKind::InfiniBand}) {
            const QList<NodeTrack> tracks = cluster.tracks(kind);
            QCOMPARE(tracks.size(), 16);
            for (const NodeTrack &track : tracks) {
                QCOMPARE(track.label, cluster.label(track.node, kind));
                QCOMPARE(track.step, readStep(track.label));
                QVERIFY(track.step != RolloutStep::Unknown);
                seen << stepText(track.step);
            }
        }
    });
    for (const char *step : {"queued", "cordon", "waitForJobs", "evict", "drain", "driverRestart", "validate",
                             "uncordon", "done", "failed"})
        QVERIFY2(seen.contains(QString::fromLatin1(step)), step);
}

void TestDriverTrack::theCrashLoopingNodeFailsWithItsMessage()
{
    QSet<QString> failed;
    QString message;
    play([&](const ToldCluster &cluster, std::chrono::milliseconds) {
        for (const NodeTrack &track : cluster.tracks(DriverKind::Gpu)) {
            if (track.verdict != Verdict::Failed)
                continue;
            failed << track.node;
            message = textOf(track.blockers, u"driverPod");
            QVERIFY(track.restarts > 10);
        }
    });
    QCOMPARE(failed, QSet{QStringLiteral("gpu-011")});
    QVERIFY2(message.contains(u"Could not resolve Linux kernel version"), qPrintable(message));
}

void TestDriverTrack::aBudgetThatBlocksAnEvictionIsNamed()
{
    QSet<QString> blocked;
    play([&](const ToldCluster &cluster, std::chrono::milliseconds) {
        for (const NodeTrack &track : cluster.tracks(DriverKind::Gpu)) {
            const QString text = textOf(track.blockers, u"disruptionBudget");
            if (text.isEmpty())
                continue;
            blocked << track.node;
            QVERIFY(text.startsWith(u"tenant-b/trainer (PodDisruptionBudget) "));
            QVERIFY(track.step == RolloutStep::Evict || track.step == RolloutStep::Drain);
        }
    });
    QVERIFY(!blocked.isEmpty());
}

void TestDriverTrack::aQueuedNodeNamesTheNodesThatHoldTheSlots()
{
    bool wasNamed = false;
    play([&](const ToldCluster &cluster, std::chrono::milliseconds at) {
        if (at < 100s || at > 400s)
            return;
        for (const NodeTrack &track : cluster.tracks(DriverKind::Gpu)) {
            if (track.step == RolloutStep::Queued &&
                textOf(track.blockers, u"parallelSlots").contains(u"gpu-011"))
                wasNamed = true;
        }
    });
    QVERIFY(wasNamed);
}

void TestDriverTrack::aNodeDoneWithTheOldDriverIsAContradiction()
{
    QSet<QString> nodes;
    play([&](const ToldCluster &cluster, std::chrono::milliseconds at) {
        for (const NodeTrack &track : cluster.tracks(DriverKind::Gpu)) {
            QCOMPARE(has(track.contradictions, u"doneWithOldDriver"),
                     track.step == RolloutStep::Done && !track.isDriverCurrent &&
                         !track.driverPod.isEmpty() && !has(track.contradictions, u"doneDriverLeaving"));
            if (at < 60s && has(track.contradictions, u"doneWithOldDriver"))
                nodes << track.node;
        }
    });
    QCOMPARE(nodes.size(), 16); // between the new template and the operator's next look, all of them
}

void TestDriverTrack::noNodeIsDoneBetweenANewTemplateAndItsRevision()
{
    bool wasSeen = false;
    play([&](const ToldCluster &cluster, std::chrono::milliseconds at) {
        if (at < 640894ms || at >= 640906ms)
            return;
        wasSeen = true;
        for (const NodeTrack &track : cluster.tracks(DriverKind::InfiniBand)) {
            QCOMPARE(track.step, RolloutStep::Done);
            QCOMPARE(track.verdict, Verdict::Waiting);
            QVERIFY(has(track.blockers, u"notObserved"));
        }
    });
    QVERIFY(wasSeen);
}

void TestDriverTrack::aNodeDoneHereAndMovingThereIsAContradiction()
{
    bool wasSeen = false;
    play([&](const ToldCluster &cluster, std::chrono::milliseconds) {
        for (const NodeTrack &track : cluster.tracks(DriverKind::InfiniBand)) {
            if (track.step != RolloutStep::Done)
                continue;
            const bool moves = isUnderWay(readStep(cluster.label(track.node, DriverKind::Gpu)));
            QCOMPARE(has(track.contradictions, u"otherComponentMoves"), moves);
            QVERIFY(track.cordoner.isEmpty() || (moves && track.isCordoned));
            wasSeen = wasSeen || moves;
        }
    });
    QVERIFY(wasSeen);
}

void TestDriverTrack::allNodesAreDoneInTheEndButTheFailedOne()
{
    QList<NodeTrack> last;
    play([&](const ToldCluster &cluster, std::chrono::milliseconds) {
        last = cluster.tracks(DriverKind::Gpu);
    });
    for (const NodeTrack &track : std::as_const(last)) {
        const bool isBad = track.node == u"gpu-011";
        QCOMPARE(track.verdict, isBad ? Verdict::Failed : Verdict::Done);
        QCOMPARE(track.driverTo, QStringLiteral("580.82.07"));
        if (!isBad)
            QCOMPARE(track.driverFrom, QStringLiteral("580.82.07"));
    }
}

void TestDriverTrack::noInitContainerIsLateBeforeItsLimit_data()
{
    QTest::addColumn<QString>("path");
    for (const char *path : {"gpu-operator-killed-hand-labels-node-gone.jsonl.gz",
                             "../../resources/recordings/bundled.jsonl.gz"})
        QTest::newRow(path) << QStringLiteral(CHARTROOM_TEST_DATA "/%1").arg(QLatin1String(path));
}

/// Two minutes, which once were two seconds.
void TestDriverTrack::noInitContainerIsLateBeforeItsLimit()
{
    QFETCH(QString, path);
    const auto recording = loadRecording(path);
    QVERIFY(recording);
    bool wasSeen = false;
    play(**recording, [&](const ToldCluster &cluster, std::chrono::milliseconds) {
        if (cluster.starting().isEmpty())
            return;
        for (const DriverKind kind : {DriverKind::Gpu, DriverKind::InfiniBand}) {
            for (const NodeTrack &track : cluster.tracks(kind)) {
                const QDateTime made = cluster.starting().value(track.driverPod);
                const qint64 age = made.isValid() ? made.msecsTo(cluster.now()) : 0;
                wasSeen = wasSeen || age > 2000;
                QVERIFY2(age > 120'000 ||
                             !textOf(track.blockers, u"initContainer").contains(u"has not ended"),
                         qPrintable(track.driverPod));
            }
        }
    });
    QVERIFY(wasSeen);
}

#include "tst_driver_track.moc"
} // namespace tst_driver_track

CHARTROOM_TEST(tst_driver_track, TestDriverTrack)
