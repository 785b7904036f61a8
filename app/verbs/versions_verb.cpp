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

Result<VersionsVerb::Files> VersionsVerb::readFiles(const QString &matrix, const QString &report,
                                                    const QString &operations, const QString &context)
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
    if (!operations.isEmpty())
        files.bakes = readBakes(operations, context);
    return files;
}

void VersionsVerb::print(const QList<ClusterSession *> &readable)
{
    m_session = readable.first();
    const QString operations = m_session->helm() ? m_parts.operations : QString(); // none of a recording
    const auto read = QtConcurrent::run(&VersionsVerb::readFiles, invocation().matrix, invocation().report,
                                        operations, m_session->name());
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
    parts.charts = m_session->helm() ? m_parts.charts : nullptr;
    parts.report = m_files.report;
    parts.patience = invocation().timeout;
    m_operation = std::make_unique<ObservationOperation>(std::move(parts));
    connect(m_operation.get(), &ObservationOperation::finished, this, &VersionsVerb::audit);
    m_operation->start();
}

void VersionsVerb::audit()
{
    const Result<VersionFacts> &facts = m_operation->facts();
    if (!facts)
        return fail(facts.error());
    AuditParts parts;
    parts.facts = *facts;
    parts.matrix = m_files.matrix;
    parts.label = m_files.label;
    parts.entry = invocation().entry;
    parts.published = m_operation->published();
    parts.at = m_session->now();
    if (invocation().action == u"audit")
        takeConfigMap(parts);
    const Result<Compatibility> known = Compatibility::bundled();
    if (!known)
        return fail(known.error());
    parts.known = *known;
    WayFacts way;
    way.bakes = m_files.bakes;
    way.now = parts.at;
    addRollouts(parts.facts, way);
    onFinished(QtConcurrent::run(&VersionsVerb::answer, parts, way), this,
               [this](const Answer &answer) { printAudit(answer); });
}

/// It is the matrix where no other is given, and a copy of it that must be the same where one is.
void VersionsVerb::takeConfigMap(AuditParts &parts)
{
    const QList<MatrixConfigMap> &maps = m_operation->configMaps();
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
