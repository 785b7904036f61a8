// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/command_runner.h"

#include <optional>

class QProcess;

namespace chartroom {

/// What both runs and streams need: program checked, environment, group, standard input.
[[nodiscard]] std::optional<Error> commandError(const CommandLine &command);
void prepareProcess(QProcess &process, const CommandLine &command);
void startProcess(QProcess &process, const CommandLine &command);
[[nodiscard]] Error startError(const CommandLine &command, const QString &reason);
[[nodiscard]] Error crashError(const CommandLine &command, const QByteArray &errors);
/// How it ended by itself.
[[nodiscard]] Error endError(const CommandLine &command, int exitCode, const QByteArray &errors);

} // namespace chartroom
