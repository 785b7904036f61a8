// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/release_operation.h"

namespace chartroom {

/// An upgrade as a draft wants it: the chart's archive is fetched, held to its digest and run from the
/// operation's folder, and what Helm stores is compared with what the strategy should have made, path by
/// path.
class UpgradeOperation final : public ReleaseOperation
{
    Q_OBJECT
public:
    /// The draft must be one that validate() has nothing against; `hold` is what nodeHold() made of it.
    UpgradeOperation(OperationParts parts, UpgradeDraft draft, NodeHold hold = {}, QObject *parent = nullptr);

    [[nodiscard]] QStringList stagedFiles() const override;

protected:
    [[nodiscard]] Value::Map order() const override;
    [[nodiscard]] QString refusal(const ReleaseTruth &before, const QDateTime &now) const override;
    [[nodiscard]] QString reasonFor(const QString &finding) const override;
    void stage(const ReleaseTruth &before, const Done &done) override;
    [[nodiscard]] CommandLine helmCommand(const HelmRun &run) const override;
    [[nodiscard]] bool isOurs(const ReleaseTruth &after) const override;
    [[nodiscard]] QStringList problems(const ReleaseTruth &after) const override;
    [[nodiscard]] std::chrono::seconds timeout() const override { return m_draft.timeout; }
    [[nodiscard]] Value secrets() const override { return m_values; }

private:
    void readBase(const ReleaseTruth &before, const Chart &chart, const HelmVersion &helm, const Done &done);
    void foresee(const ReleaseRecord &base, const Chart &chart, const HelmVersion &helm, const Done &done);
    [[nodiscard]] QString archive() const;
    [[nodiscard]] QString valuesFile() const;

    UpgradeDraft m_draft;
    Value m_values;   ///< what --values brings
    Value m_expected; ///< the user values that Helm should store
};

} // namespace chartroom
