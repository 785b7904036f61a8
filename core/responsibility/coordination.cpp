// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/coordination.h"

namespace chartroom {

bool needsCoordination(const Ownership &ownership)
{
    return ownership.confidence == Confidence::Guess ||
           (ownership.owner != Owner::Customer && ownership.scope != SupportScope::CustomerOwned);
}

QString confirmationPhrase(const Ownership &ownership, const QString &release, const QString &context)
{
    const bool isOwn = ownership.owner == Owner::Customer &&
                       ownership.interruption != Interruption::GpuWorkloads &&
                       ownership.interruption != Interruption::NodeNetwork;
    return isOwn ? QString() : release + u'@' + context;
}

} // namespace chartroom
