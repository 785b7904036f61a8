// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/ownership.h"
#include "core/upgrade/draft.h"
#include "core/upgrade/release_operation.h"

namespace chartroom {

struct NodeImpact;

/// What is to go back, and to what.
struct RollbackRequest
{
    ReleaseKey release;
    int plannedOn = 0; ///< the newest revision at that time
    int toRevision = 0;
    std::chrono::seconds timeout{300};
    QString reason;
    QString supportReference = {};       ///< Support's ticket, or why there is none; "" where nobody asks
    QMap<QString, QString> reasons = {}; ///< why it goes back all the same, by the finding's id
    std::optional<int> gpuFloor = {};    ///< GPUs that must stay in service

    /// `reasons`, with the ticket as that for whose it is.
    [[nodiscard]] QMap<QString, QString> allReasons() const;
};

/// What a preflight judges of it, as far as a draft can say that; the chart comes with the target's record.
/// Without the ticket, which may be why there is none: it speaks as the reason for whose it is.
[[nodiscard]] UpgradeDraft rollbackDraft(const RollbackRequest &order, const QString &context);

/// What keeps a rollback from being run.
struct RollbackLack
{
    QString text; ///< a sentence: what is to be said
    QString flag; ///< by which --reason a verb is told: "rollback=TEXT"
};

/// Why it goes back, in plain text, and where whose the release is asks for words with Support, their ticket
/// or why there is none; empty when both are said (rule S18).
[[nodiscard]] QList<RollbackLack> rollbackLacks(const RollbackRequest &order, const Ownership &ownership);

/// What a rollback brings back and what it does not, and whether nodes are drained once more, as sentences
/// for a person to read before. `impact` is that from the release as it is to the target.
[[nodiscard]] QStringList rollbackNotes(const NodeImpact &impact);

/// That Helm does not keep the revision, and which it keeps; "" where it does. No reason overrides it.
[[nodiscard]] QString notStoredText(const Release &release, int revision);

/// Whether a rollback to that revision made the record, as far as it tells: Helm puts no label on a rollback,
/// but says what it does while it is at it and when it is done; one that failed says why instead, and that it
/// was no upgrade (pkg/action/rollback.go and upgrade.go @v3.22.0, @v4.3.1).
[[nodiscard]] bool isRollbackTo(const ReleaseRecord &record, int revision);

/// Back to a revision that Helm still keeps, as a new revision with that one's chart and values. The target
/// is read and decoded before anything is written (fault 47). What an operation of this machine left is gone
/// back from at once; what may be somebody else's at work only with the reason `pending`.
class RollbackOperation final : public ReleaseOperation
{
    Q_OBJECT
public:
    RollbackOperation(OperationParts parts, RollbackRequest order, QObject *parent = nullptr);

protected:
    [[nodiscard]] Value::Map order() const override;
    [[nodiscard]] QString refusal(const ReleaseTruth &before, const QDateTime &now) const override;
    [[nodiscard]] QString reasonFor(const QString &finding) const override;
    void stage(const ReleaseTruth &before, const Done &done) override;
    [[nodiscard]] CommandLine helmCommand(const HelmRun &run) const override;
    [[nodiscard]] bool isOurs(const ReleaseTruth &after) const override;
    [[nodiscard]] QStringList problems(const ReleaseTruth &after) const override;
    [[nodiscard]] std::chrono::seconds timeout() const override { return m_order.timeout; }
    [[nodiscard]] Value secrets() const override { return m_target.userValues; }
    [[nodiscard]] QString deployedText(int revision) const override;

private:
    RollbackRequest m_order;
    ReleaseRecord m_target;
};

} // namespace chartroom
