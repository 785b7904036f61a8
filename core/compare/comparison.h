// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/side.h"
#include "core/live/drift.h"

namespace chartroom {

/// An object that differs between two manifests; with the live side each path has its manager.
struct ComparedObject
{
    ObjectChange::Kind kind = ObjectChange::Kind::Changed;
    ObjectRef object;
    QString apiVersionBefore; ///< when the version within the group moved
    QList<DriftedPath> paths; ///< with Changed
};

/// Two sides against each other. Values: `changes`; manifests and live objects: `objects`.
struct Comparison
{
    bool isManifest = false;
    QList<ValueChange> changes; ///< path by path; not masked
    QList<ComparedObject> objects;
    int sameObjects = 0;
    QStringList notices; ///< of both sides, and what could not be compared
    QStringList gaps;    ///< those of the notices that keep it unknown whether more differs

    enum class Sameness {
        Equal,
        Different,
        Unknown, ///< no difference was found, and not all could be compared
    };
    [[nodiscard]] Sameness sameness() const;
};

/// Invalid when one side holds values and the other one objects. Objects of the live side that cannot be
/// read, and values that are masked as in a recording, are gaps, not differences. Secrets' data in `objects`
/// is masked unless `isRevealed`. A pure function for the pool.
[[nodiscard]] Result<Comparison> compareSides(const SideText &from, const SideText &to,
                                              const QString &releaseNamespace, bool isRevealed = false);

} // namespace chartroom
