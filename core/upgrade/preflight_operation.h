// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/on_finished.h"
#include "core/session/cluster_session.h"
#include "core/upgrade/node_impact.h"
#include "core/upgrade/preflight_finding.h"
#include "core/upgrade/preflight_reading.h"
#include "core/upgrade/rollout_facts.h"
#include "core/upgrade/value_shift.h"

#include <QFuture>
#include <QObject>
#include <QTimer>

#include <functional>

namespace chartroom {

class RolloutStore;
struct RollbackRequest;

/// What a preflight comes to.
struct PreflightReport
{
    QDateTime at; ///< UTC
    QList<PreflightFinding> findings;
    NodeImpact impact;
    std::optional<RolloutFacts> rollout; ///< where drivers are touched and the nodes could be read
    std::optional<ValueShift> values;    ///< what it changes of the values; nothing: unknown
    QString fromChart{};                 ///< of a rollback: the chart's versions; "" unknown
    QString toChart{};
};
/// A pure function, for the pool.
[[nodiscard]] PreflightReport preflightReport(const PreflightEvidence &evidence);

/// Gathers what the preflight judges, step by step, and judges it. Changes nothing: reads through the
/// session's transport, lets helm and kubectl rehearse. What cannot be had makes findings Unknown, and no
/// step ends the others. After cancel() it reports Cancelled and is silent.
class PreflightOperation final : public QObject
{
    Q_OBJECT
public:
    enum class Step {
        Tools,
        Release,
        Target,
        Chart,
        Values,
        DryRun,
        Objects,
        Rights,
        Rehearsal,
        Nodes,
        Judge
    };
    Q_ENUM(Step)

    struct Sources
    {
        ClusterSession *session = nullptr; ///< live; outlives the operation
        ChartSources *charts = nullptr;    ///< null when there are none
        QString operations;                ///< the folder of the journals; "" for none
        QString chartCache;                ///< the folder of ChartCache; "" for none
        std::chrono::milliseconds nodesTimeout{std::chrono::seconds(30)};
    };
    PreflightOperation(Sources sources, UpgradeDraft draft, QObject *parent = nullptr);
    /// Of a rollback: the record that Helm keeps stands where the upgrade has its dry run. What its chart is
    /// needed for is unknown without charts.
    PreflightOperation(Sources sources, const RollbackRequest &order, QObject *parent = nullptr);

    /// Before start(): the upgrade follows at once, and a window that is yet to begin is severe, with an id
    /// of its own.
    void setRunNow() { m_evidence.isRunNow = true; }
    void start();
    void cancel();
    /// Cancelled, or a report; nothing to go by before finished().
    [[nodiscard]] const Result<PreflightReport> &report() const { return m_report; }

Q_SIGNALS:
    /// Before the step.
    void progressChanged(chartroom::PreflightOperation::Step step);
    /// Exactly once; report() has what came of it.
    void finished();

private:
    /// Goes on with `handler` unless cancelled; the future is cancelled with the operation.
    template<typename T, typename Handler>
    void await(QFuture<T> future, Handler handler)
    {
        m_cancelRunning = [future]() mutable { future.cancel(); };
        onFinished(future, this, [this, handler](T result) {
            if (!m_isOver)
                handler(std::move(result));
        });
    }
    [[nodiscard]] QFuture<Result<Response>> get(const QString &path, const QUrlQuery &query = {}) const;
    void enter(Step step);

    void readTools();
    void readLease();
    void lookForHelm();
    void readRelease();
    void readDeployedValues();
    void readRecordOwner();
    void readRevisions();
    void readTarget();
    void compareValues();
    void readTargetChart();
    void readRemnants();
    void readChart();
    void readVersions();
    void computeValues();
    void dryRun();
    void dryRun(const QString &archive);
    void compare();
    void readLive();
    void takeLive(const Result<QList<LiveObject>> &found, qsizetype crds);
    void readKinds(QStringList apiVersions);
    void askRights();
    void rehearse();
    void readHeld();
    void readBakes();
    [[nodiscard]] ClusterIdentity cluster() const;
    void readOpenShift();
    template<typename Fact>
    void takeOpenShift(const Result<Response> &response, QList<Fact> OpenShiftFacts::*its);
    void readBudgets();
    void readClaims();
    void readPolicies(QStringList paths);
    void readNodes();
    [[nodiscard]] Result<QList<PendingRelease>> pendingElsewhere() const;
    void takeNodes();
    void judge();
    void end(Result<PreflightReport> report);

    Sources m_sources;
    PreflightEvidence m_evidence;
    std::optional<ReleaseRecord> m_record;
    PlannedObjects m_planned;
    QHash<QString, ServedKinds> m_kinds; ///< by apiVersion
    QTimer m_nodesTimeout;
    Result<PreflightReport> m_report;
    std::function<void()> m_cancelRunning;
    bool m_isOver = false;
};

} // namespace chartroom
