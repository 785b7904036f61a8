// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/session_facts.h"

#include "core/base/visible_text.h"
#include "core/recording/recorded_transport.h"
#include "core/responsibility/rules.h"
#include "core/rollout/driver_components.h"
#include "core/rollout/driver_fleet.h"
#include "core/rollout/rollout_store.h"
#include "core/session/session_rollout.h"
#include "core/ticket/ticket_tr.h"

#include <QSet>

#include <algorithm>
#include <tuple>
#include <utility>

namespace chartroom {

namespace {

bool bringsDrivers(const Release &release)
{
    return release.record && !mainDriverComponent(release.record->chartName).isEmpty();
}

FleetEntry entryOf(const ClusterSession &session)
{
    FleetEntry entry;
    entry.name = session.name();
    entry.server = session.server();
    entry.serverVersion = visibleText(session.serverVersion());
    entry.notices = session.notices();
    const ObjectMap<Node> &nodes = session.nodes()->objects();
    if (session.nodes()->reflector().hasSynced()) {
        entry.nodeCount = int(nodes.size());
        entry.gpuNodeCount =
            int(std::count_if(nodes.cbegin(), nodes.cend(), [](const Node &node) { return node.hasGpu(); }));
    }
    return entry;
}

/// Its operator was installed without Helm, or Helm's records cannot be read: no release can be chosen for
/// it.
bool isOfNoRelease(const QString &component, const ReleaseStore &store)
{
    const QList<ReleaseKey> keys = store.keys();
    return !isPlainDaemonSet(component) &&
           std::none_of(keys.cbegin(), keys.cend(), [&](const ReleaseKey &key) {
               const Release *release = store.find(key);
               return release && release->record &&
                      driverComponents(release->record->chartName).contains(component);
           });
}

/// Of the releases' own operators; of a release without one the DaemonSets of its namespace. A driver that no
/// release brings is in every ticket.
bool isAbout(const QString &component, const TicketFacts &facts, const ReleaseStore &store)
{
    if (isOfNoRelease(component, store))
        return true;
    return std::any_of(facts.releases.cbegin(), facts.releases.cend(), [&](const TicketRelease &one) {
        const QStringList own =
            one.release.record ? driverComponents(one.release.record->chartName) : QStringList();
        return own.isEmpty() ? component.startsWith(one.release.key.namespaceName + u'/')
                             : own.contains(component);
    });
}

/// What Support finds the machine by.
QString machineText(const Node &node)
{
    const auto label = [&](const char *key) { return node.labels.value(QString::fromLatin1(key)); };
    QStringList parts;
    if (const QString id = label("crusoe.ai/instance.id"); !id.isEmpty())
        parts.append(TicketTr::tr("instance %1").arg(id));
    if (!node.kernelVersion.isEmpty())
        parts.append(TicketTr::tr("kernel %1").arg(node.kernelVersion));
    for (const char *key : {"crusoe.ai/nodepool.name", "topology.kubernetes.io/zone"})
        if (const QString text = label(key); !text.isEmpty())
            parts.append(text);
    if (node.unschedulable)
        parts.append(TicketTr::tr("cordoned"));
    return parts.join(QStringLiteral(", "));
}

void addOperators(TicketFacts &facts, const RolloutStore &rollout, const ReleaseStore &store)
{
    for (const DriverKind kind : allDrivers) {
        const QString component = chartroom::componentText(kind);
        const DriverFleet *fleet = isAbout(component, facts, store) ? rollout.fleet(component) : nullptr;
        if (!fleet)
            continue;
        const QString gone = fleet->isControllerGone ? goneText(*fleet->controller) : QString();
        for (const DriverPolicy &policy : fleet->policies)
            facts.operators.append({component, visibleText(policy.kind + u' ' + policy.name),
                                    visibleText(policy.state), visibleText(policy.stateText), gone});
        if (fleet->policies.isEmpty() && !gone.isEmpty())
            facts.operators.append({component, {}, {}, {}, gone});
    }
    for (const QString &component : componentsWithoutKind())
        if (const QString gone = rollout.goneOperator(component);
            !gone.isEmpty() && isAbout(component, facts, store))
            facts.operators.append({component, {}, {}, {}, gone});
}

void addRollouts(TicketFacts &facts, ClusterSession *session)
{
    const RolloutStore *rollout = session->rollout();
    const ReleaseStore &store = *session->releases();
    if (!rollout->isComplete()) {
        facts.unknown = {TicketTr::tr("The nodes' rollouts could not be read in time.")};
        facts.cluster.notices += facts.unknown;
    }
    if (!rollout->isComplete() || rollout->refusal())
        return;
    facts.areTracksKnown = true;
    QSet<QString> goingOn;
    QSet<QString> machines;
    const RolloutMoment moment = rollout->moment();
    for (const NodeTrack &track : moment.tracks) {
        if (!isAbout(track.component, facts, store))
            continue;
        facts.tracks.append(track);
        if (!isUpgraded(track) && track.verdict != Verdict::NotPart && !isPlainDaemonSet(track.component))
            goingOn.insert(track.node);
        machines.insert(track.node);
    }
    facts.removed = rollout->removedNodes();
    facts.removed.removeIf([&](const RemovedNode &one) { return !isAbout(one.key.component, facts, store); });
    for (const Pace &pace : moment.paces)
        if (isAbout(pace.component, facts, store))
            facts.paces.append(pace);
    for (const Node &node : session->nodes()->objects())
        if (machines.contains(node.name)) {
            facts.machines.insert(node.name, machineText(node));
            facts.kernels.insert(node.name, node.kernelVersion);
        }
    facts.tenants = SessionRollout(session).tenants(goingOn);
    facts.cluster.notices += rollout->notices();
    facts.unknown = rollout->notices();
    for (const QString &told : rollout->operatorNotices())
        facts.unknown.removeAll(told);
    addOperators(facts, *rollout, store);
}

/// What should run in the releases' own namespaces and does not.
void addNotRunning(TicketFacts &facts, ClusterSession *session)
{
    QSet<QString> spaces;
    for (const TicketRelease &one : std::as_const(facts.releases))
        spaces.insert(one.release.key.namespaceName);
    for (const Pod &pod : session->pods()->objects())
        if (spaces.contains(pod.namespaceName) && pod.isUnready())
            facts.notRunning.append(visibleText(pod.namespaceName + u'/' + pod.name));
    facts.notRunning.sort();
    facts.withoutPods = session->rollout()->workloadsWithoutPods(spaces);
}

/// Names of people's own; those that the provider documents say nothing about anybody.
void addNames(TicketFacts &facts, ClusterSession *session, const ResponsibilityRules &rules)
{
    for (const Node &node : session->nodes()->objects())
        for (const QString &name : {node.name, node.labels.value(QStringLiteral("crusoe.ai/instance.id"))})
            if (!name.isEmpty())
                facts.hosts.append(name);
    facts.hosts.sort();
    QSet<QString> spaces;
    for (const ReleaseKey &key : session->releases()->keys())
        spaces.insert(key.namespaceName);
    for (const Pod &pod : session->pods()->objects())
        spaces.insert(pod.namespaceName);
    for (const QString &known : rules.managedNamespaces() + QStringList{QStringLiteral("default")})
        spaces.remove(known);
    facts.namespaces = QStringList(spaces.cbegin(), spaces.cend());
    facts.namespaces.sort();
}

SecretTexts secretsOf(const ReleaseStore &store, const QList<TicketRelease> &releases)
{
    Value::List values;
    for (const TicketRelease &one : releases)
        if (one.previous)
            values.append(one.previous->userValues);
    QStringList names; // of things that a ticket is about
    for (const ReleaseKey &key : store.keys()) {
        names += {key.name, key.namespaceName};
        if (const Release *release = store.find(key); release && release->record) {
            values.append(release->record->userValues);
            names.append(release->record->chartName);
        }
    }
    return SecretTexts(Value(values), names);
}

} // namespace

QList<ReleaseKey> ticketReleases(const ClusterSession &session)
{
    const ReleaseStore &store = *session.releases();
    QList<ReleaseKey> chosen;
    QList<ReleaseKey> ownDrivers;
    QList<ReleaseKey> others;
    QStringList brought; // components, by the provider
    for (const ReleaseKey &key : store.keys()) {
        const Release *release = store.find(key);
        const bool isOwn = session.ownership(key).owner == Owner::Customer;
        if (release && bringsDrivers(*release)) {
            (isOwn ? ownDrivers : chosen).append(key);
            if (!isOwn)
                brought += driverComponents(release->record->chartName);
        } else if (release && !isOwn) {
            others.append(key);
        }
    }
    for (const ReleaseKey &key : std::as_const(ownDrivers))
        if (!brought.contains(mainDriverComponent(store.find(key)->record->chartName)))
            chosen.append(key);
    if (chosen.isEmpty())
        chosen = others;
    std::sort(chosen.begin(), chosen.end(), [](const ReleaseKey &a, const ReleaseKey &b) {
        return std::tie(a.namespaceName, a.name) < std::tie(b.namespaceName, b.name);
    });
    return chosen;
}

TicketFacts sessionFacts(ClusterSession *session, const ResponsibilityRules &rules,
                         const QList<ReleaseKey> &releases, const QHash<ReleaseKey, ReleaseRecord> &previous)
{
    TicketFacts facts;
    facts.now = session->now().toUTC();
    const DriverFleet *network = session->rollout()->fleet(componentText(DriverKind::InfiniBand));
    facts.cluster =
        ticketCluster(entryOf(*session), session->nodes()->objects(), network ? network->rdma : RdmaNames());
    const ReleaseStore &store = *session->releases();
    for (const ReleaseKey &key : releases) {
        const Release *release = store.find(key);
        if (!release)
            continue;
        TicketRelease one{*release, session->ownership(key),
                          rules.pathNotes(session->name(), key.namespaceName, key.name), std::nullopt};
        if (const auto before = previous.constFind(key); before != previous.cend())
            one.previous = *before;
        facts.releases.append(one);
    }
    addRollouts(facts, session);
    addNotRunning(facts, session);
    addNames(facts, session, rules);
    facts.secrets = secretsOf(store, facts.releases);
    if (const auto *recorded = qobject_cast<const RecordedTransport *>(session->transport()))
        facts.recording = recorded->sharedRecording();
    return facts;
}

} // namespace chartroom
