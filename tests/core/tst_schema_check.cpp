// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/outcomes/decimal_multiple.h"
#include "core/outcomes/schema_check.h"
#include "tests/support/test_main.h"
#include "tests/support/thread_time.h"
#include "tests/support/work_gate.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_schema_check {

namespace {

Value yaml(const QByteArray &text)
{
    const auto value = readYaml(text);
    if (!value)
        qFatal("%s", qPrintable(value.error().message));
    return value->isNull() ? Value(Value::Map()) : *value;
}

Chart chartWith(const QByteArray &schemaYaml, const QString &name = u"top"_s)
{
    Chart chart;
    chart.metadata.name = name;
    chart.schema = writeJson(yaml(schemaYaml));
    return chart;
}

QStringList places(const SchemaVerdict &verdict)
{
    QStringList out;
    for (const SchemaProblem &problem : verdict.problems)
        out.append(problem.path);
    return out;
}

} // namespace

class TestSchemaCheck final : public QObject
{
    Q_OBJECT

private slots:
    void eachRefusedPlaceIsNamed_data()
    {
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<QByteArray>("values");
        QTest::addColumn<QStringList>("refused");
        const auto row = [](const char *name, const char *schema, const char *values,
                            const QStringList &refused) {
            QTest::newRow(name) << QByteArray(schema) << QByteArray(values) << refused;
        };
        row("fits", "{type: object, properties: {a: {type: integer}}}", "a: 1", {});
        row("type", "{properties: {a: {b: 1, type: object, properties: {b: {type: integer}}}}}",
            "a: {b: text}", {u"a.b"_s});
        row("1.0 is an integer", "{properties: {a: {type: integer}}}", "a: 1.0", {});
        row("5e9 is an integer", "{properties: {a: {type: integer, maximum: 6000000000}}}", "a: 5000000000",
            {});
        row("0.5 is none", "{properties: {a: {type: integer}}}", "a: 0.5", {u"a"_s});
        row("null is no text", "{properties: {a: {type: string}}}", "a: null", {u"a"_s});
        row("required", "{properties: {a: {required: [b]}}}", "a: {}", {u"a"_s});
        row("unknown key", "{properties: {a: {additionalProperties: false, properties: {b: {}}}}}",
            "a: {c: 1}", {u"a.c"_s});
        row("enum", "{properties: {a: {enum: [x, y, 1]}}}", "a: 1.0", {});
        row("not in enum", "{properties: {a: {enum: [x, y]}}}", "a: z", {u"a"_s});
        row("pattern", "{properties: {a: {pattern: '^v[0-9]+(\\.[0-9]+)*$'}}}", "a: v1.2", {});
        row("pattern fails", "{properties: {a: {pattern: '^v[0-9]+(\\.[0-9]+)*$'}}}", "a: 1.2x", {u"a"_s});
        row("multiple", "{properties: {a: {multipleOf: 0.1}, b: {multipleOf: 3}}}", "{a: 0.3, b: 10}",
            {u"b"_s});
        row("no multiple of text", "{properties: {a: {multipleOf: 3}}}", "a: '10'", {});
        row("by pattern",
            "{patternProperties: {'^n': {type: integer}}, additionalProperties: false, properties: {n1: "
            "{minimum: 2}}}",
            "{n1: 1, n2: x, m: 1}", {u"m"_s, u"n1"_s, u"n2"_s});
        row("list element", "{properties: {l: {items: {properties: {p: {type: integer}}}}}}",
            "l: [{p: 1}, {p: x}]", {u"l[1].p"_s});
        row("reference",
            "{$defs: {port: {type: integer, maximum: 65535}}, properties: {a: {$ref: '#/$defs/port'}}}",
            "a: 70000", {u"a"_s});
        row("beside a reference",
            "{$defs: {num: {type: integer}}, properties: {a: {$ref: '#/$defs/num', minimum: 5}}}", "a: 1",
            {u"a"_s});
        row("beside a reference in draft 7",
            "{$schema: 'http://json-schema.org/draft-07/schema#', definitions: {num: {type: integer}}, "
            "properties: {a: {$ref: '#/definitions/num', minimum: 5}}}",
            "a: 1", {});
        row("dependentRequired", "{dependentRequired: {a: [b]}}", "a: 1", {QString()});
        row("prefixItems", "{properties: {l: {prefixItems: [{type: string}], items: {type: integer}}}}",
            "l: [x, y]", {u"l[1]"_s});
        row("if then",
            "{if: {properties: {active: {const: true}}, required: [active]}, then: {required: [host]}}",
            "active: true", {QString()});
        row("one of", "{properties: {a: {oneOf: [{type: integer}, {type: number}]}}}", "a: 1", {u"a"_s});
        row("refers to itself below", "{properties: {next: {$ref: '#'}, v: {type: integer}}}",
            "next: {next: {v: x}}", {u"next.next.v"_s});
        row("format is a note", "{properties: {a: {format: date}}}", "a: soon", {});
    }

    void eachRefusedPlaceIsNamed()
    {
        QFETCH(const QByteArray, schema);
        QFETCH(const QByteArray, values);
        QFETCH(const QStringList, refused);
        const auto before = threadTime();
        const SchemaVerdict verdict = checkSchemas(chartWith(schema), yaml(values));
        QVERIFY2(verdict.unchecked.isEmpty(), qPrintable(verdict.unchecked.join(u'\n')));
        QStringList found = places(verdict);
        found.sort();
        QCOMPARE(found, refused);
        for (const SchemaProblem &problem : verdict.problems)
            QVERIFY(problem.text.endsWith(u'.'));
        VERIFY_WORK(threadTime() - before, 2s);
    }

    void whatCannotBeCheckedIsSaidAndNotJudged_data()
    {
        QTest::addColumn<QByteArray>("schema");
        const auto row = [](const char *name, const char *schema) {
            QTest::newRow(name) << QByteArray(schema);
        };
        row("remote reference", "{$ref: 'https://example.invalid/schema.json'}");
        row("reference to nowhere", "{$ref: '#/definitions/none'}");
        row("reference by name", "{$ref: '#name'}");
        row("circle", "{allOf: [{$ref: '#/$defs/a'}], $defs: {a: {anyOf: [{$ref: '#/$defs/a'}]}}}");
        row("unknown draft", "{$schema: 'https://example.invalid/draft', type: string}");
        row("unevaluated", "{unevaluatedProperties: false}");
        row("unevaluated below not", "{not: {unevaluatedProperties: false}}");
        row("foreign expression", "{properties: {a: {pattern: '^(?!x)'}}}");
        row("items as a list", "{properties: {a: {items: [{type: string}]}}}");
        row("format of draft 7",
            "{$schema: 'http://json-schema.org/draft-07/schema#', properties: {a: {format: date}}}");
        row("wrong keyword", "{properties: {a: {minLength: many}}}");
        row("expensive expression", "{properties: {a: {pattern: '^(a+)+$'}}}");
    }

    // S7, S9: a schema's remote reference is not followed but said, and a circle ends.
    void whatCannotBeCheckedIsSaidAndNotJudged()
    {
        QFETCH(const QByteArray, schema);
        const SchemaVerdict verdict =
            checkSchemas(chartWith(schema), yaml("a: [1, aaaaaaaaaaaaaaaaaaaaaaaaaaaaab]"));
        QCOMPARE(places(verdict), QStringList());
        QCOMPARE(verdict.unchecked.size(), 1);
        QVERIFY2(verdict.unchecked.first().contains(u"top"_s), qPrintable(verdict.unchecked.first()));
    }

    void aSchemaThatTakesForEverIsGivenUp_data()
    {
        QTest::addColumn<bool>("goesDown");
        QTest::newRow("at one value") << false;
        QTest::newRow("down in the values") << true;
    }

    // S7: the work for one schema is capped.
    void aSchemaThatTakesForEverIsGivenUp()
    {
        QFETCH(const bool, goesDown);
        Value::Map defs;
        for (int i = 0; i < 40; ++i) {
            const Value next(Value::Map{{u"$ref"_s, Value(u"#/$defs/d%1"_s.arg(i + 1))}});
            const Value twice(Value::Map{{u"anyOf"_s, Value(Value::List{next, next})}});
            defs.insert(u"d%1"_s.arg(i),
                        goesDown ? Value(Value::Map{{u"properties"_s, Value(Value::Map{{u"a"_s, twice}})}})
                                 : twice);
        }
        defs.insert(u"d40"_s, yaml("{not: {}}"));
        Chart chart;
        chart.metadata.name = u"top"_s;
        chart.schema =
            writeJson(Value(Value::Map{{u"$defs"_s, Value(defs)}, {u"$ref"_s, Value(u"#/$defs/d0"_s)}}));
        Value deep(true);
        for (int i = 0; i < 60; ++i)
            deep = Value(Value::Map{{u"a"_s, deep}});
        const SchemaVerdict verdict = checkSchemas(chart, deep);
        QCOMPARE(places(verdict), QStringList());
        QCOMPARE(verdict.unchecked.size(), 1);
    }

    void aSubchartsSchemaIsCheckedBelowItsName()
    {
        Chart top = chartWith("{type: object}");
        top.dependencies.append(chartWith("{properties: {port: {type: integer}}}", u"sub"_s));
        const SchemaVerdict verdict = checkSchemas(top, yaml("sub: {port: x}\nport: x"));
        QCOMPARE(places(verdict), QStringList(u"sub.port"_s));
        QCOMPARE(verdict.problems.first().keys, QStringList({u"sub"_s, u"port"_s}));
    }

    void aSentenceNeverHoldsTheValue()
    {
        const SchemaVerdict verdict =
            checkSchemas(chartWith("{properties: {a: {enum: [x]}, b: {type: integer}, c: {pattern: '^x$'}}}"),
                         yaml("{a: hunter2, b: hunter2, c: hunter2}"));
        QCOMPARE(verdict.problems.size(), 3);
        for (const SchemaProblem &problem : verdict.problems)
            QVERIFY2(!problem.text.contains(u"hunter2"_s), qPrintable(problem.text));
    }

    void multiplesAreThoseOfTheDecimalsAsWritten()
    {
        QVERIFY(isMultiple(u"0.3"_s, u"0.1"_s));
        QVERIFY(isMultiple(u"1e3"_s, u"10"_s));
        QVERIFY(isMultiple(u"-4.5"_s, u"1.5"_s));
        QVERIFY(!isMultiple(u"0.35"_s, u"0.1"_s));
        QVERIFY(!isMultiple(u"7"_s, u"2"_s));
        QVERIFY(isMultiple(u"7"_s, u"0"_s));
    }
};

#include "tst_schema_check.moc"
} // namespace tst_schema_check

CHARTROOM_TEST(tst_schema_check, TestSchemaCheck)
