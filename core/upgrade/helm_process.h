// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/process/process_identity.h"

#include <QHash>
#include <QString>

#include <optional>

namespace chartroom {

/// The variable that tells a helm of ours from any other, also when the program that started it is gone.
inline constexpr QStringView operationVariable = u"CHARTROOM_OPERATION";

/// A running program.
struct HelmProcess
{
    qint64 pid = 0;
    quint64 started = 0; ///< clock ticks since the machine came up: with the pid it names one process

    friend bool operator==(const HelmProcess &, const HelmProcess &) = default;
};

/// What a look through processes came to: one runs, none runs, or that is unknown.
struct HelmSearch
{
    std::optional<HelmProcess> process; ///< that runs
    QString unknown; ///< why none can be ruled out, or what is unknown of the one that runs: a sentence

    [[nodiscard]] bool isRunning() const { return process.has_value(); }
    [[nodiscard]] bool isRuledOut() const { return !process && unknown.isEmpty(); }

    friend bool operator==(const HelmSearch &, const HelmSearch &) = default;
};

/// Looks through this user's processes for one that runs for this operation (proc(5): environ, stat). A
/// process that ended and was not waited for does not count. `origin` started the operation: where that was
/// out of sight nothing is ruled out.
[[nodiscard]] HelmSearch findHelm(const QString &operation,
                                  const ProcessIdentity &origin = ProcessIdentity::ofThisProcess(),
                                  const QString &processes = QStringLiteral("/proc"));

/// The operations that programs of this user run for at this moment.
[[nodiscard]] QHash<QString, HelmProcess>
runningOperations(const QString &processes = QStringLiteral("/proc"));

/// Looks through all users' processes for a helm that changes the release, whoever started it. What it was
/// given stays there: command lines hold secrets. Where one names no namespace, it may be that of the
/// release; clusters are compared by their servers, ours by `context` of `kubeconfigs`, and a helm whose
/// server cannot be told may be at work on it. Ruled out is one of this machine only.
[[nodiscard]] HelmSearch findHelmOn(const ReleaseKey &release, const QString &context,
                                    const QStringList &kubeconfigs,
                                    const QString &processes = QStringLiteral("/proc"));

/// Of one that runs, a sentence or two.
[[nodiscard]] QString runningHelmText(const HelmSearch &search);

} // namespace chartroom
