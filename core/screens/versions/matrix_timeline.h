// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/cluster_identity.h"
#include "core/session/visual_state.h"
#include "core/versions/matrix_source.h"

namespace chartroom {

/// An upgrade or a rollback that this machine made in a cluster, to stand beside the history of its matrix.
/// Text is safe to show (rule S15).
struct MatrixEvent
{
    QString operation;
    QDateTime at;   ///< when it began, UTC
    QString title;  ///< "Upgrade of gpu-operator from v25.3.4 to v25.10.1"
    QString detail; ///< "done · 2026-11-20 14:03 UTC · anna@laptop (process 4711)"
    VisualState state = VisualState::Unknown;
};
struct MatrixEvents
{
    QList<MatrixEvent> newest; ///< the newest first
    int older = 0;             ///< that are left out
};

/// From the journals below the folder. From which version is told by the journal, or, of an
/// older version, by what it kept in clear. Reads the disk: for the pool.
[[nodiscard]] MatrixEvents matrixEvents(const QString &operations, const ClusterIdentity &cluster);

/// Which of the revisions, the newest first, was the matrix at that time; -1 before the first.
[[nodiscard]] int revisionAt(const QList<MatrixRevision> &revisions, const QDateTime &at);

} // namespace chartroom
