// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QSettings;

namespace chartroom {

/// $PATH, then the folders that shells add and a start from the desktop lacks (~/bin, ~/.local/bin,
/// ~/.krew/bin, /usr/local/bin, Homebrew, snap, Google Cloud SDK). Relative entries are left out, as Go's
/// os/exec refuses them.
[[nodiscard]] QStringList programFolders();

/// The path that a person chose for a program instead of the first one that is found; "" for none.
[[nodiscard]] QString chosenProgram(const QSettings &settings, const QString &name);
void setChosenProgram(QSettings &settings, const QString &name, const QString &path);
/// From now on findProgram() gives those that were chosen. For the start, before anything looks for a
/// program.
void useChosenPrograms(const QSettings &settings);

/// The absolute path of a program given by name or by absolute path, whatever was chosen for the name; empty
/// when there is no such executable file.
[[nodiscard]] QString firstProgram(const QString &name, const QStringList &folders = programFolders());
/// The one that was chosen for the name or none; where none was chosen, the first one.
[[nodiscard]] QString findProgram(const QString &name, const QStringList &folders = programFolders());

} // namespace chartroom
