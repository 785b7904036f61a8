// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/rollout/rollout_news.h"

#include "core/base/loop_slice.h"
#include "core/base/short_list.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/session/rollout_source.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace chartroom {

namespace {

/// Nodes of one batch fail together: they are told together.
constexpr auto gathering = std::chrono::seconds(2);
/// How often it looks whether all is read at first.
constexpr auto settling = std::chrono::milliseconds(200);
constexpr qsizetype namedNodes = 4;

struct Fresh
{
    const RolloutRow *row;
    const RolloutLane *lane;
};

} // namespace

RolloutNews::RolloutNews(RolloutModel *model, QObject *parent)
    : QObject(parent)
    , m_model(model)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(gathering);
    connect(&m_soon, &QTimer::timeout, this, &RolloutNews::look);
    connect(model, &RolloutModel::rowsChanged, this, [this] {
        followTime();
        if (!m_soon.isActive())
            m_soon.start();
    });
    look();
}

/// What a recording that was wound back shows was told, or comes later: it begins to listen anew.
void RolloutNews::followTime()
{
    if (!m_model || !m_model->source())
        return;
    const QDateTime now = m_model->source()->now();
    if (std::exchange(m_shown, now) > now)
        m_isListening = false;
}

void RolloutNews::look()
{
    if (!m_model || !m_model->source())
        return;
    if (!m_model->isCurrent() || !m_model->source()->isComplete()) {
        m_soon.start(settling);
        return;
    }
    if (m_isListening && LoopSlice::isTurnTaken()) {
        m_soon.start(0);
        return;
    }
    m_soon.setInterval(gathering);
    followTime();
    tellTrouble();
    tellEnd();
    m_isListening = true;
}

void RolloutNews::tellTrouble()
{
    QHash<TrackKey, Verdict> troubled;
    QList<Fresh> fresh;
    for (const RolloutRow &row : m_model->rows()) {
        const RolloutLane *first = nullptr; // a node is told once, by its worst
        for (const RolloutLane &lane : row.lanes) {
            if (!lane.isPresent() || !isTrouble(lane.verdict))
                continue;
            const TrackKey key{row.node, lane.component};
            troubled.insert(key, lane.verdict);
            // One that was stuck and has failed now is news, and so is the other driver's failure.
            const auto before = m_troubled.constFind(key);
            const bool isNews = before == m_troubled.cend() || *before != lane.verdict;
            if (isNews && (!first || lane.rank < first->rank))
                first = &lane;
        }
        if (first)
            fresh.append({&row, first});
    }
    m_troubled = std::move(troubled);
    if (!m_isListening || fresh.isEmpty())
        return;
    if (fresh.size() == 1) {
        const auto &[row, lane] = fresh.first();
        const bool isLead = lane->component == row->lead().component;
        Q_EMIT told(tr("%1: %2", "node: state").arg(row->name, verdictWord(lane->verdict)),
                    !isLead
                        ? tr("%1: %2", "component: words").arg(componentTitle(lane->component), lane->words)
                    : row->heldBack.isEmpty() ? lane->words
                                              : row->heldBack);
        return;
    }
    QStringList names;
    for (const auto &[row, lane] : std::as_const(fresh))
        names.append(tr("%1 (%2)", "node (state)").arg(row->name, verdictWord(lane->verdict)));
    Q_EMIT told(tr("%n node(s) need attention", nullptr, int(fresh.size())), shortList(names, namedNodes));
}

void RolloutNews::tellEnd()
{
    const QList<RolloutRow> &rows = m_model->rows();
    const bool isUnderWay = std::any_of(rows.cbegin(), rows.cend(),
                                        [](const RolloutRow &row) { return isOnItsWay(row.lead().verdict); });
    const bool wasUnderWay = std::exchange(m_wasUnderWay, isUnderWay);
    if (!m_isListening || !wasUnderWay || m_wasUnderWay)
        return;
    const RolloutSummary summary = rolloutSummary(*m_model);
    const QString rest = restText(summary);
    Q_EMIT told(tr("%1: no node makes progress any more").arg(rolloutTitle(summary)),
                tr("%1 of %2 nodes are complete.").arg(summary.done()).arg(summary.total) +
                    (rest.isEmpty() ? QString() : u' ' + rest));
}

} // namespace chartroom
