// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/charts/version_range.h"
#include "core/helm/helm_number.h"
#include "core/helm/values_file.h"
#include "core/outcomes/helm_values.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_helm_values {

namespace {

Value yaml(const char *text)
{
    const auto value = readYaml(text);
    if (!value)
        qFatal("%s", qPrintable(value.error().message));
    return value->isNull() ? Value(Value::Map()) : *value;
}

Chart chart(const char *values, const QString &name = u"top"_s)
{
    Chart out;
    out.metadata.name = name;
    out.metadata.version = u"1.0.0"_s;
    out.values = yaml(values);
    return out;
}

/// Adds a sub-chart and its entry in Chart.yaml, to be changed by the test.
ChartDependency &addSubchart(Chart &parent, const Chart &sub)
{
    parent.dependencies.append(sub);
    ChartDependency dependency;
    dependency.name = sub.metadata.name;
    dependency.version = u"1.x.x"_s;
    parent.metadata.dependencies.append(dependency);
    return parent.metadata.dependencies.last();
}

HelmUpgrade upgrade(const Chart &target, const char *edits, const HelmVersion &helm = assumedHelm())
{
    return helmUpgrade({}, target, yaml(edits), Strategy::Reset, helm);
}

} // namespace

/// The expected values are what helm 3.22.0 and 4.3.1 give; tst_helm_values_oracle asks them about thousands
/// more.
class TestHelmValues final : public QObject
{
    Q_OBJECT

private slots:
    void numbersComeOutAsHelmStoresThem_data()
    {
        QTest::addColumn<QString>("read");
        QTest::addColumn<QString>("stored");
        QTest::addColumn<QString>("set");
        const auto row = [](const char *read, const char *stored, const char *set = nullptr) {
            QTest::newRow(read) << QString::fromLatin1(read) << QString::fromLatin1(stored)
                                << QString::fromLatin1(set ? set : stored);
        };
        row("0", "0");
        row("-12", "-12");
        row("1.0", "1");
        row("1e6", "1000000");
        row("1e20", "100000000000000000000");
        row("1e21", "1e+21");
        row("0.000001", "0.000001");
        row("0.0000001", "1e-7");
        row("1.25e-10", "1.25e-10");
        row("-0.0", "-0");
        row("0.1", "0.1");
        row("123456.789", "123456.789");
        row("9007199254740993", "9007199254740992", "9007199254740993");
        row("12345678901234567890", "12345678901234567000");
    }

    void numbersComeOutAsHelmStoresThem()
    {
        QFETCH(const QString, read);
        QFETCH(const QString, stored);
        QFETCH(const QString, set);
        const Value value(Value::List{Value(Value::Number{read})});
        QCOMPARE(helmNumbers(value).list().first().scalarText(), stored);
        QCOMPARE(helmSetNumbers(value).list().first().scalarText(), set);
    }

    void aValuesFileIsReadAsEachHelmReadsIt_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("three"); ///< nothing: refused
        QTest::addColumn<QByteArray>("four");
        const auto row = [](const char *name, const char *text, const char *three, const char *four) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(three) << QByteArray(four);
        };
        const auto same = [&row](const char *name, const char *text, const char *read) {
            row(name, text, read, read);
        };
        row("two documents", "a: 1\n---\nb: 2\n", R"({"a":1})", R"({"a":1,"b":2})");
        row("the last one wins", "a: 1\n---\nb: 2\na: 3\n", R"({"a":1})", R"({"a":3,"b":2})");
        row("maps merge, lists do not", "a: {x: 1, l: [1]}\n--- # and\na: {x: null, l: [2], z: 2}\n",
            R"({"a":{"l":[1],"x":1}})", R"({"a":{"l":[2],"x":null,"z":2}})");
        row("a map over a scalar", "a: 1\n---\na: {x: 1}\n", R"({"a":1})", R"({"a":{"x":1}})");
        row("null over a map", "a: {x: 1}\n---\na:\n", R"({"a":{"x":1}})", R"({"a":null})");
        row("an empty document first", "---\n---\na: 1\n", "{}", R"({"a":1})");
        row("a comment as a document", "a: 1\n---\n# nothing\n---\nb: 2", R"({"a":1})", R"({"a":1,"b":2})");
        row("line ends of Windows", "a: 1\r\n---\r\nb: 2\r\n", R"({"a":1})", R"({"a":1,"b":2})");
        row("a list second", "a: 1\n---\n- 1\n", R"({"a":1})", "");
        row("a document that cannot be read", "a: 1\n---\nb: .inf\n", R"({"a":1})", "");
        row("block text without a last newline", "a: |\n  b", R"({"a":"b"})", R"({"a":"b\n"})");
        same("numbers too small for a float", "a: 1e-400\n", R"({"a":0})");
        same("a header", "# values\n---\na: 1\n", R"({"a":1})");
        same("an end mark", "a: 1\n...\nb: 2\n", R"({"a":1})");
        same("nothing", "", "{}");
        same("a list", "- 1\n", "");
        same("a scalar", "text\n", "");
        same("a key twice", "a: 1\nb: 2\na: 3\n", R"({"a":3,"b":2})");
        same("a map twice", "a: {x: 1}\na: {z: 2}\n", R"({"a":{"z":2}})");
        same("a key twice, then null", "a: 1\na:\n", R"({"a":null})");
        same("null in a list", "l: [null, 1, {x: ~}]\n", R"({"l":[null,1,{"x":null}]})");
        same("floats", "a: .5\nb: 5.\nc: +1\nd: 1e3\ne: 1E-2\nf: 1.5e+10\ng: 1.\nh: 0.50\n",
             R"({"a":0.5,"b":5,"c":1,"d":1000,"e":0.01,"f":15000000000,"g":1,"h":0.5})");
        same(
            "big numbers",
            "a: 12345678901234567890\nb: 9007199254740993\nc: 100000000000000000000000\nd: 1e21\n"
            "e: -9223372036854775808\n",
            R"({"a":12345678901234567000,"b":9007199254740992,"c":1e+23,"d":1e+21,"e":-9223372036854776000})");
        same("bases", "a: 0x10\nb: 0o17\nc: 1_000\nd: 017\ne: 0b11\nf: 1_0.5\n",
             R"({"a":16,"b":15,"c":1000,"d":15,"e":3,"f":10.5})");
        same("negative zero", "a: -0.0\nb: -0\n", R"({"a":-0,"b":0})");
    }

    void aValuesFileIsReadAsEachHelmReadsIt()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, three);
        QFETCH(const QByteArray, four);
        const auto read = [&text](int major) {
            const Result<Value> values = readValuesFile(text, major);
            return values ? writeJson(*values, 0).trimmed() : QByteArray();
        };
        QCOMPARE(read(3), three);
        QCOMPARE(read(4), four);
    }

    void theLineOfAnErrorIsThatOfTheFile()
    {
        const QByteArray text = "# of the site\na: 1\n---\nb: 2\n--- # more\nc: 3\nd: *gone"; // in line 7
        const Result<Value> values = readValuesFile(text, 4);
        QVERIFY(!values);
        QVERIFY2(values.error().message.endsWith(u"line 7, column 4"), qPrintable(values.error().message));
        const Result<Value> first = readValuesFile("a: 1\nb: *gone\n---\nc: 3\n", 3);
        QVERIFY(!first);
        QVERIFY2(first.error().message.endsWith(u"line 2, column 4"), qPrintable(first.error().message));
    }

    void aChartOfSeveralDocumentsIsUpgradedToAsEachHelmReadsIt()
    {
        Chart target = chart("{a: 3, b: 2}");
        target.firstValues = yaml("a: 1");
        for (const int major : {3, 4}) {
            const HelmUpgrade made = upgrade(target, "c: 1", {{}, major});
            QCOMPARE(made.computed, yaml(major == 3 ? "{a: 1, c: 1}" : "{a: 3, b: 2, c: 1}"));
            QCOMPARE(made.chart.valuesFor(major), yaml(major == 3 ? "a: 1" : "{a: 3, b: 2}"));
        }
    }

    void aLaterDocumentThatCannotBeReadIsRefusedByHelm4Alone()
    {
        Chart broken = chart("a: 1");
        broken.laterProblem = Error{Error::Code::Invalid, QStringLiteral("values.yaml: no YAML"), {}, {}};
        Chart parent = chart("b: 1");
        parent.dependencies.append(broken);
        for (const Chart &target : {broken, parent}) {
            QVERIFY(!upgrade(target, "c: 1", {{}, 3}).problem.message.contains(u"values.yaml"));
            const HelmUpgrade refused = upgrade(target, "c: 1", {{}, 4});
            QVERIFY(refused.problem.message.contains(u"values.yaml"));
        }
    }

    /// The rules by the tags of helm/helm pkg/chartutil/coalesce.go and pkg/chart/common/util/coalesce.go.
    void whatANullTakesAwayDependsOnTheVersion_data()
    {
        QTest::addColumn<QString>("version");
        QTest::addColumn<int>("major");
        QTest::addColumn<QByteArray>("nested"); ///< {n, free: null} over the default {n: null, k: 1}
        QTest::addColumn<bool>("keepsNullDefaults");
        const auto row = [](const char *version, int major, const char *nested, bool keeps) {
            QTest::newRow(*version     ? version
                          : major == 3 ? "newest 3"
                                       : "newest 4")
                << QString::fromLatin1(version) << major << QByteArray(nested) << keeps;
        };
        const char *below = "{free: null, k: 1}";
        const char *anywhere = "{k: 1}";
        const char *defaults = "{free: null, k: 1, n: null}";
        row("v3.17.2", 3, below, true);
        row("v3.19.4", 3, below, true);
        row("v3.19.5", 3, anywhere, true);
        row("v3.20.0", 3, anywhere, true);
        row("v3.20.1", 3, defaults, true);
        row("v3.22.0", 3, defaults, true);
        row("", 3, defaults, true);
        row("v4.0.0", 4, anywhere, true);
        row("v4.1.2", 4, anywhere, true);
        row("v4.1.3", 4, defaults, true);
        row("v4.1.4", 4, defaults, true);
        row("v4.2.0-rc.1", 4, defaults, false);
        row("v4.2.0", 4, defaults, false);
        row("v4.3.1", 4, defaults, false);
        row("", 4, defaults, false);
    }

    void whatANullTakesAwayDependsOnTheVersion()
    {
        QFETCH(const QString, version);
        QFETCH(const int, major);
        QFETCH(const QByteArray, nested);
        QFETCH(const bool, keepsNullDefaults);
        const HelmVersion helm{version, major};
        QCOMPARE(*helmComputedValues(chart("e: {n: null, k: 1}"), yaml("e: {n: null, free: null}"), helm),
                 yaml(QByteArray("e: " + nested).constData()));
        const Chart defaults = chart("{a: {x: 1, y: {z: 2}}, l: [1, 2], m: {k: 1}, keep: null, s: x, "
                                     "deep: {n: null, o: 1}}");
        const Value given = yaml("{a: {x: null, y: null}, l: [null, 1], m: null, new: null, s: null, "
                                 "deep: {o: null}, t: {u: null}}");
        QCOMPARE(*helmComputedValues(defaults, given, helm),
                 yaml(keepsNullDefaults ? "{a: {}, deep: {n: null}, keep: null, l: [null, 1], new: null, "
                                          "t: {u: null}}"
                                        : "{a: {}, deep: {}, l: [null, 1], new: null, t: {u: null}}"));
    }

    void aVersionFitsItsConstraint_data()
    {
        QTest::addColumn<QString>("constraint");
        QTest::addColumn<QString>("version");
        QTest::addColumn<bool>("fits");
        const auto row = [](const char *constraint, const char *version, bool fits) {
            QTest::addRow("%s of %s", version, constraint)
                << QString::fromLatin1(constraint) << QString::fromLatin1(version) << fits;
        };
        row("v0.18.2", "0.18.2", true);
        row("0.18.3", "v0.18.3", true);
        row("0.18.3", "0.18.4", false);
        row("1.x.x", "1.9.0", true);
        row("1.x", "2.0.0", false);
        row("*", "3.1.4", true);
        row("*", "3.1.4-rc.1", false);
        row(">=1.0.0-0", "1.2.0-rc.1", true);
        row("^0.2.3", "0.2.9", true);
        row("^0.2.3", "0.3.0", false);
        row("~1.2", "1.2.9", true);
        row("~1.2", "1.3.0", false);
        row("1.2 - 2.3", "2.3.9", true);
        row("1.2 - 2.3", "2.4.0", false);
        row(">1 <3 || 7.x", "7.0.1", true);
        row(">1, <3", "1.5.0", false);
        row("!=1.5.x", "1.5.2", false);
        row("<2.0.0-beta", "2.0.0-alpha", true);
        row("", "1.0.0", false);
        row(">=1.0.0 ||", "1.0.0", false);
        row(">=x.y", "1.0.0", false);
        row("1.x.x", "one", false);
        row("1.0.0", "01.0.0", true);
        row("1.0.0", "1.0.0+build", true);
        row("1.0.0-2", "1.0.0-10", false);
        row(">1.0.0-2", "1.0.0-10", true);
    }

    void aVersionFitsItsConstraint()
    {
        QFETCH(const QString, constraint);
        QFETCH(const QString, version);
        QFETCH(const bool, fits);
        QCOMPARE(isCompatibleRange(constraint, version), fits);
    }

    void mapsAreMergedAndListsReplaced()
    {
        const Chart target = chart("a: {b: 1, c: [1, 2]}\nd: x");
        QCOMPARE(upgrade(target, "a: {c: [3], e: 5}").computed, yaml("a: {b: 1, c: [3], e: 5}\nd: x"));
    }

    void aNullDeletesTheDefaultItStandsOn()
    {
        const Chart target = chart("a: {b: 1, c: {d: 1, e: 2}}\nf: 1");
        QCOMPARE(upgrade(target, "a: {b: null, c: {d: null}}\nf: null").computed, yaml("a: {c: {e: 2}}"));
    }

    void aNullThatMeetsNoDefaultStays()
    {
        const HelmUpgrade made = upgrade(chart("a: {b: 1}"), "a: {x: null}");
        QCOMPARE(made.stored, yaml("a: {x: null}"));
        QCOMPARE(made.computed, yaml("a: {b: 1, x: null}"));
    }

    void aNullDefaultIsKeptByHelm3AndDroppedByHelm4()
    {
        const Chart target = chart("a: {b: null, c: 1}\nd: null");
        QCOMPARE(upgrade(target, "", {{}, 3}).computed, yaml("a: {b: null, c: 1}\nd: null"));
        QCOMPARE(upgrade(target, "", {{}, 4}).computed, yaml("a: {c: 1}"));
    }

    void aScalarReplacesAMapAndAMapAScalar()
    {
        const HelmUpgrade made = upgrade(chart("a: {b: 1}\nc: 2"), "a: text\nc: {d: 1}");
        QCOMPARE(made.computed, yaml("a: text\nc: {d: 1}"));
        QCOMPARE(made.warnings, QStringList(u"warning: skipped value for top.c: Not a table."_s));
    }

    void globalsReachEverySubchart()
    {
        Chart target = chart("global: {registry: local}");
        Chart middle = chart("on: true", u"middle"_s);
        addSubchart(middle, chart("deep: true", u"deepest"_s));
        addSubchart(target, middle);
        QCOMPARE(upgrade(target, "global: {registry: mine}").computed,
                 yaml("global: {registry: mine}\n"
                      "middle: {on: true, global: {registry: mine},\n"
                      "         deepest: {deep: true, global: {registry: mine}}}"));
    }

    void nestedGlobalsOfOneSubchartShowInTheParentAsTheyDoInHelm()
    {
        Chart target = chart("global: {a: {b: {own: 1}}}");
        addSubchart(target, chart("global: {a: {b: {subs: 2}}}", u"sub"_s));
        QCOMPARE(upgrade(target, "").computed.at({u"global"_s, u"a"_s, u"b"_s}), yaml("{own: 1, subs: 2}"));
    }

    void aConditionDecidesOverTagsAndTheDefault_data()
    {
        QTest::addColumn<QByteArray>("edits");
        QTest::addColumn<bool>("isThere");
        QTest::newRow("nothing said") << QByteArray() << true;
        QTest::newRow("switched off") << QByteArray("sub: {enabled: false}") << false;
        QTest::newRow("tag off") << QByteArray("tags: {gpu: false}") << false;
        QTest::newRow("one tag on") << QByteArray("tags: {gpu: false, net: true}") << true;
        QTest::newRow("condition over tag") << QByteArray("tags: {gpu: false}\nsub: {enabled: true}") << true;
        QTest::newRow("no bool, no say") << QByteArray("sub: {enabled: 'no'}") << true;
        QTest::newRow("first condition wins") << QByteArray("first: true\nsub: {enabled: false}") << true;
    }

    void aConditionDecidesOverTagsAndTheDefault()
    {
        QFETCH(const QByteArray, edits);
        QFETCH(const bool, isThere);
        Chart target = chart("");
        ChartDependency &dependency = addSubchart(target, chart("own: 1", u"sub"_s));
        dependency.condition = u"first,sub.enabled"_s;
        dependency.tags = {u"gpu"_s, u"net"_s};
        const HelmUpgrade made = upgrade(target, edits.constData());
        QCOMPARE(!made.computed.at({u"sub"_s, u"own"_s}).isNull(), isThere);
        QCOMPARE(made.chart.dependencies.size(), isThere ? 1 : 0);
    }

    void anAliasTakesItsValuesUnderItsOwnName()
    {
        Chart target = chart("blue: {port: 1}\ngreen: {port: 2}");
        const Chart sub = chart("port: 0\nhost: h", u"sub"_s);
        addSubchart(target, sub).alias = u"blue"_s;
        ChartDependency green = target.metadata.dependencies.first();
        green.alias = u"green"_s;
        target.metadata.dependencies.append(green);
        QCOMPARE(upgrade(target, "").computed, yaml("blue: {port: 1, host: h, global: {}}\n"
                                                    "green: {port: 2, host: h, global: {}}"));
    }

    void aSubchartOfAnotherVersionThanAskedForIsStillThere()
    {
        Chart target = chart("");
        addSubchart(target, chart("own: 1", u"sub"_s)).version = u"2.x"_s;
        QCOMPARE(upgrade(target, "").computed, yaml("sub: {own: 1, global: {}}"));
    }

    void importedValuesLieBelowTheParentsOwn()
    {
        Chart target = chart("mine: {a: 1}");
        ChartDependency &dependency =
            addSubchart(target, chart("exports: {data: {x: 1}}\ndefaults: {a: 0, b: 2}", u"sub"_s));
        dependency.importValues = {Value(u"data"_s), yaml("{child: defaults, parent: mine}")};
        const HelmUpgrade made = upgrade(target, "");
        QCOMPARE(made.computed.at({u"mine"_s}), yaml("{a: 1, b: 2}"));
        QCOMPARE(made.computed.at({u"x"_s}).scalarText(), u"1"_s);
        QCOMPARE(made.chart.values.at({u"x"_s}).scalarText(), u"1"_s);
    }

    void anImportIntoItselfIsRefusedWhereHelmWouldCrash()
    {
        Chart target = chart("");
        ChartDependency &dependency = addSubchart(target, chart("exports: {data: {k: {a: 1}}}", u"sub"_s));
        dependency.importValues = {Value(u"data"_s), yaml("{child: exports.data, parent: k}")};
        QVERIFY(upgrade(target, "").problem.message.contains(u"stack overflow"_s));
    }

    void aScalarWhereASubchartsValuesGoIsRefused()
    {
        Chart target = chart("");
        addSubchart(target, chart("own: 1", u"sub"_s));
        const HelmUpgrade made = upgrade(target, "sub: off-please");
        QCOMPARE(made.problem.code, Error::Code::Invalid);
        QVERIFY2(made.problem.message.contains(u"sub"_s), qPrintable(made.problem.message));
        QVERIFY(!made.problem.message.contains(u"off-please"_s)); // it could be a secret
        QCOMPARE(made.stored, yaml("sub: off-please"));
    }

    void aChartWithoutASubchartThatItNamesIsRefused()
    {
        Chart target = chart("");
        addSubchart(target, chart("", u"sub"_s));
        target.dependencies.clear();
        QVERIFY(upgrade(target, "").problem.message.contains(u"sub"_s));
    }

    void theThreeStrategiesKeepWhatHelmKeeps()
    {
        InstalledValues installed{chart("version: 1\ngone: x\nsame: s"), yaml("mine: here\nsame: t")};
        const Chart target = chart("version: 2\nnew: n\nsame: s");
        const Value edits = yaml("edit: e\nsame: null");
        const auto made = [&](Strategy strategy) {
            return helmUpgrade(installed, target, edits, strategy, assumedHelm());
        };

        const HelmUpgrade reuse = made(Strategy::Reuse);
        QCOMPARE(reuse.stored, yaml("edit: e\nmine: here"));
        QCOMPARE(reuse.computed, yaml("version: 1\ngone: x\nsame: t\nmine: here\nedit: e"));
        QCOMPARE(reuse.chart.values, yaml("version: 1\ngone: x\nsame: t\nmine: here"));

        const HelmUpgrade resetThenReuse = made(Strategy::ResetThenReuse);
        QCOMPARE(resetThenReuse.stored, yaml("edit: e\nmine: here"));
        QCOMPARE(resetThenReuse.computed, yaml("version: 2\nnew: n\nsame: s\nmine: here\nedit: e"));

        const HelmUpgrade reset = made(Strategy::Reset);
        QCOMPARE(reset.stored, yaml("edit: e\nsame: null"));
        QCOMPARE(reset.computed, yaml("version: 2\nnew: n\nedit: e"));
    }

    void aRecordWithoutValuesIsAnEmptyOne()
    {
        const HelmUpgrade made = helmUpgrade({}, chart("a: 1"), Value(), Strategy::Reuse, {{}, 3});
        QCOMPARE(made.stored, Value(Value::Map()));
        QCOMPARE(made.computed, yaml("{}"));
        QVERIFY(made.problem.message.isEmpty());
    }
};

#include "tst_helm_values.moc"
} // namespace tst_helm_values

CHARTROOM_TEST(tst_helm_values, TestHelmValues)
