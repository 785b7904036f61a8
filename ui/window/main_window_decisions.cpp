// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/decision_dialog.h"
#include "ui/pages/addons_page.h"
#include "ui/window/main_window.h"

#include <QAction>

// What a person decides about the owner of the chosen release.

namespace chartroom {

void MainWindow::buildDecisionActions()
{
    const auto add = [this](const char *name, const QString &text, Decision::Verdict verdict) {
        QAction *added = addAction(name, text, {});
        added->setEnabled(false);
        connect(added, &QAction::triggered, this, [this, verdict] { decide(m_addons->selected(), verdict); });
        return added;
    };
    QAction *declare =
        add("declareDiverged", tr("&Declare the release customer-owned…"), Decision::Verdict::Diverged);
    QAction *withdraw = add("withdrawDecision", tr("&Withdraw the decision about the release…"),
                            Decision::Verdict::Withdrawn);
    connect(m_addons, &AddonsPage::decisionsOffered, this, [declare, withdraw](const DecisionOffer &offer) {
        declare->setEnabled(offer.declare);
        withdraw->setEnabled(offer.withdraw);
    });
    connect(m_addons, &AddonsPage::decisionRequested, this, &MainWindow::decide);
}

void MainWindow::decide(const ReleaseKey &key, Decision::Verdict verdict)
{
    if (key.name.isEmpty() || !m_context.decisions)
        return;
    Decision decision;
    decision.cluster = m_cluster;
    decision.namespaceName = key.namespaceName;
    decision.release = key.name;
    decision.verdict = verdict;
    (new DecisionDialog(m_context, decision, this))->open();
}

} // namespace chartroom
