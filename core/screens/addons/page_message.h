// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/fleet.h"
#include "core/session/visual_state.h"

#include <QString>

#include <optional>

namespace chartroom {

class ReleaseModel;
class RolloutSource;

/// What a page over one cluster shows when it has no table to show: never a silent blank.
struct PageMessage
{
    enum class Kind {
        None, ///< there are rows: show them
        NoClusters,
        Off,
        Connecting,
        Failed,
        Forbidden,
        NeedsConsent,
        NoReleases,
        NoRollout,
        NoFindings,
        NoVersions,
        NoMatch,
    };
    Kind kind = Kind::None;
    VisualState state = VisualState::Unknown;
    QString title;
    QString text;
    QString details; ///< raw text, shown on demand
};

/// The message of the releases' page. `releases` counts all rows, `matches` those the filter leaves.
[[nodiscard]] PageMessage releasesMessage(const FleetEntry &entry, int releases, int matches,
                                          const QString &filter);

/// How far the rollouts of a cluster are read.
struct RolloutReading
{
    bool isComplete = false;
    QStringList notices;
    std::optional<Error> refusal; ///< the nodes themselves may not be read
};
/// `source` is null before there is one.
[[nodiscard]] RolloutReading readingOf(const RolloutSource *source);

/// The message of the rollouts' page. `rows` counts all nodes, `matches` those the filter leaves.
[[nodiscard]] PageMessage rolloutMessage(const FleetEntry &entry, const RolloutReading &reading, int rows,
                                         int matches, const QString &filter);

/// "11 releases   3 Crusoe · 5 shared · 3 customer"; "" for none.
[[nodiscard]] QString inventorySummary(const ReleaseModel &model, int matches);

/// With no entry at all: what was looked for and how to get one.
[[nodiscard]] PageMessage noClustersMessage(const Fleet &fleet);

/// "v1.33.4 · 16 GPU nodes · 96 of 128 GPUs available", as far as known; the server's address until it has
/// answered.
[[nodiscard]] QString clusterFacts(const FleetEntry &entry);
/// What goes with the rows that are shown: what is wrong, hidden or not live; "" for nothing.
[[nodiscard]] QString bannerText(const FleetEntry &entry, const Fleet &fleet);
/// "live", "reconnecting · data 42 s old", "recorded 2026-11-21 ...", ...
[[nodiscard]] QString freshnessText(const FleetEntry &entry);
/// "data 0 s old", "" before the first contact and for a recording.
[[nodiscard]] QString dataAgeText(const FleetEntry &entry);
/// "nodes 0 s old", likewise.
[[nodiscard]] QString nodesAgeText(const FleetEntry &entry);

/// What a cluster, a file or a program says, masked, with its line breaks.
[[nodiscard]] QString safeLines(const QString &text);

} // namespace chartroom
