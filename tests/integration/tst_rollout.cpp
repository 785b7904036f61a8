// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_keys.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/session/session_rollout.h"
#include "tests/integration/sandbox_session.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <algorithm>
#include <cstdlib>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_rollout {

/// Two driver upgrades of 16 real API objects, led by NVIDIA's own upgrade library, with a crash-looping
/// node, one that a disruption budget holds back, one cordoned before and one to be skipped.
class RolloutTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyNodeIsDoneBeforeTheUpgrade();
    void theGpuUpgradesStepsAgreeWithTheLabelsWithinASecond();
    void theNodesWithAFaultAreNamedRightly();
    void theProgramSaysTheSameAsThePage();
    void theInfiniBandUpgradesStepsAgreeWithTheLabelsWithinASecond();
    void thereTheNodesWithAFaultAreNamedRightlyToo();
    void thereTheProgramSaysTheSameAsThePageToo();
    void nothingIsDoubtedWithoutCause();

private:
    struct Held
    {
        QString label;
        qint64 from = 0; ///< ms of m_time
    };

    [[nodiscard]] QHash<QString, QString> serverLabels(DriverKind kind) const;
    void note(const QList<TrackKey> &keys);
    void doubt(const TrackKey &key, const QList<TrackNote> &contradictions);
    [[nodiscard]] bool wasHeld(const TrackKey &key, const QString &label, qint64 since) const;
    void compareUntil(DriverKind kind, const std::function<bool()> &isOver);
    [[nodiscard]] NodeTrack track(const char *fault, DriverKind kind = DriverKind::Gpu) const;
    void verifyThoseLeftAlone(DriverKind kind);
    void compareWithTheProgram(DriverKind kind);

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<SandboxSession> m_session;
    RolloutStore *m_rollout = nullptr;
    QElapsedTimer m_time;
    QHash<TrackKey, QList<Held>> m_held;
    QHash<std::pair<QString, TrackKey>, qint64> m_open; ///< contradictions that stand, and since when
    QSet<QString> m_seenDoubts;                         ///< kinds, for however short a time
    QMultiMap<QString, TrackKey> m_doubts; ///< where each kind stood for longer than two watches differ
};

void RolloutTest::initTestCase()
{
    m_sandbox = Sandbox::find();
    QVERIFY(m_sandbox.has_value());
    m_session = std::make_unique<SandboxSession>(*m_sandbox);
    m_rollout = m_session->get()->rollout();
    m_time.start();
    connect(m_rollout, &RolloutStore::tracksChanged, this, &RolloutTest::note);
    QTRY_VERIFY_WITH_TIMEOUT(m_rollout->isComplete(), 60000);
}

void RolloutTest::note(const QList<TrackKey> &keys)
{
    for (const TrackKey &key : keys) {
        const NodeTrack *track = m_rollout->find(key);
        doubt(key, track ? track->contradictions : QList<TrackNote>());
        QList<Held> &held = m_held[key];
        const QString label = track ? track->label : QString();
        if (held.isEmpty() || held.last().label != label)
            held.append({label, m_time.elapsed()});
    }
}

/// A label and the revision that caused it come by two watches, one of them first.
void RolloutTest::doubt(const TrackKey &key, const QList<TrackNote> &contradictions)
{
    constexpr qint64 longest = 5000; // ms; another test may have the processors
    for (auto open = m_open.begin(); open != m_open.end();) {
        const bool isOver = open.key().second == key && !hasNote(contradictions, open.key().first);
        if (open.key().second == key && m_time.elapsed() - *open > longest)
            m_doubts.insert(open.key().first, key);
        open = isOver ? m_open.erase(open) : std::next(open);
    }
    for (const TrackNote &note : contradictions) {
        const QString kind = noteWord(note.kind);
        m_seenDoubts.insert(kind);
        if (!m_open.contains({kind, key}))
            m_open.insert({kind, key}, m_time.elapsed());
    }
}

/// Whether the board showed the label at some time from `since` until now, or went beyond it since then: a
/// step that lasts less than a batch of the board is overtaken by the next one.
bool RolloutTest::wasHeld(const TrackKey &key, const QString &label, qint64 since) const
{
    const QList<Held> held = m_held.value(key);
    for (qsizetype i = 0; i < held.size(); ++i) {
        const bool isEarlier = i + 1 < held.size() && held[i + 1].from < since;
        const bool isBeyond = held[i].from >= since && readStep(held[i].label) > readStep(label);
        if (!isEarlier && (held[i].label == label || isBeyond))
            return true;
    }
    return false;
}

QHash<QString, QString> RolloutTest::serverLabels(DriverKind kind) const
{
    const QByteArray nodes = m_sandbox->get(QStringLiteral("/api/v1/nodes"));
    QHash<QString, QString> labels;
    for (const QJsonValue node : QJsonDocument::fromJson(nodes)[u"items"].toArray()) {
        const QString label = node[u"metadata"][u"labels"][driverKeys(kind).state].toString();
        if (!label.isEmpty())
            labels.insert(node[u"metadata"][u"name"].toString(), label);
    }
    return labels;
}

void RolloutTest::compareUntil(DriverKind kind, const std::function<bool()> &isOver)
{
    int looks = 0;
    for (QElapsedTimer limit; !isOver(); ++looks) {
        if (!limit.isValid())
            limit.start();
        QVERIFY2(limit.elapsed() < 300000, "the upgrade does not end");
        QTest::qWait(1000); // the operators' own pace; what is waited for is another moment to compare
        const qint64 before = m_time.elapsed();
        const QHash<QString, QString> labels = serverLabels(kind);
        QCOMPARE(labels.size(), 16);
        for (auto label = labels.cbegin(); label != labels.cend(); ++label) {
            const TrackKey key{label.key(), componentText(kind)};
            QTRY_VERIFY2_WITH_TIMEOUT(wasHeld(key, label.value(), before),
                                      qPrintable(label.key() + u' ' + label.value()), 10000);
        }
    }
    QVERIFY(looks > 10);
}

NodeTrack RolloutTest::track(const char *fault, DriverKind kind) const
{
    const QString node = m_sandbox->facts()[u"faults"][QLatin1String(fault)].toString();
    const NodeTrack *found = m_rollout->find({node, componentText(kind)});
    return found ? *found : NodeTrack();
}

void RolloutTest::everyNodeIsDoneBeforeTheUpgrade()
{
    const QList<NodeTrack> tracks = m_rollout->tracks();
    QCOMPARE(tracks.size(), 32);
    for (const NodeTrack &track : tracks)
        QCOMPARE(track.verdict, Verdict::Done);
}

void RolloutTest::theGpuUpgradesStepsAgreeWithTheLabelsWithinASecond()
{
    const Ran upgrade =
        m_sandbox->ctl({QStringLiteral("upgrade"), QStringLiteral("gpu"), QStringLiteral("580.126.20")});
    QVERIFY2(upgrade.exitCode == 0, upgrade.err.constData());
    compareUntil(DriverKind::Gpu, [this] {
        const QList<NodeTrack> tracks = m_rollout->tracks();
        return std::all_of(tracks.cbegin(), tracks.cend(), [](const NodeTrack &track) {
            const bool isOver = track.verdict == Verdict::Failed || track.verdict == Verdict::Skipped ||
                                (track.verdict == Verdict::Done && track.driverFrom == u"580.126.20");
            return isOver || track.component != componentText(DriverKind::Gpu);
        });
    });
}

void RolloutTest::theNodesWithAFaultAreNamedRightly()
{
    const NodeTrack crash = track("crash");
    QCOMPARE(crash.verdict, Verdict::Failed);
    QCOMPARE(crash.blockers.value(0).kind, NoteKind::DriverPod);
    QVERIFY(crash.blockers.value(0).text.contains(u"Could not resolve Linux kernel version"));

    const NodeTrack budget = track("pdb");
    QCOMPARE(budget.verdict, Verdict::Failed);
    QCOMPARE(budget.blockers.value(0).kind, NoteKind::DisruptionBudget);
    QVERIFY(budget.blockers.value(0).text.contains(u"tenant-c/notebook"));
    verifyThoseLeftAlone(DriverKind::Gpu);
}

void RolloutTest::verifyThoseLeftAlone(DriverKind kind)
{
    const NodeTrack cordoned = track("precordoned", kind);
    QCOMPARE(cordoned.verdict, Verdict::Done);
    QVERIFY(cordoned.isCordoned);
    QVERIFY(cordoned.contradictions.isEmpty());
    QVERIFY(cordoned.evidence.lines().contains(
        QStringLiteral("Was already cordoned when the rollout began on it, and stays cordoned.")));

    const NodeTrack skipped = track("skip", kind);
    QCOMPARE(skipped.verdict, Verdict::Skipped);
    QCOMPARE(skipped.blockers.value(0).kind, NoteKind::SkipLabel);
}

void RolloutTest::theProgramSaysTheSameAsThePage()
{
    compareWithTheProgram(DriverKind::Gpu);
}

void RolloutTest::compareWithTheProgram(DriverKind kind)
{
    const QString component = componentText(kind);
    SessionRollout source(m_session->get());
    source.start();
    RolloutModel model(&source);
    model.setComponent(component);
    QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 16, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(model.isCurrent(), 30000);
    const Ran ran =
        run(QStringLiteral(CHARTROOM_PROGRAM),
            {QStringLiteral("rollout"), QStringLiteral("--component"), component, QStringLiteral("-o"),
             QStringLiteral("json"), QStringLiteral("--kubeconfig"), m_sandbox->kubeconfig()},
            QProcessEnvironment::systemEnvironment(), 60);
    QCOMPARE(ran.exitCode, 1); // nodes failed
    const QJsonDocument printed = QJsonDocument::fromJson(ran.out);
    const QJsonArray nodes = printed[u"nodes"].toArray();
    QCOMPARE(nodes.size(), 16);
    const RolloutSummary summary = rolloutSummary(model);
    const QJsonArray totals = printed[u"totals"].toArray();
    QCOMPARE(totals.size(), 1);
    for (const Verdict verdict : allVerdicts)
        QCOMPARE(totals[0][verdictText(verdict)].toInt(), summary.count(verdict));
    for (const QJsonValue node : nodes) {
        const QString name = node[u"node"].toString();
        QVERIFY2(model.rowOf(name) >= 0, qPrintable(name));
        const RolloutRow &row = model.row(model.rowOf(name));
        const RolloutLane &lane = row.lanes[0];
        const NodeTrack *track = source.find({name, component});
        QVERIFY(track);
        QCOMPARE(node[u"step"].toString(), stepText(track->step));
        QCOMPARE(node[u"label"].toString(), track->label);
        QCOMPARE(node[u"driverFrom"].toString(), track->driverFrom);
        QCOMPARE(node[u"driverTo"].toString(), track->driverTo);
        QCOMPARE(node[u"driverReady"].toBool(), track->isDriverReady);
        QCOMPARE(node[u"verdict"].toString(), verdictText(lane.verdict));
        QCOMPARE(node[u"stage"].toInt(), lane.stage.value_or(0));
        QStringList said;
        for (const char *key : {"blockers", "contradictions"})
            for (const QJsonValue note : node[QLatin1String(key)].toArray())
                said << note[u"text"].toString();
        for (const QJsonValue line : node[u"evidence"].toArray())
            said << line.toString();
        QVERIFY2(row.heldBack.isEmpty() || said.contains(row.heldBack), qPrintable(row.heldBack));
        QVERIFY(lane.verdict != Verdict::Failed || !row.heldBack.isEmpty());
        // The page saw the label come; the program has it from the operator's Event, to the second, which the
        // library writes once its own cache shows the label. It looks each second (k8s-operator-libs
        // pkg/upgrade/node_upgrade_state_provider.go), and a busy machine delays that.
        const QDateTime since = QDateTime::fromString(node[u"since"].toString(), Qt::ISODate);
        QCOMPARE(since.isValid(), lane.since.isValid());
        QVERIFY2(
            !since.isValid() || std::abs(since.msecsTo(lane.since)) < 5000,
            qPrintable(QStringLiteral("%1: %2, on the page %3")
                           .arg(name, since.toString(Qt::ISODate), lane.since.toString(Qt::ISODateWithMs))));
    }
}

void RolloutTest::theInfiniBandUpgradesStepsAgreeWithTheLabelsWithinASecond()
{
    const QString version = QStringLiteral("doca3.2.0-25.10-1.2.8.0-2");
    const Ran upgrade = m_sandbox->ctl({QStringLiteral("upgrade"), QStringLiteral("ofed"), version});
    QVERIFY2(upgrade.exitCode == 0, upgrade.err.constData());
    // The drain of the node with the budget goes on for five minutes before the library gives it up.
    const auto isHeld = [](const NodeTrack &track) {
        return track.blockers.value(0).kind == NoteKind::DisruptionBudget;
    };
    const auto isOpen = [&](const NodeTrack &track) {
        return !isHeld(track) && track.component == componentText(DriverKind::InfiniBand) &&
               track.verdict != Verdict::Skipped && track.verdict != Verdict::Failed &&
               !(track.verdict == Verdict::Done && track.driverFrom == version);
    };
    compareUntil(DriverKind::InfiniBand, [&] {
        const QList<NodeTrack> tracks = m_rollout->tracks();
        return std::none_of(tracks.cbegin(), tracks.cend(), isOpen);
    });
}

void RolloutTest::thereTheNodesWithAFaultAreNamedRightlyToo()
{
    const NodeTrack crash = track("ofed-crash", DriverKind::InfiniBand);
    QCOMPARE(crash.verdict, Verdict::Failed);
    QCOMPARE(crash.blockers.value(0).kind, NoteKind::DriverPod);
    QVERIFY(crash.blockers.value(0).text.contains(u"failed to restart openibd service"));

    const NodeTrack budget = track("pdb", DriverKind::InfiniBand);
    QCOMPARE(budget.blockers.value(0).kind, NoteKind::DisruptionBudget);
    QVERIFY(budget.blockers.value(0).text.contains(u"tenant-c/notebook"));
    verifyThoseLeftAlone(DriverKind::InfiniBand);
}

void RolloutTest::thereTheProgramSaysTheSameAsThePageToo()
{
    compareWithTheProgram(DriverKind::InfiniBand);
}

/// While real operators work as they should, label and evidence disagree in a few known ways, and in no
/// other.
void RolloutTest::nothingIsDoubtedWithoutCause()
{
    const QString ib = componentText(DriverKind::InfiniBand);
    const auto isKnown = [&](const QString &kind, const TrackKey &key) {
        if (kind == u"doneUnschedulable") // somebody's cordon from before the operator came
            return key.node == track("precordoned").node;
        if (kind == u"bothDriversMove") // the GPU driver's failure is still open
            return key.node == track("crash").node || key.node == track("pdb").node;
        if (kind == u"doneWithoutDevices") // the device plugin comes up after the driver's rollout is over
            return key.component == ib;
        // A new template makes every done node old until the operator looks.
        return kind == u"doneWithOldDriver" || kind == u"otherComponentMoves";
    };
    // What stands for as long as a driver takes; a doubt of one batch may pass between two of them.
    QVERIFY2(m_seenDoubts.contains(QStringLiteral("bothDriversMove")),
             qPrintable(QStringList(m_seenDoubts.values()).join(u' ')));
    note(m_rollout->keys());
    for (auto doubt = m_doubts.cbegin(); doubt != m_doubts.cend(); ++doubt)
        QVERIFY2(isKnown(doubt.key(), *doubt),
                 qPrintable(doubt.key() + u' ' + doubt->node + u' ' + doubt->component));
}

#include "tst_rollout.moc"
} // namespace tst_rollout

CHARTROOM_TEST(tst_rollout, RolloutTest)
