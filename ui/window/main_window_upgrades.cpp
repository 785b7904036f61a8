// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release_situation.h"
#include "core/screens/activity/open_operations.h"
#include "core/session/release_source.h"
#include "ui/pages/activity_page.h"
#include "ui/pages/addons_page.h"
#include "ui/pages/rollout_page.h"
#include "ui/pages/upgrade_page.h"
#include "ui/widgets/banner.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>

#include <utility>

namespace chartroom {

void MainWindow::buildUpgradeActions()
{
    connect(addAction("upgrade", tr("&Upgrade…"), {QKeySequence(QStringLiteral("Ctrl+U"))}),
            &QAction::triggered, this, [this] {
                if (const ReleaseKey key = m_addons->selected(); !key.name.isEmpty())
                    showUpgrade(key);
                else
                    m_tabs->setCurrentIndex(m_pages->indexOf(m_upgrade));
            });
    QAction *back = addAction("rollBack", tr("Roll &back…"), {});
    connect(back, &QAction::triggered, this, [this] {
        const ReleaseKey key = m_addons->selected();
        if (const int revision = rollbackTarget(key); revision > 0)
            showRollback(key, revision);
    });
    addAction("showCutOff", tr("Show what was cut &off"), {})->setEnabled(false);
}

void MainWindow::connectUpgrades()
{
    connect(m_addons, &AddonsPage::releaseSelected, m_upgrade, &UpgradePage::setRelease);
    connect(m_addons, &AddonsPage::upgradeRequested, this, &MainWindow::showUpgrade);
    connect(m_addons, &AddonsPage::rollbackRequested, this, &MainWindow::showRollback);
    connect(m_upgrade, &UpgradePage::releaseChosen, m_addons, &AddonsPage::selectRelease);
    connect(m_upgrade, &UpgradePage::releaseRequested, this, &MainWindow::showRelease);
    connect(m_upgrade, &UpgradePage::failed, this, &MainWindow::showError);
    connect(m_upgrade, &UpgradePage::rolloutRequested, this, [this](const WindowPlan &plan) {
        m_tabs->setCurrentIndex(m_pages->indexOf(m_rollout));
        if (plan.isSet())
            m_rollout->setWindowPlan(plan);
        m_rollout->focusTable();
    });
    connect(m_activity, &ActivityPage::failed, this, &MainWindow::showError);
    connect(m_activity, &ActivityPage::rollbackRequested, this,
            [this](const QString &cluster, const ReleaseKey &key, int toRevision) {
                showCluster(cluster);
                showRollback(key, toRevision);
            });
    connect(m_upgrade, &UpgradePage::ended, this, [this](const OperationResult &result) {
        if (result.end != OperationResult::End::Done || !result.problems.isEmpty())
            m_isClosing = false; // a person has to see that
    });
    connect(m_upgrade, &UpgradePage::runningChanged, m_activity, [this] {
        if (m_activity->isVisible())
            m_activity->reload();
    });
    connect(
        m_upgrade, &UpgradePage::runningChanged, this,
        [this] {
            if (m_isClosing && m_upgrade->running().isEmpty())
                close();
        },
        Qt::QueuedConnection);
}

/// What was cut off stands over whatever page, until somebody has settled it. At the start, where no person
/// has gone anywhere yet, it is what the window shows.
void MainWindow::watchOperations()
{
    m_cutOff->setObjectName(QStringLiteral("cutOff"));
    connect(m_upgrade, &UpgradePage::operationRequested, this, &MainWindow::showOperation);
    OpenOperations *operations = m_context.openOperations;
    if (!operations)
        return;
    QAction *show = action("showCutOff");
    connect(show, &QAction::triggered, this, [this, operations] {
        if (!operations->all().isEmpty())
            showOperation(operations->all().first().entry.folder);
    });
    connect(operations, &OpenOperations::changed, this, &MainWindow::sayCutOff);
    connect(operations, &OpenOperations::read, show, [this, operations, isStart = true]() mutable {
        if (std::exchange(isStart, false) && !operations->all().isEmpty() && m_tabs->currentIndex() == 0)
            showOperation(operations->all().first().entry.folder);
    });
    connect(m_activity, &ActivityPage::closed, operations, &OpenOperations::readAgain);
    connect(m_upgrade, &UpgradePage::runningChanged, operations, &OpenOperations::readAgain);
    operations->readAgain();
    sayCutOff();
}

void MainWindow::sayCutOff()
{
    const QList<CutOperation> &all = m_context.openOperations->all();
    QString text = all.isEmpty() ? QString() : cutHeadline(all.first());
    if (all.size() > 1)
        text += u' ' + tr("%n more operation(s) were cut off.", nullptr, int(all.size()) - 1);
    action("showCutOff")->setEnabled(!all.isEmpty());
    m_cutOff->say(text, Banner::Tone::Warning, action("showCutOff"));
}

void MainWindow::showOperation(const QString &folder)
{
    m_tabs->setCurrentIndex(m_pages->indexOf(m_activity));
    m_activity->showOperation(folder);
    m_activity->focusContent();
}

void MainWindow::showUpgrade(const ReleaseKey &key)
{
    m_addons->selectRelease(key);
    m_tabs->setCurrentIndex(m_pages->indexOf(m_upgrade));
    m_upgrade->plan(key);
    m_upgrade->focusContent();
}

/// The last revision that was deployed before the newest; 0 where the release has none, and nothing can be
/// run.
int MainWindow::rollbackTarget(const ReleaseKey &key) const
{
    const ReleaseSource *releases = m_context.fleet->releases(m_cluster);
    const Release *release = releases ? releases->find(key) : nullptr;
    return release && m_context.fleet->upgrades(m_cluster)
               ? situationOf(*release, releases->serverNow()).rollbackTargets.value(0)
               : 0;
}

/// What stands in the menu is of the moment at which it opens.
void MainWindow::updateRollback()
{
    const int revision = rollbackTarget(m_addons->selected());
    action("rollBack")->setEnabled(revision > 0);
    action("rollBack")
        ->setText(revision > 0 ? tr("Roll &back to revision %1…").arg(revision) : tr("Roll &back…"));
}

void MainWindow::showRollback(const ReleaseKey &key, int toRevision)
{
    m_addons->selectRelease(key);
    m_tabs->setCurrentIndex(m_pages->indexOf(m_upgrade));
    m_upgrade->showRollback(key, toRevision);
}

/// To end the program would end helm half-way, so the window waits; a person may only say that it closes by
/// itself then.
void MainWindow::askBeforeClosing(const QStringList &running)
{
    if (m_isClosing || findChild<QMessageBox *>(QStringLiteral("closingBox")))
        return;
    auto *box = new QMessageBox(
        QMessageBox::Information, tr("Chartroom"),
        tr("At work: %1. The window closes when that has ended, because a helm that is stopped would leave "
           "the release half-way. A rollout of nodes goes on in the cluster without this window.")
            .arg(running.join(QStringLiteral(", "))),
        QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("closingBox"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    QPushButton *close = box->addButton(tr("Close when it has ended"), QMessageBox::AcceptRole);
    close->setObjectName(QStringLiteral("closeLater"));
    QPushButton *stay = box->addButton(tr("Stay"), QMessageBox::RejectRole);
    box->setDefaultButton(stay);
    box->setEscapeButton(stay);
    connect(close, &QPushButton::clicked, this, [this] {
        m_isClosing = true;
        if (m_upgrade->running().isEmpty())
            QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
    });
    box->open();
}

} // namespace chartroom
