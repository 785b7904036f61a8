// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/live/drift.h"

namespace chartroom {

/// One path of an object as the release's manifest has it, as it is in the cluster, and as an upgrade would
/// send it.
struct ThreeWayPath
{
    enum class Kind {
        Change,   ///< only the upgrade changes it
        Drift,    ///< only the cluster differs from the manifest
        Agreed,   ///< the cluster already has what the upgrade brings
        Conflict, ///< both differ from the manifest, and from each other
    };
    Kind kind = Kind::Change;
    QString path;
    Value released; ///< null where there is nothing
    Value live;
    Value next;
    std::optional<FieldOwner> owner; ///< of what is live, with Drift, Agreed and Conflict
};

struct ThreeWayObject
{
    ObjectRef object;
    bool isNew = false;     ///< only the upgrade has it
    bool isDropped = false; ///< the upgrade no longer has it
    bool isGone = false;    ///< the manifest has it, the cluster does not
    QList<ThreeWayPath> paths;
};

struct ThreeWay
{
    QList<ThreeWayObject> objects; ///< those that differ somewhere, in the manifest's order, new ones last
    QStringList notices;           ///< what could not be compared, and why
};

/// The release's manifest, the live objects that answer for it (in its order), and the next manifest, as
/// HelmClient::dryRun() gives it. Secrets' data is masked unless `isRevealed`. A pure function for the pool.
[[nodiscard]] ThreeWay threeWay(const QList<Value> &manifest, const QList<LiveObject> &live,
                                const QList<Value> &next, const QString &releaseNamespace,
                                bool isRevealed = false);

} // namespace chartroom
