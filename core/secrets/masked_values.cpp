// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secrets/masked_values.h"

#include "core/base/document.h"
#include "core/secrets/masked_text.h"
#include "core/secrets/secret_names.h"
#include "core/secrets/value_path.h"

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

const QString lastApplied = QStringLiteral("kubectl.kubernetes.io/last-applied-configuration");

/// `key` alone is a label key in tolerations, affinities and references, and a secret elsewhere.
bool isLabelKey(const Value::Map &siblings)
{
    return std::any_of(siblings.keyBegin(), siblings.keyEnd(), [](const QString &key) {
        static constexpr std::array<QStringView, 6> beside{u"operator", u"effect",   u"values",
                                                           u"name",     u"optional", u"path"};
        return std::find(beside.cbegin(), beside.cend(), key) != beside.cend();
    });
}

Value maskedAt(const Value &values, int depth);

/// Dots, or dots with a word on what became of the secret: "•••• (changed)".
bool isMasked(const QString &text)
{
    constexpr qsizetype longest = 40;
    return text == dots ||
           (text.startsWith(dots + QStringLiteral(" (")) && text.endsWith(u')') && text.size() <= longest);
}

/// With `evenNames` also what only points elsewhere by its key: in a Secret a key says nothing.
Value maskedAll(const Value &value, int depth, bool evenNames = false)
{
    switch (value.kind()) {
    case Value::Kind::Map: {
        Value::Map out;
        for (auto it = value.map().cbegin(); it != value.map().cend(); ++it) {
            const QStringList words = wordsOf(it.key());
            const bool reference = !evenNames && !words.isEmpty() && pointsElsewhere(words);
            out.insert(it.key(), reference ? maskedAt(*it, depth) : maskedAll(*it, depth, evenNames));
        }
        return Value(std::move(out));
    }
    case Value::Kind::List: {
        Value::List out;
        for (const Value &element : value.list())
            out.append(maskedAll(element, depth, evenNames));
        return Value(std::move(out));
    }
    case Value::Kind::String:
        return value.toString().isEmpty() || isMasked(value.toString()) ? value : Value(dots);
    case Value::Kind::Number:
        return Value(dots);
    case Value::Kind::Bool:
    case Value::Kind::Null:
        break;
    }
    return value;
}

Value masked(const Value &value, Secrecy secrecy, int depth = 0)
{
    const bool container = value.isMap() || value.isList();
    if (secrecy == Secrecy::Tree || (secrecy == Secrecy::Scalar && !container))
        return maskedAll(value, depth);
    return maskedAt(value, depth);
}

/// The name in a path, hidden as the field is that holds it; `key` names only beside a selector or a value.
QString maskedName(const PathStep &step, bool underSecret)
{
    if (step.field == u"name" || (step.field == u"key" && !underSecret))
        return maskedText(step.text);
    const Secrecy secrecy = underSecret ? Secrecy::Tree : secrecyOfKey(step.field);
    return masked(Value(step.text), secrecy).toString();
}

/// What a pair of name and value names: an environment variable, a parameter.
QString variableOf(const Value::Map &map)
{
    for (const QString &key : {QStringLiteral("name"), QStringLiteral("key"), QStringLiteral("id")}) {
        const QString name = map.value(key).toString();
        if (!name.isEmpty())
            return name;
    }
    return {};
}

Value maskedMap(const Value::Map &map, int depth)
{
    const bool secretObject = map.value(QStringLiteral("kind")).toString() == u"Secret";
    const QString variable = variableOf(map);
    Value::Map out;
    for (auto it = map.cbegin(); it != map.cend(); ++it) {
        Secrecy secrecy = secrecyOfKey(it.key());
        if (secretObject && (it.key() == u"data" || it.key() == u"stringData")) {
            out.insert(it.key(), maskedAll(*it, depth, true));
            continue;
        }
        if (it.key() == lastApplied) // the whole object as text, a Secret's data with it
            secrecy = Secrecy::Tree;
        else if (it.key() == u"value" && !variable.isEmpty())
            secrecy = secrecyOfKey(variable);
        else if (it.key() == u"key" && !isLabelKey(map))
            secrecy = Secrecy::Scalar;
        out.insert(it.key(), masked(*it, secrecy, depth));
    }
    return Value(std::move(out));
}

/// The one map or list that a text is the document of; null: it is something else.
Value documentIn(const QString &text)
{
    constexpr qsizetype longest = 1024 * 1024;
    const QString trimmed = text.left(longest).trimmed();
    const bool looksLikeJson = trimmed.startsWith(u'{') || trimmed.startsWith(u'[');
    if (text.size() > longest || (!looksLikeJson && !trimmed.contains(u'\n')))
        return {};
    const QByteArray bytes = text.toUtf8();
    if (looksLikeJson)
        if (const Result<Value> json = readJson(bytes))
            return *json;
    const Result<QList<Value>> yaml = readYamlDocuments(bytes);
    const bool isOne = yaml && yaml->size() == 1 && (yaml->first().isMap() || yaml->first().isList());
    return isOne ? yaml->first() : Value();
}

/// Free text; a document in it is masked by its keys, and stays as it was written where that hides no more.
QString maskedString(const QString &text, int depth)
{
    constexpr int deepest = 3;
    const QString shown = maskedText(text);
    if (depth >= deepest)
        return shown;
    for (const QString &one : {shown, text}) {
        const Value document = documentIn(one);
        if (document.isNull())
            continue;
        const Value masked = maskedAt(document, depth + 1);
        if (masked == document)
            return shown;
        const bool isJson = text.trimmed().startsWith(u'{') || text.trimmed().startsWith(u'[');
        constexpr int indent = 2;
        const QByteArray bytes =
            isJson ? writeJson(masked, text.contains(u'\n') ? indent : 0) : writeYaml(masked);
        return maskedText(QString::fromUtf8(bytes));
    }
    return shown;
}

/// In a list of arguments: --password, and its value next.
bool asksForSecret(const Value &argument)
{
    const QString text = argument.toString();
    if (!text.startsWith(u'-') || text.contains(u'=') || !isSecretName(text))
        return false;
    const QStringList words = wordsOf(text);
    return !words.isEmpty() && !pointsElsewhere(words);
}

Value maskedList(const Value::List &list, int depth)
{
    Value::List out;
    for (qsizetype i = 0; i < list.size(); ++i) {
        const bool isSecret =
            i > 0 && list[i].isString() && !list[i].toString().startsWith(u'-') && asksForSecret(list[i - 1]);
        out.append(isSecret ? maskedAll(list[i], depth) : maskedAt(list[i], depth));
    }
    return Value(std::move(out));
}

Value maskedAt(const Value &values, int depth)
{
    switch (values.kind()) {
    case Value::Kind::Map:
        return maskedMap(values.map(), depth);
    case Value::Kind::List:
        return maskedList(values.list(), depth);
    case Value::Kind::String:
        return Value(maskedString(values.toString(), depth));
    case Value::Kind::Number:
    case Value::Kind::Bool:
    case Value::Kind::Null:
        break;
    }
    return values;
}

struct Judged
{
    ValuePath path; ///< with names hidden that have to be
    Secrecy secrecy = Secrecy::Open;
};

Judged judged(const ValuePath &path)
{
    Judged out{path};
    Secrecy &secrecy = out.secrecy;
    for (qsizetype i = 0; i < path.size(); ++i) {
        const PathStep &step = path[i];
        const bool last = i + 1 == path.size();
        if (step.kind == PathStep::Kind::Name)
            out.path[i].text = maskedName(step, secrecy == Secrecy::Tree);
        if (step.kind != PathStep::Kind::Key || secrecy == Secrecy::Tree)
            continue;
        const bool ofVariable = step.text == u"value" && i > 0 && path[i - 1].kind == PathStep::Kind::Name;
        const QString key = ofVariable ? path[i - 1].text : step.text;
        const Secrecy here = key == lastApplied ? Secrecy::Tree : secrecyOfKey(key);
        secrecy = here == Secrecy::Tree || last ? here : Secrecy::Open;
        if (last && secrecy == Secrecy::Open && (key == u"key" || key == u"value"))
            secrecy = Secrecy::Scalar; // its siblings, which could clear it, are not at hand
    }
    return out;
}

} // namespace

Value maskedValues(const Value &values)
{
    return maskedAt(values, 0);
}

ValueChange maskedChange(const ValueChange &change)
{
    const auto [path, secrecy] = judged(readPath(change.path).value_or(ValuePath{}));
    return {change.kind, pathText(path), masked(change.before, secrecy), masked(change.after, secrecy),
            change.place};
}

ValuePath maskedPath(const ValuePath &path)
{
    return judged(path).path;
}

QString maskedPath(const QString &path)
{
    const auto read = readPath(path);
    return read ? pathText(maskedPath(*read)) : maskedText(path);
}

ValueChange maskedSecretChange(const ValueChange &change)
{
    const ValuePath path = readPath(change.path).value_or(ValuePath{});
    const bool isData = !path.isEmpty() && (path[0].text == u"data" || path[0].text == u"stringData");
    if (!isData)
        return maskedChange(change);
    return {change.kind, change.path, maskedAll(change.before, 0, true), maskedAll(change.after, 0, true),
            change.place};
}

} // namespace chartroom
