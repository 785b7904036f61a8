// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/observation.h"

namespace chartroom {

/// Installed once for the cluster, by Helm or by the Operator Lifecycle Manager: gpu_operator,
/// network_operator, sriov_operator.
[[nodiscard]] bool isOperator(QStringView component);
/// Of several releases of an operator's chart the one whose policy is obeyed, else the first that runs; while
/// no operator has told whose policy that is, one whose newest revision runs comes before one whose newest
/// failed. Null without any.
[[nodiscard]] const ReleaseFact *operatorRelease(const VersionFacts &facts, QStringView component);
/// What runs of them, of OpenShift and of Node Feature Discovery.
[[nodiscard]] QList<Observation> observeOperators(const VersionFacts &facts);

} // namespace chartroom
