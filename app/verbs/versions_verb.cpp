// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/versions_verb.h"

#include "app/versions_printout.h"
#include "core/base/on_finished.h"
#include "core/base/private_file.h"

#include <QFileInfo>
#include <QtConcurrentRun>

namespace chartroom {

namespace {

constexpr qint64 maxReportBytes = 16 * 1024 * 1024;

/// FILE as it is, or FILE@REVISION of the repository that it is in.
Result<MatrixText> readMatrix(const QString &source)
{
    const qsizetype at = source.lastIndexOf(u'@');
    if (at <= 0 || QFileInfo::exists(source))
        return readMatrixFile(source);
    Result<MatrixGitPlace> place = gitPlaceOf(source.left(at));
    if (!place)
        return tl::make_unexpected(place.error());
    place->revision = source.mid(at + 1);
    return readMatrixFromGit(*place);
}

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
        const Result<MatrixText> text = readMatrix(matrix);
        if (!text)
            return tl::make_unexpected(text.error());
        const Result<VersionMatrix> read = VersionMatrix::read(text->text);
        if (!read)
            return tl::make_unexpected(read.error());
        files.matrix = *read;
        files.label = text->label;
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
    VersionsLook::Parts parts;
    parts.session = m_session;
    if (m_session->helm()) { // a recording has neither
        parts.charts = m_parts.charts;
        parts.operations = m_parts.operations;
    }
    if (invocation().action == u"audit")
        parts.rules = m_parts.rules;
    parts.report = m_files.report;
    parts.patience = invocation().timeout;
    m_look = std::make_unique<VersionsLook>(std::move(parts));
    connect(m_look.get(), &VersionsLook::finished, this, &VersionsVerb::audit);
    m_look->start();
}

void VersionsVerb::audit()
{
    const Result<AuditParts> looked = m_look->auditParts();
    if (!looked)
        return fail(looked.error());
    AuditParts parts = *looked;
    parts.matrix = m_files.matrix;
    parts.label = m_files.label;
    parts.entry = invocation().entry;
    if (invocation().action == u"audit")
        takeConfigMap(parts);
    onFinished(QtConcurrent::run(&VersionsVerb::answer, parts, m_look->wayFacts()), this,
               [this](const Answer &answer) { printAudit(answer); });
}

/// It is the matrix where no other is given, and a copy of it that must be the same where one is.
void VersionsVerb::takeConfigMap(AuditParts &parts)
{
    const QList<MatrixConfigMap> &maps = m_look->configMaps();
    if (maps.size() > 1)
        console().note(tr("There are several ConfigMaps %1, and none was looked at.")
                           .arg(MatrixConfigMap::usualName.toString()));
    if (maps.size() != 1)
        return;
    const Result<MatrixText> text = maps.first().matrix();
    const Result<VersionMatrix> matrix =
        text ? VersionMatrix::read(text->text) : Result<VersionMatrix>(tl::make_unexpected(text.error()));
    if (!matrix) {
        console().note(matrix.error().message);
    } else if (parts.matrix) {
        parts.copy = *matrix;
        parts.copyLabel = text->label;
    } else {
        parts.matrix = *matrix;
        parts.label = text->label;
    }
}

VersionsVerb::Answer VersionsVerb::answer(const AuditParts &parts, const WayFacts &way)
{
    Answer answer{auditVersions(parts), {}};
    if (parts.matrix)
        answer.way = wayOf(*parts.matrix, answer.audit, way);
    return answer;
}

void VersionsVerb::printAudit(const Answer &answer)
{
    for (const QString &notice : answer.audit.notices)
        console().note(notice);
    if (invocation().action == u"init") {
        const Result<QByteArray> matrix = matrixOfWhatRuns(answer.audit);
        if (!matrix)
            return fail(matrix.error());
        console().data(*matrix);
        return end(Done);
    }
    if (!answer.way)
        console().note(tr("There is no matrix: give one with --matrix FILE, or write one with chartroom "
                          "versions init."));
    const OutputFormat format = invocation().format.value_or(OutputFormat::Table);
    if (format == OutputFormat::JUnit)
        console().data(auditJUnit(answer.audit));
    else if (format == OutputFormat::Json || format == OutputFormat::Yaml)
        console().data(rendered({auditValue(answer.audit, answer.way), {}, {}}, format, false));
    else
        console().data(auditText(answer.audit, answer.way, format, console().style().isColored));
    end(answer.audit.isClean() ? Done : Found);
}

} // namespace chartroom
