// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace chartroom {

/// Before anything is read: no core file and no debugger of the same user sees the memory (rule S10), files
/// are made for their owner alone (rule S12), and a closed pipe or a file at its size limit is an error of
/// write() instead of the end.
void hardenProcess();

} // namespace chartroom
