// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/node.h"

#include <QMap>

namespace chartroom {

/// Whether a selector is for a node: unknown where only labels decide that are not kept (isKeptNodeKey()).
enum class SelectorFit { Yes, No, Unknown };
[[nodiscard]] SelectorFit fitOf(const LabelMap &labels, const QMap<QString, QString> &selector);
[[nodiscard]] inline SelectorFit fitOf(const Node &node, const QMap<QString, QString> &selector)
{
    return fitOf(node.labels, selector);
}

} // namespace chartroom
