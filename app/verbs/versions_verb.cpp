// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/versions_verb.h"

#include "app/versions_printout.h"
#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/versions/chosen_matrix.h"

#include <QtConcurrentRun>

#include <utility>

namespace chartroom {

namespace {

constexpr qint64 maxReportBytes = 16 * 1024 * 1024;

} // namespace

VersionsVerb::VersionsVerb(Invocation invocation, Sessions sessions, Console *console, Parts parts)
    : SessionVerb(std::move(invocation), std::move(sessions), console)
    , m_parts(std::move(parts))
{}

VersionsVerb::~VersionsVerb() = default;

Result<VersionsVerb::Files> VersionsVerb::readFiles(const QString &matrix, const QString &report)
{
    Files files;
    if (!matrix.isEmpty()) {
        const Result<ChosenMatrix> read = readChosenMatrix(matrix, false);
        if (!read)
            return tl::make_unexpected(read.error());
        files.matrix = read->matrix;
        files.label = read->text.label;
    }
    if (!report.isEmpty()) {
        const Result<QByteArray> bytes = readPlainFile(report, maxReportBytes);
        if (!bytes)
            return tl::make_unexpected(bytes.error());
        const Result<ReportFact> read = ReportFact::read(*bytes, report);
        if (!read)
            return tl::make_unexpected(read.error());
        files.report = *read;
    }
    return files;
}

void VersionsVerb::print(const QList<ClusterSession *> &readable)
{
    m_waiting = readable;
    const auto read = QtConcurrent::run(&VersionsVerb::readFiles, invocation().matrix, invocation().report);
    onFinished(read, this, [this](const Result<Files> &files) {
        if (!files)
            return fail(files.error());
        m_files = *files;
        next();
    });
}

void VersionsVerb::next()
{
    if (!m_waiting.isEmpty()) {
        m_session = m_waiting.takeFirst();
        observe();
        return;
    }
    if (!m_audits.isEmpty())
        console().print({Value(m_audits), {}, {}}, invocation().format);
    end(m_code);
}

void VersionsVerb::problem(const Error &error)
{
    report(*m_session, error);
    next();
}

void VersionsVerb::observe()
{
    ObservationOperation::Parts parts;
    parts.session = m_session;
    parts.charts = m_parts.charts;
    parts.report = m_files.report;
    parts.patience = invocation().timeout;
    const bool isAudit = invocation().action == u"audit";
    m_versions = std::make_unique<SessionVersions>(std::move(parts), m_parts.operations,
                                                   isAudit ? m_parts.rules : nullptr);
    onFinished(m_versions->look(), this, [this](const Result<SeenVersions> &seen) {
        if (!seen)
            return problem(seen.error());
        review(*seen);
    });
}

void VersionsVerb::review(const SeenVersions &seen)
{
    const ReviewRequest wish{m_files.matrix, m_files.label, invocation().entry,
                             invocation().action == u"audit"};
    onFinished(QtConcurrent::run(reviewVersions, seen, wish), this,
               [this](const Result<VersionReview> &review) {
                   if (!review)
                       return problem(review.error());
                   printReview(*review);
               });
}

void VersionsVerb::printReview(const VersionReview &review)
{
    for (const QString &notice : review.remarks + review.audit.notices)
        if (!review.problem || notice != review.problem->message)
            note(*m_session, notice);
    if (invocation().action == u"init") {
        const Result<QByteArray> matrix = matrixOfWhatRuns(review.audit);
        if (!matrix)
            return fail(matrix.error());
        if (const QStringList mixed = mixedComponents(review.audit); !mixed.isEmpty())
            console().note(mixedNotice(mixed));
        console().data(*matrix);
        return end(Done);
    }
    if (!review.upgradePath && !review.problem && !std::exchange(m_saysNoMatrix, true))
        console().note(tr("There is no matrix: give one with --matrix FILE, or write one with chartroom "
                          "versions init."));
    const OutputFormat format = invocation().format.value_or(OutputFormat::Table);
    if (format == OutputFormat::JUnit) {
        console().data(auditJUnit(review.audit));
    } else if (format == OutputFormat::Json || format == OutputFormat::Yaml) {
        const Value audit = auditValue(review.audit, review.upgradePath);
        if (invocation().isOverSeveral())
            m_audits.append(audit);
        else
            console().print({audit, {}, {}}, format);
    } else {
        if (std::exchange(m_hasPrinted, true))
            console().data("\n");
        console().data(auditText(review.audit, review.upgradePath, format, console().style().isColored,
                                 console().style().width));
    }
    if (review.problem)
        return problem(*review.problem);
    if (!review.audit.hasTrouble() && !review.audit.unread.isEmpty())
        return problem(
            {Error::Code::Unsupported,
             tr("Whether the cluster is clean is unknown: not all of it could be read, and these are "
                "unknown: %1.")
                 .arg(review.audit.unread.join(QStringLiteral(", "))),
             {},
             {}});
    m_code = qMax<int>(m_code, review.audit.isClean() ? Done : Found);
    next();
}

} // namespace chartroom
