// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/matrix_work.h"
#include "app/printout.h"

namespace chartroom {

/// error, warning or remark.
[[nodiscard]] QString matrixSeverityText(MatrixSeverity severity);

/// What `versions diff` prints. JSON: a map with `matrix` (where it is from), `from` and `to` {entry,
/// revision}, `equal`, `changes[]` {component, title, before, after, direction
/// (added|removed|newer|older|spelling|other), line, column} and `problems[]` of the document {severity
/// (error|warning|remark), kind, entry, component, text, line, column}. What there is none of is null.
[[nodiscard]] Printout matrixDiffPrintout(const ChosenMatrix &source, const MatrixSide &from,
                                          const MatrixSide &to);
/// Whether the versions of two sides are the same, however they are spelled.
[[nodiscard]] bool isSameMatrixSide(const MatrixSide &from, const MatrixSide &to);

/// What `versions promote` and `versions rollback` print. JSON: a map with `action`, `matrix`, `written`,
/// `changes[]` {entry, component, before, after}, `gates[]` of a promotion {id, open, text} (null where the
/// cluster was not looked at), `notes[]`, `message` (of the commit, null without Git),
/// `branch`, `tag`, `commit` and `resourceVersion` (null until written), and `patch`, the change as a text.
[[nodiscard]] Value matrixPlanValue(const QString &action, const ChosenMatrix &source, const MatrixPlan &plan,
                                    const std::optional<MatrixCommitted> &written,
                                    const QString &resourceVersion = {});
/// The change as a patch; of control characters in the document as visible signs.
[[nodiscard]] QByteArray matrixPatch(const ChosenMatrix &source, const MatrixPlan &plan);

} // namespace chartroom
