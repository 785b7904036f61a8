// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/operation_result.h"

namespace chartroom {

QString endText(OperationResult::End end)
{
    switch (end) {
    case OperationResult::End::NotStarted:
        return QStringLiteral("notStarted");
    case OperationResult::End::Cancelled:
        return QStringLiteral("cancelled");
    case OperationResult::End::Done:
        return QStringLiteral("done");
    case OperationResult::End::Failed:
        return QStringLiteral("failed");
    case OperationResult::End::Unknown:
        break;
    }
    return QStringLiteral("unknown");
}

} // namespace chartroom
