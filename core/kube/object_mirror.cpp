// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/object_mirror.h"

#include "core/base/free_soon.h"

#include <utility>

namespace chartroom {

namespace {

/// Every stored object has a uid; computed ones (component statuses, metrics) have none and go by name.
QString keyOf(const KubeObject &object)
{
    return object.uid.isEmpty() ? object.namespaceName + u'/' + object.name : object.uid;
}

KubeObject identityOf(const KubeObject &object)
{
    return {object.uid, object.namespaceName, object.name, object.resourceVersion, {}};
}

} // namespace

QList<ObjectEvent> ObjectMirror::apply(const QList<ObjectEvent> &events)
{
    qsizetype same = 0;
    while (same < events.size() && takesAsItIs(events[same]))
        ++same;
    if (same == events.size())
        return events; // nothing is copied
    QList<ObjectEvent> out = events.first(same);
    out.reserve(events.size());
    for (const ObjectEvent &event : events.sliced(same)) {
        if (event.type != ObjectEvent::Type::Deleted)
            upsert(event.object, out);
        else if (const QString key = keyOf(event.object); m_known.contains(key))
            remove(key, event.object, out);
    }
    return out;
}

/// The event is the difference already: nothing has to be added, left out or called otherwise. False, and
/// nothing is taken, for any other.
bool ObjectMirror::takesAsItIs(const ObjectEvent &event)
{
    const KubeObject &object = event.object;
    const QString key = keyOf(object);
    const auto known = m_known.find(key);
    const bool isKnown = known != m_known.end();
    switch (event.type) {
    case ObjectEvent::Type::Modified:
        if (!isKnown || known->resourceVersion == object.resourceVersion || known->name != object.name ||
            known->namespaceName != object.namespaceName)
            return false;
        known->resourceVersion = object.resourceVersion;
        return true;
    case ObjectEvent::Type::Deleted:
        if (!isKnown)
            return false;
        m_unseen.remove(key);
        m_names.remove({known->namespaceName, known->name});
        m_known.erase(known);
        return true;
    case ObjectEvent::Type::Added:
        break;
    }
    if (isKnown || m_names.contains({object.namespaceName, object.name}))
        return false;
    m_known.insert(key, identityOf(object));
    m_names.insert({object.namespaceName, object.name}, key);
    return true;
}

void ObjectMirror::forget()
{
    freeSoon(std::exchange(m_known, {}));
    freeSoon(std::exchange(m_names, {}));
}

void ObjectMirror::recall(const QList<KubeObject> &known)
{
    reserve(known.size());
    for (const KubeObject &object : known) {
        const QString key = keyOf(object);
        m_known.insert(key, identityOf(object));
        m_names.insert({object.namespaceName, object.name}, key);
    }
}

void ObjectMirror::reserve(qsizetype count)
{
    if (count > m_known.capacity()) {
        m_known.reserve(count);
        m_names.reserve(count);
    }
}

void ObjectMirror::beginList()
{
    m_unseen = QSet<QString>(m_known.keyBegin(), m_known.keyEnd());
}

QList<ObjectEvent> ObjectMirror::applyPage(const QList<KubeObject> &items)
{
    QList<ObjectEvent> out;
    out.reserve(items.size());
    for (const KubeObject &item : items)
        upsert(item, out);
    return out;
}

QList<ObjectEvent> ObjectMirror::endList()
{
    QList<ObjectEvent> out;
    const QSet<QString> gone = std::exchange(m_unseen, {});
    for (const QString &key : gone)
        remove(key, KubeObject(m_known.value(key)), out);
    return out;
}

void ObjectMirror::upsert(const KubeObject &object, QList<ObjectEvent> &out)
{
    const QString key = keyOf(object);
    m_unseen.remove(key);
    const auto known = m_known.find(key);
    if (known != m_known.end()) {
        if (known->resourceVersion == object.resourceVersion)
            return;
        if (known->name != object.name || known->namespaceName != object.namespaceName) {
            m_names.remove({known->namespaceName, known->name}); // no API server gives a uid twice
            m_names.insert({object.namespaceName, object.name}, key);
            *known = identityOf(object);
        }
        known->resourceVersion = object.resourceVersion;
        out.append({ObjectEvent::Type::Modified, object});
        return;
    }
    const std::pair name(object.namespaceName, object.name);
    const QString previous = m_names.value(name);
    if (!previous.isEmpty())
        remove(previous, KubeObject(m_known.value(previous)), out);
    m_known.insert(key, identityOf(object));
    m_names.insert(name, key);
    out.append({ObjectEvent::Type::Added, object});
}

void ObjectMirror::remove(const QString &key, const KubeObject &last, QList<ObjectEvent> &out)
{
    const KubeObject known = m_known.take(key);
    m_unseen.remove(key);
    m_names.remove({known.namespaceName, known.name});
    out.append({ObjectEvent::Type::Deleted, last});
}

void EventQueue::append(ObjectEvent event)
{
    const QString key = keyOf(event.object);
    const auto at = m_index.constFind(key);
    if (at == m_index.cend()) {
        m_index.insert(key, m_events.size());
        m_events.append(std::move(event));
        return;
    }
    ++m_merged;
    using Type = ObjectEvent::Type;
    ObjectEvent &waiting = m_events[*at];
    const Type before = waiting.type;
    if (before == Type::Added && event.type == Type::Deleted) { // nobody saw it
        waiting.object = {};
        m_index.erase(at);
        return;
    }
    const Type type = event.type;
    waiting = std::move(event);
    if (before == Type::Added)
        waiting.type = Type::Added;
    else if (before == Type::Deleted && type == Type::Added)
        waiting.type = Type::Modified;
}

void EventQueue::append(QList<ObjectEvent> events)
{
    for (ObjectEvent &event : events)
        append(std::move(event));
}

QList<ObjectEvent> EventQueue::take(qsizetype most)
{
    QList<ObjectEvent> events;
    while (m_taken < m_events.size() && !m_index.isEmpty() && events.size() != most) {
        ObjectEvent event = std::exchange(m_events[m_taken++], {});
        if (event.object.name.isEmpty())
            continue;
        m_index.remove(keyOf(event.object));
        events.append(std::move(event));
    }
    if (m_index.isEmpty() || m_taken == m_events.size()) {
        m_index.clear();
        m_events.clear();
        m_taken = 0;
    } else if (m_taken > m_events.size() / 2) { // amortized: each event moves once at most
        m_events.remove(0, m_taken);
        for (qsizetype &place : m_index)
            place -= m_taken;
        m_taken = 0;
    }
    return events;
}

} // namespace chartroom
