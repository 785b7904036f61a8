// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/base64.h"

#include <QByteArray>

#include <array>
#include <cstdint>

namespace chartroom {

namespace {

constexpr std::uint32_t bad = 0xff000000;

using Table = std::array<std::uint32_t, 256>;

/// What each character adds to a 24-bit quantum from its place; `bad` for any other.
constexpr Table placed(int shift)
{
    constexpr char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    Table table{};
    table.fill(bad);
    for (std::uint32_t i = 0; i < 64; ++i)
        table[static_cast<unsigned char>(alphabet[i])] = i << shift;
    return table;
}

constexpr Table first = placed(18);
constexpr Table second = placed(12);
constexpr Table third = placed(6);
constexpr Table fourth = placed(0);

std::uint32_t quantum(const unsigned char *in)
{
    return first[in[0]] | second[in[1]] | third[in[2]] | fourth[in[3]];
}

void store(char *out, std::uint32_t bits)
{
    out[0] = char(bits >> 16);
    out[1] = char(bits >> 8);
    out[2] = char(bits);
}

std::optional<qsizetype> decodeUnbroken(QByteArrayView text, char *out)
{
    if (text.isEmpty())
        return 0;
    if (text.size() % 4 != 0)
        return {};
    const auto *in = reinterpret_cast<const unsigned char *>(text.data());
    const unsigned char *last = in + text.size() - 4;
    char *const begin = out;
    for (; in != last; in += 4, out += 3) {
        const std::uint32_t bits = quantum(in);
        if (bits & bad)
            return {};
        store(out, bits);
    }
    const int padding = last[3] != '=' ? 0 : last[2] != '=' ? 1 : 2;
    const unsigned char tail[4] = {last[0], last[1], padding == 2 ? static_cast<unsigned char>('A') : last[2],
                                   padding >= 1 ? static_cast<unsigned char>('A') : last[3]};
    const std::uint32_t bits = quantum(tail);
    if (bits & bad)
        return {};
    char rest[3];
    store(rest, bits);
    out = std::copy_n(rest, 3 - padding, out);
    return out - begin;
}

} // namespace

std::optional<qsizetype> decodeBase64(QByteArrayView text, char *out)
{
    if (!text.contains('\n') && !text.contains('\r'))
        return decodeUnbroken(text, out);
    QByteArray unbroken = text.toByteArray();
    unbroken.removeIf([](char c) { return c == '\n' || c == '\r'; });
    return decodeUnbroken(unbroken, out);
}

} // namespace chartroom
