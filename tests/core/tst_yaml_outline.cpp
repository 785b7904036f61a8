// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/screens/values/set_form.h"
#include "core/screens/values/yaml_outline.h"
#include "tests/support/test_main.h"
#include "tests/support/thread_time.h"
#include "tests/support/work_gate.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_yaml_outline {

namespace {

const QString values = QStringLiteral(R"(# the driver
driver:
  version: 580.105.08
  env:
  - name: HTTP_PROXY
    value: |
      no: key
      here

    last: 1
  - plain
  - - nested
    - list
"quoted.key/with": {a: 1,
  b: 2}
after: "x"
---
second: true
)");

QString pathOf(const YamlOutline &outline, int line)
{
    return pathText(outline.pathAt(line));
}

/// Each path of a value, as the outline of its YAML has to find it.
void checkPaths(const Value &value, const ValuePath &path, const YamlOutline &outline,
                const QStringList &lines)
{
    if (!path.isEmpty()) {
        const int line = outline.lineOf(path);
        QVERIFY2(line >= 0, qPrintable(pathText(path)));
        QVERIFY2(pathText(outline.pathAt(line)).startsWith(pathText(path)), qPrintable(lines.value(line)));
    }
    for (auto it = value.map().cbegin(); it != value.map().cend(); ++it)
        checkPaths(*it, path + ValuePath{{PathStep::Kind::Key, it.key(), 0}}, outline, lines);
    for (qsizetype i = 0; i < value.list().size(); ++i)
        checkPaths(value.list()[i], path + ValuePath{{PathStep::Kind::Index, {}, i}}, outline, lines);
}

} // namespace

class YamlOutlineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyLineKnowsItsPath();
    void whatWriteYamlWritesIsFoundAgain();
    void aLineFoldsWhatIsDeeper();
    void brokenYamlStillHasAnOutline();
    void aHundredThousandLinesAreOutlinedAtOnce();
    void theSetFormIsWhatHelmReads_data();
    void theSetFormIsWhatHelmReads();
};

void YamlOutlineTest::everyLineKnowsItsPath()
{
    const YamlOutline outline = YamlOutline::of(values);
    QCOMPARE(pathOf(outline, 0), QString());
    QCOMPARE(pathOf(outline, 2), QStringLiteral("driver.version"));
    QCOMPARE(pathOf(outline, 4), QStringLiteral("driver.env[0].name"));
    QCOMPARE(pathOf(outline, 6), QStringLiteral("driver.env[0].value"));
    QCOMPARE(pathOf(outline, 9), QStringLiteral("driver.env[0].last"));
    QCOMPARE(pathOf(outline, 10), QStringLiteral("driver.env[1]"));
    QCOMPARE(pathOf(outline, 11), QStringLiteral("driver.env[2][0]"));
    QCOMPARE(pathOf(outline, 12), QStringLiteral("driver.env[2][1]"));
    QCOMPARE(pathOf(outline, 14), QStringLiteral("\"quoted.key/with\""));
    QCOMPARE(pathOf(outline, 15), QStringLiteral("after"));
    QCOMPARE(pathOf(outline, 17), QStringLiteral("second"));
    QCOMPARE(outline.documentAt(15), 0);
    QCOMPARE(outline.documentAt(17), 1);
    QCOMPARE(outline.lineOf(*readPath(u"second"), 1), 17);
    QCOMPARE(outline.lineOf(*readPath(u"driver.env[0].missing")), 4);
}

void YamlOutlineTest::whatWriteYamlWritesIsFoundAgain()
{
    const Result<Value> value = readYaml(R"({a: {b: [1, {c: [[x, y], {d: "1"}]}, "multi\nline"], "": 2},
        "nvidia.com/gpu.present": "true", z: {empty: {}, none: [], text: "a: b\n- c\n"}})");
    QVERIFY(value);
    const QString text = QString::fromUtf8(writeYaml(*value));
    checkPaths(*value, {}, YamlOutline::of(text), text.split(u'\n'));
}

void YamlOutlineTest::aLineFoldsWhatIsDeeper()
{
    const YamlOutline outline = YamlOutline::of(values);
    QCOMPARE(outline.foldEnd(1), 12);
    QCOMPARE(outline.foldEnd(3), 12); // the list is level with its key
    QCOMPARE(outline.foldEnd(4), 9);
    QCOMPARE(outline.foldEnd(5), 7); // without the blank line
    QCOMPARE(outline.foldEnd(2), -1);
    QCOMPARE(outline.foldStart(7), 5);
    QCOMPARE(outline.foldStart(0), -1);
}

void YamlOutlineTest::brokenYamlStillHasAnOutline()
{
    const YamlOutline outline = YamlOutline::of(u"a: [1, 2\nb: \"open\n\tc: x\n- - - -\n:\n\n  : :\n? x");
    QCOMPARE(outline.lineCount(), 8);
    QCOMPARE(YamlOutline::of({}).lineCount(), 1);
}

void YamlOutlineTest::aHundredThousandLinesAreOutlinedAtOnce()
{
    QString text;
    for (int i = 0; i < 20'000; ++i)
        text += QStringLiteral("component%1:\n  image:\n    tag: v1\n  env:\n  - name: A\n").arg(i);
    const auto before = threadTime();
    const YamlOutline outline = YamlOutline::of(text);
    VERIFY_WORK(threadTime() - before, 1s);
    QCOMPARE(outline.lineCount(), 100'001);
    QCOMPARE(pathOf(outline, 99'999), QStringLiteral("component19999.env[0].name"));
}

void YamlOutlineTest::theSetFormIsWhatHelmReads_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("yaml");
    QTest::addColumn<QString>("form");
    const auto row = [](const char *name, const char *path, const char *yaml, const char *form) {
        QTest::newRow(name) << QString::fromLatin1(path) << QString::fromUtf8(yaml)
                            << QString::fromUtf8(form);
    };
    row("text", "driver.version", "580.105.08", "--set driver.version=580.105.08");
    row("number", "a[0].b", "4", "--set 'a[0].b=4'");
    row("bool", "a", "true", "--set a=true");
    row("null", "a", "null", "--set a=null");
    row("text that looks like a bool", "a", "\"true\"", "--set-string a=true");
    row("text that looks like a number", "a", "\"42\"", "--set-string a=42");
    row("a leading zero stays text", "a", "\"042\"", "--set a=042");
    row("fraction", "a", "1.5", "--set-json a=1.5");
    row("map", "a", "{b: 1}", "--set-json 'a={\"b\":1}'");
    row("lines", "a", "\"x\\ny\"", "--set-json 'a=\"x\\ny\"'");
    row("dots in a key", "nodeSelector.\"nvidia.com/gpu.present\"", "yes",
        "--set 'nodeSelector.nvidia\\.com/gpu\\.present=true'");
    row("comma", "a", "\"x,y\"", "--set 'a=x\\,y'");
    row("brace", "a", "\"{x}\"", "--set 'a=\\{x}'");
    row("quote", "a", "\"it's\"", "--set 'a=it'\\''s'");
    row("nothing a shell would take", "a", "\"$(id); `x`\"", "--set 'a=$(id); `x`'");
}

void YamlOutlineTest::theSetFormIsWhatHelmReads()
{
    QFETCH(QString, path);
    QFETCH(QString, yaml);
    QFETCH(QString, form);
    const Result<Value> value = readYaml(yaml.toUtf8());
    QVERIFY(value);
    const auto steps = readPath(path);
    QVERIFY(steps);
    QCOMPARE(setForm(*steps, *value).value_or(QString()), form);
}

#include "tst_yaml_outline.moc"
} // namespace tst_yaml_outline

CHARTROOM_TEST(tst_yaml_outline, YamlOutlineTest)
