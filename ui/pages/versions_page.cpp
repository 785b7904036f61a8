// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/versions_page.h"

#include "core/fleet/fleet.h"
#include "core/recording/player.h"
#include "core/screens/versions/versions_message.h"
#include "ui/pages/list_frame.h"
#include "ui/panels/version_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cluster_header.h"
#include "ui/widgets/upgrade_path_strip.h"
#include "ui/widgets/version_tree.h"
#include "ui/widgets/versions_bar.h"

#include <QAction>
#include <QBoxLayout>
#include <QFocusEvent>
#include <QScopedValueRollback>
#include <QUrl>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr ListFrame::Widths versionWidths{296, 240, 640};

} // namespace

VersionsPage::VersionsPage(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_controller(new VersionsController(this))
    , m_model(new VersionsModel(this))
    , m_header(new ClusterHeader(context, this))
    , m_bar(new VersionsBar(this))
    , m_upgradePath(new UpgradePathStrip(context, this))
    , m_frame(new ListFrame(context, QStringLiteral("versions"), versionWidths, this))
    , m_tree(new VersionTree(context, m_frame->rowsParent()))
    , m_panel(new VersionPanel(context, m_frame))
{
    buildCommands();
    buildBar();
    buildLayout();
    m_tree->setVersions(m_model);
    m_again.setSingleShot(true);
    m_again.setInterval(400ms);
    connect(&m_again, &QTimer::timeout, m_controller, &VersionsController::look);
    connect(m_controller, &VersionsController::changed, this, &VersionsPage::refresh);
    connect(m_controller, &VersionsController::failed, this, &VersionsPage::failed);
    connect(m_controller, &VersionsController::written, this, &VersionsPage::openMatrix);
    connect(m_tree, &VersionTree::rowChosen, this, [this] {
        if (m_isRefreshing)
            return; // a later look leaves the step that is told about
        m_step = -1;
        inspect();
    });
    connect(m_tree, &VersionTree::rowActivated, this, [this] { setInspectorShown(true); });
    connect(m_tree, &VersionTree::copyRequested, this, &VersionsPage::copyReport);
    connect(m_panel, &VersionPanel::copyRequested, this, &VersionsPage::copyReport);
    connect(m_panel, &VersionPanel::planRequested, this, &VersionsPage::plan);
    connect(m_panel, &VersionPanel::promotionRequested, command("versionsPromote"), &QAction::trigger);
    connect(m_panel, &VersionPanel::closeRequested, this, [this] { setInspectorShown(false); });
    connect(m_upgradePath, &UpgradePathStrip::stepChosen, this, &VersionsPage::showStep);
    connect(m_upgradePath, &UpgradePathStrip::planRequested, this, &VersionsPage::plan);
    connect(context.fleet, &Fleet::entryChanged, this, [this](const QString &name) {
        if (name == m_cluster)
            attach();
    });
}

VersionsPage::~VersionsPage() = default;

void VersionsPage::buildLayout()
{
    m_frame->setRows(m_tree);
    m_frame->setInspector(m_panel);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_bar);
    layout->addWidget(m_upgradePath);
    layout->addWidget(m_frame, 1);
}

QString VersionsPage::settingsKey() const
{
    return QStringLiteral("versions/matrix/") + QString::fromLatin1(QUrl::toPercentEncoding(m_cluster));
}

void VersionsPage::setCluster(const QString &name)
{
    m_cluster = name;
    m_header->setCluster(name);
    attach();
}

/// Takes what the cluster is read from, once it is live; what nobody looks at costs the cluster nothing.
void VersionsPage::attach()
{
    const ClusterSession::State state = m_context.fleet->entry(m_cluster).state;
    const bool isThere = state == ClusterSession::State::Live || state == ClusterSession::State::Reconnecting;
    const bool isOther = m_controller->cluster() != m_cluster;
    m_controller->setCluster(m_cluster, isThere ? m_context.fleet->versions(m_cluster) : nullptr);
    if (isOther && m_context.settings)
        m_controller->choose(keptMatrix());
    disconnect(m_played);
    if (const Player *player = m_context.fleet->player(m_cluster))
        m_played = connect(player, &Player::positionChanged, this, [this, player] {
            m_controller->forgetAfter(player->time());
            if (isVisible())
                m_again.start();
        });
    const bool isUnseen =
        !m_controller->hasReview() && !m_controller->isLooking() && m_controller->problem().message.isEmpty();
    if (isVisible() && m_controller->hasSource() && isUnseen)
        m_controller->look();
    else
        refresh();
}

void VersionsPage::refresh()
{
    {
        const QScopedValueRollback refreshing(m_isRefreshing, true);
        m_model->setTable(m_controller->table());
    }
    const FleetEntry entry = m_context.fleet->entry(m_cluster);
    const PageMessage message =
        m_cluster.isEmpty() ? noClustersMessage(*m_context.fleet) : versionsMessage(entry, *m_controller);
    PageActions actions = m_actions;
    if (!m_controller->problem().message.isEmpty())
        actions.retry = command("versionsLook");
    m_frame->display(message, actions);
    m_frame->offerInspector(m_frame->showsRows());
    m_bar->setVisible(m_controller->hasReview());
    m_bar->setSubject(versionsSubject(*m_controller));
    const std::optional<UpgradePath> upgradePath =
        m_controller->hasReview() ? m_controller->review().upgradePath : std::nullopt;
    const auto next = nextPlan();
    m_upgradePath->setUpgradePath(upgradePath, next ? QString() : next.error().message);
    if (!upgradePath || m_step > upgradePath->steps.size())
        m_step = -1;
    const QString clusterText = bannerText(entry, *m_context.fleet);
    const bool isTroubled = isVersionsTrouble(*m_controller) || !entry.problem.message.isEmpty();
    const bool isMissing = m_controller->hasReview() && !m_controller->review().matrix;
    m_frame->say(QStringList{versionsBanner(*m_controller), clusterText}.join(u' ').trimmed(),
                 isTroubled ? Banner::Tone::Warning : Banner::Tone::Notice,
                 isMissing ? command("versionsWrite") : nullptr);
    refreshCommands();
    inspect();
    Q_EMIT summaryChanged(summary());
}

QString VersionsPage::summary() const
{
    return versionsSummary(*m_controller);
}

void VersionsPage::inspect()
{
    const bool hasUpgradePath = m_controller->hasReview() && m_controller->review().upgradePath;
    m_upgradePath->setChosen(m_step);
    if (m_step >= 0 && hasUpgradePath) {
        const UpgradePath &upgradePath = *m_controller->review().upgradePath;
        if (m_step == upgradePath.steps.size())
            return m_panel->showPromotion(upgradePath, m_controller->promotionHint());
        const UpgradePathStep &step = upgradePath.steps[m_step];
        const auto next = nextPlan();
        const QString later = tr("One component is changed at a time, and others come first.");
        return m_panel->showStep(step, &step != upgradePath.next() ? later
                                       : next                      ? QString()
                                                                   : next.error().message);
    }
    const QModelIndex current = m_tree->currentIndex();
    if (const VersionNote *note = m_model->note(current))
        m_panel->showNote(*note);
    else if (const VersionRow *row = m_model->component(current))
        m_panel->showComponent(*row, m_model->table().hasEntry);
    else
        m_panel->showNothing();
}

void VersionsPage::showStep(int step)
{
    m_step = step;
    setInspectorShown(true);
    inspect();
}

void VersionsPage::lookAgain()
{
    if (isVisible())
        m_controller->look();
}

void VersionsPage::setActions(PageActions actions)
{
    m_actions = actions;
    refresh();
}

void VersionsPage::focusContent()
{
    m_frame->focusContent();
}

void VersionsPage::setInspectorShown(bool shown)
{
    if (!m_frame->setInspectorWanted(shown))
        return;
    m_frame->offerInspector(m_frame->showsRows());
    Q_EMIT inspectorShownChanged(shown);
}

void VersionsPage::goBack()
{
    if (m_step >= 0) {
        m_step = -1;
        inspect();
    } else {
        setInspectorShown(false);
    }
    focusContent();
}

void VersionsPage::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    focusContent();
}

void VersionsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    attach();
}

} // namespace chartroom
