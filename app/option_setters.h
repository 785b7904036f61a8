// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/invocation.h"

namespace chartroom {

/// For CommandOption::set: what an option's value goes into.
[[nodiscard]] inline auto textOf(QString Invocation::*member)
{
    return [member](Invocation &invocation, const QString &text) {
        invocation.*member = text;
        return !text.isEmpty();
    };
}

[[nodiscard]] inline auto switchOf(bool Invocation::*member)
{
    return [member](Invocation &invocation, const QString &) { return invocation.*member = true; };
}

[[nodiscard]] inline auto textsOf(QStringList Invocation::*member)
{
    return [member](Invocation &invocation, const QString &text) {
        (invocation.*member).append(text);
        return !text.isEmpty();
    };
}

} // namespace chartroom
