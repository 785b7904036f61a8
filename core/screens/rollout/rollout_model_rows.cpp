// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a row says of its node.
#include "core/base/visible_text.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/session/rollout_source.h"
#include "core/words/node_timeline.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace chartroom {

namespace {

/// The components that share a lane, in the order of preference.
const std::array<QStringList, 2> &driverPair()
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
    static const QStringList first = driverPair()[0] + driverPair()[1];
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
    findHeldBack(tracks, row);
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
    for (const NodeTrack *track : tracks)
        for (const TrackNote &note : track ? track->contradictions : QList<TrackNote>())
            if (row.heldBack.isEmpty() && isDoubt(note)) {
                say(*track, note);
                row.isContradicted = true;
            }
    for (const NodeTrack *track : tracks)
        if (track && row.heldBack.isEmpty() && track->verdict == Verdict::Done && track->isCordoned)
            row.heldBack = track->evidence.standingCordon();
}

} // namespace chartroom
