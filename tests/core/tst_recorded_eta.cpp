// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_reader.h"
#include "tests/support/raw_recording.h"
#include "tests/support/standing_window.h"
#include "tests/support/test_main.h"

#include <QSet>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_recorded_eta {

using std::chrono::milliseconds;

namespace {

/// One rollout of a recording, read from its nodes' labels alone.
struct TrueRollout
{
    milliseconds start{0}; ///< the first node was taken
    milliseconds end{0};   ///< the last one was done of those that never failed
    QSet<QString> failed;
};

/// The `nth` of that driver: those that follow a rest of all nodes, failed ones aside.
TrueRollout trueRollout(const RawRecording &recording, QLatin1String label, milliseconds from)
{
    TrueRollout rollout;
    QMap<QString, QString> labels;
    QMap<QString, milliseconds> ends;
    for (const RawRecording::Line &line : recording.lines()) {
        if (line.resource != u"nodes" || (line.type != u"ADDED" && line.type != u"MODIFIED"))
            continue;
        const QString node = line.object[u"metadata"].toObject()[u"name"].toString();
        const QString now = labelOf(line.object, label);
        const QString before = std::exchange(labels[node], now);
        if (line.at < from || now == before)
            continue;
        const bool isUnderWay = !now.isEmpty() && now != u"upgrade-required" && now != u"upgrade-done";
        if (isUnderWay && rollout.start == 0ms)
            rollout.start = line.at;
        if (now == u"upgrade-failed")
            rollout.failed << node;
        // A node that is left alone later on and then goes through once more was through before.
        if (now == u"upgrade-done" && before != u"" && !ends.contains(node))
            ends[node] = line.at;
    }
    for (auto end = ends.cbegin(); end != ends.cend(); ++end) {
        if (!rollout.failed.contains(end.key()))
            rollout.end = std::max(rollout.end, *end);
    }
    return rollout;
}

/// When the operator's Deployment had no replica: nobody can know when somebody brings it back.
bool isOperatorGone(const RawRecording &recording, QLatin1String name, milliseconds at)
{
    const RawRecording::Objects deployments = recording.objects(u"deployments", at);
    for (const QJsonObject &deployment : deployments) {
        if (deployment[u"metadata"].toObject()[u"name"].toString() == name)
            return deployment[u"status"].toObject()[u"readyReplicas"].toInt() == 0;
    }
    return false;
}

struct Case
{
    const char *file;
    const char *component;
    const char *label;
    const char *deployment;
    milliseconds from; ///< the target is changed after that
};

const QList<Case> cases{
    {"gpu-then-ib-one-node-crashes", "gpu", "nvidia.com/gpu-driver-upgrade-state", "gpu-operator", 1s},
    {"gpu-then-ib-one-node-crashes", "ib", "nvidia.com/ofed-driver-upgrade-state", "network-operator", 1s},
    {"gpu-operator-killed-hand-labels-node-gone", "gpu", "nvidia.com/gpu-driver-upgrade-state",
     "gpu-operator", 100s},
    {"gpu-operator-killed-hand-labels-node-gone", "ib", "nvidia.com/ofed-driver-upgrade-state",
     "nvidia-network-operator", 600s},
    {"bundled", "gpu", "nvidia.com/gpu-driver-upgrade-state", "gpu-operator", 1s},
    {"bundled", "ib", "nvidia.com/ofed-driver-upgrade-state", "network-operator", 1s},
};

QString pathOf(const char *file)
{
    return qstrcmp(file, "bundled") == 0
               ? QStringLiteral(":/chartroom/recordings/bundled.jsonl.gz")
               : QStringLiteral(CHARTROOM_TEST_DATA "/%1.jsonl.gz").arg(QLatin1String(file));
}

} // namespace

/// What the real operators' rollouts were foretold to take, and what they took.
class RecordedEtaTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nineOfTenLooksHoldTheTrueEnd_data();
    void nineOfTenLooksHoldTheTrueEnd();
    void theStartIsThatOfThisRollout_data() { nineOfTenLooksHoldTheTrueEnd_data(); }
    void theStartIsThatOfThisRollout();
    void aRecordingsClocksAreToldApart();
};

void RecordedEtaTest::nineOfTenLooksHoldTheTrueEnd_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<bool>("isJustStarted");
    for (int i = 0; i < cases.size(); ++i) {
        for (const bool isJustStarted : {false, true})
            QTest::addRow("%s, %s%s", cases[i].file, cases[i].component,
                          isJustStarted ? ", just started" : "")
                << i << isJustStarted;
    }
}

void RecordedEtaTest::nineOfTenLooksHoldTheTrueEnd()
{
    QFETCH(int, number);
    QFETCH(bool, isJustStarted);
    const Case &one = cases[number];
    const RawRecording raw(pathOf(one.file));
    const auto recording = loadRecording(pathOf(one.file));
    QVERIFY(recording);
    const TrueRollout truth = trueRollout(raw, QLatin1String(one.label), one.from);
    QVERIFY(truth.start > 0ms && truth.end > truth.start);
    const QDateTime end = raw.time(truth.end);
    int looks = 0;
    int hits = 0;
    QByteArray report;
    const auto look = [&](milliseconds at) {
        StandingWindow standing(*recording, at,
                                isJustStarted ? StandingWindow::Past::Told : StandingWindow::Past::Recorded);
        const Pace pace = standing.pace(one.component);
        const Eta &eta = pace.eta;
        // While nobody leads the nodes no end can be told, and none is.
        const bool isGone = isOperatorGone(raw, QLatin1String(one.deployment), at);
        const bool isHit = isGone ? !eta.latest.isValid()
                                  : eta.earliest.isValid() && eta.earliest <= end && eta.latest >= end;
        const auto seconds = [&](const QDateTime &time) {
            return time.isValid() ? raw.time(0ms).msecsTo(time) / 1000 : -1;
        };
        report += QStringLiteral(
                      "\n%1 at %2 s: %3 to %4, truly %5; done %6 moving %7 waiting %8 held %9: %10 [%11]")
                      .arg(isHit ? QStringLiteral("  ") : QStringLiteral("! "))
                      .arg(at.count() / 1000)
                      .arg(seconds(eta.earliest))
                      .arg(seconds(eta.latest))
                      .arg(truth.end.count() / 1000)
                      .arg(pace.done)
                      .arg(pace.moving)
                      .arg(pace.waiting)
                      .arg(pace.held)
                      .arg(eta.reason, eta.without.join(u' '))
                      .toUtf8();
        return isHit;
    };
    for (milliseconds at = truth.start + 10s; at < truth.end; at += 10s) {
        ++looks;
        hits += look(at) ? 1 : 0;
    }
    qInfo("%d of %d%s", hits, looks, report.constData());
    QVERIFY2(hits * 10 >= looks * 9, report.constData());
    QVERIFY2(look(truth.start + (truth.end - truth.start) / 3), report.constData());
    QVERIFY2(look(truth.start + (truth.end - truth.start) * 3 / 4), report.constData());
}

void RecordedEtaTest::theStartIsThatOfThisRollout()
{
    QFETCH(int, number);
    QFETCH(bool, isJustStarted);
    const Case &one = cases[number];
    const RawRecording raw(pathOf(one.file));
    const auto recording = loadRecording(pathOf(one.file));
    QVERIFY(recording);
    const TrueRollout truth = trueRollout(raw, QLatin1String(one.label), one.from);
    for (const milliseconds at : {truth.start + (truth.end - truth.start) / 2, truth.end + 1s}) {
        StandingWindow standing(*recording, std::min(at, (*recording)->duration()),
                                isJustStarted ? StandingWindow::Past::Told : StandingWindow::Past::Recorded);
        const Pace pace = standing.pace(one.component);
        const QByteArray found = QByteArray::number(raw.time(0ms).msecsTo(pace.start)) + " ms, truly " +
                                 QByteArray::number(qint64(truth.start.count()));
        QVERIFY2(pace.start.isValid(), found.constData());
        const milliseconds late(raw.time(truth.start).msecsTo(pace.start));
        // The Events and the objects tell whole seconds.
        QVERIFY2(late > -2s, found.constData());
        QVERIFY2(late < (isJustStarted ? 2s : 1s) || !pace.isStartKnown, found.constData());
        QVERIFY2(late < 60s, found.constData()); // the first pod, or what is left of the Events
        if (!isJustStarted)
            QVERIFY2(pace.isStartKnown, found.constData());
    }
}

void RecordedEtaTest::aRecordingsClocksAreToldApart()
{
    const auto skew = [](const char *file) { return clockSkew(**loadRecording(pathOf(file))); };
    // Its objects say that they were made four seconds after they came.
    QVERIFY(skew("gpu-then-ib-one-node-crashes") > 4s);
    QVERIFY(skew("gpu-then-ib-one-node-crashes") < 5s);
    QCOMPARE(skew("gpu-operator-killed-hand-labels-node-gone"), 0ms);
}

#include "tst_recorded_eta.moc"
} // namespace tst_recorded_eta

CHARTROOM_TEST(tst_recorded_eta, RecordedEtaTest)
