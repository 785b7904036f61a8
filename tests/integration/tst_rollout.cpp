// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/session_rollout.h"
#include "core/models/rollout_model.h"
#include "core/rollout/driver_keys.h"
#include "tests/integration/sandbox_session.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;

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

private:
    struct Held
    {
        QString label;
        qint64 from = 0; ///< ms of m_time
    };

    [[nodiscard]] QHash<QString, QString> kubectlLabels(DriverKind kind) const;
    void note(const QList<TrackKey> &keys);
    [[nodiscard]] bool wasHeld(const TrackKey &key, const QString &label, qint64 since) const;
    void compareUntil(DriverKind kind, const std::function<bool()> &isOver);
    [[nodiscard]] NodeTrack track(const char *fault) const;

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<SandboxSession> m_session;
    RolloutStore *m_rollout = nullptr;
    QElapsedTimer m_time;
    QHash<TrackKey, QList<Held>> m_held;
};

void RolloutTest::initTestCase()
{
    m_sandbox = Sandbox::find();
    QVERIFY(m_sandbox.has_value());
    m_session = std::make_unique<SandboxSession>(*m_sandbox);
    m_rollout = m_session->get()->rollout();
    m_time.start();
    connect(m_rollout, &RolloutStore::tracksChanged, this, &RolloutTest::note);
    QTRY_VERIFY_WITH_TIMEOUT(m_rollout->isComplete(), 20000);
}

void RolloutTest::note(const QList<TrackKey> &keys)
{
    for (const TrackKey &key : keys) {
        const NodeTrack *track = m_rollout->find(key);
        QList<Held> &held = m_held[key];
        const QString label = track ? track->label : QString();
        if (held.isEmpty() || held.last().label != label)
            held.append({label, m_time.elapsed()});
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

QHash<QString, QString> RolloutTest::kubectlLabels(DriverKind kind) const
{
    const Ran ran = m_sandbox->tool("kubectl", {QStringLiteral("get"), QStringLiteral("nodes"),
                                                QStringLiteral("-o"), QStringLiteral("json")});
    QHash<QString, QString> labels;
    for (const QJsonValue node : QJsonDocument::fromJson(ran.out)[u"items"].toArray()) {
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
        const QHash<QString, QString> labels = kubectlLabels(kind);
        QCOMPARE(labels.size(), 16);
        for (auto label = labels.cbegin(); label != labels.cend(); ++label) {
            const TrackKey key{label.key(), componentText(kind)};
            QTRY_VERIFY2_WITH_TIMEOUT(wasHeld(key, label.value(), before),
                                      qPrintable(label.key() + u' ' + label.value()), 1000);
        }
    }
    QVERIFY(looks > 10);
}

NodeTrack RolloutTest::track(const char *fault) const
{
    const QString node = m_sandbox->facts()[u"faults"][QLatin1String(fault)].toString();
    const NodeTrack *found = m_rollout->find({node, componentText(DriverKind::Gpu)});
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
    QCOMPARE(crash.blockers.value(0).kind, QStringLiteral("driverPod"));
    QVERIFY(crash.blockers.value(0).text.contains(u"Could not resolve Linux kernel version"));

    const NodeTrack budget = track("pdb");
    QCOMPARE(budget.verdict, Verdict::Failed);
    QCOMPARE(budget.blockers.value(0).kind, QStringLiteral("disruptionBudget"));
    QVERIFY(budget.blockers.value(0).text.contains(u"tenant-c/notebook"));

    const NodeTrack cordoned = track("precordoned");
    QCOMPARE(cordoned.verdict, Verdict::Done);
    QVERIFY(cordoned.isCordoned);
    QVERIFY(cordoned.contradictions.isEmpty());
    QVERIFY(cordoned.evidence.lines().contains(
        QStringLiteral("Was cordoned before the rollout and stays so after it.")));

    const NodeTrack skipped = track("skip");
    QCOMPARE(skipped.verdict, Verdict::Skipped);
    QCOMPARE(skipped.blockers.value(0).kind, QStringLiteral("skipLabel"));
}

void RolloutTest::theProgramSaysTheSameAsThePage()
{
    SessionRollout source(m_session->get());
    source.start();
    RolloutModel model(&source);
    model.setComponent(componentText(DriverKind::Gpu));
    QTRY_COMPARE(model.rowCount(), 16);
    QTRY_VERIFY(model.isCurrent());
    const Ran ran = run(QStringLiteral(CHARTROOM_PROGRAM),
                        {QStringLiteral("rollout"), QStringLiteral("--component"), QStringLiteral("gpu"),
                         QStringLiteral("-o"), QStringLiteral("json"), QStringLiteral("--kubeconfig"),
                         m_sandbox->kubeconfig()},
                        QProcessEnvironment::systemEnvironment(), 60);
    QCOMPARE(ran.exitCode, 1); // nodes failed
    const QJsonArray nodes = QJsonDocument::fromJson(ran.out)[u"nodes"].toArray();
    QCOMPARE(nodes.size(), 16);
    for (const QJsonValue node : nodes) {
        const QString name = node[u"node"].toString();
        QVERIFY2(model.rowOf(name) >= 0, qPrintable(name));
        const RolloutRow &row = model.row(model.rowOf(name));
        const RolloutLane &lane = row.lanes[0];
        QCOMPARE(node[u"verdict"].toString(), verdictText(lane.verdict));
        QCOMPARE(node[u"stage"].toInt(), lane.stage.value_or(0));
        QStringList said;
        for (const char *key : {"blockers", "contradictions"})
            for (const QJsonValue note : node[QLatin1String(key)].toArray())
                said << note[u"text"].toString();
        QVERIFY2(row.heldBack.isEmpty() || said.contains(row.heldBack), qPrintable(row.heldBack));
        QVERIFY(lane.verdict != Verdict::Failed || !row.heldBack.isEmpty());
        QCOMPARE(QDateTime::fromString(node[u"since"].toString(), Qt::ISODate).isValid(),
                 lane.since.isValid());
    }
}

void RolloutTest::theInfiniBandUpgradesStepsAgreeWithTheLabelsWithinASecond()
{
    const QString version = QStringLiteral("doca3.2.0-25.10-1.2.8.0-2");
    const Ran upgrade = m_sandbox->ctl({QStringLiteral("upgrade"), QStringLiteral("ofed"), version});
    QVERIFY2(upgrade.exitCode == 0, upgrade.err.constData());
    // The drain of the node with the budget goes on for five minutes before the library gives it up.
    const auto isHeld = [](const NodeTrack &track) {
        return track.blockers.value(0).kind == u"disruptionBudget";
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

QTEST_GUILESS_MAIN(RolloutTest)
#include "tst_rollout.moc"
