// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hostile watch streams. Where the chunks of a stream end must not matter, and what was read of an object
// must read the same.
#include "core/kube/line_splitter.h"
#include "core/kube/object.h"

#include <QJsonDocument>

#include <cstdlib>

using namespace chartroom;

namespace {

constexpr qsizetype shortLine = 64; // so that some are over the limit

/// The lines, and how the stream ended.
QList<QByteArray> split(const QByteArray &stream, qsizetype first, qsizetype step, qsizetype maxLine)
{
    LineSplitter splitter(maxLine);
    QList<QByteArray> lines = splitter.feed(stream.first(first));
    for (qsizetype at = first; at < stream.size(); at += step)
        lines += splitter.feed(stream.mid(at, step));
    lines.append(splitter.overflowed() ? "overflowed" : splitter.isTorn() ? "torn" : "whole");
    return lines;
}

void checkChunks(const QByteArray &stream, qsizetype maxLine)
{
    const QList<QByteArray> whole = split(stream, stream.size(), 1, maxLine);
    for (const qsizetype step : {qsizetype(1), qsizetype(7), qsizetype(4096)}) {
        if (split(stream, 0, step, maxLine) != whole)
            std::abort();
    }
    constexpr qsizetype mostSplits = 512;
    for (qsizetype at = 0; at < qMin(stream.size(), mostSplits); ++at) {
        if (split(stream, at, stream.size(), maxLine) != whole)
            std::abort();
    }
}

const char *nameOf(WatchLine::Kind kind)
{
    switch (kind) {
    case WatchLine::Kind::Added:
        return "ADDED";
    case WatchLine::Kind::Modified:
        return "MODIFIED";
    case WatchLine::Kind::Deleted:
        return "DELETED";
    case WatchLine::Kind::Bookmark:
        return "BOOKMARK";
    case WatchLine::Kind::Error:
        break;
    }
    return "ERROR";
}

void checkLine(const QByteArray &line)
{
    const Result<WatchLine> read = readWatchLine(line);
    if (!read || read->kind == WatchLine::Kind::Error) {
        if ((read ? read->error : read.error()).message.isEmpty())
            std::abort();
        return;
    }
    const KubeObject &object = read->object;
    if (object.resourceVersion.isEmpty())
        std::abort();
    // A second managedFields of an object stays in its text. simdjson passes over what nobody reads without
    // checking it, and a member more or less in front of it decides how far.
    if (read->kind == WatchLine::Kind::Bookmark || object.json.contains("managedFields") ||
        QJsonDocument::fromJson(line).isNull())
        return;
    const Result<WatchLine> again =
        readWatchLine(QByteArray("{\"type\":\"") + nameOf(read->kind) + "\",\"object\":" + object.json + '}');
    if (object.name.isEmpty() || !again || again->kind != read->kind || again->object.name != object.name ||
        again->object.namespaceName != object.namespaceName || again->object.uid != object.uid ||
        again->object.resourceVersion != object.resourceVersion)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    constexpr qsizetype most = 64 * 1024; // each is split many times
    const QByteArray stream(reinterpret_cast<const char *>(data), qMin(qsizetype(size), most));
    checkChunks(stream, LineSplitter::defaultMaxLine);
    checkChunks(stream, shortLine);
    LineSplitter splitter;
    for (const QByteArray &line : splitter.feed(stream + '\n'))
        checkLine(line);
    return 0;
}
