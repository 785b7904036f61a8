// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/upgrade_path.h"

namespace chartroom {

/// Which component leads a group, the first that is there; the others come with it. None for what no operator
/// brings.
[[nodiscard]] QStringList groupLeaders(MatrixGroup group);
/// What runs of a component on most nodes, else what production is said to have of that name.
[[nodiscard]] QString currentVersion(const VersionMatrix &matrix, const VersionAudit &audit,
                                     const QString &component, const QString &name);
/// The version of what leads a group, as the entry has it, else as it runs: by that the journal knows what it
/// brought. "" where a group has none.
[[nodiscard]] QString leadVersion(const VersionMatrix &matrix, const VersionAudit &audit,
                                  const MatrixEntry &entry, MatrixGroup group);
/// Whether what the canary has may become everybody's.
[[nodiscard]] QList<UpgradePathGate> promotionGates(const VersionMatrix &matrix, const MatrixEntry &canary,
                                                    const VersionAudit &audit, const UpgradePathInput &facts);

} // namespace chartroom
