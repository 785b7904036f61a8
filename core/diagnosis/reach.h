// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/signatures/signatures.h"

namespace chartroom {

/// Where trouble is, which decides what it can be the cause of.
struct Reach
{
    QString operand;       ///< id, of what the trouble is about
    QString node;          ///< "": of no node, such as a controller or a custom resource
    QString namespaceName; ///< ""; where nothing of it is known

    /// What a statement with that signature is about: one part may speak of another.
    [[nodiscard]] static Reach of(const Statement &said, const Signature &signature);
};

/// Whether trouble at `cause` can be behind trouble at `effect`, which waits for it:
/// - what runs on a node reaches that node, and what is bound to none;
/// - what is bound to no node, such as an operator's controller, reaches the parts of the same operator in
///   the same namespace, and of others only who names it as what he waits for himself. Through a third one
///   it reaches nobody: a GPU driver may wait for the InfiniBand driver of its node, but not for the
///   controller that brings that one.
[[nodiscard]] bool reaches(const Reach &cause, const Reach &effect, const Signatures &signatures);

} // namespace chartroom
