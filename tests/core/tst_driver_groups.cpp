// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/rollout_printout.h"
#include "core/rollout/daemon_set.h"
#include "core/rollout/driver_group.h"
#include "core/screens/rollout/rollout_summary.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_driver_groups {

namespace {

NodeTrack trackOf(const char *node, const char *driver, const char *from, const char *to,
                  Verdict verdict = Verdict::Waiting)
{
    NodeTrack track;
    track.node = QString::fromLatin1(node);
    track.component = u"gpu"_s;
    track.queue = QString::fromLatin1(driver);
    track.driverFrom = QString::fromLatin1(from);
    track.driverTo = QString::fromLatin1(to);
    track.verdict = verdict;
    return track;
}

/// Two NVIDIADrivers: most nodes come from 570, and most go to 535.
QList<NodeTrack> twoDrivers()
{
    return {trackOf("a-1", "a100", "570.158.01", "580.82.07"),
            trackOf("a-2", "a100", "580.82.07", "580.82.07", Verdict::Done),
            trackOf("h-1", "h100", "535.183.01", "550.90.07"),
            trackOf("h-2", "h100", "550.90.07", "550.90.07", Verdict::Done),
            trackOf("h-3", "h100", "550.90.07", "550.90.07", Verdict::Done)};
}

QList<DriverGroup> groupsOf(const QList<NodeTrack> &tracks)
{
    QList<const NodeTrack *> all;
    for (const NodeTrack &track : tracks)
        all << &track;
    return driverGroups(all);
}

} // namespace

class DriverGroupsTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noPairIsSaidThatNoNodeHas()
    {
        const QList<NodeTrack> tracks = twoDrivers();
        const QList<DriverGroup> groups = groupsOf(tracks);
        QCOMPARE(groups.size(), 2);
        QCOMPARE(groups[0].driver, u"h100"_s); // the larger one of two with nodes to go
        QCOMPARE(groups[0].versions(), u"535.183.01 → 550.90.07"_s);
        QCOMPARE(groups[0].total, 3);
        QCOMPARE(groups[0].count(Verdict::Done), 2);
        QCOMPARE(groups[1].driver, u"a100"_s);
        QCOMPARE(groups[1].versions(), u"570.158.01 → 580.82.07"_s);
    }

    void theHeadlineNamesEachDriversOwnVersions()
    {
        const QList<NodeTrack> tracks = twoDrivers();
        RolloutSummary summary;
        summary.component = u"gpu"_s;
        summary.drivers = groupsOf(tracks);
        const QString title = rolloutTitle(summary);
        QVERIFY2(title.endsWith(u" h100: 535.183.01 → 550.90.07 · a100: 570.158.01 → 580.82.07"_s),
                 qPrintable(title));
    }

    void withoutPoliciesOfTheirOwnTheVersionsPartThem()
    {
        QList<NodeTrack> tracks = twoDrivers();
        for (NodeTrack &track : tracks)
            track.queue.clear();
        QCOMPARE(groupsOf(tracks).size(), 2);
        QCOMPARE(groupsOf(tracks)[0].versions(), u"535.183.01 → 550.90.07"_s);
    }

    void driversThatShareTheirSlotsArePartedToo()
    {
        QList<NodeTrack> tracks = twoDrivers();
        for (NodeTrack &track : tracks) {
            track.policy = std::exchange(track.queue, {});
            track.driverTo = u"580.82.07"_s; // both bring the same
        }
        const QList<DriverGroup> groups = groupsOf(tracks);
        QCOMPARE(groups.size(), 2);
        QCOMPARE(groups[0].driver, u"h100"_s);
        QCOMPARE(groups[0].total, 3);
        QCOMPARE(groups[1].driver, u"a100"_s);
        QCOMPARE(groups[1].total, 2);
    }

    void aNodeOfUnknownVersionCountsWithItsPolicy()
    {
        QList<NodeTrack> tracks = twoDrivers();
        tracks << trackOf("h-4", "h100", "", "", Verdict::Lost);
        QCOMPARE(groupsOf(tracks).size(), 2);
        QCOMPARE(groupsOf(tracks)[0].total, 4);
    }

    void aNodeThatNobodyBringsAnywhereIsNoOrigin()
    {
        const QList<NodeTrack> tracks{
            trackOf("a", "", "580.82.07", "580.82.07", Verdict::Done),
            trackOf("b", "", "550.90.07", "", Verdict::NotPart)}; // its driver is the host's
        QCOMPARE(groupsOf(tracks).size(), 1);
        QCOMPARE(groupsOf(tracks)[0].versions(), u"580.82.07"_s);
        QCOMPARE(groupsOf(tracks)[0].total, 1);
    }

    void totalsArePerDriver()
    {
        RolloutPrintoutParts parts;
        parts.tracks = twoDrivers();
        parts.history = [](const TrackKey &) { return NodeHistory(); };
        parts.notices = {u"Something could not be read."_s};
        const Value data = rolloutPrintout(parts).data;
        QCOMPARE(data.at({u"notices"_s}).list().value(0).toString(), parts.notices.first());
        const Value total = data.at({u"totals"_s}).list().first();
        QCOMPARE(total.at({u"nodes"_s}).scalarText(), u"5"_s);
        const Value::List drivers = total.at({u"drivers"_s}).list();
        QCOMPARE(drivers.size(), 2);
        QCOMPARE(drivers[1].at({u"driver"_s}).toString(), u"a100"_s);
        QCOMPARE(drivers[1].at({u"driverFrom"_s}).toString(), u"570.158.01"_s);
        QCOMPARE(drivers[1].at({u"driverTo"_s}).toString(), u"580.82.07"_s);
        QCOMPARE(drivers[1].at({u"done"_s}).scalarText(), u"1"_s);
    }

    void theStepsOfAnEarlierRolloutAreNotThisOnes()
    {
        const QDateTime begin({2026, 11, 21}, {3, 0}, Qt::UTC);
        NodeHistory history;
        for (const auto &[label, second] : {std::pair("cordon-required", 0), std::pair("drain-required", 10),
                                            std::pair("upgrade-done", 60)})
            history.see(QString::fromLatin1(label), readStep(QString::fromLatin1(label)),
                        begin.addSecs(second), true);
        RolloutPrintoutParts parts;
        parts.now = begin.addSecs(7200);
        parts.history = [&history](const TrackKey &) { return history; };
        parts.tracks = {trackOf("a-1", "", "580.82.07", "580.82.07", Verdict::Done)};
        const auto elapsed = [&parts] {
            return rolloutPrintout(parts).data.at({u"nodes"_s}).list().first().at({u"elapsed"_s}).map();
        };
        QCOMPARE(elapsed().value(u"drain"_s).scalarText(), u"50"_s);
        parts.tracks.first().times.target = begin.addSecs(3600); // nobody saw the node take that driver
        QVERIFY(elapsed().isEmpty());
    }

    void aPrecompiledDriversTagIsVersionAndKernel_data()
    {
        QTest::addColumn<QString>("image");
        QTest::addColumn<QString>("version");
        QTest::addColumn<QString>("kernel");
        QTest::newRow("precompiled") << u"nvcr.io/nvidia/driver:535-5.15.0-118-generic-ubuntu22.04"_s
                                     << u"535"_s << u"5.15.0-118-generic"_s;
        QTest::newRow("nvidia's kernel") << u"nvcr.io/nvidia/driver:550-5.15.0-1066-nvidia-ubuntu22.04"_s
                                         << u"550"_s << u"5.15.0-1066-nvidia"_s;
        QTest::newRow("full version") << u"r/driver:570.86.15-5.14.0-503.el9.x86_64-rhel9.5"_s
                                      << u"570.86.15"_s << u"5.14.0-503.el9.x86_64"_s;
        QTest::newRow("built on the node")
            << u"nvcr.io/nvidia/driver:580.82.07-ubuntu22.04"_s << u"580.82.07"_s << QString();
        QTest::newRow("doca") << u"nvcr.io/x/doca-driver:doca3.4.0-26.04-0.8.6.0-0-ubuntu24.04-amd64"_s
                              << u"doca3.4.0-26.04-0.8.6.0-0"_s << QString();
        QTest::newRow("by digest") << u"r/driver@sha256:0123"_s << QString() << QString();
    }

    void aPrecompiledDriversTagIsVersionAndKernel()
    {
        QFETCH(QString, image);
        QTEST(driverTag(image).version, "version");
        QTEST(driverTag(image).kernel, "kernel");
    }

    void aBranchIsTheDriverThatItsNodesLoaded()
    {
        QVERIFY(isSameDriver(u"535.183.01"_s, u"535"_s));
        QVERIFY(!isSameDriver(u"550.90.07"_s, u"535"_s));
        QVERIFY(!isSameDriver(u"535.183.01"_s, u"535.1"_s));
        QVERIFY(!isSameDriver(u"535.183.01"_s, QString()));
        const QList<NodeTrack> tracks{trackOf("a", "", "535.183.01", "535", Verdict::Done)};
        QCOMPARE(groupsOf(tracks).first().versions(), u"535"_s);
    }
};

#include "tst_driver_groups.moc"
} // namespace tst_driver_groups

CHARTROOM_TEST(tst_driver_groups, DriverGroupsTest)
