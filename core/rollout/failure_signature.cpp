// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/failure_signature.h"

#include "core/signatures/signatures.h"

namespace chartroom {

std::optional<FailureSignature> failureSignature(const QString &text, const QString &reason)
{
    static const Result<Signatures> known = Signatures::bundled(); // part of the program, a test reads it
    const auto match = known ? known->meaningOf(text, reason) : std::nullopt;
    if (!match)
        return std::nullopt;
    const Signature &signature = known->signatures()[match->index];
    return FailureSignature{match->found, signature.meaning, signature.rulesOut};
}

} // namespace chartroom
