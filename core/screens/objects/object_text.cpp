// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/objects/object_text.h"

#include "core/base/duration_text.h"
#include "core/base/moments.h"
#include "core/base/visible_text.h"
#include "core/screens/screens_tr.h"
#include "core/words/relative_time.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

const QString describedIndent = QStringLiteral("  ");

/// Columns as kubectl parts them, by two spaces; the last one is as long as it is.
QString describedTable(const QList<QStringList> &rows)
{
    QList<qsizetype> widths;
    for (const QStringList &row : rows)
        for (qsizetype i = 0; i + 1 < row.size(); ++i) {
            if (i == widths.size())
                widths.append(0);
            widths[i] = std::max(widths[i], row[i].size());
        }
    QString text;
    for (const QStringList &row : rows) {
        QString line = describedIndent;
        for (qsizetype i = 0; i < row.size(); ++i)
            line += i + 1 < row.size() ? row[i].leftJustified(widths[i] + 2) : row[i];
        while (line.endsWith(u' '))
            line.chop(1);
        text += line + u'\n';
    }
    return text;
}

/// "3 min", "" where it is unknown.
QString describedAge(const QDateTime &then, const QDateTime &now)
{
    return then.isValid() ? durationText(ageOf(then, now)) : ScreensTr::tr("unknown");
}

QString describedSection(const QString &title, const QString &body)
{
    return u'\n' + title + u'\n' + body;
}

QString headText(const ObjectDescription &shown, const QDateTime &now)
{
    const ObjectRef &object = shown.object;
    QList<QStringList> rows{{ScreensTr::tr("Name:"), object.name}};
    if (!object.namespaceName.isEmpty())
        rows.append({ScreensTr::tr("Namespace:"), object.namespaceName});
    rows.append({ScreensTr::tr("Kind:"), u"%1 (%2)"_s.arg(object.kind, object.apiVersion)});
    if (shown.created.isValid())
        rows.append({ScreensTr::tr("Created:"),
                     u"%1 (%2)"_s.arg(shown.created.toString(Qt::ISODate), agoText(shown.created, now))});
    if (shown.deleting.isValid())
        rows.append({ScreensTr::tr("Deleting since:"), shown.deleting.toString(Qt::ISODate)});
    if (!shown.owner.isEmpty())
        rows.append({ScreensTr::tr("Controlled by:"), shown.owner});
    if (!shown.node.isEmpty())
        rows.append({ScreensTr::tr("Node:"), shown.node});
    return describedTable(rows);
}

QString conditionsText(const ObjectDescription &shown, const QDateTime &now)
{
    if (shown.conditions.isEmpty())
        return describedIndent + ScreensTr::tr("The object reports no conditions.") + u'\n';
    QList<QStringList> rows{{ScreensTr::tr("Type"), ScreensTr::tr("Status"), ScreensTr::tr("For", "how long"),
                             ScreensTr::tr("Reason"), ScreensTr::tr("Message")}};
    for (const DescribedCondition &one : shown.conditions)
        rows.append(
            {one.type, one.status, describedAge(one.since, now), one.reason, one.message.simplified()});
    return describedTable(rows);
}

/// kube-apiserver keeps events for an hour unless told otherwise (--event-ttl).
QString eventsText(const ObjectDescription &shown, const QDateTime &now)
{
    if (shown.eventsProblem)
        return describedIndent + shown.eventsProblem->message + u'\n';
    if (shown.events.isEmpty())
        return describedIndent +
               ScreensTr::tr(
                   "There are no events about it. A cluster keeps events for one hour by default.") +
               u'\n';
    QList<QStringList> rows{{ScreensTr::tr("Last seen"), ScreensTr::tr("Type"), ScreensTr::tr("Reason"),
                             ScreensTr::tr("Times", "count"), ScreensTr::tr("From"),
                             ScreensTr::tr("Message")}};
    for (const DescribedEvent &one : shown.events)
        rows.append({agoText(one.last, now), one.type, one.reason, QString::number(one.count), one.source,
                     one.message.simplified()});
    QString text = describedTable(rows);
    if (shown.hasMoreEvents)
        text += describedIndent + ScreensTr::tr("There are more events; not all of them are shown.") + u'\n';
    return text;
}

QString containersText(const ObjectDescription &shown)
{
    if (shown.podsProblem)
        return describedIndent + shown.podsProblem->message + u'\n';
    if (shown.containers.isEmpty() && !shown.hasMorePods)
        return describedIndent + ScreensTr::tr("It has no pods.") + u'\n';
    QList<QStringList> rows{{ScreensTr::tr("Pod"), ScreensTr::tr("Container"), ScreensTr::tr("State"),
                             ScreensTr::tr("Ready"), ScreensTr::tr("Restarts"), ScreensTr::tr("Last state"),
                             ScreensTr::tr("Image")}};
    for (const DescribedContainer &one : shown.containers)
        rows.append({one.pod, one.isInit ? ScreensTr::tr("%1 (init)").arg(one.name) : one.name,
                     one.state.isEmpty() ? ScreensTr::tr("unknown") : one.state,
                     one.isReady ? u"true"_s : u"false"_s, QString::number(one.restarts), one.lastState,
                     one.image});
    QString text = describedTable(rows);
    if (shown.hasMorePods)
        text += describedIndent + ScreensTr::tr("There are more pods; not all of them are shown.") + u'\n';
    return text;
}

QString pairsText(const QList<std::pair<QString, QString>> &pairs)
{
    QList<QStringList> rows;
    for (const auto &[name, value] : pairs)
        rows.append({name + u':', value.simplified()});
    return describedTable(rows);
}

} // namespace

QString objectText(const ObjectDescription &description, const QDateTime &now)
{
    QString text = headText(description, now);
    if (description.problem)
        text +=
            describedSection(ScreensTr::tr("Object"), describedIndent + description.problem->message + u'\n');
    else
        text += describedSection(ScreensTr::tr("Conditions"), conditionsText(description, now));
    text += describedSection(ScreensTr::tr("Events"), eventsText(description, now));
    if (!description.containers.isEmpty() || description.podsProblem || description.arePodsRead)
        text += describedSection(ScreensTr::tr("Containers"), containersText(description));
    if (!description.status.isEmpty())
        text += describedSection(ScreensTr::tr("Status"), pairsText(description.status));
    if (!description.labels.isEmpty())
        text += describedSection(ScreensTr::tr("Labels"), pairsText(description.labels));
    return text;
}

QString objectTitle(const ObjectRef &object)
{
    const QString where = object.namespaceName.isEmpty() ? QString() : object.namespaceName + u'/';
    return visibleText(object.kind + u' ' + where + object.name);
}

} // namespace chartroom
