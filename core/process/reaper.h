// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

class QProcess;

namespace chartroom {

/// Makes `process` lead a process group of its own, so that what it starts can be ended with it. Call before
/// start().
void leadOwnGroup(QProcess &process);

/// Ends a process without blocking: disconnects it, takes it from its parent, sends SIGTERM to its group,
/// after `grace` SIGKILL, and deletes it when it is gone. At the end of the application what is left is
/// killed at once.
void reap(QProcess *process, std::chrono::milliseconds grace = std::chrono::seconds(3));

} // namespace chartroom
