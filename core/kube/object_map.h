// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>

#include <atomic>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>

namespace chartroom {

/// Objects of one kind by uid. A copy shares them, for use on any thread: it costs nothing until one of the
/// two changes, and then one pointer for each object and the changed objects themselves. So a look at all
/// pods of a large cluster, which go on changing meanwhile, never holds the event loop.
template<typename T>
class ObjectMap
{
public:
    struct Cell
    {
        explicit Cell(T &&object)
            : value(std::move(object))
        {}
        QString uid;
        size_t hash = 0; ///< of the uid
        T value;
    };
    /// An object on its way into a map, for the uid that it was made with; made on any thread.
    using Fresh = std::shared_ptr<Cell>;
    [[nodiscard]] static Fresh make(T &&object, QStringView uid)
    {
        auto cell = std::make_shared<Cell>(std::move(object));
        cell->hash = hashOf(uid);
        return cell;
    }

private:
    /// A view of a cell's own uid: copying the table touches nothing but the cells. Of two that are one text
    /// no character is looked at: among tens of thousands each look is a wait for memory.
    struct Key
    {
        QStringView uid;
        size_t hash = 0;

        friend size_t qHash(const Key &key, size_t /*seed*/) noexcept { return key.hash; }
        friend bool operator==(const Key &a, const Key &b) noexcept
        {
            return a.hash == b.hash && a.uid.size() == b.uid.size() &&
                   (a.uid.data() == b.uid.data() || a.uid == b.uid);
        }
    };
    using Table = QHash<Key, std::shared_ptr<Cell>>;
    [[nodiscard]] static size_t hashOf(QStringView uid)
    {
        static const size_t seed = QHashSeed::globalSeed();
        return qHash(uid, seed);
    }
    [[nodiscard]] static Key keyOf(QStringView uid) { return {uid, hashOf(uid)}; }

public:
    class const_iterator
    {
    public:
        using iterator_category = std::forward_iterator_tag;
        using difference_type = qsizetype;
        using value_type = T;
        using pointer = const T *;
        using reference = const T &;

        const_iterator() = default;
        [[nodiscard]] const QString &key() const { return (*m_place)->uid; }
        [[nodiscard]] const T &value() const { return (*m_place)->value; }
        const T &operator*() const { return value(); }
        const T *operator->() const { return &value(); }
        const_iterator &operator++()
        {
            ++m_place;
            return *this;
        }
        const_iterator operator++(int)
        {
            const_iterator before = *this;
            ++m_place;
            return before;
        }
        friend bool operator==(const const_iterator &a, const const_iterator &b)
        {
            return a.m_place == b.m_place;
        }

    private:
        friend class ObjectMap;
        explicit const_iterator(typename Table::const_iterator place)
            : m_place(place)
        {}
        typename Table::const_iterator m_place;
    };

    ObjectMap() = default;
    ObjectMap(std::initializer_list<std::pair<QString, T>> objects)
    {
        for (const auto &[uid, object] : objects)
            insert(uid, object);
    }

    [[nodiscard]] qsizetype size() const { return m_table.size(); }
    [[nodiscard]] bool isEmpty() const { return m_table.isEmpty(); }
    [[nodiscard]] qsizetype capacity() const { return m_table.capacity(); }
    void reserve(qsizetype count) { m_table.reserve(count); }

    [[nodiscard]] const_iterator begin() const { return cbegin(); }
    [[nodiscard]] const_iterator end() const { return cend(); }
    [[nodiscard]] const_iterator cbegin() const { return const_iterator(m_table.cbegin()); }
    [[nodiscard]] const_iterator cend() const { return const_iterator(m_table.cend()); }
    [[nodiscard]] const_iterator constFind(const QString &uid) const
    {
        return const_iterator(m_table.constFind(keyOf(uid)));
    }
    /// The object as it is now, whatever becomes of the map; null where there is none.
    [[nodiscard]] std::shared_ptr<const T> share(const QString &uid) const
    {
        const auto found = m_table.constFind(keyOf(uid));
        return found == m_table.cend() ? nullptr : std::shared_ptr<const T>(*found, &(*found)->value);
    }
    [[nodiscard]] QStringList keys() const
    {
        QStringList keys;
        keys.reserve(size());
        for (auto object = cbegin(); object != cend(); ++object)
            keys.append(object.key());
        return keys;
    }
    [[nodiscard]] QList<T> values() const { return {cbegin(), cend()}; }

    void insert(const QString &uid, T object)
    {
        Fresh fresh = make(std::move(object), uid);
        exchange(uid, fresh);
    }
    void insert(const ObjectMap &others)
    {
        for (auto object = others.cbegin(); object != others.cend(); ++object)
            insert(object.key(), *object);
    }
    /// Puts the object in; returns whether none of that uid was there. `fresh` is then what it replaced, if
    /// anything: where thousands change, the caller frees that elsewhere. One that was in this map before may
    /// come back.
    bool exchange(const QString &uid, Fresh &fresh)
    {
        const auto known = m_table.find({uid, fresh->hash});
        if (known == m_table.end()) {
            if (fresh->uid.isNull())
                fresh->uid = uid;
            put(std::exchange(fresh, {}));
            return true;
        }
        if (fresh->uid.isNull())
            fresh->uid = (*known)->uid; // whose text is the key
        if (fresh->uid.constData() == (*known)->uid.constData()) {
            known->swap(fresh);
        } else { // copies of the map look at its own text
            put(std::exchange(fresh, m_table.take({uid, fresh->hash})));
        }
        return false;
    }
    bool remove(const QString &uid) { return take(uid) != nullptr; }
    /// Null when there was none of that uid.
    Fresh take(const QString &uid) { return m_table.take(keyOf(uid)); }
    /// For a change in place; one that was not there is made.
    T &operator[](const QString &uid)
    {
        if (!m_table.contains(keyOf(uid)))
            insert(uid, T());
        std::shared_ptr<Cell> &cell = m_table[keyOf(uid)];
        if (isShared(cell))
            cell = std::make_shared<Cell>(*cell);
        return cell->value;
    }

private:
    void put(Fresh cell)
    {
        const Key key{cell->uid, cell->hash};
        m_table.emplace(key, std::move(cell));
    }
    [[nodiscard]] static bool isShared(const std::shared_ptr<Cell> &cell)
    {
        const bool isShared = cell.use_count() > 1;
        std::atomic_thread_fence(std::memory_order_acquire); // who had it is done with it
        return isShared;
    }

    Table m_table;
};

} // namespace chartroom
