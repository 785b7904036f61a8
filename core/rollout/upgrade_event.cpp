// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/upgrade_event.h"

#include "core/kube/lenient_json.h"
#include "core/rollout/driver_keys.h"

#include <algorithm>

namespace chartroom {

namespace {

constexpr QStringView combined = u"(combined from similar events): ";
constexpr QStringView labelSet = u"Successfully updated node state label to ";
constexpr QStringView annotationSet = u"Successfully updated node annotation to ";

QDateTime timeOf(const LenientJson &field)
{
    return QDateTime::fromString(field.text(), Qt::ISODateWithMs);
}

/// The first that is set.
QDateTime firstOf(std::initializer_list<LenientJson> fields)
{
    for (const LenientJson &field : fields) {
        if (const QDateTime time = timeOf(field); time.isValid())
            return time;
    }
    return {};
}

QString componentOf(const QString &reason)
{
    for (const DriverKind kind : {DriverKind::Gpu, DriverKind::InfiniBand}) {
        if (reason == driverKeys(kind).eventReason)
            return componentText(kind);
    }
    return {};
}

/// Older operators wrote the label in brackets.
QString labelOf(QStringView message)
{
    if (!message.startsWith(labelSet))
        return {};
    QStringView label = message.mid(labelSet.size()).trimmed();
    if (label.startsWith(u'[') && label.endsWith(u']'))
        label = label.mid(1).chopped(1);
    return label.toString();
}

/// A mark on the node was set to that; "null" where it was taken away.
bool setsMark(QStringView message, QString DriverKeys::*mark, QLatin1String value)
{
    if (!message.startsWith(annotationSet))
        return false;
    const QStringView set = message.mid(annotationSet.size()).trimmed();
    return std::any_of(allDrivers.begin(), allDrivers.end(),
                       [&](DriverKind kind) { return set == driverKeys(kind).*mark + u'=' + value; });
}

/// The mark on a node that was cordoned before the operator came was set to that.
bool marksFoundCordoned(QStringView message, QLatin1String value)
{
    return setsMark(message, &DriverKeys::initialUnschedulable, value);
}

} // namespace

QDateTime lastSeen(const LenientJson &event)
{
    return firstOf({event["lastTimestamp"], event["series"]["lastObservedTime"], event["eventTime"],
                    event["metadata"]["creationTimestamp"]});
}

std::optional<UpgradeEvent> readUpgradeEvent(const KubeObject &event)
{
    if (!event.json.contains("DriverUpgrade")) // most are of others
        return std::nullopt;
    const auto read = readFields<UpgradeEvent>(event, [](const LenientJson &root) {
        UpgradeEvent told;
        const LenientJson object = root["involvedObject"];
        told.key = {object["name"].text(), componentOf(root["reason"].text())};
        const QString message = root["message"].text();
        const bool isCombined = message.startsWith(combined);
        const QStringView said = QStringView(message).mid(isCombined ? combined.size() : 0);
        QString label = labelOf(said);
        // Where the events of a node are folded, this is the last of them and has swallowed the label's: the
        // operator takes the mark away when it sets a node that stays cordoned to done
        // (NVIDIA/k8s-operator-libs pkg/upgrade/common_manager.go updateNodeToUncordonOrDoneState).
        if (marksFoundCordoned(said, QLatin1String("null")))
            label = QStringLiteral("upgrade-done");
        const bool isFound = marksFoundCordoned(said, QLatin1String("true"));
        // It takes the request away as it begins with it (upgrade_inplace.go ProcessUpgradeRequiredNodes).
        const bool isRequested = setsMark(said, &DriverKeys::requested, QLatin1String("null"));
        const QDateTime last = lastSeen(root);
        if (object["kind"].text() != u"Node" || told.key.component.isEmpty() || !last.isValid())
            return told;
        const QDateTime first = firstOf({root["firstTimestamp"], root["eventTime"]});
        ToldLabel one{label, last, isFound, isRequested};
        one.count = std::max(1, int(root["count"].integer()));
        if (!isCombined && !label.isEmpty() && one.count == 2 && first.isValid() && first < last) {
            told.labels << ToldLabel{label, first};
            one.count = 1;
        } else if (one.count > 1 && (isCombined || !label.isEmpty())) {
            one.lostFrom = first;
        }
        told.labels << one;
        return told;
    });
    return read && !read->labels.isEmpty() ? std::optional(*read) : std::nullopt;
}

} // namespace chartroom
