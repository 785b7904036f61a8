// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/yaml_scalar.h"

#include <QHash>
#include <QRegularExpression>

#include <charconv>
#include <cmath>
#include <limits>

namespace chartroom {

namespace {

enum class Word { True, False, Null, NotANumber };

std::optional<Word> wordOf(const QString &text)
{
    static const QHash<QString, Word> words = [] {
        QHash<QString, Word> all;
        const auto add = [&all](Word word, const QStringList &texts) {
            for (const QString &t : texts)
                all.insert(t, word);
        };
        const auto list = [](const char *spaced) { return QString::fromLatin1(spaced).split(u' '); };
        add(Word::True, list("y Y yes Yes YES true True TRUE on On ON"));
        add(Word::False, list("n N no No NO false False FALSE off Off OFF"));
        add(Word::Null, list("~ null Null NULL") << QString());
        add(Word::NotANumber, list(".nan .NaN .NAN .inf .Inf .INF +.inf +.Inf +.INF -.inf -.Inf -.INF"));
        return all;
    }();
    const auto found = words.constFind(text);
    return found == words.cend() ? std::nullopt : std::optional(*found);
}

/// Go's strconv.ParseInt/ParseUint with base 0: 0x, 0o, 0b and a leading 0 choose the base.
std::optional<QString> integerText(QStringView text)
{
    const bool negative = text.startsWith(u'-');
    if (negative || text.startsWith(u'+'))
        text = text.mid(1);
    int base = 10;
    if (text.size() > 1 && text.front() == u'0') {
        const char16_t mark = text.at(1).toLower().unicode();
        base = mark == u'x' ? 16 : mark == u'o' ? 8 : mark == u'b' ? 2 : 8;
        text = text.mid(mark == u'x' || mark == u'o' || mark == u'b' ? 2 : 1);
    }
    const QByteArray digits = text.toLatin1();
    quint64 number = 0;
    const char *end = digits.constData() + digits.size();
    const auto [stop, error] = std::from_chars(digits.constData(), end, number, base);
    if (digits.isEmpty() || error != std::errc() || stop != end)
        return std::nullopt;
    constexpr quint64 mostNegative = quint64(std::numeric_limits<qint64>::max()) + 1;
    if (negative && number > mostNegative)
        return std::nullopt;
    return (negative && number != 0 ? QStringLiteral("-") : QString()) + QString::number(number);
}

/// The text of a decimal float as JSON writes it: kept where JSON can write it, else with the missing digits.
std::optional<QString> floatText(const QString &text)
{
    static const QRegularExpression pattern(
        QStringLiteral("\\A[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?\\z"));
    if (!pattern.match(text).hasMatch())
        return std::nullopt;
    const double number = text.toDouble(); // C locale
    if (!std::isfinite(number))
        return std::nullopt;
    if (isJsonNumber(text))
        return text;
    QString fixed = text.startsWith(u'+') ? text.mid(1) : text;
    const qsizetype sign = fixed.startsWith(u'-') ? 1 : 0;
    while (fixed.size() > sign + 1 && fixed.at(sign) == u'0' && fixed.at(sign + 1).isDigit())
        fixed.remove(sign, 1);
    if (fixed.at(sign) == u'.')
        fixed.insert(sign, u'0');
    const qsizetype point = fixed.indexOf(u'.');
    if (point >= 0 && (point + 1 == fixed.size() || !fixed.at(point + 1).isDigit()))
        fixed.insert(point + 1, u'0');
    return fixed;
}

std::optional<QString> numberText(const QString &text)
{
    const char16_t first = text.isEmpty() ? u'\0' : text.front().unicode();
    if (first == u'.')
        return floatText(text);
    if (first != u'+' && first != u'-' && (first < u'0' || first > u'9'))
        return std::nullopt;
    QString plain = text;
    plain.remove(u'_');
    if (const auto integer = integerText(plain))
        return integer;
    return floatText(plain);
}

} // namespace

bool isJsonNumber(QStringView text)
{
    static const QRegularExpression pattern(
        QStringLiteral("\\A-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?\\z"));
    return pattern.match(text.toString()).hasMatch();
}

std::optional<Value> plainScalar(const QString &text)
{
    if (const auto word = wordOf(text)) {
        switch (*word) {
        case Word::True:
            return Value(true);
        case Word::False:
            return Value(false);
        case Word::Null:
            return Value();
        case Word::NotANumber:
            return std::nullopt;
        }
    }
    if (auto number = numberText(text))
        return Value(Value::Number{*std::move(number)});
    return Value(text);
}

std::optional<Value> taggedScalar(const QString &tag, const QString &text)
{
    const QString prefix = QStringLiteral("tag:yaml.org,2002:");
    const QString type = tag.startsWith(prefix) ? tag.mid(prefix.size()) : QString();
    if (type == u"binary") {
        const auto decoded = QByteArray::fromBase64Encoding(text.simplified().remove(u' ').toLatin1(),
                                                            QByteArray::AbortOnBase64DecodingErrors);
        return decoded ? std::optional(Value(QString::fromUtf8(*decoded))) : std::nullopt;
    }
    static const QHash<QString, Value::Kind> kinds{{QStringLiteral("bool"), Value::Kind::Bool},
                                                   {QStringLiteral("int"), Value::Kind::Number},
                                                   {QStringLiteral("float"), Value::Kind::Number},
                                                   {QStringLiteral("null"), Value::Kind::Null}};
    const auto kind = kinds.constFind(type);
    if (kind == kinds.cend())
        return Value(text);
    auto value = plainScalar(text);
    return value && value->kind() == *kind ? value : std::nullopt;
}

std::optional<QString> keyText(const Value &scalar)
{
    if (scalar.isNull())
        return std::nullopt;
    if (scalar.kind() != Value::Kind::Number)
        return scalar.scalarText();
    const QString text = scalar.scalarText();
    if (!text.contains(u'.') && !text.contains(u'e') && !text.contains(u'E'))
        return text;
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), float(text.toDouble()),
                                   std::chars_format::general);
    return QString::fromLatin1(buffer.data(), end.ptr - buffer.data());
}

} // namespace chartroom
