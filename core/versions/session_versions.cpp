// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/session_versions.h"

#include "core/base/end_with.h"
#include "core/base/on_finished.h"
#include "core/diagnosis/session_findings.h"
#include "core/rollout/rollout_store.h"

#include <QPromise>
#include <QtConcurrentRun>

#include <memory>

namespace chartroom {

SessionVersions::SessionVersions(ObservationOperation::Parts observed, QString operations,
                                 const ResponsibilityRules *rules, QObject *parent)
    : VersionsSource(parent)
    , m_observed(std::move(observed))
    , m_operations(std::move(operations))
    , m_rules(rules)
{
    if (!m_observed.session->helm()) {
        m_observed.charts = nullptr;
        m_operations.clear();
    }
}

QFuture<Result<SeenVersions>> SessionVersions::look()
{
    const auto promise = std::make_shared<QPromise<Result<SeenVersions>>>();
    promise->start();
    const End end = [promise](Result<SeenVersions> result) {
        promise->addResult(std::move(result));
        promise->finish();
    };
    QObject *operation = observe(end);
    endWith(promise->future(), operation);
    return promise->future();
}

QObject *SessionVersions::observe(const End &end)
{
    auto *operation = new ObservationOperation(m_observed, this);
    connect(operation, &ObservationOperation::finished, operation, [this, operation, end] {
        operation->deleteLater();
        const Result<VersionFacts> &facts = operation->facts();
        if (!facts)
            return end(tl::make_unexpected(facts.error()));
        SeenVersions seen;
        seen.facts = *facts;
        seen.published = operation->published();
        seen.configMaps = operation->configMaps();
        seen.configMapProblem = operation->configMapProblem();
        seen.at = m_observed.session->now();
        diagnose(seen, end);
    });
    operation->start();
    return operation;
}

void SessionVersions::diagnose(const SeenVersions &seen, const End &end)
{
    if (!m_rules)
        return readJournals(seen, end);
    // Off this thread: the file is long.
    onFinished(QtConcurrent::run(&Signatures::bundled), this,
               [this, seen = seen, end](const Result<Signatures> &signatures) {
                   if (signatures)
                       diagnoseWith(*signatures, seen, end);
                   else
                       readJournals(seen, end);
               });
}

void SessionVersions::diagnoseWith(const Signatures &signatures, const SeenVersions &seen, const End &end)
{
    auto *operation = new DiagnosisOperation(diagnosisParts(*m_observed.session, signatures, *m_rules), this);
    QTimer::singleShot(m_observed.patience, operation, &DiagnosisOperation::cancel);
    connect(operation, &DiagnosisOperation::finished, operation,
            [this, operation, seen = seen, end]() mutable {
                operation->deleteLater();
                const Result<DiagnosisResult> &result = operation->result();
                const auto refusal = result ? m_observed.session->rollout()->refusal() // of its nodes
                                            : std::optional(result.error());
                seen.troubles =
                    !refusal ? troublesIn(result->findings)
                             : QList<BakeTrouble>{{{},
                                                   tr("The findings of the cluster are unknown: %1")
                                                       .arg(refusal->code == Error::Code::Cancelled
                                                                ? tr("it could not be checked in time.")
                                                                : refusal->message),
                                                   false}};
                dateByLooks(seen.troubles, m_seenTroubles, seen.at);
                readJournals(seen, end);
            });
    operation->start();
}

void SessionVersions::readJournals(const SeenVersions &seen, const End &end)
{
    if (m_operations.isEmpty())
        return end(seen);
    const RolloutStore &rollout = *m_observed.session->rollout();
    QList<HealedTrouble> healed;
    for (const TrackKey &key : rollout.keys())
        if (!isPlainDaemonSet(key.component))
            healed += healedIn(key.node, rollout.history(key));
    const auto read = [operations = m_operations, cluster = m_observed.session->identity(), seen, healed,
                       restarts = m_restarts, isDiagnosed = m_rules != nullptr] {
        UpgradePathInput facts;
        facts.healed = healed + healedNodes(seen.facts) + restartedPods(seen.facts, restarts, seen.at);
        facts.bakes = readBakes(operations, cluster);
        facts.troubles = seen.troubles;
        facts.now = seen.at;
        addRollouts(seen.facts, facts);
        return std::pair(noteBakes(operations, facts, isDiagnosed), restartsIn(seen.facts));
    };
    onFinished(QtConcurrent::run(read), this,
               [this, seen = seen, end](const std::pair<QList<Bake>, PodRestarts> &noted) mutable {
                   seen.bakes = noted.first;
                   m_restarts = noted.second;
                   end(std::move(seen));
               });
}

Result<MatrixOperation *> SessionVersions::write(const MatrixWriteRequest &order, QObject *owner)
{
    if (!m_writing.connect)
        return failure(Error::Code::Unsupported, tr("Nothing can be changed in a recording."));
    auto connection = m_writing.connect();
    if (!connection)
        return tl::make_unexpected(connection.error());
    OperationParts parts;
    parts.transport = (*connection)->transport();
    parts.kubectl = (*connection)->kubectl();
    if (!parts.kubectl)
        return failure(Error::Code::NotFound,
                       tr("This needs kubectl, which is not installed on this machine. Install it, or add it "
                          "to $PATH, and restart Chartroom."));
    // Its answer tells how the server's clock differs from ours, before a lease is written by it.
    Request version;
    version.path = QStringLiteral("/version");
    (void)parts.transport->get(version);
    parts.clock = m_writing.clock;
    parts.access = m_writing.access;
    parts.holder = LeaseHolder::ofThisProcess();
    parts.folder = m_operations;
    auto *operation = new MatrixOperation(parts, order, owner);
    connection->release()->setParent(operation); // it dies after what stands on it
    return operation;
}

} // namespace chartroom
