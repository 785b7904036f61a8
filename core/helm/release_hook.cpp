// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release_hook.h"

#include "core/base/document.h"

#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

/// To the second: Go writes up to nine digits behind it.
QDateTime hookTime(const Value &time)
{
    static const QRegularExpression fraction(u"[.,][0-9]+"_s);
    return QDateTime::fromString(time.toString().remove(fraction), Qt::ISODate).toUTC();
}

QStringList hookWords(const Value &list)
{
    QStringList words;
    const Value::List all = list.list();
    for (const Value &one : all)
        words.append(one.toString());
    return words;
}

/// Where the manifest leaves it open it is the release's.
QString hookNamespace(const Value &hook, const ReleaseRecord &record)
{
    const Result<Value> manifest = readYaml(hook.at({u"manifest"_s}).toString().toUtf8());
    const QString named = manifest ? manifest->at({u"metadata"_s, u"namespace"_s}).toString() : QString();
    return named.isEmpty() ? record.namespaceName : named;
}

} // namespace

bool ReleaseHook::isDeletedBefore() const
{
    return kind != u"CustomResourceDefinition" &&
           (deletePolicies.isEmpty() || deletePolicies.contains(u"before-hook-creation"_s));
}

bool ReleaseHook::isRefused(const QString &description) const
{
    return std::any_of(events.cbegin(), events.cend(), [&](const QString &event) {
        return description.contains(u"warning: Hook %1 %2 failed"_s.arg(event, path));
    });
}

QList<ReleaseHook> openHooks(const ReleaseRecord &record)
{
    const QByteArray &json = record.hooksJson;
    const QStringList phases{u"Failed"_s, u"Running"_s, u"Unknown"_s};
    const auto isNamed = [&json](const QString &phase) { return json.contains(phase.toLatin1()); };
    if (std::none_of(phases.cbegin(), phases.cend(), isNamed)) // nearly all
        return {};
    const Value::List all = readJson(json).value_or(Value()).list();
    QList<ReleaseHook> open;
    for (const Value &one : all) {
        const QString phase = one.at({u"last_run"_s, u"phase"_s}).toString();
        ReleaseHook hook;
        hook.started = hookTime(one.at({u"last_run"_s, u"started_at"_s}));
        const bool isOfOther = hook.started.isValid() && record.lastDeployed.isValid() &&
                               hook.started.toSecsSinceEpoch() < record.lastDeployed.toSecsSinceEpoch();
        if (!phases.contains(phase) || isOfOther)
            continue;
        hook.isFailed = phase == u"Failed";
        hook.isUnknown = phase == u"Unknown";
        hook.completed = hookTime(one.at({u"last_run"_s, u"completed_at"_s}));
        hook.path = one.at({u"path"_s}).toString();
        hook.kind = one.at({u"kind"_s}).toString();
        hook.name = one.at({u"name"_s}).toString();
        hook.namespaceName = hookNamespace(one, record);
        hook.events = hookWords(one.at({u"events"_s}));
        hook.deletePolicies = hookWords(one.at({u"delete_policies"_s}));
        open.append(hook);
    }
    return open;
}

} // namespace chartroom
