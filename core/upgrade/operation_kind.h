// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace chartroom {

/// What an operation does.
enum class OperationKind { Upgrade, Rollback, Unhold, Pause, Resume, Matrix };
/// The word of the journal and of the headless contract: upgrade | rollback | unhold | pause | resume |
/// matrix.
[[nodiscard]] QString operationWord(OperationKind kind);
/// Nothing for another word, as of a newer program.
[[nodiscard]] std::optional<OperationKind> operationKind(QStringView word);

} // namespace chartroom
