// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace chartroom {

/// A Kubernetes quantity, exact: 1000m equals 1, 1024Mi equals 1Gi, 1e3 equals 1k.
struct Quantity
{
    bool isNegative = false;
    quint64 factor = 0; ///< divisible by neither 2 nor 5; 0 for zero
    int twos = 0;       ///< times 2 to the power of, may be negative
    int fives = 0;

    /// 0 for a fraction, for less than 0 and for what no int holds.
    [[nodiscard]] int whole() const;

    friend bool operator==(const Quantity &, const Quantity &) = default;
};

/// Nothing when the text is no quantity, or has more than 19 digits (apimachinery
/// pkg/api/resource/quantity.go@v0.36).
[[nodiscard]] std::optional<Quantity> readQuantity(QStringView text);

} // namespace chartroom
