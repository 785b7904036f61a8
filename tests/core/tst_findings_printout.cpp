// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/findings_printout.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_findings_printout {

namespace {

Finding aFinding()
{
    Finding finding;
    finding.signature = u"kernel-headers-unresolved"_s;
    finding.operand = u"gpu-driver"_s;
    finding.component = u"GPU driver"_s;
    finding.namespaceName = u"nvidia-gpu-operator"_s;
    finding.nodes = {u"gpu-2"_s};
    finding.objects = {u"Pod nvidia-gpu-operator/driver-gpu-2"_s};
    finding.since = QDateTime({2026, 11, 22}, {1, 0}, Qt::UTC);
    finding.where = u"the log of nvidia-driver-ctr"_s;
    finding.quote = u"Could not resolve Linux kernel version"_s;
    finding.meaning = u"No kernel-header package fits."_s;
    finding.nextStep = u"Change the kernel."_s;
    finding.source = u"its script"_s;
    finding.owner = Owner::Shared;
    finding.scope = SupportScope::Supported;
    finding.consequences = {
        {u"validator"_s, u"GPU Operator validator"_s, u"init-waits"_s, {u"gpu-2"_s}, 1, u"Init:Waiting"_s}};
    return finding;
}

} // namespace

class FindingsPrintoutTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFindingHasTheKeysOfTheContract()
    {
        const Value::List all = diagnosisPrintout({aFinding()}).data.list();
        QCOMPARE(all.size(), 1);
        const Value::Map map = all.first().map();
        const QStringList keys{u"bearing"_s,      u"component"_s, u"componentName"_s, u"confidence"_s,
                               u"consequences"_s, u"evidence"_s,  u"finding"_s,       u"hooks"_s,
                               u"meaning"_s,      u"namespace"_s, u"nextStep"_s,      u"nodeQuotes"_s,
                               u"nodes"_s,        u"objects"_s,   u"owner"_s,         u"ownership"_s,
                               u"quote"_s,        u"release"_s,   u"since"_s,         u"source"_s,
                               u"supportScope"_s, u"where"_s};
        QCOMPARE(map.keys(), keys);
        QCOMPARE(map.value(u"finding"_s).toString(), u"kernel-headers-unresolved"_s);
        QCOMPARE(map.value(u"since"_s).toString(), u"2026-11-22T01:00:00Z"_s);
        QCOMPARE(map.value(u"owner"_s).toString(), u"shared"_s);
        QCOMPARE(map.value(u"confidence"_s).toString(), u"certain"_s);
        QVERIFY(map.value(u"release"_s).isNull());
        QCOMPARE(map.value(u"consequences"_s).list().first().at({u"component"_s}).toString(), u"validator"_s);
    }

    void findingsOfSeveralClustersAreOneListThatNamesThem()
    {
        Finding ofARelease = aFinding();
        ofARelease.release = u"gpu-operator"_s; // which has a column more
        const Printout joined = joinedPrintout({{u"east"_s, diagnosisPrintout({aFinding(), aFinding()})},
                                                {u"west"_s, diagnosisPrintout({ofARelease})}});
        QStringList clusters;
        for (const Value &one : joined.data.list())
            clusters << one.at({u"cluster"_s}).toString();
        QCOMPARE(clusters, (QStringList{u"east"_s, u"east"_s, u"west"_s}));
        const QStringList titles = joined.titles();
        QCOMPARE(titles.first(), u"CLUSTER"_s);
        QCOMPARE(joined.rows.size(), 3);
        for (const QStringList &row : joined.rows) {
            QCOMPARE(row.size(), titles.size());
            QCOMPARE(row[titles.indexOf(u"FINDING"_s)], aFinding().signature);
            QCOMPARE(row[titles.indexOf(u"NEXT STEP"_s)], aFinding().nextStep);
        }
        QCOMPARE(joined.rows.first()[titles.indexOf(u"RELEASE"_s)], QString());
        QCOMPARE(joined.rows.last()[titles.indexOf(u"RELEASE"_s)], u"gpu-operator"_s);
        // Of one cluster alone, too, the data says which.
        const Value one = namedPrintout({u"east"_s, diagnosisPrintout({aFinding()})}).data;
        QCOMPARE(one.list().first().at({u"cluster"_s}).toString(), u"east"_s);
    }

    void aTableHasALineAFinding()
    {
        const Printout printout = diagnosisPrintout({aFinding(), aFinding()});
        QCOMPARE(printout.rows.size(), 2);
        QCOMPARE(printout.rows.first().size(), printout.titles().size());
    }

    void aTableHasALineForEachThingThatNodesSay()
    {
        Finding finding = aFinding();
        finding.nodes = {u"gpu-1"_s, u"gpu-2"_s, u"gpu-3"_s};
        finding.quotes.insert(u"gpu-2"_s, u"Unable to locate package"_s);
        const Printout printout = diagnosisPrintout({finding});
        const qsizetype nodes = printout.titles().indexOf(u"NODES"_s);
        const qsizetype quote = printout.titles().indexOf(u"QUOTE"_s);
        QCOMPARE(printout.rows.size(), 2);
        QCOMPARE(printout.rows[0][nodes], u"gpu-1, gpu-3"_s);
        QCOMPARE(printout.rows[0][quote], finding.quote);
        QCOMPARE(printout.rows[1][nodes], u"gpu-2"_s);
        QCOMPARE(printout.rows[1][quote], u"Unable to locate package"_s);
        QVERIFY(diagnosisText({finding}).contains(u"On gpu-2: \"Unable to locate package\""));
        const Value quotes = printout.data.list().first().at({u"nodeQuotes"_s});
        QCOMPARE(quotes.at({u"gpu-2"_s}).toString(), u"Unable to locate package"_s);
        QCOMPARE(quotes.at({u"gpu-3"_s}).toString(), finding.quote);
    }

    void aTableNamesTheReleasesThatFindingsAreAbout()
    {
        QVERIFY(!diagnosisPrintout({aFinding()}).titles().contains(u"RELEASE"_s));
        Finding finding = aFinding();
        finding.signature = u"release-pending-below"_s;
        finding.nodes.clear();
        finding.release = u"nvidia-gpu-operator/gpu-operator"_s;
        const Printout printout = diagnosisPrintout({finding, aFinding()});
        const qsizetype release = printout.titles().indexOf(u"RELEASE"_s);
        QVERIFY(release > 0);
        QCOMPARE(printout.rows[0][release], finding.release);
        QCOMPARE(printout.rows[1][release], QString());
        QCOMPARE(printout.rows[1].size(), printout.titles().size());
        QVERIFY(
            diagnosisText({finding}).startsWith(u"GPU driver  release-pending-below  nvidia-gpu-operator"_s));
        const QString table = QString::fromUtf8(rendered(printout, OutputFormat::Table, false, 100));
        for (const QString &line : table.split(u'\n'))
            QVERIFY2(line.size() <= 100, qPrintable(line));
        QVERIFY2(table.contains(u"nvidia-gpu-operator/gpu"), qPrintable(table));
    }

    void aPersonReadsWhatItMeansAndWhatToDo()
    {
        const QString text = diagnosisText({aFinding()});
        for (const QString &part : {u"gpu-2"_s, u"Could not resolve"_s, u"No kernel-header package fits."_s,
                                    u"Change the kernel."_s, u"shared"_s, u"validator"_s})
            QVERIFY2(text.contains(part), qPrintable(part));
        QVERIFY(diagnosisText({}).isEmpty());
    }
};

#include "tst_findings_printout.moc"
} // namespace tst_findings_printout

CHARTROOM_TEST(tst_findings_printout, FindingsPrintoutTest)
