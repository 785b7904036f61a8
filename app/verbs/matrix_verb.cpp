// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/matrix_verb.h"

#include "app/matrix_printout.h"
#include "core/base/on_finished.h"
#include "core/kube/kubectl_transport.h"

#include <QtConcurrentRun>

namespace chartroom {

MatrixVerb::MatrixVerb(Invocation invocation, Sessions sessions, Console *console, const Clock *clock)
    : SessionVerb(std::move(invocation), std::move(sessions), console)
    , m_clock(clock)
{}

bool MatrixVerb::isMeantBy(const Invocation &invocation)
{
    return invocation.verb == VerbName::Versions &&
           (invocation.action == u"diff" || invocation.action == u"promote" ||
            invocation.action == u"rollback");
}

int MatrixVerb::codeOf(const Error &error) const
{
    if (invocation().action == u"diff")
        return comparingExitCode(error);
    const bool isRefused = error.code == Error::Code::Throttled;
    return isRefused ? int(Found) : int(exitCode(error));
}

void MatrixVerb::start()
{
    if (invocation().matrix.isEmpty())
        return SessionVerb::start();
    const bool isWritten = invocation().action != u"diff";
    onFinished(QtConcurrent::run(readMatrixSource, invocation().matrix, isWritten), this,
               [this](const Result<MatrixSource> &source) { take(source); });
}

void MatrixVerb::print(const QList<ClusterSession *> &readable)
{
    m_session = readable.first();
    if (!m_session->kubectl())
        return fail({Error::Code::Unsupported,
                     tr("A recording keeps no ConfigMaps; give the matrix with --matrix FILE."),
                     {},
                     {}});
    const QStringList arguments{QStringLiteral("get"), QStringLiteral("configmaps"),
                                QStringLiteral("--all-namespaces"), QStringLiteral("--output=json"),
                                QStringLiteral("--field-selector=metadata.name=") +
                                    MatrixConfigMap::usualName.toString()};
    onFinished(m_session->kubectl()->run(arguments), this, [this](const Result<CommandOutput> &output) {
        if (!output)
            return fail(output.error());
        if (output->exitCode != 0)
            return fail(kubectlError(output->err));
        take(readMatrixConfigMaps(output->out));
    });
}

void MatrixVerb::take(const Result<MatrixSource> &source)
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
        console().data(rendered(matrixDiffPrintout(m_source, *from, *to),
                                invocation().format.value_or(OutputFormat::Table),
                                console().style().isColored));
        end(isSameMatrixSide(*from, *to) ? Done : Found);
    });
}

void MatrixVerb::plan()
{
    const auto planned = [invocation = invocation(), source = m_source, now = m_clock->now()] {
        return planMatrix(invocation, source, now);
    };
    onFinished(QtConcurrent::run(planned), this, [this](const Result<MatrixPlan> &result) {
        if (!result)
            return fail(result.error());
        m_plan = *result;
        for (const QString &note : m_plan.edit.notes())
            console().note(note);
        if (!invocation().yes) {
            printPlan({});
            console().note(tr("Nothing was written. Add --yes to write it."));
            return end(Done);
        }
        if (m_source.map)
            apply();
        else
            write();
    });
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
    const MatrixConfigMap &map = *m_source.map;
    const MatrixApply wish{
        map.namespaceName,      map.name, map.matrixKey(), map.resourceVersion, m_plan.commit.after,
        invocation().takesOver, false};
    console().note(tr("kubectl apply --server-side of the key %1 of ConfigMap %2/%3 at version %4")
                       .arg(wish.key, wish.namespaceName, wish.name, wish.resourceVersion));
    applyMatrix(m_session->kubectl(), wish, this, [this](const Result<QString> &version) {
        if (!version)
            return fail(version.error());
        printPlan(MatrixCommitted(), *version);
        end(Done);
    });
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
