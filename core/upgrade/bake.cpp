// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/bake.h"

#include "core/rollout/driver_components.h"
#include "core/upgrade/recovery.h"
#include "core/upgrade/upgrade_tr.h"

#include <QLocale>
#include <QRegularExpression>
#include <QTimeZone>

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

struct Unit
{
    char16_t letter;
    std::chrono::seconds length;
};
const QString canaryStep = u"Canary"_s;
const QString bakeStep = u"Bake"_s;
constexpr std::array units{Unit{u'd', 24h}, Unit{u'h', 1h}, Unit{u'm', 1min}, Unit{u's', 1s}};

} // namespace

std::optional<std::chrono::seconds> readBake(QStringView text)
{
    static const QRegularExpression whole(u"\\A([0-9]{1,7})([dhms])\\z"_s);
    const auto match = whole.match(text.toString());
    if (!match.hasMatch())
        return {};
    for (const Unit &unit : units)
        if (match.captured(2) == QChar(unit.letter))
            if (const auto length = match.captured(1).toInt() * unit.length; length <= longestBake)
                return length;
    return {};
}

QString bakeText(std::chrono::seconds length)
{
    // Two days stay 48h: that is how people say it.
    for (const Unit &unit : units)
        if (unit.letter != u'd' && length.count() > 0 && length % unit.length == 0s)
            return QString::number(length / unit.length) + QChar(unit.letter);
    return u"0s"_s;
}

void Bake::seeCanary(const QDateTime &done)
{
    if (!done.isValid())
        return;
    begun = std::max(begun, done);
    isCanarySeen = true;
}

QString Bake::text(const QDateTime &now) const
{
    const QDateTime end = until();
    const QTimeZone its = QTimeZone::isTimeZoneIdAvailable(zone) ? QTimeZone(zone) : QTimeZone::utc();
    const QString when =
        u"%1 (%2)"_s.arg(QLocale(QLocale::English).toString(end.toTimeZone(its), u"dddd, d MMMM HH:mm"_s),
                         QString::fromUtf8(its.id()));
    const QString said =
        end > now ? UpgradeTr::tr("Bakes until %1.").arg(when) : UpgradeTr::tr("Baking since %1.").arg(when);
    if (canary.isEmpty() || isCanarySeen)
        return said;
    return UpgradeTr::tr(
               "%1 That counts from the upgrade: the journal does not record yet when %2 completed.")
        .arg(said, canary);
}

std::optional<Bake> changeIn(const JournalContents &reading)
{
    const Result<OperationHeader> order = operationHeaderIn(reading);
    const bool isChange = order && (order->kind == OperationKind::Upgrade || order->bake > 0s);
    if (!isChange || endIn(reading) != OperationResult::End::Done)
        return {};
    Bake bake{order->id,
              order->context,
              order->release,
              mainDriverComponent(order->chart),
              order->version,
              order->bake,
              order->canary,
              order->zone,
              {},
              false,
              order->plannedOn + 1,
              {},
              false};
    QDateTime canaryDone;
    for (const JournalRecord &record : reading.records) {
        if (record.step == u"Finish") {
            // Whoever checked it later moves nothing.
            if (!bake.begun.isValid() &&
                record.data.at({u"end"_s}).toString() == endText(OperationResult::End::Done))
                bake.begun = record.at;
        } else if (record.step == canaryStep) {
            canaryDone = QDateTime::fromString(record.data.at({u"done"_s}).toString(), Qt::ISODate);
        } else if (record.step == bakeStep) {
            bake.trouble = record.data.at({u"trouble"_s}).toString();
            bake.isSettled = bake.trouble.isEmpty();
            if (!bake.isSettled)
                bake.interrupted = record.at;
        }
    }
    bake.seeCanary(canaryDone);
    return bake;
}

std::optional<Bake> bakeIn(const JournalContents &reading)
{
    const std::optional<Bake> change = changeIn(reading);
    return change && change->length > 0s ? change : std::nullopt;
}

bool isCanaryNoted(const JournalContents &reading)
{
    return std::any_of(reading.records.cbegin(), reading.records.cend(),
                       [](const JournalRecord &record) { return record.step == canaryStep; });
}

Result<void> noteCanary(const QString &folder, const QDateTime &done, const Clock &clock)
{
    const Result<JournalContents> reading = readJournal(folder);
    if (!reading)
        return tl::make_unexpected(reading.error());
    const QString canary = operationHeaderIn(*reading).value_or(OperationHeader()).canary;
    if (canary.isEmpty() || !done.isValid() || isCanaryNoted(*reading) ||
        endIn(*reading) != OperationResult::End::Done)
        return {};
    const auto journal = Journal::reopen(folder);
    if (!journal)
        return tl::make_unexpected(journal.error());
    return (*journal)->append({JournalRecord::Kind::Outcome, canaryStep, clock.now(),
                               Value(Value::Map{{u"canary"_s, Value(canary)},
                                                {u"done"_s, Value(done.toUTC().toString(Qt::ISODate))}})});
}

Result<void> noteBake(const QString &folder, const QString &trouble, const QDateTime &at)
{
    const Result<JournalContents> reading = readJournal(folder);
    if (!reading)
        return tl::make_unexpected(reading.error());
    if (endIn(*reading) != OperationResult::End::Done)
        return {};
    const auto journal = Journal::reopen(folder);
    if (!journal)
        return tl::make_unexpected(journal.error());
    return (*journal)->append({JournalRecord::Kind::Outcome, bakeStep, at.toUTC(),
                               Value(Value::Map{{u"trouble"_s, Value(trouble)}})});
}

Result<void> noteNodes(const QString &folder, const QString &counts, bool areDone,
                       const QStringList &problems, const QDateTime &at)
{
    const Result<JournalContents> reading = readJournal(folder);
    if (!reading)
        return tl::make_unexpected(reading.error());
    if (endIn(*reading) != OperationResult::End::Done || awaitsCheck(*reading))
        return {};
    const auto journal = Journal::reopen(folder);
    if (!journal)
        return tl::make_unexpected(journal.error());
    Value::List wrong;
    for (const QString &problem : problems)
        wrong.append(Value(problem));
    return (*journal)->append(
        {JournalRecord::Kind::Outcome, u"Nodes"_s, at.toUTC(),
         Value(Value::Map{
             {u"text"_s, Value(counts)}, {u"verifying"_s, Value(!areDone)}, {u"problems"_s, Value(wrong)}})});
}

QList<Bake> runningBakes(const QList<JournalContents> &newestFirst, const ClusterIdentity &cluster,
                         const QDateTime &now)
{
    QList<Bake> running;
    QList<ReleaseKey> changed;
    for (const JournalContents &reading : newestFirst) {
        const Result<OperationHeader> order = operationHeaderIn(reading);
        const bool isChange =
            order && (order->kind == OperationKind::Upgrade || order->kind == OperationKind::Rollback);
        if (!isChange || !isOn(cluster, *order) || changed.contains(order->release) ||
            endIn(reading) != OperationResult::End::Done)
            continue;
        changed << order->release;
        if (const auto bake = bakeIn(reading); bake && bake->until() > now)
            running << *bake;
    }
    return running;
}

QList<Bake> readRunningBakes(const QString &operations, const ClusterIdentity &cluster, const QDateTime &now)
{
    QList<JournalContents> readings;
    for (const QString &folder : operationFolders(operations))
        if (const auto reading = readJournal(folder))
            readings << *reading;
    return runningBakes(readings, cluster, now);
}

} // namespace chartroom
