// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/operation_result.h"

#include "core/upgrade/upgrade_tr.h"

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

QString endPhrase(OperationResult::End end, bool isVerifying, bool hasProblems, bool isDeployment)
{
    if (end == OperationResult::End::NotStarted)
        return UpgradeTr::tr("not started", "an operation");
    if (end != OperationResult::End::Done)
        return endText(end);
    if (hasProblems)
        return isDeployment ? UpgradeTr::tr("deployed, but not as planned")
                            : UpgradeTr::tr("done, but not as planned");
    return isVerifying ? UpgradeTr::tr("deployed, not verified") : endText(end);
}

} // namespace chartroom
