// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/observation_operation.h"
#include "core/versions/versions_source.h"

#include <functional>

namespace chartroom {

class ResponsibilityRules;
class Signatures;

/// What a session tells of its versions, and of what is wrong meanwhile. Owned beside its session, dies
/// before it; the operations it makes outlive both. Of a recording no chart index is asked and no journal is
/// read.
class SessionVersions final : public VersionsSource
{
    Q_OBJECT
public:
    /// What outlives every operation.
    struct Writing
    {
        /// Another connection to the context; null: nothing can be written.
        std::function<Result<std::unique_ptr<ClusterSession>>()> connect;
        const Clock *clock = nullptr;
        HelmAccess access{};
    };
    /// `observed` as ObservationOperation takes it; `operations` is the folder of the journals, "" for none;
    /// without `rules`, which outlive it, nothing is diagnosed.
    SessionVersions(ObservationOperation::Parts observed, QString operations,
                    const ResponsibilityRules *rules, QObject *parent = nullptr);

    void setWriting(Writing writing) { m_writing = std::move(writing); }
    [[nodiscard]] QFuture<Result<SeenVersions>> look() override;
    [[nodiscard]] Result<MatrixOperation *> write(const MatrixWriteRequest &order, QObject *owner) override;

private:
    using End = std::function<void(Result<SeenVersions>)>;

    /// One after the other; each goes on with the next.
    QObject *observe(const End &end);
    void diagnose(const SeenVersions &seen, const End &end);
    void diagnoseWith(const Signatures &signatures, const SeenVersions &seen, const End &end);
    void readJournals(const SeenVersions &seen, const End &end);

    ObservationOperation::Parts m_observed;
    PodRestarts m_restarts;                   ///< by the look before
    QHash<QString, QDateTime> m_seenTroubles; ///< by dateByLooks()
    QString m_operations;
    const ResponsibilityRules *m_rules;
    Writing m_writing;
};

} // namespace chartroom
