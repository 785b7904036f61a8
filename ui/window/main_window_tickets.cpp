// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/addons_page.h"
#include "ui/pages/findings_page.h"
#include "ui/pages/rollout_page.h"
#include "ui/pages/tickets_page.h"
#include "ui/pages/upgrade_page.h"
#include "ui/pages/window_plan_page.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QStackedWidget>
#include <QTabBar>

// The ways to a ticket: from a release, from nodes, from a plan, and for the next shift.

namespace chartroom {

void MainWindow::buildTicketActions()
{
    connect(
        addAction("ticket", tr("&Ticket about what is chosen…"), {QKeySequence(QStringLiteral("Ctrl+T"))}),
        &QAction::triggered, this, [this] { openTicket(ticketRequest()); });
    connect(addAction("ticketOfNode", tr("Ticket about the chosen &nodes…"), {}), &QAction::triggered, this,
            [this] {
                TicketRequest wish = ticketRequest();
                wish.nodes = m_rollout->chosenNodes();
                openTicket(wish);
            });
    connect(addAction("handover", tr("Hand&over to the next shift…"),
                      {QKeySequence(QStringLiteral("Ctrl+Shift+T"))}),
            &QAction::triggered, this, [this] {
                TicketRequest wish;
                wish.phase = TicketPhase::Handover;
                openTicket(wish);
            });
    m_actions += m_tickets->commands();
    m_rollout->setNodeActions({action("describe"), action("copyNode"), action("ticketOfNode")});
    connect(m_tickets, &TicketsPage::failed, this, &MainWindow::showError);
    connect(m_upgrade, &UpgradePage::ticketRequested, this, &MainWindow::openTicket);
    connect(m_plan, &WindowPlanPage::ticketRequested, this,
            [this](const PlannedWindow &plan, const std::optional<UpgradeWindow> &window) {
                TicketRequest wish;
                wish.phase = TicketPhase::Before;
                wish.plan = plan;
                wish.window = window;
                openTicket(wish);
            });
    m_findings->setTicketable(true);
    connect(m_findings, &FindingsPage::ticketRequested, this, [this](const Finding &finding) {
        TicketRequest wish;
        wish.phase = TicketPhase::During;
        const ReleaseSource *releases = m_context.fleet->releases(m_cluster);
        const QList<ReleaseKey> keys = releases ? releases->keys() : QList<ReleaseKey>();
        for (const ReleaseKey &key : keys)
            if (key.namespaceName + u'/' + key.name == finding.release)
                wish.releases = {key};
        wish.nodes = finding.nodes;
        openTicket(wish);
    });
}

/// Of the page that is shown: its nodes, its plan, else the release that is chosen.
TicketRequest MainWindow::ticketRequest() const
{
    TicketRequest wish;
    const QWidget *page = m_pages->currentWidget();
    if (page == m_upgrade)
        return m_upgrade->ticketRequest();
    if (page == m_rollout) {
        wish.phase = TicketPhase::During;
        if (const QString component = m_rollout->component(); isPlainDaemonSet(component))
            wish.component = component; // operators' drivers belong into one ticket
    } else if (const ReleaseKey key = m_addons->selected(); page == m_addons && !key.name.isEmpty()) {
        wish.releases = {key};
    }
    return wish;
}

void MainWindow::openTicket(const TicketRequest &wish)
{
    if (!wish.cluster.isEmpty())
        showCluster(wish.cluster);
    m_tabs->setCurrentIndex(m_pages->indexOf(m_tickets));
    m_tickets->open(wish);
}

} // namespace chartroom
