// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/matrix_work.h"
#include "app/verbs/session_verb.h"
#include "core/upgrade/release_operation.h"

namespace chartroom {

class MatrixOperation;
class ResponsibilityRules;
class SessionVersions;
struct SeenVersions;

/// `versions diff`, `versions promote` and `versions rollback`: the document itself. A promotion looks at the
/// cluster first, and is refused without a reason for each gate that is closed. Other than that a matrix in a
/// file or in Git needs no cluster; a ConfigMap is read and written with kubectl. Nothing is written without
/// --yes.
class MatrixVerb final : public SessionVerb
{
    Q_OBJECT
public:
    /// What it borrows outlives it.
    struct Parts
    {
        const Clock *clock = nullptr;
        ChartSources *charts = nullptr;             ///< null when there are none
        const ResponsibilityRules *rules = nullptr; ///< null: nothing is diagnosed
        OperationParts operation{};                 ///< lacks only what the session has
    };
    MatrixVerb(Invocation invocation, Sessions sessions, Console *console, Parts parts);
    ~MatrixVerb() override;

    /// Whether it is one of these.
    [[nodiscard]] static bool isMeantBy(const Invocation &invocation);
    /// Whether it has to be given a session.
    [[nodiscard]] static bool needsCluster(const Invocation &invocation);
    void start() override;
    void interrupt() override;

protected:
    void print(const QList<ClusterSession *> &readable) override;

private:
    void readSource();
    void readConfigMap();
    void take(const Result<ChosenMatrix> &source);
    void diff();
    void plan();
    void look();
    void judge(const SeenVersions &seen);
    void takeGates(const QList<UpgradePathGate> &gates);
    void decide();
    void write();
    void apply();
    void applied(const OperationResult &result);
    void printPlan(const std::optional<MatrixCommitted> &written, const QString &resourceVersion = {});

    Parts m_parts;
    ClusterSession *m_session = nullptr;
    ChosenMatrix m_source;
    MatrixPlan m_plan;
    bool m_isBlocked = false; ///< a gate is closed, and nobody said why all the same
    std::unique_ptr<SessionVersions> m_versions;
    std::unique_ptr<MatrixOperation> m_operation;
};

} // namespace chartroom
