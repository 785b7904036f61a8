// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/rollout_page.h"

#include "core/base/clock.h"
#include "core/base/loop_slice.h"
#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/diagnosis/findings_source.h"
#include "core/rollout/track.h"
#include "core/screens/activity/activity_model.h"
#include "core/screens/activity/open_operations.h"
#include "core/screens/objects/chosen_objects.h"
#include "core/screens/rollout/rollout_course.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/screens/rollout/rollout_news.h"
#include "core/screens/rollout/rollout_proxy.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/screens/tickets/ticket_controller.h"
#include "core/session/release_source.h"
#include "core/session/rollout_source.h"
#include "core/words/activity_log.h"
#include "ui/charts/rollout_chart.h"
#include "ui/context/navigator.h"
#include "ui/context/notifications.h"
#include "ui/dialogs/window_dialog.h"
#include "ui/pages/pause_strip.h"
#include "ui/panels/node_panel.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/layout_pause.h"
#include "ui/widgets/node_tiles.h"
#include "ui/widgets/rollout_board.h"
#include "ui/widgets/rollout_clocks.h"
#include "ui/widgets/rollout_table.h"
#include "ui/widgets/rollout_toolbar.h"
#include "ui/widgets/row_menu.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QSettings>
#include <QShowEvent>
#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr ListFrame::Widths rolloutWidths{260, 220, 560};
constexpr std::chrono::seconds lookoutInterval(2);
const QString viewKey = QStringLiteral("rollout/tiles");
const QString notifyKey = QStringLiteral("rollout/notify");

} // namespace

RolloutPage::RolloutPage(const UiContext &context, QWidget *parent)
    : ListPage(context, {tr("Rollout"), "rollout", "rollout", "Ctrl+3"}, parent, "rolloutFilter",
               tr("Filter nodes"))
    , m_toolbar(new RolloutToolbar(context.theme, this))
    , m_pause(new PauseStrip(context, this))
    , m_clocks(new RolloutClocks(context, this))
    , m_chart(new RolloutChart(context.theme, m_clocks))
    , m_board(new RolloutBoard(context, addFrame(QStringLiteral("rollout"), rolloutWidths)))
    , m_panel(new NodePanel(context, m_frame))
{
    if (context.settings) {
        m_isNotifying = context.settings->value(notifyKey, true).toBool();
        setView(std::clamp(context.settings->value(viewKey, 0).toInt(), 0, 1));
    }
    m_clocks->setChart(m_chart);
    buildCommands();
    connectToolbar();
    m_column->addWidget(m_toolbar);
    m_column->addWidget(m_pause);
    m_column->addWidget(m_clocks);
    setRows(m_board, m_panel);
    m_toolbar->hide();
    m_clocks->hide();

    connect(m_board, &RolloutBoard::nodeSelected, this, &RolloutPage::inspect);
    connect(m_board, &RolloutBoard::nodeActivated, this, [this] {
        keepChoice();
        setInspectorShown(true);
    });
    connect(m_filter, &QLineEdit::returnPressed, this, &RolloutPage::keepChoice);
    connect(m_board, &RolloutBoard::copyRequested, this, &RolloutPage::copyNodes);
    connect(m_board->table(), &LiveTable::badgeClicked, this, [this](const QModelIndex &index) {
        const QString node = index.data(RolloutNodeRole).toString();
        if (const QList<Finding> findings = screen()->model->findings(node); !findings.isEmpty())
            m_context.navigator->showFinding(findings.first());
    });
    connect(m_panel, &NodePanel::findingRequested, this,
            [this](const Finding &finding) { m_context.navigator->showFinding(finding); });
    connect(m_panel, &NodePanel::copyRequested, this, &RolloutPage::copyNodes);
    connect(m_panel, &NodePanel::closeRequested, this, [this] { setInspectorShown(false); });
    if (context.openOperations)
        connect(context.openOperations, &OpenOperations::changed, this, &RolloutPage::refreshSummary);
    m_turn.setSingleShot(true);
    connect(&m_turn, &QTimer::timeout, this, &RolloutPage::doNextPart);
    m_lookout.setInterval(lookoutInterval);
    connect(&m_lookout, &QTimer::timeout, this, &RolloutPage::lookOut);
    m_lookout.start();
}

RolloutPage::~RolloutPage()
{
    m_board->setProxy(nullptr);
    m_panel->show(nullptr, {}, {});
    m_chart->setCourse(nullptr);
}

void RolloutPage::setActions(PageActions actions)
{
    Page::setActions(actions);
    for (QWidget *view : std::initializer_list<QWidget *>{m_board->table(), m_board->tiles()})
        view->insertAction(view->actions().value(0), actions.describe);
}

bool RolloutPage::describe()
{
    const RolloutSource *rollout = m_context.fleet->rollout(m_cluster);
    const Screen *now = screen();
    const QString node = chosenNodes().value(0);
    m_context.navigator->describe(now && rollout && !node.isEmpty()
                                      ? objectsOfNode(*rollout, node, now->model->component())
                                      : QList<ObjectRef>());
    return true;
}

void RolloutPage::buildCommands()
{
    QAction *copy =
        addCommand("copyNode", tr("Copy nodes of the &rollout as Markdown"), QStringLiteral("copy"));
    connect(copy, &QAction::triggered, this, &RolloutPage::copyNodes);
    QAction *ticket =
        addCommand("ticketOfNode", tr("Ticket for the selected &nodes…"), QStringLiteral("ticket"));
    connect(ticket, &QAction::triggered, this, [this] {
        TicketRequest wish = ticketRequest();
        wish.nodes = chosenNodes();
        m_context.navigator->openTicket(wish);
    });
    for (QWidget *view : std::initializer_list<QWidget *>{m_board->table(), m_board->tiles()}) {
        view->addActions({copy, ticket});
        connect(qobject_cast<QAbstractItemView *>(view), &QAbstractItemView::clicked, this,
                &RolloutPage::keepChoice);
        addRowMenu(view, [this] {
            const QString node = chosenNodes().value(0);
            if (node.isEmpty())
                return RowSubject();
            return RowSubject{node, ObjectRef{QStringLiteral("v1"), QStringLiteral("Node"), {}, node}};
        });
    }
    const auto addView = [this](const char *name, const QString &text, int view) {
        connect(addCommand(name, text), &QAction::triggered, this, [this, view] {
            m_context.navigator->showPage(this);
            setView(view);
        });
    };
    addView("rolloutRows", tr("Rollout as ro&ws"), 0);
    addView("rolloutTiles", tr("Rollout as &tiles"), 1);
    QAction *notify =
        addCommand("notifyRollout", tr("&Notify me about rollouts while the window is in the background"));
    notify->setCheckable(true);
    notify->setChecked(m_isNotifying);
    connect(notify, &QAction::toggled, this, &RolloutPage::setNotifying);
    m_commands.append(m_pause->command());
    connect(m_pause->command(), &QAction::triggered, this, [this] {
        m_context.navigator->showPage(this);
        m_pause->ask();
    });
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
    Page::setCluster(name);
    m_board->setProxy(nullptr);
    attach();
    const Screen *now = screen();
    setFilterText(now ? now->proxy->filter() : QString());
    refresh();
    refreshChoices();
    refreshSummary();
    if (isVisible())
        readWindow();
}

void RolloutPage::filterBy(const QString &text)
{
    if (Screen *now = screen())
        now->proxy->setFilter(text);
    refresh();
    reselect();
}

void RolloutPage::inspect(const QString &node)
{
    Screen *now = screen();
    if (!now || node.isEmpty())
        return;
    if (std::exchange(now->selected, node) != node) // else it is told again, as where rows come in before it
        now->chosen = node;
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

bool RolloutPage::wantsSelection(const Screen &shown) const
{
    return !m_board->hasSelection() ||
           (shown.selected != shown.chosen && shown.proxy->indexOf(shown.chosen).isValid());
}

void RolloutPage::keepChoice()
{
    if (Screen *now = screen(); now && m_board->hasSelection())
        now->chosen = now->selected;
}

/// The row that a person chose, as soon as it is shown, else the first.
void RolloutPage::reselect()
{
    Screen *now = screen();
    if (now && wantsSelection(*now))
        select(*now);
}

/// What nobody has chosen is the first row, wherever that one has gone: the trouble stays in sight.
void RolloutPage::select(Screen &shown)
{
    if (shown.proxy->indexOf(shown.chosen).isValid()) {
        m_board->selectNode(shown.chosen);
        return;
    }
    const QString chosen = shown.chosen;
    m_board->selectFirst();
    shown.chosen = chosen; // what stands first was chosen by nobody
}

void RolloutPage::setView(int view)
{
    m_toolbar->setView(view);
    m_board->setView(RolloutBoard::View(view));
    if (m_context.settings)
        m_context.settings->setValue(viewKey, view);
}

QStringList RolloutPage::nodes() const
{
    QStringList nodes;
    if (const Screen *now = screen())
        for (const RolloutRow &row : now->model->rows())
            nodes.append(row.node);
    return nodes;
}

void RolloutPage::showNode(const QString &node)
{
    setInspectorShown(true);
    if (const Screen *now = screen(); now && !now->proxy->indexOf(node).isValid())
        m_filter->clear();
    m_board->selectNode(node);
    keepChoice();
    focusContent();
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

TicketRequest RolloutPage::ticketRequest() const
{
    TicketRequest wish;
    wish.phase = TicketPhase::During;
    if (const Screen *now = screen(); now && isPlainDaemonSet(now->model->component()))
        wish.component = now->model->component(); // operators' drivers belong into one ticket
    return wish;
}

QString RolloutPage::dataAge(const FleetEntry &entry) const
{
    return nodesAgeText(entry);
}

void RolloutPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
    refreshChoices();
    readWindow();
}

/// What was agreed on for the newest operation is the window of its rollout.
void RolloutPage::readWindow()
{
    if (m_context.operations.isEmpty() || !m_context.settings)
        return;
    onFinished(QtConcurrent::run(readActivity, m_context.operations), this,
               [this](const QList<ActivityEntry> &operations) {
                   const auto plan = takeAgreedWindow(
                       *m_context.settings, {m_cluster, m_context.fleet->entry(m_cluster).clusterUid},
                       operations, m_context.clock->now());
                   if (plan)
                       setWindowPlan(*plan);
               });
}

void RolloutPage::attach()
{
    RolloutSource *source = m_cluster.isEmpty() ? nullptr : m_context.fleet->rollout(m_cluster);
    Screen *now = screen();
    if (now && (!source || now->source != source)) {
        m_board->setProxy(nullptr);
        m_panel->show(nullptr, {}, {});
        m_chart->setCourse(nullptr);
        m_screens.erase(m_cluster);
        now = nullptr;
    }
    if (!source) {
        m_panel->show(nullptr, {}, {});
        return;
    }
    if (!now) {
        if (!isVisible())
            return; // what nobody looks at costs the cluster nothing
        now = &open(m_cluster, source);
    }
    followFindings(*now);
    if (m_board->proxy() == now->proxy.get())
        return;
    const QString selected = now->selected;
    const QString chosen = now->chosen;
    m_board->setProxy(now->proxy.get());
    now->selected = selected; // a new proxy has no row that is chosen
    now->chosen = chosen;
    if (!selected.isEmpty())
        select(*now);
    m_chart->setCourse(now->course.get());
    m_chart->setPlan(now->plan);
    m_panel->show(now->model.get(), m_cluster, now->selected);
}

/// Once somebody looks.
void RolloutPage::followFindings(Screen &shown)
{
    FindingsSource *findings = m_context.fleet->findings(m_cluster);
    if (!findings || !isVisible() || std::exchange(shown.followsFindings, true))
        return;
    findings->start(); // from the same nodes and pods
    shown.model->follow(findings);
}

RolloutPage::Screen &RolloutPage::open(const QString &name, RolloutSource *source)
{
    source->start();
    Screen fresh;
    fresh.source = source;
    fresh.model = std::make_unique<RolloutModel>(source);
    fresh.proxy = std::make_unique<RolloutProxy>(fresh.model.get());
    fresh.proxy->setGrouping(RolloutProxy::Grouping(m_toolbar->grouping()));
    fresh.proxy->sort(m_toolbar->order());
    fresh.course = std::make_unique<RolloutCourse>(fresh.model.get());
    fresh.news = std::make_unique<RolloutNews>(fresh.model.get(), this);
    fresh.plan = keptWindow(m_context.settings, name);
    connectScreen(name, fresh);
    return m_screens.insert_or_assign(name, std::move(fresh)).first->second;
}

/// What nobody looks at costs the cluster nothing, unless a rollout is at work and somebody wants to hear of
/// it. A recording is no news.
void RolloutPage::lookOut()
{
    if (!m_isNotifying || !m_context.notifications || window()->isActiveWindow())
        return;
    for (const QString &name : m_context.fleet->names()) {
        RolloutSource *source = m_context.fleet->rollout(name);
        const auto known = m_screens.find(name);
        const bool isKnown =
            known != m_screens.end() && (known->second.source == source || name == m_cluster);
        if (source && !isKnown && !m_context.fleet->entry(name).isRecording && source->clocks().areUnderWay())
            open(name, source);
    }
}

void RolloutPage::connectScreen(const QString &name, const Screen &fresh)
{
    const RolloutModel *model = fresh.model.get();
    const auto ifShown = [this, model](auto call) {
        return [this, model, call] {
            if (const Screen *now = screen(); now && now->model.get() == model)
                call();
        };
    };
    for (auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(model, signal, this, ifShown([this] {
                    if (m_frame->showsRows())
                        refresh();
                    else
                        inTurn(&RolloutPage::layOut);
                }));
    connect(model, &RolloutModel::componentsChanged, this, ifShown([this] { refreshChoices(); }));
    if (FindingsSource *findings = m_context.fleet->findings(name))
        connect(findings, &FindingsSource::changed, model, ifShown([this] { m_board->table()->refit(); }));
    connect(fresh.course.get(), &RolloutCourse::changed, this,
            ifShown([this] { inTurn(&RolloutPage::refreshSummary); }));
    if (const ReleaseSource *releases = m_context.fleet->releases(name))
        connect(releases, &ReleaseSource::releasesChanged, model,
                ifShown([this] { inTurn(&RolloutPage::refreshSummary); }));
    connect(fresh.source, &RolloutSource::pacesChanged, this, // as they are when a switch is set
            ifShown([this] { inTurn(&RolloutPage::refreshPause); }));
    connect(fresh.news.get(), &RolloutNews::told, this,
            [this, name](const QString &title, const QString &text) { tell(name, title, text); });
    connect(fresh.source, &RolloutSource::stateChanged, this, ifShown([this] { refresh(); }));
}

/// The first rows are there: what is around the board comes in one turn, the board in the next, and its
/// painting in the one after.
void RolloutPage::layOut()
{
    const Screen *now = screen();
    if (now && now->model->rowCount() > 0 && m_clocks->isHidden()) {
        {
            const LayoutPause once(layout());
            m_toolbar->setVisible(true);
            m_clocks->setVisible(true);
            m_frame->offerInspector(true);
        }
        refreshSummary();
        inTurn(&RolloutPage::layOut);
        return;
    }
    m_board->paintNext();
    refresh();
}

void RolloutPage::refresh()
{
    if (m_parts.contains(&RolloutPage::layOut))
        return; // it comes here
    attach();
    const Screen *now = screen();
    const int rows = now ? now->model->rowCount() : 0;
    PageMessage message;
    if (m_cluster.isEmpty())
        message = noClustersMessage(*m_context.fleet);
    else
        message =
            rolloutMessage(m_context.fleet->entry(m_cluster), readingOf(now ? now->source.data() : nullptr),
                           rows, now ? now->proxy->matchCount() : 0, m_filter->text());
    m_frame->display(message, m_actions);
    m_filter->setVisible(rows > 0);
    m_toolbar->setVisible(rows > 0);
    m_clocks->setVisible(rows > 0);
    m_frame->offerInspector(rows > 0);
    if (m_frame->showsRows() && wantsSelection(*now) && now->model->isCurrent())
        inTurn(&RolloutPage::reselect);
    QStringList notices = now && now->source ? now->source->notices() : QStringList();
    for (QString &notice : notices)
        notice = visibleText(notice);
    say(notices);
    refreshSummary();
}

void RolloutPage::refreshSummary()
{
    Screen *now = screen();
    QString text;
    if (now && m_context.settings) { // another page may have set it
        const WindowPlan kept = keptWindow(m_context.settings, m_cluster);
        if (std::exchange(now->plan, kept) != kept)
            m_chart->setPlan(kept);
    }
    if (now && now->source && now->model->rowCount() > 0 && !now->course->isCounted()) {
        m_clocks->showReading();
        text = tr("nodes are being read");
    } else if (now && now->source && now->model->rowCount() > 0) {
        const RolloutSummary &summary = now->course->summary();
        const QString node = now->model->rows().first().node;
        const NodeTrack *any = now->source ? now->source->find({node, summary.component}) : nullptr;
        RolloutClocks::Facts facts;
        facts.summary = summary;
        facts.release = releaseClock(m_context.fleet->releases(m_cluster), summary.component,
                                     any ? any->driverPod.section(u'/', 0, 0) : QString());
        facts.release.isPending |=
            m_context.fleet->entry(m_cluster).state == ClusterSession::State::Connecting;
        const CutOperation *cut =
            m_context.openOperations ? m_context.openOperations->find(m_cluster, facts.release.key) : nullptr;
        if (cut && !cut->own) { // helm's own word for it would look as if somebody were at work
            facts.release.status += QStringLiteral(", ") + cutWord(*cut);
            facts.release.state = activityState(cut->entry);
        }
        facts.now = now->source->now();
        facts.left = timeLeft(now->course->pace(), facts.now);
        facts.window = windowOutlook(now->plan, now->course->pace(), facts.now);
        facts.gpuFloor = now->plan.gpuFloor;
        facts.nextTenants = now->course->nextTenants();
        m_clocks->show(facts);
        m_board->table()->setUnderWay(summary.lane);
        m_toolbar->setTitle(rolloutTitle(summary), shortRolloutTitle(summary));
        m_toolbar->setWindowEnd(
            now->plan.isSet() ? now->plan.end.toLocalTime().toString(QStringLiteral("HH:mm")) : QString(),
            !windowEndedText(now->plan, facts.now).isEmpty());
        m_board->table()->refit();
        const QString rest = restText(summary);
        text = tr("%n node(s)", nullptr, now->model->rowCount()) + QStringLiteral("   ") +
               tr("%1 done").arg(summary.done()) +
               (rest.isEmpty() ? QString() : QStringLiteral(" · ") + rest);
        if (m_frame->showsRows() && wantsSelection(*now) && now->model->isCurrent())
            inTurn(&RolloutPage::reselect);
    }
    m_summary = text;
    refreshPause();
    Q_EMIT summaryChanged();
}

void RolloutPage::refreshPause()
{
    const Screen *now = screen();
    const bool isRead = now && now->source && now->course->isCounted() && !m_toolbar->isHidden();
    m_pause->setRollout(m_cluster, now ? now->model.get() : nullptr, isRead);
}

void RolloutPage::askForWindow()
{
    const Screen *now = screen();
    if (!now || !now->source)
        return;
    const std::optional<Pace> &pace = now->course->pace();
    auto *dialog = new WindowDialog(now->plan, pace ? pace->safeStop : QString(), now->source->now(),
                                    m_context.theme, this);
    connect(dialog, &WindowDialog::planned, this, [this, cluster = m_cluster](const WindowPlan &plan) {
        if (cluster == m_cluster)
            setWindowPlan(plan);
    });
    dialog->open();
}

void RolloutPage::setWindowPlan(const WindowPlan &plan)
{
    Screen *now = screen();
    if (!now)
        return;
    now->plan = plan;
    keepWindow(m_context.settings, m_cluster, plan);
    m_chart->setPlan(plan);
    refreshSummary();
}

void RolloutPage::refreshChoices()
{
    const Screen *now = screen();
    if (!now)
        return;
    m_toolbar->setComponents(now->model->components(), now->model->component());
    refreshPause();
    m_board->table()->refit();
}

} // namespace chartroom
