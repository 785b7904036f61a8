// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_group.h"

#include <QMap>

#include <algorithm>
#include <tuple>
#include <utility>

namespace chartroom {

namespace {

using GroupKey = std::pair<QString, QString>; // policy, wanted version

QString driverNameOf(const NodeTrack &track)
{
    return track.policy.isEmpty() ? track.queue : track.policy;
}

/// Of versions that are equally frequent the last by name.
QString mostFrequentOrigin(const DriverGroup &group)
{
    QMap<QString, int> counts;
    for (const NodeTrack *track : group.tracks)
        if (track->verdict != Verdict::NotPart && !track->driverFrom.isEmpty() &&
            !isSameDriver(track->driverFrom, group.to))
            ++counts[track->driverFrom];
    QString best;
    int most = 0;
    for (auto count = counts.cbegin(); count != counts.cend(); ++count) {
        if (*count < most)
            continue;
        best = count.key();
        most = *count;
    }
    return best;
}

void add(DriverGroup &group, const NodeTrack *track)
{
    group.tracks << track;
    group.add(*track);
}

} // namespace

bool isSameDriver(const QString &loaded, const QString &wanted)
{
    const bool isBranch = !wanted.isEmpty() && !wanted.contains(u'.');
    return loaded == wanted || (isBranch && loaded.startsWith(wanted + u'.'));
}

QString DriverGroup::versions() const
{
    return from.isEmpty() || to.isEmpty() ? to : from + QStringLiteral(" → ") + to;
}

QList<DriverGroup> driverGroups(const QList<const NodeTrack *> &tracks)
{
    QMap<GroupKey, DriverGroup> groups;
    for (const NodeTrack *track : tracks) {
        if (!track->driverTo.isEmpty())
            add(groups[{driverNameOf(*track), track->driverTo}], track);
    }
    for (const NodeTrack *track : tracks) {
        if (!track->driverTo.isEmpty())
            continue;
        const auto first = groups.lowerBound({driverNameOf(*track), QString()});
        const bool isOfPolicy = first != groups.end() && first.key().first == driverNameOf(*track);
        add(isOfPolicy ? *first : groups[{driverNameOf(*track), QString()}], track);
    }
    QList<DriverGroup> list;
    for (auto group = groups.begin(); group != groups.end(); ++group) {
        std::tie(group->driver, group->to) = group.key();
        group->from = mostFrequentOrigin(*group);
        if (group->total > 0)
            list << *group;
    }
    std::stable_sort(list.begin(), list.end(), [](const DriverGroup &a, const DriverGroup &b) {
        const auto rank = [](const DriverGroup &one) {
            return std::pair(one.count(Verdict::Done) == one.total, -one.total);
        };
        return rank(a) < rank(b);
    });
    return list;
}

} // namespace chartroom
