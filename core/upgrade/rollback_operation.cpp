// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/rollback_operation.h"

#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/diff/value_diff.h"
#include "core/helm/release_situation.h"
#include "core/responsibility/coordination.h"
#include "core/secrets/masked_values.h"
#include "core/upgrade/node_impact.h"

namespace chartroom {

namespace {

constexpr qsizetype longestRollbackReason = 4000;

QString secondDrainText(const NodeImpact &impact)
{
    if (!impact.off.isEmpty())
        return RollbackOperation::tr("Nodes are not emptied again: %1").arg(visibleText(impact.off));
    switch (impact.kind) {
    case NodeImpact::Kind::None:
        return RollbackOperation::tr("Nothing on the nodes changes: they are not emptied again.");
    case NodeImpact::Kind::PodsOnly:
        return RollbackOperation::tr(
            "Pods are recreated, and no driver is affected: nodes are not emptied again.");
    case NodeImpact::Kind::DriverRestart:
        return RollbackOperation::tr(
            "Driver pods are recreated on every node, with the same driver: nodes are not emptied again.");
    case NodeImpact::Kind::DriverReload:
        return impact.isUpTo
                   ? RollbackOperation::tr("The driver changes while its rollout is in progress: up to all "
                                           "nodes are emptied and roll once more.")
                   : RollbackOperation::tr("The driver changes: all nodes are emptied and roll once more.");
    case NodeImpact::Kind::NicDriver:
        return impact.isUpTo
                   ? RollbackOperation::tr(
                         "The network driver changes while its rollout is in progress: up to "
                         "all nodes are emptied and roll once more, and a node may go "
                         "offline.")
                   : RollbackOperation::tr("The network driver changes: all nodes are emptied and roll once "
                                           "more, and a node may go offline.");
    case NodeImpact::Kind::Unknown:
        break;
    }
    return RollbackOperation::tr("Whether nodes are emptied again is unknown; assume that they are. %1")
        .arg(visibleText(impact.why))
        .trimmed();
}

bool isPlain(const QString &text)
{
    return text.size() <= longestRollbackReason && visibleText(text, true) == text;
}

} // namespace

QList<RollbackLack> rollbackLacks(const RollbackRequest &order, const Ownership &ownership)
{
    const QString whyFlag = QStringLiteral("rollback=TEXT");
    const QString ticketFlag = QStringLiteral("ownership=TICKET");
    QList<RollbackLack> lacks;
    if (order.reason.trimmed().isEmpty())
        lacks.append(
            {RollbackOperation::tr("Enter why you roll back: the reason is kept in the journal."), whyFlag});
    else if (!isPlain(order.reason))
        lacks.append({RollbackOperation::tr("Enter why you roll back, in plain text and shorter."), whyFlag});
    if (needsCoordination(ownership) && order.supportReference.isEmpty())
        lacks.append(
            {RollbackOperation::tr("Enter Support's ticket, or why you roll back without one."), ticketFlag});
    else if (order.supportReference.size() > longestRollbackReason ||
             visibleText(order.supportReference) != order.supportReference)
        lacks.append({RollbackOperation::tr("Enter Support's ticket in plain text."), ticketFlag});
    for (auto it = order.reasons.cbegin(); it != order.reasons.cend(); ++it)
        if (!isPlain(*it))
            lacks.append({RollbackOperation::tr("Give a shorter reason for overriding it, in plain text."),
                          it.key() + QStringLiteral("=TEXT")});
    return lacks;
}

QMap<QString, QString> RollbackRequest::allReasons() const
{
    QMap<QString, QString> all = reasons;
    if (!supportReference.trimmed().isEmpty())
        all.insert(QStringLiteral("ownership"), supportReference);
    return all;
}

UpgradeDraft rollbackDraft(const RollbackRequest &order, const QString &context)
{
    UpgradeDraft draft;
    draft.context = context;
    draft.release = order.release;
    draft.plannedOn = order.plannedOn;
    draft.gpuFloor = order.gpuFloor;
    draft.reasons = order.reasons;
    draft.timeout = order.timeout;
    return draft;
}

QStringList rollbackNotes(const NodeImpact &impact)
{
    return {
        RollbackOperation::tr(
            "A rollback restores the manifest and the values of the revision, as a new revision."),
        RollbackOperation::tr(
            "It does not restore CRDs, what hooks did, custom resources that operators created, or data."),
        secondDrainText(impact)};
}

QString notStoredText(const Release &release, int revision)
{
    QStringList stored;
    for (const RevisionEntry &one : release.revisions) {
        if (one.revision == revision)
            return {};
        stored << QString::number(one.revision);
    }
    return RollbackOperation::tr("Revision %1 of %2 is not stored. Stored revisions: %3.")
        .arg(QString::number(revision), visibleText(release.key.name), shortList(stored, 12));
}

bool isRollbackTo(const ReleaseRecord &record, int revision)
{
    switch (record.status) {
    case ReleaseStatus::Deployed:
    case ReleaseStatus::PendingRollback:
        return record.description == QStringLiteral("Rollback to %1").arg(revision);
    case ReleaseStatus::Failed:
        return !record.description.startsWith(QStringLiteral("Upgrade \""));
    default:
        return false;
    }
}

RollbackOperation::RollbackOperation(OperationParts parts, RollbackRequest order, QObject *parent)
    : ReleaseOperation(std::move(parts), OperationKind::Rollback, order.release, order.plannedOn, parent)
    , m_order(std::move(order))
{}

Value::Map RollbackOperation::order() const
{
    Value::Map reasons;
    for (auto it = m_order.reasons.cbegin(); it != m_order.reasons.cend(); ++it)
        reasons.insert(it.key(), Value(*it));
    return {{QStringLiteral("toRevision"), Value(Value::Number{QString::number(m_order.toRevision)})},
            {QStringLiteral("reason"), Value(m_order.reason)},
            {QStringLiteral("supportReference"), Value(m_order.supportReference)},
            {QStringLiteral("reasons"), Value(reasons)}};
}

QString RollbackOperation::reasonFor(const QString &finding) const
{
    return m_order.reasons.value(finding);
}

QString RollbackOperation::refusal(const ReleaseTruth &before, const QDateTime &now) const
{
    return atWorkRefusal(before, now);
}

void RollbackOperation::stage(const ReleaseTruth &before, const Done &done)
{
    const RevisionEntry *target = before.find(m_order.toRevision);
    const bool isAlone =
        !situationOf({m_order.release, before.revisions, {}, {}, {}}, {}).hasSeveralDeployed();
    if (!target || (isAlone && target->revision == before.newest()))
        return done(failure(
            Error::Code::NotFound,
            target ? tr("Revision %1 is the newest; there is nothing to roll back.").arg(m_order.toRevision)
                   : tr("Helm does not keep revision %1, so you cannot roll back to it.")
                         .arg(m_order.toRevision)));
    readRecord(*target, [this, done](const Result<ReleaseRecord> &record) {
        if (!record)
            return done(tl::make_unexpected(record.error()));
        m_target = *record;
        done({});
    });
}

QString RollbackOperation::deployedText(int revision) const
{
    return tr("Revision %1 is deployed, with the contents of revision %2.")
        .arg(revision)
        .arg(m_order.toRevision);
}

CommandLine RollbackOperation::helmCommand(const HelmRun &run) const
{
    return rollbackCommand(parts().access, run, m_order.release, m_order.toRevision);
}

bool RollbackOperation::isOurs(const ReleaseTruth &after) const
{
    return isRollbackTo(after.record, m_order.toRevision);
}

QStringList RollbackOperation::problems(const ReleaseTruth &after) const
{
    QStringList found;
    if (after.record.chartVersion != m_target.chartVersion)
        found.append(
            tr("The release has chart version %1, and revision %2 had %3.")
                .arg(after.record.chartVersion, QString::number(m_order.toRevision), m_target.chartVersion));
    for (const ValueChange &change : changedSettings(m_target.userValues, after.record.userValues))
        found.append(tr("The value at %1 differs from revision %2.")
                         .arg(maskedPath(change.path))
                         .arg(m_order.toRevision));
    return found;
}

} // namespace chartroom
