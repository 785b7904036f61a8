// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace chartroom {

/// The labels or annotations of an object, or some of them. Keys of one vendor begin with the same forty
/// characters, so they are ordered by length first: a search among thirty compares hardly any characters.
/// That is also the order in which they are gone through.
class LabelMap
{
public:
    struct Entry
    {
        QString key;
        QString value;

        friend bool operator==(const Entry &, const Entry &) = default;
    };
    using const_iterator = QList<Entry>::const_iterator;

    LabelMap() = default;
    LabelMap(std::initializer_list<std::pair<QString, QString>> labels)
    {
        for (const auto &[key, value] : labels)
            insert(key, value);
    }

    [[nodiscard]] bool isEmpty() const { return m_entries.isEmpty(); }
    [[nodiscard]] bool contains(QStringView key) const { return find(key) != nullptr; }
    [[nodiscard]] QString value(QStringView key, const QString &otherwise = {}) const
    {
        const Entry *found = find(key);
        return found ? found->value : otherwise;
    }
    [[nodiscard]] const_iterator begin() const { return m_entries.cbegin(); }
    [[nodiscard]] const_iterator end() const { return m_entries.cend(); }

    void insert(const QString &key, const QString &value) { (*this)[key] = value; }
    QString &operator[](const QString &key)
    {
        const qsizetype at = placeOf(key) - m_entries.cbegin();
        if (at == m_entries.size() || m_entries[at].key != key)
            m_entries.insert(at, {key, {}});
        return m_entries[at].value;
    }
    void clear() { m_entries.clear(); }
    void reserve(qsizetype count) { m_entries.reserve(count); }
    void squeeze() { m_entries.squeeze(); }

    friend bool operator==(const LabelMap &, const LabelMap &) = default;

private:
    [[nodiscard]] const_iterator placeOf(QStringView key) const
    {
        return std::lower_bound(
            m_entries.cbegin(), m_entries.cend(), key, [](const Entry &entry, QStringView wanted) {
                return entry.key.size() != wanted.size() ? entry.key.size() < wanted.size()
                                                         : QStringView(entry.key) < wanted;
            });
    }
    [[nodiscard]] const Entry *find(QStringView key) const
    {
        const auto place = placeOf(key);
        return place == m_entries.cend() || place->key != key ? nullptr : &*place;
    }

    QList<Entry> m_entries; ///< by length of the key, then by the key
};

} // namespace chartroom
