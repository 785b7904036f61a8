// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/objects/object_description.h"

#include "core/base/document.h"
#include "core/kube/api_version.h"
#include "core/screens/screens_tr.h"
#include "core/secrets/masked_values.h"

#include <QRegularExpression>

#include <algorithm>
#include <iterator>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// In which order an add-on's objects are offered.
enum class DescribedRank { Policy, Workload, Other };

struct DescribedKind
{
    const char *kind;
    const char *group;
    const char *version; ///< see served_versions.cpp for those of custom resources
    const char *plural;
    bool isNamespaced;
    DescribedRank rank;
};

/// Scopes of the custom resources: NVIDIA/gpu-operator api/nvidia/v1 and v1alpha1@v25.10,
/// Mellanox/network-operator api/v1alpha1@v25.10, Mellanox/maintenance-operator api/v1alpha1@v0.3,
/// ROCm/gpu-operator api/v1alpha1@v1.4, k8snetworkplumbingwg/sriov-network-operator api/v1@v1.6.
constexpr DescribedKind describedKinds[] = {
    {"ClusterPolicy", "nvidia.com", "v1", "clusterpolicies", false, DescribedRank::Policy},
    {"NVIDIADriver", "nvidia.com", "v1alpha1", "nvidiadrivers", false, DescribedRank::Policy},
    {"NicClusterPolicy", "mellanox.com", "v1alpha1", "nicclusterpolicies", false, DescribedRank::Policy},
    {"NicNodePolicy", "mellanox.com", "v1alpha1", "nicnodepolicies", false, DescribedRank::Policy},
    {"DeviceConfig", "amd.com", "v1alpha1", "deviceconfigs", true, DescribedRank::Policy},
    {"MaintenanceOperatorConfig", "maintenance.nvidia.com", "v1alpha1", "maintenanceoperatorconfigs", true,
     DescribedRank::Policy},
    {"SriovNetworkPoolConfig", "sriovnetwork.openshift.io", "v1", "sriovnetworkpoolconfigs", true,
     DescribedRank::Policy},
    {"SriovNetworkNodePolicy", "sriovnetwork.openshift.io", "v1", "sriovnetworknodepolicies", true,
     DescribedRank::Policy},
    {"SriovNetworkNodeState", "sriovnetwork.openshift.io", "v1", "sriovnetworknodestates", true,
     DescribedRank::Other},
    {"NodeMaintenance", "maintenance.nvidia.com", "v1alpha1", "nodemaintenances", true, DescribedRank::Other},
    {"DaemonSet", "apps", "v1", "daemonsets", true, DescribedRank::Workload},
    {"Deployment", "apps", "v1", "deployments", true, DescribedRank::Workload},
    {"StatefulSet", "apps", "v1", "statefulsets", true, DescribedRank::Workload},
    {"Job", "batch", "v1", "jobs", true, DescribedRank::Workload},
    {"Pod", "", "v1", "pods", true, DescribedRank::Other},
    {"Node", "", "v1", "nodes", false, DescribedRank::Other},
    {"PodDisruptionBudget", "policy", "v1", "poddisruptionbudgets", true, DescribedRank::Other},
    {"ResourceClaim", "resource.k8s.io", "v1", "resourceclaims", true, DescribedRank::Other},
};

const DescribedKind *kindOf(const QString &kind, const QString &apiVersion)
{
    const QString group = apiGroupOf(apiVersion);
    const auto *found =
        std::find_if(std::begin(describedKinds), std::end(describedKinds), [&](const DescribedKind &one) {
            return kind == QLatin1String(one.kind) &&
                   (apiVersion.isEmpty() || group == QLatin1String(one.group));
        });
    return found == std::end(describedKinds) ? nullptr : found;
}

QString apiVersionOf(const DescribedKind &kind)
{
    const QString version = QLatin1String(kind.version);
    return *kind.group ? QLatin1String(kind.group) + u'/' + version : version;
}

/// What the API takes for a name of these kinds (k8s.io/apimachinery pkg/util/validation/validation.go
/// IsDNS1123Subdomain@v0.36), so that it changes no path and no selector.
bool isObjectName(const QString &name)
{
    static const QRegularExpression subdomain(u"\\A[a-z0-9]([a-z0-9.-]*[a-z0-9])?\\z"_s);
    return subdomain.match(name).hasMatch();
}

QDateTime timeOf(const Value &value)
{
    return QDateTime::fromString(value.toString(), Qt::ISODateWithMs).toUTC();
}

/// The first that is set: the old recorder of Events fills the timestamps, the new one the other fields.
QDateTime firstTimeOf(std::initializer_list<Value> values)
{
    for (const Value &value : values)
        if (const QDateTime time = timeOf(value); time.isValid())
            return time;
    return {};
}

int numberOf(const Value &value)
{
    return value.scalarText().toInt();
}

Error unreadable(const ObjectRef &object, const Error &error)
{
    return {Error::Code::Damaged,
            ScreensTr::tr("The server's answer about %1 %2 cannot be read.").arg(object.kind, object.name),
            error.message,
            {}};
}

/// "running", "waiting: ImagePullBackOff", "terminated: Error (exit code 1)".
QString stateText(const Value &state)
{
    for (auto it = state.map().cbegin(); it != state.map().cend(); ++it) {
        QString text = it.key();
        if (const QString reason = it->at({u"reason"_s}).toString(); !reason.isEmpty())
            text += u": "_s + reason;
        if (const Value code = it->at({u"exitCode"_s}); !code.isNull())
            text += u" (exit code %1)"_s.arg(code.scalarText());
        return text;
    }
    return {};
}

QList<DescribedContainer> containersOf(const Value &pod)
{
    QList<DescribedContainer> containers;
    for (const auto &[list, statuses, isInit] :
         {std::tuple(u"containers"_s, u"containerStatuses"_s, false),
          std::tuple(u"initContainers"_s, u"initContainerStatuses"_s, true)}) {
        QHash<QString, Value> byName;
        for (const Value &status : pod.at({u"status"_s, statuses}).list())
            byName.insert(status.at({u"name"_s}).toString(), status);
        for (const Value &one : pod.at({u"spec"_s, list}).list()) {
            DescribedContainer container;
            container.namespaceName = pod.at({u"metadata"_s, u"namespace"_s}).toString();
            container.pod = pod.at({u"metadata"_s, u"name"_s}).toString();
            container.node = pod.at({u"spec"_s, u"nodeName"_s}).toString();
            container.name = one.at({u"name"_s}).toString();
            container.isInit = isInit;
            container.image = one.at({u"image"_s}).toString();
            const Value status = byName.value(container.name);
            container.state = stateText(status.at({u"state"_s}));
            container.lastState = stateText(status.at({u"lastState"_s}));
            container.isReady = status.at({u"ready"_s}).toBool();
            container.restarts = numberOf(status.at({u"restartCount"_s}));
            containers.append(container);
        }
    }
    return containers;
}

/// The plain fields of the status, and of the states that an operator applies what each is in.
QList<std::pair<QString, QString>> statusOf(const Value &status)
{
    QList<std::pair<QString, QString>> fields;
    for (auto it = status.map().cbegin(); it != status.map().cend(); ++it)
        if (!it->isMap() && !it->isList() && !it->isNull())
            fields.append({it.key(), it->scalarText()});
    for (const Value &state : status.at({u"appliedStates"_s}).list())
        fields.append({state.at({u"name"_s}).toString(), state.at({u"state"_s}).toString()});
    return fields;
}

QList<DescribedCondition> conditionsOf(const Value &status)
{
    QList<DescribedCondition> conditions;
    for (const Value &one : status.at({u"conditions"_s}).list())
        conditions.append({one.at({u"type"_s}).toString(), one.at({u"status"_s}).toString(),
                           one.at({u"reason"_s}).toString(), one.at({u"message"_s}).toString(),
                           timeOf(one.at({u"lastTransitionTime"_s}))});
    return conditions;
}

/// The one that acts for it, as kubectl's "Controlled By".
QString ownerOf(const Value &metadata)
{
    for (const Value &one : metadata.at({u"ownerReferences"_s}).list())
        if (one.at({u"controller"_s}).toBool())
            return one.at({u"kind"_s}).toString() + u' ' + one.at({u"name"_s}).toString();
    return {};
}

DescribedEvent eventOf(const Value &item)
{
    DescribedEvent event;
    event.type = item.at({u"type"_s}).toString();
    event.reason = item.at({u"reason"_s}).toString();
    event.message = item.at({u"message"_s}).toString();
    event.source = item.at({u"source"_s, u"component"_s}).toString();
    if (event.source.isEmpty())
        event.source = item.at({u"reportingComponent"_s}).toString();
    event.count =
        std::max({1, numberOf(item.at({u"count"_s})), numberOf(item.at({u"series"_s, u"count"_s}))});
    const Value created = item.at({u"metadata"_s, u"creationTimestamp"_s});
    const Value at = item.at({u"eventTime"_s});
    event.first = firstTimeOf({item.at({u"firstTimestamp"_s}), at, created});
    event.last = firstTimeOf(
        {item.at({u"lastTimestamp"_s}), item.at({u"series"_s, u"lastObservedTime"_s}), at, created});
    event.about = item.at({u"involvedObject"_s, u"uid"_s}).toString();
    return event;
}

} // namespace

std::optional<ObjectPlace> objectPlace(const ObjectRef &object)
{
    const DescribedKind *kind = kindOf(object.kind, object.apiVersion);
    if (!kind || !isObjectName(object.name) || (kind->isNamespaced && !isObjectName(object.namespaceName)))
        return std::nullopt;
    ObjectPlace place;
    place.namespaceName = kind->isNamespaced ? object.namespaceName : QString();
    place.resource = QLatin1String(kind->plural);
    place.group = QLatin1String(kind->group);
    place.mayHavePods = kind->rank == DescribedRank::Workload;
    const QString where = kind->isNamespaced ? u"/namespaces/"_s + object.namespaceName : QString();
    place.path = (*kind->group ? u"/apis/"_s : u"/api/"_s) + apiVersionOf(*kind) + where + u'/' +
                 place.resource + u'/' + object.name;
    return place;
}

std::optional<ObjectRef> namedObject(const QString &text, const QString &namespaceName)
{
    const QString kind = text.section(u' ', 0, 0);
    const QString name = text.section(u' ', 1);
    const DescribedKind *known = kindOf(kind, {});
    if (!known)
        return std::nullopt;
    ObjectRef object{apiVersionOf(*known), kind, {}, name.section(u'/', -1)};
    if (known->isNamespaced)
        object.namespaceName = name.contains(u'/') ? name.section(u'/', 0, 0) : namespaceName;
    return objectPlace(object) ? std::optional(object) : std::nullopt;
}

QList<ObjectRef> describedObjects(const QList<ObjectRef> &manifest, const QString &namespaceName)
{
    QList<ObjectRef> objects;
    for (const DescribedRank rank : {DescribedRank::Policy, DescribedRank::Workload, DescribedRank::Other}) {
        for (ObjectRef object : manifest) {
            const DescribedKind *kind = kindOf(object.kind, object.apiVersion);
            if (!kind || kind->rank != rank)
                continue;
            if (!kind->isNamespaced)
                object.namespaceName.clear();
            else if (object.namespaceName.isEmpty())
                object.namespaceName = namespaceName;
            if (objectPlace(object) && !objects.contains(object))
                objects.append(object);
        }
    }
    return objects;
}

Result<ObjectDescription> readDescription(const ObjectRef &object, const QByteArray &json)
{
    const Result<Value> read = readJson(json);
    if (!read || !read->isMap())
        return tl::make_unexpected(unreadable(object, read ? Error() : read.error()));
    Value::Map root = read->map();
    Value::Map metadata = root.value(u"metadata"_s).map();
    metadata.remove(u"managedFields"_s);
    root.insert(u"metadata"_s, Value(metadata));
    // Items of a recorded list do not say what they are, and masking goes by the kind.
    if (root.value(u"kind"_s).toString().isEmpty())
        root.insert(u"kind"_s, Value(object.kind));
    if (root.value(u"apiVersion"_s).toString().isEmpty())
        root.insert(u"apiVersion"_s, Value(object.apiVersion));

    ObjectDescription description;
    description.object = object;
    description.object.apiVersion = root.value(u"apiVersion"_s).toString();
    description.value = maskedValues(Value(root));
    description.yaml = QString::fromUtf8(writeYaml(description.value));
    const Value shown = description.value.at({u"metadata"_s});
    description.uid = shown.at({u"uid"_s}).toString();
    description.created = timeOf(shown.at({u"creationTimestamp"_s}));
    description.deleting = timeOf(shown.at({u"deletionTimestamp"_s}));
    description.owner = ownerOf(shown);
    const Value labels = shown.at({u"labels"_s});
    for (auto it = labels.map().cbegin(); it != labels.map().cend(); ++it)
        description.labels.append({it.key(), it->scalarText()});
    const Value status = description.value.at({u"status"_s});
    description.status = statusOf(status);
    description.conditions = conditionsOf(status);
    if (object.kind == u"Pod") {
        description.node = description.value.at({u"spec"_s, u"nodeName"_s}).toString();
        description.containers = containersOf(description.value);
    }
    return description;
}

Result<DescribedEvents> readEvents(const ObjectRef &object, const QByteArray &json)
{
    const Result<Value> read = readJson(json);
    if (!read || !read->at({u"items"_s}).isList())
        return tl::make_unexpected(unreadable(object, read ? Error() : read.error()));
    DescribedEvents found;
    found.hasMore = !read->at({u"metadata"_s, u"continue"_s}).toString().isEmpty();
    const Value masked = maskedValues(read->at({u"items"_s}));
    for (const Value &item : masked.list()) {
        // A recording gives the events of all objects.
        const Value about = item.at({u"involvedObject"_s});
        if (about.at({u"kind"_s}).toString() == object.kind &&
            about.at({u"name"_s}).toString() == object.name &&
            about.at({u"namespace"_s}).toString() == object.namespaceName)
            found.events.append(eventOf(item));
    }
    std::stable_sort(found.events.begin(), found.events.end(),
                     [](const DescribedEvent &a, const DescribedEvent &b) { return a.last > b.last; });
    return found;
}

Result<DescribedPods> readPods(const QByteArray &json)
{
    const Result<Value> read = readJson(json);
    if (!read || !read->at({u"items"_s}).isList())
        return tl::make_unexpected(unreadable({{}, u"PodList"_s, {}, {}}, read ? Error() : read.error()));
    DescribedPods pods;
    pods.hasMore = !read->at({u"metadata"_s, u"continue"_s}).toString().isEmpty();
    QList<DescribedContainer> &containers = pods.containers;
    const Value masked = maskedValues(read->at({u"items"_s}));
    for (const Value &pod : masked.list())
        containers += containersOf(pod);
    const auto isTroubled = [](const DescribedContainer &one) { return !one.isReady && !one.isInit; };
    QHash<QString, bool> troubled; // pods stay together
    for (const DescribedContainer &one : std::as_const(containers))
        troubled[one.pod] = troubled.value(one.pod) || isTroubled(one);
    std::stable_sort(containers.begin(), containers.end(),
                     [&](const DescribedContainer &a, const DescribedContainer &b) {
                         const bool aIsTroubled = troubled.value(a.pod);
                         const bool bIsTroubled = troubled.value(b.pod);
                         return aIsTroubled != bIsTroubled ? aIsTroubled : a.pod < b.pod;
                     });
    return pods;
}

QString podSelector(const Value &workload)
{
    const Value selector = workload.at({u"spec"_s, u"selector"_s});
    QStringList parts;
    const Value labels = selector.at({u"matchLabels"_s});
    for (auto it = labels.map().cbegin(); it != labels.map().cend(); ++it)
        parts << it.key() + u'=' + it->scalarText();
    for (const Value &one : selector.at({u"matchExpressions"_s}).list()) {
        const QString key = one.at({u"key"_s}).toString();
        QStringList values;
        for (const Value &value : one.at({u"values"_s}).list())
            values << value.scalarText();
        // k8s.io/apimachinery pkg/apis/meta/v1/types.go@v0.36 LabelSelectorOperator
        const QString how = one.at({u"operator"_s}).toString();
        if (how == u"In")
            parts << key + u" in ("_s + values.join(u',') + u')';
        else if (how == u"NotIn")
            parts << key + u" notin ("_s + values.join(u',') + u')';
        else if (how == u"Exists")
            parts << key;
        else if (how == u"DoesNotExist")
            parts << u'!' + key;
    }
    return parts.join(u',');
}

} // namespace chartroom
