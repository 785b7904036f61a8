// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diff_printout.h"
#include "core/base/document.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

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
};

QTEST_GUILESS_MAIN(CliCompareTest)
#include "tst_cli_compare.moc"
