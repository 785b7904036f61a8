// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/preflight_evidence.h"

namespace chartroom {

/// A value in the cluster that another manager than Helm's set, and that the target's manifest has otherwise
/// or takes away; where helm takes the object over, see isNewInTarget(), one that any manager set. A patch of
/// helm writes over it; applied by the server, it is a conflict, and helm fails.
struct OverwrittenField
{
    ObjectRef object;
    QString path;     ///< of a list or map that is sent whole, its own
    FieldOwner owner; ///< without a name where no manager is told
};

struct OverwrittenFields
{
    QList<OverwrittenField> fields; ///< in the manifest's order, each once
    QStringList unread;             ///< a sentence for each object that could not be compared
    QStringList takenOver;          ///< a sentence for each object that helm takes over: what becomes of it
    bool dropsUnnamed = false;      ///< of those, what the target does not name
};
/// Wants the dry run, the changes and the live objects to be known. Objects that the target no longer has are
/// left out. Pure; as slow as reading the manifest.
[[nodiscard]] OverwrittenFields overwrittenFields(const PreflightEvidence &evidence);

} // namespace chartroom
