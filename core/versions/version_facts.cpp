// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/version_facts.h"

#include "core/diff/manifest.h"
#include "core/kube/lenient_json.h"
#include "core/responsibility/yaml_fields.h"
#include "core/rollout/sriov_node_state.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// app label -> component. The GPU Operator's: GPUOP assets/*/*daemonset.yaml@v26.7.0.
struct AppName
{
    QStringView app;
    QStringView component;
};
constexpr std::array appNames{
    AppName{u"gpu-operator", u"gpu_operator"},
    AppName{u"nvidia-driver-daemonset", u"gpu_driver"},
    AppName{u"nvidia-container-toolkit-daemonset", u"container_toolkit"},
    AppName{u"nvidia-device-plugin-daemonset", u"device_plugin"},
    AppName{u"nvidia-dcgm-exporter", u"dcgm_exporter"},
    AppName{u"nvidia-dcgm", u"dcgm"},
    AppName{u"nvidia-mig-manager", u"mig_manager"},
    AppName{u"gpu-feature-discovery", u"gpu_feature_discovery"},
    AppName{u"sriov-network-config-daemon", u"sriov_operator"},
};
/// The last part of an image's name -> component.
constexpr std::array imageNames{
    AppName{u"network-operator", u"network_operator"},
    AppName{u"sriov-network-operator", u"sriov_operator"},
    AppName{u"node-feature-discovery", u"nfd"},
};
constexpr QStringView versionLabel = u"chartroom.github.io/version.";
const QString kernelNodeLabel = u"feature.node.kubernetes.io/kernel-version.full"_s;

/// One field of a policy that is a version; `enabled` false leaves it out.
struct PolicyField
{
    const char *field;
    const char *component;
};
constexpr std::array clusterPolicyFields{
    PolicyField{"driver", "gpu_driver"},
    PolicyField{"toolkit", "container_toolkit"},
    PolicyField{"dcgm", "dcgm"},
    PolicyField{"devicePlugin", "device_plugin"},
    PolicyField{"gds", "gds"},
    PolicyField{"dcgmExporter", "dcgm_exporter"},
    PolicyField{"migManager", "mig_manager"},
    PolicyField{"gdrcopy", "gdrcopy"},
    PolicyField{"gfd", "gpu_feature_discovery"},
};

void readClusterPolicy(const LenientJson &spec, PolicyFact &policy)
{
    for (const PolicyField &field : clusterPolicyFields) {
        const LenientJson part = spec[field.field];
        const bool isOff = part["enabled"].exists() && !part["enabled"].boolean();
        const QString version = part["version"].text();
        if (!isOff && !version.isEmpty())
            policy.versions.insert(QString::fromLatin1(field.component), version);
    }
    const LenientJson driver = spec["driver"];
    if (driver["useNvidiaDriverCRD"].boolean()) {
        policy.versions.remove(u"gpu_driver"_s);
        policy.leavesDriver = true;
    }
}

void readOpenModules(const LenientJson &driver, PolicyFact &policy)
{
    const QString type = driver["kernelModuleType"].text();
    if (type == u"open" || type == u"proprietary")
        policy.openModules = type == u"open";
    else if (driver["useOpenKernelModules"].exists())
        policy.openModules = driver["useOpenKernelModules"].boolean();
}

void readState(const LenientJson &status, PolicyFact &policy)
{
    policy.state = status["state"].text();
    policy.stateText = status["reason"].text();
    status["conditions"].forEachItem([&](const LenientJson &condition) {
        if (condition["type"].view() == "Error" && condition["status"].view() == "True" &&
            policy.stateText.isEmpty())
            policy.stateText = condition["message"].text();
    });
    // Mellanox/network-operator controllers/nicclusterpolicy_controller.go: one name counts.
    const bool isMisnamed = policy.kind == u"NicClusterPolicy" && policy.name != u"nic-cluster-policy";
    policy.isInUse = policy.state != u"ignored" && policy.state != u"ignore" && !isMisnamed;
}

void appendImages(const LenientJson &podSpec, const WorkloadImage &of, QList<WorkloadImage> &images)
{
    podSpec["containers"].forEachItem([&](const LenientJson &container) {
        WorkloadImage image = of;
        image.container = container["name"].text();
        image.image = container["image"].text();
        images << image;
    });
}

/// PCI device ids where a card's model is not told.
QString cardComponent(const QString &model, const QString &type)
{
    static const QMap<QString, QString> types{{u"1021"_s, u"firmware_cx7"_s},
                                              {u"101b"_s, u"firmware_cx6"_s},
                                              {u"101d"_s, u"firmware_cx6"_s},
                                              {u"101f"_s, u"firmware_cx6"_s}};
    constexpr QStringView family = u"ConnectX-";
    if (model.startsWith(family, Qt::CaseInsensitive)) {
        QString digits;
        for (qsizetype i = family.size(); i < model.size() && model[i].isDigit(); ++i)
            digits += model[i];
        return digits.isEmpty() ? QString() : u"firmware_cx"_s + digits;
    }
    return types.value(type);
}

/// Of an image, without its tag and digest. It is asked of each pod of a cluster, so without a copy.
QStringView lastName(QStringView image)
{
    const auto before = [](QStringView text, QChar end) {
        const qsizetype at = text.indexOf(end);
        return at < 0 ? text : text.first(at);
    };
    const QStringView path = before(image, u'@');
    return before(path.mid(path.lastIndexOf(u'/') + 1), u':');
}

QMap<QString, QString> reported(YamlFields &yaml, const Value &value, const QStringList &path)
{
    QMap<QString, QString> versions;
    const Value::Map map = yaml.map(value, path);
    for (auto it = map.cbegin(); it != map.cend(); ++it)
        versions.insert(it.key(), yaml.neededText(map, path, it.key()));
    return versions;
}

/// As isPassedOver() of core/rollout/driver_policy.h.
void settleClusterPolicies(QList<PolicyFact> &policies)
{
    const auto rank = [](const PolicyFact &one) {
        return std::tuple(one.state.isEmpty(), one.created, one.name);
    };
    PolicyFact *counting = nullptr;
    for (PolicyFact &policy : policies) {
        if (policy.kind != u"ClusterPolicy" || !policy.isInUse)
            continue;
        PolicyFact *loser = &policy;
        if (!counting || rank(policy) < rank(*counting))
            loser = std::exchange(counting, &policy);
        if (loser)
            loser->isInUse = false;
    }
}

} // namespace

QList<WorkloadImage> ReleaseFact::daemonSetImages(const QByteArray &manifest, const QString &namespaceName)
{
    QList<WorkloadImage> images;
    for (const Value &document : manifestDocuments(manifest).documents) {
        const ObjectRef ref = objectRef(document);
        if (ref.kind != u"DaemonSet")
            continue;
        for (const Value &container :
             document.at({u"spec"_s, u"template"_s, u"spec"_s, u"containers"_s}).list())
            images.append({ref.kind, ref.namespaceName.isEmpty() ? namespaceName : ref.namespaceName,
                           ref.name, container.at({u"name"_s}).toString(),
                           container.at({u"image"_s}).toString()});
    }
    return images;
}

Result<OperatorFact> OperatorFact::read(const KubeObject &object)
{
    return readFields<OperatorFact>(object, [&](const LenientJson &root) {
        OperatorFact fact;
        fact.namespaceName = object.namespaceName;
        fact.name = object.name;
        fact.version = root["spec"]["version"].text();
        fact.phase = root["status"]["phase"].text();
        fact.isCopied = root["metadata"]["labels"]["olm.copiedFrom"].exists() ||
                        root["status"]["reason"].view() == "Copied";
        return fact;
    });
}

Result<PolicyFact> PolicyFact::read(const KubeObject &object)
{
    return readFields<PolicyFact>(object, [&](const LenientJson &root) {
        PolicyFact policy;
        policy.kind = root["kind"].text();
        policy.name = object.name;
        policy.created = root["metadata"]["creationTimestamp"].time();
        const LenientJson annotations = root["metadata"]["annotations"];
        policy.releaseNamespace = annotations["meta.helm.sh/release-namespace"].text();
        policy.releaseName = annotations["meta.helm.sh/release-name"].text();
        const LenientJson spec = root["spec"];
        readState(root["status"], policy);
        if (policy.kind == u"NicClusterPolicy" || policy.kind == u"NicNodePolicy") {
            if (const QString version = spec["ofedDriver"]["version"].text(); !version.isEmpty())
                policy.versions.insert(u"mofed"_s, version);
        } else if (policy.kind == u"NVIDIADriver") {
            if (const QString version = spec["version"].text(); !version.isEmpty())
                policy.versions.insert(u"gpu_driver"_s, version);
            readOpenModules(spec, policy);
        } else {
            readClusterPolicy(spec, policy);
            readOpenModules(spec["driver"], policy);
        }
        return policy;
    });
}

Result<DaemonSetFact> DaemonSetFact::read(const KubeObject &object)
{
    return readFields<DaemonSetFact>(object, [&](const LenientJson &root) {
        DaemonSetFact fact;
        fact.namespaceName = object.namespaceName;
        fact.name = object.name;
        const LenientJson metadata = root["metadata"];
        metadata["ownerReferences"].forEachItem([&](const LenientJson &owner) {
            if (owner["controller"].boolean() || fact.ownerKind.isEmpty()) {
                fact.ownerKind = owner["kind"].text();
                fact.ownerName = owner["name"].text();
            }
        });
        fact.releaseNamespace = metadata["annotations"]["meta.helm.sh/release-namespace"].text();
        fact.releaseName = metadata["annotations"]["meta.helm.sh/release-name"].text();
        const LenientJson pod = root["spec"]["template"];
        const LenientJson labels = pod["metadata"]["labels"];
        fact.app = labels["app"].text();
        fact.component = labels["app.kubernetes.io/component"].text();
        fact.isOfed = labels["nvidia.com/ofed-driver"].exists();
        appendImages(pod["spec"], {u"DaemonSet"_s, object.namespaceName, object.name, {}, {}}, fact.images);
        return fact;
    });
}

Result<SriovFact> SriovFact::read(const KubeObject &object)
{
    const Result<SriovNodeState> state = SriovNodeState::read(object);
    if (!state)
        return tl::make_unexpected(state.error());
    return SriovFact{state->namespaceName, state->name, state->sync, state->lastError};
}

Result<NodeFeatureFact> NodeFeatureFact::read(const KubeObject &object)
{
    return readFields<NodeFeatureFact>(object, [&](const LenientJson &root) {
        NodeFeatureFact fact;
        fact.namespaceName = object.namespaceName;
        fact.name = object.name;
        fact.node = root["metadata"]["labels"]["nfd.node.kubernetes.io/node-name"].text();
        if (fact.node.isEmpty()) // before the label there was the name alone
            fact.node = object.name;
        root["spec"]["labels"].forEachMember([&](std::string_view key, const LenientJson &value) {
            const QString name = QString::fromUtf8(key.data(), qsizetype(key.size()));
            if (name == kernelNodeLabel || !versionLabelComponent(name).isEmpty())
                fact.labels.insert(name, value.text());
        });
        return fact;
    });
}

Result<NicDeviceFact> NicDeviceFact::read(const KubeObject &object)
{
    return readFields<NicDeviceFact>(object, [&](const LenientJson &root) {
        const LenientJson status = root["status"];
        return NicDeviceFact{object.namespaceName, object.name, status["node"].text(),
                             cardComponent(status["modelName"].text(), status["type"].text()),
                             status["firmwareVersion"].text()};
    });
}

Result<ReportFact> ReportFact::read(const QByteArray &text, const QString &fileName)
{
    YamlFields yaml(text, fileName);
    ReportFact report;
    report.file = fileName;
    const Value::Map top = yaml.map(yaml.root(), {}, {u"cluster"_s, u"nodes"_s});
    if (top.contains(u"cluster"_s))
        report.cluster = reported(yaml, top.value(u"cluster"_s), {u"cluster"_s});
    if (top.contains(u"nodes"_s)) {
        const Value::Map nodes = yaml.map(top.value(u"nodes"_s), {u"nodes"_s});
        for (auto it = nodes.cbegin(); it != nodes.cend(); ++it)
            report.nodes.insert(it.key(), reported(yaml, *it, {u"nodes"_s, it.key()}));
    }
    if (yaml.failed())
        return tl::make_unexpected(*yaml.error());
    return report;
}

void settlePolicies(QList<PolicyFact> &policies)
{
    settleClusterPolicies(policies);
    const auto rules = [](const PolicyFact &policy) {
        return policy.kind == u"ClusterPolicy" && policy.isInUse && !policy.leavesDriver;
    };
    if (std::none_of(policies.cbegin(), policies.cend(), rules))
        return;
    for (PolicyFact &policy : policies)
        if (policy.kind == u"NVIDIADriver")
            policy.isInUse = false;
}

QString componentOfWorkload(const QString &app, const QString &component, bool isOfed, const QString &image)
{
    if (isOfed)
        return u"mofed"_s;
    if (component == u"nvidia-driver")
        return u"gpu_driver"_s;
    for (const AppName &name : appNames)
        if (app == name.app)
            return name.component.toString();
    const QStringView last = lastName(image);
    for (const AppName &name : imageNames)
        if (last == name.app)
            return name.component.toString();
    return {};
}

QString policyField(const QString &component)
{
    if (component == u"mofed")
        return u"ofedDriver"_s;
    for (const PolicyField &field : clusterPolicyFields)
        if (component == QLatin1String(field.component))
            return QString::fromLatin1(field.field);
    return {};
}

QString versionLabelComponent(QStringView key)
{
    return key.startsWith(versionLabel) ? key.mid(versionLabel.size()).toString() : QString();
}

} // namespace chartroom
