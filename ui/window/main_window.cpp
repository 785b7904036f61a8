// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "core/base/visible_text.h"
#include "core/diagnosis/findings_source.h"
#include "core/screens/addons/page_message.h"
#include "core/secrets/masked_text.h"
#include "core/session/release_source.h"
#include "core/session/rollout_source.h"
#include "ui/dialogs/command_palette.h"
#include "ui/pages/activity_page.h"
#include "ui/pages/addons_page.h"
#include "ui/pages/findings_page.h"
#include "ui/pages/responsibility_page.h"
#include "ui/pages/rollout_page.h"
#include "ui/pages/tickets_page.h"
#include "ui/pages/upgrade_page.h"
#include "ui/pages/values_page.h"
#include "ui/pages/versions_page.h"
#include "ui/pages/window_plan_page.h"
#include "ui/panels/cluster_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QBoxLayout>
#include <QCloseEvent>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTimer>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int sidebarWidth = 180;
constexpr int narrowestSidebar = 140;
constexpr int widestSidebar = 420;
const QString geometryKey = QStringLiteral("window/geometry");
const QString sidebarKey = QStringLiteral("window/sidebar");
const QString clusterKey = QStringLiteral("window/cluster");

} // namespace

MainWindow::MainWindow(const UiContext &context, QWidget *parent)
    : QMainWindow(parent)
    , m_context(context)
    , m_central(new QWidget(this))
    , m_divider(new QSplitter(m_central))
    , m_clusters(new ClusterPanel(context, m_divider))
    , m_right(new QWidget(m_divider))
    , m_topBar(new QWidget(m_right))
    , m_tabs(new QTabBar(m_topBar))
    , m_cutOff(new Banner(m_right))
    , m_pages(new QStackedWidget(m_right))
    , m_addons(new AddonsPage(context, m_pages))
    , m_values(new ValuesPage(context, m_pages))
    , m_rollout(new RolloutPage(context, m_pages))
    , m_upgrade(new UpgradePage(context, m_pages))
    , m_plan(new WindowPlanPage(context, m_pages))
    , m_responsibility(context.rules ? new ResponsibilityPage(context, m_pages) : nullptr)
    , m_versions(new VersionsPage(context, m_pages))
    , m_findings(new FindingsPage(context, m_pages))
    , m_tickets(new TicketsPage(context, m_pages))
    , m_activity(new ActivityPage(context, m_pages))
    , m_statusBar(new QWidget(m_central))
    , m_summary(new TextLabel({}, m_statusBar))
    , m_opening(new TextLabel({}, m_statusBar))
    , m_freshness(new TextLabel({}, m_statusBar))
    , m_palette(new CommandPalette(context, this))
{
    // Every widget is born under its last parent: Qt 6.4 drops fonts when it moves a styled widget.
    setCentralWidget(m_central);
    setWindowTitle(tr("Chartroom"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/app/chartroom.svg")));
    setMinimumSize(960, 480);
    resize(1280, 800);
    addPage(tr("Add-ons"), m_addons);
    addPage(tr("Values"), m_values);
    addPage(tr("Rollout"), m_rollout);
    addPage(tr("Upgrade"), m_upgrade);
    addPage(tr("Window plan"), m_plan);
    if (m_responsibility)
        addPage(tr("Responsibility"), m_responsibility);
    addPage(tr("Versions"), m_versions);
    addPage(tr("Findings"), m_findings);
    addPage(tr("Tickets"), m_tickets);
    addPage(tr("Activity"), m_activity);
    buildClusterActions();
    buildViewActions();
    buildEditActions();
    buildValuesActions();
    buildRolloutActions();
    buildUpgradeActions();
    buildDecisionActions();
    buildVersionsActions();
    buildFindingsActions();
    buildObjectActions();
    buildTicketActions();
    buildRecordingActions();
    buildLayout();
    buildMenus();
    const PageActions offered{action("retry"), action("connect"), action("allow"), action("openKubeconfig"),
                              context.fleet->hasBundledRecording() ? action("openBundled") : nullptr};
    m_addons->setActions(offered);
    m_values->setActions(offered);
    m_rollout->setActions(offered);
    m_upgrade->setActions(offered);
    m_versions->setActions(offered);
    m_findings->setActions(offered);
    m_plan->setActions(offered);
    m_tickets->setActions(offered);

    connect(m_tabs, &QTabBar::currentChanged, this, &MainWindow::showPage);
    connect(m_addons, &AddonsPage::summaryChanged, this, [this](const QString &summary) {
        m_inventory = summary;
        showSummary();
    });
    connect(m_rollout, &RolloutPage::summaryChanged, this, &MainWindow::showSummary);
    connectUpgrades();
    watchOperations();
    connectFindings();
    connect(m_addons, &AddonsPage::releaseSelected, m_values, &ValuesPage::setRelease);
    connect(m_addons, &AddonsPage::valuesRequested, this, &MainWindow::showValues);
    connect(m_values, &ValuesPage::releaseChosen, m_addons, &AddonsPage::selectRelease);
    if (m_responsibility)
        connect(m_responsibility, &ResponsibilityPage::releaseChosen, this, &MainWindow::showRelease);
    connect(m_clusters, &ClusterPanel::currentChanged, this, [this](const QString &name) {
        m_cluster = name;
        m_values->setCluster(name);
        m_addons->setCluster(name);
        m_rollout->setCluster(name);
        m_upgrade->setCluster(name);
        m_versions->setCluster(name);
        m_findings->setCluster(name);
        m_plan->setCluster(name);
        m_tickets->setCluster(name);
        if (m_responsibility)
            m_responsibility->setCluster(name);
        if (m_context.settings)
            m_context.settings->setValue(clusterKey, name);
        updateActions();
    });
    connect(context.fleet, &Fleet::entryChanged, this, &MainWindow::updateActions);
    connect(context.fleet, &Fleet::opened, this, &MainWindow::showCluster);
    connect(context.fleet, &Fleet::openFailed, this, &MainWindow::showError);
    auto *timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, &MainWindow::updateFreshness);
    timer->start(std::chrono::seconds(1));

    restoreLayout();
    if (context.settings)
        m_clusters->setCurrent(context.settings->value(clusterKey).toString());
    m_clusters->pickFirst();
    m_addons->setCluster(m_cluster);
    m_rollout->setCluster(m_cluster);
    m_upgrade->setCluster(m_cluster);
    m_versions->setCluster(m_cluster);
    m_findings->setCluster(m_cluster);
    m_plan->setCluster(m_cluster);
    m_tickets->setCluster(m_cluster);
    updateActions();
    m_addons->focusTable();
}

void MainWindow::addPage(const QString &title, QWidget *page)
{
    m_tabs->addTab(title);
    m_pages->addWidget(page);
}

void MainWindow::showPage(int page)
{
    const bool focused = m_pages->isAncestorOf(focusWidget());
    m_pages->setCurrentIndex(page);
    if (m_pages->currentWidget() == m_tickets) {
        const auto [reference, window] = m_upgrade->supportReference();
        m_tickets->setReference(reference, window);
    }
    // What had the keyboard is hidden now; by mouse or arrow the tabs keep it.
    if (focused)
        m_pages->currentWidget()->setFocus(Qt::OtherFocusReason);
    showSummary();
    updateFreshness();
}

void MainWindow::showSummary()
{
    const QWidget *page = m_pages->currentWidget();
    m_summary->setText(page == m_rollout    ? m_rollout->summary()
                       : page == m_versions ? m_versions->summary()
                       : page == m_findings ? m_findings->summary()
                                            : m_inventory);
}

void MainWindow::buildLayout()
{
    m_tabs->setObjectName(QStringLiteral("pageTabs"));
    m_tabs->setAccessibleName(tr("Pages"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setFocusPolicy(Qt::TabFocus);
    auto *palette =
        new QPushButton(action("palette")->shortcut().toString(QKeySequence::NativeText), m_topBar);
    palette->setProperty("look", QByteArrayLiteral("keycap"));
    palette->setFont(m_context.theme->secondaryFont());
    palette->setAccessibleName(tr("Command palette"));
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
    right->addWidget(m_pages, 1);
    m_clusters->setMinimumWidth(narrowestSidebar);
    m_clusters->setMaximumWidth(widestSidebar);
    m_divider->setObjectName(QStringLiteral("divider"));
    m_divider->setHandleWidth(1);
    m_divider->setChildrenCollapsible(false);
    m_divider->setStretchFactor(0, 0);
    m_divider->setStretchFactor(1, 1);

    m_statusBar->setProperty("look", QByteArrayLiteral("statusbar"));
    m_statusBar->setAttribute(Qt::WA_StyledBackground);
    m_statusBar->setFixedHeight(26);
    for (TextLabel *label : {m_summary, m_opening, m_freshness}) {
        label->setFont(m_context.theme->secondaryFont());
        label->setLook("muted");
    }
    m_summary->setObjectName(QStringLiteral("summary"));
    m_opening->setObjectName(QStringLiteral("opening"));
    m_freshness->setObjectName(QStringLiteral("dataAge"));
    auto *status = new QHBoxLayout(m_statusBar);
    status->setContentsMargins(16, 0, 16, 0);
    status->addWidget(m_summary);
    status->addStretch();
    status->addWidget(m_opening);
    status->addWidget(m_freshness);

    auto *layout = new QVBoxLayout(m_central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_divider, 1);
    layout->addWidget(m_statusBar);
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

void MainWindow::showCluster(const QString &name)
{
    m_clusters->setCurrent(name);
}

void MainWindow::showRelease(const ReleaseKey &key)
{
    m_tabs->setCurrentIndex(m_pages->indexOf(m_addons));
    m_addons->showRelease(key);
}

void MainWindow::showValues(const ReleaseKey &key)
{
    m_addons->selectRelease(key);
    m_values->setRelease(key);
    m_tabs->setCurrentIndex(m_pages->indexOf(m_values));
    m_values->focusContent();
}

void MainWindow::showNode(const QString &node)
{
    m_tabs->setCurrentIndex(m_pages->indexOf(m_rollout));
    m_rollout->showNode(node);
}

void MainWindow::goBack()
{
    if (m_pages->currentWidget() == m_rollout) {
        m_rollout->goBack();
    } else if (m_pages->currentWidget() == m_versions) {
        m_versions->goBack();
    } else if (m_pages->currentWidget() == m_findings) {
        m_findings->goBack();
    } else if (m_pages->currentWidget() == m_addons || m_pages->currentWidget() == m_responsibility) {
        m_addons->goBack();
    } else {
        const QWidget *page = m_pages->currentWidget();
        if ((page == m_upgrade && m_upgrade->goBack()) || (page == m_activity && m_activity->goBack()) ||
            (page == m_values && m_values->goBack()))
            return;
        m_tabs->setCurrentIndex(m_pages->indexOf(m_addons));
        m_addons->focusTable();
    }
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

void MainWindow::updateActions()
{
    readShown();
    using State = ClusterSession::State;
    const FleetEntry entry = m_context.fleet->entry(m_cluster);
    const bool some = !entry.name.isEmpty();
    action("connect")->setEnabled(some && entry.state == State::Off);
    action("connect")->setText(entry.isRecording ? tr("&Open the recording") : tr("&Connect"));
    action("disconnect")->setEnabled(some && entry.state != State::Off);
    action("retry")->setEnabled(some && entry.state != State::Off);
    action("allow")->setEnabled(some && entry.problem.code == Error::Code::NeedsConsent &&
                                !entry.problem.message.isEmpty());
    updateRecordingActions();
    action("openBundled")->setEnabled(m_context.fleet->hasBundledRecording());
    setWindowTitle(some ? tr("%1 – Chartroom").arg(visibleText(m_cluster)) : tr("Chartroom"));
    updateFreshness();
}

void MainWindow::updateFreshness()
{
    const FleetEntry entry = m_context.fleet->entry(m_cluster);
    m_freshness->setText(m_pages->currentWidget() == m_rollout ? nodesAgeText(entry) : dataAgeText(entry));
    m_freshness->setLook(entry.state == ClusterSession::State::Reconnecting ? "attention" : "muted");
}

void MainWindow::chooseFile(bool recording)
{
    auto *dialog = new QFileDialog(this, recording ? tr("Open a recording") : tr("Open a kubeconfig"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    if (recording)
        dialog->setNameFilters({tr("Recordings (*.chartroom *.jsonl.gz)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this, recording](const QString &file) {
        if (recording)
            m_context.fleet->openRecording(file);
        else
            m_context.fleet->openKubeconfig(file);
    });
    dialog->open();
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
    if (const QStringList running = m_upgrade->running(); !running.isEmpty()) {
        event->ignore();
        askBeforeClosing(running);
        return;
    }
    const QStringList recorded = recordedClusters();
    if (!recorded.isEmpty()) {
        event->ignore();
        m_isClosing = true;
        for (const QString &name : recorded)
            m_context.fleet->stopRecording(name);
        return;
    }
    m_upgrade->keepDrafts();
    m_tickets->keepDraft();
    if (m_context.settings) {
        m_context.settings->setValue(geometryKey, saveGeometry());
        m_context.settings->setValue(sidebarKey, m_clusters->width());
    }
    QMainWindow::closeEvent(event);
}

} // namespace chartroom
