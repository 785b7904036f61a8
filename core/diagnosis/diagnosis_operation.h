// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/background.h"
#include "core/diagnosis/finding.h"
#include "core/diagnosis/log_reader.h"
#include "core/diagnosis/operator_status.h"
#include "core/kube/paged_list.h"
#include "core/rollout/rollout_store.h"
#include "core/session/cluster_identity.h"

#include <QObject>
#include <QTimer>
#include <QtConcurrentRun>

#include <memory>
#include <stop_token>
#include <vector>

namespace chartroom {

/// What a diagnosis looked at, in numbers.
struct DiagnosisExtent
{
    QDateTime at; ///< UTC, by the cluster's clock; invalid: nothing was looked at yet
    int nodes = 0;
    int pods = 0;
    int events = 0;    ///< warnings
    int resources = 0; ///< the operators' own
    int logs = 0;

    friend bool operator==(const DiagnosisExtent &, const DiagnosisExtent &) = default;
};

/// What a diagnosis came to.
struct DiagnosisResult
{
    QList<Finding> findings; ///< see diagnose()
    QStringList notices;     ///< sentences about what could not be read, and is then not judged
    DiagnosisExtent extent;
    QList<OperatorStatus> operators = {}; ///< see operatorStatuses()
    /// When what was seen comes to more by the passage of time alone, by the clock of extent.at; invalid:
    /// nothing does.
    QDateTime next = {};
    QStringList missing =
        {}; ///< those of the notices about a reading that is not there: not all was looked at
};

/// One diagnosis of a cluster: waits until the rollouts are known, reads warning events, the operators'
/// resources and those logs that would tell more, and judges on the pool. Reads only. Destroying it ends it
/// in silence.
class DiagnosisOperation final : public QObject
{
    Q_OBJECT
public:
    enum class Step { Rollouts, Lists, Logs, Judging, Over };

    struct Parts
    {
        Transport *transport = nullptr; ///< outlives the operation, as the stores do
        const NodeStore *nodes = nullptr;
        const PodStore *pods = nullptr;
        RolloutStore *rollout = nullptr; ///< over these nodes and pods; is started
        QList<OwnedRelease> releases;
        Signatures signatures;
        ResponsibilityRules rules;
        bool isAwaited = true; ///< by somebody: the window looks again and again while nobody asks
        bool isUrgent = false; ///< see DiagnosisEvidence; for a ticket, whose questions do not wait
        std::chrono::milliseconds listTime{std::chrono::seconds(15)}; ///< for all lists together
        QStringList unread; ///< sentences about what the stores have yet to read
        /// What an earlier one read beside the stores: nothing is read, and the rollouts, nodes, pods and
        /// releases as they are now are judged with it.
        std::optional<DiagnosisEvidence> known = {};
        /// The folder of the journals, and whose of these count; "" for a cluster whose releases no
        /// operation of this machine can have changed.
        QString operations = {};
        ClusterIdentity cluster = {};
    };
    explicit DiagnosisOperation(Parts parts, QObject *parent = nullptr);
    ~DiagnosisOperation() override;

    void start();
    /// Ends it with Cancelled, unless it is over.
    void cancel();
    [[nodiscard]] Step step() const { return m_step; }
    /// What it came to, once it is over. An error only where nothing can be said: the nodes cannot be read,
    /// and not because they may not be, when all the rest is judged.
    [[nodiscard]] const Result<DiagnosisResult> &result() const { return m_result; }
    /// Those that were read for it, of pods in trouble; masked.
    [[nodiscard]] const QList<LogText> &logs() const { return m_evidence.logs; }
    /// What was read beside the stores, once it is over: for `known` of another one.
    [[nodiscard]] const DiagnosisEvidence &evidence() const { return m_evidence; }
    /// Those of its notices that the stores have yet to read.
    [[nodiscard]] const QStringList &unread() const { return m_parts.unread; }
    /// Of the tracks that were judged; not of those that the rollout does not concern.
    [[nodiscard]] const QHash<TrackKey, Verdict> &verdicts() const { return m_verdicts; }

Q_SIGNALS:
    void progressChanged();
    /// Exactly once; result() has it.
    void finished();

private:
    struct Listing;

    /// The window's own looks are long with thousands of nodes, and yield to whoever scrolls or winds.
    template<typename Work>
    [[nodiscard]] auto run(Work work) const
    {
        return m_parts.isAwaited ? QtConcurrent::run(std::move(work)) : runInBackground(std::move(work));
    }

    void readLists();
    void judgeKnown();
    void takeStores();
    void askRemnants();
    void listHookJobs();
    void askGroups();
    void listOperators(const std::optional<QSet<QString>> &groups);
    void list(const ResourceQuery &query, const QString &kind);
    void begin(Listing &listing);
    void take(Listing &listing, const QList<KubeObject> &objects);
    void miss(const QString &sentence);
    void missLate();
    static void takeOperated(Listing &listing, const KubeObject &object);
    void askWhyTheyWait(const Listing &podGroups);
    void listFailed(Listing &listing, const Error &error);
    void listEnded(Listing &listing);
    void chooseWhenRead();
    void chooseLogs();
    void gather(const Listing &listing);
    void addReasons(const QList<WarningEvent> &events);
    void noteUnreadable();
    void judge();
    [[nodiscard]] DiagnosisExtent extent() const;
    void enter(Step step);
    void end(Result<DiagnosisResult> result);

    Parts m_parts;
    Step m_step = Step::Rollouts;
    bool m_areGroupsAwaited = false; ///< which API groups the cluster serves
    int m_awaitedRemnants = 0;       ///< releases that an operation of this machine may have left pending
    std::vector<std::unique_ptr<Listing>> m_listings;
    QTimer m_listTimer;
    LogReader m_logReader;
    std::stop_source m_stop; ///< of what runs on the pool
    DiagnosisEvidence m_evidence;
    QStringList m_notices;
    QStringList m_missing; ///< see DiagnosisResult
    QHash<TrackKey, Verdict> m_verdicts;
    Result<DiagnosisResult> m_result;
};

} // namespace chartroom
