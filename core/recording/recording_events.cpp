// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_events.h"

#include <QSet>

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

/// First lists that were complete this early belong to the moment the recording starts.
constexpr std::chrono::milliseconds startOfPlay = 30s;

QByteArrayView bytes(std::string_view text)
{
    return {text.data(), qsizetype(text.size())};
}

/// Siblings differ behind the last dash, or in their number: gpu-017, driver-x7k2p, node12.
std::string_view familyName(std::string_view name)
{
    const size_t dash = name.rfind('-');
    if (dash != std::string_view::npos && dash > 0)
        return name.substr(0, dash);
    while (!name.empty() && name.back() >= '0' && name.back() <= '9')
        name.remove_suffix(1);
    return name;
}

} // namespace

quint32 RecordingEvents::numberOf(const QByteArray &word)
{
    const auto known = m_numbers.constFind(word);
    return known != m_numbers.cend() ? *known : *m_numbers.insert(word, quint32(m_numbers.size()));
}

quint32 RecordingEvents::identityFor(const Line &line)
{
    QByteArray key;
    key.reserve(256);
    for (const std::string_view word :
         {line.resource, line.namespaceName, line.name, line.uid, line.apiVersion})
        key.append(bytes(word)).append('\0');
    key.append(QByteArray::number(line.revision)).append(line.storage == ReleaseStorage::Secret ? 's' : 'c');
    const auto known = m_known.constFind(key);
    if (known != m_known.cend())
        return *known;
    const auto shared = [this](std::string_view word) {
        Word &kept = m_words[bytes(word).toByteArray()];
        if (kept.text.isNull())
            kept = {QString::fromUtf8(bytes(word)), bytes(word).toByteArray()};
        return kept;
    };
    const QByteArray resource = bytes(line.resource).toByteArray();
    Identity identity;
    identity.resource = shared(line.resource).text;
    identity.namespaceName = shared(line.namespaceName).text;
    identity.name = QString::fromUtf8(bytes(line.name));
    identity.uid = QString::fromUtf8(bytes(line.uid));
    identity.apiVersion = shared(line.apiVersion).bytes;
    identity.revision = line.revision;
    identity.storage = line.storage;
    identity.family = numberOf(resource + '/' + bytes(familyName(line.name)).toByteArray());
    identity.kind = numberOf(resource);
    const auto place = quint32(m_identities.size());
    m_identities.push_back(std::move(identity));
    m_known.insert(key, place);
    return place;
}

bool RecordingEvents::append(const Line &line)
{
    Entry entry;
    entry.at = line.at.count();
    entry.type = line.type;
    entry.identity = identityFor(line);
    if (!line.resourceVersion.empty() && line.resourceVersion.size() < 256) {
        entry.version = quint32(m_versions.size());
        entry.versionSize = quint8(line.resourceVersion.size());
        m_versions.append(bytes(line.resourceVersion));
    }
    const std::string_view text = line.type == Type::Note ? line.note : line.json;
    if (RecordingEvent::isChange(line.type) || line.type == Type::Note) {
        const Identity &identity = m_identities[entry.identity];
        entry.text = m_texts.add(text, identity.family, identity.kind);
        if (entry.text == ObjectTexts::none)
            return false;
        m_textBytes += qint64(text.size());
    }
    m_entries.push_back(entry);
    return true;
}

void RecordingEvents::settle()
{
    QHash<QString, qint64> synced;
    for (const Entry &entry : m_entries) {
        const QString &resource = m_identities[entry.identity].resource;
        if (entry.type == Type::Synced && !synced.contains(resource))
            synced.insert(resource, entry.at);
    }
    QSet<QString> done;
    for (Entry &entry : m_entries) {
        const QString &resource = m_identities[entry.identity].resource;
        const auto first = synced.constFind(resource);
        if (first == synced.cend() || done.contains(resource))
            continue;
        if (entry.type == Type::Synced)
            done.insert(resource);
        entry.at = *first <= startOfPlay.count() ? 0 : *first;
    }
    std::stable_sort(m_entries.begin(), m_entries.end(),
                     [](const Entry &a, const Entry &b) { return a.at < b.at; });
    m_known = {};
    m_numbers = {};
    m_words = {};
    m_entries.shrink_to_fit();
    m_identities.shrink_to_fit();
    m_versions.squeeze();
    m_texts.squeeze();
}

std::chrono::milliseconds RecordingEvents::at(qsizetype index) const
{
    return std::chrono::milliseconds(m_entries[size_t(index)].at);
}

QString RecordingEvents::resourceVersion(qsizetype index) const
{
    const Entry &entry = m_entries[size_t(index)];
    return QString::fromUtf8(m_versions.constData() + entry.version, entry.versionSize);
}

RecordingEvent RecordingEvents::event(qsizetype index, QByteArray room) const
{
    const Entry &entry = m_entries[size_t(index)];
    const Identity &identity = m_identities[entry.identity];
    RecordingEvent event;
    event.at = at(index);
    event.type = entry.type;
    event.resource = identity.resource;
    event.object = {identity.uid, identity.namespaceName, identity.name, resourceVersion(index), {}};
    event.apiVersion = identity.apiVersion;
    event.revision = identity.revision;
    event.storage = identity.storage;
    if (entry.type == Type::Note)
        event.note = QString::fromUtf8(m_texts.text(entry.text));
    else
        event.object.json = m_texts.text(entry.text, std::move(room));
    return event;
}

qsizetype RecordingEvents::packedBytes() const
{
    return m_texts.bytes() + m_versions.size() + qsizetype(m_entries.size() * sizeof(Entry)) +
           qsizetype(m_identities.size() * (sizeof(Identity) + 200)); // two words of its own
}

} // namespace chartroom
