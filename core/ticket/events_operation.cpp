// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/events_operation.h"

#include "core/rollout/rollout_inputs.h"
#include "core/ticket/ticket_events.h"

namespace chartroom {

EventsOperation::EventsOperation(Transport *transport, QObject *parent)
    : QObject(parent)
    , m_pages(transport, everyObject("/api/v1/events"), nullptr)
{
    connect(&m_pages, &PagedList::pageRead, this,
            [this](const QList<KubeObject> &page) { m_events += ticketEvents(page); });
    connect(&m_pages, &PagedList::restarted, this, [this] { m_events.clear(); });
    connect(&m_pages, &PagedList::finished, this, [this] {
        m_result = newestEvents(std::move(m_events));
        Q_EMIT finished();
    });
    connect(&m_pages, &PagedList::failed, this, [this](const Error &error) {
        m_result = tl::make_unexpected(error);
        Q_EMIT finished();
    });
}

void EventsOperation::start()
{
    m_pages.begin({});
}

} // namespace chartroom
