// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/object_store.h"

#include <QPointer>

namespace chartroom {

ObjectStoreBase::ObjectStoreBase(Transport *transport, ResourceQuery query, const Clock *clock,
                                 QObject *parent)
    : QObject(parent)
    , m_reflector(transport, std::move(query), clock)
{
    connect(&m_reflector, &Reflector::sizeKnown, this, [this](qsizetype count) { reserve(count); });
    connect(&m_reflector, &Reflector::eventsReceived, this, &ObjectStoreBase::receive);
    connect(&m_reflector, &Reflector::synced, this, &ObjectStoreBase::synced);
    connect(&m_reflector, &Reflector::stateChanged, this, &ObjectStoreBase::stateChanged);
}

void ObjectStoreBase::start()
{
    if (!isStarted())
        m_reflector.start();
}

void ObjectStoreBase::stop()
{
    m_reflector.stop();
}

void ObjectStoreBase::retryNow()
{
    m_reflector.retryNow();
}

/// A Reflector's batch speaks of an object once.
void ObjectStoreBase::receive(const QList<ObjectEvent> &events)
{
    ObjectDelta delta;
    for (const ObjectEvent &event : events) {
        const QString &uid = event.object.uid;
        if (!m_damaged.isEmpty())
            m_damaged.remove(uid);
        if (event.type == ObjectEvent::Type::Deleted) {
            if (remove(uid))
                delta.removed.append(uid);
            continue;
        }
        switch (apply(event.object)) {
        case Applied::Added:
            delta.added.append(uid);
            break;
        case Applied::Changed:
            delta.changed.append(uid);
            break;
        case Applied::Damaged:
            m_damaged.insert(uid);
        }
    }
    const QPointer store(this);
    if (!delta.added.isEmpty() || !delta.changed.isEmpty() || !delta.removed.isEmpty())
        Q_EMIT objectsChanged(delta);
    if (store)
        freeChanges();
}

} // namespace chartroom
