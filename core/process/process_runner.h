// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/command_runner.h"

namespace chartroom {

/// Runs real programs, each in a process group of its own. Futures and streams work on the thread that asked;
/// that thread needs an event loop.
class ProcessRunner final : public CommandRunner
{
public:
    [[nodiscard]] QFuture<Result<CommandOutput>> run(const CommandLine &command) override;
    /// Starts when the event loop next turns. `command.timeout` does not apply; `maxOutput` is the longest
    /// line, or with `outputFile` all that is told of the output.
    [[nodiscard]] CommandStream *stream(const CommandLine &command, QObject *parent) override;
};

} // namespace chartroom
