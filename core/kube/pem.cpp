// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/pem.h"

#include <QByteArrayView>

#include <optional>

namespace chartroom {

namespace {

constexpr QByteArrayView pemBegin("-----BEGIN ");
constexpr QByteArrayView pemEnd("\n-----END ");
constexpr QByteArrayView pemDashes("-----");

struct PemLine
{
    QByteArrayView text; ///< without its end and the blanks and tabs before it
    qsizetype next = 0;  ///< where the next line starts
};

PemLine pemLineAt(QByteArrayView text, qsizetype from)
{
    const qsizetype newline = text.indexOf('\n', from);
    qsizetype end = newline < 0 ? text.size() : newline;
    if (newline > from && text.at(newline - 1) == '\r')
        --end;
    while (end > from && (text.at(end - 1) == ' ' || text.at(end - 1) == '\t'))
        --end;
    return {text.sliced(from, end - from), newline < 0 ? text.size() : newline + 1};
}

std::optional<QByteArray> pemBody(QByteArrayView text)
{
    QByteArray encoded = text.toByteArray();
    encoded.removeIf([](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
    const auto decoded = QByteArray::fromBase64Encoding(encoded, QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || encoded.size() % 4 != 0)
        return std::nullopt;
    return *decoded;
}

/// The block between `from` and the END line, whose line feed is at `end`. Of two BEGIN lines the last one
/// counts.
std::optional<PemBlock> pemBlockBefore(QByteArrayView text, qsizetype from, qsizetype end)
{
    const qsizetype begin = text.sliced(from, end - from).lastIndexOf(pemBegin);
    if (begin < 0 || (begin > 0 && text.at(from + begin - 1) != '\n'))
        return std::nullopt;
    const PemLine head = pemLineAt(text, from + begin + pemBegin.size());
    const PemLine foot = pemLineAt(text, end + pemEnd.size());
    if (!head.text.endsWith(pemDashes) || foot.text != head.text)
        return std::nullopt;
    PemBlock block;
    block.type = head.text.chopped(pemDashes.size()).toByteArray();
    qsizetype cursor = head.next;
    while (cursor <= end) {
        const PemLine line = pemLineAt(text, cursor);
        const qsizetype colon = line.text.indexOf(':');
        if (colon < 0)
            break;
        block.headers.insert(line.text.first(colon).trimmed().toByteArray(),
                             line.text.sliced(colon + 1).trimmed().toByteArray());
        cursor = line.next;
    }
    const auto bytes = cursor <= end ? pemBody(text.sliced(cursor, end - cursor)) : QByteArray();
    if (!bytes || (cursor > end && !block.headers.isEmpty()))
        return std::nullopt;
    block.bytes = *bytes;
    return block;
}

} // namespace

QList<PemBlock> readPem(const QByteArray &pem)
{
    const QByteArrayView text(pem);
    QList<PemBlock> blocks;
    qsizetype from = 0;
    for (qsizetype end = text.indexOf(pemEnd); end >= 0; end = text.indexOf(pemEnd, from)) {
        const auto block = pemBlockBefore(text, from, end);
        if (block)
            blocks.append(*block);
        from = block ? pemLineAt(text, end + 1).next : end + pemEnd.size();
    }
    return blocks;
}

} // namespace chartroom
