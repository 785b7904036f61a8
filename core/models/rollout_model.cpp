// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/rollout_model.h"

#include "core/base/visible_text.h"
#include "core/models/findings_source.h"
#include "core/models/node_timeline.h"
#include "core/models/rollout_source.h"

#include <QElapsedTimer>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr auto slice = 2ms;
constexpr auto timeRefresh = 1s;
/// Rows that change by the thousand find their places together; fewer do at once.
constexpr auto settleInterval = 50ms;
constexpr qsizetype manyRows = 64;

/// The components that share a lane, in the order of preference.
const std::array<QStringList, 2> &drivers()
{
    static const std::array<QStringList, 2> lanes{QStringList{QStringLiteral("gpu"), QStringLiteral("amd")},
                                                  QStringList{QStringLiteral("ib"), QStringLiteral("sriov")}};
    return lanes;
}

/// Numbers filled up, so that a plain comparison goes by their value.
QString naturalKey(const QString &name)
{
    QString key;
    for (qsizetype i = 0; i < name.size();) {
        qsizetype end = i;
        while (end < name.size() && name[end].isDigit())
            ++end;
        if (end == i) {
            key += name[i++].toLower();
            continue;
        }
        key += name.mid(i, end - i).rightJustified(12, u'0');
        i = end;
    }
    return key;
}

/// What is known of a failure says more than where it was read.
const TrackNote &plainest(const QList<TrackNote> &notes)
{
    const auto known = std::find_if(notes.cbegin(), notes.cend(),
                                    [](const TrackNote &note) { return note.kind == u"signature"; });
    return known == notes.cend() ? notes.first() : *known;
}

} // namespace

RolloutModel::RolloutModel(RolloutSource *source, QObject *parent)
    : QAbstractTableModel(parent)
    , m_source(source)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RolloutModel::work);
    m_settleSoon.setSingleShot(true);
    m_settleSoon.setInterval(settleInterval);
    connect(&m_settleSoon, &QTimer::timeout, this, [this] {
        endChanges();
        Q_EMIT rowsChanged();
    });
    connect(source, &RolloutSource::tracksChanged, this, &RolloutModel::note);
    auto *times = new QTimer(this);
    connect(times, &QTimer::timeout, this, &RolloutModel::refreshTimes);
    times->start(timeRefresh);
    note(source->keys());
}

RolloutSource *RolloutModel::source() const
{
    return m_source;
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

bool RolloutModel::hasSecondLane() const
{
    const QStringList &second = drivers()[1];
    return m_component.isEmpty() &&
           std::any_of(second.cbegin(), second.cend(),
                       [this](const QString &component) { return m_components.contains(component); });
}

bool RolloutModel::isLaneAtRest(int lane) const
{
    return std::none_of(m_rows.cbegin(), m_rows.cend(),
                        [lane](const RolloutRow &row) { return row.lanes[size_t(lane)].isUnderWay; });
}

QList<const NodeTrack *> RolloutModel::tracks(const QString &node) const
{
    QList<const NodeTrack *> tracks;
    const QStringList components = m_nodes.value(node);
    for (const QString &component : components)
        if (const NodeTrack *track = m_source ? m_source->find({node, component}) : nullptr)
            tracks.append(track);
    static const QStringList first = drivers()[0] + drivers()[1];
    const auto place = [](const NodeTrack *track) { return size_t(first.indexOf(track->component)); };
    std::sort(tracks.begin(), tracks.end(), [&](const NodeTrack *a, const NodeTrack *b) {
        return std::pair(place(a), a->component) < std::pair(place(b), b->component);
    });
    return tracks;
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
    bool changed = false;
    for (const TrackKey &key : keys) {
        m_dirty.insert(key.node);
        QStringList &components = m_nodes[key.node];
        const bool isHere = m_source->find(key);
        if (isHere == components.contains(key.component))
            continue;
        int &count = m_components[key.component];
        if (isHere) {
            components.append(key.component);
            changed |= ++count == 1;
        } else {
            components.removeAll(key.component);
            if (--count == 0)
                m_components.remove(key.component);
            changed = true;
        }
    }
    if (changed)
        Q_EMIT componentsChanged();
    if (!m_timer.isActive())
        m_timer.start(0ms);
}

void RolloutModel::work()
{
    QElapsedTimer spent;
    spent.start();
    QList<RolloutRow> added;
    QList<int> gone;
    QList<int> changed;
    while (m_source && hasNews() && std::chrono::milliseconds(spent.elapsed()) < slice) {
        if (m_next.isEmpty())
            m_next = inRowOrder(std::exchange(m_dirty, {}));
        const QString node = m_next.takeLast();
        if (m_nodes.value(node).isEmpty())
            m_nodes.remove(node);
        std::optional<RolloutRow> next = makeRow(node);
        const int row = rowOf(node);
        if (!next && row >= 0) {
            gone.append(row);
        } else if (next && row < 0) {
            added.append(std::move(*next));
        } else if (next && m_rows[row] != *next) {
            m_rows[row] = std::move(*next);
            changed.append(row);
        }
    }
    if (m_source && hasNews())
        m_timer.start(0ms);
    if (added.isEmpty() && gone.isEmpty() && changed.isEmpty())
        return;
    m_told += changed.size();
    tell(std::move(changed));
    if (!gone.isEmpty() || !added.isEmpty() || (!hasNews() && m_told < manyRows))
        endChanges();
    else if (!m_settleSoon.isActive())
        m_settleSoon.start();
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
    if (!std::exchange(m_isChanging, true))
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

std::optional<RolloutRow> RolloutModel::makeRow(const QString &node) const
{
    RolloutRow row;
    row.lanes = {laneOf(node, 0), laneOf(node, 1)};
    if (!row.lanes[0].isPresent() && !row.lanes[1].isPresent())
        return std::nullopt;
    row.leader =
        !row.lanes[0].isPresent() || (row.lanes[1].isPresent() && row.lanes[1].rank < row.lanes[0].rank) ? 1
                                                                                                         : 0;
    if (const int known = rowOf(node); known >= 0) {
        row.node = m_rows[known].node;
        row.name = m_rows[known].name;
        row.natural = m_rows[known].natural;
    } else {
        row.node = node;
        row.name = visibleText(node);
        row.natural = naturalKey(node);
    }
    const RolloutNode facts = m_source->node(node);
    row.pool = visibleText(facts.pool);
    row.zone = visibleText(facts.zone);
    row.gpus = facts.gpus;
    row.gpusTotal = facts.gpusTotal;
    findHeldBack(row);
    return row;
}

RolloutLane RolloutModel::laneOf(const NodeTrack &track) const
{
    RolloutLane lane = rolloutLane(track);
    if (track.verdict == Verdict::Done)
        lane.took = timeThrough(m_source->history({track.node, track.component}));
    return lane;
}

/// Where two components share the lane, the one that is worse off.
RolloutLane RolloutModel::laneOf(const QString &node, int lane) const
{
    if (!m_component.isEmpty()) {
        const NodeTrack *track = lane == 0 ? m_source->find({node, m_component}) : nullptr;
        return track ? laneOf(*track) : RolloutLane();
    }
    RolloutLane worst;
    for (const QString &component : drivers()[size_t(lane)]) {
        const NodeTrack *track = m_source->find({node, component});
        if (!track)
            continue;
        RolloutLane found = laneOf(*track);
        if (!worst.isPresent() || found.rank < worst.rank)
            worst = std::move(found);
    }
    return worst;
}

void RolloutModel::findHeldBack(RolloutRow &row) const
{
    std::array<const NodeTrack *, 2> tracks{};
    for (size_t i = 0; i < 2; ++i) {
        const size_t lane = i == 0 ? size_t(row.leader) : size_t(1 - row.leader);
        if (row.lanes[lane].isPresent())
            tracks[i] = m_source->find({row.node, row.lanes[lane].component});
    }
    const auto say = [&](const NodeTrack &track, const TrackNote &note) {
        const bool isSecond = row.lanes[0].isPresent() && track.component != row.lanes[0].component;
        row.heldBack = isSecond
                           ? tr("%1: %2", "component: why").arg(componentTitle(track.component), note.text)
                           : note.text;
    };
    for (const NodeTrack *track : tracks)
        if (track && row.heldBack.isEmpty() && track->verdict != Verdict::Done && !track->blockers.isEmpty())
            say(*track, plainest(track->blockers));
    for (const NodeTrack *track : tracks)
        for (const TrackNote &note : track ? track->contradictions : QList<TrackNote>())
            if (row.heldBack.isEmpty() && isDoubt(note)) {
                say(*track, note);
                row.isContradicted = true;
            }
}

} // namespace chartroom
