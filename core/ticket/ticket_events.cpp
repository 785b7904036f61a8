// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/ticket_events.h"

#include "core/kube/lenient_json.h"
#include "core/rollout/upgrade_event.h"
#include "core/ticket/ticket_tr.h"

#include <algorithm>
#include <tuple>

namespace chartroom {

namespace {

TicketEvent eventIn(const LenientJson &root)
{
    const LenientJson object = root["involvedObject"];
    TicketEvent event;
    event.at = lastSeen(root);
    const QString space = object["namespace"].text();
    const QString name = object["name"].text();
    event.object = object["kind"].text() + u' ' + (space.isEmpty() ? name : space + u'/' + name);
    event.reason = root["reason"].text();
    event.text = root["message"].text();
    event.count = std::max(1, root["count"].integer());
    return event;
}

} // namespace

QList<TicketEvent> ticketEvents(const QList<KubeObject> &events)
{
    QList<TicketEvent> kept;
    for (const KubeObject &one : events) {
        const auto read = readFields<std::optional<TicketEvent>>(one, [](const LenientJson &root) {
            const bool isWarning = root["type"].view() == "Warning";
            const bool isOfUpgrade = root["reason"].text().endsWith(u"DriverUpgrade");
            return isWarning || isOfUpgrade ? std::optional(eventIn(root)) : std::nullopt;
        });
        if (read && *read)
            kept.append(**read);
    }
    return kept;
}

QList<TicketEvent> newestEvents(QList<TicketEvent> events)
{
    constexpr qsizetype most = 5000;
    std::sort(events.begin(), events.end(), [](const TicketEvent &a, const TicketEvent &b) {
        return std::tie(a.at, a.object, a.reason, a.text) < std::tie(b.at, b.object, b.reason, b.text);
    });
    const int left = int(events.size() - most);
    if (left <= 0)
        return events;
    TicketEvent older;
    older.text = TicketTr::tr("%n older event(s) left out", nullptr, left);
    older.count = left;
    return QList{older} + events.last(most);
}

} // namespace chartroom
