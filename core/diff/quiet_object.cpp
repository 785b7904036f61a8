// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/quiet_object.h"

#include "core/base/quantity.h"
#include "core/diff/server_defaults.h"
#include "core/kube/api_version.h"
#include "core/secrets/value_path.h"

#include <QSet>

#include <algorithm>
#include <array>
#include <functional>

namespace chartroom {

namespace {

using Edit = std::function<void(Value::Map &)>;

template<size_t N>
bool isOneOf(const std::array<QStringView, N> &words, QStringView word)
{
    return std::find(words.cbegin(), words.cend(), word) != words.cend();
}

/// Edits each map that the steps lead to; lists on the way are walked through.
void editAt(Value &value, const QList<QStringList> &steps, qsizetype depth, const Edit &edit)
{
    if (value.isList()) {
        Value::List list = value.list();
        for (Value &element : list)
            editAt(element, steps, depth, edit);
        value = Value(std::move(list));
        return;
    }
    if (!value.isMap())
        return;
    Value::Map map = value.map();
    if (depth == steps.size()) {
        edit(map);
    } else {
        for (const QString &step : steps[depth]) {
            const auto entry = map.find(step);
            if (entry != map.end())
                editAt(*entry, steps, depth + 1, edit);
        }
    }
    value = Value(std::move(map));
}

void editAt(Value &object, const QString &path, const Edit &edit)
{
    QList<QStringList> steps;
    for (const QString &step : path.split(u'.', Qt::SkipEmptyParts))
        steps.append(step.split(u'|'));
    editAt(object, steps, 0, edit);
}

/// What only the server, kubectl and Helm itself write.
void dropServerFields(Value::Map &object)
{
    object.remove(QStringLiteral("status"));
    Value::Map metadata = object.value(QStringLiteral("metadata")).map();
    for (const char *key :
         {"uid", "resourceVersion", "generation", "creationTimestamp", "managedFields", "selfLink"})
        metadata.remove(QString::fromLatin1(key));
    Value::Map annotations = metadata.value(QStringLiteral("annotations")).map();
    for (const char *key : {"kubectl.kubernetes.io/last-applied-configuration",
                            "deployment.kubernetes.io/revision", "deprecated.daemonset.template.generation",
                            "meta.helm.sh/release-name", "meta.helm.sh/release-namespace"})
        annotations.remove(QString::fromLatin1(key));
    metadata.insert(QStringLiteral("annotations"), Value(annotations));
    const QString managedBy = QStringLiteral("app.kubernetes.io/managed-by");
    Value::Map labels = metadata.value(QStringLiteral("labels")).map();
    if (labels.value(managedBy).toString() == u"Helm")
        labels.remove(managedBy);
    if (object.value(QStringLiteral("kind")).toString() == u"Namespace")
        labels.remove(QStringLiteral("kubernetes.io/metadata.name"));
    metadata.insert(QStringLiteral("labels"), Value(labels));
    object.insert(QStringLiteral("metadata"), Value(metadata));
}

/// Without empty fields, which Go's encoder leaves out. A text map keeps its empty texts; an empty selector
/// and an emptyDir mean something.
Value withoutEmpty(const Value &value, bool isTextMap, bool onlyNulls)
{
    static constexpr std::array<QStringView, 12> textMaps{
        u"data",     u"binaryData", u"annotations", u"labels",           u"matchLabels", u"nodeSelector",
        u"selector", u"parameters", u"limits",      u"volumeAttributes", u"requests",    u"hard"};
    if (value.isList()) {
        Value::List out;
        for (const Value &element : value.list())
            out.append(withoutEmpty(element, false, onlyNulls));
        return Value(std::move(out));
    }
    if (!value.isMap())
        return value;
    Value::Map out;
    for (auto it = value.map().cbegin(); it != value.map().cend(); ++it) {
        const Value inner = withoutEmpty(*it, isOneOf(textMaps, it.key()), onlyNulls);
        const bool speaks = it.key().endsWith(QLatin1String("Selector")) || it.key() == u"emptyDir";
        const bool isEmpty = inner.isMap()      ? inner.map().isEmpty() && !speaks
                             : inner.isList()   ? inner.list().isEmpty()
                             : inner.isString() ? inner.toString().isEmpty() && !isTextMap
                                                : false;
        if (!inner.isNull() && (onlyNulls || !isEmpty))
            out.insert(it.key(), inner);
    }
    return Value(std::move(out));
}

/// Always with the tag latest or none, else IfNotPresent (defaults.go SetDefaults_Container).
QString pullPolicy(const QString &image)
{
    if (image.contains(u'@'))
        return QStringLiteral("IfNotPresent");
    const QString name = image.section(u'/', -1);
    const QString tag = name.contains(u':') ? name.section(u':', -1) : QStringLiteral("latest");
    return tag == u"latest" ? QStringLiteral("Always") : QStringLiteral("IfNotPresent");
}

/// Defaults that depend on what stands beside them.
void fillDependent(Value &object, const QString &kind)
{
    const QString pod = podSpecPath(kind);
    editAt(object, pod + QStringLiteral(".containers|initContainers"), [](Value::Map &container) {
        const QString key = QStringLiteral("imagePullPolicy");
        if (!container.contains(key))
            container.insert(key, Value(pullPolicy(container.value(QStringLiteral("image")).toString())));
    });
    editAt(object, pod, [](Value::Map &spec) { // the old name of the field, which the server fills in
        const QString old = QStringLiteral("serviceAccount");
        if (spec.contains(old))
            spec.insert(QStringLiteral("serviceAccountName"), spec.take(old));
    });
    if (kind == u"Service")
        editAt(object, QStringLiteral("spec.ports"), [](Value::Map &port) {
            const QString target = QStringLiteral("targetPort");
            if (!port.contains(target))
                port.insert(target, port.value(QStringLiteral("port")));
        });
    if (kind == u"CustomResourceDefinition")
        editAt(object, QStringLiteral("spec.names"), [](Value::Map &names) {
            const QString of = names.value(QStringLiteral("kind")).toString();
            for (const auto &[key, name] :
                 {std::pair{QStringLiteral("singular"), of.toLower()},
                  std::pair{QStringLiteral("listKind"), of + QStringLiteral("List")}})
                if (!names.contains(key))
                    names.insert(key, Value(name));
        });
    if (kind == u"NetworkPolicy")
        editAt(object, QStringLiteral("spec"), [](Value::Map &spec) {
            Value::List types{Value(QStringLiteral("Ingress"))};
            if (!spec.value(QStringLiteral("egress")).list().isEmpty())
                types.append(Value(QStringLiteral("Egress")));
            const QString key = QStringLiteral("policyTypes");
            if (spec.value(key).list().isEmpty())
                spec.insert(key, Value(types));
        });
}

void fillDefaults(Value &object, const QString &kind)
{
    for (const ServerDefault &field : serverDefaults()) {
        if (field.kind != kind)
            continue;
        editAt(object, field.parent, 0, [&](Value::Map &map) {
            const bool applies =
                field.whenKey.isEmpty() || map.value(field.whenKey).toString() == field.whenText;
            if (applies && !map.contains(field.key))
                map.insert(field.key, field.value);
        });
    }
    fillDependent(object, kind);
}

/// stringData is what a person writes, data what is stored.
void mergeStringData(Value::Map &secret)
{
    Value::Map data = secret.value(QStringLiteral("data")).map();
    const Value::Map texts = secret.take(QStringLiteral("stringData")).map();
    for (auto it = texts.cbegin(); it != texts.cend(); ++it)
        data.insert(it.key(), Value(QString::fromLatin1(it->scalarText().toUtf8().toBase64())));
    if (!texts.isEmpty())
        secret.insert(QStringLiteral("data"), Value(data));
}

/// Filled in by the server or by a controller, and not to be guessed.
struct Assigned
{
    QStringView kind; ///< "" any
    QStringView path;
};
constexpr std::array<Assigned, 21> assigned{{{u"", u"metadata.finalizers"},
                                             {u"Service", u"spec.clusterIP"},
                                             {u"Service", u"spec.clusterIPs"},
                                             {u"Service", u"spec.ipFamilies"},
                                             {u"Service", u"spec.ipFamilyPolicy"},
                                             {u"Service", u"spec.ports.nodePort"},
                                             {u"Service", u"spec.healthCheckNodePort"},
                                             {u"Service", u"spec.sessionAffinityConfig"},
                                             {u"ServiceAccount", u"secrets"},
                                             {u"PersistentVolumeClaim", u"spec.volumeName"},
                                             {u"PersistentVolumeClaim", u"spec.storageClassName"},
                                             {u"PersistentVolume", u"spec.claimRef"},
                                             {u"Job", u"spec.selector"},
                                             {u"Job", u"spec.template.metadata.labels"},
                                             {u"Job", u"metadata.labels"},
                                             {u"Namespace", u"spec"},
                                             {u"Pod", u"spec.nodeName"},
                                             {u"Deployment", u"spec.template.spec.containers.ports.hostPort"},
                                             {u"DaemonSet", u"spec.template.spec.containers.ports.hostPort"},
                                             {u"", u"webhooks.clientConfig.caBundle"},
                                             {u"", u"spec.conversion.webhook.clientConfig.caBundle"}}};

bool isQuantityKey(const QStringList &keys)
{
    static constexpr std::array<QStringView, 9> maps{u"limits",  u"requests",       u"capacity",
                                                     u"hard",    u"allocatable",    u"max",
                                                     u"default", u"defaultRequest", u"min"};
    static constexpr std::array<QStringView, 3> fields{u"sizeLimit", u"storage", u"divisor"};
    return isOneOf(fields, keys.value(keys.size() - 1)) || isOneOf(maps, keys.value(keys.size() - 2));
}

} // namespace

bool isBuiltInGroup(const QString &group)
{
    // kubernetes pkg/apis@v1.36.3, kube-aggregator and apiextensions-apiserver
    static const QSet<QString> groups = [] {
        const QString names = QStringLiteral(
            " apps autoscaling batch extensions policy admissionregistration.k8s.io apiextensions.k8s.io "
            "apiregistration.k8s.io authentication.k8s.io authorization.k8s.io certificates.k8s.io "
            "coordination.k8s.io discovery.k8s.io events.k8s.io flowcontrol.apiserver.k8s.io "
            "networking.k8s.io node.k8s.io rbac.authorization.k8s.io resource.k8s.io scheduling.k8s.io "
            "storage.k8s.io");
        const QStringList list = names.split(u' ');
        return QSet<QString>(list.cbegin(), list.cend());
    }();
    return groups.contains(group);
}

Value quietObject(const Value &object, const QString &releaseNamespace)
{
    if (!object.isMap())
        return object;
    const QString kind = object.map().value(QStringLiteral("kind")).toString();
    const QString apiVersion = object.map().value(QStringLiteral("apiVersion")).toString();
    const bool builtIn = isBuiltInGroup(apiGroupOf(apiVersion));
    Value::Map map = object.map();
    dropServerFields(map);
    Value::Map metadata = map.value(QStringLiteral("metadata")).map();
    const QString space = QStringLiteral("namespace");
    if (!metadata.contains(space) && !releaseNamespace.isEmpty())
        metadata.insert(space, Value(releaseNamespace));
    map.insert(QStringLiteral("metadata"), Value(metadata));
    if (kind == u"Secret" && builtIn)
        mergeStringData(map);
    // The schema of a custom resource and its objects may mean something by "" and {}.
    Value out = withoutEmpty(Value(map), false, !builtIn || kind == u"CustomResourceDefinition");
    if (builtIn)
        fillDefaults(out, kind);
    return out;
}

bool isQuietChange(const QString &kind, const ValueChange &change)
{
    QStringList keys;
    const ValuePath path = readPath(change.path).value_or(ValuePath{});
    for (const PathStep &step : path) {
        if (step.kind == PathStep::Kind::Key)
            keys.append(step.text);
    }
    if (change.kind == ValueChange::Kind::Added || change.kind == ValueChange::Kind::Removed) {
        const QString whole = keys.join(u'.');
        return std::any_of(assigned.cbegin(), assigned.cend(), [&](const Assigned &field) {
            return field.path == whole && (field.kind.isEmpty() || field.kind == kind);
        });
    }
    if (change.kind != ValueChange::Kind::Changed || !isQuantityKey(keys))
        return false;
    const auto before = readQuantity(change.before.scalarText());
    return before && before == readQuantity(change.after.scalarText());
}

} // namespace chartroom
