// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording.h"

#include "core/base/moments.h"
#include "core/kube/lenient_json.h"

#include <QSet>

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr qsizetype fewestSamples = 4;
constexpr qsizetype mostSamples = 64;
/// What came later than that was not new: it was listed anew.
constexpr milliseconds mostSkew = 1min;
/// As exact as the times that objects tell.
constexpr milliseconds leastSkew = 1s;

} // namespace

milliseconds clockSkew(const Recording &recording)
{
    QSet<QString> listed; // resources of which what comes now is new
    QList<milliseconds> ahead;
    const RecordingEvents &events = recording.events;
    for (qsizetype i = 0; i < events.size() && ahead.size() < mostSamples; ++i) {
        const QString &resource = events.identity(i).resource;
        if (events.type(i) == RecordingEvent::Type::Synced)
            listed << resource;
        if (events.type(i) != RecordingEvent::Type::Added || !listed.contains(resource))
            continue;
        const auto created = readFields<QDateTime>(events[i].object, [](const LenientJson &root) {
            return root["metadata"]["creationTimestamp"].time();
        });
        if (!created || !created->isValid())
            continue;
        const milliseconds ours = timeBetween(recording.header.start, *created);
        if (ours - events.at(i) < mostSkew && events.at(i) - ours < mostSkew)
            ahead << ours - events.at(i);
    }
    if (ahead.size() < fewestSamples)
        return 0ms;
    // Their times are cut off to the second, and none comes before it was made: the greatest is the nearest.
    const milliseconds skew = *std::max_element(ahead.cbegin(), ahead.cend());
    return skew > -leastSkew && skew < leastSkew ? 0ms : skew;
}

} // namespace chartroom
