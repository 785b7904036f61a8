// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/matrix_verb.h"

#include "app/matrix_printout.h"
#include "core/base/on_finished.h"
#include "core/kube/kubectl_transport.h"
#include "core/versions/session_versions.h"

#include <QtConcurrentRun>

namespace chartroom {

namespace {

bool asksGates(const Invocation &invocation)
{
    return invocation.action == u"promote" && matrixRequest(invocation).reasons.value(clusterGate).isEmpty();
}

} // namespace

MatrixVerb::MatrixVerb(Invocation invocation, Sessions sessions, Console *console, Parts parts)
    : SessionVerb(std::move(invocation), std::move(sessions), console)
    , m_parts(std::move(parts))
{}

MatrixVerb::~MatrixVerb() = default;

bool MatrixVerb::isMeantBy(const Invocation &invocation)
{
    return invocation.verb == VerbName::Versions &&
           (invocation.action == u"diff" || invocation.action == u"promote" ||
            invocation.action == u"rollback");
}

bool MatrixVerb::needsCluster(const Invocation &invocation)
{
    return invocation.matrix.isEmpty() || asksGates(invocation);
}

void MatrixVerb::start()
{
    if (!needsCluster(invocation()))
        readSource();
    else if (hasSessions())
        SessionVerb::start();
    else
        fail({Error::Code::Invalid,
              tr("A promotion looks at the cluster first. Name it with --context, or say why it is not to be "
                 "looked at with --reason cluster=TEXT."),
              {},
              {}});
}

void MatrixVerb::interrupt()
{
    if (m_operation)
        console().note(m_operation->cancel());
    else
        SessionVerb::interrupt();
}

void MatrixVerb::readSource()
{
    const bool isWritten = invocation().action != u"diff";
    onFinished(QtConcurrent::run(readChosenMatrix, invocation().matrix, isWritten), this,
               [this](const Result<ChosenMatrix> &source) { take(source); });
}

void MatrixVerb::print(const QList<ClusterSession *> &readable)
{
    m_session = readable.first();
    if (invocation().matrix.isEmpty())
        readConfigMap();
    else
        readSource();
}

void MatrixVerb::readConfigMap()
{
    if (!m_session->kubectl())
        return fail({Error::Code::Unsupported,
                     tr("A recording keeps no ConfigMaps; give the matrix with --matrix FILE."),
                     {},
                     {}});
    // Raw: of a list that it prints itself, kubectl leaves out the resource version.
    const QStringList arguments{QStringLiteral("get"),
                                QStringLiteral("--raw=/api/v1/configmaps?fieldSelector=metadata.name%3D") +
                                    MatrixConfigMap::usualName.toString()};
    onFinished(m_session->kubectl()->run(arguments), this, [this](const Result<CommandOutput> &output) {
        if (!output)
            return fail(output.error());
        if (output->exitCode != 0)
            return fail(kubectlError(output->err));
        take(readMatrixConfigMaps(output->out));
    });
}

void MatrixVerb::take(const Result<ChosenMatrix> &source)
{
    if (!source)
        return fail(source.error());
    m_source = *source;
    if (invocation().action == u"diff")
        diff();
    else
        plan();
}

void MatrixVerb::diff()
{
    using Sides = std::pair<Result<MatrixSide>, Result<MatrixSide>>;
    const auto read = [source = m_source, from = invocation().fromText, to = invocation().toText]() -> Sides {
        const QStringView next =
            source.matrix.find(VersionMatrix::canary) ? VersionMatrix::canary : VersionMatrix::planned;
        return {readMatrixSide(source, from, VersionMatrix::production), readMatrixSide(source, to, next)};
    };
    onFinished(QtConcurrent::run(read), this, [this](const Sides &sides) {
        const auto &[from, to] = sides;
        if (!from || !to)
            return fail(from ? to.error() : from.error());
        for (const MatrixProblem &problem : allMatrixProblems(m_source.matrix)) {
            if (problem.severity != MatrixSeverity::Remark)
                console().note(tr("Line %1: %2").arg(problem.place.line).arg(problem.text));
        }
        console().print(matrixDiffPrintout(m_source, *from, *to), invocation().format);
        end(isSameMatrixSide(*from, *to) ? Done : Found);
    });
}

void MatrixVerb::plan()
{
    const QList<UpgradePathGate> gates =
        invocation().action == u"promote" ? documentGates(m_source.matrix) : QList<UpgradePathGate>();
    const QMap<QString, QString> reasons = matrixRequest(invocation()).reasons;
    if (const QList<UpgradePathGate> closed = gatesInTheWay(gates, reasons); !closed.isEmpty()) {
        console().problem({Error::Code::Invalid,
                           tr("canary_testing cannot be promoted: %1 If you know better, say why with "
                              "--reason %2=TEXT.")
                               .arg(closed.first().text, closed.first().id),
                           {},
                           {}});
        return end(Found);
    }
    const auto planned = [wish = matrixRequest(invocation()), source = m_source, now = m_parts.clock->now()] {
        return planMatrix(wish, source, now);
    };
    onFinished(QtConcurrent::run(planned), this, [this, gates, reasons](const Result<MatrixPlan> &result) {
        if (!result)
            return fail(result.error());
        m_plan = *result;
        m_plan.commit.evidence += gateEvidence(gates, reasons);
        if (asksGates(invocation()))
            return look();
        if (invocation().action == u"promote")
            m_plan.commit.evidence += gateEvidence({{clusterGate, false, {}}}, reasons);
        decide();
    });
}

void MatrixVerb::look()
{
    ObservationOperation::Parts parts;
    parts.session = m_session;
    parts.charts = m_parts.charts;
    parts.patience = invocation().timeout;
    m_versions = std::make_unique<SessionVersions>(std::move(parts), m_parts.operation.folder, m_parts.rules);
    onFinished(m_versions->look(), this, [this](const Result<SeenVersions> &seen) {
        if (!seen)
            return fail(seen.error());
        judge(*seen);
    });
}

void MatrixVerb::judge(const SeenVersions &seen)
{
    const ReviewRequest wish{m_source.matrix, m_source.text.label, {}, false};
    onFinished(QtConcurrent::run(reviewVersions, seen, wish), this,
               [this](const Result<VersionReview> &review) {
                   if (!review)
                       return fail(review.error());
                   for (const QString &notice : review->audit.notices)
                       console().note(notice);
                   takeGates(clusterGates(*review));
                   decide();
               });
}

void MatrixVerb::takeGates(const QList<UpgradePathGate> &gates)
{
    const QMap<QString, QString> reasons = matrixRequest(invocation()).reasons;
    m_plan.gates = gates;
    m_plan.commit.evidence.append(lookEvidence(m_session->name(), m_session->now()));
    m_plan.commit.evidence += gateEvidence(gates, reasons);
    const QList<UpgradePathGate> closed = gatesInTheWay(gates, reasons);
    m_isBlocked = !closed.isEmpty();
    for (const UpgradePathGate &gate : closed)
        console().note(
            tr("Blocking: %1 To override it, give a reason with --reason %2=TEXT.").arg(gate.text, gate.id));
}

void MatrixVerb::decide()
{
    for (const QString &note : m_plan.edit.notes())
        console().note(note);
    if (m_isBlocked && invocation().yes) {
        printPlan({});
        console().problem({Error::Code::Invalid,
                           tr("canary_testing is not promoted yet, and nothing was written: see what blocks "
                              "it."),
                           {},
                           {}});
        return end(Found);
    }
    if (m_source.map)
        return apply();
    if (invocation().yes)
        return write();
    printPlan({});
    console().note(tr("Nothing was written. Add --yes to write it."));
    end(m_isBlocked ? Found : Done);
}

void MatrixVerb::write()
{
    const auto written = [source = m_source, plan = m_plan] { return writeMatrix(source, plan); };
    onFinished(QtConcurrent::run(written), this, [this](const Result<MatrixCommitted> &result) {
        if (!result)
            return fail(result.error());
        for (const QString &note : result->notes)
            console().note(note);
        if (!result->commit.isEmpty())
            console().note(
                tr("Committed %1 on %2. Nothing was pushed.").arg(result->commit.left(12), result->branch));
        printPlan(*result);
        end(Done);
    });
}

void MatrixVerb::apply()
{
    OperationParts parts = m_parts.operation;
    parts.transport = m_session->transport();
    parts.kubectl = m_session->kubectl();
    m_operation = std::make_unique<MatrixOperation>(
        std::move(parts),
        matrixWriteRequest(matrixRequest(invocation()).kind, m_source, m_plan, invocation().takesOver));
    connect(m_operation.get(), &MatrixOperation::finished, this, &MatrixVerb::applied);
    connect(m_operation.get(), &MatrixOperation::prepared, this, [this](const QString &commands) {
        console().note(commands);
        if (invocation().yes)
            return m_operation->confirm();
        printPlan({});
        console().note(tr("Nothing was written. Add --yes to write it."));
        end(m_isBlocked ? Found : Done);
    });
    m_operation->start();
}

void MatrixVerb::applied(const OperationResult &result)
{
    if (result.end == OperationResult::End::Cancelled)
        return end(Interrupted);
    if (result.end != OperationResult::End::Done) {
        if (m_operation->problem())
            return fail(*m_operation->problem());
        return fail({Error::Code::Process, result.text, {}, {}});
    }
    for (const QString &problem : result.problems)
        console().note(problem);
    console().note(result.text);
    printPlan(MatrixCommitted(), m_operation->resourceVersion());
    end(Done);
}

void MatrixVerb::printPlan(const std::optional<MatrixCommitted> &written, const QString &resourceVersion)
{
    const OutputFormat format = invocation().format.value_or(OutputFormat::Table);
    if (format == OutputFormat::Json || format == OutputFormat::Yaml)
        return console().data(rendered(
            {matrixPlanValue(invocation().action, m_source, m_plan, written, resourceVersion), {}, {}},
            format, false));
    const QByteArray patch = matrixPatch(m_source, m_plan);
    console().data(format == OutputFormat::Markdown ? "```diff\n" + patch + "```\n" : patch);
}

} // namespace chartroom
