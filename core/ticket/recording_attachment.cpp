// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/recording_attachment.h"

#include "core/base/document.h"
#include "core/base/gzip.h"
#include "core/kube/api_version.h"
#include "core/recording/recording_line.h"
#include "core/ticket/ticket_times.h"
#include "core/ticket/ticket_tr.h"

#include <QHash>

namespace chartroom {

namespace {

using Type = RecordingEvent::Type;

/// A kind that somebody made, whose maps are settings: nvidia.com/v1.
bool isCustom(const QByteArray &apiVersion)
{
    const QLatin1String group = apiGroupOf(apiVersion);
    return group.contains(u'.') && !group.endsWith(QLatin1String(".k8s.io"));
}

/// Writes each event anew.
class Copy
{
public:
    explicit Copy(Redactor &redactor)
        : m_redactor(redactor)
    {}

    [[nodiscard]] QByteArray line(const RecordingEvent &event)
    {
        switch (event.type) {
        case Type::Added:
        case Type::Modified:
        case Type::Deleted: {
            const Result<Value> read = readJson(event.object.json);
            if (!read || !read->isMap())
                return {};
            return objectLine(event.at, event.resource.toUtf8(), event.type,
                              writeJson(shown(open(event, *read)), 0).trimmed());
        }
        case Type::Synced:
            return syncedLine(event.at, event.resource.toUtf8(), event.object.resourceVersion);
        case Type::Note:
            return noteLine(event.at, shown(event.note));
        case Type::Bookmark:
            break;
        }
        return {};
    }

    /// Most texts come again with each change of their object.
    [[nodiscard]] QString shown(const QString &text)
    {
        const auto known = m_shown.constFind(text);
        if (known != m_shown.cend())
            return *known;
        const QString out = m_redactor.text(recordingAttachment(), text, Redactor::Lines::Kept);
        m_shown.insert(text, out);
        return out;
    }

private:
    /// What its keys give away is hidden, where keys are somebody's settings.
    [[nodiscard]] Value open(const RecordingEvent &event, const Value &object)
    {
        if (isCustom(event.apiVersion))
            return m_redactor.values(recordingAttachment(), object);
        Value::Map map = object.map();
        const auto hide = [this](Value::Map &in, const QString &key) {
            if (const auto it = in.find(key); it != in.end())
                *it = m_redactor.values(recordingAttachment(), *it);
        };
        hide(map, QStringLiteral("values")); // of a release
        if (const auto it = map.find(QStringLiteral("metadata")); it != map.end() && it->isMap()) {
            Value::Map metadata = it->map();
            hide(metadata, QStringLiteral("annotations"));
            *it = Value(metadata);
        }
        return Value(map);
    }

    [[nodiscard]] Value shown(const Value &value)
    {
        if (value.isString())
            return Value(shown(value.toString()));
        if (value.isList()) {
            Value::List list;
            for (const Value &one : value.list())
                list.append(shown(one));
            return Value(list);
        }
        if (!value.isMap())
            return value;
        Value::Map map;
        for (auto it = value.map().cbegin(); it != value.map().cend(); ++it)
            map.insert(shown(it.key()), shown(*it));
        return Value(map);
    }

    Redactor &m_redactor;
    QHash<QString, QString> m_shown;
};

} // namespace

QString recordingAttachment()
{
    return QStringLiteral("recording.jsonl.gz");
}

bool isTooLargeToAttach(const Recording &recording, const TicketOptions &options)
{
    return recording.events.textBytes() > options.largestRecording;
}

QByteArray redactedRecording(const Recording &recording, const QDateTime &at, Redactor &redactor)
{
    const int before = redactor.report().total();
    Copy copy(redactor);
    QByteArray lines;
    for (const RecordingEvent &event : recording.events)
        lines += copy.line(event);
    RecordingHeader header = recording.header;
    header.cluster = copy.shown(header.cluster);
    header.serverVersion = copy.shown(header.serverVersion);
    for (QString &sentence : header.redaction)
        sentence = copy.shown(sentence);
    const int hidden = redactor.report().total() - before;
    const QString when = TicketTimes::inUtc(at);
    header.redaction.append(
        hidden > 0
            ? TicketTr::tr("Chartroom searched every text again for a ticket of %1 UTC, and hid or replaced "
                           "%n more part(s); redaction.csv beside this file lists the reasons.",
                           nullptr, hidden)
                  .arg(when)
            : TicketTr::tr("Chartroom searched every text again for a ticket of %1 UTC: nothing more had to "
                           "be hidden.")
                  .arg(when));
    return gzipped(headerLine(header) + lines);
}

} // namespace chartroom
