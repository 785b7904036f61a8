// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/free_soon.h"
#include "core/kube/object_map.h"
#include "core/kube/reflector.h"

#include <QSet>

#include <vector>

namespace chartroom {

/// Which objects of an ObjectStore changed, by uid; a uid is in one list only.
struct ObjectDelta
{
    QList<QString> added;
    QList<QString> changed;
    QList<QString> removed;
};

/// What all stores of API objects share: the Reflector and the signals. Use ObjectStore<T>.
class ObjectStoreBase : public QObject
{
    Q_OBJECT
public:
    ObjectStoreBase(Transport *transport, ResourceQuery query, const Clock *clock, QObject *parent);

    /// Starting a started store does nothing.
    void start();
    void stop();
    void retryNow();

    [[nodiscard]] const Reflector &reflector() const { return m_reflector; }
    [[nodiscard]] bool isStarted() const { return m_reflector.state() != Reflector::State::Idle; }
    /// Objects of the last batches that could not be read; they keep their last good value.
    [[nodiscard]] qsizetype damaged() const { return m_damaged.size(); }

Q_SIGNALS:
    void objectsChanged(const chartroom::ObjectDelta &delta);
    void synced();
    /// Of the reflector: listing, live, reconnecting, denied.
    void stateChanged();

protected:
    enum class Applied { Added, Changed, Damaged };
    virtual Applied apply(const KubeObject &object) = 0;
    virtual bool remove(const QString &uid) = 0;
    virtual void reserve(qsizetype count) = 0;
    virtual void freeChanges() = 0;

private:
    void receive(const QList<ObjectEvent> &events);

    Reflector m_reflector;
    QSet<QString> m_damaged;
};

/// Current objects of one kind as small values by uid. T has `static Result<T> read(const KubeObject &)`.
template<typename T>
class ObjectStore final : public ObjectStoreBase
{
public:
    ObjectStore(Transport *transport, ResourceQuery query, const Clock *clock, QObject *parent)
        : ObjectStoreBase(transport, readBy(std::move(query)), clock, parent)
    {}

    struct Change
    {
        std::shared_ptr<const T> before; ///< null: it came
        std::shared_ptr<const T> now;    ///< null: it went
    };

    [[nodiscard]] const ObjectMap<T> &objects() const { return m_objects; }
    /// All that objectsChanged() tells of, while it does.
    [[nodiscard]] const std::vector<Change> &changes() const { return m_changes; }
    [[nodiscard]] const T *find(const QString &uid) const
    {
        const auto found = m_objects.constFind(uid);
        return found == m_objects.cend() ? nullptr : &*found;
    }

private:
    using Fresh = typename ObjectMap<T>::Fresh;

    [[nodiscard]] static Fresh made(const KubeObject &object)
    {
        Result<T> value = T::read(object);
        return value ? ObjectMap<T>::make(std::move(*value), object.uid) : nullptr;
    }
    [[nodiscard]] static std::shared_ptr<const T> shared(Fresh cell)
    {
        const T *value = &cell->value;
        return {std::move(cell), value};
    }
    [[nodiscard]] static ResourceQuery readBy(ResourceQuery query)
    {
        query.reader = [](const KubeObject &object) -> std::shared_ptr<void> { return made(object); };
        return query;
    }
    Applied apply(const KubeObject &object) override
    {
        Fresh fresh =
            object.read ? std::static_pointer_cast<typename ObjectMap<T>::Cell>(object.read) : made(object);
        if (!fresh)
            return Applied::Damaged;
        Change change{{}, shared(fresh)};
        const bool isNew = m_objects.exchange(object.uid, fresh);
        if (!isNew)
            change.before = shared(std::move(fresh));
        m_changes.push_back(std::move(change));
        return isNew ? Applied::Added : Applied::Changed;
    }
    bool remove(const QString &uid) override
    {
        Fresh gone = m_objects.take(uid);
        if (!gone)
            return false;
        m_changes.push_back({shared(std::move(gone)), {}});
        return true;
    }
    void freeChanges() override { freeSoon(std::exchange(m_changes, {})); }
    void reserve(qsizetype count) override
    {
        if (count > m_objects.capacity())
            m_objects.reserve(count);
    }

    ObjectMap<T> m_objects;
    std::vector<Change> m_changes;
};

} // namespace chartroom
