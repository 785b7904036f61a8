// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/credentials.h"

#include <QTemporaryDir>

namespace chartroom::test {

/// JSON with single quotes for double ones: moc of Qt 6.4 loses its way in raw strings.
[[nodiscard]] QByteArray json(const char *text);

/// A person who allows every plugin.
class AllowAll final : public ExecConsent
{
public:
    [[nodiscard]] bool isAllowed(const ExecRequest & /*request*/) const override { return true; }
    [[nodiscard]] Result<void> allow(const ExecRequest & /*request*/) override { return {}; }
};

/// A context "x" of the user "u" on https://127.0.0.1:1.
[[nodiscard]] KubeContext contextWith(const UserEntry &user);

/// One whose user signs in by a v1 plugin with interactiveMode Never.
[[nodiscard]] KubeContext execContext(const char *command = "/bin/sh");

/// What a v1 plugin prints; `status` without its braces.
[[nodiscard]] QByteArray execCredential(const QByteArray &status);

/// The answer, or an Error when none comes within 10 s.
[[nodiscard]] Result<Credential> waitFor(const QFuture<Result<Credential>> &future);

/// Signs in without any program to run, and keeps the files a context names.
class SignInBench
{
protected:
    [[nodiscard]] Result<Credential> credentialOf(const KubeContext &context);
    /// The path of a new file.
    [[nodiscard]] QString write(const char *name, const QByteArray &content);

    AllowAll m_allow;
    QTemporaryDir m_folder;
};

} // namespace chartroom::test
