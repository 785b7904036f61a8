// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/shared_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace chartroom {

namespace {

constexpr size_t longest = 96; ///< bytes
constexpr size_t places = 2048;
constexpr size_t longestBytes = 1000;
constexpr size_t placesOfBytes = 256;

struct Look
{
    size_t place = 0;
    bool isAscii = false;
};

Look lookAt(std::string_view text)
{
    uint64_t mixed = text.size();
    uint64_t all = 0;
    for (size_t at = 0; at < text.size(); at += 8) {
        uint64_t piece = 0;
        std::memcpy(&piece, text.data() + at, std::min<size_t>(8, text.size() - at));
        all |= piece;
        mixed = (mixed ^ piece) * 0x9e37'79b9'7f4a'7c15ULL;
        mixed ^= mixed >> 32;
    }
    return {size_t(mixed % places), (all & 0x8080'8080'8080'8080ULL) == 0};
}

} // namespace

QString sharedText(std::string_view text)
{
    static thread_local std::array<QString, places> known;
    const auto made = [text] { return QString::fromUtf8(text.data(), qsizetype(text.size())); };
    if (text.empty() || text.size() > longest)
        return made();
    const Look look = lookAt(text);
    if (!look.isAscii)
        return made();
    QString &last = known[look.place];
    if (last != QLatin1String(text.data(), qsizetype(text.size())))
        last = made();
    return last;
}

QByteArray sharedBytes(std::string_view bytes)
{
    static thread_local std::array<QByteArray, placesOfBytes> known;
    const QByteArrayView wanted(bytes.data(), qsizetype(bytes.size()));
    if (bytes.empty() || bytes.size() > longestBytes)
        return wanted.toByteArray();
    QByteArray &last = known[lookAt(bytes).place % placesOfBytes];
    if (last != wanted)
        last = wanted.toByteArray();
    return last;
}

} // namespace chartroom
