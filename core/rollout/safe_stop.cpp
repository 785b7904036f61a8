// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/safe_stop.h"

#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/rollout/rollout_tr.h"
#include "core/rollout/track.h"

namespace chartroom {

namespace {

/// "NicNodePolicy pool-a, NicNodePolicy pool-b"
QString policiesText(const QString &component, const QStringList &switches)
{
    if (!switches.isEmpty())
        return visibleText(switches.join(QStringLiteral(", ")));
    return component == u"gpu" ? QStringLiteral("ClusterPolicy or NVIDIADriver")
                               : QStringLiteral("NicClusterPolicy or NicNodePolicy");
}

} // namespace

QString leftCordonedText(const Pace &pace)
{
    if (pace.leftCordoned.isEmpty())
        return {};
    const QString text =
        RolloutTr::tr("%n node(s) in progress (%1) stay cordoned until they are uncordoned manually, even if "
                      "autoUpgrade is on again; where the driver pod was already replaced, the new driver "
                      "starts anyway.",
                      nullptr, int(pace.leftCordoned.size()))
            .arg(shortList(pace.leftCordoned, 8));
    return pace.isOperatorGone
               ? text + u' ' +
                     RolloutTr::tr(
                         "With autoUpgrade on, the operator continues with them once it runs again.")
               : text;
}

QString safeStop(const Pace &pace, StopTerms terms)
{
    const QString &component = pace.component;
    const bool isNvidia = component == u"gpu" || component == u"ib";
    if (!pace.isOpen || (!isNvidia && !isPlainDaemonSet(component)))
        return {};
    QStringList sentences;
    if (!isNvidia && terms.isOff)
        return RolloutTr::tr("%1 is OnDelete already: a pod is replaced only when it is deleted.")
            .arg(component);
    if (!isNvidia)
        return RolloutTr::tr("Set updateStrategy.type of %1 to OnDelete: no further pod is replaced, and "
                             "those already replaced start with the new template.")
            .arg(component);
    if (terms.isOff)
        sentences << RolloutTr::tr("autoUpgrade is off already: no further node starts.");
    else
        sentences << RolloutTr::tr("Set autoUpgrade to false in the upgradePolicy of the %1.")
                         .arg(policiesText(component, terms.switches));
    if (pace.keepOld > 0)
        sentences << RolloutTr::tr("%n waiting node(s) then keep the old driver.", nullptr, pace.keepOld);
    if (!pace.leftCordoned.isEmpty())
        sentences << leftCordonedText(pace);
    if (terms.hasRequests)
        sentences << RolloutTr::tr(
            "Network Operator v25.7 and later then deletes its NodeMaintenances. With older versions the "
            "NodeMaintenances stay: delete those of nodes that should not be drained, because the "
            "maintenance operator continues with them.");
    return sentences.join(u' ');
}

} // namespace chartroom
