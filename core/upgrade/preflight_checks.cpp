// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/preflight_checks.h"

#include "core/upgrade/upgrade_tr.h"

#include <span>

namespace chartroom {

tl::unexpected<Error> notAsked()
{
    return failure(Error::Code::Cancelled, UpgradeTr::tr("This was not checked."));
}

QList<PreflightFinding> preflightFindings(const PreflightEvidence &evidence)
{
    using Check = PreflightFinding (*)(const PreflightEvidence &);
    static constexpr Check all[] = {
        checkHelm,        checkRights,    checkRevision,   checkPending,   checkManagers,    checkUnapplied,
        checkRecordSize,  checkHistory,   checkValues,     checkPin,       checkKubeVersion, checkVersionStep,
        checkDeprecated,  checkCrds,      checkHooks,      checkRehearsal, checkNodeImpact,  checkBlockers,
        checkUnavailable, checkLeftovers, checkOneAtATime, checkCapacity,  checkWindow,      checkOwnership,
    };
    /// What Helm stored already is sent as it was: values are not looked at again, and of the chart only what
    /// it does to a cluster that has been at a newer one.
    static constexpr Check back[] = {
        checkHelm,      checkRights,     checkRevision,   checkTarget,      checkPending,
        checkManagers,  checkUnapplied,  checkHistory,    checkVersionStep, checkCrds,
        checkHooks,     checkRehearsal,  checkNodeImpact, checkBlockers,    checkUnavailable,
        checkLeftovers, checkOneAtATime, checkCapacity,   checkOwnership,
    };
    QList<PreflightFinding> findings;
    for (const Check check :
         evidence.isRollback() ? std::span<const Check>(back) : std::span<const Check>(all))
        findings << check(evidence);
    if (evidence.draft.window && evidence.isRunNow)
        findings << checkWindowStart(evidence);
    if (!evidence.draft.canary.isEmpty())
        findings << checkCanary(evidence);
    return findings;
}

} // namespace chartroom
