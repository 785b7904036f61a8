// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace chartroom {

/// A text that drivers and their operators are known to end with, and what it means.
struct FailureSignature
{
    QString match; ///< as it was found
    QString meaning;
    QStringList rulesOut; ///< kinds of notes that are not the cause then
};

/// The first signature of core/diagnosis that is in the text: what a container said last, a condition's
/// message. `reason` is the one beside it.
[[nodiscard]] std::optional<FailureSignature> failureSignature(const QString &text, const QString &reason);

} // namespace chartroom
