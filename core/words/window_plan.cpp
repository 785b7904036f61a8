// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/window_plan.h"

#include "core/base/duration_text.h"
#include "core/base/moments.h"
#include "core/words/activity_log.h"
#include "core/words/words_tr.h"

#include <QSettings>
#include <QStringList>
#include <QUrl>

#include <algorithm>

namespace chartroom {

namespace {

QString between(const QDateTime &from, const QDateTime &to)
{
    return durationText(timeBetween(from, to));
}

WindowOutlook outlookWhileOpen(const QString &end, const WindowPlan &plan, const Eta &eta,
                               const QDateTime &now)
{
    if (now >= plan.end)
        return {WordsTr::tr("the window ended at %1, %2 ago").arg(end, between(plan.end, now)),
                VisualState::Failed};
    if (eta.earliest.isValid() && eta.earliest > plan.end)
        return {WordsTr::tr("overruns %1 by at least %2").arg(end, between(plan.end, eta.earliest)),
                VisualState::Failed};
    if (!eta.latest.isValid())
        return {WordsTr::tr("window ends %1").arg(end), VisualState::Unknown};
    if (eta.latest > plan.end)
        return {WordsTr::tr("may overrun %1 by up to %2").arg(end, between(plan.end, eta.latest)),
                VisualState::Attention};
    return {WordsTr::tr("within the window (ends %1)").arg(end), VisualState::Done};
}

} // namespace

QString WindowPlan::toText() const
{
    if (!isSet())
        return {};
    const auto text = [](const QDateTime &time) { return time.toUTC().toString(Qt::ISODate); };
    return QStringList{text(start), text(end), QString::number(gpuFloor)}.join(u'/');
}

QString WindowPlan::settingsKey(const QString &cluster)
{
    // A cluster's name may hold what parts keys.
    return QStringLiteral("rollout/window/") + QString::fromLatin1(QUrl::toPercentEncoding(cluster));
}

WindowPlan WindowPlan::fromText(const QString &text)
{
    const QStringList parts = text.split(u'/');
    if (parts.size() != 3)
        return {};
    const WindowPlan plan{QDateTime::fromString(parts[0], Qt::ISODate),
                          QDateTime::fromString(parts[1], Qt::ISODate), std::max(0, parts[2].toInt())};
    return plan.start.isValid() && plan.end > plan.start ? plan : WindowPlan();
}

WindowPlan keptWindow(const QSettings *settings, const QString &cluster)
{
    return settings ? WindowPlan::fromText(settings->value(WindowPlan::settingsKey(cluster)).toString())
                    : WindowPlan();
}

void keepWindow(QSettings *settings, const QString &cluster, const WindowPlan &plan)
{
    if (settings)
        settings->setValue(WindowPlan::settingsKey(cluster), plan.toText());
}

QString windowEndedText(const WindowPlan &plan, const QDateTime &now)
{
    if (!plan.isSet() || now < plan.end)
        return {};
    return WordsTr::tr("The window ended at %1, %2 ago")
        .arg(plan.end.toLocalTime().toString(QStringLiteral("HH:mm")), between(plan.end, now));
}

std::optional<WindowPlan> takeAgreedWindow(QSettings &settings, const ClusterIdentity &cluster,
                                           const QList<ActivityEntry> &operations, const QDateTime &now)
{
    constexpr std::chrono::hours longestAfter(24);
    using End = OperationResult::End;
    const auto found =
        std::find_if(operations.cbegin(), operations.cend(), [&cluster](const ActivityEntry &one) {
            return isOn(cluster, one.order) && one.order.window && one.end != End::NotStarted &&
                   one.end != End::Cancelled;
        });
    if (found == operations.cend() || laterBy(found->order.window->end, longestAfter) < now)
        return std::nullopt;
    const QString takenKey =
        QStringLiteral("rollout/windowOf/") + QString::fromLatin1(QUrl::toPercentEncoding(cluster.context));
    if (settings.value(takenKey).toString() == found->order.id)
        return std::nullopt;
    const WindowPlan plan{found->order.window->start.toUTC(), found->order.window->end.toUTC(),
                          keptWindow(&settings, cluster.context).gpuFloor};
    keepWindow(&settings, cluster.context, plan);
    settings.setValue(takenKey, found->order.id);
    return plan;
}

WindowOutlook windowOutlook(const WindowPlan &plan, const std::optional<Pace> &pace, const QDateTime &now)
{
    if (!plan.end.isValid())
        return {};
    const QString end = plan.end.toLocalTime().toString(QStringLiteral("HH:mm"));
    if (!pace || pace->isOpen)
        return outlookWhileOpen(end, plan, pace ? pace->eta : Eta(), now);
    if (pace->held > 0 && now >= plan.end)
        return {WordsTr::tr("the window ended at %1, %2 ago").arg(end, between(plan.end, now)),
                VisualState::Failed};
    if (!pace->end.isValid() || !pace->isEndKnown || !isOver(*pace))
        return {(now >= plan.end ? WordsTr::tr("window ended %1") : WordsTr::tr("window ends %1")).arg(end),
                VisualState::Unknown};
    if (pace->end > plan.end)
        return {WordsTr::tr("overran %1 by %2").arg(end, between(plan.end, pace->end)), VisualState::Failed};
    return {WordsTr::tr("within the window until %1").arg(end), VisualState::Done};
}

} // namespace chartroom
