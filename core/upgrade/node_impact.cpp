// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/node_impact.h"

#include "core/charts/semantic_version.h"
#include "core/kube/api_version.h"
#include "core/live/drift.h"
#include "core/rollout/driver_components.h"
#include "core/secrets/masked_values.h"
#include "core/upgrade/preflight_checks.h"
#include "core/upgrade/reached_nodes.h"
#include "core/upgrade/unapplied_fields.h"
#include "core/upgrade/upgrade_tr.h"

#include <QSet>

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

bool isBelow(const QString &path, const QString &root)
{
    return path == root || path.startsWith(root + u'.') || path.startsWith(root + u'[');
}

bool isBelowAny(const QString &path, std::initializer_list<QString> roots)
{
    return std::any_of(roots.begin(), roots.end(),
                       [&path](const QString &root) { return isBelow(path, root); });
}

/// What a path of a ClusterPolicy does. The driver's DaemonSet is made of spec.driver, of what is loaded
/// beside it, and of spec.daemonsets and hostPaths (NVIDIA/gpu-operator
/// controllers/object_controls.go@v26.7.0 TransformDriver, applyCommonDaemonsetConfig).
NodeImpact::Kind ofClusterPolicy(const QString &path)
{
    if (isBelowAny(path, {u"spec.driver.upgradePolicy"_s, u"metadata"_s, u"spec.daemonsets.rollingUpdate"_s,
                          u"spec.daemonsets.updateStrategy"_s, u"spec.psa"_s}))
        return NodeImpact::Kind::None;
    if (isBelowAny(path,
                   {u"spec.daemonsets"_s, u"spec.driver.startupProbe"_s, u"spec.driver.livenessProbe"_s,
                    u"spec.driver.readinessProbe"_s, u"spec.driver.resources"_s, u"spec.driver.manager"_s}))
        return NodeImpact::Kind::DriverRestart;
    if (isBelowAny(path, {u"spec.driver"_s, u"spec.gds"_s, u"spec.gdrcopy"_s, u"spec.hostPaths"_s,
                          u"spec.vgpuManager"_s}))
        return NodeImpact::Kind::DriverReload;
    return NodeImpact::Kind::PodsOnly;
}

NodeImpact::Kind ofNvidiaDriver(const QString &path)
{
    return isBelowAny(path, {u"spec.upgradePolicy"_s, u"metadata"_s}) ? NodeImpact::Kind::None
                                                                      : NodeImpact::Kind::DriverReload;
}

/// NETOP manifests/state-ofed-driver: the DaemonSet takes spec.ofedDriver, nodeAffinity and tolerations.
NodeImpact::Kind ofNicClusterPolicy(const QString &path)
{
    if (isBelowAny(path, {u"spec.ofedDriver.upgradePolicy"_s, u"metadata"_s}))
        return NodeImpact::Kind::None;
    return isBelowAny(path, {u"spec.ofedDriver"_s, u"spec.nodeAffinity"_s, u"spec.tolerations"_s})
               ? NodeImpact::Kind::NicDriver
               : NodeImpact::Kind::PodsOnly;
}

/// NETOP controllers/nicnodepolicy_controller.go@v26.4.1: it has no nodeAffinity, and its nodeSelector goes
/// into the DaemonSet.
NodeImpact::Kind ofNicNodePolicy(const QString &path)
{
    return isBelow(path, u"spec.nodeSelector"_s) ? NodeImpact::Kind::NicDriver : ofNicClusterPolicy(path);
}

NodeImpact::Kind ofDeviceConfig(const QString &path)
{
    if (isBelowAny(path, {u"spec.driver.upgradePolicy"_s, u"metadata"_s}))
        return NodeImpact::Kind::None;
    return isBelow(path, u"spec.driver"_s) ? NodeImpact::Kind::DriverReload : NodeImpact::Kind::PodsOnly;
}

/// What decides about an object of a known kind, and whose rollout it starts.
struct Decider
{
    QString group;
    QString kind;
    QString component;
    NodeImpact::Kind whole; ///< when the object comes
    NodeImpact::Kind (*ofPath)(const QString &path);
};

const Decider *deciderOf(const ObjectRef &object)
{
    static const Decider deciders[] = {
        {u"nvidia.com"_s, u"ClusterPolicy"_s, u"gpu"_s, NodeImpact::Kind::DriverReload, ofClusterPolicy},
        {u"nvidia.com"_s, u"NVIDIADriver"_s, u"gpu"_s, NodeImpact::Kind::DriverReload, ofNvidiaDriver},
        {u"mellanox.com"_s, u"NicClusterPolicy"_s, u"ib"_s, NodeImpact::Kind::NicDriver, ofNicClusterPolicy},
        {u"mellanox.com"_s, u"NicNodePolicy"_s, u"ib"_s, NodeImpact::Kind::NicDriver, ofNicNodePolicy},
        {u"sriovnetwork.openshift.io"_s, u"SriovNetworkNodePolicy"_s, u"sriov"_s, NodeImpact::Kind::NicDriver,
         [](const QString &path) {
             return isBelow(path, u"metadata"_s) ? NodeImpact::Kind::None : NodeImpact::Kind::NicDriver;
         }},
        {u"amd.com"_s, u"DeviceConfig"_s, u"amd"_s, NodeImpact::Kind::DriverReload, ofDeviceConfig},
    };
    const auto found = std::find_if(std::begin(deciders), std::end(deciders), [&object](const Decider &one) {
        return one.group == apiGroupOf(object.apiVersion) && one.kind == object.kind;
    });
    return found == std::end(deciders) ? nullptr : found;
}

bool isWorkload(const ObjectRef &object)
{
    static const QStringList kinds{u"DaemonSet"_s, u"Deployment"_s, u"StatefulSet"_s, u"ReplicaSet"_s,
                                   u"Job"_s,       u"CronJob"_s,    u"Pod"_s};
    return kinds.contains(object.kind);
}

bool isOperatorImage(const ObjectRef &object, const QString &path)
{
    return object.kind == u"Deployment" && object.name.contains(u"operator") && path.endsWith(u".image");
}

/// A setting of the network operator that goes into the pods of its driver (NETOP pkg/state/state_ofed.go
/// getInitContainerConfig), which it makes where there is a NicClusterPolicy or NicNodePolicy with one.
bool isNicDriverSetting(const PreflightEvidence &evidence, const ObjectRef &object, const QString &path)
{
    if (object.kind != u"Deployment" || !path.endsWith(u"env[name=OFED_INIT_CONTAINER_IMAGE].value"))
        return false;
    return !evidence.policies ||
           std::any_of(evidence.policies->cbegin(), evidence.policies->cend(), [](const DriverPolicy &one) {
               return one.component() == componentText(DriverKind::InfiniBand) && one.isInUse;
           });
}

/// A setting of a ClusterPolicy that leaves the drivers to NVIDIADriver objects: of it their DaemonSets take
/// hostPaths alone (NVIDIA/gpu-operator controllers/state_manager.go, internal/state/driver.go@v25.10.1 to
/// v26.7.0).
bool isLeftToNvidiaDrivers(const PreflightEvidence &evidence, const ObjectRef &object, const QString &path)
{
    const QString theSwitch = u"spec.driver.useNvidiaDriverCRD"_s;
    if (object.kind != u"ClusterPolicy" || !evidence.policies || isBelow(path, theSwitch) ||
        !isBelowAny(path, {u"spec.driver"_s, u"spec.gds"_s, u"spec.gdrcopy"_s}))
        return false;
    return std::any_of(evidence.policies->cbegin(), evidence.policies->cend(), [&](const DriverPolicy &one) {
        return one.kind == object.kind && one.name == object.name && one.leavesDrivers;
    });
}

/// Which nodes have a driver pod, or by which DaemonSet: pods come and go with these without any update of
/// theirs (NVIDIA/gpu-operator internal/state/driver.go@v26.7.0; kubernetes/kubernetes
/// pkg/controller/daemon/daemon_controller.go NodeShouldRunDaemonPod).
bool placesDrivers(const QString &path)
{
    return isBelowAny(path, {u"spec.nodeSelector"_s, u"spec.nodeAffinity"_s, u"spec.usePrecompiled"_s,
                             u"spec.driverType"_s, u"spec.driver.usePrecompiled"_s, u"spec.vgpuManager"_s,
                             u"spec.sandboxWorkloads"_s});
}

using PolicyKeys = QSet<std::pair<QString, QString>>;

/// The policies that make the component's driver pods, by kind and name.
PolicyKeys inForce(const QList<DriverPolicy> &all, const QString &component)
{
    PolicyKeys keys;
    for (const DriverPolicy &policy : all)
        if (isInForce(policy, all) && policy.component() == component)
            keys.insert({policy.kind, policy.name});
    return keys;
}

/// Why no node is taken while every policy that leads nodes of the component has autoUpgrade off, and the
/// same policies make its driver pods as before; "" otherwise. The operators then take their state labels
/// away and apply no state (NVIDIA/gpu-operator controllers/upgrade_controller.go@v26.7.0,
/// Mellanox/network-operator controllers/upgrade_controller.go@v26.4.1), and the DaemonSets are OnDelete
/// whatever autoUpgrade is (assets/state-driver/0500_daemonset.yaml,
/// manifests/state-ofed-driver/0050_ofed-driver-ds.yaml). Of AMD's see DeviceConfig::upgrades.
QString offReason(const PreflightEvidence &evidence, const QString &component)
{
    const bool isKnown = component == u"amd" ||
                         std::any_of(allDrivers.begin(), allDrivers.end(), [&component](DriverKind kind) {
                             return componentText(kind) == component;
                         });
    if (!isKnown || !evidence.tracks || !evidence.policies)
        return {};
    PolicyKeys planned;
    for (const OperatorPolicy &terms : allTerms(evidence, component))
        planned.insert({terms.policy.kind, terms.policy.name});
    const ReachedNodes reached = reachedNodes(evidence, component);
    if (planned != inForce(*evidence.policies, component) || !reached.arePoliciesKnown())
        return {};
    QStringList sentences;
    QStringList names;
    for (const ReachedPart &part : reached.parts) {
        if (part.policy->autoUpgrade)
            return {};
        const bool saysItself = part.policy->switches.isSandboxed || part.policy->isOfAmd();
        QStringList &reasons = saysItself ? sentences : names;
        const QString reason = saysItself ? offText(*part.policy) : part.policy->fullName();
        if (!reasons.contains(reason))
            reasons << reason;
    }
    if (!names.isEmpty())
        sentences << UpgradeTr::tr(
                         "autoUpgrade is off in %1: the operator drains no node. Nodes get the driver "
                         "when their driver pod is deleted or autoUpgrade is switched on.")
                         .arg(names.join(u", "_s));
    return sentences.join(u' ');
}

/// A merge patch of this changes nothing there (RFC 7386).
bool isLaidIn(const Value &there, const Value &sent)
{
    if (!sent.isMap() || !there.isMap())
        return there == sent;
    const Value::Map &map = sent.map();
    return std::all_of(map.keyBegin(), map.keyEnd(),
                       [&](const QString &key) { return isLaidIn(there.map().value(key), map.value(key)); });
}

/// What a change of a custom resource sends is in the cluster already. helm sends the difference of the
/// manifests, or with the server's apply the target (helm/helm pkg/kube/client.go@v3.21.4, @v4.2.4
/// createPatch), and an object that stays the same keeps its generation (k8s.io/apiextensions-apiserver
/// pkg/registry/customresource/strategy.go@v0.36 PrepareForUpdate). Of a part of a list that is unknown: a
/// patch has the whole list.
bool isThereAlready(const PreflightEvidence &evidence, const ObjectRef &object, const ValueChange &change)
{
    const LiveObject *live = foundLive(evidence, object);
    const auto path = readPath(change.path);
    if (!live || !path)
        return false;
    const QStringList keys = keysOf(*path);
    return keys.size() == path->size() && isLaidIn(live->value.at(keys), change.after);
}

/// Helm deletes no object whose live one says so (helm/helm pkg/kube/client.go Update@v4.2.4).
bool isKept(const PreflightEvidence &evidence, const ObjectRef &object)
{
    const LiveObject *live = foundLive(evidence, object);
    return live &&
           live->value.at({u"metadata"_s, u"annotations"_s, u"helm.sh/resource-policy"_s}).toString() ==
               u"keep";
}

/// The containers' images by name.
QMap<QString, Value> containerImages(const Value &deployment)
{
    QMap<QString, Value> images;
    for (const Value &one : deployment.at({u"spec"_s, u"template"_s, u"spec"_s, u"containers"_s}).list())
        images.insert(one.at({u"name"_s}).toString(), one.at({u"image"_s}));
    return images;
}

/// Whether the cluster was read, and has the operator of the target: then what a revision left half done
/// decides nothing about drivers, as of their custom resources helm sends what differs (isThereAlready()).
bool isOperatorThere(const PreflightEvidence &evidence)
{
    if (!evidence.dryRun)
        return false;
    bool hasPolicy = false;
    for (const Value &manifest : manifestDocuments(evidence.dryRun->manifest).documents) {
        const ObjectRef object = objectRef(manifest);
        const bool isPolicy = deciderOf(object);
        const bool isOperator = object.kind == u"Deployment" && object.name.contains(u"operator");
        if (!isPolicy && !isOperator)
            continue;
        const LiveObject *live = foundLive(evidence, object);
        if (!live)
            return false;
        if (isOperator)
            for (const DriftedObject &one :
                 driftOf({manifest}, {*live}, evidence.draft.release.namespaceName).objects)
                for (const DriftedPath &path : one.paths)
                    if (isBelow(path.change.path, u"spec.template"_s))
                        return false;
        hasPolicy = hasPolicy || isPolicy;
    }
    return hasPolicy;
}

/// A line of the difference, without what looks secret.
QString lineOf(const ObjectRef &object, const ValueChange &change)
{
    const ValueChange masked = maskedChange(change);
    const auto text = [](const Value &value, bool isThere) {
        if (!isThere)
            return UpgradeTr::tr("(nothing)");
        const QString scalar = value.scalarText();
        return scalar.isEmpty() ? QStringLiteral("...") : scalar;
    };
    return QStringLiteral("%1 %2: %3: %4 -> %5")
        .arg(object.kind, object.name, masked.path,
             text(masked.before, change.kind != ValueChange::Kind::Added),
             text(masked.after, change.kind != ValueChange::Kind::Removed));
}

QString thereAlreadyLine(const ObjectRef &object, const ValueChange &change)
{
    const ValueChange masked = maskedChange(change);
    const QString name = object.kind + u' ' + object.name;
    if (change.after.isNull())
        return UpgradeTr::tr("%1: %2 is already unset in the cluster.").arg(name, masked.path);
    const QString scalar = masked.after.scalarText();
    return scalar.isEmpty()
               ? UpgradeTr::tr("%1: %2 is already as in the target in the cluster.").arg(name, masked.path)
               : UpgradeTr::tr("%1: %2 is already %3 in the cluster.").arg(name, masked.path, scalar);
}

/// Of the operators before 26.7 every new driver pod means a cordoned and emptied node; later ones only
/// restart it while the driver's own configuration is the same.
bool knowsRestart(const QString &chartVersion)
{
    const auto version = SemanticVersion::read(chartVersion);
    return version && std::pair(version->major(), version->minor()) >= std::pair<quint64, quint64>(26, 7);
}

/// Gathers the worst of all that is seen, and the lines that say so.
class ImpactReading
{
public:
    explicit ImpactReading(const PreflightEvidence &evidence)
        : m_evidence(evidence)
    {}

    NodeImpact read()
    {
        for (const ObjectChange &object : m_evidence.changes->objects)
            take(object);
        if (m_evidence.dryRun && m_evidence.dryRun->applyMethod == u"ssa" && m_evidence.live)
            takeUnapplied();
        NodeImpact impact;
        if (!m_operatorLines.isEmpty() && m_worst < NodeImpact::Kind::DriverReload) {
            impact.kind = NodeImpact::Kind::Unknown;
            impact.component = mainDriverComponent(m_evidence.draft.chart.name);
            impact.lines = m_operatorLines + m_unusedLines;
            impact.why = UpgradeTr::tr("The operator itself changes; whether it recreates driver pods with "
                                       "other contents is unknown before it runs.");
        } else {
            impact.kind = m_worst;
            impact.component = m_component;
            impact.lines = m_lines + m_unusedLines;
        }
        m_touched.remove(impact.component);
        if (impact.mayTouchDrivers() && !m_isPlacing && m_touched.isEmpty())
            impact.off = offReason(m_evidence, impact.component);
        const bool empties =
            impact.kind == NodeImpact::Kind::DriverReload || impact.kind == NodeImpact::Kind::NicDriver;
        impact.isUpTo = empties && impact.off.isEmpty() && isRolling(impact.component);
        return impact;
    }

private:
    void note(NodeImpact::Kind kind, const QString &component, const QString &line)
    {
        if (kind > NodeImpact::Kind::PodsOnly)
            m_touched.insert(component);
        if (kind == NodeImpact::Kind::None || kind < m_worst)
            return;
        if (kind > m_worst)
            m_lines.clear();
        m_worst = kind;
        if (!component.isEmpty() && kind > NodeImpact::Kind::PodsOnly)
            m_component = component;
        m_lines << line;
    }

    void take(const ObjectChange &object)
    {
        const Decider *decider = deciderOf(object.object);
        const QString name = object.object.kind + u' ' + object.object.name;
        if (object.kind == ObjectChange::Kind::Removed && isKept(m_evidence, object.object)) {
            m_unusedLines << UpgradeTr::tr("%1 is not in the new manifest; helm keeps it as it is "
                                           "(helm.sh/resource-policy: keep).")
                                 .arg(name);
            return;
        }
        if (object.kind != ObjectChange::Kind::Changed) {
            const QString line = object.kind == ObjectChange::Kind::Added
                                     ? UpgradeTr::tr("%1 is added").arg(name)
                                     : UpgradeTr::tr("%1 is removed").arg(name);
            m_isPlacing = m_isPlacing || decider;
            if (decider || isWorkload(object.object))
                note(decider ? decider->whole : NodeImpact::Kind::PodsOnly,
                     decider ? decider->component : QString(), line);
            return;
        }
        for (const ValueChange &change : object.changes)
            takePath(object.object, decider, change);
    }

    /// What the server's apply sets back, though the manifests are alike.
    void takeUnapplied()
    {
        for (const UnappliedObject &object : unappliedFields(m_evidence).objects)
            for (const QStringList &field : object.fields) {
                ValuePath path;
                for (const QString &key : field)
                    path.append({PathStep::Kind::Key, key});
                takePath(object.live.object, deciderOf(object.live.object),
                         {ValueChange::Kind::Changed, pathText(path), object.live.value.at(field),
                          object.manifest.at(field)});
            }
    }

    [[nodiscard]] bool isRolling(const QString &component) const
    {
        const QList<NodeTrack> tracks = m_evidence.tracks.value_or(QList<NodeTrack>());
        return std::any_of(tracks.cbegin(), tracks.cend(), [&component](const NodeTrack &track) {
            return track.component == component && (!isAtRest(track) || track.verdict == Verdict::Waiting);
        });
    }

    void takePath(const ObjectRef &object, const Decider *decider, const ValueChange &change)
    {
        const QString line = lineOf(object, change);
        if (decider && decider->ofPath(change.path) != NodeImpact::Kind::None &&
            isThereAlready(m_evidence, object, change)) {
            m_unusedLines << thereAlreadyLine(object, change);
        } else if (isLeftToNvidiaDrivers(m_evidence, object, change.path)) {
            m_unusedLines << UpgradeTr::tr("%1. This has no effect: %2 leaves the drivers to NVIDIADriver "
                                           "objects (driver.useNvidiaDriverCRD).")
                                 .arg(line, object.name);
        } else if (decider) {
            NodeImpact::Kind kind = decider->ofPath(change.path);
            if (kind == NodeImpact::Kind::DriverRestart && !knowsRestart(m_evidence.draft.chart.version))
                kind = NodeImpact::Kind::DriverReload;
            m_isPlacing = m_isPlacing || placesDrivers(change.path);
            note(kind, decider->component, line);
        } else if (isNicDriverSetting(m_evidence, object, change.path)) {
            note(NodeImpact::Kind::NicDriver, u"ib"_s, line);
        } else if (isWorkload(object) && isBelowAny(change.path, {u"spec"_s})) {
            note(NodeImpact::Kind::PodsOnly, {}, line);
        }
        if (isOperatorImage(object, change.path) && !hasImage(object, change) &&
            !mainDriverComponent(m_evidence.draft.chart.name).isEmpty())
            m_operatorLines << line;
    }

    /// Of built-in kinds helm sends what the cluster lacks.
    [[nodiscard]] bool hasImage(const ObjectRef &object, const ValueChange &change) const
    {
        const LiveObject *live = foundLive(m_evidence, object);
        const ValuePath path = readPath(change.path).value_or(ValuePath());
        return live && path.size() > 1 &&
               containerImages(live->value).value(path[path.size() - 2].text) == change.after;
    }

    const PreflightEvidence &m_evidence;
    NodeImpact::Kind m_worst = NodeImpact::Kind::None;
    QString m_component;
    QStringList m_lines;
    QStringList m_operatorLines;
    QStringList m_unusedLines;
    QSet<QString> m_touched;  ///< components with a driver that changes
    bool m_isPlacing = false; ///< driver pods come or go, whatever autoUpgrade is
};

} // namespace

QString nodeImpactText(NodeImpact::Kind kind)
{
    switch (kind) {
    case NodeImpact::Kind::None:
        return u"none"_s;
    case NodeImpact::Kind::PodsOnly:
        return u"podsOnly"_s;
    case NodeImpact::Kind::DriverRestart:
        return u"driverRestart"_s;
    case NodeImpact::Kind::DriverReload:
        return u"driverReload"_s;
    case NodeImpact::Kind::NicDriver:
        return u"nicDriver"_s;
    case NodeImpact::Kind::Unknown:
        break;
    }
    return u"unknown"_s;
}

bool decidesDriver(const ObjectRef &object, const QString &path)
{
    const Decider *decider = deciderOf(object);
    return decider && decider->ofPath(path) > NodeImpact::Kind::PodsOnly;
}

NodeImpact nodeImpact(const PreflightEvidence &evidence)
{
    if (evidence.changes) {
        NodeImpact impact = ImpactReading(evidence).read();
        const QString its = mainDriverComponent(evidence.draft.chart.name);
        const bool isApplied =
            !evidence.release || evidence.release->newest().status == ReleaseStatus::Deployed;
        if (isApplied || its.isEmpty() || impact.mayTouchDrivers() || isOperatorThere(evidence))
            return impact;
        impact.kind = NodeImpact::Kind::Unknown;
        impact.component = its;
        impact.why = UpgradeTr::tr("Revision %1 is %2: how much of it was applied is unknown.")
                         .arg(evidence.release->newest().revision)
                         .arg(evidence.release->newest().statusText);
        return impact;
    }
    NodeImpact impact;
    impact.component = mainDriverComponent(evidence.draft.chart.name);
    impact.why = evidence.changes.error().message;
    return impact;
}

} // namespace chartroom
