// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/warning_event.h"

#include "core/kube/lenient_json.h"

#include <algorithm>

namespace chartroom {

namespace {

/// The first that is set: the old recorder fills the timestamps, the new one the other fields.
QDateTime firstTime(std::initializer_list<LenientJson> fields)
{
    for (const LenientJson &field : fields) {
        if (const QDateTime time = QDateTime::fromString(field.text(), Qt::ISODateWithMs); time.isValid())
            return time;
    }
    return {};
}

std::optional<WarningEvent> readEvent(const KubeObject &object, const char *type)
{
    if (!object.json.contains(type)) // most are not
        return std::nullopt;
    const auto read = readFields<WarningEvent>(object, [type](const LenientJson &root) {
        WarningEvent event;
        if (root["type"].view() != type)
            return event;
        const LenientJson about = root["involvedObject"];
        event.kind = about["kind"].text();
        event.namespaceName = about["namespace"].text();
        event.name = about["name"].text();
        event.reason = root["reason"].text();
        event.message = root["message"].text();
        const LenientJson created = root["metadata"]["creationTimestamp"];
        event.first = firstTime({root["firstTimestamp"], root["eventTime"], created});
        event.last = firstTime(
            {root["lastTimestamp"], root["series"]["lastObservedTime"], root["eventTime"], created});
        return event;
    });
    return read && !read->name.isEmpty() ? std::optional(*read) : std::nullopt;
}

} // namespace

std::optional<WarningEvent> WarningEvent::read(const KubeObject &object)
{
    return readEvent(object, "Warning");
}

std::optional<WarningEvent> WarningEvent::readNormal(const KubeObject &object)
{
    return readEvent(object, "Normal");
}

std::optional<RolloutEvent> RolloutEvent::read(const KubeObject &object)
{
    if (!object.json.contains("DriverUpgrade\"")) // most are not
        return std::nullopt;
    const auto read = readFields<RolloutEvent>(object, [](const LenientJson &root) {
        RolloutEvent event;
        const QString reason = root["reason"].text();
        for (const DriverKind kind : allDrivers) {
            if (reason != driverKeys(kind).eventReason || root["involvedObject"]["kind"].view() != "Node")
                continue;
            event.driver = kind;
            event.node = root["involvedObject"]["name"].text();
        }
        return event;
    });
    return read && !read->node.isEmpty() ? std::optional(*read) : std::nullopt;
}

void keepSeenRollouts(QMap<QString, QSet<DriverKind>> &told, const ObjectMap<Node> &nodes,
                      const std::function<NodeHistory(const TrackKey &)> &history)
{
    for (const Node &node : nodes) {
        if (!node.unschedulable || told.contains(node.name))
            continue;
        QSet<DriverKind> seen;
        for (const DriverKind kind : allDrivers) {
            const QList<NodeRun> runs = history({node.name, componentText(kind)}).runs();
            if (std::any_of(runs.cbegin(), runs.cend(),
                            [](const NodeRun &run) { return run.taken.isValid(); }))
                seen.insert(kind);
        }
        if (!seen.isEmpty())
            told.insert(node.name, seen);
    }
}

} // namespace chartroom
