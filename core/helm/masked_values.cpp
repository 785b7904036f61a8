// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/masked_values.h"

#include "core/diff/value_path.h"

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

const QString dots = QStringLiteral("••••");

const QString lastApplied = QStringLiteral("kubectl.kubernetes.io/last-applied-configuration");

/// What a key says about the value under it.
enum class Secrecy {
    Open,   ///< nothing
    Scalar, ///< secret when it is text; a map under it is judged by its own keys
    Tree,   ///< everything under it is secret
};

/// imagePullSecrets -> image, pull, secrets; NGC_API_KEY -> ngc, api, key.
QStringList wordsOf(const QString &key)
{
    QStringList words;
    QString word;
    const auto close = [&] {
        if (!word.isEmpty())
            words.append(word.toLower());
        word.clear();
    };
    for (qsizetype i = 0; i < key.size(); ++i) {
        const QChar c = key[i];
        const bool hump = c.isUpper() && i > 0 && key[i - 1].isLower();
        if (!c.isLetterOrNumber() || hump)
            close();
        if (c.isLetterOrNumber())
            word += c;
    }
    close();
    return words;
}

template<size_t N>
bool isOneOf(const std::array<QStringView, N> &words, QStringView word)
{
    return std::find(words.cbegin(), words.cend(), word) != words.cend();
}

/// The last word says that the value only points at a secret, or sets how it is used.
bool pointsElsewhere(const QStringList &words)
{
    static constexpr std::array<QStringView, 21> ends{
        u"name",  u"names", u"namespace", u"ref",    u"refs",     u"file",    u"path",
        u"mount", u"type",  u"create",    u"enable", u"enabled",  u"seconds", u"ttl",
        u"size",  u"count", u"policy",    u"class",  u"provider", u"mode",    u"annotations"};
    return isOneOf(ends, words.last()) || words.first() == u"existing" || words.first() == u"use";
}

Secrecy secrecyOfKey(const QString &key)
{
    static constexpr std::array<QStringView, 14> inside{
        u"password", u"passwd",       u"passphrase", u"secret",   u"credential", u"token",     u"apikey",
        u"api key",  u"dockerconfig", u"dockercfg",  u"htpasswd", u"privatekey", u"accesskey", u"kubeconfig"};
    static constexpr std::array<QStringView, 6> whole{u"pass", u"pwd", u"pw", u"creds", u"bearer", u"cookie"};
    static constexpr std::array<QStringView, 9> openKeys{
        u"topology", u"toleration", u"taint", u"label", u"public", u"sort", u"annotation", u"node", u"match"};
    const QStringList words = wordsOf(key);
    if (words.isEmpty() || pointsElsewhere(words))
        return Secrecy::Open;
    const QString joined = words.join(u' ');
    const bool named =
        std::any_of(inside.cbegin(), inside.cend(),
                    [&](QStringView word) { return joined.contains(word); }) ||
        std::any_of(words.cbegin(), words.cend(), [&](const QString &word) { return isOneOf(whole, word); });
    if (named)
        return Secrecy::Tree;
    const QString &last = words.last();
    if (last == u"auth" || last == u"authorization" || last == u"license")
        return Secrecy::Scalar;
    if ((last == u"key" || last == u"keys") && words.size() > 1)
        return isOneOf(openKeys, words[words.size() - 2]) ? Secrecy::Open : Secrecy::Tree;
    return Secrecy::Open;
}

/// `key` alone is a label key in tolerations, affinities and references, and a secret elsewhere.
bool isLabelKey(const Value::Map &siblings)
{
    return std::any_of(siblings.keyBegin(), siblings.keyEnd(), [](const QString &key) {
        static constexpr std::array<QStringView, 6> beside{u"operator", u"effect",   u"values",
                                                           u"name",     u"optional", u"path"};
        return isOneOf(beside, key);
    });
}

/// Dots, or dots with a word on what became of the secret: "•••• (changed)".
bool isMasked(const QString &text)
{
    constexpr qsizetype longest = 40;
    return text == dots ||
           (text.startsWith(dots + QStringLiteral(" (")) && text.endsWith(u')') && text.size() <= longest);
}

/// With `evenNames` also what only points elsewhere by its key: in a Secret a key says nothing.
Value maskedAll(const Value &value, bool evenNames = false)
{
    switch (value.kind()) {
    case Value::Kind::Map: {
        Value::Map out;
        for (auto it = value.map().cbegin(); it != value.map().cend(); ++it) {
            const QStringList words = wordsOf(it.key());
            const bool reference = !evenNames && !words.isEmpty() && pointsElsewhere(words);
            out.insert(it.key(), reference ? maskedValues(*it) : maskedAll(*it, evenNames));
        }
        return Value(std::move(out));
    }
    case Value::Kind::List: {
        Value::List out;
        for (const Value &element : value.list())
            out.append(maskedAll(element, evenNames));
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

Value masked(const Value &value, Secrecy secrecy)
{
    const bool container = value.isMap() || value.isList();
    if (secrecy == Secrecy::Tree || (secrecy == Secrecy::Scalar && !container))
        return maskedAll(value);
    return maskedValues(value);
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

Value maskedMap(const Value::Map &map)
{
    const bool secretObject = map.value(QStringLiteral("kind")).toString() == u"Secret";
    const QString variable = variableOf(map);
    Value::Map out;
    for (auto it = map.cbegin(); it != map.cend(); ++it) {
        Secrecy secrecy = secrecyOfKey(it.key());
        if (secretObject && (it.key() == u"data" || it.key() == u"stringData")) {
            out.insert(it.key(), maskedAll(*it, true));
            continue;
        }
        if (it.key() == lastApplied) // the whole object as text, a Secret's data with it
            secrecy = Secrecy::Tree;
        else if (it.key() == u"value" && !variable.isEmpty())
            secrecy = secrecyOfKey(variable);
        else if (it.key() == u"key" && !isLabelKey(map))
            secrecy = Secrecy::Scalar;
        out.insert(it.key(), masked(*it, secrecy));
    }
    return Value(std::move(out));
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
    switch (values.kind()) {
    case Value::Kind::Map:
        return maskedMap(values.map());
    case Value::Kind::List: {
        Value::List out;
        for (const Value &element : values.list())
            out.append(maskedValues(element));
        return Value(std::move(out));
    }
    case Value::Kind::String:
        return Value(maskedText(values.toString()));
    case Value::Kind::Number:
    case Value::Kind::Bool:
    case Value::Kind::Null:
        break;
    }
    return values;
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
    return {change.kind, change.path, maskedAll(change.before, true), maskedAll(change.after, true),
            change.place};
}

} // namespace chartroom
