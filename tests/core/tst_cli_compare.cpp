// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diff_printout.h"
#include "app/plan_printout.h"
#include "core/base/document.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_cli_compare {

namespace {

const ReleaseKey key{u"gpu"_s, u"gpu-operator"_s, ReleaseStorage::Secret};

SideText side(const QString &name, const QByteArray &yaml)
{
    return {*readSide(name), u"the "_s + name, false, {*readYaml(yaml)}, yaml, {}, {}};
}

DiffReport report(const QByteArray &from, const QByteArray &to)
{
    const SideText before = side(u"user:1"_s, from);
    const SideText after = side(u"user:2"_s, to);
    return {key, before, after, *compareSides(before, after, u"gpu"_s)};
}

QByteArray compact(const Value &value)
{
    return writeJson(value, 0).trimmed();
}

PlanReport aPlan()
{
    PlanReport plan;
    plan.release = key;
    plan.chart = u"gpu-operator"_s;
    plan.fromVersion = u"v25.10.1"_s;
    plan.toVersion = u"v26.3.0"_s;
    plan.context = u"cmk"_s;
    plan.target.source = {u"nvidia"_s,
                          u"https://helm.example/nvidia"_s,
                          u"gpu-operator"_s,
                          ChartOrigin::Sureness::Likely,
                          {u"The index lists it."_s}};
    plan.target.source.reasons = QStringList{u"The index lists it."_s};
    for (const Strategy strategy : allStrategies) {
        Outcome &outcome = plan.outcomes.all[size_t(strategy)];
        outcome.strategy = strategy;
        outcome.stored = *readYaml("driver: {version: '570'}\nregistry: {password: mondaysecret}\n");
        outcome.fates = {
            {PathFate::Kind::Kept, u"driver.version"_s, Value(u"570"_s), Value(u"570"_s), u"Stays."_s, {}}};
    }
    plan.outcomes.all[2].fates = {
        {PathFate::Kind::LostOverride, u"driver.version"_s, Value(u"570"_s), Value(u"595"_s), u"Lost."_s, {}},
        {PathFate::Kind::LostOverride,
         u"registry.password"_s,
         Value(u"mondaysecret"_s),
         Value(),
         u"Lost."_s,
         {}}};
    plan.outcomes.advice = {Strategy::ResetThenReuse, u"It keeps all. It adds what is new."_s,
                            u"--reuse-values"_s};
    return plan;
}

} // namespace

class CliCompareTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDiffHasTheKeysOfTheContract()
    {
        const Printout printout = diffPrintout(report("a: 1\nb: x\n", "b: null\nc: {d: true}\n"), false);
        QCOMPARE(
            compact(printout.data),
            QByteArray(R"({"changes":[{"after":null,"before":1,"kind":"removed","path":"a"},)"
                       R"({"after":null,"before":"x","kind":"changed","path":"b"},)"
                       R"({"after":true,"before":null,"kind":"added","path":"c.d"}],)"
                       R"("equal":false,"from":{"side":"user:1","title":"the user:1"},"namespace":"gpu",)"
                       R"("notices":[],"objects":null,"release":"gpu-operator","sameObjects":0,)"
                       R"("to":{"side":"user:2","title":"the user:2"}})"));
        QCOMPARE(printout.rows, (QList<QStringList>{{u"removed"_s, u"a"_s, u"1"_s, {}},
                                                    {u"changed"_s, u"b"_s, u"x"_s, u"null"_s},
                                                    {u"added"_s, u"c.d"_s, {}, u"true"_s}}));
    }

    void secretsAreMaskedUntilRevealed_data()
    {
        QTest::addColumn<int>("format");
        for (const auto &[name, format] :
             {std::pair("table", OutputFormat::Table), std::pair("json", OutputFormat::Json),
              std::pair("yaml", OutputFormat::Yaml), std::pair("csv", OutputFormat::Csv)})
            QTest::newRow(name) << int(format);
        for (const auto &[name, format] :
             {std::pair("patch", OutputFormat::Patch), std::pair("md", OutputFormat::Markdown),
              std::pair("html", OutputFormat::Html)})
            QTest::newRow(name) << int(format);
    }
    void secretsAreMaskedUntilRevealed()
    {
        QFETCH(int, format);
        const DiffReport found = report("db: {password: mondaysecret}\n", "db: {password: tuesdaysecret}\n");
        const auto print = [&](bool reveal) {
            const bool isExport = OutputFormat(format) == OutputFormat::Patch ||
                                  OutputFormat(format) == OutputFormat::Markdown ||
                                  OutputFormat(format) == OutputFormat::Html;
            return isExport ? diffExport(found, OutputFormat(format), reveal)
                            : rendered(diffPrintout(found, reveal), OutputFormat(format), false);
        };
        QVERIFY(!print(false).contains("monday") && !print(false).contains("tuesday"));
        QVERIFY(print(false).contains("password"));
        QVERIFY(print(true).contains("mondaysecret") && print(true).contains("tuesdaysecret"));
    }

    void aPatchNamesItsSides()
    {
        const QByteArray patch = diffExport(report("a: 1\n", "a: 2\n"), OutputFormat::Patch, false);
        QVERIFY2(patch.contains("user:1") && patch.contains("user:2"), patch.constData());
        QVERIFY2(patch.contains("-a: 1\n+a: 2\n"), patch.constData());
        QVERIFY(diffExport(report("a: 1\n", "a: 1\n"), OutputFormat::Patch, false).isEmpty());
    }

    void hostileTextReachesNoTerminal()
    {
        const DiffReport found = report("a: \"\\e[31mred\"\n", "a: \"\\e]0;title\\a\"\n");
        for (const QByteArray &text : {diffExport(found, OutputFormat::Patch, true),
                                       rendered(diffPrintout(found, true), OutputFormat::Table, false)})
            QVERIFY(!text.contains('\x1b') && !text.contains('\a'));
    }

    void aDriftTellsWhoAndWhen()
    {
        DiffReport found{key, side(u"user:1"_s, "{}"), side(u"user:2"_s, "{}"), {}};
        found.from.side = *readSide(u"manifest"_s);
        found.to.side = *readSide(u"live"_s);
        found.comparison.isManifest = true;
        const FieldOwner owner{u"kubectl-edit"_s,
                               u"Update"_s,
                               {},
                               QDateTime::fromString(u"2026-11-21T03:00:00Z"_s, Qt::ISODate)};
        found.comparison.objects = {
            {ObjectChange::Kind::Changed,
             {u"apps/v1"_s, u"Deployment"_s, u"gpu"_s, u"op"_s},
             {},
             {{{ValueChange::Kind::Changed, u"spec.replicas"_s, Value(Value::Number{u"1"_s}),
                Value(Value::Number{u"3"_s})},
               owner}}},
            {ObjectChange::Kind::Removed, {u"v1"_s, u"ConfigMap"_s, u"gpu"_s, u"gone"_s}, {}, {}}};
        const Printout printout = diffPrintout(found, false);
        QCOMPARE(printout.rows[0],
                 QStringList({u"changed"_s, u"Deployment gpu/op"_s, u"spec.replicas"_s, u"1"_s, u"3"_s,
                              u"kubectl-edit"_s, u"2026-11-21T03:00:00Z"_s}));
        QCOMPARE(printout.rows[1].mid(0, 2), QStringList({u"removed"_s, u"ConfigMap gpu/gone"_s}));
        const Value path = printout.data.at({u"objects"_s}).list()[0].at({u"paths"_s}).list()[0];
        QCOMPARE(compact(path),
                 QByteArray(R"({"after":3,"before":1,"kind":"changed","managedAt":"2026-11-21T03:00:00Z",)"
                            R"("manager":"kubectl-edit","operation":"Update","path":"spec.replicas"})"));
        QVERIFY(printout.data.at({u"changes"_s}).isNull());
    }

    void aPlanPutsTheThreeOutcomesSideBySide()
    {
        const Printout printout = planPrintout(aPlan(), false);
        QCOMPARE(printout.rows[0], QStringList({u"driver.version"_s, u"570"_s, u"570 (kept)"_s,
                                                u"570 (kept)"_s, u"595 (override lost)"_s}));
        QCOMPARE(printout.data.at({u"recommended"_s}).toString(), u"reset-then-reuse"_s);
        QCOMPARE(printout.data.at({u"strategy"_s}).toString(), u"reset-then-reuse"_s);
        QCOMPARE(printout.data.at({u"source"_s, u"sureness"_s}).toString(), u"likely"_s);
        QCOMPARE(printout.data.at({u"outcomes"_s}).list().size(), 3);
        const Value reset = printout.data.at({u"outcomes"_s}).list()[2];
        QCOMPARE(reset.at({u"flag"_s}).toString(), u"--reset-values"_s);
        QCOMPARE(reset.at({u"fates"_s}).list()[0].at({u"fate"_s}).toString(), u"lostOverride"_s);
        for (const char *open : {"newest", "newestOfMajor"})
            QVERIFY(printout.data.map().contains(QString::fromLatin1(open)));
    }

    void aPlanHoldsNoSecretUntilRevealed()
    {
        PlanReport plan = aPlan();
        plan.setArguments = {u"registry.password=tuesdaysecret"_s, u"a.b=1"_s};
        for (const bool reveal : {false, true}) {
            const QByteArray all = rendered(planPrintout(plan, reveal), OutputFormat::Json, false) +
                                   planText(plan, OutputFormat::Table, reveal, false) +
                                   planText(plan, OutputFormat::Markdown, reveal, false);
            QCOMPARE(all.contains("mondaysecret"), reveal);
            QCOMPARE(all.contains("tuesdaysecret"), reveal);
        }
    }

    void theCommandIsWhatAPersonCanType()
    {
        PlanReport plan = aPlan();
        plan.valuesFiles = {u"my values.yaml"_s};
        plan.setArguments = {u"driver.version=595"_s, u"db.password=x"_s};
        plan.asked = Strategy::Reset;
        QCOMPARE(
            planCommand(plan, false),
            u"helm upgrade gpu-operator nvidia/gpu-operator --namespace gpu --version v26.3.0 --reset-values "
            "--values 'my values.yaml' --set driver.version=595 --set 'db.password=••••' --kube-context cmk"_s);
        plan.historyMax = 14;
        QVERIFY(planCommand(plan, false).contains(u" --history-max 14 --kube-context cmk"_s));
        plan.target.source.repository.clear();
        plan.target.source.url = u"oci://registry.example/charts"_s;
        QVERIFY(planCommand(plan, false).contains(u" oci://registry.example/charts/gpu-operator "));
        plan.target.source.url = u"oci://registry.example/charts/gpu-operator"_s;
        QVERIFY(planCommand(plan, false).contains(u" oci://registry.example/charts/gpu-operator "));
    }

    void thePlansTextHoldsAdviceNotesAndProblems()
    {
        PlanReport plan = aPlan();
        plan.notes = {{u"cmk"_s, u"gpu"_s, u"gpu-operator"_s, u"driver.version"_s, u"NCCL\nbreaks"_s,
                       u"Ada"_s, QDateTime(QDate(2026, 11, 1), QTime(1, 2), Qt::UTC)}};
        plan.outcomes.all[0].problem = {Error::Code::Invalid, u"The schema says no."_s, {}, {}};
        const QByteArray text = planText(plan, OutputFormat::Table, false, false);
        for (const char *part :
             {"v25.10.1 -> v26.3.0", "Recommended: reset-then-reuse. It keeps all.",
              "The vendor's advice: --reuse-values", "reuse would be refused: The schema says no.",
              "Note on driver.version (Ada, 2026-11-01T01:02:00Z): NCCL breaks", "helm upgrade"})
            QVERIFY2(text.contains(part), part);
    }

    void aPlanTellsTheKubernetesThatTheChartIsFor()
    {
        PlanReport plan = aPlan();
        QVERIFY(planPrintout(plan, false).data.at({u"kubeVersion"_s}).isNull());
        QVERIFY(!planText(plan, OutputFormat::Table, false, false).contains("Kubernetes"));
        plan.target.chart.metadata.kubeVersion = u">=1.29.0-0\nRecommended: reset"_s;
        QCOMPARE(planPrintout(plan, false).data.at({u"kubeVersion"_s}).toString(),
                 plan.target.chart.metadata.kubeVersion);
        QVERIFY(
            planText(plan, OutputFormat::Table, false, false)
                .contains("\nIts author says that it is for Kubernetes >=1.29.0-0 Recommended: reset.\n"));
    }

    void aPlanWithoutAPreflightSaysSo()
    {
        const Printout printout = planPrintout(aPlan(), false);
        QVERIFY(printout.data.map().contains(u"findings"_s));
        QVERIFY(printout.data.at({u"findings"_s}).isNull());
        QVERIFY(printout.data.at({u"nodeImpact"_s}).isNull());
    }

    void thePreflightIsPrintedTheWorstFirst()
    {
        PlanReport plan = aPlan();
        PreflightReport preflight;
        preflight.findings = {finding("helm", Severity::Ok, u"Helm would run."_s),
                              finding("hooks", Severity::Unknown, u"Unknown."_s, {u"It is forbidden."_s}),
                              finding("rights", Severity::Severe, u"You may not."_s,
                                      {u"patch <b>deployments</b>"_s}, u"Ask."_s)};
        preflight.impact.kind = NodeImpact::Kind::DriverReload;
        preflight.impact.component = u"gpu"_s;
        preflight.impact.lines = QStringList{u"ClusterPolicy p: spec.driver.version: a -> b"_s};
        plan.preflight = preflight;
        const Value data = planPrintout(plan, false).data;
        QCOMPARE(data.at({u"nodeImpact"_s, u"kind"_s}).toString(), u"driverReload"_s);
        const Value::List findings = data.at({u"findings"_s}).list();
        QCOMPARE(findings.size(), 3);
        QCOMPARE(findings[2].at({u"severity"_s}).toString(), u"severe"_s);
        QCOMPARE(findings[2].at({u"whatToDo"_s}).toString(), u"Ask."_s);
        QVERIFY(findings[0].at({u"whatToDo"_s}).isNull());
        const QByteArray text = planText(plan, OutputFormat::Table, false, false);
        QVERIFY2(text.contains("Preflight\nSEVERE  rights: You may not.\n    patch <b>deployments</b>\n"
                               "    -> Ask.\nunknown  hooks: Unknown.\n    It is forbidden.\n"
                               "ok  helm: Helm would run.\n"),
                 text.constData());
        const QByteArray markdown = planText(plan, OutputFormat::Markdown, false, false);
        QVERIFY2(markdown.contains("## Preflight\n- SEVERE  rights: ") && !markdown.contains("<b>"),
                 markdown.constData());
    }
};

#include "tst_cli_compare.moc"
} // namespace tst_cli_compare

CHARTROOM_TEST(tst_cli_compare, CliCompareTest)
