// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/short_list.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_tr.h"
#include "core/words/audit_report.h"

namespace chartroom {

namespace {

constexpr qsizetype mostEvidence = 16; ///< lines; the whole audit can be saved

QString placeText(const ObservedVersion &observed)
{
    return observed.nodes.isEmpty() ? TicketTr::tr("the cluster")
                                    : QStringLiteral("%1: %2").arg(QString::number(observed.nodes.size()),
                                                                   shortList(observed.nodes, 8));
}

/// What is not as the matrix has it: a line for each version that runs.
TicketTable driftTable(const VersionAudit &audit)
{
    TicketTable table{{TicketTr::tr("Component"), TicketTr::tr("In the matrix"),
                       TicketTr::tr("Observed version"), TicketTr::tr("Where")},
                      {}};
    for (const AuditRow &row : audit.rows)
        for (const AuditGroup &group : isDrift(row.verdict) ? row.groups : QList<AuditGroup>())
            table.rows.append({versionTitle(usualComponent(row.name)), row.expected, group.observed.version,
                               placeText(group.observed)});
    return table;
}

QStringList troubleLines(const VersionAudit &audit)
{
    QStringList lines;
    for (const AuditFinding &finding : audit.findings)
        if (finding.severity == AuditSeverity::Broken)
            lines << auditFindingText(finding);
    for (const MatrixProblem &problem : audit.problems)
        if (problem.severity == MatrixSeverity::Error)
            lines << TicketTr::tr("The matrix, line %1: %2").arg(problem.place.line).arg(problem.text);
    QStringList evidence;
    for (const AuditRow &row : audit.rows)
        if (isDrift(row.verdict))
            evidence << auditEvidence(row);
    lines += evidence.first(qMin(mostEvidence, evidence.size()));
    if (const qsizetype more = evidence.size() - mostEvidence; more > 0)
        lines << TicketTr::tr("More evidence is in the audit; lines: %1.").arg(more);
    return lines;
}

} // namespace

TicketBlocks versionSection(const TicketContext &desk)
{
    if (!desk.facts.versions)
        return {};
    const VersionAudit &audit = *desk.facts.versions;
    const AuditReport report = auditReport(audit, {});
    TicketBlocks blocks{
        TicketHeading{TicketTr::tr("Versions")},
        TicketParagraph{TicketTr::tr("%1 %2 Audited %3.")
                            .arg(report.headline, report.summary, desk.times.moment(audit.at))}};
    if (const TicketTable table = driftTable(audit); !table.rows.isEmpty())
        blocks.append(table);
    if (const QStringList lines = troubleLines(audit); !lines.isEmpty())
        blocks.append(TicketBullets{lines});
    return blocks;
}

} // namespace chartroom
