// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/versions_printout.h"

#include "core/base/visible_text.h"
#include "core/models/table_text.h"
#include "core/rollout/node_notes.h"

#include <QCoreApplication>
#include <QXmlStreamWriter>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(chartroom::VersionAudit)
};

QString whereText(const ObservedVersion &observed)
{
    return observed.nodes.isEmpty()
               ? Text::tr("cluster")
               : Text::tr("%1: %2").arg(QString::number(observed.nodes.size()), shortList(observed.nodes));
}

/// Of one group of nodes among others.
QString groupText(const AuditGroup &group)
{
    if (group.isCanary)
        return Text::tr("As the canary is to have it.");
    if (group.isExpected())
        return Text::tr("As expected.");
    switch (group.order) {
    case VersionOrder::Older:
        return Text::tr("Newer than expected.");
    case VersionOrder::Newer:
        return Text::tr("Older than expected.");
    default:
        return Text::tr("Not what is expected.");
    }
}

/// A line for each group of nodes; the component stands in the first.
void appendRows(const AuditRow &row, QList<QStringList> &rows)
{
    QStringList line{row.name, row.expected, {}, auditVerdictText(row.verdict), {}, row.text};
    for (const AuditGroup &group : row.groups) {
        line[2] = group.observed.version;
        line[4] = whereText(group.observed);
        if (row.groups.size() > 1)
            line[5] = groupText(group);
        rows << line;
        line = QStringList(line.size(), QString());
    }
    if (row.groups.isEmpty())
        rows << line;
}

Printout componentTable(const VersionAudit &audit)
{
    Printout printout;
    printout.titles = {Text::tr("COMPONENT"), Text::tr("EXPECTED"), Text::tr("OBSERVED"),
                       Text::tr("VERDICT"),   Text::tr("WHERE"),    Text::tr("WHAT IS SEEN")};
    for (const AuditRow &row : audit.rows)
        appendRows(row, printout.rows);
    for (const Observation &observation : audit.unlisted) {
        QString name = observation.component;
        for (const ObservedVersion &version : observation.versions) {
            printout.rows.append({name, u"-"_s, version.version, Text::tr("not listed", "in the matrix"),
                                  whereText(version),
                                  version.evidence.isEmpty() ? QString() : version.evidence.first().text});
            name.clear();
        }
    }
    return printout;
}

QString headline(const VersionAudit &audit)
{
    return audit.entry.isEmpty()
               ? Text::tr("Versions of %1. There is no matrix to compare them with.").arg(audit.cluster)
               : Text::tr("Versions of %1 against %2 of %3.").arg(audit.cluster, audit.entry, audit.label);
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
    if (!drifts.isEmpty())
        parts
            << Text::tr("%n component(s) drift: %1.", nullptr, int(drifts.size())).arg(drifts.join(u", "_s));
    if (const int broken = audit.count(AuditSeverity::Broken); broken > 0)
        parts << Text::tr("%n finding(s) of what cannot stay.", nullptr, broken);
    if (errors > 0)
        parts << Text::tr("%n error(s) in the matrix.", nullptr, int(errors));
    if (parts.isEmpty())
        parts << (audit.entry.isEmpty() ? Text::tr("Nothing is found to be broken.")
                                        : Text::tr("Clean: nothing drifts, nothing is broken."));
    if (const int unknown = audit.count(AuditSeverity::Unknown) + audit.count(AuditVerdict::Unknown);
        unknown > 0)
        parts << Text::tr("%n matter(s) not known.", nullptr, unknown);
    return parts.join(u' ');
}

QString findingLine(const AuditFinding &finding)
{
    const QString what = finding.entry.isEmpty() ? finding.text : finding.entry + u": "_s + finding.text;
    return finding.source.isEmpty() ? what : Text::tr("%1 Source: %2.").arg(what, finding.source);
}

QStringList findingLines(const VersionAudit &audit, AuditSeverity severity)
{
    QStringList lines;
    for (const AuditFinding &finding : audit.findings)
        if (finding.severity == severity)
            lines << findingLine(finding);
    return lines;
}

QStringList problemLines(const VersionAudit &audit)
{
    QStringList lines;
    for (const MatrixProblem &problem : audit.problems) {
        const QString severity = problem.severity == MatrixSeverity::Error     ? Text::tr("Error")
                                 : problem.severity == MatrixSeverity::Warning ? Text::tr("Warning")
                                                                               : Text::tr("Remark");
        lines << (problem.place.line > 0
                      ? Text::tr("%1, line %2: %3")
                            .arg(severity, QString::number(problem.place.line), problem.text)
                      : Text::tr("%1: %2").arg(severity, problem.text));
    }
    return lines;
}

QStringList evidenceOf(const AuditRow &row)
{
    QStringList lines;
    for (const AuditGroup &group : row.groups)
        for (const VersionEvidence &evidence : group.observed.evidence)
            lines << u"%1 (%2): %3"_s.arg(row.name, evidence.object, evidence.text);
    for (const VersionEvidence &evidence : row.wantedBy + row.remarks)
        lines << u"%1 (%2): %3"_s.arg(row.name, evidence.object, evidence.text);
    return lines;
}

QStringList evidenceLines(const VersionAudit &audit)
{
    QStringList lines;
    for (const AuditRow &row : audit.rows)
        if (isDrift(row.verdict))
            lines << evidenceOf(row);
    return lines;
}

QStringList stepLines(const VersionWay &way)
{
    QStringList lines;
    for (const WayStep &step : way.steps) {
        QStringList moves;
        for (const WayMove &move : step.moves)
            moves << u"%1 %2 -> %3"_s.arg(move.component, move.from.isEmpty() ? u"?"_s : move.from, move.to);
        lines << u"%1: %2%3"_s.arg(matrixGroupTitle(step.group), wayStateText(step.state),
                                   moves.isEmpty() ? QString() : u", "_s + moves.join(u", "_s));
        for (const WayGate &gate : step.gates)
            if (!gate.isOpen)
                lines << Text::tr("    in the way: %1").arg(gate.text);
    }
    return lines;
}

QStringList promoteLines(const VersionWay &way)
{
    QStringList lines;
    for (const WayGate &gate : way.promote)
        lines << (gate.isOpen ? Text::tr("yes: %1").arg(gate.text) : Text::tr("no:  %1").arg(gate.text));
    return lines;
}

/// next_planned.mofed line 61, as far as it is known.
QString placeName(const MatrixProblem &problem)
{
    QStringList parts{problem.entry, problem.component};
    parts.removeAll(QString());
    const QString name = parts.join(u'.');
    return problem.place.line > 0 ? u"%1 line %2"_s.arg(name, QString::number(problem.place.line)).trimmed()
                                  : name;
}

/// Headings with lists, for a terminal or as Markdown.
class Sections
{
public:
    explicit Sections(bool isMarkdown)
        : m_isMarkdown(isMarkdown)
    {}
    void add(const QString &title, const QStringList &lines)
    {
        if (lines.isEmpty())
            return;
        m_text += m_isMarkdown ? u"\n### "_s + markdownText(title) + u"\n\n"_s : u'\n' + title + u'\n';
        for (const QString &line : lines)
            m_text += m_isMarkdown ? u"- "_s + markdownText(line.trimmed()) + u'\n'
                                   : u"  "_s + visibleText(line) + u'\n';
    }
    [[nodiscard]] const QString &text() const { return m_text; }

private:
    bool m_isMarkdown;
    QString m_text;
};

struct Case
{
    QString name;
    QString className;
    QString failure; ///< "" for a good one
    QString skipped;
    QStringList evidence{}; ///< of a failure
};

void writeSuite(QXmlStreamWriter &xml, const QString &name, const QList<Case> &cases)
{
    const auto count = [&](QString Case::*field) {
        return QString::number(std::count_if(cases.cbegin(), cases.cend(),
                                             [field](const Case &one) { return !(one.*field).isEmpty(); }));
    };
    xml.writeStartElement(u"testsuite"_s);
    xml.writeAttribute(u"name"_s, name);
    xml.writeAttribute(u"tests"_s, QString::number(cases.size()));
    xml.writeAttribute(u"failures"_s, count(&Case::failure));
    xml.writeAttribute(u"errors"_s, u"0"_s);
    xml.writeAttribute(u"skipped"_s, count(&Case::skipped));
    for (const Case &one : cases) {
        xml.writeStartElement(u"testcase"_s);
        xml.writeAttribute(u"classname"_s, visibleText(one.className));
        xml.writeAttribute(u"name"_s, visibleText(one.name));
        if (!one.failure.isEmpty()) {
            xml.writeStartElement(u"failure"_s);
            xml.writeAttribute(u"type"_s, one.className);
            xml.writeAttribute(u"message"_s, visibleText(one.failure));
            for (const QString &line : one.evidence)
                xml.writeCharacters(u'\n' + visibleText(line));
            xml.writeEndElement();
        } else if (!one.skipped.isEmpty()) {
            xml.writeStartElement(u"skipped"_s);
            xml.writeAttribute(u"message"_s, visibleText(one.skipped));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }
    xml.writeEndElement();
}

} // namespace

QByteArray auditText(const VersionAudit &audit, const std::optional<VersionWay> &way, OutputFormat format,
                     bool isColored)
{
    const bool isMarkdown = format == OutputFormat::Markdown;
    QByteArray text =
        isMarkdown
            ? (u"## "_s + markdownText(headline(audit)) + u"\n\n"_s + markdownText(summary(audit)) +
               u"\n\n"_s)
                  .toUtf8()
            : (visibleText(headline(audit)) + u'\n' + visibleText(summary(audit)) + u"\n\n"_s).toUtf8();
    text += rendered(componentTable(audit), format, isColored);
    Sections sections(isMarkdown);
    sections.add(Text::tr("Broken"), findingLines(audit, AuditSeverity::Broken));
    sections.add(Text::tr("In the matrix"), problemLines(audit));
    sections.add(Text::tr("Likely not meant"), findingLines(audit, AuditSeverity::Warning));
    sections.add(Text::tr("What to do"), auditAdvice(audit));
    if (way && !way->steps.isEmpty())
        sections.add(Text::tr("The way to %1").arg(way->entry), stepLines(*way));
    if (way)
        sections.add(way->mayPromote() ? Text::tr("The canary may be promoted")
                                       : Text::tr("The canary may not be promoted yet"),
                     promoteLines(*way));
    sections.add(Text::tr("Evidence"), evidenceLines(audit));
    sections.add(Text::tr("Not known"), findingLines(audit, AuditSeverity::Unknown));
    sections.add(Text::tr("Goes together"), findingLines(audit, AuditSeverity::Good));
    return text + sections.text().toUtf8();
}

QByteArray auditJUnit(const VersionAudit &audit)
{
    QList<Case> components;
    for (const AuditRow &row : audit.rows) {
        const QString what = u"%1: %2"_s.arg(auditVerdictText(row.verdict), row.text);
        const bool isTold = row.verdict == AuditVerdict::Match || isDrift(row.verdict);
        // Named without its version: a build server follows a test by its name.
        components.append({row.name, matrixGroupText(row.group), isDrift(row.verdict) ? what : QString(),
                           isTold ? QString() : what, evidenceOf(row)});
    }
    QList<Case> findings;
    for (const AuditFinding &finding : audit.findings) {
        const bool isKnown = finding.severity != AuditSeverity::Unknown;
        findings.append({finding.components.join(u" - "_s), finding.kind,
                         finding.severity == AuditSeverity::Broken ? findingLine(finding) : QString(),
                         isKnown ? QString() : findingLine(finding), finding.objects});
    }
    QList<Case> problems;
    for (const MatrixProblem &problem : audit.problems)
        problems.append({placeName(problem),
                         problem.kind,
                         problem.severity == MatrixSeverity::Error ? problem.text : QString(),
                         {}});
    QByteArray text;
    QXmlStreamWriter xml(&text);
    xml.setAutoFormatting(true);
    xml.writeStartDocument();
    xml.writeStartElement(u"testsuites"_s);
    writeSuite(xml, u"versions of %1"_s.arg(visibleText(audit.cluster)), components);
    writeSuite(xml, u"compatibility of %1"_s.arg(visibleText(audit.cluster)), findings);
    writeSuite(xml, u"matrix %1"_s.arg(visibleText(audit.label)), problems);
    xml.writeEndElement();
    xml.writeEndDocument();
    return text;
}

} // namespace chartroom
