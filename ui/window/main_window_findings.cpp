// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/addons_page.h"
#include "ui/pages/findings_page.h"
#include "ui/pages/rollout_page.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QStackedWidget>
#include <QTabBar>

namespace chartroom {

void MainWindow::buildFindingsActions()
{
    connect(addAction("copyFinding", tr("Copy fi&ndings as Markdown"), {}), &QAction::triggered, m_findings,
            &FindingsPage::copyFindings);
}

void MainWindow::connectFindings()
{
    connect(m_findings, &FindingsPage::summaryChanged, this, &MainWindow::showSummary);
    connect(m_findings, &FindingsPage::nodeRequested, this, &MainWindow::showNode);
    connect(m_findings, &FindingsPage::releaseRequested, this, &MainWindow::showRelease);
    connect(m_rollout, &RolloutPage::findingRequested, this, &MainWindow::showFinding);
    connect(m_addons, &AddonsPage::findingRequested, this, &MainWindow::showFinding);
    connect(m_addons, &AddonsPage::rolloutRequested, this,
            [this] { m_tabs->setCurrentIndex(m_pages->indexOf(m_rollout)); });
}

void MainWindow::showFinding(const Finding &finding)
{
    m_tabs->setCurrentIndex(m_pages->indexOf(m_findings));
    m_findings->showFinding(finding);
}

} // namespace chartroom
