// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStringList>

namespace chartroom {

/// A component whose rollouts an operator leads, as `rollout --component` names it; the others are plain
/// DaemonSets.
struct LedComponent
{
    QString name;
    int lane; ///< of the board's two: 0 or 1
};
/// All of them; where one is to be preferred, the first.
[[nodiscard]] const QList<LedComponent> &ledComponents();
[[nodiscard]] QStringList ledComponentNames();
[[nodiscard]] QStringList componentsOfLane(int lane);
/// Those that are no DriverKind: their operator's Deployment alone tells whether they move on.
[[nodiscard]] QStringList componentsWithoutKind();

/// The components whose drivers the operator of this chart brings to nodes (gpu, ib, sriov, amd), its main
/// one first; none for any other chart.
[[nodiscard]] QStringList driverComponents(const QString &chart);
/// The main one, or "".
[[nodiscard]] QString mainDriverComponent(const QString &chart);

} // namespace chartroom
