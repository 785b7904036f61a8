// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/versions_verb.h"

#include "app/versions_printout.h"
#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/versions/chosen_matrix.h"

#include <QtConcurrentRun>

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
    m_session = readable.first();
    const auto read = QtConcurrent::run(&VersionsVerb::readFiles, invocation().matrix, invocation().report);
    onFinished(read, this, [this](const Result<Files> &files) {
        if (!files)
            return fail(files.error());
        observe(*files);
    });
}

void VersionsVerb::observe(const Files &files)
{
    m_files = files;
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
            return fail(seen.error());
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
                       return fail(review.error());
                   printReview(*review);
               });
}

void VersionsVerb::printReview(const VersionReview &review)
{
    for (const QString &notice : review.remarks + review.audit.notices)
        if (!review.problem || notice != review.problem->message)
            console().note(notice);
    if (invocation().action == u"init") {
        const Result<QByteArray> matrix = matrixOfWhatRuns(review.audit);
        if (!matrix)
            return fail(matrix.error());
        if (const QStringList mixed = mixedComponents(review.audit); !mixed.isEmpty())
            console().note(mixedNotice(mixed));
        console().data(*matrix);
        return end(Done);
    }
    if (!review.upgradePath && !review.problem)
        console().note(tr("There is no matrix: give one with --matrix FILE, or write one with chartroom "
                          "versions init."));
    const OutputFormat format = invocation().format.value_or(OutputFormat::Table);
    if (format == OutputFormat::JUnit)
        console().data(auditJUnit(review.audit));
    else if (format == OutputFormat::Json || format == OutputFormat::Yaml)
        console().print({auditValue(review.audit, review.upgradePath), {}, {}}, format);
    else
        console().data(auditText(review.audit, review.upgradePath, format, console().style().isColored,
                                 console().style().width));
    if (review.problem)
        return fail(*review.problem);
    if (!review.audit.hasTrouble() && !review.audit.unread.isEmpty())
        return fail({Error::Code::Unsupported,
                     tr("Whether the cluster is clean is unknown: not all of it could be read, and these are "
                        "unknown: %1.")
                         .arg(review.audit.unread.join(QStringLiteral(", "))),
                     {},
                     {}});
    end(review.audit.isClean() ? Done : Found);
}

} // namespace chartroom
