// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rollout_inputs.h"

#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/kube/served_versions.h"
#include "core/rollout/rollout_tr.h"

namespace chartroom {

namespace {

using namespace std::chrono_literals;

/// A list that is cut off for less is on its way back.
constexpr auto longSilence = 30s;

/// The lists that are cut off, once the first of them has been for a while: they are as old as that.
QStringList agedLists(const QList<ObjectStoreBase *> &stores, const QDateTime &now)
{
    QStringList names;
    QDateTime since;
    for (ObjectStoreBase *store : stores) {
        const Reflector &reflector = store->reflector();
        if (!reflector.hasSynced() || reflector.state() != Reflector::State::Reconnecting)
            continue;
        names << reflector.query().path.section(u'/', -1);
        since = since.isValid() ? qMin(since, reflector.lastContact()) : reflector.lastContact();
    }
    if (names.isEmpty() || laterBy(since, longSilence) > now)
        return {};
    return {RolloutTr::tr("Nothing new is known about %2 since %1.")
                .arg(since.toString(Qt::ISODate), shortList(names, 3))};
}

} // namespace

ResourceQuery everyObject(const char *path)
{
    return {QString::fromLatin1(path), {}, {}, false, 500};
}

RolloutInputs::RolloutInputs(Transport *clusterTransport, NodeStore *nodeStore, PodStore *podStore,
                             const Clock *wallClock)
    : transport(clusterTransport)
    , clock(wallClock)
    , nodes(nodeStore)
    , pods(podStore)
    , daemonSets(transport, everyObject("/apis/apps/v1/daemonsets"), clock, nullptr)
    , revisions(transport, everyObject("/apis/apps/v1/controllerrevisions"), clock, nullptr)
    , budgets(transport, everyObject("/apis/policy/v1/poddisruptionbudgets"), clock, nullptr)
    , claims(transport, everyObject("/apis/resource.k8s.io/v1/resourceclaims"), clock, nullptr)
    , offers(transport, nodes, clock)
    , deployments(transport, everyObject("/apis/apps/v1/deployments"), clock, nullptr)
{}

QList<ObjectStoreBase *> RolloutInputs::own()
{
    return QList<ObjectStoreBase *>{&daemonSets, &revisions, &budgets, &claims, &deployments} +
           offers.stores();
}

KnownLists RolloutInputs::known() const
{
    KnownLists known;
    known.pods = pods->reflector().hasSynced();
    known.daemonSets = daemonSets.reflector().hasSynced();
    known.revisions = revisions.reflector().hasSynced();
    known.budgets = budgets.reflector().hasSynced();
    known.claims = claims.reflector().hasSynced() || claims.reflector().state() == Reflector::State::Missing;
    return known;
}

RolloutEvidence RolloutInputs::evidence() const
{
    RolloutEvidence evidence;
    evidence.nodes = &nodes->objects();
    evidence.pods = &pods->objects();
    evidence.daemonSets = &daemonSets.objects();
    evidence.revisions = &revisions.objects();
    evidence.budgets = &budgets.objects();
    evidence.claims = &claims.objects();
    evidence.known = known();
    if (deployments.reflector().hasSynced())
        evidence.deployments = &deployments.objects();
    evidence.serverNow = laterBy(clock->now(), transport->clockSkew());
    return evidence;
}

QString RolloutInputs::goneOperator(const QString &component) const
{
    const auto gone = goneDeployment(component);
    return gone ? goneText(*gone) : QString();
}

std::optional<OperatorDeployment> RolloutInputs::goneDeployment(const QString &component) const
{
    const QDateTime now = evidence().serverNow;
    auto found = operatorOf(component, {}, deployments.objects(), now);
    return found && found->isGone(now) ? found : std::nullopt;
}

QStringList RolloutInputs::notices(const QList<ObjectStoreBase *> &stores)
{
    QStringList notices = unread(stores);
    if (nodes->reflector().hasSynced() && !transport->isClockKnown() && !transport->isReadingClock())
        notices << RolloutTr::tr(
            "The cluster's clock is unknown: the duration of steps is measured with this computer's clock.");
    QStringList paths;
    for (ObjectStoreBase *store : stores)
        paths << store->reflector().query().path;
    return notices + unknownVersionNotes(*transport, paths);
}

QStringList RolloutInputs::unread(const QList<ObjectStoreBase *> &stores)
{
    QStringList notices = agedLists(stores, clock->now());
    const QList<ObjectStoreBase *> served = everywhere();
    for (ObjectStoreBase *store : stores) {
        const Reflector &reflector = store->reflector();
        const bool isLeftOut = reflector.state() == Reflector::State::Missing && served.contains(store);
        const bool isDenied = reflector.state() == Reflector::State::Denied;
        if (isDenied && reflector.hasSynced()) // what it said before is still shown (fault 24)
            notices << RolloutTr::tr("The state of %1 is known only until %2: %3")
                           .arg(reflector.query().path.section(u'/', -1),
                                reflector.lastContact().toString(Qt::ISODate), reflector.lastError().message);
        else if (isLeftOut || isDenied)
            notices << RolloutTr::tr("The state of %1 is unknown: %2")
                           .arg(reflector.query().path.section(u'/', -1), reflector.lastError().message);
    }
    return notices;
}

std::optional<Error> RolloutInputs::refusal() const
{
    if (nodes->reflector().hasSynced() || !hasAnswered(*nodes))
        return std::nullopt;
    return nodes->reflector().lastError();
}

bool hasAnswered(const ObjectStoreBase &store)
{
    const Reflector &reflector = store.reflector();
    return reflector.hasSynced() || reflector.state() == Reflector::State::Missing ||
           reflector.state() == Reflector::State::Denied;
}

bool hasToldAll(const ObjectStoreBase &store)
{
    const Reflector &reflector = store.reflector();
    return reflector.hasSynced() ||
           (reflector.state() == Reflector::State::Missing && !reflector.lastError().detail.isEmpty());
}

} // namespace chartroom
