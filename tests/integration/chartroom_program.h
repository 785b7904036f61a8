// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/program_home.h"

#include <QJsonDocument>

namespace chartroom::test {

/// The built program with a home and a cluster, whose verbs are run as a script would.
class ChartroomProgram
{
public:
    /// `helm` is helm3 or helm4; `program` the built chartroom.
    ChartroomProgram(const Sandbox &sandbox, const char *helm, QString program);

    [[nodiscard]] const QString &program() const { return m_program; }
    [[nodiscard]] const ProgramHome &home() const { return m_home; }
    /// The folder of all operations.
    [[nodiscard]] QString operations() const;
    /// The verb as this program's cluster is named in it.
    [[nodiscard]] QStringList onItsCluster(const QStringList &arguments) const;
    /// Runs a verb to its end.
    [[nodiscard]] Ran run(const QStringList &arguments) const;
    /// The same with -o json; what it printed.
    [[nodiscard]] QJsonDocument json(const QStringList &arguments, int *exitCode = nullptr) const;

private:
    ProgramHome m_home;
    QString m_program;
    QString m_kubeconfig;
};

/// `--reason` for each severe finding of what `upgrade` showed.
[[nodiscard]] QStringList reasonsFor(const QJsonObject &shown);

} // namespace chartroom::test
