// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/rollout_model.h"

#include "core/base/loop_slice.h"
#include "core/base/share_work.h"
#include "core/models/findings_source.h"
#include "core/models/rollout_source.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr auto timeRefresh = 1s;
/// Rows that change by the thousand find their places together, once no more come, but not too late; fewer do
/// at once.
constexpr auto settleInterval = 20ms;
constexpr auto latestSettling = 200ms;
constexpr qsizetype manyRows = 64;

} // namespace

RolloutModel::RolloutModel(RolloutSource *source, QObject *parent)
    : QAbstractTableModel(parent)
    , m_source(source)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RolloutModel::work);
    m_settleSoon.setSingleShot(true);
    connect(&m_settleSoon, &QTimer::timeout, this, [this] {
        endChanges();
        Q_EMIT rowsChanged();
    });
    connect(source, &RolloutSource::tracksChanged, this, &RolloutModel::note);
    connect(source, &RolloutSource::rested, this, [this] {
        if (m_settleSoon.isActive() && !hasNews())
            m_settleSoon.start(0ms);
    });
    auto *times = new QTimer(this);
    connect(times, &QTimer::timeout, this, &RolloutModel::refreshTimes);
    times->start(timeRefresh);
    note(source->keys());
}

RolloutSource *RolloutModel::source() const
{
    return m_source;
}

bool RolloutModel::isAtRest() const
{
    return isCurrent() && !(m_source && m_source->isComputing());
}

void RolloutModel::follow(FindingsSource *findings)
{
    if (!findings)
        return;
    connect(findings, &FindingsSource::changed, this,
            [this, findings] { takeFindings(findings->result().findings); });
    takeFindings(findings->result().findings);
}

void RolloutModel::takeFindings(const QList<Diagnosis> &findings)
{
    m_findings = findingsByNode(findings);
    const QHash<QString, FindingBadge> badges = std::exchange(m_badges, badgesOf(m_findings));
    QList<int> changed;
    for (int row = 0; row < m_rows.size(); ++row)
        if (m_badges.value(m_rows[row].node) != badges.value(m_rows[row].node))
            changed.append(row);
    tell(std::move(changed));
    endChanges();
    Q_EMIT rowsChanged();
}

void RolloutModel::setComponent(const QString &component)
{
    if (component == m_component)
        return;
    m_component = component;
    for (auto node = m_nodes.keyBegin(); node != m_nodes.keyEnd(); ++node)
        m_dirty.insert(*node);
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, rolloutColumnCount - 1);
    Q_EMIT componentsChanged();
    work();
}

int RolloutModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int RolloutModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : rolloutColumnCount;
}

void RolloutModel::note(const QList<TrackKey> &keys)
{
    const QStringList before = m_components.keys();
    const QString *node = nullptr; // a node's keys come one after the other
    for (const TrackKey &key : keys) {
        if (!node || *node != key.node)
            noteNode(key.node);
        node = &key.node;
    }
    if (m_components.keys() != before)
        Q_EMIT componentsChanged();
    if (!m_timer.isActive())
        m_timer.start(0ms);
}

void RolloutModel::noteNode(const QString &node)
{
    m_dirty.insert(node);
    QStringList &components = m_nodes[node];
    const NodeTracks tracks = m_source->tracksOf(node);
    const auto isOf = [](const NodeTrack *track, const QString &component) {
        return track->component == component;
    };
    if (std::equal(tracks.cbegin(), tracks.cend(), components.cbegin(), components.cend(), isOf))
        return;
    for (const QString &component : std::as_const(components)) {
        if (--m_components[component] == 0)
            m_components.remove(component);
    }
    components.clear();
    for (const NodeTrack *track : tracks) {
        components.append(track->component);
        ++m_components[track->component];
    }
}

void RolloutModel::work()
{
    constexpr qsizetype atOnce = 128;
    const LoopSlice slice(2ms);
    QList<RolloutRow> added;
    QList<int> gone;
    QList<int> changed;
    while (m_source && hasNews() && !slice.isOver()) {
        if (m_next.isEmpty())
            m_next = inRowOrder(std::exchange(m_dirty, {}));
        const QStringList nodes = m_next.last(std::min(atOnce, m_next.size()));
        m_next.resize(m_next.size() - nodes.size());
        std::vector<int> known(size_t(nodes.size()));
        std::vector<std::optional<RolloutRow>> fresh(size_t(nodes.size()));
        shareWork(int(nodes.size()), [&](int i) {
            known[size_t(i)] = rowOf(nodes[i]);
            fresh[size_t(i)] = makeRow(nodes[i], known[size_t(i)]);
        });
        for (qsizetype i = nodes.size(); i-- > 0;) {
            const QString &node = nodes[i];
            const int row = known[size_t(i)];
            std::optional<RolloutRow> &next = fresh[size_t(i)];
            if (!next && m_nodes.value(node).isEmpty())
                m_nodes.remove(node);
            if (!next && row >= 0) {
                gone.append(row);
            } else if (next && row < 0) {
                added.append(std::move(*next));
            } else if (next && m_rows[row] != *next) {
                m_rows[row] = std::move(*next);
                changed.append(row);
            }
        }
    }
    if (m_source && hasNews())
        m_timer.start(0ms);
    if (added.isEmpty() && gone.isEmpty() && changed.isEmpty())
        return;
    m_told += changed.size();
    tell(std::move(changed));
    const bool isEarly = std::chrono::milliseconds(m_sinceSettled.elapsed()) < latestSettling;
    const bool isAll = !hasNews() && (m_told < manyRows || !m_source->isComputing());
    if (!gone.isEmpty() || !added.isEmpty() || isAll)
        endChanges();
    else if (!m_settleSoon.isActive() || isEarly)
        m_settleSoon.start(settleInterval);
    remove(std::move(gone));
    insert(std::move(added));
    Q_EMIT rowsChanged();
}

/// Backwards, as they are taken from the end; those that have no row yet come first.
QStringList RolloutModel::inRowOrder(const QSet<QString> &nodes) const
{
    std::vector<std::pair<int, QString>> rows;
    rows.reserve(size_t(nodes.size()));
    for (const QString &node : nodes)
        rows.emplace_back(rowOf(node), node);
    std::sort(rows.begin(), rows.end(), std::greater());
    QStringList names;
    names.reserve(nodes.size());
    for (const auto &[row, name] : rows)
        names.append(name);
    return names;
}

/// What listens may gather what changes until endChanges().
void RolloutModel::beginChanges()
{
    if (std::exchange(m_isChanging, true))
        return;
    m_sinceSettled.start();
    Q_EMIT changesBegin();
}

void RolloutModel::endChanges()
{
    m_told = 0;
    m_settleSoon.stop();
    if (std::exchange(m_isChanging, false))
        Q_EMIT changesEnd();
}

void RolloutModel::insert(QList<RolloutRow> rows)
{
    if (rows.isEmpty())
        return;
    std::sort(rows.begin(), rows.end(),
              [](const RolloutRow &a, const RolloutRow &b) { return a.natural < b.natural; });
    const int first = int(m_rows.size());
    beginInsertRows({}, first, first + int(rows.size()) - 1);
    for (const RolloutRow &row : std::as_const(rows))
        m_rowByNode.insert(row.node, int(m_rowByNode.size()));
    m_rows.append(std::move(rows));
    endInsertRows();
}

void RolloutModel::remove(QList<int> rows)
{
    std::sort(rows.begin(), rows.end());
    for (qsizetype end = rows.size(); end > 0;) {
        qsizetype begin = end - 1;
        while (begin > 0 && rows[begin - 1] == rows[begin] - 1)
            --begin;
        const int first = rows[begin];
        const int last = rows[end - 1];
        beginRemoveRows({}, first, last);
        for (int row = first; row <= last; ++row)
            m_rowByNode.remove(m_rows[row].node);
        m_rows.remove(first, last - first + 1);
        for (int row = first; row < m_rows.size(); ++row)
            m_rowByNode[m_rows[row].node] = row;
        endRemoveRows();
        end = begin;
    }
}

void RolloutModel::tell(QList<int> rows)
{
    if (rows.isEmpty())
        return;
    beginChanges();
    std::sort(rows.begin(), rows.end());
    for (qsizetype begin = 0; begin < rows.size();) {
        qsizetype end = begin + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1)
            ++end;
        Q_EMIT dataChanged(index(rows[begin], 0), index(rows[end - 1], rolloutColumnCount - 1));
        begin = end;
    }
}

void RolloutModel::refreshTimes()
{
    if (!m_rows.isEmpty())
        Q_EMIT dataChanged(index(0, int(RolloutColumn::Since)),
                           index(int(m_rows.size()) - 1, int(RolloutColumn::Since)), {Qt::DisplayRole});
}

} // namespace chartroom
