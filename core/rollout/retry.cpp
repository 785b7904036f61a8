// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/retry.h"

#include "core/rollout/driver_keys.h"
#include "core/rollout/rollout_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

std::optional<Retry> retryOf(const TrackNote &note)
{
    if (note.kind == NoteKind::RetryLabelNow)
        return Retry::Now;
    if (note.kind == NoteKind::RetryLabelAfterOther)
        return Retry::AfterOther;
    return note.kind == NoteKind::RetryLabel ? std::optional(Retry::Later) : std::nullopt;
}

} // namespace

bool isRetryNote(const TrackNote &note)
{
    return retryOf(note).has_value();
}

Retry retryOf(const NodeTrack &track)
{
    for (const TrackNote &note : track.blockers)
        if (const std::optional<Retry> retry = retryOf(note))
            return *retry;
    const bool isOfNvidia = std::any_of(allDrivers.begin(), allDrivers.end(), [&track](DriverKind kind) {
        return track.component == componentText(kind);
    });
    return isOfNvidia ? Retry::ByItself : Retry::ByOperator;
}

QString workOfOthers(const QString &component, const Node &node)
{
    for (const DriverKind kind : allDrivers) {
        const RolloutStep step = readStep(node.labels.value(driverKeys(kind).state));
        if (component != componentText(kind) && isUnderWay(step) && step != RolloutStep::Failed)
            return componentText(kind) + QStringLiteral(": ") + stepPhrase(step);
    }
    const QString drain = node.annotations.value(QStringLiteral("sriovnetwork.openshift.io/state"));
    return drain.isEmpty() || drain == u"Idle" ? QString() : QStringLiteral("sriov: ") + drain;
}

QString retryLabel(const QString &component)
{
    for (const DriverKind kind : allDrivers)
        if (component == componentText(kind))
            return driverKeys(kind).state + QStringLiteral("=upgrade-required");
    return component == u"amd" ? QStringLiteral("operator.amd.com/gpu-driver-upgrade-state=upgrade-required")
                               : QString();
}

QString retryCommand(const QStringList &components, const QStringList &nodes)
{
    QStringList labels;
    for (const QString &component : components)
        labels << retryLabel(component);
    labels.removeAll(QString());
    return labels.isEmpty() || nodes.isEmpty() ? QString()
                                               : QStringLiteral("kubectl label node %1 %2 --overwrite")
                                                     .arg(nodes.join(u' '), labels.join(u' '));
}

QString laterRetryText(const QString &component, const QString &node)
{
    return RolloutTr::tr("The node is not retried automatically. Once the cause is removed, run: %1")
        .arg(retryCommand({component}, {node}));
}

} // namespace chartroom
