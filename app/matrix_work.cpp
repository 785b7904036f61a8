// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/matrix_work.h"

#include "core/kube/object.h"

#include <QCoreApplication>
#include <QSaveFile>

namespace chartroom {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(MatrixWork)
};

/// --reason KIND=TEXT for each kind of error in the entry, as evidence.
Result<QStringList> acceptedProblems(const Invocation &invocation, const VersionMatrix &matrix)
{
    QStringList accepted;
    QStringList kinds;
    for (const MatrixProblem &problem : allMatrixProblems(matrix)) {
        if (problem.severity != MatrixSeverity::Error || problem.entry != VersionMatrix::canary)
            continue;
        QString reason;
        for (const QString &given : invocation.reasons)
            if (given.section(u'=', 0, 0) == problem.kind)
                reason = given.section(u'=', 1).trimmed();
        if (reason.isEmpty())
            return failure(Error::Code::Invalid,
                           Text::tr("canary_testing cannot be promoted, line %1: %2 If you know better, say "
                                    "why with --reason %3=TEXT.")
                               .arg(problem.place.line)
                               .arg(problem.text, problem.kind));
        if (!kinds.contains(problem.kind))
            accepted.append(Text::tr("in spite of %1: %2").arg(problem.kind, reason));
        kinds.append(problem.kind);
    }
    return accepted;
}

/// What the document itself says of the test.
QStringList evidenceOf(const VersionMatrix &matrix)
{
    const MatrixEntry *canary = matrix.find(VersionMatrix::canary);
    const QString node = canary ? canary->text(u"canary_node") : QString();
    const QString since = canary ? canary->text(u"deployed") : QString();
    if (node.isEmpty())
        return {};
    return {since.isEmpty() ? Text::tr("canary node %1").arg(node)
                            : Text::tr("canary node %1, deployed %2").arg(node, since)};
}

} // namespace

Result<MatrixSource> readMatrixConfigMaps(const QByteArray &list)
{
    const auto page = readPage(list);
    if (!page)
        return tl::make_unexpected(page.error());
    if (page->items.size() != 1)
        return failure(page->items.isEmpty() ? Error::Code::NotFound : Error::Code::Invalid,
                       page->items.isEmpty()
                           ? Text::tr("The cluster has no ConfigMap %1; give a file with --matrix.")
                                 .arg(MatrixConfigMap::usualName.toString())
                           : Text::tr("The cluster has several ConfigMaps %1; give a file with --matrix.")
                                 .arg(MatrixConfigMap::usualName.toString()));
    const auto map = MatrixConfigMap::read(page->items.first());
    if (!map)
        return tl::make_unexpected(map.error());
    const auto text = map->matrix();
    if (!text)
        return tl::make_unexpected(text.error());
    MatrixSource source;
    source.text = *text;
    source.map = *map;
    const auto matrix = VersionMatrix::read(source.text.text);
    if (!matrix)
        return tl::make_unexpected(matrix.error());
    source.matrix = *matrix;
    return source;
}

Result<MatrixPlan> planMatrix(const Invocation &invocation, const MatrixSource &source, const QDateTime &now)
{
    const bool isPromotion = invocation.action == u"promote";
    QStringList evidence = invocation.evidence;
    if (isPromotion) {
        const auto accepted = acceptedProblems(invocation, source.matrix);
        if (!accepted)
            return tl::make_unexpected(accepted.error());
        evidence = evidenceOf(source.matrix) + evidence + *accepted;
    }
    const QDate today = now.date();
    Result<MatrixEdit> edit = isPromotion ? promoted(source.matrix, today) : rolledBack(source.matrix, today);
    if (!isPromotion && !invocation.toText.isEmpty()) {
        const auto earlier = matrixAt(source, invocation.toText);
        edit = earlier ? rolledBackTo(source.matrix, *earlier, today)
                       : Result<MatrixEdit>(tl::make_unexpected(earlier.error()));
    }
    if (!edit)
        return tl::make_unexpected(edit.error());
    MatrixPlan plan;
    plan.edit = *edit;
    plan.commit.place = source.git.value_or(MatrixGitPlace());
    plan.commit.readAt = source.text.revision;
    plan.commit.before = source.text.text;
    plan.commit.after = edit->text();
    plan.commit.subject = isPromotion ? QStringLiteral("Promote canary_testing to current_production")
                          : invocation.toText.isEmpty()
                              ? QStringLiteral("Roll current_production back")
                              : QStringLiteral("Roll current_production back to %1").arg(invocation.toText);
    plan.commit.evidence = evidence;
    if (source.git && !invocation.noTag)
        plan.commit.tag = !invocation.tag.isEmpty() ? invocation.tag
                          : isPromotion             ? stableTag(today)
                                                    : QString();
    plan.commit.at = now;
    return plan;
}

Result<MatrixCommitted> writeMatrix(const MatrixSource &source, const MatrixPlan &plan)
{
    if (source.git)
        return commitMatrix(plan.commit, plan.edit.changes());
    const auto now = readMatrixFile(source.file);
    if (!now)
        return tl::make_unexpected(now.error());
    if (now->text != plan.commit.before)
        return failure(Error::Code::Throttled,
                       Text::tr("%1 has changed since it was read; read it again.").arg(source.file));
    QSaveFile file(source.file);
    if (!file.open(QIODevice::WriteOnly) || file.write(plan.commit.after) != plan.commit.after.size() ||
        !file.commit())
        return failure(Error::Code::File, Text::tr("%1 could not be written.").arg(source.file),
                       file.errorString());
    MatrixCommitted written;
    written.notes.append(
        Text::tr("%1 is not in Git: it was changed, and nothing was committed or tagged.").arg(source.file));
    return written;
}

} // namespace chartroom
