// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/object_texts.h"
#include "core/recording/recording_event.h"

#include <QHash>

#include <iterator>
#include <string_view>
#include <vector>

namespace chartroom {

/// The events of a recording, packed: a window of hours with thousands of nodes takes some dozens of
/// megabytes. An event is unpacked when it is asked for; time, type and whose it is are at hand.
class RecordingEvents
{
public:
    using Type = RecordingEvent::Type;

    /// What stays the same over an object's life.
    struct Identity
    {
        QString resource;
        QString namespaceName;
        QString name;
        QString uid;
        QByteArray apiVersion;
        int revision = 0;
        ReleaseStorage storage = ReleaseStorage::Secret;
        quint32 family = 0; ///< of its texts
        quint32 kind = 0;
    };

    /// A line as it was read; the views need to live only as long as append() works on them.
    struct Line
    {
        std::chrono::milliseconds at{0};
        Type type = Type::Note;
        std::string_view resource;
        std::string_view apiVersion;
        std::string_view namespaceName;
        std::string_view name;
        std::string_view uid;
        std::string_view resourceVersion;
        std::string_view json; ///< the object
        std::string_view note;
        int revision = 0;
        ReleaseStorage storage = ReleaseStorage::Secret;
    };
    /// False when there is no room left.
    [[nodiscard]] bool append(const Line &line);
    /// After the last append(): the first list of a resource came over some time and was true at one moment
    /// (half a list is never a state); then the events are brought into time's order.
    void settle();

    [[nodiscard]] qsizetype size() const { return qsizetype(m_entries.size()); }
    [[nodiscard]] bool isEmpty() const { return m_entries.empty(); }
    [[nodiscard]] RecordingEvent operator[](qsizetype index) const { return event(index); }
    /// The same with its JSON where `room` was, see ObjectTexts.
    [[nodiscard]] RecordingEvent event(qsizetype index, QByteArray room = {}) const;
    [[nodiscard]] RecordingEvent first() const { return (*this)[0]; }
    [[nodiscard]] RecordingEvent last() const { return (*this)[size() - 1]; }

    [[nodiscard]] std::chrono::milliseconds at(qsizetype index) const;
    [[nodiscard]] Type type(qsizetype index) const { return m_entries[size_t(index)].type; }
    /// Place of the object's identity among identities().
    [[nodiscard]] quint32 identityOf(qsizetype index) const { return m_entries[size_t(index)].identity; }
    [[nodiscard]] const Identity &identity(qsizetype index) const { return m_identities[identityOf(index)]; }
    [[nodiscard]] const std::vector<Identity> &identities() const { return m_identities; }
    [[nodiscard]] QString resourceVersion(qsizetype index) const;
    /// Bytes of the objects and remarks as they were read, of each event anew.
    [[nodiscard]] qint64 textBytes() const { return m_textBytes; }
    /// Bytes that all of this takes, about.
    [[nodiscard]] qsizetype packedBytes() const;

    class const_iterator
    {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = RecordingEvent;
        using difference_type = qsizetype;
        using pointer = void;
        using reference = RecordingEvent;

        const_iterator(const RecordingEvents *events, qsizetype index)
            : m_events(events)
            , m_index(index)
        {}
        RecordingEvent operator*() const { return (*m_events)[m_index]; }
        const_iterator &operator++()
        {
            ++m_index;
            return *this;
        }
        friend bool operator==(const const_iterator &a, const const_iterator &b)
        {
            return a.m_index == b.m_index;
        }

    private:
        const RecordingEvents *m_events;
        qsizetype m_index;
    };
    [[nodiscard]] const_iterator begin() const { return {this, 0}; }
    [[nodiscard]] const_iterator end() const { return {this, size()}; }

private:
    struct Entry
    {
        qint64 at = 0; ///< ms
        quint32 identity = 0;
        ObjectTexts::Id text = ObjectTexts::none;
        quint32 version = 0; ///< place among m_versions
        quint8 versionSize = 0;
        Type type = Type::Note;
    };
    [[nodiscard]] quint32 identityFor(const Line &line);
    [[nodiscard]] quint32 numberOf(const QByteArray &word);

    std::vector<Entry> m_entries;
    std::vector<Identity> m_identities;
    ObjectTexts m_texts;
    qint64 m_textBytes = 0;
    QByteArray m_versions;
    QHash<QByteArray, quint32> m_known;   ///< identities by all their words; empty after settle()
    QHash<QByteArray, quint32> m_numbers; ///< families and kinds; empty after settle()
    struct Word
    {
        QString text;
        QByteArray bytes;
    };
    QHash<QByteArray, Word> m_words; ///< of which there are few: resources, namespaces
};

} // namespace chartroom
