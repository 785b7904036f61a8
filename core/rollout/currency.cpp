// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/currency.h"

namespace chartroom {

Currency currencyOf(const Pod &pod, const DaemonSet &set, const QString &newestHash)
{
    if (pod.deleting.isValid())
        return Currency::Old;
    const bool hasHashes = !newestHash.isEmpty() && !pod.revisionHash.isEmpty();
    if (hasHashes && pod.revisionHash != newestHash)
        return Currency::Old;
    if (hasHashes && set.isObserved())
        return Currency::Newest;
    const bool isOtherImage = !set.image.isEmpty() && !pod.image.isEmpty() && pod.image != set.image;
    if (set.templateGeneration > 0 && pod.templateGeneration == set.templateGeneration)
        return Currency::Newest;
    // A pod of an older generation may be of the newest template all the same: after a rollback.
    return isOtherImage ? Currency::Old : Currency::NotKnown;
}

} // namespace chartroom
