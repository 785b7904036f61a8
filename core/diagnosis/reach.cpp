// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/reach.h"

namespace chartroom {

Reach Reach::of(const Statement &said, const Signature &signature)
{
    const bool isOfOther = !signature.about.isEmpty() && signature.about != said.operand;
    return {isOfOther ? signature.about : said.operand, said.node,
            isOfOther ? QString() : said.namespaceName};
}

bool reaches(const Reach &cause, const Reach &effect, const Signatures &signatures)
{
    if (!cause.node.isEmpty())
        return effect.node.isEmpty() || effect.node == cause.node;
    const Operand *one = signatures.operand(cause.operand);
    const Operand *other = signatures.operand(effect.operand);
    if (!one || !other)
        return false;
    if (one->component == other->component)
        return cause.namespaceName.isEmpty() || effect.namespaceName.isEmpty() ||
               cause.namespaceName == effect.namespaceName;
    return other->waitsFor.contains(cause.operand);
}

} // namespace chartroom
