// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/rollout_page.h"

#include "core/base/loop_slice.h"
#include "core/base/visible_text.h"
#include "core/screens/rollout/rollout_course.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/screens/rollout/rollout_news.h"
#include "core/screens/rollout/rollout_proxy.h"
#include "core/session/rollout_source.h"
#include "ui/charts/rollout_chart.h"
#include "ui/context/notifications.h"
#include "ui/pages/list_frame.h"
#include "ui/panels/node_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cluster_header.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/node_tiles.h"
#include "ui/widgets/rollout_board.h"
#include "ui/widgets/rollout_clocks.h"
#include "ui/widgets/rollout_table.h"
#include "ui/widgets/rollout_toolbar.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QFocusEvent>
#include <QSettings>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr ListFrame::Widths rolloutWidths{260, 220, 560};
constexpr std::chrono::seconds lookoutInterval(2);
const QString viewKey = QStringLiteral("rollout/tiles");
const QString notifyKey = QStringLiteral("rollout/notify");

} // namespace

RolloutPage::RolloutPage(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_header(new ClusterHeader(context, this))
    , m_filter(new FilterEdit(context.theme, tr("Filter nodes"), this))
    , m_toolbar(new RolloutToolbar(context.theme, this))
    , m_clocks(new RolloutClocks(context, this))
    , m_chart(new RolloutChart(context.theme, m_clocks))
    , m_frame(new ListFrame(context, QStringLiteral("rollout"), rolloutWidths, this))
    , m_board(new RolloutBoard(context, m_frame->rowsParent()))
    , m_panel(new NodePanel(context, m_frame))
{
    m_actions.clearFilter = new QAction(tr("Clear the filter"), this);
    if (context.settings) {
        m_isNotifying = context.settings->value(notifyKey, true).toBool();
        setView(std::clamp(context.settings->value(viewKey, 0).toInt(), 0, 1));
    }
    m_clocks->setChart(m_chart);
    connectFilter();
    connectToolbar();
    buildLayout();

    connect(m_board, &RolloutBoard::nodeSelected, this, &RolloutPage::inspect);
    connect(m_board, &RolloutBoard::nodeActivated, this, [this] { setInspectorShown(true); });
    connect(m_board, &RolloutBoard::copyRequested, this, &RolloutPage::copyNodes);
    connect(m_board->table(), &LiveTable::badgeClicked, this, [this](const QModelIndex &index) {
        const QString node = index.data(RolloutNodeRole).toString();
        if (const QList<Finding> findings = screen()->model->findings(node); !findings.isEmpty())
            Q_EMIT findingRequested(findings.first());
    });
    connect(m_panel, &NodePanel::findingRequested, this, &RolloutPage::findingRequested);
    connect(m_panel, &NodePanel::copyRequested, this, &RolloutPage::copyNodes);
    connect(m_panel, &NodePanel::descriptionRequested, this, &RolloutPage::descriptionRequested);
    connect(m_panel, &NodePanel::closeRequested, this, [this] { setInspectorShown(false); });
    connect(m_actions.clearFilter, &QAction::triggered, this, [this] {
        m_filter->clear();
        focusTable();
    });
    m_turn.setSingleShot(true);
    connect(&m_turn, &QTimer::timeout, this, &RolloutPage::doNextPart);
    m_lookout.setInterval(lookoutInterval);
    connect(&m_lookout, &QTimer::timeout, this, &RolloutPage::lookOut);
    m_lookout.start();
    connect(context.fleet, &Fleet::entryChanged, this, [this](const QString &name) {
        if (name == m_cluster)
            refresh();
    });
}

RolloutPage::~RolloutPage()
{
    m_board->setProxy(nullptr);
    m_panel->show(nullptr, {}, {});
    m_chart->setCourse(nullptr);
}

void RolloutPage::connectFilter()
{
    m_filter->setObjectName(QStringLiteral("rolloutFilter"));
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (Screen *now = screen())
            now->proxy->setFilter(text);
        refresh();
        reselect();
    });
    connect(m_filter, &QLineEdit::returnPressed, this, &RolloutPage::focusTable);
    m_header->addControl(m_filter);
}

void RolloutPage::connectToolbar()
{
    connect(m_toolbar, &RolloutToolbar::componentChosen, this, [this](const QString &component) {
        if (Screen *now = screen())
            now->model->setComponent(component);
    });
    connect(m_toolbar, &RolloutToolbar::orderChosen, this,
            [this](int column, bool follows) { m_board->sortBy(column, follows); });
    connect(m_toolbar, &RolloutToolbar::windowRequested, this, &RolloutPage::askForWindow);
    connect(m_toolbar, &RolloutToolbar::viewChosen, this, &RolloutPage::setView);
    connect(m_toolbar, &RolloutToolbar::groupingChosen, this, [this](int grouping) {
        for (auto &[name, shown] : m_screens)
            shown.proxy->setGrouping(RolloutProxy::Grouping(grouping));
    });
}

void RolloutPage::buildLayout()
{
    m_frame->setRows(m_board);
    m_frame->setInspector(m_panel);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_toolbar);
    layout->addWidget(m_clocks);
    layout->addWidget(m_frame, 1);
    m_toolbar->hide();
    m_clocks->hide();
}

void RolloutPage::inTurn(Part part)
{
    if (!m_parts.contains(part))
        m_parts.append(part);
    m_turn.start(0ms);
}

void RolloutPage::doNextPart()
{
    if (m_parts.isEmpty())
        return;
    if (LoopSlice::isTurnTaken()) // the one before is being painted
        return m_turn.start(0ms);
    const Part part = m_parts.takeFirst();
    if (!m_parts.isEmpty())
        m_turn.start(0ms);
    (this->*part)();
}

void RolloutPage::setCluster(const QString &name)
{
    m_parts.clear(); // they were of another cluster
    m_cluster = name;
    m_header->setCluster(name);
    m_board->setProxy(nullptr);
    attach();
    {
        const Screen *now = screen();
        const QSignalBlocker blocker(m_filter);
        m_filter->setText(now ? now->proxy->filter() : QString());
    }
    refresh();
    refreshChoices();
    refreshSummary();
}

void RolloutPage::inspect(const QString &node)
{
    Screen *now = screen();
    if (!now || node.isEmpty())
        return;
    now->selected = node;
    now->isFirstShown = false;
    if (m_panel->node().isEmpty())
        inTurn(&RolloutPage::fillInspector);
    else
        fillInspector();
}

void RolloutPage::fillInspector()
{
    if (const Screen *now = screen())
        m_panel->show(now->model.get(), m_cluster, now->selected);
}

/// After a filter: the row that was selected before, else the first.
void RolloutPage::reselect()
{
    Screen *now = screen();
    if (now && m_board->selectedNodes().isEmpty())
        select(*now);
}

/// What nobody has chosen is the first row, wherever that one has gone: the trouble stays in sight.
void RolloutPage::select(Screen &shown)
{
    if (!shown.isFirstShown && shown.proxy->indexOf(shown.selected).isValid()) {
        m_board->selectNode(shown.selected);
        return;
    }
    m_board->selectFirst();
    shown.isFirstShown = true;
}

void RolloutPage::setView(int view)
{
    m_toolbar->setView(view);
    m_board->setView(RolloutBoard::View(view));
    if (m_context.settings)
        m_context.settings->setValue(viewKey, view);
}

void RolloutPage::setActions(PageActions actions)
{
    actions.clearFilter = m_actions.clearFilter;
    m_actions = actions;
}

QStringList RolloutPage::nodes() const
{
    QStringList nodes;
    if (const Screen *now = screen())
        for (const RolloutRow &row : now->model->rows())
            nodes.append(row.node);
    return nodes;
}

void RolloutPage::focusFilter()
{
    m_filter->take();
}

void RolloutPage::focusTable()
{
    m_frame->focusContent();
}

void RolloutPage::showNode(const QString &node)
{
    setInspectorShown(true);
    if (const Screen *now = screen(); now && !now->proxy->indexOf(node).isValid())
        m_filter->clear();
    m_board->selectNode(node);
    if (Screen *now = screen())
        now->isFirstShown = false;
    focusTable();
}

void RolloutPage::setInspectorShown(bool shown)
{
    if (!m_frame->setInspectorWanted(shown))
        return;
    refresh();
    Q_EMIT inspectorShownChanged(shown);
}

void RolloutPage::goBack()
{
    if (!m_filter->text().isEmpty())
        m_filter->clear();
    else if (!m_filter->hasFocus())
        setInspectorShown(false);
    focusTable();
}

void RolloutPage::setNotifying(bool isNotifying)
{
    m_isNotifying = isNotifying;
    if (m_context.settings)
        m_context.settings->setValue(notifyKey, isNotifying);
}

void RolloutPage::tell(const QString &cluster, const QString &title, const QString &text) const
{
    if (!m_isNotifying || !m_context.notifications || window()->isActiveWindow())
        return;
    m_context.notifications->tell(
        cluster == m_cluster ? title : tr("%1: %2", "cluster: news").arg(visibleText(cluster), title), text);
}

void RolloutPage::copyNodes() const
{
    const Screen *now = screen();
    if (!now)
        return;
    QStringList reports;
    for (const QString &node : chosenNodes())
        reports.append(markdownReport(nodeReport(*now->model, m_context, m_cluster, node)));
    if (!reports.isEmpty())
        QApplication::clipboard()->setText(reports.join(u'\n'));
}

QStringList RolloutPage::chosenNodes() const
{
    const Screen *now = screen();
    const QStringList nodes = m_board->selectedNodes();
    return nodes.isEmpty() && now && !now->selected.isEmpty() ? QStringList{now->selected} : nodes;
}

QString RolloutPage::component() const
{
    const Screen *now = screen();
    return now ? now->model->component() : QString();
}

void RolloutPage::setNodeActions(const QList<QAction *> &actions)
{
    for (QWidget *view :
         {static_cast<QWidget *>(m_board->table()), static_cast<QWidget *>(m_board->tiles())}) {
        view->addActions(actions);
        view->setContextMenuPolicy(Qt::ActionsContextMenu);
    }
}

void RolloutPage::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    focusTable();
}

void RolloutPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
    refreshChoices();
}

} // namespace chartroom
