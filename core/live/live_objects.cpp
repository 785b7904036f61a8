// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/live_objects.h"

#include "core/kube/lenient_json.h"
#include "core/live/live_read.h"

namespace chartroom {

Result<ServedKinds> readServedKinds(const QByteArray &json)
{
    const KubeObject answer{{}, {}, LiveObjects::tr("its kinds"), {}, json};
    const auto kinds = readFields<std::optional<ServedKinds>>(
        answer, [](const LenientJson &root) -> std::optional<ServedKinds> {
            if (!root["resources"].exists())
                return std::nullopt;
            ServedKinds found;
            root["resources"].forEachItem([&](const LenientJson &item) {
                const QString plural = item["name"].text();
                const QString kind = item["kind"].text();
                if (!plural.contains(u'/') && !found.byKind.contains(kind))
                    found.byKind.insert(kind, {plural, item["namespaced"].boolean()});
            });
            return found;
        });
    if (!kinds)
        return tl::make_unexpected(kinds.error());
    if (!*kinds)
        return failure(Error::Code::Damaged, LiveObjects::tr("The server's answer is not a list of kinds."));
    return **kinds;
}

LiveObjects::LiveObjects(Transport *transport, QObject *parent)
    : LiveObjects(transport, Options(), parent)
{}

LiveObjects::LiveObjects(Transport *transport, Options options, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_options(options)
{}

QFuture<Result<QList<LiveObject>>> LiveObjects::read(const QList<ObjectRef> &objects,
                                                     const QString &releaseNamespace)
{
    return (new LiveRead(this, objects, releaseNamespace))->start();
}

} // namespace chartroom
