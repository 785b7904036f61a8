// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/helm/set_syntax.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_set_syntax {

/// The cases are those of helm/helm pkg/strvals/parser_test.go@v4.3.1, and what they leave out.
class SetSyntaxTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesAreWrittenAsTheArgumentThatGivesThem_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("argument"); ///< null: there is none
        QTest::newRow("nothing") << QByteArray("{}") << u""_s;
        QTest::newRow("nested") << QByteArray(R"({"a":{"b":1,"c":true},"d":null})")
                                << u"a.b=1,a.c=true,d=null"_s;
        QTest::newRow("list") << QByteArray(R"({"l":[{"a":"x"},"y"]})") << u"l[0].a=x,l[1]=y"_s;
        QTest::newRow("dots and commas")
            << QByteArray(R"({"nvidia.com/gpu":"a,b"})") << u"nvidia\\.com/gpu=a\\,b"_s;
        QTest::newRow("text like a number") << QByteArray(R"({"a":"580"})") << QString();
        QTest::newRow("an empty map") << QByteArray(R"({"a":{}})") << QString();
        QTest::newRow("text like a list") << QByteArray(R"({"a":"{b}"})") << QString();
    }
    void valuesAreWrittenAsTheArgumentThatGivesThem()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, argument);
        const std::optional<QString> written = setArgumentOf(readJson(json).value());
        QCOMPARE(written.has_value(), !argument.isNull());
        QCOMPARE(written.value_or(QString()), argument.isNull() ? QString() : argument);
    }

    void anArgumentReadsAsHelmReadsIt_data()
    {
        QTest::addColumn<QString>("argument");
        QTest::addColumn<QByteArray>("json");
        const auto row = [](const char *argument, const char *json) {
            QTest::newRow(argument) << QString::fromUtf8(argument) << QByteArray(json);
        };
        row("", R"({})");
        row("name1=null,f=false,t=true", R"({"f":false,"name1":null,"t":true})");
        row("t=TRUE,f=False,n=NULL", R"({"f":false,"n":null,"t":true})");
        row("a=b,c=d,", R"({"a":"b","c":"d"})");
        row("a=,b=c", R"({"a":"","b":"c"})");
        row("a=", R"({"a":""})");
        row("leading=00009,zero=0,minus=-0,plus=+7,neg=-012,big=9223372036854775807",
            R"({"big":9223372036854775807,"leading":"00009","minus":0,"neg":-12,"plus":7,"zero":0})");
        row("float=1.5,exp=1e3,hex=0x1F,over=9223372036854775808,space= 5",
            R"({"exp":"1e3","float":"1.5","hex":"0x1F","over":"9223372036854775808","space":" 5"})");
        row("a=one\\,two,b=three\\=four", R"({"a":"one,two","b":"three=four"})");
        row("a=one two three", R"({"a":"one two three"})");
        row("nodeSelector.nvidia\\.com/gpu\\.present=true",
            R"({"nodeSelector":{"nvidia.com/gpu.present":true}})");
        row("a=x\\", R"({"a":"x"})");
        row("o.i=v", R"({"o":{"i":"v"}})");
        row("o.a=1,o.m.i=2", R"({"o":{"a":1,"m":{"i":2}}})");
        row("o.i=", R"({"o":{"i":""}})");
        row("=x", R"({})");
        row("l={a,b}", R"({"l":["a","b"]})");
        row("l={a,b},m={1,902}", R"({"l":["a","b"],"m":[1,902]})");
        row("l={}", R"({"l":[""]})");
        row("l={a,b}c=d", R"({"c":"d","l":["a","b"]})");
        row("o.l={true,null}", R"({"o":{"l":[true,null]}})");
        row("l[0]=foo", R"({"l":["foo"]})");
        row("l[0].a=b,l[0].c=d", R"({"l":[{"a":"b","c":"d"}]})");
        row("l[0]=foo,l[3]=bar", R"({"l":["foo",null,null,"bar"]})");
        row("l[0]={a,b}", R"({"l":[["a","b"]]})");
        row("n[0]", R"({"n":[]})");
        row("n[0]=", R"({"n":[""]})");
        row("n[1][1]=1", R"({"n":[null,[null,1]]})");
        row("a.b[1].c=x,a.b[0].c=y", R"({"a":{"b":[{"c":"y"},{"c":"x"}]}})");
        row("a[0].b=", R"({"a":[]})");
        row("a=b=c", R"({"a":"b=c"})");
        row("a=[x]", R"({"a":"[x]"})");
    }
    void anArgumentReadsAsHelmReadsIt()
    {
        QFETCH(QString, argument);
        QFETCH(QByteArray, json);
        const Result<Value> values = withSetArgument(Value(), argument);
        QVERIFY2(values.has_value(), values ? "" : qPrintable(values.error().message));
        QCOMPARE(writeJson(*values, 0).trimmed(), json);
    }

    void whatHelmRefusesIsRefused_data()
    {
        QTest::addColumn<QString>("argument");
        for (const char *argument : {"a",
                                     "a,b=c",
                                     "a,b=",
                                     "a=b,,,,c=d",
                                     "a.b",
                                     "a.b,a.c",
                                     "a.=x",
                                     "a.,b",
                                     "l={1,2",
                                     "l[-1]=x",
                                     "l[x]=1",
                                     "l[0",
                                     "l[]=1",
                                     "l[ 1]=x",
                                     "l[65537]=x",
                                     "ill[0]egal.a=b",
                                     "]={}].",
                                     "a=1,a.b=2",
                                     "a=1,a[0]=2",
                                     "a=null,a.b=1",
                                     "l[0]=x,l[0][0]=y",
                                     "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a=1"})
            QTest::newRow(argument) << QString::fromUtf8(argument);
    }
    void whatHelmRefusesIsRefused()
    {
        QFETCH(QString, argument);
        const Result<Value> values = withSetArgument(Value(), argument);
        QVERIFY(!values.has_value());
        QCOMPARE(values.error().code, Error::Code::Invalid);
        QVERIFY(!values.error().message.isEmpty());
    }

    void anArgumentGoesIntoWhatIsThere()
    {
        const Value base = *readYaml("a: {b: 1, c: 2}\nl: [{x: 1}, {z: 2}]\n");
        QCOMPARE(writeJson(*withSetArgument(base, u"a.b=3,l[1].z=null"_s), 0).trimmed(),
                 QByteArray(R"({"a":{"b":3,"c":2},"l":[{"x":1},{"z":null}]})"));
        // An element that is no map gives way to one.
        QCOMPARE(writeJson(*withSetArgument(*readYaml("l: [1]"), u"l[0].a=2"_s), 0).trimmed(),
                 QByteArray(R"({"l":[{"a":2}]})"));
    }

    void filesComeBeforeArgumentsAndMapsAreMerged()
    {
        const QList<Value> files{*readYaml("a: {b: 1, c: {d: 1}}\nl: [1, 2]"),
                                 *readYaml("a: {c: null, e: 5}\nl: [3]")};
        const Result<Value> edits = editsFrom(files, {u"a.b=7"_s, u"l[1]=9"_s});
        QVERIFY(edits.has_value());
        QCOMPARE(writeJson(*edits, 0).trimmed(), QByteArray(R"({"a":{"b":7,"c":null,"e":5},"l":[3,9]})"));
        QVERIFY(!editsFrom(files, {u"a.b=7"_s, u"broken"_s}));
    }

    void noErrorHoldsTheValue()
    {
        for (const QString &argument : {u"db.password={hunter2hunter2"_s, u"password=hunter2hunter2,,"_s})
            QVERIFY(!withSetArgument(Value(), argument).error().message.contains(u"hunter2"));
    }
};

#include "tst_set_syntax.moc"
} // namespace tst_set_syntax

CHARTROOM_TEST(tst_set_syntax, SetSyntaxTest)
