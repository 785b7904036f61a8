// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/matrix_layout.h"

namespace chartroom {

/// The JSON schema of a matrix that comes with the program.
[[nodiscard]] Result<QByteArray> matrixSchema();
/// What the schema refuses, each at its place; what stands elsewhere, at the place of the entry.
[[nodiscard]] QList<MatrixProblem> schemaProblems(const MatrixLayout &layout);

} // namespace chartroom
