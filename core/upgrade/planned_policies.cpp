// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/planned_policies.h"

#include "core/base/document.h"
#include "core/kube/api_version.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

bool isPolicy(const ObjectRef &object)
{
    const QString group = apiGroupOf(object.apiVersion);
    if (group == u"nvidia.com")
        return object.kind == u"ClusterPolicy" || object.kind == u"NVIDIADriver";
    if (group == u"amd.com")
        return object.kind == u"DeviceConfig";
    return group == u"mellanox.com" &&
           (object.kind == u"NicClusterPolicy" || object.kind == u"NicNodePolicy");
}

/// In any version of its group. A manifest may leave the namespace to the release.
bool isSame(const ObjectRef &one, const ObjectRef &other)
{
    const bool areApart = !one.namespaceName.isEmpty() && !other.namespaceName.isEmpty() &&
                          one.namespaceName != other.namespaceName;
    return apiGroupOf(one.apiVersion) == apiGroupOf(other.apiVersion) && one.kind == other.kind &&
           one.name == other.name && !areApart;
}

/// Of a custom resource a client-side helm sends the JSON merge patch from the manifest before to the one
/// after, without a look at the cluster; applied by the server, every field is sent (helm/helm
/// pkg/kube/client.go@v3.21.4, @v4.2.4 createPatch, patchResourceServerSide).
Value laidOver(const Value &live, const Value &before, const Value &after, bool isAppliedByServer)
{
    if (!live.isMap() || !after.isMap())
        return after;
    Value::Map result = live.map();
    const Value::Map &had = before.map();
    const Value::Map &has = after.map();
    for (auto it = had.cbegin(); it != had.cend(); ++it)
        if (!has.contains(it.key()))
            result.remove(it.key());
    for (auto it = has.cbegin(); it != has.cend(); ++it) {
        const bool isAlike = had.contains(it.key()) && had.value(it.key()) == *it;
        if (isAlike && !isAppliedByServer)
            continue; // not in the patch
        if (it->isNull())
            result.remove(it.key());
        else
            result.insert(it.key(),
                          laidOver(result.value(it.key()), had.value(it.key()), *it, isAppliedByServer));
    }
    return Value(result);
}

} // namespace

QList<DriverPolicy> plannedPolicies(const QList<Value> &before, const QList<Value> &after,
                                    const QList<LiveObject> &live, bool isAppliedByServer)
{
    QList<DriverPolicy> policies;
    for (const Value &object : after) {
        const ObjectRef its = objectRef(object);
        if (!isPolicy(its))
            continue;
        const auto there = std::find_if(live.cbegin(), live.cend(), [&its](const LiveObject &one) {
            return isSame(one.object, its) && one.object.apiVersion == its.apiVersion &&
                   (one.state == LiveObject::State::Found || one.state == LiveObject::State::Gone);
        });
        if (there == live.cend())
            continue;
        const auto old = std::find_if(before.cbegin(), before.cend(),
                                      [&its](const Value &one) { return isSame(objectRef(one), its); });
        const Value made =
            laidOver(there->value, old == before.cend() ? Value() : *old, object, isAppliedByServer);
        const QString uid = there->value.at({u"metadata"_s, u"uid"_s}).toString();
        const QString space = made.at({u"metadata"_s, u"namespace"_s}).toString();
        if (const auto policy = DriverPolicy::read({uid, space, its.name, {}, writeJson(made, 0)}))
            policies << *policy;
    }
    return policies;
}

} // namespace chartroom
