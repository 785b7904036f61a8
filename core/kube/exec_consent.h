// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QSet>
#include <QStringList>

namespace chartroom {

/// What a kubeconfig asks this machine to run in order to sign in. A kubeconfig is code (rule S4).
struct ExecRequest
{
    QString kubeconfig; ///< the file that names the plugin
    QString command;    ///< as written there
    QString program;    ///< what would run: absolute, resolved through PATH
    QStringList arguments;
    QStringList environment; ///< NAME=value, as written

    /// All that a person has to know before it may run (rule S4): what the kubeconfig sets for it, with
    /// values that look like secrets masked, the program and its arguments, as typed in a POSIX shell.
    [[nodiscard]] QString display() const;
    friend bool operator==(const ExecRequest &, const ExecRequest &) = default;
};

/// Whether a person has allowed a plugin (rule S3). Owned by the composition root.
class ExecConsent
{
public:
    virtual ~ExecConsent() = default;
    [[nodiscard]] virtual bool isAllowed(const ExecRequest &request) const = 0;
    /// Remembers a person's yes. Error: File.
    [[nodiscard]] virtual Result<void> allow(const ExecRequest &request) = 0;
};

/// Remembers in a file of mode 0600, as digests of all that would run: another kubeconfig, program (also one
/// that now comes first in PATH), argument or variable asks again. So does a program whose file changed
/// since: its size, inode, and times of change (the last of which no user can set back). What a script's
/// interpreter loads is not covered.
class StoredExecConsent final : public ExecConsent
{
public:
    /// $XDG_CONFIG_HOME/chartroom/exec-consent.json
    [[nodiscard]] static QString defaultPath();
    explicit StoredExecConsent(QString path = defaultPath());

    [[nodiscard]] bool isAllowed(const ExecRequest &request) const override;
    [[nodiscard]] Result<void> allow(const ExecRequest &request) override;

private:
    QString m_path;
    QSet<QString> m_allowed;
};

} // namespace chartroom
