// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis_evidence.h"
#include "core/signatures/signatures.h"

#include <QSet>

namespace chartroom {

/// All that the evidence says of trouble, its logs too. What is well says nothing: a pod that is ready, an
/// event about one, a node in the middle of its rollout that offers no GPUs. Sorted, so that the same
/// evidence gives the same list.
[[nodiscard]] QList<Statement> statementsOf(const DiagnosisEvidence &evidence, const Signatures &signatures);

/// The operand of a workload by its name, which counts in a managed namespace and in one with a release of
/// the operand's component or chart: a tenant may name things as they like. Null for none.
[[nodiscard]] const Operand *operandOfWorkload(const QString &namespaceName, const QString &name,
                                               const DiagnosisEvidence &evidence,
                                               const Signatures &signatures);

/// The id of the operand that a pod is of, by its labels, else by its workload: `add-on` for one of another
/// release, `workload` for all the rest.
[[nodiscard]] QString operandIdOf(const Pod &pod, const DiagnosisEvidence &evidence,
                                  const Signatures &signatures);

/// Neither ready nor done nor on its way out.
[[nodiscard]] bool isTroubled(const Pod &pod);

/// Uids of the pods that have failed for good, such as evicted ones, and in whose place a newer one of the
/// same owner is ready. They stay in the list until Kubernetes tidies up, and are history.
[[nodiscard]] QSet<QString> replacedPods(const DiagnosisEvidence &evidence);

} // namespace chartroom
