// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/gzip_lines.h"

#include <QIODevice>

#include <cstring>
#include <simdjson.h>
#include <utility>
#include <zlib.h>

namespace chartroom {

namespace {

constexpr qsizetype packedChunk = 128 * 1024;
constexpr qsizetype textChunk = 512 * 1024;
constexpr qsizetype longestLine =
    64 * 1024 * 1024; ///< the API server takes objects of 1.5 MiB (etcd's limit)

} // namespace

struct GzipLines::Inflater
{
    Inflater() { ready = inflateInit2(&stream, 15 + 16) == Z_OK; }
    ~Inflater()
    {
        if (ready)
            inflateEnd(&stream);
    }
    Q_DISABLE_COPY_MOVE(Inflater)

    z_stream stream{};
    bool ready = false;
    bool isBetweenMembers = false; ///< gzip members may follow one another (RFC 1952, section 2.2)
};

GzipLines::GzipLines(QIODevice *source, qsizetype maxBytes)
    : m_source(source)
    , m_maxBytes(maxBytes)
    , m_inflater(std::make_unique<Inflater>())
    , m_packed(packedChunk, Qt::Uninitialized)
    , m_text(textChunk + padding(), '\0')
{
    if (!m_inflater->ready)
        m_end = End::NoMemory;
}

GzipLines::~GzipLines() = default;

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
        if (m_end == End::NotYet) {
            readOn();
            continue;
        }
        line = {begin, size_t(m_size - m_from)};
        m_from = m_searched = m_size;
        m_isTerminated = false;
        return !line.empty() && m_end != End::TooLong && m_end != End::NoMemory;
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
        m_end = End::Corrupt;
        return;
    }
    if (m_size + textChunk / 2 + padding() > m_text.size())
        m_text.resize(m_text.size() * 2); // a line longer than the room
    z_stream &stream = m_inflater->stream;
    if (stream.avail_in == 0) {
        const qint64 count = m_source->read(m_packed.data(), m_packed.size());
        stream.next_in = reinterpret_cast<Bytef *>(m_packed.data());
        stream.avail_in = count > 0 ? uInt(count) : 0;
        if (stream.avail_in == 0) {
            m_end = m_inflater->isBetweenMembers ? End::Whole : End::Early;
            return;
        }
    }
    if (std::exchange(m_inflater->isBetweenMembers, false))
        inflateReset(&stream);
    const auto room = uInt(m_text.size() - padding() - m_size);
    stream.next_out = reinterpret_cast<Bytef *>(m_text.data() + m_size);
    stream.avail_out = room;
    const int state = ::inflate(&stream, Z_NO_FLUSH);
    m_size += qsizetype(room - stream.avail_out);
    m_total += qsizetype(room - stream.avail_out);
    if (m_total > m_maxBytes)
        m_end = End::TooLong;
    else if (state == Z_STREAM_END)
        m_inflater->isBetweenMembers = true;
    else if (state != Z_OK && state != Z_BUF_ERROR)
        m_end = End::Corrupt;
}

} // namespace chartroom
