// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

#include <QHash>

#include <optional>

namespace chartroom {

/// How the elements of two lists are told apart by name.
struct ListNames
{
    QString field;                    ///< the key whose value is the name
    QHash<QString, qsizetype> before; ///< place of each name
    QHash<QString, qsizetype> after;
};

/// The first name-like key that every element of both lists has, unique in each; nothing when there is none.
/// Keys that may name or may describe (port, path, host) count only when the lists share a name: a single
/// port that changed is a change, not one port gone and another one new.
[[nodiscard]] std::optional<ListNames> listNames(const Value::List &before, const Value::List &after);

/// The element's name; empty when it has none, or one that is no name: of several words, or very long.
[[nodiscard]] QString elementName(const Value &element, const QString &field);

} // namespace chartroom
