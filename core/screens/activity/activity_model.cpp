// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/activity/activity_model.h"

#include "core/base/duration_text.h"
#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/screens/activity/nodes_now.h"
#include "core/screens/values/outcome_model.h"

#include <utility>

namespace chartroom {

namespace {

using End = OperationResult::End;

/// How it ended, or that it has not.
QString endWordOf(const ActivityEntry &entry)
{
    if (!entry.end)
        return entry.isHeld ? ActivityModel::tr("in progress") : ActivityModel::tr("interrupted");
    switch (*entry.end) {
    case End::Done:
        return resultText(entry);
    case End::Failed:
        return ActivityModel::tr("failed");
    case End::Cancelled:
        return ActivityModel::tr("cancelled");
    case End::NotStarted:
        return ActivityModel::tr("nothing changed");
    case End::Unknown:
        break;
    }
    return ActivityModel::tr("unknown");
}

} // namespace

QString activityWord(const ActivityEntry &entry)
{
    if (!entry.problem.isEmpty())
        return ActivityModel::tr("unreadable");
    QStringList words{endWordOf(entry)};
    if (entry.end == End::Done)
        return words.first(); // resultText() says the rest
    if (!entry.problems.isEmpty() && entry.end != End::Failed)
        words << ActivityModel::tr("not as planned");
    if (!entry.trouble.isEmpty())
        words << ActivityModel::tr("trouble seen afterwards");
    return words.join(QStringLiteral(" · "));
}

VisualState activityState(const ActivityEntry &entry)
{
    if (!entry.problem.isEmpty())
        return VisualState::Unknown;
    if (!entry.end)
        return entry.isHeld ? VisualState::Moving : VisualState::Attention;
    switch (*entry.end) {
    case End::Done:
        if (hasProblems(entry))
            return VisualState::Attention;
        return entry.isVerifying || wasCheckedByHand(entry.journal) ? VisualState::Unknown
                                                                    : VisualState::Done;
    case End::Failed:
        return VisualState::Failed;
    case End::Cancelled:
    case End::NotStarted:
        return hasProblems(entry) ? VisualState::Attention : VisualState::Skipped;
    case End::Unknown:
        break;
    }
    return hasProblems(entry) ? VisualState::Attention : VisualState::Unknown;
}

QString activityTitle(const ActivityEntry &entry)
{
    const OperationHeader &order = entry.order;
    if (!entry.problem.isEmpty())
        return visibleText(order.id);
    const QString name = visibleText(order.release.name);
    if (order.kind == OperationKind::Unhold)
        return ActivityModel::tr("Releasing the nodes of %1").arg(name);
    if (order.kind == OperationKind::Pause)
        return ActivityModel::tr("Pausing the rollout of %1").arg(name);
    if (order.kind == OperationKind::Resume)
        return ActivityModel::tr("Resuming the rollout of %1").arg(name);
    if (order.kind == OperationKind::Matrix)
        return ActivityModel::tr("Changing versions in %1").arg(name);
    if (const QStringList values = changedValues(entry); !values.isEmpty())
        return ActivityModel::tr("Change of %1 %2: %3")
            .arg(name, visibleText(order.version), shortList(values, 2));
    return order.kind == OperationKind::Rollback
               ? ActivityModel::tr("Rollback of %1 to revision %2").arg(name).arg(order.toRevision)
               : ActivityModel::tr("Upgrade of %1 to %2").arg(name, visibleText(order.version));
}

void ActivityModel::setEntries(const QList<ActivityEntry> &entries)
{
    m_entries = entries;
    filter();
}

bool ActivityModel::lookAtNodes(const Fleet &fleet, const QDateTime &now)
{
    bool hasChanged = false;
    for (ActivityEntry &entry : m_entries) {
        const ActivityEntry::NodesNow before =
            std::exchange(entry.nodesNow, nodesNow(fleet, entry, now).state);
        hasChanged = hasChanged || before != entry.nodesNow;
    }
    if (hasChanged)
        filter();
    return hasChanged;
}

void ActivityModel::setFilter(const QString &text)
{
    if (text == m_filter)
        return;
    m_filter = text;
    filter();
}

void ActivityModel::filter()
{
    QList<ActivityEntry> shown;
    for (const ActivityEntry &entry : std::as_const(m_entries)) {
        const QString whole = activityTitle(entry) + u' ' + entry.order.context + u' ' +
                              entry.order.release.namespaceName + u' ' + activityWord(entry) + u' ' +
                              entry.order.holder + u' ' + entry.endText;
        if (whole.contains(m_filter, Qt::CaseInsensitive))
            shown.append(entry);
    }
    show(shown);
}

int ActivityModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : activityColumnCount;
}

QVariant ActivityModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const ActivityEntry &one = row(index.row());
    const auto column = ActivityColumn(index.column());
    if (column == ActivityColumn::Result) {
        if (role == FateStateRole)
            return int(activityState(one));
        if (role == FateWordRole || role == Qt::AccessibleTextRole)
            return activityWord(one);
        return {};
    }
    if (role == ProseRole)
        return column != ActivityColumn::Cluster;
    if (role == EmphasisRole)
        return column == ActivityColumn::What;
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case ActivityColumn::Begun:
        return one.order.started.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    case ActivityColumn::What:
        return activityTitle(one);
    case ActivityColumn::Cluster:
        return visibleText(one.order.context);
    case ActivityColumn::Took:
        return one.ended.isValid() && !one.wasClosedLater
                   ? elapsedText(timeBetween(one.order.started, one.ended))
                   : QString();
    case ActivityColumn::Result:
        break;
    }
    return {};
}

QVariant ActivityModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (ActivityColumn(section)) {
    case ActivityColumn::Begun:
        return tr("Started");
    case ActivityColumn::What:
        return tr("What");
    case ActivityColumn::Cluster:
        return tr("Cluster");
    case ActivityColumn::Result:
        return tr("Result");
    case ActivityColumn::Took:
        break;
    }
    return tr("Took");
}

} // namespace chartroom
