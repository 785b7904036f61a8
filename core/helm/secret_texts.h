// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

#include <QStringList>

namespace chartroom {

/// The texts of some values that look secret there, so that they can be hidden where they appear again.
class SecretTexts
{
public:
    SecretTexts() = default;
    explicit SecretTexts(const Value &values);

    /// Free text as it may be shown: without these, and masked.
    [[nodiscard]] QString hiddenIn(QString text) const;

private:
    QStringList m_texts; ///< the longest first
};

} // namespace chartroom
