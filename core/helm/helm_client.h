// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/helm_version.h"
#include "core/helm/release.h"
#include "core/helm/strategy.h"
#include "core/process/command_runner.h"
#include "core/secrets/secret_texts.h"

#include <QFuture>
#include <QObject>

namespace chartroom {

class CredentialSource;

/// What an upgrade is to be made of.
struct HelmUpgradeRequest
{
    ReleaseKey release;
    QString chart;   ///< as helm takes it: repository/name, oci://..., the path of an archive
    QString version; ///< "" when `chart` is an archive
    Strategy strategy = Strategy::ResetThenReuse;
    Value values; ///< what -f would add; an empty map or null for nothing
};

/// The release as an upgrade would store it, and the hooks that the chart has.
struct DryRun : ReleaseRecord
{
    Value hooks; ///< a list (helm/helm pkg/release/v1/hook.go@v4.3.1), or null
};

/// Runs the helm program on one context. Arguments only, never a shell; values go through standard input, so
/// that they are in no argument and no file; what helm says is masked. Borrows the runner and the sign-in.
class HelmClient : public QObject
{
    Q_OBJECT
public:
    struct Access
    {
        QStringList kubeconfigs; ///< all that were merged
        QString context;
    };
    /// `program` is an absolute path, "" when there is no helm; `signIn` says whether the context's
    /// credential program may run, null when there is none.
    HelmClient(QString program, Access access, CommandRunner *runner, CredentialSource *signIn,
               QObject *parent = nullptr);

    [[nodiscard]] const Access &access() const { return m_access; }
    /// Asked for once. NotFound when there is no helm, Unsupported when it is neither 3 nor 4.
    [[nodiscard]] QFuture<Result<HelmVersion>> version();

    /// The release as the upgrade would make it (`helm upgrade --dry-run=server -o json`): the API server
    /// checks it, nothing changes. `storedBytes` is what its record would take. NotFound, Unreachable,
    /// Forbidden, Process with helm's last sentence, Damaged, and NeedsConsent before a credential program
    /// may run.
    [[nodiscard]] QFuture<Result<DryRun>> dryRun(const HelmUpgradeRequest &wish);

    /// The command of dryRun(), values on standard input.
    [[nodiscard]] CommandLine dryRunCommand(const HelmUpgradeRequest &wish) const;

private:
    [[nodiscard]] CommandLine command(const QStringList &arguments) const;
    [[nodiscard]] QFuture<Result<CommandOutput>> run(const CommandLine &command);

    QString m_program;
    Access m_access;
    CommandRunner *m_runner;
    CredentialSource *m_signIn;
    HelmVersion m_version;
};

/// The arguments of an upgrade that a person can type: `helm upgrade NAME CHART ...` with the strategy's
/// flag, without values. Helm needs the program and the context in front.
[[nodiscard]] QStringList upgradeArguments(const HelmUpgradeRequest &wish);

/// What helm's standard error stands for; the `secrets` do not appear in it.
[[nodiscard]] Error helmError(const QByteArray &standardError, const SecretTexts &secrets = {});

} // namespace chartroom
