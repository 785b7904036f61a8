// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"
#include "ui/pages/upgrade_page.h"
#include "ui/pages/versions_page.h"

namespace chartroom {

void MainWindow::buildVersionsActions()
{
    m_actions += m_versions->commands();
    connect(m_versions, &VersionsPage::summaryChanged, this, &MainWindow::showSummary);
    connect(m_versions, &VersionsPage::failed, this, &MainWindow::showError);
    connect(m_versions, &VersionsPage::planRequested, this,
            [this](const ReleaseKey &key, const QString &version) {
                showUpgrade(key);
                m_upgrade->planVersion(version);
            });
}

} // namespace chartroom
