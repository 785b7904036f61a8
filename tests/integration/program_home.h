// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/sandbox.h"

#include <QTemporaryDir>

namespace chartroom::test {

/// A user's home for the program as built, gone with this value: all its files are in one folder, the
/// sandbox's helm 4 is the first in the PATH, no keyring is within reach, and Helm's settings know the
/// sandbox's chart repository.
class ProgramHome
{
public:
    /// Ends the test program when it cannot be made.
    explicit ProgramHome(const Sandbox &sandbox);

    [[nodiscard]] QString path() const { return m_folder.path(); }
    [[nodiscard]] QString filePath(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] QProcessEnvironment environment() const;
    /// The program of the sandbox that this key names comes first in the PATH under that name.
    void link(const Sandbox &sandbox, const char *key, const QString &name) const;
    /// The path of the file.
    QString write(const QString &name, const QByteArray &text) const;

private:
    QTemporaryDir m_folder;
};

} // namespace chartroom::test
