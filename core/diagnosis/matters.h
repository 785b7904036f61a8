// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/signatures/signatures.h"

#include <optional>

namespace chartroom {

/// A statement and the signature that it shows.
struct Sign
{
    Statement statement;
    SignatureMatch match;
};

/// What is wrong with one operand on one node: the sign that leads, and what else was said.
struct Matter
{
    Sign lead;
    QList<Sign> others;              ///< later in order, remarks too
    std::optional<qsizetype> behind; ///< the matter that this one is a consequence of; never of itself

    [[nodiscard]] bool isRoot() const { return !behind; }
};

/// The matters of sorted statements, each pointing to the one that is behind it all: a root. Statements
/// without a signature, and remarks without anything to stand beside, are left out.
[[nodiscard]] QList<Matter> mattersOf(const QList<Statement> &statements, const Signatures &signatures,
                                      const QDateTime &now);

} // namespace chartroom
