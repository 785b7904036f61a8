// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/versions_printout.h"

#include "app/folded_text.h"
#include "core/base/visible_text.h"
#include "core/words/audit_report.h"

#include <QXmlStreamWriter>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

struct Case
{
    QString name;
    QString className;
    QString failure; ///< "" for a good one
    QString skipped;
    QStringList evidence{}; ///< of a failure
    QString error{};        ///< why it could not be tested
};

/// next_planned.mofed line 61, as far as it is known.
QString placeName(const MatrixProblem &problem)
{
    QStringList parts{problem.entry, problem.component};
    parts.removeAll(QString());
    const QString name = parts.join(u'.');
    return problem.place.line > 0 ? u"%1 line %2"_s.arg(name, QString::number(problem.place.line)).trimmed()
                                  : name;
}

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
    xml.writeAttribute(u"errors"_s, count(&Case::error));
    xml.writeAttribute(u"skipped"_s, count(&Case::skipped));
    for (const Case &one : cases) {
        xml.writeStartElement(u"testcase"_s);
        xml.writeAttribute(u"classname"_s, visibleText(one.className));
        xml.writeAttribute(u"name"_s, visibleText(one.name));
        if (!one.error.isEmpty()) {
            xml.writeStartElement(u"error"_s);
            xml.writeAttribute(u"type"_s, one.className);
            xml.writeAttribute(u"message"_s, visibleText(one.error));
            xml.writeEndElement();
        } else if (!one.failure.isEmpty()) {
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

QByteArray auditText(const VersionAudit &audit, const std::optional<UpgradePath> &upgradePath,
                     OutputFormat format, bool isColored, qsizetype width)
{
    if (format == OutputFormat::Markdown)
        return auditMarkdown(audit, upgradePath).toUtf8();
    const AuditReport report = auditReport(audit, upgradePath);
    Printout table;
    // component, expected, observed, verdict, where, what is seen
    static const QList<Column> fits{{{}}, {{}, 1, Column::Fit::Cut, 8},  {{}, 0, Column::Fit::Cut},
                                    {{}}, {{}, 2, Column::Fit::Cut, 16}, {{}, 3, Column::Fit::Cut, 30}};
    for (qsizetype i = 0; i < report.titles.size(); ++i) {
        table.columns.append(fits.value(i));
        table.columns.last().title = report.titles[i];
    }
    table.rows = report.rows;
    QString text;
    for (const auto &[title, lines] : report.sections) {
        text += u'\n' + title + u'\n';
        for (const QString &line : lines)
            text += u"  "_s + visibleText(line) + u'\n';
    }
    const QString before = visibleText(report.headline) + u'\n' + visibleText(report.summary) + u"\n\n"_s;
    return foldedText(before, width).toUtf8() + rendered(table, format, isColored, width) +
           foldedText(text, width).toUtf8();
}

QByteArray auditJUnit(const VersionAudit &audit)
{
    QList<Case> components;
    if (!audit.uncompared.isEmpty())
        components.append({u"matrix"_s, u"notCompared"_s, {}, {}, {}, audit.uncompared});
    else if (audit.entry.isEmpty())
        components.append({u"matrix"_s, u"notCompared"_s, {}, u"There is no matrix to compare with."_s});
    for (const AuditRow &row : audit.rows) {
        const QString what = u"%1: %2"_s.arg(auditVerdictText(row.verdict), row.text);
        const bool isTold = row.verdict == AuditVerdict::Match || isDrift(row.verdict);
        // Named without its version: a build server follows a test by its name.
        components.append({row.name, matrixGroupText(row.group), isDrift(row.verdict) ? what : QString(),
                           isTold ? QString() : what, auditEvidence(row)});
    }
    QList<Case> findings;
    for (const AuditFinding &finding : audit.findings) {
        const bool isKnown = finding.severity != AuditSeverity::Unknown;
        findings.append({finding.components.join(u" - "_s), finding.kind,
                         finding.severity == AuditSeverity::Broken ? auditFindingText(finding) : QString(),
                         isKnown ? QString() : auditFindingText(finding), finding.objects});
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
