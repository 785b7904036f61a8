// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"

#include <QHash>

#include <limits>

namespace chartroom {

namespace {

struct Scale
{
    int tens = 0;
    int twos = 0;
};

std::optional<Scale> scaleOf(QStringView suffix)
{
    static const QHash<QStringView, Scale> scales{
        {u"n", {-9, 0}},  {u"u", {-6, 0}},  {u"m", {-3, 0}},  {u"", {0, 0}},
        {u"k", {3, 0}},   {u"M", {6, 0}},   {u"G", {9, 0}},   {u"T", {12, 0}},
        {u"P", {15, 0}},  {u"E", {18, 0}},  {u"Ki", {0, 10}}, {u"Mi", {0, 20}},
        {u"Gi", {0, 30}}, {u"Ti", {0, 40}}, {u"Pi", {0, 50}}, {u"Ei", {0, 60}}};
    const auto known = scales.constFind(suffix);
    if (known != scales.cend())
        return *known;
    if (!suffix.startsWith(u'e') && !suffix.startsWith(u'E'))
        return {};
    bool isNumber = false;
    const int exponent = suffix.sliced(1).toInt(&isNumber);
    if (!isNumber || qAbs(exponent) > 100)
        return {};
    return Scale{exponent, 0};
}

} // namespace

int Quantity::whole() const
{
    if (isNegative || twos < 0 || fives < 0)
        return 0;
    constexpr quint64 most = std::numeric_limits<int>::max();
    quint64 number = factor;
    for (int i = 0; i < twos && number <= most; ++i)
        number *= 2;
    for (int i = 0; i < fives && number <= most; ++i)
        number *= 5;
    return number <= most ? int(number) : 0;
}

std::optional<Quantity> readQuantity(QStringView text)
{
    Quantity quantity;
    quantity.isNegative = text.startsWith(u'-');
    if (quantity.isNegative || text.startsWith(u'+'))
        text = text.sliced(1);
    int digits = 0;
    int significant = 0;
    int decimals = -1; // after the point; none seen yet
    qsizetype at = 0;
    for (; at < text.size(); ++at) {
        const char16_t c = text[at].unicode();
        if (c == u'.' && decimals < 0) {
            decimals = 0;
            continue;
        }
        if (c < u'0' || c > u'9')
            break;
        ++digits;
        decimals += decimals >= 0;
        significant += significant > 0 || c != u'0';
        if (significant > 19)
            return {};
        quantity.factor = quantity.factor * 10 + (c - u'0');
    }
    const auto scale = scaleOf(text.sliced(at));
    if (digits == 0 || !scale)
        return {};
    if (quantity.factor == 0)
        return Quantity{};
    const int tens = scale->tens - qMax(0, decimals);
    quantity.twos = scale->twos + tens;
    quantity.fives = tens;
    for (; quantity.factor % 2 == 0; quantity.factor /= 2)
        ++quantity.twos;
    for (; quantity.factor % 5 == 0; quantity.factor /= 5)
        ++quantity.fives;
    return quantity;
}

} // namespace chartroom
