// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/sandbox_session.h"
#include "tests/integration/session_recording.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"

#include <QSet>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_rollout_kinds {

/// The other kinds of rollouts on a real API server: an NVIDIADriver, the maintenance operator's requestor
/// mode, SR-IOV functions and AMD's driver, three of them with a node that fails.
class RolloutKindsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void anNvidiaDriverAndAmdsDriverRollSideBySide();
    void aMaintenanceOperatorEmptiesTheNodesForTheInfiniBandDriver();
    void virtualFunctionsFollow();
    void theTracksAgreeWithTheObjectsAtEveryMomentOfTheRecording();

private:
    void upgrade(const char *component, const char *version);
    [[nodiscard]] QList<NodeTrack> of(const char *component) const;
    /// All nodes of it are through but the one with the fault, which has failed.
    [[nodiscard]] bool isOver(const char *component, const QString &failing,
                              const std::function<bool(const NodeTrack &)> &isThere) const;
    [[nodiscard]] NodeTrack faulty(const char *fault, const char *component) const;

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<SandboxSession> m_session;
    std::unique_ptr<SessionRecording> m_recording;
    RolloutStore *m_rollout = nullptr;
    QHash<QString, QSet<QString>> m_steps;    ///< seen, by component
    QHash<QString, QSet<QString>> m_blockers; ///< seen, by component: "kind: text"
    int m_mostMoving = 0; ///< nodes of the InfiniBand driver's rollout at a time, as its pace counts them
};

void RolloutKindsTest::initTestCase()
{
    m_sandbox = Sandbox::find();
    QVERIFY(m_sandbox.has_value());
    m_session = std::make_unique<SandboxSession>(*m_sandbox);
    m_rollout = m_session->get()->rollout();
    connect(m_rollout, &RolloutStore::tracksChanged, this, [this](const QList<TrackKey> &keys) {
        for (const TrackKey &key : keys) {
            const NodeTrack *track = m_rollout->find(key);
            if (!track)
                continue;
            m_steps[key.component] << stepText(track->step);
            for (const TrackNote &note : track->blockers)
                m_blockers[key.component] << noteWord(note.kind) + QStringLiteral(": ") + note.text;
        }
    });
    connect(m_rollout, &RolloutStore::pacesChanged, this, [this] {
        for (const Pace &pace : m_rollout->paces())
            m_mostMoving = std::max(m_mostMoving, pace.component == u"ib" ? pace.slotsInUse : 0);
    });
    QTRY_VERIFY_WITH_TIMEOUT(m_rollout->isComplete(), 60000);
    m_recording = std::make_unique<SessionRecording>(m_session->get());
    QCOMPARE(of("gpu").size(), 16);
    QCOMPARE(of("ib").size(), 16);
    QCOMPARE(of("sriov").size(), 16);
    QCOMPARE(of("amd").size(), 4);
    for (const NodeTrack &track : m_rollout->tracks())
        QVERIFY2(track.verdict == Verdict::Done, qPrintable(track.node + u' ' + track.component));
}

void RolloutKindsTest::upgrade(const char *component, const char *version)
{
    const Ran ran = m_sandbox->ctl(
        {QStringLiteral("upgrade"), QString::fromLatin1(component), QString::fromLatin1(version)});
    QVERIFY2(ran.exitCode == 0, ran.err.constData());
}

QList<NodeTrack> RolloutKindsTest::of(const char *component) const
{
    QList<NodeTrack> tracks = m_rollout->tracks();
    tracks.removeIf([&](const NodeTrack &track) { return track.component != QLatin1String(component); });
    return tracks;
}

bool RolloutKindsTest::isOver(const char *component, const QString &failing,
                              const std::function<bool(const NodeTrack &)> &isThere) const
{
    const QList<NodeTrack> tracks = of(component);
    return std::all_of(tracks.cbegin(), tracks.cend(), [&](const NodeTrack &track) {
        return track.node == failing ? track.verdict == Verdict::Failed
                                     : track.verdict == Verdict::Done && isThere(track);
    });
}

NodeTrack RolloutKindsTest::faulty(const char *fault, const char *component) const
{
    const QString node = m_sandbox->facts()[u"faults"][QLatin1String(fault)].toString();
    const NodeTrack *found = m_rollout->find({node, QString::fromLatin1(component)});
    return found ? *found : NodeTrack();
}

void RolloutKindsTest::anNvidiaDriverAndAmdsDriverRollSideBySide()
{
    upgrade("amd", "30.30.0");
    upgrade("gpu", "580.126.20");
    const auto isNew = [](const NodeTrack &track) { return track.driverFrom == track.driverTo; };
    const QString failing = faulty("amd-fail", "amd").node;
    QTRY_VERIFY_WITH_TIMEOUT(isOver("amd", failing, isNew) && of("amd").first().driverTo == u"30.30.0",
                             120000);
    QVERIFY(hasNote(faulty("amd-fail", "amd").blockers, u"moduleFailed"));
    for (const char *step : {"queued", "drain", "driverRestart", "done", "failed"})
        QVERIFY2(m_steps[QStringLiteral("amd")].contains(QLatin1String(step)), step);
    QTRY_VERIFY_WITH_TIMEOUT(isOver("gpu", {}, isNew) && of("gpu").first().driverTo == u"580.126.20", 180000);
    for (const char *step : {"queued", "evict", "driverRestart", "validate", "done"})
        QVERIFY2(m_steps[QStringLiteral("gpu")].contains(QLatin1String(step)), step);
}

void RolloutKindsTest::aMaintenanceOperatorEmptiesTheNodesForTheInfiniBandDriver()
{
    upgrade("ofed", "doca3.2.0-25.10-1.2.8.0-2");
    const auto isNew = [](const NodeTrack &track) {
        return track.driverFrom == u"doca3.2.0-25.10-1.2.8.0-2" && !track.isCordoned;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isOver("ib", faulty("ofed-crash", "ib").node, isNew), 180000);
    const NodeTrack failed = faulty("ofed-crash", "ib");
    QVERIFY(noteText(failed.blockers, u"driverPod").contains(u"failed to restart openibd service"));
    QVERIFY(noteText(failed.blockers, u"signature").contains(u"did not load"));
    for (const char *step : {"maintenance", "driverRestart", "done", "failed"})
        QVERIFY2(m_steps[QStringLiteral("ib")].contains(QLatin1String(step)), step);
    const QSet<QString> said = m_blockers[QStringLiteral("ib")];
    const auto wasSaid = [&](const char *kind, const char *text) {
        return std::any_of(said.cbegin(), said.cend(), [&](const QString &one) {
            return one.startsWith(QLatin1String(kind)) && one.contains(QLatin1String(text));
        });
    };
    QVERIFY(wasSaid("nodeMaintenance: ", "is not ready: Pending"));
    QVERIFY(wasSaid("nodeMaintenance: ", "is not ready: Draining"));
    QVERIFY(wasSaid("parallelSlots: ", "maxParallelOperations 3"));
    // All ask at once, and three are in hand; one that is given back may be counted beside the next.
    QVERIFY2(m_mostMoving >= 3 && m_mostMoving <= 6, qPrintable(QString::number(m_mostMoving)));
}

void RolloutKindsTest::virtualFunctionsFollow()
{
    upgrade("sriov", "4");
    const auto isNew = [](const NodeTrack &track) { return track.devices == 4 && track.devicesTotal == 4; };
    // The node whose InfiniBand driver failed stays cordoned or not; its functions change all the same.
    QTRY_VERIFY_WITH_TIMEOUT(isOver("sriov", faulty("sriov-fail", "sriov").node, isNew), 180000);
    QVERIFY(
        noteText(faulty("sriov-fail", "sriov").blockers, u"syncError").contains(u"cannot allocate memory"));
    for (const char *step : {"queued", "drain", "driverRestart", "done", "failed"})
        QVERIFY2(m_steps[QStringLiteral("sriov")].contains(QLatin1String(step)), step);
}

void RolloutKindsTest::theTracksAgreeWithTheObjectsAtEveryMomentOfTheRecording()
{
    QCOMPARE(m_recording->endAndCompare(500), QString());
}

#include "tst_rollout_kinds.moc"
} // namespace tst_rollout_kinds

CHARTROOM_TEST(tst_rollout_kinds, RolloutKindsTest)
