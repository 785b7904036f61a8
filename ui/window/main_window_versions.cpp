// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/tickets/ticket_controller.h"
#include "ui/pages/upgrade_page.h"
#include "ui/pages/versions_page.h"
#include "ui/window/main_window.h"

#include <QAction>

namespace chartroom {

void MainWindow::buildVersionsActions()
{
    m_actions += m_versions->commands();
    connect(m_versions, &VersionsPage::summaryChanged, this, &MainWindow::showSummary);
    connect(action("retry"), &QAction::triggered, m_versions, &VersionsPage::lookAgain);
    connect(m_versions, &VersionsPage::failed, this, &MainWindow::showError);
    connect(m_versions, &VersionsPage::ticketRequested, this, [this](const VersionAudit &audit) {
        TicketRequest wish;
        wish.versions = audit;
        openTicket(wish);
    });
    connect(m_versions, &VersionsPage::planRequested, this,
            [this](const ReleaseKey &key, const StepPlan &plan) {
                showUpgrade(key);
                m_upgrade->planStep(plan);
            });
}

} // namespace chartroom
