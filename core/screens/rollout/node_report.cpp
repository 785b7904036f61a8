// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/rollout/node_report.h"

#include "core/base/duration_text.h"
#include "core/base/moments.h"
#include "core/base/utc_text.h"
#include "core/base/visible_text.h"
#include "core/kube/kubeconfig.h"
#include "core/process/command_runner.h"
#include "core/rollout/driver_group.h"
#include "core/rollout/node_notes.h"
#include "core/screens/screens_tr.h"
#include "core/words/rollout_lane.h"
#include "core/words/table_text.h"

#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

namespace {

bool isName(const QString &text)
{
    static const QRegularExpression name(QStringLiteral("\\A[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\\z"));
    return name.match(text).hasMatch();
}

/// Worth a look: not simply done or out of it.
bool isOpen(const NodeTrack &track)
{
    return (track.verdict != Verdict::Done && track.verdict != Verdict::NotPart) ||
           !track.contradictions.isEmpty();
}

QString versions(const NodeTrack &track)
{
    if (track.driverTo.isEmpty() || isSameDriver(track.driverFrom, track.driverTo))
        return track.driverFrom;
    return track.driverFrom.isEmpty() ? track.driverTo
                                      : track.driverFrom + QStringLiteral(" → ") + track.driverTo;
}

QStringList trackLines(const NodeTrack &track, const QDateTime &now)
{
    QStringList facts{rolloutLane(track).words};
    if (track.since.isValid())
        facts << ScreensTr::tr("since %1 (%2)")
                     .arg(utcText(track.since), elapsedText(timeBetween(track.since, now)));
    if (const QString version = versions(track); !version.isEmpty())
        facts << ScreensTr::tr("driver %1").arg(version);
    QStringList lines{QStringLiteral("- %1: %2")
                          .arg(markdownText(componentTitle(track.component)),
                               markdownText(facts.join(QStringLiteral(", "))))};
    const auto add = [&](const QString &what, const QString &text) {
        lines << QStringLiteral("  - %1: %2").arg(what, markdownText(text));
    };
    for (const TrackNote &note : track.blockers)
        add(ScreensTr::tr("blocked by"), note.text);
    for (const TrackNote &note : track.contradictions)
        add(ScreensTr::tr("contradiction"), note.text);
    for (const QString &line : track.evidence.lines())
        add(ScreensTr::tr("evidence"), line);
    return lines;
}

} // namespace

QStringList kubectlCommands(const NodeReport &report)
{
    QStringList commands;
    const auto add = [&](const QStringList &arguments) {
        CommandLine line;
        line.program = QStringLiteral("kubectl");
        if (!report.context.isEmpty() && visibleText(report.context) == report.context)
            line.arguments = {QStringLiteral("--context"), report.context};
        line.arguments += arguments;
        line.environment = shellKubeconfig(report.kubeconfigs);
        if (const QString text = line.display(); !commands.contains(text))
            commands << text;
    };
    const auto words = [](const char *text) { return QString::fromLatin1(text).split(u' '); };
    if (!isName(report.node))
        return {};
    add(words("describe node") << report.node);
    add(words("get pods -A -o wide --field-selector") << QStringLiteral("spec.nodeName=") + report.node);
    add(words("get events -A --field-selector")
        << QStringLiteral("involvedObject.kind=Node,involvedObject.name=") + report.node);
    for (const NodeTrack &track : report.tracks) {
        const QString space = track.driverPod.section(u'/', 0, 0);
        const QString pod = track.driverPod.section(u'/', 1);
        if (isOpen(track) && isName(space) && isName(pod)) {
            add(words("describe pod -n") << space << pod);
            add(words("logs --all-containers --tail=200 -n") << space << pod);
            if (track.restarts > 0)
                add(words("logs --all-containers --previous --tail=200 -n") << space << pod);
        }
        if (std::any_of(track.blockers.cbegin(), track.blockers.cend(), isOfBudget))
            add(words("get poddisruptionbudgets -A"));
        if (!isOpen(track))
            continue;
        if (track.component == u"gpu")
            add(words("get clusterpolicies.nvidia.com,nvidiadrivers.nvidia.com -o yaml"));
        else if (track.component == u"ib")
            add(words("get nicclusterpolicies.mellanox.com,nicnodepolicies.mellanox.com -o yaml"));
        else if (track.component == u"sriov")
            add(words("get sriovnetworknodestates.sriovnetwork.openshift.io -A -o yaml --field-selector")
                << QStringLiteral("metadata.name=") + report.node);
        else if (track.component == u"amd")
            add(words("get deviceconfigs.amd.com -A -o yaml"));
        if (track.step == RolloutStep::Maintenance)
            add(words("get nodemaintenances.maintenance.nvidia.com -A -o yaml"));
    }
    return commands;
}

QString markdownReport(const NodeReport &report)
{
    QStringList lines{QStringLiteral("**%1** · %2 · %3")
                          .arg(markdownText(report.node), markdownText(report.cluster), utcText(report.now)),
                      QString()};
    for (const NodeTrack &track : report.tracks)
        lines += trackLines(track, report.now);
    for (const Finding &one : report.findings)
        lines << QStringLiteral("- ") +
                     ScreensTr::tr("found: %1: %2", "component: what is wrong")
                         .arg(markdownText(one.component),
                              markdownText(QStringList{one.meaning, one.nextStep}.join(u' ')));
    for (const NodeTenant &tenant : report.tenants)
        lines << QStringLiteral("- ") +
                     ScreensTr::tr("tenant: %1")
                         .arg(markdownText(tenant.namespaceName + u'/' + tenant.workload)) +
                     QStringLiteral(", ") + gpuAmountText(tenant.gpus);
    if (!report.knowsTenants)
        lines << QStringLiteral("- ") +
                     ScreensTr::tr("tenants: unknown, as not all of its pods and their claims could be read");
    const QString commands = kubectlCommands(report).join(u'\n');
    if (commands.isEmpty())
        return lines.join(u'\n') + u'\n';
    QString fence = QStringLiteral("```");
    while (commands.contains(fence))
        fence += u'`';
    lines << QString() << fence + QStringLiteral("sh") << commands << fence;
    return lines.join(u'\n') + u'\n';
}

} // namespace chartroom
