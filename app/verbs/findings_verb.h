// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/verbs/session_verb.h"
#include "core/diagnosis/diagnosis_operation.h"

#include <QTimer>

namespace chartroom {

/// `findings`: what is wrong in the cluster, the causes first. Ends with Found when there is something, else
/// with NotDone where a reading is missing.
class FindingsVerb final : public SessionVerb
{
    Q_OBJECT
public:
    /// `rules` outlives the verb.
    FindingsVerb(Invocation invocation, Sessions sessions, Console *console,
                 const ResponsibilityRules *rules);
    ~FindingsVerb() override;

protected:
    void print(const QList<ClusterSession *> &readable) override;
    [[nodiscard]] InventoryWait::Need need() const override { return InventoryWait::Need::Nodes; }

private:
    void printAll();

    const ResponsibilityRules *m_rules;
    std::unique_ptr<DiagnosisOperation> m_operation;
    QTimer m_timeout;
};

} // namespace chartroom
