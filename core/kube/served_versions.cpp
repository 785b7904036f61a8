// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/served_versions.h"

#include "core/base/document.h"
#include "core/kube/kube_tr.h"
#include "core/kube/transport.h"

#include <QRegularExpression>

#include <algorithm>
#include <iterator>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr qsizetype mostVersions = 10;

constexpr CustomResource customResources[] = {
    {"nvidia.com", "v1", "clusterpolicies", "ClusterPolicy"},
    {"nvidia.com", "v1alpha1", "nvidiadrivers", "NVIDIADriver"},
    {"mellanox.com", "v1alpha1", "nicclusterpolicies", "NicClusterPolicy"},
    {"mellanox.com", "v1alpha1", "nicnodepolicies", "NicNodePolicy"},
    {"maintenance.nvidia.com", "v1alpha1", "nodemaintenances", "NodeMaintenance"},
    {"maintenance.nvidia.com", "v1alpha1", "maintenanceoperatorconfigs", "MaintenanceOperatorConfig"},
    {"sriovnetwork.openshift.io", "v1", "sriovnetworknodestates", "SriovNetworkNodeState"},
    {"sriovnetwork.openshift.io", "v1", "sriovnetworkpoolconfigs", "SriovNetworkPoolConfig"},
    {"sriovnetwork.openshift.io", "v1", "sriovnetworknodepolicies", "SriovNetworkNodePolicy"},
    {"amd.com", "v1alpha1", "deviceconfigs", "DeviceConfig"},
    {"configuration.net.nvidia.com", "v1alpha1", "nicdevices", "NicDevice"},
    {"nfd.k8s-sigs.io", "v1alpha1", "nodefeatures", "NodeFeature"},
    {"nfd.k8s-sigs.io", "v1alpha1", "nodefeaturerules", "NodeFeatureRule"},
    {"scheduling.volcano.sh", "v1beta1", "queues", "Queue"},
    {"scheduling.volcano.sh", "v1beta1", "podgroups", "PodGroup"},
    {"monitoring.coreos.com", "v1", "prometheuses", "Prometheus"},
    {"monitoring.coreos.com", "v1", "alertmanagers", "Alertmanager"},
    {"monitoring.coreos.com", "v1", "thanosrulers", "ThanosRuler"},
    {"monitoring.coreos.com", "v1alpha1", "prometheusagents", "PrometheusAgent"},
    {"grafana.integreatly.org", "v1beta1", "grafanas", "Grafana"},
    {"grafana.integreatly.org", "v1beta1", "grafanadashboards", "GrafanaDashboard"},
    {"grafana.integreatly.org", "v1beta1", "grafanadatasources", "GrafanaDatasource"},
    {"grafana.integreatly.org", "v1beta1", "grafanafolders", "GrafanaFolder"},
    {"grafana.integreatly.org", "v1beta1", "grafanaalertrulegroups", "GrafanaAlertRuleGroup"},
    {"grafana.integreatly.org", "v1beta1", "grafanacontactpoints", "GrafanaContactPoint"},
    {"grafana.integreatly.org", "v1beta1", "grafananotificationpolicies", "GrafanaNotificationPolicy"},
    {"grafana.integreatly.org", "v1beta1", "grafananotificationpolicyroutes",
     "GrafanaNotificationPolicyRoute"},
    {"grafana.integreatly.org", "v1beta1", "grafananotificationtemplates", "GrafanaNotificationTemplate"},
    {"grafana.integreatly.org", "v1beta1", "grafanamutetimings", "GrafanaMuteTiming"},
    {"grafana.integreatly.org", "v1beta1", "grafanalibrarypanels", "GrafanaLibraryPanel"},
    {"grafana.integreatly.org", "v1beta1", "grafanamanifests", "GrafanaManifest"},
    {"grafana.integreatly.org", "v1beta1", "grafanaserviceaccounts", "GrafanaServiceAccount"},
    {"operators.coreos.com", "v1alpha1", "clusterserviceversions", "ClusterServiceVersion"},
    {"config.openshift.io", "v1", "clusterversions", "ClusterVersion"},
    {"machineconfiguration.openshift.io", "v1", "machineconfigpools", "MachineConfigPool"},
    // k8s.io/api resource/{v1,v1beta2,v1beta1}/types.go@v0.36: v1 is served since Kubernetes 1.34, v1beta1
    // since 1.32; v1alpha3 names devices otherwise.
    {"resource.k8s.io", "v1", "resourceclaims", "ResourceClaim", "v1beta2 v1beta1"},
    {"resource.k8s.io", "v1", "resourceslices", "ResourceSlice", "v1beta2 v1beta1"},
    // Of v1 since Kubernetes 1.37, of v1alpha3 since 1.33.
    {"resource.k8s.io", "v1", "devicetaintrules", "DeviceTaintRule", "v1beta2 v1alpha3"},
};

const CustomResource *resourceAt(const QString &group, const QString &version, const QString &plural)
{
    const auto *found =
        std::find_if(std::begin(customResources), std::end(customResources), [&](const CustomResource &one) {
            return group == QLatin1String(one.group) && version == QLatin1String(one.version) &&
                   plural == QLatin1String(one.plural);
        });
    return found == std::end(customResources) ? nullptr : found;
}

} // namespace

CustomResourcePath CustomResourcePath::of(const QString &path)
{
    CustomResourcePath custom;
    const QString root = u"/apis/"_s;
    if (!path.startsWith(root))
        return custom;
    const QStringList parts = path.mid(root.size()).split(u'/');
    const qsizetype plural = parts.value(2) == u"namespaces" ? 4 : 2;
    if (parts.size() <= plural || parts.size() > plural + 2)
        return custom;
    custom.resource = resourceAt(parts[0], parts[1], parts[plural]);
    custom.tail = parts.mid(2).join(u'/');
    custom.isObject = parts.size() > plural + 1;
    return custom;
}

QString CustomResourcePath::groupPath() const
{
    return u"/apis/"_s + QLatin1String(resource->group);
}

QString CustomResourcePath::pathIn(const QString &version) const
{
    return versionPath(version) + u'/' + tail;
}

QString CustomResourcePath::versionPath(const QString &version) const
{
    return groupPath() + u'/' + version;
}

bool isKnownVersion(const QString &kind, const QString &apiVersion)
{
    const auto isOther = [&](const CustomResource &one) {
        return kind == QLatin1String(one.kind) &&
               apiVersion != QLatin1String(one.group) + u'/' + QLatin1String(one.version);
    };
    return apiVersion.isEmpty() ||
           std::none_of(std::begin(customResources), std::end(customResources), isOther);
}

bool lacksResource(const QByteArray &apiResourceList, const QString &plural)
{
    const Result<Value> list = readJson(apiResourceList);
    if (!list || list->at({u"kind"_s}).toString() != u"APIResourceList")
        return false;
    const Value::List resources = list->at({u"resources"_s}).list();
    return std::none_of(resources.begin(), resources.end(),
                        [&](const Value &one) { return one.at({u"name"_s}).toString() == plural; });
}

QStringList versionsOfGroup(const QByteArray &apiGroup)
{
    const Result<Value> group = readJson(apiGroup);
    if (!group)
        return {};
    QStringList versions{group->at({u"preferredVersion"_s, u"version"_s}).toString()};
    const Value::List listed = group->at({u"versions"_s}).list();
    for (const Value &one : listed)
        versions << one.at({u"version"_s}).toString();
    // k8s.io/apimachinery pkg/util/validation/validation.go IsDNS1035Label; it becomes part of a path.
    static const QRegularExpression label(u"^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$"_s);
    versions.removeIf([](const QString &version) { return !label.match(version).hasMatch(); });
    versions.removeDuplicates();
    return versions.mid(0, mostVersions);
}

QStringList unknownVersionNotes(const Transport &transport, const QStringList &paths)
{
    QStringList notes;
    for (const QString &path : paths) {
        const CustomResourcePath custom = CustomResourcePath::of(path);
        const QString served = custom.resource ? transport.otherVersion(path) : QString();
        const bool isAlike =
            custom.resource && QString::fromLatin1(custom.resource->alike).split(u' ').contains(served);
        if (!served.isEmpty() && !isAlike)
            notes << KubeTr::tr("%1 is served as %2, which this version of Chartroom does not support: "
                                "fields that it cannot read are unknown.")
                         .arg(QLatin1String(custom.resource->kind),
                              QLatin1String(custom.resource->group) + u'/' + served);
    }
    return notes;
}

} // namespace chartroom
