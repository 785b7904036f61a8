// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace chartroom {

/// Whether a chart version satisfies a dependency's constraint, as Helm decides which sub-chart belongs to
/// which entry of Chart.yaml (helm/helm pkg/chartutil/compatible.go@v3.22.0 over Masterminds/semver@v3.5.0).
/// False as well when either text cannot be read.
[[nodiscard]] bool isCompatibleRange(QStringView constraint, QStringView version);

} // namespace chartroom
