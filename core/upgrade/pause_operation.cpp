// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/pause_operation.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/kube/api_version.h"
#include "core/kube/kubectl_transport.h"
#include "core/kube/served_versions.h"
#include "core/rollout/driver_policy.h"
#include "core/upgrade/draft.h"
#include "core/upgrade/operation_kind.h"

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using End = OperationResult::End;

struct Resource
{
    QString plural;
    QString version; ///< with its group
    QStringList policy;
};

/// Where each operator keeps its upgrade policy (gpu-operator api/nvidia/v1/clusterpolicy_types.go,
/// api/nvidia/v1alpha1/nvidiadriver_types.go; network-operator api/v1alpha1/nicclusterpolicy_types.go,
/// nicnodepolicy_types.go@v26.4.1).
std::optional<Resource> resourceOf(const QString &kind)
{
    if (kind == u"ClusterPolicy")
        return Resource{
            u"clusterpolicies"_s, u"nvidia.com/v1"_s, {u"spec"_s, u"driver"_s, u"upgradePolicy"_s}};
    if (kind == u"NVIDIADriver")
        return Resource{u"nvidiadrivers"_s, u"nvidia.com/v1alpha1"_s, {u"spec"_s, u"upgradePolicy"_s}};
    if (kind == u"NicClusterPolicy" || kind == u"NicNodePolicy")
        return Resource{kind == u"NicClusterPolicy" ? u"nicclusterpolicies"_s : u"nicnodepolicies"_s,
                        u"mellanox.com/v1alpha1"_s,
                        {u"spec"_s, u"ofedDriver"_s, u"upgradePolicy"_s}};
    return {};
}

/// As the board says it: only the operator's other switch is left then.
QString standstillOf(const DriverPolicy &policy)
{
    return policy.switches.isSandboxed ? offText(policy) : QString();
}

/// {a: {b: value}} of the path a, b.
Value nested(QStringList path, Value value)
{
    while (!path.isEmpty())
        value = Value(Value::Map{{path.takeLast(), value}});
    return value;
}

} // namespace

PauseOperation::PauseOperation(OperationParts parts, PauseRequest order, QObject *parent)
    : ConfirmedOperation(std::move(parts), u"Patch"_s, parent)
    , m_order(std::move(order))
{}

Value::Map PauseOperation::order() const
{
    return {{u"kind"_s, Value(operationWord(m_order.pauses ? OperationKind::Pause : OperationKind::Resume))},
            {u"namespace"_s, Value(QString())},
            {u"release"_s, Value(QString(m_order.kind + u'/' + m_order.name))},
            {u"reason"_s, Value(m_order.reason)}};
}

Request PauseOperation::objectRequest() const
{
    const Resource resource = *resourceOf(m_order.kind);
    Request request;
    request.path = u"/apis/"_s + resource.version + u'/' + resource.plural + u'/' + m_order.name;
    return request;
}

QStringList PauseOperation::switchPath() const
{
    return resourceOf(m_order.kind)->policy + QStringList{u"autoUpgrade"_s};
}

/// In the version that was read, in which the switch was found: without it kubectl takes the group's
/// preferred one (k8s.io/cli-runtime pkg/resource/builder.go@v0.36 mappingFor).
QStringList PauseOperation::patchArguments(const QString &resourceVersion) const
{
    const Resource resource = *resourceOf(m_order.kind);
    Value::Map patch = nested(switchPath(), Value(!m_order.pauses)).map();
    patch.insert(u"metadata"_s, nested({u"resourceVersion"_s}, Value(resourceVersion)));
    const QString other = parts().transport->otherVersion(objectRequest().path);
    const QString version = other.isEmpty() ? resource.version.section(u'/', 1) : other;
    return {u"patch"_s,   resource.plural + u'.' + version + u'.' + apiGroupOf(resource.version),
            m_order.name, u"--type=merge"_s,
            u"-p"_s,      QString::fromUtf8(writeJson(Value(patch), 0)).trimmed()};
}

void PauseOperation::start()
{
    if (!resourceOf(m_order.kind) || !isObjectName(m_order.name))
        return finish(End::NotStarted,
                      tr("%1 %2 has no switch for its upgrades.").arg(m_order.kind, m_order.name));
    onFinished(parts().transport->get(objectRequest()), this,
               [this](const Result<Response> &answer) { take(answer); });
}

QString PauseOperation::noPolicyText() const
{
    const QStringList unknown = unknownVersionNotes(*parts().transport, {objectRequest().path});
    if (!unknown.isEmpty()) // it may be elsewhere
        return tr("The upgrade policy of %1 %2 cannot be read. %3")
            .arg(m_order.kind, m_order.name, unknown.first());
    return tr("%1 %2 has no upgrade policy, so its operator upgrades no node by itself.")
        .arg(m_order.kind, m_order.name);
}

/// What an NVIDIADriver leaves out is on (NVIDIA/gpu-operator api/nvidia/v1alpha1/nvidiadriver_types.go
/// GetUpgradePolicyWithDefaults).
bool PauseOperation::isOn(const Value &object) const
{
    const Value told = object.at(switchPath());
    return told.isNull() ? m_order.kind == u"NVIDIADriver" : told.toBool();
}

void PauseOperation::take(const Result<Response> &answer)
{
    if (isFinished())
        return;
    if (!answer)
        return finish(End::NotStarted, answer.error().message);
    const Result<Value> object = readJson(answer->body);
    if (!object)
        return finish(End::NotStarted, object.error().message);
    const bool hasPolicy = object->at(resourceOf(m_order.kind)->policy).isMap();
    const bool needsOne = m_order.kind != u"NVIDIADriver" ||
                          !unknownVersionNotes(*parts().transport, {objectRequest().path}).isEmpty();
    if (!hasPolicy && needsOne)
        return finish(End::NotStarted, noPolicyText());
    if (isOn(*object) != m_order.pauses)
        return finish(End::NotStarted,
                      m_order.pauses ? tr("It is paused already.") : tr("It is not paused."));
    if (const auto read = DriverPolicy::readAs(m_order.kind, {{}, {}, m_order.name, {}, answer->body});
        read && !m_order.pauses)
        m_standstill = standstillOf(*read);
    prepare({patchArguments(object->at({u"metadata"_s, u"resourceVersion"_s}).toString())});
}

void PauseOperation::run()
{
    onFinished(parts().kubectl->run(arguments().first()), this,
               [this](const Result<CommandOutput> &output) { patched(output); });
}

void PauseOperation::patched(const Result<CommandOutput> &output)
{
    Error error;
    if (!output)
        error = output.error();
    else if (output->exitCode != 0)
        error = kubectlError(output->err);
    const bool isConflict =
        error.detail.contains(u"(Conflict)"_s) || error.detail.contains(u"the object has been modified"_s);
    if (isConflict)
        error.message = tr("It was changed in the meantime. Check it again, and then decide.");
    ran(error);
    readBack();
}

void PauseOperation::readBack()
{
    onFinished(parts().transport->get(objectRequest()), this, [this](const Result<Response> &answer) {
        const Result<Value> object = answer ? readJson(answer->body) : tl::make_unexpected(answer.error());
        if (!object)
            return finish(End::Unknown, tr("The result is unknown, because the cluster cannot be read: "
                                           "%1 %2")
                                            .arg(object.error().message, said())
                                            .trimmed());
        if (isOn(*object) == m_order.pauses)
            return finish(End::NotStarted, tr("The switch was not changed. %1").arg(said()).trimmed());
        finish(End::Done,
               m_order.pauses ? tr("Paused: the operator starts no further node. Nodes in progress stay "
                                   "cordoned until they are uncordoned manually, even if it is resumed.")
               : m_standstill.isEmpty()
                   ? tr("Resumed: the operator continues with the next nodes according to its policy. Nodes "
                        "that were in progress when it was paused stay cordoned until they are uncordoned "
                        "manually.")
                   : tr("autoUpgrade is on. %1").arg(m_standstill));
    });
}

} // namespace chartroom
