// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/workload_state.h"

#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/rollout/device_config.h"
#include "core/upgrade/upgrade_tr.h"

#include <algorithm>
#include <array>
#include <utility>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using State = WorkloadState::State;

struct Kind
{
    QLatin1StringView kind;
    QLatin1StringView group; ///< "apps/v1", or what an operator's apiVersion begins with
    QLatin1StringView plural;
    bool isNamespaced;
    bool isOfOperator;
};
constexpr std::array kinds{
    Kind{"Deployment"_L1, "apps/"_L1, "deployments"_L1, true, false},
    Kind{"StatefulSet"_L1, "apps/"_L1, "statefulsets"_L1, true, false},
    Kind{"DaemonSet"_L1, "apps/"_L1, "daemonsets"_L1, true, false},
    Kind{"ClusterPolicy"_L1, "nvidia.com/"_L1, "clusterpolicies"_L1, false, true},
    Kind{"NVIDIADriver"_L1, "nvidia.com/"_L1, "nvidiadrivers"_L1, false, true},
    Kind{"NicClusterPolicy"_L1, "mellanox.com/"_L1, "nicclusterpolicies"_L1, false, true},
    Kind{"NicNodePolicy"_L1, "mellanox.com/"_L1, "nicnodepolicies"_L1, false, true},
    Kind{"DeviceConfig"_L1, "amd.com/"_L1, "deviceconfigs"_L1, true, true},
};

const Kind *kindOf(const ObjectRef &object)
{
    const auto *found = std::find_if(kinds.begin(), kinds.end(), [&object](const Kind &kind) {
        return object.kind == kind.kind && object.apiVersion.startsWith(kind.group);
    });
    return found == kinds.end() ? nullptr : found;
}

int numberAt(const Value &object, const QStringList &path, int otherwise = 0)
{
    const Value value = object.at(path);
    return value.isNull() ? otherwise : value.scalarText().toInt();
}

QString textAt(const Value &object, const QStringList &path)
{
    return visibleText(object.at(path).toString(), false, 400);
}

QString workloadName(const Value &object)
{
    return textAt(object, {u"kind"_s}) + u' ' + textAt(object, {u"metadata"_s, u"name"_s});
}

WorkloadState rolling(const Value &live, const QString &text)
{
    return {State::Rolling, workloadName(live) + u": "_s + text};
}

bool isSeen(const Value &live)
{
    return numberAt(live, {u"status"_s, u"observedGeneration"_s}) >=
           numberAt(live, {u"metadata"_s, u"generation"_s});
}

/// Images by container, of the template.
QMap<QString, QString> imagesOf(const Value &workload)
{
    QMap<QString, QString> images;
    const Value spec = workload.at({u"spec"_s, u"template"_s, u"spec"_s});
    for (const QString &part : {u"initContainers"_s, u"containers"_s})
        for (const Value &container : spec.at({part}).list())
            images.insert(textAt(container, {u"name"_s}), textAt(container, {u"image"_s}));
    return images;
}

/// What the cluster has instead of an image of the manifest; "" when all are the same.
QString otherImage(const Value &planned, const Value &live)
{
    const QMap<QString, QString> wanted = imagesOf(planned);
    const QMap<QString, QString> found = imagesOf(live);
    for (auto image = wanted.cbegin(); image != wanted.cend(); ++image)
        if (found.value(image.key()) != *image)
            return UpgradeTr::tr("%1: the container %2 has the image %3, but the manifest has %4.")
                .arg(workloadName(live), image.key(), found.value(image.key()), *image);
    return {};
}

/// "driver.version is 580.126.20, and the manifest says 580.95.05" for each below that path.
void collectOtherVersions(const Value &planned, const Value &live, const QString &path, QStringList &others)
{
    static const QStringList names{u"version"_s, u"image"_s, u"repository"_s};
    for (auto one = planned.map().cbegin(); one != planned.map().cend(); ++one) {
        const Value found = live.at({one.key()});
        const QString place = path + u'.' + one.key();
        if (one->isMap())
            collectOtherVersions(*one, found, place, others);
        else if (names.contains(one.key()) && one->isString() && one->toString() != found.toString())
            others.append(UpgradeTr::tr("%1 is %2, and the manifest says %3")
                              .arg(place,
                                   found.isNull() ? UpgradeTr::tr("not set")
                                                  : visibleText(found.scalarText(), false, 400),
                                   visibleText(one->toString(), false, 400)));
    }
}

WorkloadState allRun(const Value &live, int count)
{
    const Value containers = live.at({u"spec"_s, u"template"_s, u"spec"_s, u"containers"_s});
    const QString image =
        containers.list().isEmpty() ? QString() : textAt(containers.list().first(), {u"image"_s});
    return {State::Done,
            UpgradeTr::tr("%1: %n pod(s) run %2.", nullptr, count).arg(workloadName(live), image)};
}

WorkloadState deploymentState(const Value &live)
{
    const int desired = numberAt(live, {u"spec"_s, u"replicas"_s}, 1);
    const int updated = numberAt(live, {u"status"_s, u"updatedReplicas"_s});
    const int available = numberAt(live, {u"status"_s, u"availableReplicas"_s});
    for (const Value &condition : live.at({u"status"_s, u"conditions"_s}).list())
        if (textAt(condition, {u"reason"_s}) == u"ProgressDeadlineExceeded")
            return {State::Stuck, workloadName(live) + u": "_s + textAt(condition, {u"message"_s})};
    if (updated < desired)
        return rolling(live, UpgradeTr::tr("%1 of %2 pods are new.").arg(updated).arg(desired));
    if (numberAt(live, {u"status"_s, u"replicas"_s}) > updated)
        return rolling(live, UpgradeTr::tr("old pods are still there."));
    if (available < desired)
        return rolling(live, UpgradeTr::tr("%1 of %2 pods are available.").arg(available).arg(desired));
    return allRun(live, desired);
}

WorkloadState statefulSetState(const Value &live)
{
    const int desired = numberAt(live, {u"spec"_s, u"replicas"_s}, 1);
    const int updated = numberAt(live, {u"status"_s, u"updatedReplicas"_s});
    const int ready = numberAt(live, {u"status"_s, u"readyReplicas"_s});
    const int kept = numberAt(live, {u"spec"_s, u"updateStrategy"_s, u"rollingUpdate"_s, u"partition"_s});
    // status.updatedReplicas may go when nothing is left to do; the two revisions are the same then.
    const bool isNew =
        textAt(live, {u"status"_s, u"currentRevision"_s}) == textAt(live, {u"status"_s, u"updateRevision"_s});
    if (!isNew && updated < desired - kept) {
        if (textAt(live, {u"spec"_s, u"updateStrategy"_s, u"type"_s}) == u"OnDelete")
            return {State::HandedOver,
                    UpgradeTr::tr("%1: %n pod(s) still to go; each changes when it is deleted.", nullptr,
                                  desired - updated)
                        .arg(workloadName(live))};
        return rolling(live, UpgradeTr::tr("%1 of %2 pods are new.").arg(updated).arg(desired));
    }
    if (ready < desired)
        return rolling(live, UpgradeTr::tr("%1 of %2 pods are ready.").arg(ready).arg(desired));
    return allRun(live, desired);
}

bool isOnDelete(const Value &daemonSet)
{
    return textAt(daemonSet, {u"spec"_s, u"updateStrategy"_s, u"type"_s}) == u"OnDelete";
}

/// How many nodes of a DaemonSet have a pod of the newest revision that is ready.
struct RolledNodes
{
    int all = 0;
    int rolled = 0;

    [[nodiscard]] int toGo() const { return all - rolled; }
};

/// At least: a pod counts as updated from the moment it is made, scheduled or not, and as ready with whatever
/// revision (kubernetes pkg/controller/daemon/daemon_controller.go updateDaemonSetStatus).
RolledNodes rolledNodes(const Value &daemonSet)
{
    const int all = numberAt(daemonSet, {u"status"_s, u"desiredNumberScheduled"_s});
    const int updated = numberAt(daemonSet, {u"status"_s, u"updatedNumberScheduled"_s});
    const int ready = numberAt(daemonSet, {u"status"_s, u"numberReady"_s});
    return {all, std::max(0, updated + ready - all)};
}

WorkloadState handedOver(const Value &object, const RolledNodes &nodes)
{
    return {State::HandedOver,
            UpgradeTr::tr("%1: %2 of %n node(s) rolled, verifying.", nullptr, nodes.all)
                .arg(workloadName(object))
                .arg(nodes.rolled),
            nodes.toGo(), nodes.all};
}

WorkloadState daemonSetState(const Value &live)
{
    const int desired = numberAt(live, {u"status"_s, u"desiredNumberScheduled"_s});
    const int available = numberAt(live, {u"status"_s, u"numberAvailable"_s});
    const int updated = numberAt(live, {u"status"_s, u"updatedNumberScheduled"_s});
    if (const RolledNodes nodes = rolledNodes(live); isOnDelete(live) && nodes.toGo() > 0)
        return handedOver(live, nodes);
    if (updated < desired)
        return rolling(live, UpgradeTr::tr("%1 of %2 pods are new.").arg(updated).arg(desired));
    if (available < desired)
        return rolling(live, UpgradeTr::tr("%1 of %2 pods are available.").arg(available).arg(desired));
    return allRun(live, desired);
}

/// Of a network operator, a sentence each (Mellanox/network-operator
/// api/v1alpha1/nicclusterpolicy_types.go@v26.4.1 AppliedState).
QStringList unreadyParts(const Value &live)
{
    QStringList parts;
    for (const Value &part : live.at({u"status"_s, u"appliedStates"_s}).list()) {
        const QString state = textAt(part, {u"state"_s});
        if (state == u"ready" || state == u"ignore")
            continue;
        const QString message = textAt(part, {u"message"_s});
        parts << UpgradeTr::tr("%1 is %2").arg(textAt(part, {u"name"_s}), state) +
                     (message.isEmpty() ? u"."_s : u": "_s + message);
    }
    return parts;
}

/// The conditions of type Error that are True: their reasons.
QStringList errorReasons(const Value &live)
{
    QStringList reasons;
    for (const Value &condition : live.at({u"status"_s, u"conditions"_s}).list())
        if (textAt(condition, {u"type"_s}) == u"Error" && textAt(condition, {u"status"_s}) == u"True")
            reasons << textAt(condition, {u"reason"_s});
    return reasons;
}

/// Why, as far as it says so.
QString reasonOf(const Value &live)
{
    QStringList reasons;
    if (const QString reason = textAt(live, {u"status"_s, u"reason"_s}); !reason.isEmpty())
        reasons.append(reason);
    for (const Value &condition : live.at({u"status"_s, u"conditions"_s}).list())
        if (textAt(condition, {u"type"_s}) == u"Error" && textAt(condition, {u"status"_s}) == u"True")
            reasons.append(textAt(condition, {u"message"_s}));
    reasons += unreadyParts(live);
    reasons.removeAll(QString());
    return reasons.isEmpty() ? u"."_s : u": "_s + reasons.join(u' ');
}

/// The driver's version that the operator is to bring to the nodes; "" when this resource names none.
QString wantedDriver(const Value &live)
{
    const QString kind = textAt(live, {u"kind"_s});
    if (kind == u"NVIDIADriver")
        return textAt(live, {u"spec"_s, u"version"_s});
    if (kind == u"NicClusterPolicy" || kind == u"NicNodePolicy")
        return textAt(live, {u"spec"_s, u"ofedDriver"_s, u"version"_s});
    const bool defers = live.at({u"spec"_s, u"driver"_s, u"useNvidiaDriverCRD"_s}).scalarText() == u"true";
    return defers ? QString() : textAt(live, {u"spec"_s, u"driver"_s, u"version"_s});
}

QList<Value> setsOf(const Value &live, const QList<Value> &daemonSets)
{
    const Value uid = live.at({u"metadata"_s, u"uid"_s});
    QList<Value> its;
    for (const Value &set : daemonSets) {
        const Value::List &owners = set.at({u"metadata"_s, u"ownerReferences"_s}).list();
        const bool isIts = std::any_of(owners.cbegin(), owners.cend(),
                                       [&uid](const Value &owner) { return owner.at({u"uid"_s}) == uid; });
        if (isIts)
            its.append(set);
    }
    return its;
}

/// The operator says which change its state is of, where it says so at all, and has not come to this one.
bool isBehind(const Value &live)
{
    QList<Value> told{live.at({u"status"_s, u"observedGeneration"_s})};
    for (const Value &condition : live.at({u"status"_s, u"conditions"_s}).list())
        told.append(condition.at({u"observedGeneration"_s}));
    told.removeIf([](const Value &one) { return one.isNull(); });
    const int generation = numberAt(live, {u"metadata"_s, u"generation"_s});
    return !told.isEmpty() && std::all_of(told.cbegin(), told.cend(), [generation](const Value &one) {
        return one.scalarText().toInt() < generation;
    });
}

/// The first of those that follow the driver whose pods are not all new and available.
WorkloadState followerState(const Value &live, const QList<Value> &sets)
{
    for (const Value &set : sets) {
        const int desired = numberAt(set, {u"status"_s, u"desiredNumberScheduled"_s});
        const int ready = std::min(numberAt(set, {u"status"_s, u"updatedNumberScheduled"_s}),
                                   numberAt(set, {u"status"_s, u"numberReady"_s}));
        if (ready < desired)
            return rolling(live, UpgradeTr::tr("%1 of %2 pods of the DaemonSet %3 are ready.")
                                     .arg(ready)
                                     .arg(desired)
                                     .arg(textAt(set, {u"metadata"_s, u"name"_s})));
    }
    return {State::Done, {}};
}

/// What the operator has not made the driver's pods of yet; "" when it has, or makes none.
QString notTakenUp(const Value &live, const QList<Value> &driverSets, const QString &initImage)
{
    const auto isIn = [&driverSets](const QString &wanted) {
        return std::any_of(driverSets.cbegin(), driverSets.cend(), [&wanted](const Value &set) {
            const QMap<QString, QString> images = imagesOf(set);
            return std::any_of(images.cbegin(), images.cend(),
                               [&wanted](const QString &image) { return image.contains(wanted); });
        });
    };
    if (driverSets.isEmpty())
        return {};
    for (const QString &wanted : {wantedDriver(live), initImage})
        if (!wanted.isEmpty() && !isIn(wanted))
            return wanted;
    return {};
}

/// How far AMD's driver is on the nodes that a DeviceConfig selects, by what its operator says of each.
struct AmdNodes
{
    int all = 0;
    int rolled = 0;
    QStringList failed;

    [[nodiscard]] int toGo() const { return all - rolled; }
};

/// ROCm/gpu-operator internal/controllers/device_config_reconciler.go@v1.5.1 buildDeviceConfigStatus,
/// buildDeviceConfigNodeStatus: a node without a module has its state alone, and of those that have failed
/// the counts do not tell.
AmdNodes amdNodes(const Value &live)
{
    AmdNodes nodes;
    const QString version = textAt(live, {u"spec"_s, u"driver"_s, u"version"_s});
    const Value modules = live.at({u"status"_s, u"nodeModuleStatus"_s});
    for (auto module = modules.map().cbegin(); module != modules.map().cend(); ++module) {
        const NodeModule its{textAt(*module, {u"status"_s}), textAt(*module, {u"containerImage"_s}), {}, {}};
        const bool isAtRest =
            its.status.isEmpty() || its.status == u"Install-Complete" || its.status == u"Upgrade-Complete";
        if (its.hasFailed())
            nodes.failed << visibleText(module.key());
        else if (isAtRest && !its.image.isEmpty() && (version.isEmpty() || its.image.endsWith(version)))
            ++nodes.rolled;
    }
    const auto count = [&live](const QString &name) {
        return numberAt(live, {u"status"_s, u"driver"_s, name});
    };
    const int available = count(u"availableNumber"_s);
    nodes.all = std::max(
        {int(modules.map().size()), count(u"desiredNumber"_s), count(u"nodesMatchingSelectorNumber"_s)});
    nodes.rolled = modules.map().isEmpty() ? available : std::min(nodes.rolled, available);
    return nodes;
}

/// The first of the parts beside the driver whose pods are not all available.
WorkloadState amdPartState(const Value &live)
{
    for (const QString &part : {u"devicePlugin"_s, u"metricsExporter"_s, u"configManager"_s}) {
        const int desired = numberAt(live, {u"status"_s, part, u"desiredNumber"_s});
        const int available = numberAt(live, {u"status"_s, part, u"availableNumber"_s});
        if (available < desired)
            return rolling(
                live,
                UpgradeTr::tr("%1 of %2 pods of %3 are available.").arg(available).arg(desired).arg(part));
    }
    return {State::Done, {}};
}

WorkloadState amdDriverState(const Value &live)
{
    const Value enable = live.at({u"spec"_s, u"driver"_s, u"enable"_s});
    if (enable.scalarText() == u"false")
        return {State::Done,
                UpgradeTr::tr("%1 installs no driver (driver.enable=false).").arg(workloadName(live))};
    const AmdNodes nodes = amdNodes(live);
    if (!nodes.failed.isEmpty())
        return {State::Stuck,
                UpgradeTr::tr("%1: the driver failed on %n node(s): %2.", nullptr, int(nodes.failed.size()))
                    .arg(workloadName(live), nodes.failed.join(u", "_s))};
    if (nodes.toGo() > 0)
        return handedOver(live, {nodes.all, nodes.rolled});
    const QString version = textAt(live, {u"spec"_s, u"driver"_s, u"version"_s});
    return {State::Done, UpgradeTr::tr("%1: %n node(s) have loaded the driver %2", nullptr, nodes.all)
                                 .arg(workloadName(live),
                                      version.isEmpty() ? UpgradeTr::tr("of their default") : version) +
                             u'.'};
}

/// A DeviceConfig, which has no state in one word.
WorkloadState deviceConfigState(const Value &live, const QList<Value> &sets)
{
    const QString why = reasonOf(live);
    if (!errorReasons(live).isEmpty()) // it stays until somebody changes the DeviceConfig or the nodes
        return {State::Stuck,
                UpgradeTr::tr("%1: its operator reports an error%2").arg(workloadName(live), why)};
    const WorkloadState driver = amdDriverState(live);
    if (driver.state != State::Done)
        return driver;
    if (!std::all_of(sets.cbegin(), sets.cend(), isSeen))
        return rolling(live, UpgradeTr::tr("its pods are not counted yet."));
    if (WorkloadState part = amdPartState(live); part.state == State::Rolling)
        return part;
    const WorkloadState followers = followerState(live, sets);
    return followers.state == State::Rolling ? followers : driver;
}

} // namespace

QString workloadList(const ObjectRef &object)
{
    const Kind *kind = kindOf(object);
    if (!kind)
        return {};
    QString path = u"/apis/"_s + object.apiVersion;
    if (kind->isNamespaced)
        path += u"/namespaces/"_s + object.namespaceName;
    return path + u'/' + kind->plural;
}

bool isOperatorResource(const ObjectRef &object)
{
    const Kind *kind = kindOf(object);
    return kind && kind->isOfOperator;
}

WorkloadState workloadState(const Value &planned, const Value &live)
{
    if (const QString other = otherImage(planned, live); !other.isEmpty())
        return {State::Stuck, other};
    if (!isSeen(live))
        return rolling(live, UpgradeTr::tr("its controller has not seen the change yet."));
    const QString kind = textAt(live, {u"kind"_s});
    if (kind == u"Deployment")
        return deploymentState(live);
    return kind == u"DaemonSet" ? daemonSetState(live) : statefulSetState(live);
}

QString otherVersions(const Value &planned, const Value &live)
{
    constexpr qsizetype mostTold = 3;
    QStringList others;
    collectOtherVersions(planned.at({u"spec"_s}), live.at({u"spec"_s}), u"spec"_s, others);
    return others.isEmpty() ? QString()
                            : UpgradeTr::tr("%1 is not what the manifest says: %2.")
                                  .arg(workloadName(live), shortList(others, mostTold));
}

WorkloadState operatorState(const Value &live, const QList<Value> &daemonSets, const QString &initImage)
{
    const bool isAmd = textAt(live, {u"kind"_s}) == u"DeviceConfig";
    const QString state = textAt(live, {u"status"_s, u"state"_s});
    if (isAmd ? live.at({u"status"_s}).map().isEmpty() : state.isEmpty())
        return {
            State::HandedOver,
            UpgradeTr::tr("%1 has no status: its operator has not processed it.").arg(workloadName(live))};
    if (isBehind(live))
        return rolling(live, UpgradeTr::tr("its operator has not seen the change yet."));
    const QList<Value> sets = setsOf(live, daemonSets);
    if (isAmd)
        return deviceConfigState(live, sets);
    QList<Value> driverSets = sets;
    driverSets.removeIf([](const Value &set) { return !isOnDelete(set); });
    if (const QString wanted = notTakenUp(live, driverSets, initImage); !wanted.isEmpty())
        return rolling(live, UpgradeTr::tr("its operator has not processed %1 yet.").arg(wanted));
    if (!std::all_of(sets.cbegin(), sets.cend(), isSeen))
        return rolling(live, UpgradeTr::tr("its pods are not counted yet."));
    RolledNodes nodes;
    for (const Value &set : std::as_const(driverSets)) {
        nodes.all += rolledNodes(set).all;
        nodes.rolled += rolledNodes(set).rolled;
    }
    if (nodes.toGo() > 0)
        return handedOver(live, nodes);
    if (WorkloadState followers = followerState(live, sets); followers.state == State::Rolling)
        return followers;
    const QString text = UpgradeTr::tr("%1 is %2%3").arg(workloadName(live), state, reasonOf(live));
    // Nobody looks at it again (NVIDIA/gpu-operator controllers/nvidiadriver_controller.go@v26.3.3
    // Reconcile).
    if (errorReasons(live).contains(u"ConflictingNodeSelector"))
        return {State::Stuck, text};
    if (state == u"ready" && errorReasons(live).isEmpty() && unreadyParts(live).isEmpty())
        return {State::Done, text};
    const bool isOver = state == u"error" || state.startsWith(u"ignore") || state == u"disabled";
    return {isOver ? State::Stuck : State::Rolling, text};
}

QString driverInitImage(const Value &deployment)
{
    if (textAt(deployment, {u"kind"_s}) != u"Deployment")
        return {};
    const Value containers = deployment.at({u"spec"_s, u"template"_s, u"spec"_s, u"containers"_s});
    for (const Value &container : containers.list())
        for (const Value &variable : container.at({u"env"_s}).list())
            if (textAt(variable, {u"name"_s}) == u"OFED_INIT_CONTAINER_IMAGE")
                return textAt(variable, {u"value"_s});
    return {};
}

ObjectRef obeyedNicPolicy()
{
    return {u"mellanox.com/v1alpha1"_s, u"NicClusterPolicy"_s, {}, u"nic-cluster-policy"_s};
}

} // namespace chartroom
