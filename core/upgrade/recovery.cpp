// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/recovery.h"

#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/upgrade/helm_output.h"
#include "core/upgrade/pending_text.h"
#include "core/upgrade/rollback_operation.h"
#include "core/upgrade/upgrade_tr.h"

#include <QFileInfo>

#include <algorithm>

namespace chartroom {

namespace {
using End = OperationResult::End;

/// Whether a step was begun.
bool hasIntent(const JournalContents &journal, const QString &step)
{
    return std::any_of(journal.records.cbegin(), journal.records.cend(),
                       [&step](const JournalRecord &record) {
                           return record.kind == JournalRecord::Kind::Intent && record.step == step;
                       });
}

/// Whether something says that helm was started: its intent, which was durable before, or what only follows.
bool tellsOfHelm(const JournalContents &journal)
{
    static const QStringList steps{QStringLiteral("Helm"), QStringLiteral("ReadBack"),
                                   QStringLiteral("Verify")};
    return std::any_of(journal.records.cbegin(), journal.records.cend(),
                       [](const JournalRecord &record) { return steps.contains(record.step); });
}

bool hasHelmEnded(const JournalContents &journal)
{
    return std::any_of(journal.records.cbegin(), journal.records.cend(), [](const JournalRecord &record) {
        return record.kind == JournalRecord::Kind::Outcome && record.step == u"Helm";
    });
}

/// Whether helm was started, or may have been where lines are damaged, and is not noted to have ended.
bool mayRunHelm(const JournalContents &journal)
{
    return !hasHelmEnded(journal) && (tellsOfHelm(journal) || journal.damaged > 0);
}

/// Looks for the operation's helm; one that the journal saw end needs no /proc for that.
HelmSearch helmOf(const OperationHeader &order, const JournalContents &journal)
{
    HelmSearch search = findHelm(order.id, order.process);
    if (!mayRunHelm(journal))
        search.unknown.clear();
    return search;
}

const JournalRecord *lastFinish(const JournalContents &journal)
{
    for (auto record = journal.records.crbegin(); record != journal.records.crend(); ++record)
        if (record->step == u"Finish")
            return &*record;
    return nullptr;
}

/// By another program than the one that ran the operation.
bool wasClosedLater(const JournalRecord &finish)
{
    return !finish.data.at({QStringLiteral("recovered")}).isNull();
}

/// By a person.
bool isChecked(const JournalRecord &finish)
{
    return finish.data.at({QStringLiteral("checked")}).toBool();
}

/// It ended as done, and nothing that it noted itself says that what runs was seen as planned.
bool isDeployedOnly(const JournalContents &reading)
{
    return lastFinish(reading) && endIn(reading) == End::Done && !wasVerified(reading);
}

int numberIn(const Value &data, const char *name)
{
    return data.at({QLatin1String(name)}).scalarText().toInt();
}

QString textIn(const Value &data, const char *name)
{
    return data.at({QLatin1String(name)}).toString();
}

bool isOurs(const OperationHeader &order, const ReleaseTruth &truth)
{
    if (truth.newest() != order.plannedOn + 1)
        return false;
    if (order.kind == OperationKind::Upgrade)
        return truth.operation == order.id;
    return isRollbackTo(truth.record, order.toRevision);
}

/// A revision of somebody else's is deployed: there is nothing left to mend.
void closeOvertaken(Recovery &recovery, const ReleaseTruth &truth)
{
    const int ours = recovery.order.plannedOn + 1;
    const RevisionEntry *next = truth.find(ours);
    const bool isUpgrade = recovery.order.kind == OperationKind::Upgrade; // helm puts no label on a rollback
    const bool isOurs = isUpgrade && truth.operations.value(ours) == recovery.order.id;
    if (next && ((isUpgrade && !isOurs) || truth.newest() == ours)) {
        recovery.known << UpgradeTr::tr(
                              "Revision %1 was made by another operation; helm created none for this one.")
                              .arg(ours);
        recovery.end = End::NotStarted;
    } else if (next && next->status != ReleaseStatus::Superseded) {
        recovery.known << UpgradeTr::tr("Revision %1 is still %2, and a later one is deployed: the release "
                                        "has been changed since.")
                              .arg(QString::number(ours), statusText(*next));
        recovery.end = End::Failed;
    } else if (isOurs) {
        recovery.known
            << UpgradeTr::tr(
                   "Revision %1 was this operation's and was deployed; the release has been changed since.")
                   .arg(ours);
        recovery.end = End::Done;
    } else {
        recovery.known << UpgradeTr::tr("The release has been changed since.");
        recovery.unknown << UpgradeTr::tr("The state of revision %1 before that.").arg(ours);
        recovery.end = End::Unknown;
    }
}

/// Of a revision that looks like ours: a rollback has no mark, and the same one by somebody else looks the
/// same, so it counts only when it was made as our helm was begun.
bool isOfOurHelm(const OperationHeader &order, const JournalContents &journal, const RevisionEntry &revision)
{
    if (order.kind == OperationKind::Upgrade)
        return revision.status == ReleaseStatus::PendingUpgrade;
    constexpr std::chrono::minutes soon(1);
    const QDateTime begun = helmBegun(journal);
    return revision.status == ReleaseStatus::PendingRollback && begun.isValid() &&
           revision.date.created.isValid() && timeBetween(begun, revision.date.created) < soon &&
           timeBetween(revision.date.created, begun) < soon;
}

/// Whether the operation left that revision pending.
bool isLeftBy(const OperationHeader &order, const JournalContents &journal, const ReleaseTruth &truth,
              const RevisionEntry &revision)
{
    if (!isOfOurHelm(order, journal, revision))
        return false;
    if (revision.revision == truth.newest())
        return isOurs(order, truth);
    return revision.revision == order.plannedOn + 1 &&
           (order.kind != OperationKind::Upgrade || truth.operations.value(revision.revision) == order.id);
}

void addAtWorkBelow(Recovery &recovery, const ReleaseSituation &situation, const RevisionEntry &newest)
{
    if (situation.atWork && situation.atWork->revision != newest.revision)
        recovery.known << UpgradeTr::tr(
                              "Revision %1 below the newest is still %2: someone may be working on it.")
                              .arg(QString::number(situation.atWork->revision),
                                   statusText(*situation.atWork));
    if (situation.below)
        recovery.known << belowText(*situation.below);
}

NextMove checkMove()
{
    return {
        NextMove::Kind::Verify,
        UpgradeTr::tr("The release is deployed, not verified: it was interrupted before that was complete. "
                      "Check the findings and the nodes of the rollout, then confirm the check."),
        0};
}

/// helm was started by us, was not seen to run, and the cluster can be read.
void judge(Recovery &recovery, const JournalContents &journal, const ReleaseTruth &truth,
           const HelmSearch &helm, const QDateTime &now, const QList<EndedOperation> &ended)
{
    const OperationHeader &order = recovery.order;
    const RevisionEntry &newest = truth.revisions.front();
    if (helm.isRuledOut())
        recovery.known << UpgradeTr::tr("Its helm no longer runs on this machine.");
    recovery.known.prepend(UpgradeTr::tr("Revision %1 is the newest in the cluster, %2.")
                               .arg(QString::number(newest.revision),
                                    statusText(newest))); // the state of the release comes first
    if (newest.revision == order.plannedOn && !helm.isRuledOut()) {
        recovery.moves = {
            {NextMove::Kind::Wait,
             UpgradeTr::tr(
                 "helm has created no new revision yet. Make sure that it has ended, and check again."),
             0}};
        return;
    }
    const Release release{order.release, truth.revisions, {}, {}, {}};
    if (newest.revision == order.plannedOn) {
        recovery.known << UpgradeTr::tr("helm created no new revision: it ended before it changed anything.");
        recovery.end = End::NotStarted;
        recovery.moves = movesAgain(situationOf(release, now, ownRemnants(ended, truth)), release);
        return;
    }
    recovery.known << recordEvidence(truth);
    QList<int> over = ownRemnants(ended, truth);
    for (const RevisionEntry &revision : truth.revisions)
        if (helm.isRuledOut() && isLeftBy(order, journal, truth, revision))
            over.append(revision.revision);
    const ReleaseSituation situation = situationOf(release, now, over);
    addAtWorkBelow(recovery, situation, newest);
    if (newest.status == ReleaseStatus::Deployed && !isOurs(order, truth))
        return closeOvertaken(recovery, truth);
    if (!isOurs(order, truth)) {
        recovery.unknown << UpgradeTr::tr(
            "The newest revision was made by another operation; see its history.");
        recovery.moves = movesFrom(situation, release);
        return;
    }
    recovery.known << UpgradeTr::tr("Revision %1 was made by this operation.").arg(newest.revision);
    if (newest.status == ReleaseStatus::Deployed) {
        recovery.end = End::Done;
        recovery.isVerifying = !wasVerified(journal);
        recovery.moves = {
            recovery.isVerifying
                ? checkMove()
                : NextMove{NextMove::Kind::Verify,
                           UpgradeTr::tr("The release is complete; watch the nodes of the rollout."), 0}};
        return;
    }
    if (newest.status == ReleaseStatus::Failed)
        recovery.end = End::Failed;
    recovery.unknown << UpgradeTr::tr(
        "How many of the release's objects were changed before it was interrupted.");
    recovery.moves = movesFrom(situation, release);
}

} // namespace

QStringList recordEvidence(const ReleaseTruth &truth)
{
    QStringList sentences;
    if (truth.writer)
        sentences.append(UpgradeTr::tr("The record of revision %1 was last written by %2 at %3.")
                             .arg(QString::number(truth.newest()), visibleText(truth.writer->manager),
                                  truth.writer->time.toString(Qt::ISODate)));
    for (const int revision : truth.unreadable)
        sentences.append(UpgradeTr::tr("You cannot roll back to revision %1: its record cannot be decoded.")
                             .arg(revision));
    return sentences;
}

Result<OperationHeader> operationHeaderIn(const JournalContents &reading)
{
    if (reading.records.isEmpty() || textIn(reading.records[0].data, "operation").isEmpty())
        return failure(
            Error::Code::Damaged,
            tellsOfHelm(reading) || reading.damaged > 1
                ? UpgradeTr::tr("The journal's first line cannot be read, and helm was about to be started, "
                                "or was: check the histories of the releases.")
                : UpgradeTr::tr("The journal's first line cannot be read, so it changed nothing."));
    const Value &data = reading.records[0].data;
    OperationHeader order;
    order.id = textIn(data, "operation");
    order.kindWord = textIn(data, "kind");
    order.kind = operationKind(order.kindWord);
    order.context = textIn(data, "context");
    order.clusterUid = textIn(data, "clusterUid");
    order.release = {textIn(data, "namespace"), textIn(data, "release"),
                     textIn(data, "storage") == u"configmap" ? ReleaseStorage::ConfigMap
                                                             : ReleaseStorage::Secret};
    order.plannedOn = numberIn(data, "plannedOn");
    order.toRevision = numberIn(data, "toRevision");
    order.chart = textIn(data, "chart");
    order.version = textIn(data, "version");
    order.canary = textIn(data, "canary");
    order.bake = std::chrono::seconds(numberIn(data, "bakeSeconds"));
    order.zone = textIn(data, "timeZone").toUtf8();
    const UpgradeWindow window{QDateTime::fromString(textIn(data, "windowStart"), Qt::ISODate),
                               QDateTime::fromString(textIn(data, "windowEnd"), Qt::ISODate), order.zone};
    if (window.start.isValid() && window.start < window.end)
        order.window = window;
    order.holder = textIn(data, "holder");
    order.process = ProcessIdentity::fromText(textIn(data, "process"));
    order.started = reading.records[0].at;
    return order;
}

bool wasVerified(const JournalContents &reading)
{
    bool isVerified = false;
    for (const JournalRecord &record : reading.records) {
        const bool isOwnEnd = record.step == u"Finish" && textIn(record.data, "end") == endText(End::Done) &&
                              record.data.at({QStringLiteral("recovered")}).isNull();
        if (record.kind == JournalRecord::Kind::Outcome &&
            (record.step == u"Verify" || record.step == u"Nodes" || isOwnEnd))
            isVerified = !record.data.at({QStringLiteral("verifying")}).toBool();
    }
    return isVerified;
}

bool isOpen(const JournalContents &reading)
{
    const JournalRecord *last = lastFinish(reading);
    return !last || (endIn(reading) == End::Unknown && !wasClosedLater(*last));
}

bool isUnverified(const JournalContents &reading)
{
    return isDeployedOnly(reading) && !isChecked(*lastFinish(reading));
}

bool wasCheckedByHand(const JournalContents &reading)
{
    return isDeployedOnly(reading) && isChecked(*lastFinish(reading));
}

bool awaitsCheck(const JournalContents &reading)
{
    if (!isUnverified(reading))
        return false;
    const JournalRecord &last = *lastFinish(reading);
    return wasClosedLater(last) && last.data.at({QStringLiteral("verifying")}).toBool();
}

bool isUnsettled(const JournalContents &reading)
{
    return isOpen(reading) || awaitsCheck(reading);
}

bool isOn(const ClusterIdentity &cluster, const OperationHeader &order)
{
    return cluster.uid.isEmpty() || order.clusterUid.isEmpty() ? order.context == cluster.context
                                                               : order.clusterUid == cluster.uid;
}

bool isElsewhere(const ClusterIdentity &cluster, const OperationHeader &order)
{
    return order.context == cluster.context && !isOn(cluster, order);
}

bool isOfEarlierRelease(const OperationHeader &order, const ReleaseRecord &record)
{
    constexpr std::chrono::minutes clocks(5); // of the machines that ran helm
    return order.started.isValid() && record.firstDeployed.isValid() &&
           laterBy(order.started, clocks) < record.firstDeployed;
}

OperationTraces tracesOf(const QString &folder, const QString &operation)
{
    OperationTraces traces;
    traces.isHeld = isJournalHeld(folder);
    const JournalContents before = readJournal(folder).value_or(JournalContents());
    OperationHeader order = operationHeaderIn(before).value_or(OperationHeader());
    order.id = operation;
    traces.helm = helmOf(order, before);
    traces.journal = readJournal(folder);
    const bool isSettled = traces.journal && !isOpen(*traces.journal);
    if (traces.journal && isUnsettled(*traces.journal))
        traces.ended =
            endedOperations(QFileInfo(folder).path(), {order.context, order.clusterUid}, order.release);
    traces.helmOutput = helmOutput(folder, isSettled ? SecretTexts() : secretsIn(folder));
    return traces;
}

HelmSearch findOrphan(const QString &operations, const QString &own, const ClusterIdentity &cluster,
                      const ReleaseKey &release)
{
    const QHash<QString, HelmProcess> running = runningOperations();
    HelmSearch unclear;
    for (const QString &folder : operationFolders(operations)) {
        const JournalContents journal = readJournal(folder).value_or(JournalContents());
        const Result<OperationHeader> order = operationHeaderIn(journal);
        if (!order || order->id == own || !isOn(cluster, *order) || order->release != release)
            continue;
        if (const auto found = running.constFind(order->id); found != running.cend())
            return {*found, {}};
        if (!endIn(journal) && unclear.isRuledOut())
            unclear = helmOf(*order, journal);
    }
    return unclear;
}

std::optional<RunningOperation> runningOperation(const QString &operations, const ClusterIdentity &cluster,
                                                 const ReleaseKey &release)
{
    for (const QString &folder : operationFolders(operations)) {
        if (!isJournalHeld(folder))
            continue;
        const JournalContents journal = readJournal(folder).value_or(JournalContents());
        const auto order = operationHeaderIn(journal);
        if (order && isOn(cluster, *order) && order->release == release &&
            (order->kind == OperationKind::Upgrade || order->kind == OperationKind::Rollback) &&
            alivenessOf(order->process) == Aliveness::Alive)
            return RunningOperation{order->id, order->holder, hasHelmEnded(journal)};
    }
    return std::nullopt;
}

QList<EndedOperation> endedOperations(const QString &operations, const ClusterIdentity &cluster,
                                      const ReleaseKey &release)
{
    QList<EndedOperation> ended;
    for (const QString &folder : operationFolders(operations)) {
        const JournalContents journal = readJournal(folder).value_or(JournalContents());
        const Result<OperationHeader> order = operationHeaderIn(journal);
        if (!order || !isOn(cluster, *order) || order->release != release)
            continue;
        const auto end = endIn(journal);
        if ((tellsOfHelm(journal) || journal.damaged > 0) && end != End::NotStarted &&
            end != End::Cancelled && !isJournalHeld(folder) && helmOf(*order, journal).isRuledOut())
            ended.append({*order, journal});
    }
    return ended;
}

QList<int> ownRemnants(const QList<EndedOperation> &ended, const ReleaseTruth &truth)
{
    QList<int> left;
    for (const RevisionEntry &revision : truth.revisions)
        if (std::any_of(ended.cbegin(), ended.cend(), [&](const EndedOperation &one) {
                return isLeftBy(one.order, one.journal, truth, revision);
            }))
            left.append(revision.revision);
    return left;
}

bool isOwnRemnant(const QList<EndedOperation> &ended, const ReleaseKey &release, const ReleaseTruth &truth,
                  const QDateTime &now)
{
    const QList<int> left = ownRemnants(ended, truth);
    return left.contains(truth.newest()) &&
           !situationOf({release, truth.revisions, {}, {}, {}}, now, left).mayBeAtWork();
}

std::optional<End> endIn(const JournalContents &reading)
{
    for (auto record = reading.records.crbegin(); record != reading.records.crend(); ++record) {
        if (record->step != u"Finish")
            continue;
        const QString end = textIn(record->data, "end");
        for (const End one : {End::NotStarted, End::Cancelled, End::Done, End::Failed, End::Unknown})
            if (end == endText(one))
                return one;
    }
    return {};
}

Recovery recoveryFrom(const OperationHeader &order, const JournalContents &journal, bool isHeld,
                      const HelmSearch &helm, const Result<ReleaseTruth> &truth, const QDateTime &now,
                      const QList<EndedOperation> &ended)
{
    Recovery recovery;
    recovery.order = order;
    if (journal.damaged > 0)
        recovery.unknown << UpgradeTr::tr("The contents of damaged lines of the journal; there are %1.")
                                .arg(journal.damaged);
    if (isHeld && alivenessOf(order.process) != Aliveness::Gone) {
        recovery.known << UpgradeTr::tr("A Chartroom is working on it now: %1.").arg(order.holder);
        recovery.moves = {{NextMove::Kind::Wait, UpgradeTr::tr("Wait until it completes."), 0}};
        return recovery;
    }
    recovery.known << UpgradeTr::tr("The Chartroom that ran it has ended: %1.").arg(order.holder);
    if (helm.isRunning()) {
        recovery.known << UpgradeTr::tr("Its helm is still running (process %1).").arg(helm.process->pid);
        recovery.moves = {{NextMove::Kind::Wait,
                           UpgradeTr::tr("Wait until helm ends, and check again. Do not start a second one."),
                           0}};
        return recovery;
    }
    if (isHeld) { // by a thread that the kernel has not ended yet, or by a child that is about to be helm
        recovery.unknown << UpgradeTr::tr(
            "Its result, because its journal is still open in what is left of that process.");
        recovery.moves = {
            {NextMove::Kind::Wait, UpgradeTr::tr("Wait until it is gone, and check again."), 0}};
        return recovery;
    }
    if (order.kind == OperationKind::Unhold) {
        recovery.unknown << UpgradeTr::tr("How many of the nodes were released before it was interrupted.");
        recovery.end = End::Unknown;
        return recovery;
    }
    if (order.kind == OperationKind::Pause || order.kind == OperationKind::Resume ||
        order.kind == OperationKind::Matrix) {
        const bool isMatrix = order.kind == OperationKind::Matrix;
        recovery.unknown.append(isMatrix
                                    ? UpgradeTr::tr("Whether the ConfigMap was written before that.")
                                    : UpgradeTr::tr("Whether the operator's switch was set before that."));
        const QString text = isMatrix ? UpgradeTr::tr("Check it, and write it again if needed.")
                                      : UpgradeTr::tr("Check the switch, and set it again if needed.");
        recovery.end = End::Unknown;
        recovery.moves = {{NextMove::Kind::PlanAgain, text, 0}};
        return recovery;
    }
    // A damaged line may have been helm's intent: then the cluster is asked.
    if (!tellsOfHelm(journal) && journal.damaged == 0) {
        recovery.known
            << (hasHold(journal)
                    ? UpgradeTr::tr("helm was never started. The lease expires by itself.")
                    : UpgradeTr::tr(
                          "helm was never started, so only the lease was changed, which expires by itself."));
        recovery.end = End::NotStarted;
        const Release release{order.release, truth ? truth->revisions : QList<RevisionEntry>(), {}, {}, {}};
        recovery.moves = movesAgain(
            truth ? situationOf(release, now, ownRemnants(ended, *truth)) : ReleaseSituation(), release);
        return recovery;
    }
    if (!truth && truth.error().code == Error::Code::NotFound) {
        recovery.known << truth.error().message;
        recovery.unknown << UpgradeTr::tr("Its result before the release was uninstalled.");
        recovery.end = End::Unknown;
        return recovery;
    }
    if (!truth && awaitsCheck(journal)) {
        recovery.known << UpgradeTr::tr("It was noted as deployed, not verified.");
        recovery.unknown << UpgradeTr::tr("Whether that is still so, because the cluster cannot be read: %1")
                                .arg(truth.error().message);
        recovery.end = End::Done;
        recovery.isVerifying = true;
        recovery.moves = {checkMove()};
        return recovery;
    }
    if (!truth) {
        if (tellsOfHelm(journal))
            recovery.known << UpgradeTr::tr("helm was about to be started, or was.");
        recovery.unknown
            << UpgradeTr::tr("Its result, because the cluster cannot be read: %1").arg(truth.error().message);
        recovery.moves = {
            {NextMove::Kind::Wait, UpgradeTr::tr("Check again when the cluster can be read."), 0}};
        return recovery;
    }
    if (isOfEarlierRelease(order, truth->record)) {
        recovery.known << UpgradeTr::tr("The release was first deployed at %1, after this operation: it was "
                                        "about an earlier release or cluster of the same name.")
                              .arg(truth->record.firstDeployed.toString(Qt::ISODate));
        recovery.unknown << UpgradeTr::tr("Its result there.");
        recovery.end = End::Unknown;
        return recovery;
    }
    if (order.clusterUid.isEmpty())
        recovery.known << UpgradeTr::tr(
                              "Its journal does not say which cluster it was on: this one is taken by "
                              "the context name %1.")
                              .arg(visibleText(order.context));
    if (!helm.isRuledOut())
        recovery.unknown << UpgradeTr::tr("Whether its helm is still running: %1").arg(helm.unknown);
    judge(recovery, journal, *truth, helm, now, ended);
    return recovery;
}

Recovery recoveryOfRelease(const QList<EndedOperation> &ended, const QString &context, const ReleaseKey &key,
                           const ReleaseTruth &truth, const QDateTime &now)
{
    Recovery recovery;
    recovery.order.context = context;
    recovery.order.release = key;
    const Release release{key, truth.revisions, {}, {}, {}};
    const RevisionEntry &newest = release.newest();
    recovery.known << UpgradeTr::tr("Revision %1 is the newest, %2.")
                          .arg(QString::number(newest.revision), statusText(newest));
    recovery.known << recordEvidence(truth);
    const QList<int> over = ownRemnants(ended, truth);
    if (over.contains(newest.revision))
        recovery.known << UpgradeTr::tr(
            "An operation of this machine created that revision, and has ended, as has its helm.");
    const ReleaseSituation situation = situationOf(release, now, over);
    addAtWorkBelow(recovery, situation, newest);
    recovery.moves = movesFrom(situation, release);
    return recovery;
}

void waitTogether(const QList<Recovery *> &recoveries)
{
    using Kind = NextMove::Kind;
    const auto isOfWaiting = [](const NextMove &move) { return move.kind == Kind::Wait; };
    const auto changesIt = [](const NextMove &move) {
        return move.isWrite() || move.kind == Kind::PlanAgain;
    };
    for (Recovery *one : recoveries) {
        if (std::none_of(one->moves.cbegin(), one->moves.cend(), changesIt))
            continue;
        for (const Recovery *other : recoveries) {
            const auto wait = std::find_if(other->moves.cbegin(), other->moves.cend(), isOfWaiting);
            if (wait == other->moves.cend() || other->order.context != one->order.context ||
                other->order.release != one->order.release)
                continue;
            one->moves.removeIf(changesIt);
            one->moves.prepend(*wait);
            break;
        }
    }
}

QDateTime helmBegun(const JournalContents &reading)
{
    for (const JournalRecord &record : reading.records)
        if (record.kind == JournalRecord::Kind::Intent && record.step == u"Helm")
            return record.at;
    return {};
}

bool hasHold(const JournalContents &reading)
{
    return hasIntent(reading, QStringLiteral("Hold"));
}

QStringList holdIn(const JournalContents &reading)
{
    QStringList nodes;
    for (const JournalRecord &record : reading.records)
        if (record.kind == JournalRecord::Kind::Intent && record.step == u"Hold")
            for (const Value &node : record.data.at({QStringLiteral("nodes")}).list())
                nodes << node.toString();
    return nodes;
}

void addHold(Recovery &recovery, const JournalContents &journal, const Result<QList<HeldNode>> &held)
{
    const QString &canary = recovery.order.canary;
    if (!held) {
        if (hasHold(journal))
            recovery.unknown << UpgradeTr::tr("Which nodes still wait for %1, because the cluster cannot be "
                                              "read: %2")
                                    .arg(canary, held.error().message);
        return;
    }
    recovery.heldNodes = heldBy(*held, recovery.order.id);
    recovery.unclaimed = unclaimedText(unclaimedAmong(*held, holdIn(journal)));
    if (!recovery.unclaimed.isEmpty())
        recovery.unknown << recovery.unclaimed;
    if (recovery.heldNodes.isEmpty()) {
        if (hasHold(journal) && recovery.unclaimed.isEmpty())
            recovery.known << UpgradeTr::tr("No node is on hold by it.");
        return;
    }
    const int count = int(recovery.heldNodes.size());
    const QString names = shortList(recovery.heldNodes, 10);
    recovery.known << (canary.isEmpty()
                           ? UpgradeTr::tr("%n node(s) are on hold by it: %1.", nullptr, count).arg(names)
                           : UpgradeTr::tr("%1 is the canary node; %n node(s) are on hold: %2.", nullptr,
                                           count)
                                 .arg(canary, names));
    const bool isBusy = std::any_of(recovery.moves.cbegin(), recovery.moves.cend(),
                                    [](const NextMove &one) { return one.kind == NextMove::Kind::Wait; });
    if (!isBusy)
        recovery.moves.append(
            {NextMove::Kind::Unhold,
             UpgradeTr::tr(
                 "Release the nodes on hold when you are ready. Until then the operator skips them."),
             0});
}

namespace {

Result<void> appendEnd(const QString &folder, const Recovery &recovery, const Clock &clock, bool isChecked)
{
    const auto journal = Journal::reopen(folder);
    if (!journal)
        return tl::make_unexpected(journal.error());
    if (const Result<void> settled = settleHelmOutput(folder, secretsIn(folder)); !settled)
        return settled;
    return (*journal)->append({JournalRecord::Kind::Outcome, QStringLiteral("Finish"), clock.now(),
                               Value(Value::Map{{QStringLiteral("end"), Value(endText(*recovery.end))},
                                                {QStringLiteral("text"), Value(recovery.known.join(u' '))},
                                                {QStringLiteral("verifying"), Value(recovery.isVerifying)},
                                                {QStringLiteral("checked"), Value(isChecked)},
                                                {QStringLiteral("recovered"), Value(true)}})});
}

} // namespace

Result<void> closeJournal(const QString &folder, const Recovery &recovery, const Clock &clock)
{
    if (!recovery.end)
        return failure(Error::Code::Invalid, UpgradeTr::tr("Its result is still unknown."));
    return appendEnd(folder, recovery, clock, false);
}

Result<void> confirmCheck(const QString &folder, const Clock &clock)
{
    const Result<JournalContents> journal = readJournal(folder);
    if (!journal)
        return tl::make_unexpected(journal.error());
    if (!isUnverified(*journal))
        return failure(Error::Code::Invalid,
                       UpgradeTr::tr("Operation %1 did not end as deployed, not verified; see chartroom "
                                     "recover.")
                           .arg(QFileInfo(folder).fileName()));
    Recovery checked;
    checked.end = End::Done;
    checked.known = {UpgradeTr::tr("The release was deployed, not verified; it was checked by hand.")};
    return appendEnd(folder, checked, clock, true);
}

} // namespace chartroom
