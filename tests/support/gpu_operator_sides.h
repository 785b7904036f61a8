// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

#include <QMap>

namespace chartroom::test {

class FakeChartSources;
class FakeReleaseSource;
class FakeSideReader;

/// The values of the sandbox's gpu-operator chart, by version.
[[nodiscard]] QMap<QString, Value> gpuOperatorDefaults();
/// What somebody set on it, a planted password among them.
[[nodiscard]] Value gpuOperatorUserValues(int revision);

/// All sides of a gpu-operator release at revision 4, v25.10.1, of the size that it really has.
void fillGpuOperatorSides(FakeSideReader &reader);
/// The versions of its chart, in a repository called nvidia.
void fillGpuOperatorCharts(FakeChartSources &charts);
/// The record that goes with them, so that outcomes have something to start from.
void fillGpuOperatorRecord(FakeReleaseSource &source);

} // namespace chartroom::test
