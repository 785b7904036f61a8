// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/audit_report.h"

#include "core/base/short_list.h"
#include "core/words/table_text.h"
#include "core/words/words_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

QString placeText(const ObservedVersion &observed)
{
    return observed.nodes.isEmpty()
               ? WordsTr::tr("cluster")
               : WordsTr::tr("%1: %2").arg(QString::number(observed.nodes.size()), shortList(observed.nodes));
}

/// Of one group of nodes among others.
QString groupText(const AuditGroup &group)
{
    if (group.isCanary)
        return WordsTr::tr("As expected for the canary.");
    if (group.isExpected())
        return WordsTr::tr("As expected.");
    switch (group.order) {
    case VersionOrder::Older:
        return WordsTr::tr("Newer than expected.");
    case VersionOrder::Newer:
        return WordsTr::tr("Older than expected.");
    default:
        return WordsTr::tr("Not the expected version.");
    }
}

/// A line for each group of nodes; the component stands in the first.
void appendRows(const AuditRow &row, QList<QStringList> &rows)
{
    QStringList line{row.name, row.expected, {}, auditVerdictText(row.verdict), {}, row.text};
    for (const AuditGroup &group : row.groups) {
        line[2] = group.observed.version;
        line[4] = placeText(group.observed);
        if (row.groups.size() > 1)
            line[5] = groupText(group);
        rows << line;
        line = QStringList(line.size(), QString());
    }
    if (row.groups.isEmpty())
        rows << line;
}

/// The heads of the table and its lines.
void addComponents(const VersionAudit &audit, AuditReport &report)
{
    report.titles = {WordsTr::tr("COMPONENT"), WordsTr::tr("EXPECTED"), WordsTr::tr("OBSERVED"),
                     WordsTr::tr("VERDICT"),   WordsTr::tr("WHERE"),    WordsTr::tr("OBSERVATION")};
    for (const AuditRow &row : audit.rows)
        appendRows(row, report.rows);
    for (const Observation &observation : audit.unlisted) {
        QString name = observation.component;
        for (const ObservedVersion &version : observation.versions) {
            report.rows.append({name, u"-"_s, version.version, WordsTr::tr("not listed", "in the matrix"),
                                placeText(version),
                                version.evidence.isEmpty() ? QString() : version.evidence.first().text});
            name.clear();
        }
    }
}

QString headline(const VersionAudit &audit)
{
    return audit.entry.isEmpty()
               ? WordsTr::tr("Versions of %1. There is no matrix to compare with.").arg(audit.cluster)
               : WordsTr::tr("Versions of %1 compared with %2 of %3.")
                     .arg(audit.cluster, audit.entry, audit.label);
}

/// What an engineer wants to know before anything else.
QString summary(const VersionAudit &audit)
{
    QStringList drifts;
    for (const AuditRow &row : audit.rows)
        if (isDrift(row.verdict))
            drifts << row.name;
    const auto errors =
        std::count_if(audit.problems.cbegin(), audit.problems.cend(),
                      [](const MatrixProblem &problem) { return problem.severity == MatrixSeverity::Error; });
    QStringList parts;
    if (!audit.uncompared.isEmpty())
        parts << audit.uncompared;
    if (!drifts.isEmpty())
        parts << WordsTr::tr("%n component(s) drift: %1.", nullptr, int(drifts.size()))
                     .arg(drifts.join(u", "_s));
    if (const int broken = audit.count(AuditSeverity::Broken); broken > 0)
        parts << WordsTr::tr("%n broken finding(s).", nullptr, broken);
    if (errors > 0)
        parts << WordsTr::tr("%n error(s) in the matrix.", nullptr, int(errors));
    if (parts.isEmpty())
        parts << (audit.entry.isEmpty() ? WordsTr::tr("Nothing broken was found.")
                                        : WordsTr::tr("Clean: no drift, nothing broken."));
    if (const int unknown = audit.count(AuditSeverity::Unknown) + audit.count(AuditVerdict::Unknown);
        unknown > 0)
        parts << WordsTr::tr("%n unknown finding(s).", nullptr, unknown);
    return parts.join(u' ');
}

QStringList findingLines(const VersionAudit &audit, AuditSeverity severity)
{
    QStringList lines;
    for (const AuditFinding &finding : audit.findings)
        if (finding.severity == severity)
            lines << auditFindingText(finding);
    return lines;
}

QStringList problemLines(const VersionAudit &audit)
{
    QStringList lines;
    for (const MatrixProblem &problem : audit.problems) {
        const QString severity = problem.severity == MatrixSeverity::Error     ? WordsTr::tr("Error")
                                 : problem.severity == MatrixSeverity::Warning ? WordsTr::tr("Warning")
                                                                               : WordsTr::tr("Note");
        lines << (problem.place.line > 0
                      ? WordsTr::tr("%1, line %2: %3")
                            .arg(severity, QString::number(problem.place.line), problem.text)
                      : WordsTr::tr("%1: %2").arg(severity, problem.text));
    }
    return lines;
}

QStringList evidenceLines(const VersionAudit &audit)
{
    QStringList lines;
    for (const AuditRow &row : audit.rows)
        if (isDrift(row.verdict))
            lines << auditEvidence(row);
    return lines;
}

QStringList stepLines(const UpgradePath &upgradePath)
{
    QStringList lines;
    for (const UpgradePathStep &step : upgradePath.steps) {
        QStringList moves;
        for (const UpgradePathMove &move : step.moves)
            moves << u"%1 %2 -> %3"_s.arg(move.component, move.from.isEmpty() ? u"?"_s : move.from, move.to);
        lines << u"%1: %2%3"_s.arg(matrixGroupTitle(step.group), upgradePathStateText(step.state),
                                   moves.isEmpty() ? QString() : u", "_s + moves.join(u", "_s));
        for (const UpgradePathGate &gate : step.gates)
            if (!gate.isOpen)
                lines << WordsTr::tr("    blocking: %1").arg(gate.text);
    }
    return lines;
}

QStringList promoteLines(const UpgradePath &upgradePath)
{
    QStringList lines;
    for (const UpgradePathGate &gate : upgradePath.promote)
        lines << (gate.isOpen ? WordsTr::tr("yes: %1").arg(gate.text)
                              : WordsTr::tr("no:  %1").arg(gate.text));
    return lines;
}

} // namespace

QString auditFindingText(const AuditFinding &finding)
{
    const QString what = finding.entry.isEmpty() ? finding.text : finding.entry + u": "_s + finding.text;
    return finding.source.isEmpty() ? what : WordsTr::tr("%1 Source: %2.").arg(what, finding.source);
}

QStringList auditEvidence(const AuditRow &row)
{
    QStringList lines;
    for (const AuditGroup &group : row.groups)
        for (const VersionEvidence &evidence : group.observed.evidence)
            lines << u"%1 (%2): %3"_s.arg(row.name, evidence.object, evidence.text);
    for (const VersionEvidence &evidence : row.wantedBy + row.remarks)
        lines << u"%1 (%2): %3"_s.arg(row.name, evidence.object, evidence.text);
    return lines;
}

AuditReport auditReport(const VersionAudit &audit, const std::optional<UpgradePath> &upgradePath)
{
    AuditReport report;
    report.headline = headline(audit);
    report.summary = summary(audit);
    addComponents(audit, report);
    const auto add = [&report](const QString &title, const QStringList &lines) {
        if (!lines.isEmpty())
            report.sections.append({title, lines});
    };
    add(WordsTr::tr("Broken"), findingLines(audit, AuditSeverity::Broken));
    add(WordsTr::tr("In the matrix"), problemLines(audit));
    add(WordsTr::tr("Probably unintended"), findingLines(audit, AuditSeverity::Warning));
    add(WordsTr::tr("Next steps"), auditAdvice(audit));
    if (upgradePath && !upgradePath->steps.isEmpty())
        add(WordsTr::tr("Path to %1").arg(upgradePath->entry), stepLines(*upgradePath));
    if (upgradePath)
        add(upgradePath->mayPromote() ? WordsTr::tr("The canary may be promoted")
                                      : WordsTr::tr("The canary may not be promoted yet"),
            promoteLines(*upgradePath));
    add(WordsTr::tr("Evidence"), evidenceLines(audit));
    add(WordsTr::tr("Unknown"), findingLines(audit, AuditSeverity::Unknown));
    add(WordsTr::tr("Compatible"), findingLines(audit, AuditSeverity::Good));
    return report;
}

QStringList auditedNodes(const VersionAudit &audit)
{
    QStringList nodes;
    for (const Observation &observation : audit.observed) {
        nodes += observation.untold;
        for (const ObservedVersion &version : observation.versions)
            nodes += version.nodes;
    }
    for (const AuditFinding &finding : audit.findings)
        nodes += finding.nodes;
    nodes.sort();
    nodes.removeDuplicates();
    return nodes;
}

QString auditMarkdown(const VersionAudit &audit, const std::optional<UpgradePath> &upgradePath)
{
    const AuditReport report = auditReport(audit, upgradePath);
    QString text =
        u"## "_s + markdownText(report.headline) + u"\n\n"_s + markdownText(report.summary) + u"\n\n"_s;
    text += markdownTable(report.titles, report.rows);
    for (const auto &[title, lines] : report.sections) {
        text += u"\n### "_s + markdownText(title) + u"\n\n"_s;
        for (const QString &line : lines)
            text += u"- "_s + markdownText(line.trimmed()) + u'\n';
    }
    return text;
}

} // namespace chartroom
