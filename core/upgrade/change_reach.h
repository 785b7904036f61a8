// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/preflight_operation.h"

namespace chartroom {

/// What a change does to people: nodes that are emptied, GPUs that go, whose pods those are. What could not
/// be read is not told as none.
struct ChangeReach
{
    enum class Nodes {
        None,    ///< no node is taken
        Some,    ///< those in `nodes`
        Unknown, ///< `why` says what is missing
    };
    struct Tenant
    {
        QString namespaceName;
        GpuAmount gpus; ///< that its pods lose, on all of the nodes together
        int nodes = 0;  ///< on which it loses them

        friend bool operator==(const Tenant &, const Tenant &) = default;
    };

    Nodes kind = Nodes::Unknown;
    QString why;                    ///< a sentence
    QStringList nodes;              ///< sorted
    QStringList waiting;            ///< of these, those that wait until a person lets them follow
    bool isUpTo = false;            ///< some of them may not be taken; which is unknown
    QString off;                    ///< why none of them goes by itself, a sentence; "": they do
    QString eviction;               ///< what becomes of the pods on them, a sentence; "": nothing is emptied
    int gpusNow = 0;                ///< that pods can be given in the whole cluster
    std::optional<GpuMinimum> gpus; ///< at least, while the nodes go through; nothing: unknown
    std::optional<QList<Tenant>> tenants; ///< that lose GPUs, the largest first; nothing: unknown
};

/// Pure; tens of milliseconds with thousands of nodes.
[[nodiscard]] ChangeReach changeReach(const PreflightReport &report, const PolicyChanges &changes);
/// In one or two sentences, for the place where a person decides.
[[nodiscard]] QString reachText(const ChangeReach &reach);
/// And of the values: "driver.version: 580.95.05 → 595.71.05 and 12 more values."; "unknown" where nobody
/// computed them. What they are compared with is said where that is not the newest revision.
[[nodiscard]] QString shiftText(const std::optional<ValueShift> &shift);

} // namespace chartroom
