// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/diff/value_diff.h"
#include "tests/support/apply_changes.h"
#include "tests/support/test_main.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <array>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_document_property {

namespace {

using Random = QRandomGenerator;

Value number(int n)
{
    return Value(Value::Number{QString::number(n)});
}

QString randomKey(Random &random)
{
    static const QStringList keys{u"a"_s,    u"b"_s,       u"name"_s,  u"nvidia.com/gpu"_s,
                                  u"id"_s,   u"x y"_s,     u"q\"\\"_s, u""_s,
                                  u"key"_s,  u"port"_s,    u"[0]"_s,   u"a.b"_s,
                                  u"true"_s, u"línea\n2"_s};
    return keys[random.bounded(int(keys.size()))];
}

Value randomScalar(Random &random)
{
    static const QStringList texts{u""_s,          u"true"_s,  u"1"_s,   u"null"_s,         u"a: b"_s,
                                   u"- x"_s,       u" lead"_s, u"#no"_s, u"two\nlines\n"_s, u"'q'"_s,
                                   u"580.95.05"_s, u"~"_s};
    switch (random.bounded(5)) {
    case 0:
        return {};
    case 1:
        return Value(random.bounded(2) == 1);
    case 2:
        return number(random.bounded(3));
    case 3:
        return Value(Value::Number{random.bounded(2) == 1 ? u"1.0"_s : u"9007199254740993"_s});
    default:
        return Value(texts[random.bounded(int(texts.size()))]);
    }
}

Value randomValue(Random &random, int depth);

/// Maps that each have a name of their own, in any order.
Value::List namedMaps(Random &random, int depth)
{
    static const QStringList fields{u"name"_s, u"id"_s, u"mountPath"_s, u"port"_s, u"type"_s};
    const QString field = fields[random.bounded(int(fields.size()))];
    Value::List elements;
    for (int i = 0; i < 6; ++i) {
        if (random.bounded(2) == 0)
            continue;
        Value name = field == u"port" ? number(80 + i) : Value(u"n=%1"_s.arg(i));
        elements.append(Value(Value::Map{{field, name}, {u"value"_s, randomValue(random, depth - 1)}}));
    }
    std::shuffle(elements.begin(), elements.end(), random);
    return elements;
}

Value randomValue(Random &random, int depth)
{
    if (depth == 0 || random.bounded(3) == 0)
        return randomScalar(random);
    switch (random.bounded(5)) {
    case 0: {
        Value::List elements;
        for (int i = random.bounded(5); i > 0; --i)
            elements.append(randomValue(random, depth - 1));
        return Value(elements);
    }
    case 1:
    case 2:
        return Value(namedMaps(random, depth));
    default: {
        Value::Map fields;
        for (int i = random.bounded(5); i > 0; --i)
            fields.insert(randomKey(random), randomValue(random, depth - 1));
        return Value(fields);
    }
    }
}

/// A copy in which some parts are gone, new, renamed, changed or in another order.
Value bent(const Value &value, Random &random)
{
    const int most = 10;
    if (random.bounded(most) == 0)
        return randomValue(random, 2);
    if (value.isMap()) {
        Value::Map out;
        for (auto it = value.map().cbegin(); it != value.map().cend(); ++it) {
            if (random.bounded(most) > 0)
                out.insert(random.bounded(most) > 0 ? it.key() : randomKey(random), bent(*it, random));
        }
        return Value(out);
    }
    if (!value.isList())
        return value;
    Value::List out;
    for (const Value &element : value.list()) {
        if (random.bounded(most) > 0)
            out.append(bent(element, random));
        if (random.bounded(most) == 0)
            out.append(randomValue(random, 1));
    }
    if (random.bounded(2) == 0)
        std::shuffle(out.begin(), out.end(), random);
    return Value(out);
}

/// Writes the value as YAML in one of the many ways that mean the same.
class LooseWriter
{
public:
    explicit LooseWriter(Random &random)
        : m_random(random)
    {}

    QByteArray write(const Value &value)
    {
        QByteArray out = "# a comment\n---\n";
        block(value, 0, out);
        return out + "# the end\n";
    }

private:
    QByteArray flow(const Value &value)
    {
        const QByteArray json = writeJson(value, m_random.bounded(2) * 3);
        return value.isString() && m_random.bounded(2) == 1 ? singleQuoted(value.toString(), json) : json;
    }

    static QByteArray singleQuoted(const QString &text, const QByteArray &json)
    {
        if (text.contains(u'\n'))
            return json;
        return '\'' + QString(text).replace(u'\'', u"''"_s).toUtf8() + '\'';
    }

    void comment(QByteArray &out) { out += m_random.bounded(4) == 0 ? "  # why\n" : "\n"; }

    void block(const Value &value, int indent, QByteArray &out)
    {
        const QByteArray lead(indent, ' ');
        const bool nested = value.isMap() ? !value.map().isEmpty() : !value.list().isEmpty();
        if (!nested || m_random.bounded(5) == 0) {
            out += lead + writeJson(value, 0);
            comment(out);
        } else if (value.isMap()) {
            QStringList keys = value.map().keys();
            std::shuffle(keys.begin(), keys.end(), m_random);
            for (const QString &key : std::as_const(keys)) {
                out += lead + "? " + flow(Value(key)) + '\n' + lead + ":\n";
                block(value.map().value(key), indent + 1 + m_random.bounded(3), out);
            }
        } else {
            for (const Value &element : value.list()) {
                out += lead + '-';
                comment(out);
                block(element, indent + 2, out);
            }
        }
    }

    Random &m_random;
};

QByteArray shown(const Value &before, const Value &after, const QList<ValueChange> &changes)
{
    QByteArray out = writeYaml(before) + "--- to\n" + writeYaml(after) + "--- changes\n";
    for (const ValueChange &change : changes)
        out += QByteArray::number(int(change.kind)) + ' ' + change.path.toUtf8() + '\n';
    return out;
}

} // namespace

class DocumentPropertyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void applyingTheDifferenceGivesTheOtherDocument()
    {
        Random random(20261121);
        std::array<int, 4> kinds{};
        for (int i = 0; i < 10'000; ++i) {
            const Value before = randomValue(random, 5);
            const Value after = i % 4 == 0 ? randomValue(random, 5) : bent(before, random);
            QList<ValueChange> changes = diffValues(before, after);
            for (const ValueChange &change : std::as_const(changes))
                ++kinds[size_t(change.kind)];
            std::shuffle(changes.begin(), changes.end(), random); // their order does not matter
            const auto applied = applyChanges(before, changes);
            QVERIFY2(applied, applied ? "" : qPrintable(applied.error().message));
            if (*applied != after) // the text is costly
                QFAIL(shown(before, after, changes).constData());
            QCOMPARE(changes.isEmpty(), before == after);
        }
        for (const int count : kinds)
            QVERIFY2(count > 300, qPrintable(u"%1 of a kind"_s.arg(count)));
    }

    void reorderedListsOfNamedMapsComeBackInTheirOrder()
    {
        Random random(7);
        int moved = 0;
        for (int i = 0; i < 2'000; ++i) {
            const Value::List elements = namedMaps(random, 2);
            Value::List others = elements;
            std::shuffle(others.begin(), others.end(), random);
            const QList<ValueChange> changes = diffValues(Value(elements), Value(others));
            for (const ValueChange &change : changes)
                QCOMPARE(change.kind, ValueChange::Kind::Moved);
            moved += !changes.isEmpty();
            QCOMPARE(applyChanges(Value(elements), changes).value(), Value(others));
        }
        QVERIFY(moved > 500);
    }

    void equalDocumentsHaveNoDifferenceHoweverTheyAreWritten()
    {
        Random random(42);
        LooseWriter writer(random);
        int large = 0;
        for (int i = 0; i < 3'000; ++i) {
            const Value value = randomValue(random, 5);
            const QByteArray one = writer.write(value);
            const QByteArray two = i % 2 == 0 ? writer.write(value) : writeYaml(value);
            const auto first = readYaml(one);
            const auto second = readYaml(two);
            QVERIFY2(first, first ? "" : qPrintable(first.error().message + u'\n' + QString::fromUtf8(one)));
            QVERIFY2(second,
                     second ? "" : qPrintable(second.error().message + u'\n' + QString::fromUtf8(two)));
            QVERIFY2(diffValues(*first, *second).isEmpty(), (one + two).constData());
            QVERIFY2(*first == value, one.constData());
            large += one.size() > 200 && one != two;
        }
        QVERIFY(large > 300);
    }

    void anchorsAndMergesDoNotMatter()
    {
        const auto shared = readYaml("base: &b {a: 1, l: [x, z]}\none:\n  <<: *b\n  c: 2\ntwo: *b\n");
        const auto plain =
            readYaml("two: {l: [x, z], a: 1}\none: {c: 2, a: 1, l: [x, z]}\nbase:\n  l: [x, 'z']\n  a: 1");
        QVERIFY(shared && plain);
        QVERIFY(diffValues(*shared, *plain).isEmpty());
    }
};

#include "tst_document_property.moc"
} // namespace tst_document_property

CHARTROOM_TEST(tst_document_property, DocumentPropertyTest)
