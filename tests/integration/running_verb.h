// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/chartroom_program.h"

#include <QProcess>

#include <functional>

namespace chartroom::test {

/// A verb of the program that writes, under way until the test kills it. Its moment is told by the journal
/// that it began.
class RunningVerb
{
public:
    explicit RunningVerb(const ChartroomProgram &program);

    /// False when it cannot be started.
    [[nodiscard]] bool start(const QStringList &arguments);
    /// Turns the loop at each change of the journals until `isThere`; false when the program ended first.
    [[nodiscard]] bool until(const std::function<bool()> &isThere);
    /// Whose journal it began; "" while there is none.
    [[nodiscard]] const QString &operation();
    /// As many records are in that journal.
    [[nodiscard]] bool hasWritten(int records);
    /// With SIGKILL.
    void kill() const;
    [[nodiscard]] QProcess &process() { return m_process; }

private:
    const ChartroomProgram &m_program;
    QStringList m_before; ///< folders that are not its own
    QString m_operation;
    QProcess m_process;
};

} // namespace chartroom::test
