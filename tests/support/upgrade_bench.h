// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_sources.h"
#include "core/helm/helm_client.h"
#include "core/process/process_runner.h"
#include "core/upgrade/draft.h"
#include "core/upgrade/journal.h"
#include "core/upgrade/recovery.h"
#include "core/upgrade/release_operation.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_keyring.h"
#include "tests/support/fake_runner.h"
#include "tests/support/file_bytes.h"
#include "tests/support/lease_cupboard.h"
#include "tests/support/scripted_releases.h"

#include <QSignalSpy>
#include <QTemporaryDir>

namespace chartroom::test {

inline const QByteArray stagedArchive("not looked into: the source read it");
inline const QString kubectlProgram = QStringLiteral("/usr/bin/kubectl");
inline const QString helmProgram = QStringLiteral("/opt/helm");

/// One chart, and its archive in the cache.
class OneChart final : public ChartSources
{
public:
    Chart held;

    [[nodiscard]] QFuture<Result<QList<ChartOrigin>>> candidates(const QString &,
                                                                 const ReleaseRecord &) override;
    [[nodiscard]] QFuture<Result<ChartVersions>> versions(const ChartOrigin &) override;
    [[nodiscard]] QFuture<Result<Chart>> chart(const ChartOrigin &, const QString &) override;
    [[nodiscard]] Result<void> pin(const QString &, const ReleaseKey &, const ChartOrigin &) override;
};

/// Passes commands on, and notes for each stream of helm, and each kubectl that labels, patches or applies,
/// whether a journal had the intent then (I3). A lease changes nothing of the release's.
class IntentWatch final : public CommandRunner
{
public:
    CommandRunner *next = nullptr;
    QString operations;       ///< the folder
    QStringList ran;          ///< operations, in the order that their helm was started
    QList<CommandLine> lines; ///< of helm, exactly as they were run
    int withoutIntent = 0;

    [[nodiscard]] QFuture<Result<CommandOutput>> run(const CommandLine &command) override;
    [[nodiscard]] CommandStream *stream(const CommandLine &command, QObject *parent) override;
};

/// An operation on the release tenant-a/gpu-operator, whose newest revision is 2: kubectl is a cupboard for
/// one lease, the cluster a script, and helm a stream that the test ends, or a script of its own.
class UpgradeBench
{
public:
    /// What a revision of this release holds.
    [[nodiscard]] ReleaseBuilder
    revision(int number, const QString &status, const QString &chart,
             const QString &description = QStringLiteral("Upgrade complete")) const;
    [[nodiscard]] static UpgradeDraft draft();
    [[nodiscard]] OperationParts parts();

    /// `values` of each revision.
    void setUp(const QJsonObject &values = plainValues());
    [[nodiscard]] static QJsonObject plainValues();
    /// The same, and `planted` as a password.
    [[nodiscard]] static QJsonObject plantedValues();
    void tearDown() { m_operation.reset(); }
    /// From now on helm is this /bin/sh script, really run; $1 and so on are its arguments.
    void makeHelm(const QByteArray &script);
    void start(std::unique_ptr<ReleaseOperation> operation);
    void startUpgrade();
    void startRollback(int toRevision, int plannedOn = 2);
    /// Does this each time that the operation's step comes to that state.
    void at(ReleaseOperation::Step step, ReleaseOperation::StepState state, const std::function<void()> &act);
    /// What `recover` would say of the operation now.
    [[nodiscard]] Recovery recovery();
    /// Waits for helm to be run.
    [[nodiscard]] bool helmRuns();
    /// helm stored this revision, ours or another's.
    void store(const ReleaseBuilder &builder, bool ours = true);
    void endHelm(const QString &standardError = {});
    [[nodiscard]] OperationResult result();
    [[nodiscard]] JournalContents journal() const;

    /// After an operation ended, whatever it met; fails the running test. I3: helm and kubectl were started
    /// with a durable intent only. I4: helm once at most for an operation. I5: the journal says the end that
    /// was told, in words, and nobody is kept out by a lease that still runs. I6: `planted` is in no
    /// argument, environment, journal, output or text, and in no file; without a keyring in none but those
    /// that are to restore by hand.
    void holdInvariants(const OperationResult &told) const;
    /// The same of one that is not m_operation; `folder` is its own.
    void holdInvariants(const OperationResult &told, const QString &folder) const;

protected:
    std::unique_ptr<QTemporaryDir> m_home;  ///< $XDG_RUNTIME_DIR is in there
    std::unique_ptr<FakeKeyring> m_keyring; ///< null: there is none
    QJsonObject m_values;
    std::unique_ptr<FakeRunner> m_runner;
    ProcessRunner m_processes;
    IntentWatch m_watch;
    IntentWatch m_kubectlWatch;
    QString m_helmScript; ///< "": helm is a stream of m_runner
    std::unique_ptr<ScriptedTransport> m_transport;
    ScriptedReleases *m_releases = nullptr;
    FakeClock m_clock;
    LeaseCupboard m_cupboard;
    OneChart m_charts;
    std::unique_ptr<HelmClient> m_helm;
    std::unique_ptr<KubectlClient> m_kubectl;
    std::unique_ptr<ReleaseOperation> m_operation;
    std::unique_ptr<QSignalSpy> m_finished;
    QStringList m_steps;
    QStringList m_said; ///< with each step
    QStringList m_output;
};

} // namespace chartroom::test
