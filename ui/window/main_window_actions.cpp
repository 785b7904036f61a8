// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/fleet.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/shortcut_sheet.h"
#include "ui/pages/activity_page.h"
#include "ui/pages/addons_page.h"
#include "ui/pages/findings_page.h"
#include "ui/pages/rollout_page.h"
#include "ui/pages/tickets_page.h"
#include "ui/pages/values_page.h"
#include "ui/pages/versions_page.h"
#include "ui/pages/window_plan_page.h"
#include "ui/panels/cluster_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/release_table.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>
#include <QTabBar>

namespace chartroom {

QAction *MainWindow::addAction(const char *name, const QString &text, const QList<QKeySequence> &keys)
{
    auto *added = new QAction(text, this);
    added->setObjectName(QLatin1String(name));
    added->setShortcuts(keys);
    QMainWindow::addAction(added);
    m_actions.append(added);
    return added;
}

QAction *MainWindow::action(const char *name) const
{
    return findChild<QAction *>(QLatin1String(name), Qt::FindDirectChildrenOnly);
}

void MainWindow::buildClusterActions()
{
    const auto fleetAction = [this](const char *name, const QString &text, const QList<QKeySequence> &keys,
                                    void (Fleet::*call)(const QString &)) {
        connect(addAction(name, text, keys), &QAction::triggered, this,
                [this, call] { (m_context.fleet->*call)(m_cluster); });
    };
    fleetAction("connect", tr("&Connect"), {}, &Fleet::connectTo);
    fleetAction("disconnect", tr("&Disconnect"), {}, &Fleet::disconnectFrom);
    fleetAction("retry", tr("&Retry"), QKeySequence::keyBindings(QKeySequence::Refresh), &Fleet::retry);
    fleetAction("allow", tr("&Allow this program for this kubeconfig"), {}, &Fleet::allowCredentialCommand);
    connect(
        addAction("openKubeconfig", tr("Open a &kubeconfig…"), QKeySequence::keyBindings(QKeySequence::Open)),
        &QAction::triggered, this, [this] { chooseFile(false); });
    connect(addAction("openRecording", tr("Open a r&ecording…"), {}), &QAction::triggered, this,
            [this] { chooseFile(true); });
    connect(addAction("openBundled", tr("Open the &bundled recording"), {}), &QAction::triggered, this,
            [this] { m_context.fleet->openBundledRecording(); });
    connect(addAction("quit", tr("&Quit"), QKeySequence::keyBindings(QKeySequence::Quit)),
            &QAction::triggered, this, &QWidget::close);
}

void MainWindow::buildEditActions()
{
    ReleaseTable *table = m_addons->table();
    connect(addAction("copyMarkdown", tr("Copy rows as &Markdown"), {}), &QAction::triggered, table,
            &ReleaseTable::copyMarkdown);
    connect(addAction("copyCsv", tr("Copy rows as &CSV"), {QKeySequence(QStringLiteral("Ctrl+Shift+C"))}),
            &QAction::triggered, table, &ReleaseTable::copyCsv);
    connect(addAction("filter", tr("&Filter"),
                      {QKeySequence(QStringLiteral("/")), QKeySequence(QKeySequence::Find)}),
            &QAction::triggered, this, [this] {
                if (m_pages->currentWidget() == m_values) {
                    m_values->focusFilter();
                    return;
                }
                if (m_pages->currentWidget() == m_rollout) {
                    m_rollout->focusFilter();
                    return;
                }
                if (m_pages->currentWidget() == m_findings) {
                    m_findings->focusFilter();
                    return;
                }
                if (m_pages->currentWidget() == m_activity) {
                    m_activity->focusFilter();
                    return;
                }
                m_tabs->setCurrentIndex(m_pages->indexOf(m_addons));
                m_addons->focusFilter();
            });
    connect(addAction("palette", tr("Command &palette"), {QKeySequence(QStringLiteral("Ctrl+K"))}),
            &QAction::triggered, this, &MainWindow::openPalette);
    connect(addAction("back", tr("&Back"), {QKeySequence(Qt::Key_Escape)}), &QAction::triggered, this,
            &MainWindow::goBack);
}

void MainWindow::buildValuesActions()
{
    const QList<QAction *> commands = m_values->commands();
    for (QAction *command : commands)
        m_actions.append(command);
    // A view is chosen from anywhere; the page comes with it.
    for (QAction *command : commands)
        if (command->objectName().startsWith(QLatin1String("view")))
            connect(command, &QAction::triggered, m_tabs,
                    [this] { m_tabs->setCurrentIndex(m_pages->indexOf(m_values)); });
}

void MainWindow::buildRolloutActions()
{
    connect(addAction("copyNode", tr("Copy nodes of the &rollout as Markdown"), {}), &QAction::triggered,
            m_rollout, &RolloutPage::copyNodes);
    const auto view = [this](const char *name, const QString &text, int number) {
        connect(addAction(name, text, {}), &QAction::triggered, this, [this, number] {
            m_tabs->setCurrentIndex(m_pages->indexOf(m_rollout));
            m_rollout->setView(number);
        });
    };
    connect(addAction("copyPlan", tr("Copy the &window plan as Markdown"), {}), &QAction::triggered, m_plan,
            &WindowPlanPage::copyMarkdown);
    QAction *notify = addAction("notifyRollout", tr("Tell me of the rollout when I look &elsewhere"), {});
    notify->setCheckable(true);
    notify->setChecked(m_rollout->isNotifying());
    connect(notify, &QAction::toggled, m_rollout, &RolloutPage::setNotifying);
    view("rolloutRows", tr("Rollout as ro&ws"), 0);
    view("rolloutTiles", tr("Rollout as &tiles"), 1);
}

void MainWindow::buildViewActions()
{
    for (int page = 0; page < m_pages->count(); ++page) {
        const QByteArray name = "page" + QByteArray::number(page + 1);
        // Nine digits; what comes after them is the journal.
        const QString key = page < 9 ? QStringLiteral("Ctrl+%1").arg(page + 1) : QStringLiteral("Ctrl+J");
        connect(addAction(name.constData(), m_tabs->tabText(page), {QKeySequence(key)}), &QAction::triggered,
                m_tabs, [this, page] {
                    m_tabs->setCurrentIndex(page);
                    m_pages->currentWidget()->setFocus(Qt::ShortcutFocusReason);
                });
    }
    connect(addAction("clusters", tr("Go to the &clusters"), {QKeySequence(QStringLiteral("Ctrl+0"))}),
            &QAction::triggered, m_clusters, &ClusterPanel::focusList);
    QAction *inspector = addAction("inspector", tr("&Inspector"), {QKeySequence(QStringLiteral("Ctrl+I"))});
    inspector->setCheckable(true);
    inspector->setChecked(m_addons->isInspectorShown());
    connect(inspector, &QAction::toggled, m_addons, &AddonsPage::setInspectorShown);
    connect(m_addons, &AddonsPage::inspectorShownChanged, inspector, &QAction::setChecked);
    connect(inspector, &QAction::toggled, m_rollout, &RolloutPage::setInspectorShown);
    connect(m_rollout, &RolloutPage::inspectorShownChanged, inspector, &QAction::setChecked);
    connect(inspector, &QAction::toggled, m_versions, &VersionsPage::setInspectorShown);
    connect(m_versions, &VersionsPage::inspectorShownChanged, inspector, &QAction::setChecked);
    connect(inspector, &QAction::toggled, m_findings, &FindingsPage::setInspectorShown);
    connect(m_findings, &FindingsPage::inspectorShownChanged, inspector, &QAction::setChecked);
    connect(addAction("shortcuts", tr("&Keyboard shortcuts"),
                      {QKeySequence(QStringLiteral("?")), QKeySequence(QKeySequence::HelpContents)}),
            &QAction::triggered, this,
            [this] { (new ShortcutSheet(m_actions, m_context.theme, this))->open(); });
}

void MainWindow::buildMenus()
{
    const auto fill = [this](QMenu *menu, std::initializer_list<const char *> names) {
        for (const char *name : names)
            *name ? menu->addAction(action(name)) : (void)menu->addSeparator();
    };
    fill(menuBar()->addMenu(tr("&Cluster")), {"connect", "disconnect", "retry", "allow", "", "openKubeconfig",
                                              "openRecording", "openBundled", "", "quit"});
    fill(menuBar()->addMenu(tr("&Recording")), {"playPause", "previousChange", "nextChange", "previousNote",
                                                "nextNote", "", "record", "note", "stopRecording"});
    fill(menuBar()->addMenu(tr("&Edit")),
         {"copyMarkdown", "copyCsv", "copyNode", "copyFinding", "copyPlan", "", "filter", "back"});
    QMenu *release = menuBar()->addMenu(tr("&Release"));
    fill(release, {"upgrade", "rollBack", "showCutOff", "", "declareDiverged", "withdrawDecision"});
    connect(release, &QMenu::aboutToShow, this, &MainWindow::updateRollback);
    QMenu *tickets = menuBar()->addMenu(tr("&Ticket"));
    fill(tickets, {"ticket", "ticketOfNode", "handover", ""});
    tickets->addActions(m_tickets->commands());
    menuBar()->addMenu(tr("Vers&ions"))->addActions(m_versions->commands());
    menuBar()->addMenu(tr("Va&lues"))->addActions(m_values->commands());
    QMenu *view = menuBar()->addMenu(tr("&View"));
    for (int page = 0; page < m_pages->count(); ++page)
        view->addAction(action(("page" + QByteArray::number(page + 1)).constData()));
    view->addSeparator();
    fill(view, {"clusters", "inspector", "describe", "rolloutRows", "rolloutTiles", "notifyRollout"});
    QMenu *columns = view->addMenu(tr("C&olumns"));
    for (int c = 0; c < releaseColumnCount; ++c) {
        const auto column = ReleaseColumn(c);
        QAction *choice = columns->addAction(releaseColumnTitle(column));
        choice->setCheckable(true);
        choice->setEnabled(column != ReleaseColumn::Name);
        connect(choice, &QAction::triggered, m_addons->table(),
                [this, column](bool on) { m_addons->table()->chooseColumn(column, on); });
        connect(columns, &QMenu::aboutToShow, choice,
                [this, choice, column] { choice->setChecked(m_addons->table()->isColumnChosen(column)); });
    }
    QMenu *groups = view->addMenu(tr("&Group by"));
    auto *groupChoices = new QActionGroup(this);
    const QStringList titles{tr("&Nothing", "group by"), tr("&Owner", "group by"),
                             tr("Name&space", "group by")};
    const QStringList names{QStringLiteral("groupByNothing"), QStringLiteral("groupByOwner"),
                            QStringLiteral("groupByNamespace")};
    for (int i = 0; i < titles.size(); ++i) {
        QAction *choice = groupChoices->addAction(groups->addAction(titles[i]));
        choice->setCheckable(true);
        choice->setObjectName(names[i]);
        connect(choice, &QAction::triggered, m_addons, [this, i] { m_addons->setGrouping(i); });
        connect(groups, &QMenu::aboutToShow, choice,
                [this, choice, i] { choice->setChecked(m_addons->grouping() == i); });
    }
    QMenu *themes = view->addMenu(tr("&Theme"));
    auto *themeChoices = new QActionGroup(this);
    for (const auto &[mode, title] :
         {std::pair(Theme::Mode::System, tr("Like the &system")), std::pair(Theme::Mode::Light, tr("&Light")),
          std::pair(Theme::Mode::Dark, tr("&Dark"))}) {
        QAction *choice = themeChoices->addAction(themes->addAction(title));
        choice->setCheckable(true);
        choice->setChecked(m_context.theme->mode() == mode);
        connect(choice, &QAction::triggered, m_context.theme,
                [this, mode = mode] { m_context.theme->setMode(mode); });
    }
    fill(menuBar()->addMenu(tr("&Help")), {"palette", "shortcuts"});
}

} // namespace chartroom
