// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/verbs/session_verb.h"
#include "core/upgrade/preflight_operation.h"
#include "core/upgrade/rollback_operation.h"

#include <memory>

namespace chartroom {

/// A verb that changes one release: what it would run is printed, and run only with --yes; its steps and
/// helm's output go to stderr, how it ended to stdout. An interrupt is a cancel: a helm that runs is waited
/// for.
class OperationVerb : public SessionVerb
{
    Q_OBJECT
public:
    /// `parts` lacks only what the session has.
    OperationVerb(Invocation invocation, Sessions sessions, Console *console, OperationParts parts);
    ~OperationVerb() override;
    void interrupt() override;

protected:
    [[nodiscard]] OperationParts partsFor(ClusterSession *session) const;
    /// Forbidden with what to type when the release is the provider's or interrupts nodes and --confirm does
    /// not name it (rule S18). Without --yes it is only named as needed.
    [[nodiscard]] Result<void> confirmed(const ClusterSession &session, const ReleaseKey &key);
    /// With --yes; without, it prints what it would run, and what is still asked for.
    /// How what it saves is kept is said first.
    void run(std::unique_ptr<ReleaseOperation> operation);
    /// An option, such as "--reason target=TEXT", without which --yes would run nothing.
    void addNeeded(const QString &option);
    /// Those that severe findings need, and that a preview ends with Found.
    void needReasons(const QStringList &findings);
    /// "Nothing was run. To run it, add --confirm web@cmk --yes."
    [[nodiscard]] QString notRunText() const;
    /// How a preview ends: severe findings that no reason was given for are found.
    [[nodiscard]] int previewCode() const { return m_isBlocked ? int(Found) : int(chartroom::Done); }
    /// On stdout: operation, end (notStarted|cancelled|done|failed|unknown), text, revision, problems[],
    /// facts[], holds[] (operation, nodes[], command that lets them go), folder, keeping, commands[],
    /// findings[] and needed[], the options that are still asked for; null what there is none of.
    void printResult(const OperationResult &result, const QStringList &commands = {});
    /// Who was held back before, for printResult() where nothing came of it.
    void setHeld(const QList<HeldNode> &held) { m_held = held; }
    /// What is at work, for printResult().
    void setOperation(const QString &id, const QString &folder)
    {
        m_id = id;
        m_folder = folder;
    }
    void ended(const OperationResult &result, const QStringList &commands);
    /// What a preflight found, on stderr, and for printResult().
    void noteFindings(const QList<PreflightFinding> &findings);
    /// To whom it happens, and which values change.
    void noteReach(const PreflightReport &report, const PolicyChanges &changes) const;
    /// Severe findings lack a reason: nothing is run.
    void refuse(const QString &text);
    /// The reason that was given for that; "" without.
    [[nodiscard]] QString reason(QStringView id) const;

private:
    void showCommands();
    void runShown();

    OperationParts m_parts;
    QString m_id;      ///< of the operation; "" while nothing is at work
    QString m_folder;  ///< of its journal
    QString m_keeping; ///< how what it saves is kept; "" before that is known
    Value m_findings;
    QList<HeldNode> m_held;
    QStringList m_needed;
    bool m_isBlocked = false;                      ///< by severe findings without a reason
    std::unique_ptr<ReleaseOperation> m_shown;     ///< before it is run
    std::unique_ptr<ReleaseOperation> m_operation; ///< at work
};

/// `rollback`: back to a revision that is still stored; only after its preflight, and never past a severe
/// finding that nobody gave a reason for.
class RollbackVerb final : public OperationVerb
{
    Q_OBJECT
public:
    using OperationVerb::OperationVerb;

protected:
    void print(const QList<ClusterSession *> &readable) override;

private:
    void show(const Result<QList<HeldNode>> &held);
    void judge(const PreflightReport &report);

    ClusterSession *m_session = nullptr;
    RollbackRequest m_order;
};

} // namespace chartroom
