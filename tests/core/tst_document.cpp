// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "tests/support/test_main.h"
#include "tests/support/thread_time.h"
#include "tests/support/work_gate.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

#include <sys/mman.h>
#include <sys/resource.h>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_document {

namespace {

QByteArray asJson(const QByteArray &yaml)
{
    const auto value = readYaml(yaml);
    return value ? writeJson(*value, 0) : "error: " + value.error().message.toUtf8();
}

QString randomText(QRandomGenerator &random)
{
    static const QStringList parts = {
        QStringLiteral("yes"),    QStringLiteral("1e3"),  QStringLiteral("014"),  QStringLiteral(" "),
        QStringLiteral("\n"),     QStringLiteral("\t"),   QStringLiteral("#"),    QStringLiteral(": "),
        QStringLiteral("-"),      QStringLiteral("'"),    QStringLiteral("\""),   QStringLiteral("\\"),
        QStringLiteral("ü"),      QStringLiteral("😀"),    QStringLiteral("{"),    QStringLiteral("|"),
        QStringLiteral("\u0085"), QStringLiteral("\x01"), QStringLiteral("null"), QStringLiteral("~"),
        QStringLiteral("value"),  QStringLiteral("---"),  QStringLiteral("\r\n"), QStringLiteral("1:30")};
    QString text;
    for (int i = random.bounded(5); i > 0; --i)
        text += parts.at(random.bounded(int(parts.size())));
    return text;
}

Value randomValue(QRandomGenerator &random, int depth)
{
    switch (random.bounded(depth > 0 ? 8 : 5)) {
    case 0:
        return {};
    case 1:
        return Value(random.bounded(2) == 0);
    case 2:
        return Value(Value::Number{QString::number(random.generate64())});
    case 3:
        return Value(Value::Number{QStringLiteral("-0.50")});
    case 4:
        return Value(randomText(random));
    case 5: {
        Value::List list;
        for (int i = random.bounded(4); i > 0; --i)
            list.append(randomValue(random, depth - 1));
        return Value(list);
    }
    default: {
        Value::Map map;
        for (int i = random.bounded(4); i > 0; --i)
            map.insert(randomText(random), randomValue(random, depth - 1));
        return Value(map);
    }
    }
}

} // namespace

class DocumentTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatATemporaryHoldsOutlivesIt()
    {
        const Value root(
            Value::Map{{QStringLiteral("list"), Value(Value::List{Value(QStringLiteral("a"))})}});
        QStringList seen;
        for (const Value &item : root.at({QStringLiteral("list")}).list())
            seen.append(item.toString());
        QCOMPARE(seen, QStringList{QStringLiteral("a")});
        static_assert(!std::is_reference_v<decltype(Value().map())>);
        static_assert(!std::is_reference_v<decltype(Value().list())>);
    }

    /// What sigs.k8s.io/yaml@v1.6.0 YAMLToJSON prints for each; floats keep their text here.
    void fault49AScalarHasTheTypeThatHelmGivesIt_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<QByteArray>("json");
        const auto row = [](const char *yaml, const char *json) {
            QTest::newRow(yaml) << QByteArray(yaml) << QByteArray(json);
        };
        row("yes", "true");
        row("On", "true");
        row("n", "false");
        row("OFF", "false");
        row("nO", "\"nO\"");
        row("'yes'", "\"yes\"");
        row("~", "null");
        row("", "null");
        row("NULL", "null");
        row("014", "12");
        row("08", "8");
        row("0o14", "12");
        row("-014", "-12");
        row("0x1F", "31");
        row("0b11", "3");
        row("1_000", "1000");
        row("+1", "1");
        row("-0", "0");
        row("1e3", "1e3");
        row("1.0", "1.0");
        row("1.", "1.0");
        row(".5", "0.5");
        row("-.5", "-0.5");
        row("1.e2", "1.0e2");
        row("1e400", "\"1e400\"");
        row("9007199254740993", "9007199254740993");
        row("18446744073709551615", "18446744073709551615");
        row("2001-01-01", "\"2001-01-01\"");
        row("1:30", "\"1:30\"");
        row("0x1p-2", "\"0x1p-2\"");
        row("=", "\"=\"");
        row("[<<]", "[\"<<\"]");
        row("!!str 5", "\"5\"");
        row("!!int \"5\"", "5");
        row("!foo bar", "\"bar\"");
        row("!!binary aGVsbG8=", "\"hello\"");
        row("!!binary /w==", "\"\xef\xbf\xbd\"");
        row("!!float 5", "5");
        row("+0xffffffffffffffff", "\"+0xffffffffffffffff\"");
        row("0b-11", "-3");
    }

    /// What go.yaml.in/yaml/v2@v2.4.4 makes of each; nothing: refused.
    void aTextIsCutAsHelmCutsIt_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<QByteArray>("json");
        const auto row = [](const char *yaml, const char *json) {
            QTest::newRow(yaml) << QByteArray(yaml) << QByteArray(json);
        };
        row("%YAML 1.1\n---\na: 1", R"({"a":1})");
        row("%YAML 1.2\n---\na: 1", "");
        row("%YAML 01.01\n---\na: 1", R"({"a":1})");
        row("%YAML 001.1\n---\na: 1", "");
        row("%TAG !e! x # %YAML 1.1\n%YAML 1.2\n---\na: 1", "");
        row("%FOO bar\n---\na: 1", "");
        row("a: b\xc2\x85"
            "c: d\n",
            R"({"a":"b","c":"d"})");
        row("a: b\rc: d\r", R"({"a":"b","c":"d"})");
        row("a: @b", "");
        row("a: `b", "");
        row("a: \"\\/\"", "");
        row("a: \"\\\\/\"", R"({"a":"\\/"})");
        row("a: '\\/'\nb: \\/c", R"({"a":"\\/","b":"\\/c"})");
        row("a: \"\\'\"", "{\"a\":\"'\"}");
        row("a: \"it\\'s\"\nb: [\"\\\\\\'\", '\\', \"\\'\\'\"]", R"({"a":"it's","b":["\\'","\\","''"]})");
        row("a: \"b\\\tc\"", R"({"a":"b\tc"})");
        row("[a:]", R"(["a:"])");
        row("{a:, b:}", R"({"a:":null,"b:":null})");
        row("{'a':[b:{}]}", "");
        row("{\"a\":[1],\"b\":{}}", R"({"a":[1],"b":{}})");
        row("a: !b,c d", R"({"a":"d"})");
        row("a: !b[c] d", R"({"a":"d"})");
        row("[!!str, b]", R"(["b"])");
        row("[&c !!int, 5]", R"(["5"])");
        row("[!!int &c 5, !!str &d , *c]", R"([5,"",5])");
        row("[!<x>, b]", "");
        row("[!<x> , b]", R"(["","b"])");
        row("a: 1\n\xef\xbb\xbf"
            "b: 2\n",
            R"({"a":1,"\ufeffb":2})");
        row("a: \"\\uFDD3\\U0000fdd0\"", "{\"a\":\"\xef\xb7\x93\xef\xb7\x90\"}");
        row("a: \xef\xb7\x90\nb: [c]", "{\"a\":\"\xef\xb7\x90\",\"b\":[\"c\"]}");
        row("{a:1}", R"({"a:1":null})");
        row("[a?b]", "");
        row("{a: b/?c}", "");
        row("a: b/?c\nd: ['?', \"e?\"]", R"({"a":"b/?c","d":["?","e?"]})");
        row("{? a : b}", R"({"a":"b"})");
        row("a[:\n{}: ", "");
        row("a: b\n[]: c\n", "");
        row("[a: b]", R"([{"a":"b"}])");
        row("a: \t# b\n", R"({"a":null})");
        row("a: 1\n\t# b\n", "");
        row("a: |0\n  b\n", "");
        row("a: b\n  c: d\n", "");
        row("a: 'b\n  c'\n", R"({"a":"b c"})");
        row("'<<': 1", R"({"<<":1})");
        row("x: &x [{a: 1}]\nz: {<<: *x}", "");
        row("x: &x {a: 1}\nz: {<<: [*x, {b: 2}]}", R"({"x":{"a":1},"z":{"a":1,"b":2}})");
        row("a: .nan\na: 1", R"({"a":1})");
        row("a: [.inf]\na: 1", R"({"a":1})");
        row("a: {~: 1}\na: 1", R"({"a":1})");
        row("{.inf: 1, -.Inf: 2, .NaN: 3}", R"({"-.inf":2,".inf":1,".nan":3})");
        row("18446744073709551615: 1", "");
        row("123456789012345678901234567890: 1", R"({"1.2345679e+29":1})");
        row("a: !!int 1.5", "");
        row("a: !!timestamp x", "");
        row("a: !!timestamp 2001-12-14", R"({"a":"2001-12-14"})");
        row("a: !e!x b", "");
        row("%TAG !e! tag:x,2002:\n---\na: !e!x 5", R"({"a":"5"})");
        row("a: &x b\nc: &x [*x]\n", "");
        row("a: \xc2\x9f", "");
        row("{1: a, '1': b}", ""); // at random
        row("{1: a, 1.0: b}", "");
        row("{true: a, 'true': b}", "");
        row("{1.0: a, 1e0: b}", R"({"1":"b"})");
    }

    void aTextIsCutAsHelmCutsIt()
    {
        QFETCH(const QByteArray, yaml);
        QFETCH(const QByteArray, json);
        const auto value = readYaml(yaml);
        QCOMPARE(value ? writeJson(*value, 0) : QByteArray(), json);
    }

    void fault49AScalarHasTheTypeThatHelmGivesIt()
    {
        QFETCH(QByteArray, yaml);
        QFETCH(QByteArray, json);
        QCOMPARE(asJson(yaml), json);
    }

    void keysBecomeText()
    {
        QCOMPARE(asJson("{yes: 1, 1: 2, 1.5: 3, 1000000.0: 4}"),
                 QByteArray(R"({"1":2,"1.5":3,"1e+06":4,"true":1})"));
    }

    void mergeKeysAreExpandedInTheOrderWritten()
    {
        QCOMPARE(asJson("b: &b {x: 1, y: 2}\na:\n  <<: *b\n  x: 9\n"),
                 QByteArray(R"({"a":{"true":2,"x":9},"b":{"true":2,"x":1}})"));
        QCOMPARE(asJson("b: &b {x: 1}\na:\n  x: 9\n  <<: *b\n"), QByteArray(R"({"a":{"x":1},"b":{"x":1}})"));
        QCOMPARE(asJson("b: &b {x: 1}\nc: &c {x: 2, z: 3}\na:\n  <<: [*b, *c]\n"),
                 QByteArray(R"({"a":{"x":1,"z":3},"b":{"x":1},"c":{"x":2,"z":3}})"));
    }

    void onlyTheFirstDocumentIsRead()
    {
        QCOMPARE(asJson("a: 1\n---\nb: 2"), QByteArray(R"({"a":1})"));
        QCOMPARE(asJson("---\n---\na: 1"), QByteArray("null"));
        QCOMPARE(asJson("# only a comment\n"), QByteArray("null"));
    }

    void allDocumentsAreReadEmptyOnesLeftOut()
    {
        const auto read = readYamlDocuments(
            "# Source: x\n---\n# nothing\n---\na: &x 1\nb: *x\n---\n- &x 2\n- *x\n...\n---\n");
        QVERIFY(read);
        QCOMPARE(read->size(), 2);
        QCOMPARE(writeJson(read->at(0), 0), R"({"a":1,"b":1})");
        QCOMPARE(writeJson(read->at(1), 0), "[2,2]");
        QCOMPARE(readYamlDocuments("")->size(), 0);
    }

    void anErrorInALaterDocumentNamesItsLineInTheText()
    {
        const auto read = readYamlDocuments("a: 1\n---\nb: 1\n~: 2\n");
        QVERIFY(!read);
        QVERIFY2(read.error().message.endsWith(QStringLiteral("line 4, column 1")),
                 qPrintable(read.error().message));
        QVERIFY(!readYamlDocuments("a: &x 1\n---\nb: *x\n"));
        YamlLimits few;
        few.maxNodes = 5;
        QVERIFY(readYamlDocuments("a: 1\n", few));
        QCOMPARE(readYamlDocuments("a: 1\n---\na: 1\n", few).error().code, Error::Code::TooLarge);
    }

    void fault33ByteOrderMarksAndUtf16AreRead()
    {
        QCOMPARE(asJson("\xef\xbb\xbf"
                        "a: 1\r\nb: ü\r\n"),
                 QByteArray("{\"a\":1,\"b\":\"ü\"}"));
        const QString text = QStringLiteral("\uFEFFa: ü");
        QCOMPARE(asJson(QByteArray(reinterpret_cast<const char *>(text.utf16()), text.size() * 2)),
                 QByteArray("{\"a\":\"ü\"}"));
    }

    // sigs.k8s.io/yaml v1.6.0: what Helm rendered and kubectl reads may have a key twice.
    void ofTwoEqualKeysTheLastOneCounts_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("in the root") << QByteArray("a: 1\nb: 2\na: 3\n") << QByteArray(R"({"a":3,"b":2})");
        QTest::newRow("deeper") << QByteArray("a:\n  b: 1\n  b: {c: 2}\n")
                                << QByteArray(R"({"a":{"b":{"c":2}}})");
        QTest::newRow("by type") << QByteArray("{yes: 1, true: 2}") << QByteArray(R"({"true":2})");
        QTest::newRow("in a list") << QByteArray("- a: 1\n  a: 2\n") << QByteArray(R"([{"a":2}])");
        QTest::newRow("null last") << QByteArray("a: 1\na:\n") << QByteArray(R"({"a":null})");
    }
    void ofTwoEqualKeysTheLastOneCounts()
    {
        QFETCH(QByteArray, yaml);
        const auto value = readYaml(yaml);
        QVERIFY2(value, value ? "" : qPrintable(value.error().message));
        QTEST(writeJson(*value, 0).trimmed(), "json");
    }

    void faults33And34BrokenTextNamesItsPlace_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<Error::Code>("code");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, const QByteArray &yaml, Error::Code code, const char *words) {
            QTest::newRow(name) << yaml << code << QString::fromUtf8(words);
        };
        using Code = Error::Code;
        row("cycle", "a: 1\nb: &a [*a, 1]", Code::Invalid, "contains it, line 2, column 8");
        row("cycle in a key", "b: &a {x: {y: *a}}", Code::Invalid, "contains it");
        row("duplicate key", "a:\n  b: 1\n  b: 2\n", Code::Invalid, "“b” occurs twice, line 3, column 3");
        row("duplicate by type", "{yes: 1, true: 2}", Code::Invalid, "“true” occurs twice");
        row("tab", "a:\n\tb: 1\n", Code::Invalid,
            "A tab is used for indentation; YAML allows spaces only, line 2");
        row("tab in a list", "a:\n  - b\n\t- c\n", Code::Invalid, "A tab is used");
        row("unknown alias", "a: *nothing", Code::Invalid, "line 1, column 4");
        row("unclosed", "a: [1, 2\nb: 3\n", Code::Invalid, "This is not YAML");
        row("null key", "~: 1", Code::Invalid, "A key is missing");
        row("list key", "? [a]\n: b", Code::Invalid, "cannot be a key");
        row("infinity", "a: .inf", Code::Invalid,
            ".inf is a number that JSON does not support, line 1, column 4");
        row("merged text", "a:\n  <<: text", Code::Invalid, "can be merged");
        row("control character", QByteArray("a: b\nc: \0d", 10), Code::Invalid, "0x00, line 2, column 4");
        row("cut UTF-8", "a: 1\nb: \xf0\x9f\x98", Code::Invalid, "not UTF-8; save it as UTF-8, line 2");
        row("surrogate in UTF-8", "a: \xed\xa0\x80\n", Code::Invalid, "not UTF-8; save it as UTF-8, line 1");
        row("duplicate in a list", "- a: 1\n  a: 2\n", Code::Invalid, "“a” occurs twice, line 2, column 3");
        row("latin-1", "a: 1\nb: f\xfcr\n", Code::Invalid, "not UTF-8; save it as UTF-8, line 2");
        row("wrong tag", "a: !!int x", Code::Invalid, "not of the type");
        row("nested, unclosed", QByteArray(200'000, '['), Code::TooLarge, "deeper than 200 levels");
        row("ten thousand deep", QByteArray(10'000, '[') + QByteArray(10'000, ']'), Code::TooLarge,
            "deeper than 200 levels, line 1, column 201");
        row("ten thousand maps deep", QByteArray("{a: ").repeated(10'000) + QByteArray(10'000, '}'),
            Code::TooLarge, "deeper than 200 levels, line 1, column 801");
        row("nested less", QByteArray("[\n").repeated(5000) + QByteArray("]\n").repeated(5000),
            Code::TooLarge, "deeper than 200 levels, line 201");
        row("nested", QByteArray("[\n").repeated(200'000) + QByteArray("]\n").repeated(200'000),
            Code::TooLarge, "deeper than 200 levels");
        row("nested on one line", QByteArray(200'000, '[') + QByteArray(200'000, ']'), Code::TooLarge,
            "deeper than 200 levels, line 1, column 10001");
        row("nested dashes", QByteArray("- ").repeated(200'000), Code::TooLarge, "deeper than 200 levels");
        row("nested braces", QByteArray("{a: ").repeated(200'000) + QByteArray(200'000, '}'), Code::TooLarge,
            "deeper than 200 levels");
        QByteArray nestedMaps;
        for (int i = 0; i < 300; ++i)
            nestedMaps += QByteArray(i, ' ') + "a:\n";
        row("nested maps", nestedMaps, Code::TooLarge, "deeper than 200 levels");
        row("large", QByteArray(5 * 1024 * 1024, 'a'), Code::TooLarge,
            "at most 4194304 are read, line 1, column 4194305");
        QByteArray laughs = "a0: &a0 [l,l,l,l,l,l,l,l,l,l]\n";
        for (int i = 1; i < 10; ++i) {
            const QByteArray was = "*a" + QByteArray::number(i - 1);
            laughs += "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " [" +
                      QByteArrayList(10, was).join(',') + "]\n";
        }
        row("billion laughs", laughs, Code::TooLarge, "expands to more than 500000 values, line 6");
        row("one long text very often",
            "a: &a " + QByteArray(1'000'000, 'x') + "\nb: [" + QByteArrayList(100, "*a").join(',') + "]\n",
            Code::TooLarge, "expands to more than 33554432 bytes, line 2");
        QByteArray merges = "a0: &a0 {k: 1}\n";
        for (int i = 1; i < 30; ++i) {
            const QByteArray was = "*a" + QByteArray::number(i - 1);
            merges += "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " {<<: [" + was + "," +
                      was + "]}\n";
        }
        row("merge bomb", merges, Code::TooLarge, "expands to more than 500000 values");
    }

    // S7: the size, depth and aliases of YAML are capped.
    void faults33And34BrokenTextNamesItsPlace()
    {
        QFETCH(QByteArray, yaml);
        QFETCH(Error::Code, code);
        QFETCH(QString, words);
        YamlLimits limits;
        limits.uniqueKeys = true;
        const auto before = threadTime();
        const auto value = readYaml(yaml, limits);
        const auto worked = threadTime() - before;
        QVERIFY(!value);
        QVERIFY2(value.error().message.contains(words), qPrintable(value.error().message));
        static const QRegularExpression place(QStringLiteral("line [1-9][0-9]*, column [1-9][0-9]*\\z"));
        QVERIFY2(place.match(value.error().message).hasMatch(), qPrintable(value.error().message));
        QCOMPARE(value.error().code, code);
        VERIFY_WORK(worked, 200ms);
    }

    void aGigabyteInOneScalarCostsNothing()
    {
        constexpr size_t size = size_t(1) << 30;
        void *room = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        QVERIFY(room != MAP_FAILED);
        rusage before{};
        ::getrusage(RUSAGE_SELF, &before);
        const auto value = readYaml(QByteArrayView(static_cast<const char *>(room), qsizetype(size)));
        rusage after{};
        ::getrusage(RUSAGE_SELF, &after);
        ::munmap(room, size);
        QVERIFY(!value);
        QCOMPARE(value.error().code, Error::Code::TooLarge);
        QVERIFY2(value.error().message.contains(
                     u"1073741824 bytes; at most 4194304 are read, line 1, column 4194305"),
                 qPrintable(value.error().message));
        QVERIFY(after.ru_maxrss - before.ru_maxrss < 64 * 1024); // kilobytes
    }

    void whatIsWrittenIsReadBack()
    {
        QRandomGenerator random(20261121);
        for (int i = 0; i < 3000; ++i) {
            const Value value = randomValue(random, 4);
            const QByteArray yaml = writeYaml(value);
            const auto fromYaml = readYaml(yaml);
            QVERIFY2(fromYaml, yaml.constData());
            QVERIFY2(*fromYaml == value, (yaml + writeJson(value) + writeJson(*fromYaml)).constData());
            for (const int indent : {0, 2}) {
                const auto fromJson = readJson(writeJson(value, indent));
                QVERIFY2(fromJson && *fromJson == value, writeJson(value).constData());
            }
        }
    }

    void aByteOrderMarkInsideATextSurvives() // found by fuzzing
    {
        const Value value(QStringLiteral("\ufeff\ufeffa"));
        QCOMPARE(readYaml(writeYaml(value)).value(), value);
    }

    void bracketsInATextAreNoNesting() // found by fuzzing: only thousands that nobody closes are too many
    {
        const Value text(Value::Map{{QStringLiteral("a"), Value(QString(9'000, u'{'))},
                                    {QStringLiteral("b"), Value(QStringLiteral("[}").repeated(20'000))}});
        const auto again = readYaml(writeYaml(text));
        QVERIFY2(again, again ? "" : qPrintable(again.error().message));
        QCOMPARE(*again, text);
        const auto many = readYaml(writeYaml(Value(QString(11'000, u'{'))));
        QCOMPARE(many.error().code, Error::Code::TooLarge);
    }

    void aLongKeySurvives()
    {
        const Value value(Value::Map{{QString(3000, u'k'), Value(Value::List{Value(true)})},
                                     {QString(2000, u'm'), Value(QStringLiteral("x"))}});
        const auto read = readYaml(writeYaml(value));
        QVERIFY(read);
        QVERIFY(*read == value);
    }

    void yamlLooksLikeHelms()
    {
        const auto value =
            readJson(R"({"b":[{"x":1,"y":"yes"},[2,"a: b"],{}],"a":{"t":"one\ntwo\n","n":null,"s":"x"}})");
        QVERIFY(value);
        QCOMPARE(writeYaml(*value), QByteArray("a:\n  \"n\": null\n  s: x\n  t: |\n    one\n    two\n"
                                               "b:\n- x: 1\n  \"y\": \"yes\"\n- - 2\n  - 'a: b'\n- {}\n"));
    }

    void jsonKeepsTheTextOfNumbers()
    {
        const auto value = readJson(R"({"a": 123456789012345678901234567890, "b":1.0 ,"c":[-1e5]})");
        QVERIFY(value);
        QCOMPARE(writeJson(*value, 0),
                 QByteArray(R"({"a":123456789012345678901234567890,"b":1.0,"c":[-1e5]})"));
        QCOMPARE(readJson(" 17 ")->scalarText(), QStringLiteral("17"));
        QCOMPARE(readJson("\"a\"")->toString(), QStringLiteral("a"));
        QCOMPARE(readJson("\"\xef\xbb\xbf"
                          "a\"")
                     ->toString(),
                 QStringLiteral("\ufeffa"));
    }

    void damagedJsonIsRefused_data()
    {
        QTest::addColumn<QByteArray>("json");
        for (const char *json : {"",      "{",     "{\"a\":1", "[1,]",   "{\"a\" 1}",  "[01]",  "[tru]",
                                 "[nul]", "[1 2]", "{} {}",    "1 2",    "[1]]",       "\"a",   "[\"\\x\"]",
                                 "[1.]",  "[.5]",  "[1e999]",  "<html>", "[\"\xff\"]", "truex", "nulls"})
            QTest::newRow(json) << QByteArray(json);
    }

    void damagedJsonIsRefused()
    {
        QFETCH(QByteArray, json);
        const auto value = readJson(json);
        QVERIFY2(!value, value ? writeJson(*value).constData() : "");
        QCOMPARE(value.error().code, Error::Code::Damaged);
    }

    // S7: the depth of JSON is capped.
    void deepJsonIsRefused()
    {
        const auto value = readJson(QByteArray(100'000, '[') + QByteArray(100'000, ']'));
        QVERIFY(!value);
        QCOMPARE(value.error().code, Error::Code::TooLarge);
    }
};

#include "tst_document.moc"
} // namespace tst_document

CHARTROOM_TEST(tst_document, DocumentTest)
