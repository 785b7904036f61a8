// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/object_store.h"

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

void ObjectStoreBase::receive(const QList<ObjectEvent> &events)
{
    // One batch can touch an object more than once; what counts is the difference to before the batch.
    QHash<QString, Applied> touched;
    touched.reserve(events.size());
    QSet<QString> removed;
    for (const ObjectEvent &event : events) {
        const QString &uid = event.object.uid;
        if (event.type == ObjectEvent::Type::Deleted) {
            m_damaged.remove(uid);
            const bool wasNew = touched.value(uid, Applied::Changed) == Applied::Added;
            touched.remove(uid);
            if (remove(uid) && !wasNew)
                removed.insert(uid);
            continue;
        }
        const Applied applied = apply(event.object);
        if (applied == Applied::Damaged) {
            m_damaged.insert(uid);
            continue;
        }
        m_damaged.remove(uid);
        const qsizetype known = touched.size();
        Applied &first = touched[uid];
        if (touched.size() > known)
            first = removed.remove(uid) ? Applied::Changed : applied;
    }
    ObjectDelta delta;
    delta.added.reserve(touched.size());
    delta.changed.reserve(touched.size());
    for (auto it = touched.cbegin(); it != touched.cend(); ++it)
        (it.value() == Applied::Added ? delta.added : delta.changed).append(it.key());
    delta.removed = removed.values();
    if (!delta.added.isEmpty() || !delta.changed.isEmpty() || !delta.removed.isEmpty())
        Q_EMIT objectsChanged(delta);
}

} // namespace chartroom
