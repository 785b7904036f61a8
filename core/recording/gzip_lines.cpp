// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/gzip_lines.h"

#include <QIODevice>

#include <algorithm>
#include <cstring>
#include <simdjson.h>
#include <utility>

namespace chartroom {

namespace {

constexpr qsizetype packedChunk = 128 * 1024;
constexpr qsizetype textChunk = 512 * 1024;
constexpr qsizetype longestLine =
    64 * 1024 * 1024; ///< the API server takes objects of 1.5 MiB (etcd's limit)

} // namespace

GzipLines::GzipLines(QIODevice *source, qsizetype maxBytes)
    : m_source(source)
    , m_gzip(maxBytes)
    , m_packed(packedChunk, Qt::Uninitialized)
    , m_text(textChunk + padding(), '\0')
    , m_end(m_gzip.end())
{}

qsizetype GzipLines::padding()
{
    return qsizetype(simdjson::SIMDJSON_PADDING);
}

bool GzipLines::next(std::string_view &line)
{
    for (;;) {
        const char *begin = m_text.constData() + m_from;
        const char *unread = m_text.constData() + m_searched;
        const auto *end = static_cast<const char *>(std::memchr(unread, '\n', size_t(m_size - m_searched)));
        if (end) {
            line = {begin, size_t(end - begin)};
            m_from = m_searched = end + 1 - m_text.constData();
            m_isTerminated = true;
            return true;
        }
        m_searched = m_size;
        if (m_end == GzipEnd::NotYet) {
            readOn();
            continue;
        }
        line = {begin, size_t(m_size - m_from)};
        m_from = m_searched = m_size;
        m_isTerminated = false;
        return !line.empty() && m_end != GzipEnd::TooLong && m_end != GzipEnd::NoMemory;
    }
}

/// Unpacks another stretch of text behind what is left of the last one.
void GzipLines::readOn()
{
    if (m_from > 0) {
        std::memmove(m_text.data(), m_text.constData() + m_from, size_t(m_size - m_from));
        m_size -= std::exchange(m_from, 0);
        m_searched = m_size;
    }
    if (m_size > longestLine) {
        m_end = GzipEnd::Corrupt;
        return;
    }
    if (m_size + textChunk / 2 + padding() > m_text.size())
        m_text.resize(m_text.size() * 2); // a line longer than the room
    if (m_gzip.isHungry()) {
        const qint64 count = m_source->read(m_packed.data(), m_packed.size());
        m_gzip.feed(QByteArrayView(m_packed).first(std::max<qint64>(count, 0)));
    } else {
        m_size += m_gzip.read(m_text.data() + m_size, m_text.size() - padding() - m_size);
    }
    m_end = m_gzip.end() == GzipEnd::Trailing ? GzipEnd::Corrupt : m_gzip.end();
}

} // namespace chartroom
