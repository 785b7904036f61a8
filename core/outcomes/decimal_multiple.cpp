// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outcomes/decimal_multiple.h"

#include <QStringList>

#include <algorithm>
#include <optional>

namespace chartroom {

namespace {

constexpr int mostDigits = 18; // fit into 64 bits

/// digits * 10^exponent.
struct Decimal
{
    qint64 digits = 0;
    int exponent = 0;
};

std::optional<Decimal> readDecimal(const QString &text)
{
    const qsizetype e = text.indexOf(u'e', 0, Qt::CaseInsensitive);
    QString digits = e < 0 ? text : text.left(e);
    Decimal decimal;
    bool read = true;
    if (e >= 0)
        decimal.exponent = text.mid(e + 1).toInt(&read);
    if (const qsizetype point = digits.indexOf(u'.'); point >= 0) {
        decimal.exponent -= int(digits.size() - point - 1);
        digits.remove(point, 1);
    }
    bool fits = false;
    decimal.digits = digits.toLongLong(&fits);
    if (!read || !fits || std::abs(decimal.digits) >= 1'000'000'000'000'000'000)
        return std::nullopt;
    return decimal;
}

bool scale(Decimal &decimal, int exponent)
{
    for (; decimal.exponent > exponent; --decimal.exponent) {
        if (std::abs(decimal.digits) >= 100'000'000'000'000'000)
            return false;
        decimal.digits *= 10;
    }
    return true;
}

} // namespace

bool isMultiple(const QString &number, const QString &divisor)
{
    auto n = readDecimal(number);
    auto d = readDecimal(divisor);
    if (!n || !d || d->digits == 0 || std::abs(n->exponent - d->exponent) > mostDigits)
        return true;
    const int exponent = std::min(n->exponent, d->exponent);
    return !scale(*n, exponent) || !scale(*d, exponent) || n->digits % d->digits == 0;
}

} // namespace chartroom
