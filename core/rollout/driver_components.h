// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace chartroom {

/// The components whose drivers the operator of this chart brings to nodes (gpu, ib, sriov, amd), its main
/// one first; none for any other chart.
[[nodiscard]] QStringList driverComponents(const QString &chart);
/// The main one, or "".
[[nodiscard]] QString mainDriverComponent(const QString &chart);

} // namespace chartroom
