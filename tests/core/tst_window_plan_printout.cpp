// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window_plan_printout.h"
#include "core/base/translator.h"
#include "tests/core/preflight_samples.h"
#include "tests/support/test_main.h"

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_window_plan_printout {

namespace {

NodesPlan planOf(const PreflightEvidence &evidence)
{
    return nodesPlan(preflightReport(evidence), evidence.draft, preflightNow);
}

} // namespace

/// How `plan` prints the nodes and the window.
class TestWindowPlanPrintout final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void theEndsAndTheLowestCountOfGpusAreThoseOfTheWizardsPage()
    {
        const PreflightEvidence evidence = contentEvidence();
        const NodesPlan plan = planOf(evidence);
        const PlannedWindow shown =
            plannedWindow(rolloutFacts(evidence, u"gpu"_s), {}, evidence.draft.window, 24, preflightNow);
        const Value data = windowPlanValue(plan);
        QCOMPARE(data.at({u"nodes"_s}).scalarText(), u"4"_s);
        QCOMPARE(data.at({u"atOnce"_s}).scalarText(), u"1"_s);
        QCOMPARE(data.at({u"earliestEnd"_s}), timeOrNull(shown.earliest));
        QCOMPARE(data.at({u"expectedEnd"_s}), timeOrNull(shown.expected));
        QCOMPARE(data.at({u"latestEnd"_s}), timeOrNull(shown.latest));
        QCOMPARE(data.at({u"window"_s, u"end"_s}).toString(), u"2026-11-21T11:00:00Z"_s);
        QCOMPARE(data.at({u"fits"_s}).toString(), u"yes"_s);
        QCOMPARE(data.at({u"gpusTotal"_s}).scalarText(), u"32"_s);
        QCOMPARE(data.at({u"gpusNow"_s}).scalarText(), u"32"_s);
        QCOMPARE(data.at({u"gpusAtStart"_s}).scalarText(), u"32"_s);
        QCOMPARE(data.at({u"gpusAtLowest"_s}).scalarText(), u"24"_s);
        QCOMPARE(data.at({u"gpusAtLowestWithOneMore"_s}).scalarText(), u"16"_s);
        QCOMPARE(data.at({u"keepsFloor"_s}), Value(true));
        QCOMPARE(data.at({u"policy"_s, u"source"_s}).toString(), u"cluster"_s);
        QVERIFY(data.at({u"why"_s}).isNull());
        QVERIFY(data.at({u"tenants"_s}).list().isEmpty());
        const QString text = windowPlanText(plan, OutputFormat::Table);
        for (const QString &line : shown.lines + shown.assumptions + QStringList{shown.headline})
            QVERIFY2(text.contains(line + u'\n'), qPrintable(line));
        QVERIFY(text.startsWith(u"Nodes and window\n"_s));
        QVERIFY(windowPlanText(plan, OutputFormat::Markdown).contains(u"\n- Assumptions:\n    - "_s));
    }

    void theTermsOfTheUpgradeAreNamedAsSuch()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.plannedPolicies = *evidence.policies;
        evidence.plannedPolicies.first().maxUnavailable = u"100%"_s;
        evidence.plannedPolicies.first().maxParallel = 4;
        const NodesPlan plan = planOf(evidence);
        const Value data = windowPlanValue(plan);
        QCOMPARE(data.at({u"policy"_s, u"source"_s}).toString(), u"upgrade"_s);
        QCOMPARE(data.at({u"policy"_s, u"name"_s}).toString(), u"cluster-policy"_s);
        QCOMPARE(data.at({u"keepsFloor"_s}), Value(false));
        QVERIFY(windowPlanText(plan, OutputFormat::Table).contains(u"from the values of this upgrade"_s));
    }

    void aPlanThatDoesNotFitOrMayNotIsNoYes()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.draft.window->end = planOf(evidence).planned->earliest.addSecs(-1);
        QCOMPARE(windowPlanValue(planOf(evidence)).at({u"fits"_s}).toString(), u"no"_s);
        evidence.draft.window->end = planOf(evidence).planned->latest.addSecs(-1);
        QCOMPARE(windowPlanValue(planOf(evidence)).at({u"fits"_s}).toString(), u"maybe"_s);
        evidence.draft.window.reset();
        evidence.draft.gpuFloor.reset();
        const Value open = windowPlanValue(planOf(evidence));
        QVERIFY(open.at({u"fits"_s}).isNull());
        QVERIFY(open.at({u"window"_s}).isNull());
        QVERIFY(open.at({u"gpuFloor"_s}).isNull() && open.at({u"keepsFloor"_s}).isNull());
    }

    void whatCannotBeToldIsSaidAndNothingElse_data()
    {
        QTest::addColumn<int>("gap");
        QTest::addColumn<QString>("why");
        QTest::newRow("no driver") << 0 << u"affects no driver"_s;
        QTest::newRow("nodes unread") << 1 << u"could not be read"_s;
        QTest::newRow("no node") << 2 << u"affects no node"_s;
        QTest::newRow("no policy") << 3 << u"The upgrade policy of this driver is unknown"_s;
        QTest::newRow("no manifest") << 4 << u"Which nodes it affects is unknown: It is forbidden."_s;
    }
    void whatCannotBeToldIsSaidAndNothingElse()
    {
        QFETCH(int, gap);
        QFETCH(QString, why);
        PreflightEvidence evidence = contentEvidence();
        if (gap == 0)
            evidence.changes = ManifestDiff();
        if (gap == 1)
            evidence.tracks = refused();
        if (gap == 2)
            evidence.tracks = QList<NodeTrack>();
        if (gap == 3)
            evidence.policies = QList<DriverPolicy>();
        if (gap == 4) {
            evidence.changes = refused();
            evidence.draft.chart.name = u"portal"_s;
        }
        const NodesPlan plan = planOf(evidence);
        const Value data = windowPlanValue(plan);
        QVERIFY2(data.at({u"why"_s}).toString().contains(why), qPrintable(plan.why));
        for (auto it = data.map().cbegin(); it != data.map().cend(); ++it)
            QVERIFY2(it.key() == u"why" || it->isNull(), qPrintable(it.key()));
        QVERIFY(windowPlanText(plan, OutputFormat::Table).contains(why));
    }

    void whatHoldsANodeIsMasked()
    {
        PreflightEvidence evidence = contentEvidence();
        (*evidence.nodes)[0].ready = false;
        (*evidence.nodes)[0].notReadyText = u"password=tuesdaysecret"_s;
        const NodesPlan plan = planOf(evidence);
        const QByteArray all = writeJson(windowPlanValue(plan)) +
                               windowPlanText(plan, OutputFormat::Table).toUtf8() +
                               windowPlanText(plan, OutputFormat::Markdown).toUtf8();
        QVERIFY(all.contains("gpu-1"));
        QVERIFY2(!all.contains("tuesdaysecret"), all.constData());
    }

    void theWindowAndTheFloorAreOptions()
    {
        const auto parse = [](const QString &window, const QString &floor) {
            return parseInvocation({u"plan"_s, u"gpu/gpu-operator"_s, u"--to"_s, u"v26.3.0"_s, u"--window"_s,
                                    window, u"--gpu-floor"_s, floor});
        };
        const auto given = parse(u"2026-11-21T23:00+01:00/2026-11-22T04:00Z"_s, u"384"_s);
        QVERIFY2(given.has_value(), given ? "" : qPrintable(given.error().message));
        QCOMPARE(given->window->start, QDateTime(QDate(2026, 11, 21), QTime(22, 0), Qt::UTC));
        QCOMPARE(given->window->end, QDateTime(QDate(2026, 11, 22), QTime(4, 0), Qt::UTC));
        QCOMPARE(given->gpuFloor, 384);
        for (const QString &wrong :
             {u"2026-11-22T04:00Z/2026-11-21T22:00Z"_s, u"2026-11-21T22:00/2026-11-22T04:00"_s, u"soon"_s})
            QVERIFY2(!parse(wrong, u"384"_s), qPrintable(wrong));
        QVERIFY(!parse(u"2026-11-21T22:00Z/2026-11-22T04:00Z"_s, u"-1"_s));
    }
};

#include "tst_window_plan_printout.moc"
} // namespace tst_window_plan_printout

CHARTROOM_TEST(tst_window_plan_printout, TestWindowPlanPrintout)
