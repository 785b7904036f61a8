// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/translator.h"
#include "core/outcomes/outcomes.h"
#include "core/outcomes/rename_guess.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_outcomes {

using Kind = PathFate::Kind;

namespace {

Value yaml(const char *text)
{
    const auto value = readYaml(text);
    if (!value)
        qFatal("%s", qPrintable(value.error().message));
    return value->isNull() ? Value(Value::Map()) : *value;
}

Chart chart(const char *values)
{
    Chart out;
    out.metadata.name = u"top"_s;
    out.metadata.version = u"1.0.0"_s;
    out.values = yaml(values);
    return out;
}

/// That has a sub-chart of these values, which `name`.enabled switches.
Chart withSubchart(const char *values, const QString &name, const char *subValues)
{
    Chart out = chart(values);
    Chart sub = chart(subValues);
    sub.metadata.name = name;
    ChartDependency dependency;
    dependency.name = name;
    dependency.version = u"1.x"_s;
    dependency.condition = name + u".enabled"_s;
    out.dependencies = {sub};
    out.metadata.dependencies = {dependency};
    return out;
}

const PathFate *fateOf(const Outcome &outcome, const QString &path)
{
    const auto found = std::find_if(outcome.fates.cbegin(), outcome.fates.cend(),
                                    [&path](const PathFate &fate) { return fate.path == path; });
    return found == outcome.fates.cend() ? nullptr : &*found;
}

} // namespace

class TestOutcomes final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_plurals = loadTranslator(QLocale::c());
        QVERIFY(QCoreApplication::installTranslator(m_plurals.get()));
    }

    void eachPathHasOneFateAStrategy_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QList<int>>("kinds"); // reuse, reset-then-reuse, reset; -1: none
        const auto row = [](const char *path, QList<int> kinds) {
            QTest::newRow(path) << QString::fromLatin1(path) << kinds;
        };
        const auto all = [](Kind kind) { return QList<int>(3, int(kind)); };
        row("mine", {int(Kind::Kept), int(Kind::Kept), int(Kind::LostOverride)});
        row("image.tag", {int(Kind::Kept), int(Kind::Kept), int(Kind::LostOverride)});
        row("agrees", all(Kind::Kept));
        row("taken", {int(Kind::Kept), int(Kind::Kept), int(Kind::LostOverride)});
        row("driver.version", {int(Kind::StaleDefault), int(Kind::DefaultMoved), int(Kind::DefaultMoved)});
        row("driver.kind", {int(Kind::NewDefaultMissing), int(Kind::NewDefault), int(Kind::NewDefault)});
        row("retired", {int(Kind::StaleDefault), int(Kind::DefaultMoved), int(Kind::DefaultMoved)});
        row("driver.useOpen", all(Kind::Gone));
        row("limit", {int(Kind::TypeChanged), int(Kind::TypeChanged), int(Kind::LostOverride)});
        row("same", QList<int>(3, -1));
        row("open.label", {int(Kind::Kept), int(Kind::Kept), int(Kind::LostOverride)});
    }

    void eachPathHasOneFateAStrategy()
    {
        QFETCH(const QString, path);
        QFETCH(const QList<int>, kinds);
        const InstalledValues installed{
            chart("{image: {tag: v1, repo: r}, agrees: 1, taken: x, driver: {version: 1, useOpen: false}, "
                  "retired: r, "
                  "limit: 5, same: s, open: {}}"),
            yaml("{mine: m, image: {tag: v9}, agrees: 2, taken: null, driver: {useOpen: true}, limit: 7, "
                 "open: {label: x}}")};
        const Chart target =
            chart("{image: {tag: v2, repo: r}, agrees: 2, taken: x, driver: {version: 2, kind: auto}, "
                  "limit: {cpu: 1}, same: s, open: {}}");
        const Outcomes made = outcomes(installed, target, Value());
        for (const Strategy strategy : allStrategies) {
            const PathFate *fate = fateOf(made.of(strategy), path);
            QCOMPARE(fate ? int(fate->kind) : -1, kinds.at(int(strategy)));
            QVERIFY(!fate || fate->text.endsWith(u'.'));
        }
    }

    void aFateShowsTodayAndThen()
    {
        const InstalledValues installed{chart("a: 1"), yaml("a: 5")};
        const Outcomes made = outcomes(installed, chart("a: 2"), Value());
        const PathFate *fate = fateOf(made.of(Strategy::Reset), u"a"_s);
        QVERIFY(fate);
        QCOMPARE(fate->before.scalarText(), u"5"_s);
        QCOMPARE(fate->after.scalarText(), u"2"_s);
    }

    void aRenamedSettingNamesItsNewPlace()
    {
        const InstalledValues installed{
            chart("{driver: {upgradePolicy: {podDeletion: {force: false}}}, other: {force: true}}"),
            yaml("driver: {upgradePolicy: {podDeletion: {force: true}}}")};
        const Chart target =
            chart("{driver: {upgradePolicy: {gpuPodDeletion: {force: false}}}, other: {force: true}}");
        const Outcomes made = outcomes(installed, target, Value());
        const PathFate *fate =
            fateOf(made.of(Strategy::ResetThenReuse), u"driver.upgradePolicy.podDeletion.force"_s);
        QVERIFY(fate);
        QCOMPARE(fate->kind, Kind::Gone);
        QCOMPARE(fate->renamedTo, u"driver.upgradePolicy.gpuPodDeletion.force"_s);
        QVERIFY2(fate->text.contains(u"seems"_s), qPrintable(fate->text));
    }

    void aGuessIsNotMadeBetweenEqualCandidates()
    {
        const Settings added{{{u"a"_s, u"x"_s, u"name"_s}, Value(true)},
                             {{u"a"_s, u"y"_s, u"name"_s}, Value(true)}};
        QCOMPARE(guessRename({u"a"_s, u"name"_s}, Value(true), added), QStringList());
    }

    void aMovedValueIsFoundUnderAnotherName()
    {
        const Settings added{{{u"image"_s, u"registry"_s}, Value(u"nvcr.io/nvidia"_s)},
                             {{u"image"_s, u"tag"_s}, Value(u"v1"_s)}};
        QCOMPARE(guessRename({u"repository"_s}, Value(u"nvcr.io/nvidia"_s), added),
                 QStringList({u"image"_s, u"registry"_s}));
    }

    void anEditIsNoLoss()
    {
        const InstalledValues installed{chart("a: 1"), yaml("a: 5")};
        const Outcomes made = outcomes(installed, chart("a: 1"), yaml("a: 7"));
        for (const Strategy strategy : allStrategies) {
            const PathFate *fate = fateOf(made.of(strategy), u"a"_s);
            QVERIFY(fate);
            QCOMPARE(fate->kind, Kind::Set);
            QVERIFY(fate->isEdit);
            QCOMPARE(fate->before.scalarText(), u"5"_s);
            QCOMPARE(fate->after.scalarText(), u"7"_s);
        }
    }

    void whatThisUpgradeSetsIsNoneOfTheSettingsThatStay()
    {
        const InstalledValues installed{chart("{a: 1, b: 1, c: 1}"), yaml("{a: 5, b: 5}")};
        const Outcomes made = outcomes(installed, chart("{a: 1, b: 1, c: 2}"), yaml("{a: 7, b: 5}"));
        const Outcome &merged = made.all[size_t(Strategy::ResetThenReuse)];
        const PathFate *same = fateOf(merged, u"b"_s);
        QVERIFY(same && same->isEdit);
        QCOMPARE(same->kind, Kind::Kept); // it is the value of today already
        QVERIFY(!fateOf(merged, u"c"_s)->isEdit);
        QVERIFY2(made.advice.argument.contains(u"you have no settings that it could lose"_s),
                 qPrintable(made.advice.argument));
        QVERIFY2(made.advice.argument.contains(u"Your edits also change 1 value."_s),
                 qPrintable(made.advice.argument));
    }

    void aNullEditThatReuseCannotCarryOutIsSaid()
    {
        const InstalledValues installed{chart("a: 1"), yaml("a: 5")};
        const Outcomes made = outcomes(installed, chart("a: 1"), yaml("a: null"));
        const PathFate *fate = fateOf(made.of(Strategy::Reuse), u"a"_s);
        QVERIFY(fate);
        QCOMPARE(fate->kind, Kind::StaleDefault);
        QCOMPARE(fate->after.scalarText(), u"5"_s);
    }

    void aSubchartThatIsOffHasNoMissingDefaults()
    {
        const Chart target = withSubchart("nfd: {enabled: true}", u"nfd"_s, "deep: 1");
        const InstalledValues installed{chart("nfd: {enabled: true}"), yaml("nfd: {enabled: false}")};
        const Outcomes made = outcomes(installed, target, Value());
        QVERIFY(!fateOf(made.of(Strategy::Reuse), u"nfd.deep"_s));
        QVERIFY(fateOf(made.of(Strategy::Reset), u"nfd.deep"_s)); // back on
    }

    /// --reuse-values has no default of the condition, and without one Helm takes the sub-chart.
    void aSubchartThatComesOnIsToldByItsValues()
    {
        const Chart target = withSubchart("sub: {enabled: false}", u"sub"_s, "{deep: 1, more: {x: y}}");
        const Outcomes made = outcomes({chart("a: 1"), yaml("a: 2")}, target, Value());
        const PathFate *deep = fateOf(made.of(Strategy::Reuse), u"sub.deep"_s);
        QVERIFY(deep);
        QCOMPARE(deep->kind, Kind::NewDefault);
        QCOMPARE(deep->after.scalarText(), u"1"_s);
        QVERIFY(fateOf(made.of(Strategy::Reuse), u"sub.more.x"_s));
        QVERIFY(!fateOf(made.of(Strategy::Reset), u"sub.deep"_s));
    }

    void whatTheSchemaRefusesIsAProblemAndAFate()
    {
        const InstalledValues installed{chart("{a: 1, l: []}"), yaml("{a: text, l: [{p: x}]}")};
        Chart target = chart("{a: 1, l: []}");
        target.schema = writeJson(
            yaml("{properties: {a: {type: integer}, l: {items: {properties: {p: {type: integer}}}}}}"));
        const Outcomes made = outcomes(installed, target, Value());
        const Outcome &kept = made.of(Strategy::ResetThenReuse);
        QCOMPARE(kept.problem.code, Error::Code::Invalid);
        QVERIFY(!kept.problem.message.isEmpty());
        QCOMPARE(fateOf(kept, u"a"_s)->kind, Kind::FailsSchema);
        QCOMPARE(fateOf(kept, u"l"_s)->kind, Kind::FailsSchema);
        QVERIFY(made.of(Strategy::Reset).problem.message.isEmpty());
        QCOMPARE(made.advice.recommended, Strategy::Reset);
    }

    void theAdviceIsTwoSentencesFromTheCounts()
    {
        const InstalledValues installed{chart("{a: 1, b: 1, c: 1}"), yaml("{mine: 1, other: 2}")};
        const Outcomes made = outcomes(installed, chart("{a: 2, b: 2, c: 1, d: 1}"), Value());
        QCOMPARE(made.advice.recommended, Strategy::ResetThenReuse);
        QCOMPARE(
            made.advice.argument,
            u"--reset-then-reuse-values keeps your 2 settings and uses the new chart's defaults for the rest. --reuse-values would keep 2 defaults of the old chart and lack 1 of the new ones."_s);
        QVERIFY2(made.advice.vendor.contains(u"--reuse-values"_s), qPrintable(made.advice.vendor));
    }

    void theVendorsAdviceIsTakenWhereItCostsNothing()
    {
        const InstalledValues installed{chart("a: 1"), yaml("mine: 1")};
        const Outcomes made = outcomes(installed, chart("a: 1"), Value());
        QCOMPARE(made.advice.recommended, Strategy::Reuse);
        QCOMPARE(made.advice.vendor, QString());
        QCOMPARE(made.advice.argument.count(u". "_s), 1);
    }

    void strategiesReadAsTheyAreWritten()
    {
        for (const Strategy strategy : allStrategies) {
            QCOMPARE(readStrategy(strategyText(strategy)), strategy);
            QVERIFY(strategyFlag(strategy).startsWith(u"--"_s) &&
                    strategyFlag(strategy).endsWith(u"-values"_s));
        }
        QVERIFY(!readStrategy(u"keep"));
    }

    void noSentenceHoldsAValue()
    {
        const InstalledValues installed{chart("{a: {b: 1}, c: hunter2, d: 1}"),
                                        yaml("{a: hunter2, d: hunter2, e: {f: hunter2}}")};
        Chart target = chart("{a: {b: 1}, c: hunter3, d: {x: 1}, e: 5}");
        target.schema = writeJson(yaml("{properties: {a: {type: object}}}"));
        const Outcomes made = outcomes(installed, target, Value());
        for (const Outcome &outcome : made.all) {
            QString said = outcome.problem.message + outcome.problem.detail + outcome.warnings.join(u' ');
            for (const PathFate &fate : outcome.fates)
                said += fate.text;
            QVERIFY2(!said.contains(u"hunter"_s), qPrintable(said));
        }
    }

private:
    std::unique_ptr<QTranslator> m_plurals;
};

#include "tst_outcomes.moc"
} // namespace tst_outcomes

CHARTROOM_TEST(tst_outcomes, TestOutcomes)
