// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/side.h"

namespace chartroom {

/// One side as a person may see it.
struct ShownText
{
    QString title;
    QString text;
    QList<Value> documents; ///< what `text` says
    QStringList notices;
    bool isYaml = true;
    int hidden = 0; ///< values that are dots
};

/// Secrets are dots unless `isRevealed`. Text as stored stays, with its comments, where no value has to be
/// hidden; else it is written anew from the masked documents. A pure function for the pool.
[[nodiscard]] ShownText shownText(const SideText &side, bool isRevealed);

/// A value in one line, fit for a cell of a table; "" for null.
[[nodiscard]] QString valueLine(const Value &value);

} // namespace chartroom
