// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_sources.h"
#include "core/charts/repository_index.h"

#include <QDateTime>

namespace chartroom {

/// What one repository knows of a release's chart.
struct RepositoryOffer
{
    QString repository; ///< its name
    QString url;        ///< without the user part
    QList<IndexEntry> entries;
    bool hasSameValues =
        false; ///< its archive of the installed version, in the cache, holds the values stored
};

/// How sure it is that the release came from there, with the reasons. Nothing when the repository does not
/// list the chart. Helm stores no repository, so only a pin or equal content is more than likely.
[[nodiscard]] std::optional<ChartOrigin> matchOffer(const ReleaseRecord &record,
                                                    const RepositoryOffer &offer);

/// The surest first; of equals in the order given.
void sortBySureness(QList<ChartOrigin> &sources);

} // namespace chartroom
