// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/short_list.h"
#include "core/versions/audit.h"
#include "core/versions/versions_tr.h"

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

QStringList otherNodes(const AuditRow &row)
{
    QStringList nodes;
    for (const AuditGroup &group : row.groups)
        if (!group.isExpected())
            nodes << group.observed.nodes;
    return nodes;
}

/// What runs on those that have something else.
QString otherVersions(const AuditRow &row)
{
    QStringList versions;
    for (const AuditGroup &group : row.groups)
        if (!group.isExpected())
            versions << group.observed.version;
    return versions.join(VersionsTr::tr(" or ", "between versions"));
}

QString adviceFor(const AuditRow &row)
{
    if (row.groups.isEmpty() && row.wanted.isEmpty())
        return VersionsTr::tr("%1: install %2, or remove it from the matrix.").arg(row.name, row.expected);
    const QString others = otherVersions(row);
    const bool isWanted = isSameVersion(row.expected, row.wanted);
    if (others.isEmpty() || (!row.wanted.isEmpty() && !isWanted && row.verdict == AuditVerdict::Mixed))
        return VersionsTr::tr("%1: change the wanted version back from %2 to %3, or let it roll out "
                              "everywhere and write %2 into the matrix.")
            .arg(row.name, row.wanted, row.expected);
    const QStringList nodes = otherNodes(row);
    if (row.verdict == AuditVerdict::Mixed && isWanted)
        return VersionsTr::tr("%1: its operator already wants %2 on %3: its rollout shows what blocks them.")
            .arg(row.name, row.expected, shortList(nodes));
    if (row.verdict == AuditVerdict::Mixed)
        return VersionsTr::tr("%1: bring %2 to %3.").arg(row.name, shortList(nodes), row.expected);
    return VersionsTr::tr("%1: bring it to %2, or write %3 into the matrix if that is intended.")
        .arg(row.name, row.expected, others);
}

/// "" where the finding says it all.
QString adviceFor(const AuditFinding &finding)
{
    const QString component = finding.components.isEmpty() ? QString() : finding.components.first();
    if (finding.kind == u"editedDaemonSet") {
        const QString set = finding.objects.first().section(u' ', 1);
        return VersionsTr::tr("%1: restore the image: kubectl rollout undo daemonset/%2 --namespace %3")
            .arg(component.isEmpty() ? set : component, set.section(u'/', 1), set.section(u'/', 0, 0));
    }
    if (finding.kind == u"severalNfd")
        return VersionsTr::tr(
            "nfd: remove one instance: nfd.enabled=false in the values of its release, or uninstall it.");
    if (finding.kind == u"outOfRange")
        return VersionsTr::tr(
                   "%1: change %1 or %2 so that they are compatible; until then upgrade neither alone.")
            .arg(component, finding.components.value(1));
    if (finding.kind == u"copyDiffers")
        return VersionsTr::tr("%1: make both copies equal; the audit cannot determine which one is right.")
            .arg(component);
    if (finding.kind == u"notPublished")
        return VersionsTr::tr("%1: enter a version that can be installed.").arg(component);
    return {};
}

} // namespace

QStringList auditAdvice(const VersionAudit &audit)
{
    QStringList advice;
    // A DaemonSet that somebody edited explains the version of its component.
    QStringList explained;
    for (const AuditFinding &finding : audit.findings) {
        if (finding.severity != AuditSeverity::Broken)
            continue;
        if (finding.kind == u"editedDaemonSet")
            explained << finding.components;
        advice << adviceFor(finding);
    }
    for (const AuditRow &row : audit.rows)
        if (isDrift(row.verdict) && !explained.contains(row.component) && !explained.contains(row.observedAs))
            advice << adviceFor(row);
    advice.removeAll(QString());
    advice.removeDuplicates();
    return advice;
}

} // namespace chartroom
