// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/recovery.h"
#include "tests/support/fake_clock.h"

/// An operation on tenant-a/gpu-operator that was cut off, planned on revision 2, and what the cluster has.
namespace chartroom::test::recovery_samples {

using namespace Qt::StringLiterals;

inline const QString operation = u"20261121t033100z-4f3a9c21"_s;

[[nodiscard]] inline QDateTime moment()
{
    return FakeClock().now();
}

[[nodiscard]] inline RevisionEntry entry(int revision, ReleaseStatus status, int minutesAgo = 5)
{
    RevisionEntry one;
    one.objectName = u"sh.helm.release.v1.gpu-operator.v%1"_s.arg(revision);
    one.revision = revision;
    one.status = status;
    one.statusText = releaseStatusText(status);
    one.date.created = one.date.written = moment().addSecs(-60LL * minutesAgo);
    return one;
}

[[nodiscard]] inline Release release(const QList<RevisionEntry> &revisions)
{
    Release one;
    one.key = {u"tenant-a"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
    one.revisions = revisions;
    return one;
}

[[nodiscard]] inline OperationHeader order(const QString &kind = u"upgrade"_s)
{
    OperationHeader order;
    order.id = operation;
    order.kind = operationKind(kind);
    order.context = u"cmk"_s;
    order.release = release({}).key;
    order.plannedOn = 2;
    order.toRevision = 1;
    order.version = u"v26.3.0"_s;
    order.holder = u"anna@laptop (process 4711)"_s;
    order.started = moment();
    return order;
}

/// What an operation wrote until this step's intent.
[[nodiscard]] inline JournalContents journalUntil(const QString &last)
{
    JournalContents reading;
    for (const QString &step : {u"Lease"_s, u"Check"_s, u"Capture"_s, u"Stage"_s, u"Helm"_s, u"ReadBack"_s}) {
        reading.records.append({JournalRecord::Kind::Intent, step, moment(), Value(Value::Map{})});
        if (step == last)
            break;
        reading.records.append({JournalRecord::Kind::Outcome, step, moment(), Value(Value::Map{})});
    }
    return reading;
}

[[nodiscard]] inline QList<int> kindsOf(const QList<NextMove> &moves)
{
    QList<int> kinds;
    for (const NextMove &move : moves)
        kinds.append(int(move.kind));
    return kinds;
}

} // namespace chartroom::test::recovery_samples
