// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/bystanders.h"

#include "core/base/on_finished.h"
#include "core/upgrade/upgrade_tr.h"

#include <QPromise>
#include <QtConcurrentRun>

#include <algorithm>
#include <memory>

namespace chartroom {

bool asksBystanders(const Recovery &recovery, const OperationTraces &traces)
{
    return !traces.isHeld && !traces.helm.isRunning() &&
           (!recovery.end || recovery.end == OperationResult::End::Failed);
}

QFuture<Bystanders> readBystanders(Transport *transport, const ReleaseKey &release, const QString &context,
                                   const QStringList &kubeconfigs, QObject *owner)
{
    const auto promise = std::make_shared<QPromise<Bystanders>>();
    promise->start();
    onFinished(transport->get(leaseRequest(release)), owner, [=](const Result<Response> &answer) {
        const auto look = [lease = leaseIn(answer), release, context, kubeconfigs] {
            return Bystanders{findHelmOn(release, context, kubeconfigs), lease};
        };
        onFinished(QtConcurrent::run(look), owner, [promise](const Bystanders &others) {
            promise->addResult(others);
            promise->finish();
        });
    });
    return promise->future();
}

QFuture<AttendedTruth> readAttended(const std::function<QFuture<Result<ReleaseTruth>>()> &read,
                                    const std::function<QFuture<Bystanders>()> &look,
                                    const std::function<bool(const ReleaseTruth &)> &asks, QObject *owner)
{
    const auto promise = std::make_shared<QPromise<AttendedTruth>>();
    promise->start();
    const auto answer = [promise](const AttendedTruth &truth) {
        promise->addResult(truth);
        promise->finish();
    };
    onFinished(read(), owner, [=](const Result<ReleaseTruth> &truth) {
        if (!truth || !asks(*truth))
            return answer({truth, {}});
        onFinished(look(), owner, [=](const Bystanders &others) {
            onFinished(read(), owner, [=](const Result<ReleaseTruth> &after) { answer({after, others}); });
        });
    });
    return promise->future();
}

bool isSilent(const Error &error)
{
    return error.code == Error::Code::Unreachable || error.code == Error::Code::Timeout;
}

std::optional<RevisionEntry> unsettledRevision(const UnsettledRelease &release,
                                               const QList<EndedOperation> &ended, const QDateTime &now)
{
    const RevisionEntry &newest = release.revisions.front();
    if (isPending(newest.status))
        return newest;
    ReleaseTruth truth; // of an older revision its label and the journals tell enough
    truth.revisions = release.revisions;
    truth.operations = release.operations;
    return situationOf({release.key, release.revisions, {}, {}, {}}, now, ownRemnants(ended, truth))
        .underWay();
}

void addBystanders(Recovery &recovery, const Bystanders &others, const QDateTime &now)
{
    const bool isLeased = others.lease && *others.lease && (*others.lease)->isHeldAt(now);
    if (others.lease && *others.lease && !(*others.lease)->holder.isEmpty())
        recovery.known << (*others.lease)->sentence();
    if (!now.isValid())
        recovery.unknown << unknownClockText();
    if (!others.lease)
        recovery.unknown << UpgradeTr::tr("Whether another Chartroom is working on it: %1")
                                .arg(others.lease.error().message);
    if (others.helm.isRunning())
        recovery.known << runningHelmText(others.helm);
    if (others.helm.isRunning() || isLeased) {
        recovery.moves = {{NextMove::Kind::Wait,
                           UpgradeTr::tr("Wait until it ends, and check again. Do not start a second one."),
                           0}};
        return;
    }
    const bool changesIt = std::any_of(recovery.moves.cbegin(), recovery.moves.cend(),
                                       [](const NextMove &move) { return move.isWrite(); });
    if (changesIt)
        recovery.unknown
            << (others.helm.isRuledOut()
                    ? UpgradeTr::tr(
                          "Whether a helm on another machine still changes it; none was found on this one.")
                    : UpgradeTr::tr("Whether a helm still changes it: %1").arg(others.helm.unknown));
}

} // namespace chartroom
