// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/object_texts.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace chartroom {

namespace {

constexpr size_t block = 16;         ///< the least that is worth copying
constexpr size_t stride = 8;         ///< between the blocks of a base that are known
constexpr qsizetype parserRoom = 64; ///< simdjson reads on behind the end

quint64 eightBytes(const char *at)
{
    quint64 value = 0;
    std::memcpy(&value, at, sizeof value);
    return value;
}

size_t placeOf(const char *at, size_t mask)
{
    return size_t((eightBytes(at) * 0x9e37'79b9'7f4a'7c15ULL) >> 32) & mask;
}

bool isSameBlock(const char *a, const char *b)
{
    return eightBytes(a) == eightBytes(b) && eightBytes(a + 8) == eightBytes(b + 8);
}

/// How many bytes are equal from the start on.
size_t equalBytes(const char *a, const char *b, size_t most)
{
    size_t count = 0;
    while (count + 8 <= most) {
        const quint64 difference = eightBytes(a + count) ^ eightBytes(b + count);
        if (difference != 0)
            return count + size_t(std::countr_zero(difference)) / 8;
        count += 8;
    }
    while (count < most && a[count] == b[count])
        ++count;
    return count;
}

void putNumber(QByteArray &out, quint64 value)
{
    while (value >= 0x80) {
        out += char(value | 0x80);
        value >>= 7;
    }
    out += char(value);
}

quint64 takeNumber(const char *&at)
{
    quint64 value = 0;
    for (int shift = 0;; shift += 7) {
        const auto byte = quint8(*at++);
        value |= quint64(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
}

quint64 folded(qint64 value)
{
    return (quint64(value) << 1) ^ quint64(value >> 63);
}

qint64 unfolded(quint64 value)
{
    return qint64(value >> 1) ^ -qint64(value & 1);
}

} // namespace

ObjectTexts::ObjectTexts()
    : m_bytes(1, '\0') // the place of none
{}

std::string_view ObjectTexts::whole(Id id) const
{
    const char *at = m_bytes.constData() + id;
    takeNumber(at);
    const quint64 size = takeNumber(at);
    return {at, size_t(size)};
}

const ObjectTexts::Places &ObjectTexts::placesOf(Id base)
{
    Places &known = m_places[(base * 2654435761U) >> 26];
    if (known.of == base)
        return known;
    const std::string_view text = whole(base);
    known.of = base;
    known.places.assign(std::bit_ceil(std::max<size_t>(text.size() / stride * 2, 16)), 0);
    for (size_t at = 0; at + block <= text.size(); at += stride)
        known.places[placeOf(text.data() + at, known.places.size() - 1)] = quint32(at + 1);
    return known;
}

/// Steps of: length of what is new, the new bytes, length of what is copied, and where from, counted from
/// where the copy before would have gone on. False when that saves less than half.
bool ObjectTexts::packed(std::string_view text, Id base, QByteArray &out)
{
    const std::string_view known = whole(base);
    const Places &places = placesOf(base);
    const size_t mask = places.places.size() - 1;
    out.clear();
    size_t newFrom = 0;
    size_t copied = 0; // in the base, end of the last copy
    const auto step = [&](size_t newTo, size_t from, size_t length) {
        putNumber(out, newTo - newFrom);
        out.append(text.data() + newFrom, qsizetype(newTo - newFrom));
        putNumber(out, length);
        if (length > 0)
            putNumber(out, folded(qint64(from) - qint64(copied + newTo - newFrom)));
    };
    for (size_t at = 0; at + block <= text.size();) {
        size_t from = copied + at - newFrom;
        if (from + block > known.size() || !isSameBlock(text.data() + at, known.data() + from)) {
            const quint32 place = places.places[placeOf(text.data() + at, mask)];
            if (place == 0 || !isSameBlock(text.data() + at, known.data() + place - 1)) {
                ++at;
                continue;
            }
            from = place - 1;
        }
        size_t begin = at;
        for (; begin > newFrom && from > 0 && text[begin - 1] == known[from - 1]; --begin)
            --from;
        const size_t length = equalBytes(text.data() + begin, known.data() + from,
                                         std::min(text.size() - begin, known.size() - from));
        step(begin, from, length);
        at = newFrom = begin + length;
        copied = from + length;
        if (size_t(out.size()) > text.size() / 2)
            return false;
    }
    step(text.size(), 0, 0);
    return size_t(out.size()) <= text.size() / 2;
}

ObjectTexts::Id ObjectTexts::store(Id base, std::string_view text, QByteArrayView content)
{
    if (m_bytes.size() + content.size() + 32 > maxBytes)
        return none;
    const auto id = Id(m_bytes.size());
    putNumber(m_bytes, base);
    putNumber(m_bytes, text.size());
    m_bytes.append(content);
    return id;
}

ObjectTexts::Id ObjectTexts::add(std::string_view text, quint32 family, quint32 kind)
{
    if (family >= m_families.size())
        m_families.resize(family + 1, none);
    if (kind >= m_kinds.size())
        m_kinds.resize(kind + 1, none);
    for (const Id base : {m_families[family], m_kinds[kind]}) {
        if (base == none || !packed(text, base, m_scratch))
            continue;
        m_families[family] = base;
        return store(base, text, m_scratch);
    }
    const Id id = store(none, text, QByteArrayView(text.data(), qsizetype(text.size())));
    // A mere identity, as of an object found gone, would make a poor base.
    const Id before = m_families[family];
    if (before == none || text.size() * 2 > whole(before).size())
        m_families[family] = m_kinds[kind] = id;
    return id;
}

QByteArray ObjectTexts::text(Id id, QByteArray room) const
{
    if (id == none)
        return {};
    const char *at = m_bytes.constData() + id;
    const auto base = Id(takeNumber(at));
    const auto size = size_t(takeNumber(at));
    room.reserve(qsizetype(size) + parserRoom);
    room.resize(qsizetype(size));
    char *out = room.data();
    if (base == none) {
        std::memcpy(out, at, size);
        return room;
    }
    const std::string_view known = whole(base);
    size_t copied = 0;
    for (size_t done = 0; done < size;) {
        const size_t isNew = takeNumber(at);
        std::memcpy(out + done, at, isNew);
        at += isNew;
        done += isNew;
        const size_t length = takeNumber(at);
        if (length == 0)
            break;
        const size_t from = size_t(qint64(copied + isNew) + unfolded(takeNumber(at)));
        std::memcpy(out + done, known.data() + from, length);
        done += length;
        copied = from + length;
    }
    return room;
}

void ObjectTexts::squeeze()
{
    m_bytes.squeeze();
    m_scratch = {};
    m_places = {};
}

} // namespace chartroom
