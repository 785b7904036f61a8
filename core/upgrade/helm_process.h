// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace chartroom {

/// The variable that tells a helm of ours from any other, also when the program that started it is gone.
inline constexpr QStringView operationVariable = u"CHARTROOM_OPERATION";

/// A running program that an operation started.
struct HelmProcess
{
    qint64 pid = 0;
    quint64 started = 0; ///< clock ticks since the machine came up: with the pid it names one process

    friend bool operator==(const HelmProcess &, const HelmProcess &) = default;
};

/// Looks through this user's processes for one that runs for this operation (proc(5): environ, stat). A
/// process that ended and was not waited for does not count.
[[nodiscard]] std::optional<HelmProcess> findHelm(const QString &operation,
                                                  const QString &processes = QStringLiteral("/proc"));

/// The operations that programs of this user run for at this moment.
[[nodiscard]] QStringList runningOperations(const QString &processes = QStringLiteral("/proc"));

} // namespace chartroom
