// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/visible_text.h"
#include "core/diagnosis/findings_source.h"
#include "core/screens/rollout/rollout_course.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/screens/rollout/rollout_news.h"
#include "core/screens/rollout/rollout_proxy.h"
#include "core/session/release_source.h"
#include "core/session/rollout_source.h"
#include "ui/charts/rollout_chart.h"
#include "ui/dialogs/window_dialog.h"
#include "ui/pages/list_frame.h"
#include "ui/pages/rollout_page.h"
#include "ui/panels/node_panel.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/layout_pause.h"
#include "ui/widgets/rollout_board.h"
#include "ui/widgets/rollout_clocks.h"
#include "ui/widgets/rollout_table.h"
#include "ui/widgets/rollout_toolbar.h"

#include <QSettings>

#include <utility>

namespace chartroom {

RolloutPage::Screen *RolloutPage::screen()
{
    const auto found = m_screens.find(m_cluster);
    return found == m_screens.end() ? nullptr : &found->second;
}

const RolloutPage::Screen *RolloutPage::screen() const
{
    const auto found = m_screens.find(m_cluster);
    return found == m_screens.end() ? nullptr : &found->second;
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
    const bool isFirstShown = now->isFirstShown;
    m_board->setProxy(now->proxy.get());
    now->selected = selected; // a new proxy has no row that is chosen
    now->isFirstShown = isFirstShown;
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
    if (m_context.settings)
        fresh.plan =
            WindowPlan::fromText(m_context.settings->value(WindowPlan::settingsKey(name)).toString());
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
    if (m_frame->showsRows() && now->selected.isEmpty() && now->model->isCurrent())
        inTurn(&RolloutPage::reselect);
    const FleetEntry entry = m_context.fleet->entry(m_cluster);
    m_frame->say(banner(), entry.problem.message.isEmpty() ? Banner::Tone::Notice : Banner::Tone::Warning,
                 entry.isRecording ? m_actions.openKubeconfig : m_actions.retry);
    refreshSummary();
}

QString RolloutPage::banner() const
{
    QStringList sentences{bannerText(m_context.fleet->entry(m_cluster), *m_context.fleet)};
    if (const Screen *now = screen(); now && now->source)
        for (const QString &notice : now->source->notices())
            sentences.append(visibleText(notice));
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

void RolloutPage::refreshSummary()
{
    Screen *now = screen();
    QString text;
    if (now && now->source && now->source->isComplete())
        now->wasRead = true;
    if (now && now->source && now->model->rowCount() > 0 && !now->wasRead)
        m_clocks->showReading();
    else if (now && now->source && now->model->rowCount() > 0) {
        const RolloutSummary &summary = now->course->summary();
        const QString node = now->model->rows().first().node;
        const NodeTrack *any = now->source ? now->source->find({node, summary.component}) : nullptr;
        RolloutClocks::Facts facts;
        facts.summary = summary;
        facts.release = releaseClock(m_context.fleet->releases(m_cluster), summary.component,
                                     any ? any->driverPod.section(u'/', 0, 0) : QString());
        facts.now = now->source->now();
        facts.left = timeLeft(now->course->pace(), facts.now);
        facts.window = windowOutlook(now->plan, now->course->pace(), facts.now);
        facts.gpuFloor = now->plan.gpuFloor;
        facts.nextTenants = now->course->nextTenants();
        m_clocks->show(facts);
        m_board->table()->setUnderWay(summary.lane);
        m_toolbar->setTitle(rolloutTitle(summary), shortRolloutTitle(summary));
        m_toolbar->setWindowEnd(
            now->plan.isSet() ? now->plan.end.toLocalTime().toString(QStringLiteral("HH:mm")) : QString());
        m_board->table()->refit();
        const QString rest = restText(summary);
        text = tr("%n node(s)", nullptr, now->model->rowCount()) + QStringLiteral("   ") +
               tr("%1 done").arg(summary.done()) +
               (rest.isEmpty() ? QString() : QStringLiteral(" · ") + rest);
        if (now->selected.isEmpty() && now->model->isCurrent() && m_frame->showsRows())
            inTurn(&RolloutPage::reselect);
    }
    m_summary = text;
    Q_EMIT summaryChanged(text);
}

void RolloutPage::askForWindow()
{
    const Screen *now = screen();
    if (!now || !now->source)
        return;
    const std::optional<Pace> &pace = now->course->pace();
    auto *dialog = new WindowDialog(now->plan, pace ? pace->safeStop : QString(), now->source->now(),
                                    m_context.theme, this);
    connect(dialog, &WindowDialog::planned, this, &RolloutPage::setWindowPlan);
    dialog->open();
}

void RolloutPage::setWindowPlan(const WindowPlan &plan)
{
    Screen *now = screen();
    if (!now)
        return;
    now->plan = plan;
    if (m_context.settings)
        m_context.settings->setValue(WindowPlan::settingsKey(m_cluster), plan.toText());
    m_chart->setPlan(plan);
    refreshSummary();
}

void RolloutPage::refreshChoices()
{
    const Screen *now = screen();
    if (!now)
        return;
    m_toolbar->setComponents(now->model->components(), now->model->component());
    m_board->table()->refit();
}

} // namespace chartroom
