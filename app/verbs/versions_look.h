// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/session_findings.h"
#include "core/versions/observation_operation.h"
#include "core/versions/way.h"

namespace chartroom {

/// What `versions audit` and `versions promote` have to know of a cluster: what it runs, what is found to be
/// wrong in it, and what the journals say of its bakes. Reads only. Destroying it ends it in silence.
class VersionsLook final : public QObject
{
    Q_OBJECT
public:
    /// What it borrows outlives it.
    struct Parts
    {
        ClusterSession *session = nullptr;          ///< its inventory is complete
        ChartSources *charts = nullptr;             ///< null: no index is asked
        const ResponsibilityRules *rules = nullptr; ///< null: nothing is diagnosed
        QString operations;                         ///< the folder of the journals; "" for none
        std::optional<ReportFact> report{};
        std::chrono::milliseconds patience{std::chrono::seconds(20)}; ///< for each step
    };
    explicit VersionsLook(Parts parts, QObject *parent = nullptr);
    ~VersionsLook() override;

    void start();
    /// Once it has finished: an error where nothing can be said. Of what an audit needs all but the matrix.
    [[nodiscard]] Result<AuditParts> auditParts() const;
    /// And the way: a diagnosis that could not be made counts as a trouble of unknown beginning.
    [[nodiscard]] WayFacts wayFacts() const;
    [[nodiscard]] const QList<MatrixConfigMap> &configMaps() const { return m_observation->configMaps(); }

Q_SIGNALS:
    /// Exactly once.
    void finished();

private:
    void diagnose();
    void diagnosed();
    void ended();

    Parts m_parts;
    int m_underWay = 0;
    QTimer m_timeout; ///< of the diagnosis
    std::unique_ptr<ObservationOperation> m_observation;
    std::unique_ptr<DiagnosisOperation> m_diagnosis;
    QList<Bake> m_bakes;
    QList<WayTrouble> m_troubles;
};

} // namespace chartroom
