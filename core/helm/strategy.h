// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <array>
#include <optional>

namespace chartroom {

/// What becomes of the settings in force (helm upgrade --reuse-values, --reset-then-reuse-values,
/// --reset-values).
enum class Strategy { Reuse, ResetThenReuse, Reset };
inline constexpr std::array allStrategies{Strategy::Reuse, Strategy::ResetThenReuse, Strategy::Reset};

[[nodiscard]] QString strategyText(Strategy strategy); ///< reuse | reset-then-reuse | reset
[[nodiscard]] std::optional<Strategy> readStrategy(QStringView text);
[[nodiscard]] QString strategyFlag(Strategy strategy); ///< --reuse-values, ...

} // namespace chartroom
