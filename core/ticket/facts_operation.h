// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis_operation.h"
#include "core/ticket/session_facts.h"

#include <QObject>
#include <QTimer>

namespace chartroom {

/// Gathers what a session can tell for a ticket: the rollouts of its nodes, what is found to be wrong and the
/// logs that were read for it, this machine's newest operation on one of the releases, and what their last
/// upgrade changed. What does not come in time or may not be read is left out, and said to be. Reads only.
/// Destroying it ends it in silence.
class FactsOperation final : public QObject
{
    Q_OBJECT
public:
    enum class Step { Rollouts, Findings, Journal, Revisions, Nodes, Over };

    struct Parts
    {
        ClusterSession *session = nullptr; ///< outlives the operation; its inventory is complete
        const ResponsibilityRules *rules = nullptr;
        QList<ReleaseKey> releases;
        QString operations;        ///< the folder of the journals; "" has none
        QList<Masked> credentials; ///< to be hidden word for word
        std::chrono::milliseconds patience{std::chrono::seconds(20)}; ///< for the rollouts and the findings
    };
    explicit FactsOperation(Parts parts, QObject *parent = nullptr);
    ~FactsOperation() override;

    void start();
    [[nodiscard]] Step step() const { return m_step; }
    /// Once it is over. Draft, preflight, plan, window and events are the caller's to add.
    [[nodiscard]] const TicketFacts &facts() const { return m_facts; }
    /// What could not be read, in sentences; the facts have them, too.
    [[nodiscard]] const QStringList &notices() const { return m_notices; }

Q_SIGNALS:
    /// Exactly once.
    void finished();

private:
    void diagnose();
    void takeFindings();
    void readJournals();
    [[nodiscard]] bool isOurs(const ActivityEntry &entry) const;
    void readRevisions();
    void takeRevision(const ReleaseKey &key, const Result<ReleaseRecord> &record, bool isPrevious);
    void readNodes();
    void end();

    Parts m_parts;
    Step m_step = Step::Rollouts;
    bool m_isStarted = false;
    QTimer m_patience;
    std::unique_ptr<DiagnosisOperation> m_diagnosis;
    bool m_areRolloutsLate = false; ///< patience ended before they were complete
    int m_awaited = 0;              ///< revisions that are read
    QHash<ReleaseKey, ReleaseRecord> m_previous;
    QHash<ReleaseKey, QMap<int, RevisionWords>> m_words;
    TicketFacts m_facts;
    QStringList m_notices;
};

} // namespace chartroom
