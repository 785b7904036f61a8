// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis_evidence.h"
#include "core/responsibility/rules.h"
#include "core/signatures/signatures.h"

namespace chartroom {

/// Whose a finding is.
struct FindingOwner
{
    QString release; ///< namespace/name; "" when none of the cluster's is known to be it
    Owner owner = Owner::Customer;
    SupportScope scope = SupportScope::CustomerOwned;
    QString sentence; ///< by what, and what that means for support
};

/// A component that the signature names belongs to whom the model says, whichever release speaks of it: a
/// tenant's disruption budget is the tenant's. Else the release counts that the object is of: a custom
/// resource with annotations meta.helm.sh/* is of that release, or of none where the cluster has no such one;
/// any other object by its label, then the one of the operand's component in its namespace, by its
/// classification or its chart, then the only one there, then that component anywhere, then the only release
/// of its chart: an operator that the customer installed. Any other resource of an operator with charts is of
/// the only release of those charts. Without one, what the model says. A rollout's namespace is the one of
/// the driver's pod.
[[nodiscard]] FindingOwner ownerOf(const Statement &said, const Signature &signature,
                                   const DiagnosisEvidence &evidence, const Signatures &signatures,
                                   const ResponsibilityRules &rules);

} // namespace chartroom
