// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/versions/matrix_timeline.h"

#include "core/base/private_file.h"
#include "core/base/visible_text.h"
#include "core/helm/release_record.h"
#include "core/screens/activity/activity_model.h"
#include "core/screens/screens_tr.h"
#include "core/secrets/masked_text.h"

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr int mostEvents = 200;
constexpr qint64 maxRecordBytes = 8 * 1024 * 1024;

/// Of the release before the operation; "" where it did not come that far.
QString versionBefore(const ActivityEntry &entry)
{
    for (const JournalRecord &record : entry.journal.records)
        if (const Value before = record.data.at({u"chartVersion"_s}); !before.isNull())
            return before.toString();
    if (entry.kept != KeptCapture::Clear) // else of a version that did not note it
        return {};
    const Result<QByteArray> object = readPlainFile(entry.capture + u"/record.json"_s, maxRecordBytes);
    if (!object)
        return {};
    const Result<ReleaseRecord> record = decodeReleaseObject(*object, entry.order.release.storage);
    return record ? record->chartVersion : QString();
}

QString titleOf(const ActivityEntry &entry)
{
    const QString before = versionBefore(entry);
    if (before.isEmpty())
        return activityTitle(entry);
    const OperationHeader &order = entry.order;
    const QString name = visibleText(order.release.name);
    return order.kind == OperationKind::Rollback
               ? ScreensTr::tr("Rollback of %1 from %2 to revision %3")
                     .arg(name, visibleText(before), QString::number(order.toRevision))
               : ScreensTr::tr("Upgrade of %1 from %2 to %3")
                     .arg(name, visibleText(before), visibleText(order.version));
}

} // namespace

MatrixEvents matrixEvents(const QString &operations, const ClusterIdentity &cluster)
{
    MatrixEvents events;
    if (operations.isEmpty())
        return events;
    for (const QString &folder : operationFolders(operations)) {
        const ActivityEntry entry = readActivityEntry(folder);
        const OperationHeader &order = entry.order;
        if (!entry.problem.isEmpty() || !isOn(cluster, order) ||
            (order.kind != OperationKind::Upgrade && order.kind != OperationKind::Rollback))
            continue;
        if (events.newest.size() == mostEvents) {
            ++events.older;
            continue;
        }
        const QString when = order.started.toUTC().toString(u"yyyy-MM-dd HH:mm 'UTC'"_s);
        events.newest.append(
            {order.id, order.started, titleOf(entry),
             u"%1 · %2 · %3"_s.arg(activityWord(entry), when,
                                   visibleText(maskedText(order.holder.section(u' ', 0, 0)))),
             activityState(entry)});
    }
    return events;
}

int revisionAt(const QList<MatrixRevision> &revisions, const QDateTime &at)
{
    for (int i = 0; i < revisions.size(); ++i)
        if (revisions[i].at <= at)
            return i;
    return -1;
}

} // namespace chartroom
