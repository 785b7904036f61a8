// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/rollout_table.h"

#include "core/base/moments.h"
#include "core/screens/rollout/rollout_proxy.h"
#include "core/session/rollout_source.h"
#include "ui/delegates/rollout_delegate.h"
#include "ui/delegates/step_strip.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QStyle>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr auto glowInterval = 80ms;
constexpr double glowStep = 0.05;
constexpr int sidePadding = 18;
constexpr int shapeWidth = 22;
constexpr int badgeWidth = 18;
constexpr int narrowestName = 110;
constexpr int widestNodeName = 240;
constexpr int readableReason = 200; ///< what holds a node back
constexpr int narrowestReason = 120;
constexpr int fullReason = 260; ///< most of a sentence

} // namespace

RolloutTable::RolloutTable(const UiContext &context, QWidget *parent)
    : LiveTable(context.theme, new RolloutDelegate(context.theme), parent)
    , m_context(context)
    , m_delegate(static_cast<RolloutDelegate *>(itemDelegate()))
    , m_glowTimer(new QTimer(this))
{
    setObjectName(QStringLiteral("rolloutTable"));
    setAccessibleName(tr("Nodes of the rollout"));
    horizontalHeader()->setSortIndicatorClearable(true);
    m_glowTimer->setInterval(glowInterval);
    connect(m_glowTimer, &QTimer::timeout, this, &RolloutTable::glow);
}

RolloutTable::~RolloutTable() = default;

void RolloutTable::setProxy(RolloutProxy *proxy)
{
    if (proxy == attachedProxy())
        return;
    attachProxy(proxy);
    refit();
}

RolloutProxy *RolloutTable::proxy() const
{
    return static_cast<RolloutProxy *>(attachedProxy());
}

QStringList RolloutTable::selectedNodes() const
{
    if (!selectionModel())
        return {};
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(),
              [](const QModelIndex &a, const QModelIndex &b) { return a.row() < b.row(); });
    QStringList nodes;
    for (const QModelIndex &index : std::as_const(rows))
        nodes.append(index.data(RolloutNodeRole).toString());
    return nodes;
}

void RolloutTable::selectNode(const QString &node)
{
    if (proxy())
        chooseRow(proxy()->indexOf(node));
}

void RolloutTable::selectFirst()
{
    chooseRow(firstRow());
}

void RolloutTable::activateRow(const QModelIndex &index)
{
    Q_EMIT nodeActivated(index.data(RolloutNodeRole).toString());
}

void RolloutTable::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    LiveTable::selectionChanged(selected, deselected);
    Q_EMIT nodeSelected(chosenRow().data(RolloutNodeRole).toString());
}

void RolloutTable::setUnderWay(int lane)
{
    if (std::exchange(m_underWay, lane) != lane)
        fitColumns();
}

void RolloutTable::refit()
{
    const RolloutModel *model = proxy() ? proxy()->source() : nullptr;
    const std::array isAtRest{model && model->isLaneAtRest(0), model && model->isLaneAtRest(1)};
    const bool hasSecond = model && model->hasSecondLane();
    const bool hasBadges = model && model->hasFindings();
    const bool areLong = hasHours();
    if (isAtRest == m_isAtRest && hasSecond == m_hasSecond && hasBadges == m_hasBadges &&
        areLong == m_hasHours)
        return;
    m_hasBadges = hasBadges;
    m_hasHours = areLong;
    m_isAtRest = isAtRest;
    m_hasSecond = hasSecond;
    fitColumns();
}

/// Some text of the column Since has hours and minutes, which is longer than the minutes and seconds of most.
bool RolloutTable::hasHours() const
{
    const RolloutModel *model = proxy() ? proxy()->source() : nullptr;
    if (!model || !model->source())
        return false;
    const QDateTime now = model->source()->now();
    const QList<RolloutRow> &rows = model->rows();
    return std::any_of(rows.cbegin(), rows.cend(), [&now](const RolloutRow &row) {
        const RolloutLane &lane = row.lead();
        if (!lane.isUnderWay)
            return lane.took && *lane.took >= 2h;
        return lane.since.isValid() && timeBetween(lane.since, now) >= 2h;
    });
}

int RolloutTable::nameWidth() const
{
    const QFontMetrics fixed(m_context.theme->identifierFont());
    int longest = 0;
    // The names of one cluster look alike: the first rows tell.
    const QList<RolloutRow> &rows = proxy()->source()->rows();
    for (qsizetype i = 0; i < std::min<qsizetype>(rows.size(), 50); ++i)
        longest = std::max(longest, fixed.horizontalAdvance(rows[i].name));
    const int badge = m_hasBadges ? badgeWidth : 0;
    return std::clamp(longest + shapeWidth + sidePadding + 6 + badge, narrowestName,
                      m_context.theme->inText(widestNodeName));
}

/// Where room is short a lane does without its strip: the shape and the word tell enough. First the network's
/// at rest, which needs none, then the other one, at rest or while the network's goes on, then the network's.
/// A network at rest, of which every row says the same, goes altogether before what holds a node back cannot
/// be read.
void RolloutTable::fitColumns()
{
    if (!proxy())
        return;
    const QFontMetrics text(m_context.theme->font());
    const int strip = stepStripSize().width() + 8;
    QList<int> widths(rolloutColumnCount, 0);
    const auto width = [&](RolloutColumn column) -> int & { return widths[int(column)]; };
    width(RolloutColumn::Node) = nameWidth();
    width(RolloutColumn::FirstLane) =
        strip + sidePadding + text.horizontalAdvance(tr("driver reload · stuck"));
    const QString longest = m_hasHours ? QStringLiteral("88 h 88 min") : QStringLiteral("88 m 88 s");
    width(RolloutColumn::Since) = text.horizontalAdvance(tr("in %1").arg(longest)) + sidePadding;
    width(RolloutColumn::Gpus) = text.horizontalAdvance(QStringLiteral("88 / 88")) + sidePadding;
    if (m_hasSecond)
        width(RolloutColumn::SecondLane) =
            strip + sidePadding +
            std::max({text.horizontalAdvance(tr("queued")), text.horizontalAdvance(tr("waiting for jobs")),
                      text.horizontalAdvance(tr("failed · evicting"))});
    const auto room = [&] {
        return viewport()->width() - std::accumulate(widths.cbegin(), widths.cend(), 0);
    };
    std::array hasStrip{true, m_hasSecond};
    const auto give = [&](int lane, RolloutColumn column) {
        hasStrip[size_t(lane)] = false;
        width(column) -= strip - shapeWidth;
    };
    if (m_hasSecond && m_isAtRest[1]) {
        give(1, RolloutColumn::SecondLane);
        width(RolloutColumn::SecondLane) -= text.horizontalAdvance(tr("next in queue"));
    }
    if (room() < fullReason && m_isAtRest[1])
        width(RolloutColumn::SecondLane) = 0;
    if (room() < readableReason && (m_isAtRest[0] || m_underWay == 1))
        give(0, RolloutColumn::FirstLane);
    if (room() < (m_underWay == 1 ? narrowestReason : readableReason) && hasStrip[1])
        give(1, RolloutColumn::SecondLane);
    if (const int lack = narrowestReason - room(); lack > 0)
        width(RolloutColumn::Node) = std::max(narrowestName, width(RolloutColumn::Node) - lack);
    width(RolloutColumn::HeldBack) = std::max(room(), narrowestReason);
    m_delegate->setStrips(hasStrip);
    for (int column = 0; column < rolloutColumnCount; ++column) {
        setColumnHidden(column, widths[column] == 0);
        if (widths[column] > 0)
            setColumnWidth(column, widths[column]);
    }
    viewport()->update();
}

void RolloutTable::showEvent(QShowEvent *event)
{
    LiveTable::showEvent(event);
    if (style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0)
        m_glowTimer->start();
}

void RolloutTable::hideEvent(QHideEvent *event)
{
    LiveTable::hideEvent(event);
    m_glowTimer->stop();
    m_delegate->setGlow(-1);
}

/// Repaints the strips that move and are seen, nothing else.
void RolloutTable::glow()
{
    const RolloutProxy *shown = proxy();
    if (!shown || !window()->isActiveWindow())
        return;
    m_glow = std::fmod(m_glow + glowStep, 1.0);
    m_delegate->setGlow(m_glow);
    const int last = rowAt(viewport()->height() - 1);
    for (int row = std::max(0, rowAt(0)); row <= (last < 0 ? shown->rowCount() - 1 : last); ++row) {
        const int source = shown->sourceRow(shown->index(row, 0));
        for (size_t lane = 0; source >= 0 && lane < 2; ++lane) {
            if (shown->source()->row(source).lanes[lane].state != VisualState::Moving)
                continue;
            const int column = int(lane == 0 ? RolloutColumn::FirstLane : RolloutColumn::SecondLane);
            viewport()->update(columnViewportPosition(column), rowViewportPosition(row),
                               stepStripSize().width() + sidePadding, rowHeight(row));
        }
    }
}

} // namespace chartroom
