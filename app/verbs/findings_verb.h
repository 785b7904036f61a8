// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/verbs/session_verb.h"
#include "core/diagnosis/diagnosis_operation.h"

#include <QHash>

namespace chartroom {

/// `findings`: what is wrong in each cluster, the causes first. Several are looked at side by side, each from
/// when it answers. Ends with Found when there is something, with NotDone where nothing is and a reading is
/// missing; of several the worst.
class FindingsVerb final : public SessionVerb
{
    Q_OBJECT
public:
    /// `rules` outlives the verb.
    FindingsVerb(Invocation invocation, Sessions sessions, Console *console,
                 const ResponsibilityRules *rules);
    ~FindingsVerb() override;

protected:
    void readOne(ClusterSession *session) override;
    void print(const QList<ClusterSession *> &readable) override;
    [[nodiscard]] InventoryWait::Need need() const override { return InventoryWait::Need::Nodes; }

private:
    void next();
    void look(ClusterSession *session);
    void lookedAt(ClusterSession *session, const Result<DiagnosisResult> &result);
    void printText(const ClusterSession &session, const QList<Finding> &findings);
    void printData();

    const ResponsibilityRules *m_rules;
    QList<ClusterSession *> m_readable;
    QList<ClusterSession *> m_waiting; ///< for their look
    int m_running = 0;                 ///< looks
    bool m_isAllRead = false;          ///< no further cluster answers
    bool m_hasPrinted = false;
    int m_code = Done;
    QHash<ClusterSession *, ClusterPrintout> m_printouts;
};

} // namespace chartroom
