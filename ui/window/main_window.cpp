// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "core/base/visible_text.h"
#include "core/diagnosis/findings_source.h"
#include "core/screens/activity/open_operations.h"
#include "core/screens/tickets/ticket_controller.h"
#include "core/secrets/masked_text.h"
#include "core/session/rollout_source.h"
#include "ui/dialogs/object_dialog.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/dialogs/shortcut_sheet.h"
#include "ui/pages/activity_page.h"
#include "ui/pages/addons_page.h"
#include "ui/pages/findings_page.h"
#include "ui/pages/fleet_page.h"
#include "ui/pages/responsibility_page.h"
#include "ui/pages/rollout_page.h"
#include "ui/pages/tickets_page.h"
#include "ui/pages/upgrade_page.h"
#include "ui/pages/values_page.h"
#include "ui/pages/versions_page.h"
#include "ui/pages/window_plan_page.h"
#include "ui/panels/cluster_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/command.h"
#include "ui/widgets/text_label.h"
#include "ui/window/banner_pile.h"
#include "ui/window/closing_guard.h"
#include "ui/window/cluster_commands.h"
#include "ui/window/cut_off_banner.h"
#include "ui/window/help_commands.h"
#include "ui/window/palette_entries.h"
#include "ui/window/recording_commands.h"
#include "ui/window/tour_bar.h"

#include <QAction>
#include <QActionGroup>
#include <QBoxLayout>
#include <QCloseEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

constexpr int sidebarWidth = 180;
constexpr int narrowestSidebar = 140;
constexpr int widestSidebar = 420;
const QString geometryKey = QStringLiteral("window/geometry");
const QString sidebarKey = QStringLiteral("window/sidebar");
const QString clusterKey = QStringLiteral("window/cluster");

UiContext withNavigator(UiContext context, Navigator *navigator)
{
    context.navigator = navigator;
    return context;
}

/// Of the command that brings the page forward: "page-addons".
QByteArray nameOfCommand(const Page *page)
{
    return "page-" + page->chapter().toLatin1();
}

} // namespace

MainWindow::MainWindow(const UiContext &context, QWidget *parent)
    : QMainWindow(parent)
    , m_context(withNavigator(context, this))
    , m_central(new QWidget(this))
    , m_divider(new QSplitter(m_central))
    , m_clusters(new ClusterPanel(m_context, m_divider))
    , m_right(new QWidget(m_divider))
    , m_topBar(new QWidget(m_right))
    , m_tabs(new QTabBar(m_topBar))
    , m_cutOff(new CutOffBanner(m_context, m_right))
    , m_banners(new BannerPile(this))
    , m_stack(new QStackedWidget(m_right))
    , m_tour(new TourBar(m_context, m_right))
    , m_statusBar(new QWidget(m_central))
    , m_summary(new TextLabel({}, m_statusBar))
    , m_opening(new TextLabel({}, m_statusBar))
    , m_dataAge(new TextLabel({}, m_statusBar))
{
    // Every widget is born under its last parent: Qt 6.4 drops fonts when it moves a styled widget.
    setCentralWidget(m_central);
    setWindowTitle(tr("Chartroom"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/app/chartroom.svg")));
    setMinimumSize(960, 480);
    resize(1280, 800);
    m_fleet = addPage<FleetPage>();
    m_addons = addPage<AddonsPage>();
    m_values = addPage<ValuesPage>();
    m_rollout = addPage<RolloutPage>();
    m_upgrade = addPage<UpgradePage>();
    addPage<WindowPlanPage>();
    if (context.rules)
        addPage<ResponsibilityPage>();
    m_versions = addPage<VersionsPage>();
    m_findings = addPage<FindingsPage>();
    m_tickets = addPage<TicketsPage>();
    m_activity = addPage<ActivityPage>();
    m_palette = new CommandPalette(m_context, this);
    m_clusterCommands = new ClusterCommands(m_context, this);
    m_recording = new RecordingCommands(m_context, this);
    m_help = new HelpCommands(m_context, this);
    m_help->setChapter(page()->chapter());
    m_closing = new ClosingGuard(m_context, m_upgrade, this);
    buildCommands();
    buildLayout();
    buildStatusBar();
    buildMenus();
    connectPages();
    connectOperations();

    connect(m_tabs, &QTabBar::currentChanged, this, &MainWindow::pageChosen);
    connect(m_clusters, &ClusterPanel::currentChanged, this, [this](const QString &name) {
        if (m_context.settings)
            m_context.settings->setValue(clusterKey, name);
        setCluster(name);
    });
    connect(context.fleet, &Fleet::entryChanged, this, &MainWindow::refresh);
    connect(context.fleet, &Fleet::opened, this, &MainWindow::showCluster);
    connect(context.fleet, &Fleet::openFailed, this, &MainWindow::showError);
    connect(context.fleet, &Fleet::recordingEnded, this,
            [this](const QString &, const QString &, const std::optional<Error> &problem) {
                if (problem)
                    showError(*problem);
            });
    auto *timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, &MainWindow::refreshDataAge);
    timer->start(std::chrono::seconds(1));

    connect(context.fleet, &Fleet::namesChanged, this, &MainWindow::offerFleet);
    offerFleet();
    showPage(m_addons);
    restoreLayout();
    if (context.settings)
        m_clusters->setCurrent(context.settings->value(clusterKey).toString());
    m_clusters->pickFirst();
    if (m_cluster.isEmpty())
        setCluster({});
    m_addons->focusContent();
}

template<typename Kind>
Kind *MainWindow::addPage()
{
    auto *page = new Kind(m_context, m_stack);
    m_pages.append(page);
    m_tabs->addTab(page->title());
    m_stack->addWidget(page);
    return page;
}

/// Of one cluster it says no more than the other pages.
void MainWindow::offerFleet()
{
    const bool hasSeveral = m_context.fleet->names().size() > 1;
    if (!hasSeveral && page() == m_fleet)
        showPage(m_addons);
    m_tabs->setTabVisible(m_stack->indexOf(m_fleet), hasSeveral);
    command(nameOfCommand(m_fleet))->setEnabled(hasSeveral);
}

Page *MainWindow::page() const
{
    return m_pages[m_stack->currentIndex()];
}

void MainWindow::connectPages()
{
    PageActions offered = m_clusterCommands->offered();
    offered.describe = command("describe");
    m_banners->add(m_cutOff);
    QAction *inspector = command("inspector");
    inspector->setChecked(m_addons->isInspectorShown());
    for (Page *page : std::as_const(m_pages)) {
        page->setActions(offered);
        if (Banner *banner = page->banner())
            m_banners->add(banner);
        connect(page, &Page::failed, this, &MainWindow::showError);
        connect(page, &Page::summaryChanged, this, &MainWindow::refreshSummary);
        connect(page, &Page::releaseChosen, this, [this, page](const ReleaseKey &key) {
            for (Page *other : std::as_const(m_pages))
                if (other != page)
                    other->setRelease(key);
        });
        if (auto *list = qobject_cast<ListPage *>(page)) {
            connect(inspector, &QAction::toggled, list, &ListPage::setInspectorShown);
            connect(list, &ListPage::inspectorShownChanged, inspector, &QAction::setChecked);
        }
    }
    connect(offered.retry, &QAction::triggered, m_versions, &VersionsPage::lookAgain);
    connect(m_tour, &TourBar::pageWanted, this, [this](const QString &chapter) {
        for (Page *page : std::as_const(m_pages))
            if (page->chapter() == chapter)
                showPage(page);
    });
}

void MainWindow::startTour()
{
    m_tour->command()->trigger();
}

void MainWindow::connectOperations()
{
    connect(m_upgrade, &UpgradePage::runningChanged, m_activity, [this] {
        if (m_activity->isVisible())
            m_activity->reload();
    });
    OpenOperations *operations = m_context.openOperations;
    if (!operations)
        return;
    // At the start, where no person has gone anywhere yet, what was cut off is what the window shows.
    connect(operations, &OpenOperations::read, this, [this, isStart = true]() mutable {
        if (std::exchange(isStart, false) && page() == m_addons)
            m_cutOff->showFirst();
    });
    connect(m_activity, &ActivityPage::closed, operations, &OpenOperations::readAgain);
    connect(m_upgrade, &UpgradePage::runningChanged, operations, &OpenOperations::readAgain);
    const auto setOwnRuns = [this, operations] { operations->setOwnRuns(m_upgrade->ownRuns()); };
    connect(m_upgrade, &UpgradePage::runningChanged, this, setOwnRuns,
            Qt::QueuedConnection); // it is said just before the start
    operations->readAgain();
}

void MainWindow::buildLayout()
{
    m_tabs->setObjectName(QStringLiteral("pageTabs"));
    m_tabs->setAccessibleName(tr("Pages"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setFocusPolicy(Qt::TabFocus);
    const QString paletteKey = command("palette")->shortcut().toString(QKeySequence::NativeText);
    auto *palette = new QPushButton(paletteKey, m_topBar);
    palette->setProperty("look", QByteArrayLiteral("keycap"));
    palette->setFont(m_context.theme->secondaryFont());
    palette->setAccessibleName(tr("Command palette (%1)", "its key").arg(paletteKey));
    palette->setToolTip(tr("Command palette"));
    connect(palette, &QPushButton::clicked, this, &MainWindow::openPalette);
    m_topBar->setProperty("look", QByteArrayLiteral("topbar"));
    m_topBar->setAttribute(Qt::WA_StyledBackground);
    auto *top = new QHBoxLayout(m_topBar);
    top->setContentsMargins(8, 0, 16, 0);
    top->addWidget(m_tabs);
    top->addStretch();
    top->addWidget(palette);
    auto *right = new QVBoxLayout(m_right);
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    right->addWidget(m_topBar);
    right->addWidget(m_cutOff);
    right->addWidget(m_stack, 1);
    right->addWidget(m_tour);
    m_clusters->setMinimumWidth(narrowestSidebar);
    m_clusters->setMaximumWidth(widestSidebar);
    m_divider->setObjectName(QStringLiteral("divider"));
    m_divider->setHandleWidth(1);
    m_divider->setChildrenCollapsible(false);
    m_divider->setStretchFactor(0, 0);
    m_divider->setStretchFactor(1, 1);
    auto *layout = new QVBoxLayout(m_central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_divider, 1);
    layout->addWidget(m_statusBar);
}

void MainWindow::buildStatusBar()
{
    m_statusBar->setProperty("look", QByteArrayLiteral("statusbar"));
    m_statusBar->setAttribute(Qt::WA_StyledBackground);
    m_statusBar->setMinimumHeight(26); // more where the text needs it
    m_statusBar->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    for (TextLabel *label : {m_summary, m_opening, m_dataAge}) {
        label->setFont(m_context.theme->secondaryFont());
        label->setLook("muted");
    }
    m_summary->setObjectName(QStringLiteral("summary"));
    m_opening->setObjectName(QStringLiteral("opening"));
    m_dataAge->setObjectName(QStringLiteral("dataAge"));
    auto *status = new QHBoxLayout(m_statusBar);
    status->setContentsMargins(16, 0, 16, 0);
    status->addWidget(m_summary);
    status->addStretch();
    status->addWidget(m_opening);
    status->addWidget(m_dataAge);
    connect(m_context.fleet, &Fleet::opening, this, [this](const QString &name, int percent) {
        m_opening->setText(tr("Opening %1: %2 %").arg(visibleText(name), QString::number(percent)));
    });
    connect(m_context.fleet, &Fleet::opened, m_opening, [this] { m_opening->setText({}); });
    connect(m_context.fleet, &Fleet::openFailed, m_opening, [this] { m_opening->setText({}); });
}

void MainWindow::restoreLayout()
{
    int sidebar = sidebarWidth;
    if (m_context.settings) {
        if (!restoreGeometry(m_context.settings->value(geometryKey).toByteArray()))
            resize(size().boundedTo(screen()->availableSize()));
        sidebar = m_context.settings->value(sidebarKey, sidebarWidth).toInt();
    }
    sidebar = std::clamp(sidebar, narrowestSidebar, widestSidebar);
    m_divider->setSizes({sidebar, width() - sidebar});
}

QAction *MainWindow::addCommand(const char *name, const QString &text, const QString &icon,
                                const QList<QKeySequence> &keys)
{
    m_commands.append(newCommand(this, name, text, icon, keys));
    return m_commands.last();
}

QAction *MainWindow::command(const QByteArray &name) const
{
    const auto found = std::find_if(m_commands.cbegin(), m_commands.cend(), [&name](const QAction *one) {
        return one->objectName() == QLatin1String(name);
    });
    Q_ASSERT(found != m_commands.cend());
    return *found;
}

/// In this order they stand in the palette and among the shortcuts.
void MainWindow::buildCommands()
{
    m_commands = m_clusterCommands->commands();
    connect(addCommand("quit", tr("&Quit"), QStringLiteral("close"),
                       QKeySequence::keyBindings(QKeySequence::Quit)),
            &QAction::triggered, this, &QWidget::close);
    buildViewCommands();
    connect(addCommand("preferences", tr("&Preferences…")), &QAction::triggered, this,
            [this] { (new PreferencesDialog(m_context, command("notifyRollout"), this))->open(); });
    command("preferences")->setEnabled(m_context.settings != nullptr);
    connect(addCommand("filter", tr("&Filter"), QStringLiteral("search"),
                       {QKeySequence(QStringLiteral("/")), QKeySequence(QKeySequence::Find)}),
            &QAction::triggered, this, [this] {
                if (page()->focusFilter())
                    return;
                showPage(m_addons);
                m_addons->focusFilter();
            });
    connect(addCommand("palette", tr("Command &palette"), {}, {QKeySequence(QStringLiteral("Ctrl+K"))}),
            &QAction::triggered, this, &MainWindow::openPalette);
    connect(addCommand("back", tr("&Back"), {}, {QKeySequence(Qt::Key_Escape)}), &QAction::triggered, this,
            &MainWindow::goBack);
    connect(addCommand("describe", tr("&Describe the selection…"), QStringLiteral("group"),
                       {QKeySequence(QStringLiteral("Ctrl+D"))}),
            &QAction::triggered, this, [this] {
                if (!page()->describe())
                    m_addons->describe();
            });
    connect(addCommand("ticket", tr("New &ticket for the selection…"), QStringLiteral("ticket"),
                       {QKeySequence(QStringLiteral("Ctrl+T"))}),
            &QAction::triggered, this, [this] { openTicket(page()->ticketRequest()); });
    connect(addCommand("handover", tr("Hand&over to the next shift…"), QStringLiteral("ticket"),
                       {QKeySequence(QStringLiteral("Ctrl+Shift+T"))}),
            &QAction::triggered, this, [this] {
                TicketRequest wish;
                wish.phase = TicketPhase::Handover;
                openTicket(wish);
            });
    m_commands.append(m_cutOff->command());
    m_commands.append(m_recording->commands());
    m_commands.append(m_help->commands());
    m_commands.append(m_tour->command());
    addActions(m_commands);
    for (const Page *page : std::as_const(m_pages))
        m_commands.append(page->commands()); // by their menus their keys are the window's
}

void MainWindow::buildViewCommands()
{
    for (Page *page : std::as_const(m_pages))
        connect(addCommand(nameOfCommand(page).constData(), page->title(), page->icon(), {page->key()}),
                &QAction::triggered, page, [this, page] {
                    showPage(page);
                    page->setFocus(Qt::ShortcutFocusReason);
                });
    connect(addCommand("clusters", tr("Go to the &clusters"), QStringLiteral("cluster"),
                       {QKeySequence(QStringLiteral("Ctrl+L"))}),
            &QAction::triggered, m_clusters, &ClusterPanel::focusList);
    const auto addTextSize = [this](const char *name, const QString &text, const QList<QKeySequence> &keys,
                                    int step) {
        connect(addCommand(name, text, {}, keys), &QAction::triggered, m_context.theme,
                [theme = m_context.theme, step] {
                    theme->setTextScaleSoon(step == 0 ? 100 : theme->wantedTextScale() + step);
                });
    };
    QList<QKeySequence> larger = QKeySequence::keyBindings(QKeySequence::ZoomIn);
    larger.append(QKeySequence(QStringLiteral("Ctrl+="))); // the same key without Shift
    addTextSize("largerText", tr("&Larger text"), larger, Theme::textStep);
    addTextSize("smallerText", tr("S&maller text"), QKeySequence::keyBindings(QKeySequence::ZoomOut),
                -Theme::textStep);
    addTextSize("normalText", tr("N&ormal text size"), {}, 0);
    addCommand("inspector", tr("&Inspector"), QStringLiteral("columns"),
               {QKeySequence(QStringLiteral("Ctrl+I"))})
        ->setCheckable(true);
    connect(addCommand("shortcuts", tr("&Keyboard shortcuts"), QStringLiteral("keyboard"),
                       {QKeySequence(QStringLiteral("?"))}),
            &QAction::triggered, this,
            [this] { (new ShortcutSheet(m_commands, m_context.theme, this))->open(); });
}

void MainWindow::buildMenus()
{
    const auto fill = [this](QMenu *menu, std::initializer_list<const char *> names) {
        for (const char *name : names)
            *name ? menu->addAction(command(name)) : (void)menu->addSeparator();
    };
    fill(menuBar()->addMenu(tr("&Cluster")), {"connect", "disconnect", "retry", "allow", "", "openKubeconfig",
                                              "openRecording", "openBundled", "", "quit"});
    fill(menuBar()->addMenu(tr("&Recording")), {"playPause", "previousChange", "nextChange", "previousNote",
                                                "nextNote", "", "record", "note", "stopRecording"});
    fill(menuBar()->addMenu(tr("&Edit")), {"copyMarkdown", "copyCsv", "copyNode", "copyFinding", "copyPlan",
                                           "", "filter", "back", "", "preferences"});
    QMenu *release = menuBar()->addMenu(tr("&Release"));
    fill(release,
         {"upgrade", "rollBack", "pauseRollout", "showCutOff", "", "declareDiverged", "withdrawDecision"});
    release->setToolTipsVisible(true); // why a command cannot be run
    for (Page *page : std::initializer_list<Page *>{m_addons, m_rollout})
        connect(release, &QMenu::aboutToShow, page, &Page::updateCommands);
    QMenu *tickets = menuBar()->addMenu(tr("&Ticket"));
    fill(tickets, {"ticket", "ticketOfNode", "handover", ""});
    tickets->addActions(m_tickets->commands());
    menuBar()->addMenu(tr("Vers&ions"))->addActions(m_versions->commands());
    menuBar()->addMenu(tr("Va&lues"))->addActions(m_values->commands());
    QMenu *view = menuBar()->addMenu(tr("&View"));
    for (const Page *page : std::as_const(m_pages))
        view->addAction(command(nameOfCommand(page)));
    view->addSeparator();
    fill(view, {"clusters", "inspector", "describe", "rolloutRows", "rolloutTiles", "notifyRollout"});
    m_addons->addMenus(view);
    view->addSeparator();
    fill(view, {"largerText", "smallerText", "normalText"});
    addThemes(view);
    fill(menuBar()->addMenu(tr("&Help")), {"manual", "tour", "shortcuts", "palette", "", "whatIsNew",
                                           "whereFilesAre", "reportProblem", "", "about"});
}

void MainWindow::addThemes(QMenu *view)
{
    QMenu *themes = view->addMenu(tr("&Theme"));
    auto *choices = new QActionGroup(this);
    for (const auto &[mode, title] :
         {std::pair(Theme::Mode::System, tr("Like the &system")), std::pair(Theme::Mode::Light, tr("&Light")),
          std::pair(Theme::Mode::Dark, tr("&Dark"))}) {
        QAction *choice = choices->addAction(themes->addAction(title));
        choice->setCheckable(true);
        choice->setChecked(m_context.theme->mode() == mode);
        connect(choice, &QAction::triggered, m_context.theme,
                [this, mode = mode] { m_context.theme->setMode(mode); });
    }
}

void MainWindow::setCluster(const QString &name)
{
    m_cluster = name;
    m_clusterCommands->setCluster(name); // pages offer some of them as they are then
    m_recording->setCluster(name);
    // The add-ons last: the release that is selected there is chosen for the others.
    for (auto page = m_pages.crbegin(); page != m_pages.crend(); ++page)
        (*page)->setCluster(name);
    refresh();
}

/// What the window says first rests on nodes and findings, whatever page is in front: what was not looked at
/// is not well.
void MainWindow::readShown()
{
    RolloutSource *rollout = m_context.fleet->rollout(m_cluster);
    if (m_read == rollout)
        return;
    m_read = rollout;
    if (!rollout)
        return;
    rollout->start();
    if (FindingsSource *findings = m_context.fleet->findings(m_cluster))
        findings->start();
}

void MainWindow::refresh()
{
    readShown();
    setWindowTitle(m_context.fleet->entry(m_cluster).name.isEmpty()
                       ? tr("Chartroom")
                       : tr("%1 – Chartroom").arg(visibleText(m_cluster)));
    refreshDataAge();
}

void MainWindow::refreshDataAge()
{
    const FleetEntry entry = m_context.fleet->entry(m_cluster);
    m_dataAge->setText(page()->dataAge(entry));
    m_dataAge->setLook(entry.state == ClusterSession::State::Reconnecting ? "attention" : "muted");
}

void MainWindow::refreshSummary()
{
    m_summary->setText(page()->summary().value_or(m_addons->summary().value_or(QString())));
}

void MainWindow::pageChosen(int index)
{
    const bool focused = m_stack->isAncestorOf(focusWidget());
    m_stack->setCurrentIndex(index);
    m_banners->fold();
    m_help->setChapter(page()->chapter());
    if (page() == m_tickets) {
        const auto [reference, window] = m_upgrade->supportReference();
        m_tickets->setReference(reference, window);
    }
    // What had the keyboard is hidden now; by mouse or arrow the tabs keep it.
    if (focused)
        page()->setFocus(Qt::OtherFocusReason);
    refreshSummary();
    refreshDataAge();
}

void MainWindow::goBack()
{
    if (page()->goBack())
        return;
    showAddons();
}

bool MainWindow::showCluster(const QString &name)
{
    m_clusters->setCurrent(name);
    if (m_cluster != name)
        showError({Error::Code::NotFound,
                   tr("%1 is not in the list of clusters. Open the kubeconfig or the recording that has it.")
                       .arg(visibleText(name)),
                   {},
                   {}});
    return m_cluster == name;
}

void MainWindow::showPage(QWidget *page)
{
    m_tabs->setCurrentIndex(m_stack->indexOf(page));
}

void MainWindow::showAddons()
{
    showPage(m_addons);
    m_addons->focusContent();
}

void MainWindow::showRelease(const ReleaseKey &key)
{
    showPage(m_addons);
    m_addons->showRelease(key);
}

void MainWindow::showValues(const ReleaseKey &key)
{
    m_addons->setRelease(key);
    m_values->setRelease(key);
    showPage(m_values);
    m_values->focusContent();
}

void MainWindow::showUpgrade(const ReleaseKey &key)
{
    if (key.name.isEmpty())
        return showPage(m_upgrade);
    m_addons->setRelease(key);
    showPage(m_upgrade);
    m_upgrade->plan(key);
    m_upgrade->focusContent();
}

void MainWindow::showUpgradeStep(const ReleaseKey &key, const StepPlan &step)
{
    showUpgrade(key);
    m_upgrade->planStep(step);
}

void MainWindow::showRollback(const ReleaseKey &key, int toRevision)
{
    m_addons->setRelease(key);
    showPage(m_upgrade);
    m_upgrade->showRollback(key, toRevision);
}

void MainWindow::showRollout(const WindowPlan &plan)
{
    showPage(m_rollout);
    if (plan.isSet())
        m_rollout->setWindowPlan(plan);
    m_rollout->focusContent();
}

void MainWindow::showNode(const QString &node)
{
    showPage(m_rollout);
    m_rollout->showNode(node);
}

void MainWindow::showFinding(const Finding &finding)
{
    showPage(m_findings);
    m_findings->showFinding(finding);
}

void MainWindow::showOperation(const QString &folder)
{
    showPage(m_activity);
    m_activity->showOperation(folder);
    m_activity->focusContent();
}

void MainWindow::describe(const QList<ObjectRef> &objects)
{
    constexpr qsizetype mostDescribed = 60;
    if (!objects.isEmpty())
        return (new ObjectDialog(m_context, m_cluster, objects.mid(0, mostDescribed), this))->show();
    const bool isRecording = m_context.fleet->entry(m_cluster).isRecording;
    showError({Error::Code::Invalid,
               isRecording ? tr("The selection cannot be described. A recording contains no manifests of "
                                "add-ons; select a node or a finding.")
                           : tr("The selection cannot be described. Select an add-on, a node or a finding "
                                "that names an object."),
               {},
               {}});
}

void MainWindow::openTicket(const TicketRequest &wish)
{
    if (!wish.cluster.isEmpty() && !showCluster(wish.cluster))
        return;
    showPage(m_tickets);
    m_tickets->open(wish);
}

void MainWindow::openPalette()
{
    for (Page *page : std::as_const(m_pages))
        page->updateCommands();
    QList<QAction *> commands = m_commands;
    commands.removeOne(command("palette"));
    m_palette->open(paletteEntries(m_context, commands, m_addons->releases(), m_rollout->nodes()));
}

void MainWindow::showError(const Error &error)
{
    auto *box = new QMessageBox(QMessageBox::Warning, tr("Chartroom"),
                                visibleText(maskedText(error.message), true), QMessageBox::Close, this);
    box->setObjectName(QStringLiteral("errorBox"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    if (!error.detail.isEmpty())
        box->setDetailedText(visibleText(maskedText(error.detail), true));
    box->open();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_closing->mayClose())
        return event->ignore();
    m_upgrade->keepDrafts();
    m_tickets->keepDraft();
    if (m_context.settings) {
        m_context.settings->setValue(geometryKey, saveGeometry());
        m_context.settings->setValue(sidebarKey, m_clusters->width());
    }
    QMainWindow::closeEvent(event);
}

} // namespace chartroom
