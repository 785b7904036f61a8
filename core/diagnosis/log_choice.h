// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis_evidence.h"
#include "core/signatures/signatures.h"

namespace chartroom {

/// Which logs would tell more: those of hooks that failed or hang, those of all pods in trouble but the
/// tenants', and, as far as some signature is looked for in them, of pods that should bring what their node
/// misses and of operators whose resources complain, and of an nfd-master where there are NodeFeatureRules.
/// Of pods of one operand (or add-on) that are in the same trouble the first five, the run before too where
/// it restarted. Those of add-ons and of what no signature is looked for in come last.
[[nodiscard]] QList<LogRequest> logsToRead(const DiagnosisEvidence &evidence, const Signatures &signatures);

} // namespace chartroom
