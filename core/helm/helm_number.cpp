// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/helm_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// The shortest decimal digits of a finite double that is not 0, and its decimal exponent: 0.12 is "12", -1.
std::pair<QString, int> shortestDigits(double number)
{
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(number),
                                   std::chars_format::scientific);
    QString text = QString::fromLatin1(buffer.data(), end.ptr - buffer.data());
    const qsizetype e = text.indexOf(u'e');
    const int exponent = text.mid(e + 1).toInt();
    text.truncate(e);
    text.remove(u'.');
    while (text.size() > 1 && text.endsWith(u'0'))
        text.chop(1);
    return {text, exponent};
}

QString goText(double number)
{
    const QString sign = std::signbit(number) ? u"-"_s : QString();
    if (number == 0)
        return sign + u'0';
    const auto [digits, exponent] = shortestDigits(number);
    const double size = std::abs(number);
    if (size < 1e-6 || size >= 1e21) {
        const QString fraction = digits.size() > 1 ? u'.' + digits.mid(1) : QString();
        return sign + digits.left(1) + fraction + (exponent < 0 ? u"e-"_s : u"e+"_s) +
               QString::number(std::abs(exponent));
    }
    if (exponent < 0)
        return sign + u"0."_s + QString(-exponent - 1, u'0') + digits;
    if (digits.size() <= exponent + 1)
        return sign + digits + QString(exponent + 1 - digits.size(), u'0');
    return sign + digits.left(exponent + 1) + u'.' + digits.mid(exponent + 1);
}

bool isWhole(QStringView text)
{
    const QStringView digits = text.startsWith(u'-') ? text.mid(1) : text;
    return !digits.isEmpty() &&
           std::all_of(digits.cbegin(), digits.cend(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

Value::Number readNumber(const Value::Number &number, bool keepWhole)
{
    constexpr qsizetype alwaysExact = 15;
    const QString &text = number.text;
    if (isWhole(text)) {
        bool fits = false;
        (void)text.toLongLong(&fits);
        if (text != u"-0" && (text.size() <= alwaysExact || (keepWhole && fits)))
            return number;
    }
    const double asDouble = text.toDouble(); // C locale; 0 for what is too small
    return std::isfinite(asDouble) ? Value::Number{goText(asDouble)} : number;
}

/// Whether a number in it has another text than Helm gives it.
bool hasOtherNumbers(const Value &value, bool keepWhole)
{
    const auto isOther = [keepWhole](const Value &part) { return hasOtherNumbers(part, keepWhole); };
    if (value.kind() == Value::Kind::Number)
        return readNumber({value.scalarText()}, keepWhole).text != value.scalarText();
    return std::any_of(value.list().cbegin(), value.list().cend(), isOther) ||
           std::any_of(value.map().cbegin(), value.map().cend(), isOther);
}

Value withNumbers(const Value &value, bool keepWhole)
{
    switch (value.kind()) {
    case Value::Kind::Number:
        return Value(readNumber({value.scalarText()}, keepWhole));
    case Value::Kind::List: {
        Value::List list;
        list.reserve(value.list().size());
        for (const Value &element : value.list())
            list.append(withNumbers(element, keepWhole));
        return Value(std::move(list));
    }
    case Value::Kind::Map: {
        Value::Map map;
        const Value::Map &old = value.map();
        for (auto it = old.cbegin(); it != old.cend(); ++it)
            map.insert(map.cend(), it.key(), withNumbers(it.value(), keepWhole));
        return Value(std::move(map));
    }
    case Value::Kind::Null:
    case Value::Kind::Bool:
    case Value::Kind::String:
        break;
    }
    return value;
}

} // namespace

Value helmNumbers(const Value &value)
{
    return hasOtherNumbers(value, false) ? withNumbers(value, false) : value;
}

Value helmSetNumbers(const Value &value)
{
    return hasOtherNumbers(value, true) ? withNumbers(value, true) : value;
}

} // namespace chartroom
