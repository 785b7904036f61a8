// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_plan.h"

#include "core/versions/version_review.h"
#include "core/versions/versions_tr.h"

#include <QSaveFile>

#include <algorithm>

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

/// What the document itself says of the test.
QStringList canaryEvidence(const VersionMatrix &matrix)
{
    const MatrixEntry *canary = matrix.find(VersionMatrix::canary);
    const QString node = canary ? canary->text(u"canary_node") : QString();
    const QString since = canary ? canary->text(u"deployed") : QString();
    if (node.isEmpty())
        return {};
    return {since.isEmpty() ? VersionsTr::tr("canary node %1").arg(node)
                            : VersionsTr::tr("canary node %1, deployed %2").arg(node, since)};
}

Result<MatrixEdit> editOf(const MatrixRequest &wish, const ChosenMatrix &source, QDate today)
{
    if (wish.kind == MatrixRequest::Kind::Promotion)
        return promoted(source.matrix, today);
    if (wish.to.isEmpty())
        return rolledBack(source.matrix, today);
    const auto earlier = matrixAt(source, wish.to);
    if (!earlier)
        return tl::make_unexpected(earlier.error());
    return rolledBackTo(source.matrix, *earlier, today);
}

/// In the commit's message, and so never translated.
QString subjectOf(const MatrixRequest &wish)
{
    if (wish.kind == MatrixRequest::Kind::Promotion)
        return u"Promote canary_testing to current_production"_s;
    return wish.to.isEmpty() ? u"Roll current_production back"_s
                             : u"Roll current_production back to %1"_s.arg(wish.to);
}

Result<void> checkUnchanged(const ChosenMatrix &source, const MatrixPlan &plan)
{
    const auto now = readMatrixFile(source.file);
    if (!now)
        return tl::make_unexpected(now.error());
    if (now->text != plan.commit.before)
        return failure(Error::Code::Throttled,
                       VersionsTr::tr("%1 has changed since it was read; read it again.").arg(source.file));
    return {};
}

} // namespace

QString matrixRequestText(MatrixRequest::Kind kind)
{
    return kind == MatrixRequest::Kind::Promotion ? u"promote"_s : u"rollback"_s;
}

QList<UpgradePathGate> documentGates(const VersionMatrix &matrix)
{
    QList<UpgradePathGate> gates;
    for (const MatrixProblem &problem : allMatrixProblems(matrix)) {
        if (problem.severity != MatrixSeverity::Error || problem.entry != VersionMatrix::canary)
            continue;
        const QString text = VersionsTr::tr("Line %1: %2").arg(problem.place.line).arg(problem.text);
        const auto same = std::find_if(gates.begin(), gates.end(),
                                       [&](const UpgradePathGate &gate) { return gate.id == problem.kind; });
        if (same == gates.end())
            gates.append({problem.kind, false, text});
        else
            same->text += u' ' + text;
    }
    return gates;
}

QList<UpgradePathGate> clusterGates(const VersionReview &review)
{
    QList<UpgradePathGate> gates =
        review.upgradePath ? review.upgradePath->promote : QList<UpgradePathGate>();
    gates.removeIf([](const UpgradePathGate &gate) { return gate.id == u"document"; });
    return gates;
}

QStringList gateEvidence(const QList<UpgradePathGate> &gates, const QMap<QString, QString> &reasons)
{
    QStringList lines;
    for (const UpgradePathGate &gate : gates) {
        const QString reason = reasons.value(gate.id).trimmed();
        if (gate.isOpen)
            lines.append(u"%1: %2"_s.arg(gate.id, gate.text));
        else if (gate.id == clusterGate && !reason.isEmpty())
            lines.append(VersionsTr::tr("no cluster was checked: %1").arg(reason));
        else if (!reason.isEmpty())
            lines.append(VersionsTr::tr("override of %1: %2 (%3)").arg(gate.id, reason, gate.text));
    }
    return lines;
}

QString lookEvidence(const QString &cluster, const QDateTime &at)
{
    return VersionsTr::tr("checked %1, %2").arg(cluster, at.toUTC().toString(Qt::ISODate));
}

QList<UpgradePathGate> gatesInTheWay(const QList<UpgradePathGate> &gates,
                                     const QMap<QString, QString> &reasons)
{
    QList<UpgradePathGate> closed = gates;
    closed.removeIf([&](const UpgradePathGate &gate) {
        return gate.isOpen || !reasons.value(gate.id).trimmed().isEmpty();
    });
    return closed;
}

Result<MatrixPlan> planMatrix(const MatrixRequest &wish, const ChosenMatrix &source, const QDateTime &now)
{
    const bool isPromotion = wish.kind == MatrixRequest::Kind::Promotion;
    const Result<MatrixEdit> edit = editOf(wish, source, now.date());
    if (!edit)
        return tl::make_unexpected(edit.error());
    MatrixPlan plan;
    plan.edit = *edit;
    plan.commit.place = source.git.value_or(MatrixGitPlace());
    plan.commit.readAt = source.text.revision;
    plan.commit.before = source.text.text;
    plan.commit.after = edit->text();
    plan.commit.subject = subjectOf(wish);
    plan.commit.evidence = (isPromotion ? canaryEvidence(source.matrix) : QStringList()) + wish.evidence;
    if (source.git && wish.hasTag)
        plan.commit.tag = !wish.tag.isEmpty() ? wish.tag : isPromotion ? stableTag(now.date()) : QString();
    plan.commit.at = now;
    return plan;
}

Result<MatrixCommitted> tryWriteMatrix(const ChosenMatrix &source, const MatrixPlan &plan)
{
    if (source.git)
        return tryCommitMatrix(plan.commit);
    if (const Result<void> same = checkUnchanged(source, plan); !same)
        return tl::make_unexpected(same.error());
    MatrixCommitted tried;
    tried.notes.append(VersionsTr::tr("%1 is not in Git: it will be changed, but not committed or tagged.")
                           .arg(source.file));
    return tried;
}

Result<MatrixCommitted> writeMatrix(const ChosenMatrix &source, const MatrixPlan &plan)
{
    if (source.git)
        return commitMatrix(plan.commit, plan.edit.changes());
    if (const Result<void> same = checkUnchanged(source, plan); !same)
        return tl::make_unexpected(same.error());
    QSaveFile file(source.file);
    if (!file.open(QIODevice::WriteOnly) || file.write(plan.commit.after) != plan.commit.after.size() ||
        !file.commit())
        return failure(Error::Code::File, VersionsTr::tr("%1 could not be written.").arg(source.file),
                       file.errorString());
    MatrixCommitted written;
    written.notes.append(
        VersionsTr::tr("%1 is not in Git: it was changed, but not committed or tagged.").arg(source.file));
    return written;
}

MatrixWriteRequest matrixWriteRequest(MatrixRequest::Kind kind, const ChosenMatrix &source,
                                      const MatrixPlan &plan, bool takesOwnership)
{
    const MatrixConfigMap map = source.map.value_or(MatrixConfigMap());
    return {matrixRequestText(kind),
            {map.namespaceName, map.name, map.matrixKey(), map.resourceVersion, plan.commit.after,
             takesOwnership},
            plan.edit.changes(),
            plan.commit.evidence};
}

} // namespace chartroom
