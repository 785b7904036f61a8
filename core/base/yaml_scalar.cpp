// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/yaml_scalar.h"

#include <QDateTime>
#include <QHash>
#include <QRegularExpression>
#include <QStringDecoder>

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

/// Go's strconv.ParseInt/ParseUint; with base 0, 0x, 0o, 0b and a leading 0 choose the base.
std::optional<QString> integerText(QStringView text, int base = 0)
{
    const bool negative = text.startsWith(u'-');
    const bool hasPlus = text.startsWith(u'+');
    if (negative || hasPlus)
        text = text.mid(1);
    const bool isGiven = base != 0;
    base = isGiven ? base : 10;
    if (!isGiven && text.size() > 1 && text.front() == u'0') {
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
    constexpr auto most = quint64(std::numeric_limits<qint64>::max());
    if (number > (negative  ? most + 1
                  : hasPlus ? most
                            : std::numeric_limits<quint64>::max())) // ParseUint takes no +
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

/// An integer as resolve() takes it: what stands after 0b may have a sign of its own.
std::optional<QString> integerIn(const QString &plain)
{
    if (const auto integer = integerText(plain))
        return integer;
    return plain.startsWith(QStringLiteral("0b")) ? integerText(QStringView(plain).mid(2), 2) : std::nullopt;
}

/// Whether these bytes are one character in UTF-8.
bool isOneCharacter(const QByteArray &bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8,
                           QStringDecoder::Flag::Stateless | QStringDecoder::Flag::ConvertInitialBom);
    const QString text = decoder(bytes);
    return !decoder.hasError() && text.toUcs4().size() == 1;
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
    if (const auto integer = integerIn(plain))
        return integer;
    return floatText(plain);
}

/// YYYY-M-D, with a time or without (parseTimestamp of the same file).
bool isTimestamp(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral(
        "\\A([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:[Tt]| (?!.*[Z+]))([0-9]{1,2}):([0-9]{1,2}):("
        "[0-9]{1,2})(?:[.,][0-9]+)?(Z|[-+][0-9]{2}:[0-9]{2})?)?\\z"));
    const auto match = pattern.match(text);
    if (!match.hasMatch() ||
        !QDate(match.captured(1).toInt(), match.captured(2).toInt(), match.captured(3).toInt()).isValid())
        return false;
    const bool hasTime = match.hasCaptured(4);
    const bool hasZone = match.hasCaptured(7);
    const bool wantsZone = hasTime && text.contains(QLatin1Char('T'), Qt::CaseInsensitive);
    return hasZone == wantsZone &&
           (!hasTime ||
            QTime(match.captured(4).toInt(), match.captured(5).toInt(), match.captured(6).toInt()).isValid());
}

/// Bytes as Go prints them in JSON: each that is no UTF-8 becomes one replacement character.
QString replacingText(const QByteArray &bytes)
{
    QString out;
    for (qsizetype i = 0; i < bytes.size();) {
        qsizetype width = 4;
        while (width > 1 && !isOneCharacter(bytes.mid(i, width)))
            --width;
        const QByteArray part = bytes.mid(i, width);
        out += isOneCharacter(part) ? QString::fromUtf8(part) : QString(QChar::ReplacementCharacter);
        i += width;
    }
    return out;
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
        QByteArray encoded = text.toUtf8();
        encoded.replace('\n', "").replace('\r', "");
        const auto decoded = QByteArray::fromBase64Encoding(encoded, QByteArray::AbortOnBase64DecodingErrors);
        return decoded && encoded.size() % 4 == 0 ? std::optional(Value(replacingText(*decoded)))
                                                  : std::nullopt;
    }
    if (type == u"timestamp")
        return isTimestamp(text) ? std::optional(Value(text)) : std::nullopt;
    static const QHash<QString, Value::Kind> kinds{{QStringLiteral("bool"), Value::Kind::Bool},
                                                   {QStringLiteral("int"), Value::Kind::Number},
                                                   {QStringLiteral("float"), Value::Kind::Number},
                                                   {QStringLiteral("null"), Value::Kind::Null}};
    const auto kind = kinds.constFind(type);
    if (kind == kinds.cend())
        return Value(text);
    const auto value = plainScalar(text);
    if (!value || value->kind() != *kind)
        return std::nullopt;
    if (*kind != Value::Kind::Number)
        return value;
    QString plain = text;
    const bool isInteger = integerIn(plain.remove(u'_')).has_value();
    bool isSigned = false;
    (void)value->scalarText().toLongLong(&isSigned);
    return (type == u"int" ? isInteger : !isInteger || isSigned) ? value : std::nullopt;
}

QString notANumberKey(const QString &text)
{
    return text.startsWith(u'+') ? text.mid(1).toLower() : text.toLower();
}

std::optional<QString> keyText(const Value &scalar)
{
    if (scalar.isNull())
        return std::nullopt;
    if (scalar.kind() != Value::Kind::Number)
        return scalar.scalarText();
    const QString text = scalar.scalarText();
    bool fits = false;
    (void)text.toLongLong(&fits);
    if (fits)
        return text;
    (void)text.toULongLong(&fits);
    if (fits)
        return std::nullopt;
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), float(text.toDouble()),
                                   std::chars_format::general);
    return QString::fromLatin1(buffer.data(), end.ptr - buffer.data());
}

} // namespace chartroom
