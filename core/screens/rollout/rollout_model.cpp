// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/rollout/rollout_model.h"

#include "core/base/duration_text.h"
#include "core/base/loop_slice.h"
#include "core/base/moments.h"
#include "core/base/share_work.h"
#include "core/base/visible_text.h"
#include "core/diagnosis/findings_source.h"
#include "core/rollout/driver_components.h"
#include "core/session/rollout_source.h"
#include "core/words/node_timeline.h"
#include "core/words/relative_time.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr auto rolloutRefresh = 1s;
/// Rows that change by the thousand find their places together, once no more come, but not too late; fewer do
/// at once.
constexpr auto settleInterval = 20ms;
constexpr auto latestSettling = 200ms;
constexpr qsizetype manyRows = 64;

bool isBefore(const RolloutRow &one, const RolloutRow &other)
{
    const int order = QString::compare(one.natural, other.natural);
    return order != 0 ? order < 0 : one.node < other.node;
}

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
    times->start(rolloutRefresh);
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

void RolloutModel::takeFindings(const QList<Finding> &findings)
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
    for (auto &[node, known] : m_nodes)
        noteNode(known);
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, rolloutColumnCount - 1);
    Q_EMIT componentsChanged();
    work();
}

int RolloutModel::rowOf(const QString &node) const
{
    const auto known = m_nodes.find(node);
    return known == m_nodes.end() ? -1 : known->second.row;
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

void RolloutModel::noteNode(Known &known)
{
    if (!std::exchange(known.isDirty, true))
        m_dirty.push_back(&known);
}

void RolloutModel::noteNode(const QString &node)
{
    Known &known = m_nodes[node];
    known.node = node;
    noteNode(known);
    QStringList &components = known.components;
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
    constexpr size_t atOnce = 128;
    const LoopSlice slice(2ms);
    QStringList unused;
    QList<RolloutRow> added;
    QList<int> gone;
    QList<int> changed;
    while (m_source && hasNews() && !slice.isOver()) {
        if (m_next.empty()) { // the first rows first, after those that have none yet
            m_next.swap(m_dirty);
            std::sort(m_next.begin(), m_next.end(),
                      [](const Known *one, const Known *other) { return one->row > other->row; });
        }
        const auto first = m_next.end() - std::ptrdiff_t(std::min(atOnce, m_next.size()));
        const std::vector<Known *> nodes(first, m_next.end());
        m_next.erase(first, m_next.end());
        std::vector<std::optional<RolloutRow>> fresh(nodes.size());
        shareWork(int(nodes.size()),
                  [&](int i) { fresh[size_t(i)] = makeRow(nodes[size_t(i)]->node, nodes[size_t(i)]->row); });
        for (size_t i = nodes.size(); i-- > 0;) {
            const int row = nodes[i]->row;
            std::optional<RolloutRow> &next = fresh[i];
            nodes[i]->isDirty = false;
            if (!next && nodes[i]->components.isEmpty())
                unused.append(nodes[i]->node);
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
    if (gone.isEmpty()) // else they still have their rows
        forgetUnused(unused);
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
    if (!gone.isEmpty()) {
        remove(std::move(gone));
        forgetUnused(unused);
    }
    insert(std::move(added));
    Q_EMIT rowsChanged();
}

void RolloutModel::forgetUnused(const QStringList &nodes)
{
    for (const QString &node : nodes) {
        const auto known = m_nodes.find(node);
        if (known != m_nodes.end() && !known->second.isDirty) // nobody spoke of it meanwhile
            m_nodes.erase(known);
    }
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
    std::sort(rows.begin(), rows.end(), isBefore);
    const int first = int(m_rows.size());
    beginInsertRows({}, first, first + int(rows.size()) - 1);
    m_rows.append(std::move(rows));
    for (int row = first; row < m_rows.size(); ++row)
        m_nodes.at(m_rows[row].node).row = row;
    placeFrom(first);
    endInsertRows();
}

/// The rows from `first` on, which are in the order of their names, among those before.
void RolloutModel::placeFrom(int first)
{
    for (int row = first; row < m_rows.size(); ++row)
        m_byName.append(row);
    std::inplace_merge(m_byName.begin(), m_byName.begin() + first, m_byName.end(),
                       [this](int a, int b) { return isBefore(m_rows[a], m_rows[b]); });
    m_places.resize(m_rows.size());
    for (int place = 0; place < m_byName.size(); ++place)
        m_places[m_byName[place]] = place;
}

void RolloutModel::unplace(int first, int last)
{
    const int count = last - first + 1;
    m_byName.removeIf([=](int row) { return row >= first && row <= last; });
    for (int &row : m_byName)
        row -= row > last ? count : 0;
    m_places.remove(first, count);
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
            m_nodes.at(m_rows[row].node).row = -1;
        m_rows.remove(first, last - first + 1);
        unplace(first, last);
        for (int row = first; row < m_rows.size(); ++row)
            m_nodes.at(m_rows[row].node).row = row;
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

QVariant RolloutModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const RolloutRow &row = m_rows[index.row()];
    const auto column = RolloutColumn(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return displayText(row, column);
    case Qt::AccessibleTextRole:
        return accessibleText(row, column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case RolloutNodeRole:
        return row.node;
    case RolloutStateRole:
        return int(row.lead().state);
    case RolloutLaneRole:
        if (column == RolloutColumn::FirstLane || column == RolloutColumn::SecondLane)
            return QVariant::fromValue(row.lanes[column == RolloutColumn::FirstLane ? 0 : 1]);
        return {};
    case RolloutRemarkRole:
        return row.isContradicted;
    case FindingBadgeRole:
        return column == RolloutColumn::Node && m_badges.contains(row.node)
                   ? QVariant::fromValue(m_badges.value(row.node))
                   : QVariant();
    default:
        return {};
    }
}

QVariant RolloutModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= rolloutColumnCount)
        return {};
    const auto column = RolloutColumn(section);
    const bool isNumber = column == RolloutColumn::Since || column == RolloutColumn::Gpus;
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case RolloutColumn::Node:
        return tr("Node", "column");
    case RolloutColumn::FirstLane:
        return componentTitle(m_component.isEmpty() ? QStringLiteral("gpu") : m_component);
    case RolloutColumn::Since:
        return tr("Since", "column");
    case RolloutColumn::SecondLane:
        return tr("InfiniBand", "column");
    case RolloutColumn::Gpus:
        return tr("GPUs", "column");
    case RolloutColumn::HeldBack:
        return tr("Blocked by", "column");
    }
    return {};
}

QString RolloutModel::displayText(const RolloutRow &row, RolloutColumn column) const
{
    switch (column) {
    case RolloutColumn::Node:
        return row.name;
    case RolloutColumn::FirstLane:
        return row.lanes[0].words;
    case RolloutColumn::SecondLane:
        return row.lanes[1].words;
    case RolloutColumn::Since:
        return sinceText(row);
    case RolloutColumn::Gpus:
        return row.gpusTotal > 0 ? tr("%1 / %2", "of").arg(row.gpus).arg(row.gpusTotal) : row.gpuParts;
    case RolloutColumn::HeldBack:
        return row.heldBack;
    }
    return {};
}

QString RolloutRow::words() const
{
    const RolloutLane &other = lanes[size_t(1 - leader)];
    const bool needsLook = other.state == VisualState::Failed || other.state == VisualState::Attention ||
                           other.state == VisualState::Unknown;
    if (!other.isPresent() || !needsLook)
        return lead().words;
    QStringList both;
    for (const RolloutLane *lane : {&lead(), &other})
        both << RolloutModel::tr("%1: %2", "component: words")
                    .arg(componentTitle(lane->component), lane->words);
    return both.join(QStringLiteral(" · "));
}

QString RolloutModel::sinceText(const RolloutRow &row) const
{
    const RolloutLane &lane = row.lead();
    if (!lane.isUnderWay)
        return lane.took ? tr("in %1", "took").arg(elapsedText(*lane.took)) : QString();
    if (!lane.since.isValid() || !m_source)
        return {};
    return elapsedText(timeBetween(lane.since, m_source->now()));
}

QString RolloutModel::accessibleText(const RolloutRow &row, RolloutColumn column) const
{
    const QString text = displayText(row, column);
    if (column == RolloutColumn::Node && m_badges.contains(row.node))
        return tr("%1, found: %2", "node").arg(text, badgeWords(row));
    if (column != RolloutColumn::FirstLane && column != RolloutColumn::SecondLane)
        return text;
    const RolloutLane &lane = row.lanes[column == RolloutColumn::FirstLane ? 0 : 1];
    if (!lane.isPresent())
        return {};
    return lane.stage ? tr("%1: %2, step %3 of 7")
                            .arg(componentTitle(lane.component), text, QString::number(*lane.stage))
                      : tr("%1: %2", "component: words").arg(componentTitle(lane.component), text);
}

QString RolloutModel::toolTip(const RolloutRow &row, RolloutColumn column) const
{
    const auto sinceOf = [this](const RolloutLane &lane) {
        return lane.since.isValid()
                   ? tr("%1, since %2").arg(componentTitle(lane.component), absoluteTimeText(lane.since))
                   : tr("%1; its start was not observed").arg(componentTitle(lane.component));
    };
    switch (column) {
    case RolloutColumn::Node:
        return (row.name + u'\n' + badgeWords(row)).trimmed();
    case RolloutColumn::Since:
        return sinceOf(row.lead());
    case RolloutColumn::FirstLane:
    case RolloutColumn::SecondLane: {
        const RolloutLane &lane = row.lanes[column == RolloutColumn::FirstLane ? 0 : 1];
        return lane.isPresent() ? lane.words + u'\n' + sinceOf(lane) : QString();
    }
    case RolloutColumn::Gpus: {
        QStringList counts;
        if (row.gpusTotal > 0)
            counts << tr("%1 of %2 GPUs are allocatable").arg(row.gpus).arg(row.gpusTotal);
        if (!row.gpuParts.isEmpty())
            counts << row.gpuParts;
        return counts.join(u'\n');
    }
    default:
        return displayText(row, column);
    }
}

namespace {

/// The components that share a lane, in the order of preference.
const std::array<QStringList, 2> &driverPair()
{
    static const std::array<QStringList, 2> lanes{componentsOfLane(0), componentsOfLane(1)};
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
                                    [](const TrackNote &note) { return note.kind == NoteKind::Signature; });
    return known == notes.cend() ? notes.first() : *known;
}

} // namespace

bool RolloutModel::hasSecondLane() const
{
    const QStringList &second = driverPair()[1];
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
    const NodeTracks all = m_source ? m_source->tracksOf(node) : NodeTracks();
    QList<const NodeTrack *> tracks(all.cbegin(), all.cend());
    static const QStringList first = ledComponentNames();
    const auto place = [](const NodeTrack *track) { return size_t(first.indexOf(track->component)); };
    std::sort(tracks.begin(), tracks.end(), [&](const NodeTrack *a, const NodeTrack *b) {
        return std::tuple(a->component != m_component, place(a), a->component) <
               std::tuple(b->component != m_component, place(b), b->component);
    });
    return tracks;
}

std::optional<RolloutRow> RolloutModel::makeRow(const QString &node, int known) const
{
    RolloutRow row;
    const NodeTracks tracks = m_source->tracksOf(node);
    row.lanes = {laneOf(tracks, 0), laneOf(tracks, 1)};
    if (!row.lanes[0].isPresent() && !row.lanes[1].isPresent())
        return std::nullopt;
    row.leader =
        !row.lanes[0].isPresent() || (row.lanes[1].isPresent() && row.lanes[1].rank < row.lanes[0].rank) ? 1
                                                                                                         : 0;
    if (known >= 0) {
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
    row.gpuParts = facts.gpuParts;
    findHeldBack(tracks, row);
    return row;
}

RolloutLane RolloutModel::laneOf(const NodeTrack &track) const
{
    RolloutLane lane = rolloutLane(track);
    if (track.verdict == Verdict::Done)
        lane.took = timeThrough(m_source->history({track.node, track.component}), track.times);
    return lane;
}

/// Where two components share the lane, the one that is worse off.
RolloutLane RolloutModel::laneOf(const NodeTracks &tracks, int lane) const
{
    if (!m_component.isEmpty()) {
        const auto *track = lane == 0 ? trackIn(tracks, m_component) : nullptr;
        return track ? laneOf(**track) : RolloutLane();
    }
    RolloutLane worst;
    for (const QString &component : driverPair()[size_t(lane)]) {
        const auto *track = trackIn(tracks, component);
        if (!track)
            continue;
        RolloutLane found = laneOf(**track);
        if (!worst.isPresent() || found.rank < worst.rank)
            worst = std::move(found);
    }
    return worst;
}

void RolloutModel::findHeldBack(const NodeTracks &ofNode, RolloutRow &row)
{
    std::array<const NodeTrack *, 2> tracks{};
    for (size_t i = 0; i < 2; ++i) {
        const size_t lane = i == 0 ? size_t(row.leader) : size_t(1 - row.leader);
        if (const auto *track = trackIn(ofNode, row.lanes[lane].component))
            tracks[i] = *track;
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
    for (const bool ofPast : {false, true})
        for (const NodeTrack *track : tracks)
            for (const TrackNote &note : track ? track->contradictions : QList<TrackNote>())
                if (row.heldBack.isEmpty() && isDoubt(note) && isPastFailure(note) == ofPast) {
                    say(*track, note);
                    row.isContradicted = !ofPast;
                }
    for (const NodeTrack *track : tracks)
        if (track && row.heldBack.isEmpty() && track->verdict == Verdict::Done && track->isCordoned)
            row.heldBack = track->evidence.standingCordon();
}

} // namespace chartroom
