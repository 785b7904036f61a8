// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/paged_list.h"
#include "core/session/cluster_session.h"
#include "core/versions/audit.h"
#include "core/versions/matrix_source.h"

#include <QTimer>

#include <memory>
#include <vector>

namespace chartroom {

class ChartSources;

/// Reads what says which versions a session's cluster runs: its releases, nodes and pods, the operators'
/// policies, DaemonSets, and what OpenShift, the Operator Lifecycle Manager, Node Feature Discovery, SR-IOV
/// and the NIC operator have, where the cluster serves them. Then which versions the charts' indexes list.
/// Reads only. Destroying it ends it in silence.
class ObservationOperation final : public QObject
{
    Q_OBJECT
public:
    enum class Step { Stores, Lists, Records, Charts, Over };

    struct Parts
    {
        ClusterSession *session = nullptr; ///< outlives the operation
        ChartSources *charts = nullptr;    ///< null: no index is asked
        std::optional<ReportFact> report;
        std::chrono::milliseconds patience{std::chrono::seconds(20)}; ///< for each step
    };
    explicit ObservationOperation(Parts parts, QObject *parent = nullptr);
    ~ObservationOperation() override;

    void start();
    [[nodiscard]] Step step() const { return m_step; }
    /// Once it is over. An error only where nothing can be said: the nodes cannot be read.
    [[nodiscard]] const Result<VersionFacts> &facts() const { return m_result; }
    [[nodiscard]] const QList<PublishedVersions> &published() const { return m_published; }
    /// The ConfigMaps of the usual name that hold a matrix, by namespace; where none does, all of that name.
    [[nodiscard]] const QList<MatrixConfigMap> &configMaps() const { return m_configMaps; }
    /// Why it is not known whether there is one.
    [[nodiscard]] const std::optional<Error> &configMapProblem() const { return m_configMapProblem; }

Q_SIGNALS:
    void progressChanged();
    /// Exactly once.
    void finished();

private:
    struct Listing;
    using Take = std::function<void(const KubeObject &)>;

    void checkStores();
    void readLists();
    template<typename Fact>
    void list(const ResourceQuery &query, QList<Fact> &facts);
    void begin(Listing &listing);
    void listEnded(Listing &listing);
    void takeStores();
    void takePods();
    void readRecords();
    void takeRelease(const ReleaseKey &key, const ReleaseRecord &record, bool isRunning);
    void readCharts();
    void readVersions(const QString &component, const ReleaseRecord &record);
    void chartsEnded();
    void advance();
    void enter(Step step);
    void end(Result<VersionFacts> result);

    Parts m_parts;
    Step m_step = Step::Stores;
    bool m_isStarted = false;
    QTimer m_timer;
    std::vector<std::unique_ptr<Listing>> m_listings;
    QStringList m_pods;                                   ///< by uid: those yet to be looked at
    int m_underWay = 0;                                   ///< of records or charts
    QList<std::pair<QString, ReleaseRecord>> m_operators; ///< component and record, of those that run
    VersionFacts m_facts;
    QList<PublishedVersions> m_published;
    QList<MatrixConfigMap> m_configMaps;
    std::optional<Error> m_configMapProblem;
    Result<VersionFacts> m_result;
};

} // namespace chartroom
