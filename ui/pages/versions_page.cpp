// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/versions_page.h"

#include "core/models/audit_report.h"
#include "core/models/fleet.h"
#include "core/models/release_source.h"
#include "core/models/versions_message.h"
#include "core/recording/player.h"
#include "ui/dialogs/matrix_history_dialog.h"
#include "ui/pages/list_frame.h"
#include "ui/panels/version_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cluster_header.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/version_tree.h"
#include "ui/widgets/way_strip.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QFileDialog>
#include <QFocusEvent>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSettings>
#include <QUrl>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr ListFrame::Widths widths{296, 240, 640};
constexpr int toolsHeight = 44;

} // namespace

VersionsPage::VersionsPage(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_controller(new VersionsController(this))
    , m_model(new VersionsModel(this))
    , m_header(new ClusterHeader(context, this))
    , m_tools(new QWidget(this))
    , m_subject(new TextLabel({}, m_tools))
    , m_way(new WayStrip(context, this))
    , m_frame(new ListFrame(context, QStringLiteral("versions"), widths, this))
    , m_tree(new VersionTree(context, m_frame->rowsParent()))
    , m_panel(new VersionPanel(context, m_frame))
{
    buildCommands();
    buildTools(m_tools);
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
    connect(m_panel, &VersionPanel::closeRequested, this, [this] { setInspectorShown(false); });
    connect(m_way, &WayStrip::stepChosen, this, &VersionsPage::showStep);
    connect(m_way, &WayStrip::planRequested, this, &VersionsPage::plan);
    connect(context.fleet, &Fleet::entryChanged, this, [this](const QString &name) {
        if (name == m_cluster)
            attach();
    });
}

VersionsPage::~VersionsPage() = default;

void VersionsPage::buildCommands()
{
    const auto add = [this](const char *name, const QString &text, auto run) {
        auto *action = new QAction(text, this);
        action->setObjectName(QLatin1String(name));
        connect(action, &QAction::triggered, this, run);
        m_commands.append(action);
    };
    add("versionsOpen", tr("&Open a version matrix…"), [this] { chooseMatrixFile(); });
    add("versionsMap", tr("Use the cluster's &ConfigMap as the matrix"), [this] { openMatrix({}); });
    add("versionsWrite", tr("&Write a matrix from what runs now…"), [this] { chooseNewFile(); });
    add("versionsLook", tr("&Look at the versions again"), [this] { m_controller->look(); });
    add("versionsHistory", tr("&History of the matrix…"), [this] {
        if (const auto &place = m_controller->git())
            (new MatrixHistoryDialog(m_context, *place, window()))->open();
    });
    add("versionsCopy", tr("Copy the &audit as Markdown"), [this] { copyReport(); });
    add("versionsPlan", tr("&Plan the next step of the way…"), [this] { plan(); });
}

QAction *VersionsPage::command(const char *name) const
{
    return findChild<QAction *>(QLatin1String(name), Qt::FindDirectChildrenOnly);
}

void VersionsPage::buildTools(QWidget *tools)
{
    tools->setProperty("look", QByteArrayLiteral("topbar"));
    tools->setAttribute(Qt::WA_StyledBackground);
    tools->setFixedHeight(toolsHeight);
    m_subject->setObjectName(QStringLiteral("versionsSubject"));
    m_subject->setLook("muted");
    m_subject->setElideMode(Qt::ElideLeft);
    auto *line = new QHBoxLayout(tools);
    line->setContentsMargins(16, 0, 16, 0);
    line->setSpacing(8);
    line->addWidget(m_subject, 1);
    const auto add = [&](const char *name, const QString &text) {
        QAction *action = command(name);
        auto *button = new QPushButton(text, tools);
        button->setObjectName(QLatin1String(name) + QStringLiteral("Button"));
        button->setToolTip(plainToolTip(action->text().remove(u'&')));
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        const auto follow = [button, action] {
            button->setEnabled(action->isEnabled());
            button->setVisible(action->isVisible());
        };
        connect(action, &QAction::changed, button, follow);
        line->addWidget(button);
    };
    add("versionsLook", tr("Look again"));
    add("versionsCopy", tr("Copy report"));
    add("versionsHistory", tr("History…"));
    add("versionsMap", tr("Use the ConfigMap"));
    add("versionsWrite", tr("Write from what runs…"));
    add("versionsOpen", tr("Open matrix…"));
}

void VersionsPage::buildLayout()
{
    m_frame->setRows(m_tree);
    m_frame->setInspector(m_panel);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_tools);
    layout->addWidget(m_way);
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
        m_controller->choose(m_context.settings->value(settingsKey()).toString());
    disconnect(m_played);
    if (const Player *player = m_context.fleet->player(m_cluster))
        m_played = connect(player, &Player::positionChanged, this, [this] {
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
    m_tools->setVisible(m_controller->hasReview());
    m_subject->setText(versionsSubject(*m_controller));
    const std::optional<VersionWay> way =
        m_controller->hasReview() ? m_controller->review().way : std::nullopt;
    const auto next = nextPlan();
    m_way->setWay(way, next ? QString() : next.error().message);
    if (!way || m_step > way->steps.size())
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

void VersionsPage::refreshCommands()
{
    const bool hasReview = m_controller->hasReview();
    command("versionsOpen")->setEnabled(m_controller->hasSource());
    command("versionsMap")
        ->setVisible(!m_controller->chosen().isEmpty() && !m_controller->configMap().isEmpty());
    command("versionsMap")->setEnabled(command("versionsMap")->isVisible());
    command("versionsHistory")->setVisible(m_controller->git().has_value());
    command("versionsHistory")->setEnabled(m_controller->git().has_value());
    command("versionsWrite")->setEnabled(hasReview && !m_controller->review().audit.observed.isEmpty());
    command("versionsLook")->setEnabled(m_controller->hasSource() && !m_controller->isLooking());
    command("versionsCopy")->setEnabled(hasReview);
    command("versionsPlan")->setEnabled(nextPlan().has_value());
}

QString VersionsPage::summary() const
{
    return versionsSummary(*m_controller);
}

void VersionsPage::inspect()
{
    const bool hasWay = m_controller->hasReview() && m_controller->review().way;
    m_way->setChosen(m_step);
    if (m_step >= 0 && hasWay) {
        const VersionWay &way = *m_controller->review().way;
        if (m_step == way.steps.size())
            return m_panel->showPromotion(way);
        const WayStep &step = way.steps[m_step];
        const auto next = nextPlan();
        const QString later = tr("One component is changed at a time, and others come first.");
        return m_panel->showStep(step, &step != way.next() ? later : next ? QString() : next.error().message);
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

Result<std::pair<ReleaseKey, StepPlan>> VersionsPage::nextPlan() const
{
    const WayStep *next = m_controller->hasReview() && m_controller->review().way
                              ? m_controller->review().way->next()
                              : nullptr;
    if (!next)
        return failure(Error::Code::NotFound, tr("Nothing is left to plan."));
    const Result<StepPlan> plan = planOfStep(*next, m_controller->seen());
    if (!plan)
        return tl::make_unexpected(plan.error());
    if (!m_context.fleet->upgrades(m_cluster))
        return failure(Error::Code::Unsupported, tr("Nothing can be changed in a recording."));
    const ReleaseSource *releases = m_context.fleet->releases(m_cluster);
    const QList<ReleaseKey> keys = releases ? releases->keys() : QList<ReleaseKey>();
    for (const ReleaseKey &key : keys)
        if (key.namespaceName == plan->namespaceName && key.name == plan->release)
            return std::pair(key, *plan);
    return failure(Error::Code::NotFound, tr("The release %1 is gone. Look again.").arg(plan->release));
}

void VersionsPage::plan()
{
    if (const auto next = nextPlan())
        Q_EMIT planRequested(next->first, next->second);
}

void VersionsPage::copyReport() const
{
    if (m_controller->hasReview())
        QApplication::clipboard()->setText(
            auditMarkdown(m_controller->review().audit, m_controller->review().way));
}

void VersionsPage::openMatrix(const QString &matrix)
{
    if (m_context.settings)
        m_context.settings->setValue(settingsKey(), matrix);
    m_controller->choose(matrix);
}

void VersionsPage::chooseMatrixFile()
{
    auto *dialog = new QFileDialog(this, tr("Open a version matrix"));
    dialog->setObjectName(QStringLiteral("openMatrixDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Matrices (*.yaml *.yml)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &VersionsPage::openMatrix);
    dialog->open();
}

void VersionsPage::chooseNewFile()
{
    auto *dialog = new QFileDialog(this, tr("Write a matrix from what runs now"));
    dialog->setObjectName(QStringLiteral("writeMatrixDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Matrices (*.yaml *.yml)")});
    dialog->setDefaultSuffix(QStringLiteral("yaml"));
    dialog->selectFile(MatrixConfigMap::usualName.toString() + QStringLiteral(".yaml"));
    connect(dialog, &QFileDialog::fileSelected, m_controller, &VersionsController::writeMatrix);
    dialog->open();
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
