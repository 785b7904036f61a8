// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace chartroom {

/// $PATH, then the folders that shells add and a start from the desktop lacks (~/bin, ~/.local/bin,
/// ~/.krew/bin, /usr/local/bin, Homebrew, snap, Google Cloud SDK). Relative entries are left out, as Go's
/// os/exec refuses them.
[[nodiscard]] QStringList programFolders();

/// The absolute path of a program given by name or by absolute path; empty when there is no such executable
/// file.
[[nodiscard]] QString findProgram(const QString &name, const QStringList &folders = programFolders());

} // namespace chartroom
