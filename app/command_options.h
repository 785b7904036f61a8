// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/invocation.h"

#include <QList>

#include <functional>

namespace chartroom {

/// One option. `value` is empty for a switch; `verbs` is empty when every verb knows it.
struct CommandOption
{
    QString name;
    QChar letter;
    QString value;
    QList<VerbName> verbs;
    QString help;
    /// False when the value is not one of those it takes.
    std::function<bool(Invocation &, const QString &)> set;
    QStringList choices{}; ///< the only values that it takes; empty: `set` says

    [[nodiscard]] bool isKnownTo(VerbName verb) const { return verbs.isEmpty() || verbs.contains(verb); }
};

[[nodiscard]] const QList<CommandOption> &commandOptions();

} // namespace chartroom
