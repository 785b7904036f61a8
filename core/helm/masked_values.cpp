// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/masked_values.h"

#include "core/diff/value_path.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace chartroom {

namespace {

const QString dots = QStringLiteral("••••");

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

/// Bits a character carries in `text` (Shannon).
double entropy(QStringView text)
{
    QHash<QChar, int> counts;
    for (const QChar c : text)
        ++counts[c];
    double bits = 0;
    for (const int count : std::as_const(counts)) {
        const double share = double(count) / double(text.size());
        bits -= share * std::log2(share);
    }
    return bits;
}

bool looksRandom(QStringView run)
{
    bool upper = false;
    bool lower = false;
    bool digit = false;
    bool hex = true;
    for (const QChar c : run) {
        upper = upper || c.isUpper();
        lower = lower || c.isLower();
        digit = digit || c.isDigit();
        hex = hex && QStringView(u"0123456789abcdefABCDEF").contains(c);
    }
    if (hex && digit)
        return run.size() >= 32 && entropy(run) > 3.0;
    return run.size() >= 24 && upper && lower && digit && entropy(run) > 4.0;
}

/// Long random-looking runs, except digests of images, which are public.
QString withoutRandomRuns(const QString &text)
{
    static const QRegularExpression runs(QStringLiteral("(sha256:|sha512:)?([A-Za-z0-9+/_=-]{24,})"));
    QString out;
    qsizetype from = 0;
    for (auto it = runs.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        if (match.capturedLength(1) > 0 || !looksRandom(match.capturedView(2)))
            continue;
        out += QStringView(text).sliced(from, match.capturedStart() - from);
        out += dots;
        from = match.capturedEnd();
    }
    return from == 0 ? text : out + text.sliced(from);
}

Value maskedAll(const Value &value)
{
    switch (value.kind()) {
    case Value::Kind::Map: {
        Value::Map out;
        for (auto it = value.map().cbegin(); it != value.map().cend(); ++it) {
            const QStringList words = wordsOf(it.key());
            const bool reference = !words.isEmpty() && pointsElsewhere(words);
            out.insert(it.key(), reference ? maskedValues(*it) : maskedAll(*it));
        }
        return Value(std::move(out));
    }
    case Value::Kind::List: {
        Value::List out;
        for (const Value &element : value.list())
            out.append(maskedAll(element));
        return Value(std::move(out));
    }
    case Value::Kind::String:
        return value.toString().isEmpty() ? value : Value(dots);
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

Value maskedMap(const Value::Map &map)
{
    const bool secretObject = map.value(QStringLiteral("kind")).toString() == u"Secret";
    const QString variable = map.value(QStringLiteral("name")).toString();
    Value::Map out;
    for (auto it = map.cbegin(); it != map.cend(); ++it) {
        Secrecy secrecy = secrecyOfKey(it.key());
        if (secretObject && (it.key() == u"data" || it.key() == u"stringData"))
            secrecy = Secrecy::Tree;
        else if (it.key() == u"value" && !variable.isEmpty())
            secrecy = secrecyOfKey(variable);
        else if (it.key() == u"key" && !isLabelKey(map))
            secrecy = Secrecy::Scalar;
        out.insert(it.key(), masked(*it, secrecy));
    }
    return Value(std::move(out));
}

} // namespace

QString maskedText(const QString &text)
{
    static const QRegularExpression pem(QStringLiteral("-----BEGIN [^-]+-----.*?(?:-----END [^-]+-----|\\z)"),
                                        QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression userPart(QStringLiteral("(://)[^/@\\s]+@"));
    static const QRegularExpression assigned(QStringLiteral(
        "(?i)([\\w.-]*(?:passw(?:or)?d|passphrase|token|secret|credential|api[_-]?key|access[_-]?"
        "key|private[_-]?key)[\\w.-]*[\"']?[ \\t]*[:=][ \\t]*)(\"[^\"]*\"|'[^']*'|[^\\s\"',;&]+)"));
    static const QRegularExpression scheme(QStringLiteral("(?i)\\b(bearer|basic)\\s+[A-Za-z0-9._~+/=-]{8,}"));
    static const QRegularExpression prefixed(
        QStringLiteral("\\b(?:gh[pousr]_|github_pat_|glpat-|AKIA|ASIA|xox[abprs]-|nvapi-|hvs\\.|sk-|npm_)[A-"
                       "Za-z0-9_-]{8,}"));
    QString out = text;
    out.replace(pem, dots);
    out.replace(userPart, QStringLiteral("\\1%1@").arg(dots));
    out.replace(assigned, QStringLiteral("\\1") + dots);
    out.replace(scheme, QStringLiteral("\\1 ") + dots);
    out.replace(prefixed, dots);
    return withoutRandomRuns(out);
}

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
    Secrecy secrecy = Secrecy::Open;
    const ValuePath path = readPath(change.path).value_or(ValuePath{});
    for (qsizetype i = 0; i < path.size() && secrecy != Secrecy::Tree; ++i) {
        const PathStep &step = path[i];
        const bool last = i + 1 == path.size();
        const bool ofVariable = step.text == u"value" && i > 0 && path[i - 1].kind == PathStep::Kind::Name;
        const QString key = ofVariable ? path[i - 1].text : step.text;
        const Secrecy here = step.kind == PathStep::Kind::Key ? secrecyOfKey(key) : Secrecy::Open;
        const bool counts = here == Secrecy::Tree || last;
        if (counts)
            secrecy = here;
        if (last && step.kind == PathStep::Kind::Key && (key == u"key" || key == u"value"))
            secrecy = Secrecy::Scalar; // its siblings, which could clear it, are not at hand
    }
    return {change.kind, change.path, masked(change.before, secrecy), masked(change.after, secrecy),
            change.place};
}

} // namespace chartroom
