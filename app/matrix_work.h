// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/invocation.h"
#include "core/versions/matrix_plan.h"

namespace chartroom {

/// The only ConfigMap of a list, as kubectl prints it.
[[nodiscard]] Result<ChosenMatrix> readMatrixConfigMaps(const QByteArray &list);

/// What was asked for with promote or rollback.
[[nodiscard]] MatrixRequest matrixRequest(const Invocation &invocation);

} // namespace chartroom
