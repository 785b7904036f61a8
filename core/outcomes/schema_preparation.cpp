// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outcomes/schema_preparation.h"

#include "core/outcomes/decimal_multiple.h"
#include "core/outcomes/outcomes_tr.h"
#include "core/outcomes/schema_references.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr qsizetype longestText = 20'000; // of a value that an expression is tried on
constexpr qsizetype mostTrials = 200'000;
constexpr double mostSchemas = 10'000; // that apply to one value

/// Leaves with the reason why nothing can be said.
struct Refusal
{
    QString why;
};

int draftOf(const Value &schema)
{
    const Value named = schema.at({u"$schema"_s});
    if (!named.isString())
        return 2020;
    QString url = named.toString();
    url.remove(QRegularExpression(u"\\Ahttps?://|#\\z"_s));
    static const QMap<QString, int> drafts{
        {u"json-schema.org/draft-04/schema"_s, 4},         {u"json-schema.org/draft-06/schema"_s, 6},
        {u"json-schema.org/draft-07/schema"_s, 7},         {u"json-schema.org/draft/2019-09/schema"_s, 2019},
        {u"json-schema.org/draft/2020-12/schema"_s, 2020}, {u"json-schema.org/schema"_s, 2020}};
    const auto found = drafts.constFind(url);
    if (found == drafts.cend())
        throw Refusal{OutcomesTr::tr("its draft %1 is not supported").arg(named.toString().left(200))};
    return *found;
}

/// What the values hold that expressions and multiples are tried on.
struct Samples
{
    QSet<QString> texts; ///< strings and keys
    QSet<QString> keys;
    QSet<QString> numbers;

    void collect(const Value &value)
    {
        if (value.isString())
            texts.insert(value.toString());
        if (value.kind() == Value::Kind::Number)
            numbers.insert(value.scalarText());
        for (const Value &element : value.list())
            collect(element);
        const Value::Map &map = value.map();
        for (auto it = map.cbegin(); it != map.cend(); ++it) {
            keys.insert(it.key());
            texts.insert(it.key());
            collect(it.value());
        }
    }
};

/// What Go's regexp does not know, and Helm would refuse the whole schema for; and $, which there is the very
/// end.
QRegularExpression goExpression(const QString &pattern)
{
    static const QRegularExpression foreign(
        u"\\(\\?[=!>#&|(+R0-9]|\\(\\?<[=!]|\\\\[1-9gkKGRXZhHvV]|[*+?}]\\+"_s);
    QString exact = pattern;
    exact.replace(QRegularExpression(u"(?<!\\\\)((?:\\\\\\\\)*)\\$\\z"_s), u"\\1\\z"_s);
    const QRegularExpression expression(exact);
    if (foreign.match(pattern).hasMatch() || !expression.isValid())
        throw Refusal{
            OutcomesTr::tr("Helm may not support its regular expression %1").arg(pattern.left(200))};
    return expression;
}

class Preparation
{
public:
    Preparation(const Value &root, const Value &values)
        : m_draft(draftOf(root))
    {
        m_samples.collect(values);
    }

    [[nodiscard]] Value prepare(const Value &schema, bool isRoot);
    [[nodiscard]] const QStringList &dropped() const { return m_dropped; }
    /// A dropped keyword only makes the schema milder, unless something in it turns a yes into a no.
    [[nodiscard]] bool reverses() const { return m_reverses; }

private:
    void drop(const QString &keyword)
    {
        if (!m_dropped.contains(keyword))
            m_dropped.append(keyword);
    }

    [[nodiscard]] Value all(const Value &list);
    [[nodiscard]] Value each(const Value &map);
    [[nodiscard]] Value prepareObject(const Value::Map &written, bool isRoot);
    [[nodiscard]] Value prepareReference(const Value::Map &written, const QString &target);
    void prepareKeyword(const QString &keyword, const Value &value, Value::Map &out, Value::List &more);
    void prepareItems(const Value::Map &written, Value::Map &out);
    void prepareDependencies(const Value::Map &written, Value::Map &out);
    void preparePatternProperties(const Value::Map &written, Value::Map &out, Value::List &more);
    [[nodiscard]] QStringList matching(const QString &pattern, const QSet<QString> &samples);
    /// True for other types, and for these values.
    [[nodiscard]] static Value oneOfThese(const QString &type, const Value::List &values);

    int m_draft;
    Samples m_samples;
    QStringList m_dropped;
    bool m_reverses = false;
    qsizetype m_trials = 0;
};

Value Preparation::all(const Value &list)
{
    Value::List out;
    for (const Value &schema : list.list())
        out.append(prepare(schema, false));
    return Value(out);
}

Value Preparation::each(const Value &map)
{
    Value::Map out;
    const Value::Map &schemas = map.map();
    for (auto it = schemas.cbegin(); it != schemas.cend(); ++it)
        out.insert(it.key(), prepare(it.value(), false));
    return Value(out);
}

Value Preparation::oneOfThese(const QString &type, const Value::List &values)
{
    Value::List ways{Value(Value::Map{{u"not"_s, Value(Value::Map{{u"type"_s, Value(type)}})}})};
    if (!values.isEmpty())
        ways.append(Value(Value::Map{{u"enum"_s, Value(values)}}));
    return Value(Value::Map{{u"anyOf"_s, Value(ways)}});
}

QStringList Preparation::matching(const QString &pattern, const QSet<QString> &samples)
{
    const QRegularExpression expression = goExpression(pattern);
    m_trials += samples.size();
    if (m_trials > mostTrials)
        throw Refusal{OutcomesTr::tr("it has too many regular expressions for values of this size")};
    QStringList out;
    for (const QString &sample : samples) {
        if (sample.size() > longestText)
            throw Refusal{OutcomesTr::tr("a value is too long for its regular expressions")};
        const QRegularExpressionMatch match = expression.match(sample);
        if (!match.isValid()) // the engine's limit on backtracking
            throw Refusal{OutcomesTr::tr("its regular expression %1 takes too long").arg(pattern.left(200))};
        if (match.hasMatch())
            out.append(sample);
    }
    return out;
}

Value Preparation::prepare(const Value &schema, bool isRoot)
{
    return schema.isMap() ? prepareObject(schema.map(), isRoot) : schema;
}

Value Preparation::prepareObject(const Value::Map &written, bool isRoot)
{
    const QString idKey = m_draft == 4 ? u"id"_s : u"$id"_s;
    if (!isRoot && written.value(idKey).isString())
        throw Refusal{OutcomesTr::tr("a part of it has an address of its own")};
    for (const QString &keyword : {u"$dynamicRef"_s, u"$recursiveRef"_s}) {
        if (m_draft >= 2019 && written.value(keyword).isString())
            throw Refusal{OutcomesTr::tr("its keyword %1 is not supported").arg(keyword)};
    }
    if (const Value reference = written.value(u"$ref"_s); reference.isString())
        return prepareReference(written, reference.toString());
    Value::Map out;
    Value::List more;
    for (auto it = written.cbegin(); it != written.cend(); ++it)
        prepareKeyword(it.key(), it.value(), out, more);
    prepareItems(written, out);
    prepareDependencies(written, out);
    preparePatternProperties(written, out, more);
    if (!more.isEmpty())
        out.insert(u"allOf"_s, Value(out.value(u"allOf"_s).list() + more));
    return Value(out);
}

/// Up to draft 7 everything beside $ref is ignored, later it counts.
Value Preparation::prepareReference(const Value::Map &written, const QString &target)
{
    if (target != u"#" && !target.startsWith(u"#/"_s))
        throw Refusal{OutcomesTr::tr("it refers to another document or by name (%1)").arg(target.left(200))};
    Value::Map rest = written;
    rest.remove(u"$ref"_s);
    Value::Map out;
    const Value reference(Value::Map{{u"$ref"_s, Value(target)}});
    if (m_draft < 2019) {
        for (const QString &holder : {u"definitions"_s, u"$defs"_s}) {
            if (rest.contains(holder))
                out.insert(holder, each(rest.value(holder)));
        }
    } else {
        out = prepareObject(rest, true).map();
    }
    out.insert(u"allOf"_s, Value(out.value(u"allOf"_s).list() + Value::List{reference}));
    return Value(out);
}

void Preparation::prepareKeyword(const QString &keyword, const Value &value, Value::Map &out,
                                 Value::List &more)
{
    static const QSet<QString> single{
        u"not"_s, u"additionalProperties"_s, u"propertyNames"_s, u"contains"_s, u"if"_s, u"then"_s,
        u"else"_s};
    static const QSet<QString> lists{u"allOf"_s, u"anyOf"_s, u"oneOf"_s};
    static const QSet<QString> maps{u"properties"_s, u"definitions"_s, u"$defs"_s};
    static const QSet<QString> elsewhere{u"items"_s,
                                         u"additionalItems"_s,
                                         u"prefixItems"_s,
                                         u"dependencies"_s,
                                         u"dependentRequired"_s,
                                         u"dependentSchemas"_s,
                                         u"patternProperties"_s};
    static const QSet<QString> meaningless{u"$schema"_s,     u"$id"_s,     u"id"_s,          u"title"_s,
                                           u"description"_s, u"default"_s, u"divisibleBy"_s, u"disallow"_s,
                                           u"extends"_s,     u"$comment"_s};
    static const QSet<QString> since6{u"contains"_s, u"propertyNames"_s, u"const"_s};
    static const QSet<QString> since7{u"if"_s, u"then"_s, u"else"_s};
    if (elsewhere.contains(keyword) || meaningless.contains(keyword))
        return;
    if ((m_draft < 6 && since6.contains(keyword)) || (m_draft < 7 && since7.contains(keyword)))
        return;
    m_reverses = m_reverses || keyword == u"not" || keyword == u"oneOf" || keyword == u"if";
    if (keyword == u"format") {
        if (m_draft < 2019)
            drop(keyword);
    } else if (m_draft >= 2019 && keyword.startsWith(u"unevaluated"_s)) {
        drop(keyword);
    } else if (m_draft >= 2019 && (keyword == u"minContains" || keyword == u"maxContains")) {
        drop(u"contains"_s);
        out.remove(u"contains"_s);
        m_reverses = m_reverses || keyword == u"maxContains";
    } else if (keyword == u"contains" && m_dropped.contains(keyword)) {
        return;
    } else if (keyword == u"pattern" && value.isString()) {
        Value::List texts;
        for (const QString &text : matching(value.toString(), m_samples.texts))
            texts.append(Value(text));
        more.append(oneOfThese(u"string"_s, texts));
    } else if (keyword == u"multipleOf") {
        Value::List numbers;
        for (const QString &number : std::as_const(m_samples.numbers)) {
            if (isMultiple(number, value.scalarText()))
                numbers.append(Value(Value::Number{number}));
        }
        more.append(oneOfThese(u"number"_s, numbers));
    } else if (single.contains(keyword)) {
        out.insert(keyword, prepare(value, false));
    } else if (lists.contains(keyword)) {
        out.insert(keyword, all(value));
    } else if (maps.contains(keyword)) {
        out.insert(keyword, each(value));
    } else {
        out.insert(keyword, value);
    }
}

void Preparation::prepareItems(const Value::Map &written, Value::Map &out)
{
    const Value items = written.value(u"items"_s);
    const bool has = written.contains(u"items"_s);
    if (m_draft >= 2020) {
        if (items.isList())
            throw Refusal{OutcomesTr::tr("it gives items as a list, which its draft does not support")};
        if (written.contains(u"prefixItems"_s)) {
            out.insert(u"items"_s, all(written.value(u"prefixItems"_s)));
            out.insert(u"additionalItems"_s, has ? prepare(items, false) : Value(Value::Map()));
        } else if (has) {
            out.insert(u"items"_s, prepare(items, false));
        }
        return;
    }
    if (!has)
        return;
    out.insert(u"items"_s, items.isList() ? all(items) : prepare(items, false));
    if (items.isList())
        out.insert(u"additionalItems"_s, written.contains(u"additionalItems"_s)
                                             ? prepare(written.value(u"additionalItems"_s), false)
                                             : Value(Value::Map()));
}

void Preparation::prepareDependencies(const Value::Map &written, Value::Map &out)
{
    Value::Map dependencies;
    const auto add = [&](const QString &keyword) {
        const Value source = written.value(keyword);
        const Value::Map &entries = source.map();
        for (auto it = entries.cbegin(); it != entries.cend(); ++it) {
            if (dependencies.contains(it.key()))
                throw Refusal{
                    OutcomesTr::tr("two keywords in it define what %1 depends on").arg(it.key().left(200))};
            dependencies.insert(it.key(), prepare(it.value(), false));
        }
    };
    add(u"dependencies"_s);
    if (m_draft >= 2019) {
        add(u"dependentRequired"_s);
        add(u"dependentSchemas"_s);
    }
    if (!dependencies.isEmpty())
        out.insert(u"dependencies"_s, Value(dependencies));
}

void Preparation::preparePatternProperties(const Value::Map &written, Value::Map &out, Value::List &more)
{
    const Value source = written.value(u"patternProperties"_s);
    const Value::Map &patterns = source.map();
    if (patterns.isEmpty())
        return;
    Value::Map properties = out.value(u"properties"_s).map();
    for (auto it = patterns.cbegin(); it != patterns.cend(); ++it) {
        const Value schema = prepare(it.value(), false);
        Value::Map these;
        for (const QString &key : matching(it.key(), m_samples.keys)) {
            these.insert(key, schema);
            if (!properties.contains(key))
                properties.insert(key, Value(Value::Map()));
        }
        more.append(Value(Value::Map{{u"properties"_s, Value(these)}}));
    }
    out.insert(u"properties"_s, Value(properties));
}

} // namespace

PreparedSchema prepareSchema(const Value &schema, const Value &values)
{
    try {
        Preparation preparation(schema, values);
        PreparedSchema prepared{preparation.prepare(schema, true), {}, preparation.dropped()};
        if (!prepared.dropped.isEmpty() && preparation.reverses())
            return {{}, OutcomesTr::tr("its keyword %1 is not supported").arg(prepared.dropped.first()), {}};
        if (const double most = schemasForOneValue(prepared.schema); most > mostSchemas)
            return {{},
                    std::isinf(most)
                        ? OutcomesTr::tr("a part of it refers to itself endlessly, or to nothing")
                        : OutcomesTr::tr("checking it would take too long"),
                    {}};
        return prepared;
    } catch (const Refusal &refusal) {
        return {{}, refusal.why, {}};
    }
}

} // namespace chartroom
