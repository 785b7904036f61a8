// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/ownership.h"

namespace chartroom {

QString ownerText(Owner owner)
{
    switch (owner) {
    case Owner::Crusoe:
        return QStringLiteral("crusoe");
    case Owner::Shared:
        return QStringLiteral("shared");
    case Owner::Customer:
        break;
    }
    return QStringLiteral("customer");
}

QString supportScopeText(SupportScope scope)
{
    switch (scope) {
    case SupportScope::Supported:
        return QStringLiteral("supported");
    case SupportScope::BestEffort:
        return QStringLiteral("best-effort");
    case SupportScope::CustomerOwned:
        break;
    }
    return QStringLiteral("customer-owned");
}

} // namespace chartroom
