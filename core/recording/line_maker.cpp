// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/line_maker.h"

#include "core/recording/json_text.h"
#include "core/recording/recording_line.h"

#include <utility>

namespace chartroom {

namespace {

using Type = RecordingEvent::Type;

QByteArray identityJson(const KubeObject &object)
{
    QByteArray json =
        "{\"metadata\":{\"name\":" + jsonString(object.name) + ",\"uid\":" + jsonString(object.uid);
    if (!object.namespaceName.isEmpty())
        json += ",\"namespace\":" + jsonString(object.namespaceName);
    return json + "}}";
}

} // namespace

QByteArray LineMaker::lines(const QList<WaitingLine> &batch)
{
    QByteArray lines;
    for (const WaitingLine &waiting : batch) {
        const QByteArray line = waiting.kind ? objectLineOf(waiting) : waiting.line;
        m_count += !line.isEmpty();
        lines += line;
    }
    return lines;
}

QByteArray LineMaker::objectLineOf(const WaitingLine &waiting)
{
    QByteArray json = waiting.object.json;
    if (json.isEmpty()) // found gone by a list: only its identity is known
        json = identityJson(waiting.object);
    const auto object = recordableObject(json, waiting.apiVersion, waiting.kind->kind, waiting.object.written,
                                         waiting.object.cordon.get());
    if (!object || !isNews(waiting, *object))
        return {};
    return objectLine(waiting.at, waiting.kind->resource, waiting.type, *object);
}

bool LineMaker::isNews(const WaitingLine &waiting, const QByteArray &object)
{
    if (waiting.type == Type::Deleted) {
        m_states.remove(waiting.object.uid);
        return true;
    }
    const size_t state = stateHash(object);
    const size_t known = std::exchange(m_states[waiting.object.uid], state);
    return waiting.type == Type::Added || waiting.object.uid.isEmpty() || known != state;
}

} // namespace chartroom
