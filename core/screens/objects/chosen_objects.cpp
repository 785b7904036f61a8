// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/objects/chosen_objects.h"

#include "core/base/visible_text.h"
#include "core/diagnosis/finding.h"
#include "core/kube/api_version.h"
#include "core/kube/kubeconfig.h"
#include "core/process/command_runner.h"
#include "core/screens/objects/object_description.h"
#include "core/session/rollout_source.h"

namespace chartroom {

QList<ObjectRef> objectsOfFinding(const Finding &finding)
{
    QStringList names = finding.objects;
    for (const QString &node : finding.nodes)
        names << QStringLiteral("Node ") + node;
    QList<ObjectRef> objects;
    for (const QString &name : std::as_const(names))
        if (const auto object = namedObject(name, finding.namespaceName);
            object && !objects.contains(*object))
            objects.append(*object);
    return objects;
}

QList<ObjectRef> objectsOfNode(const RolloutSource &rollout, const QString &node, const QString &component)
{
    QStringList names;
    for (const bool isShown : {true, false}) {
        for (const NodeTrack *track : rollout.tracksOf(node)) {
            if ((track->component == component) != isShown)
                continue;
            if (!track->driverPod.isEmpty())
                names << QStringLiteral("Pod ") + track->driverPod;
            if (isPlainDaemonSet(track->component) && isShown)
                names << QStringLiteral("DaemonSet ") + track->component;
        }
    }
    names << QStringLiteral("Node ") + node;
    QList<ObjectRef> objects;
    for (const QString &name : std::as_const(names))
        if (const auto object = namedObject(name, {}); object && !objects.contains(*object))
            objects.append(*object);
    return objects;
}

QList<ObjectRef> objectsOfManifest(const QByteArray &manifest, const QString &namespaceName)
{
    return describedObjects(manifestObjects(manifest), namespaceName);
}

// TYPE.GROUP/NAME, which kubectl takes for no option, whatever the name (kubernetes/apimachinery
// pkg/runtime/schema/group_version.go: ParseResourceArg).
QString kubectlGet(const ObjectRef &object, const QString &context, const QStringList &kubeconfigs)
{
    if (!objectPlace(object))
        return {};
    QString type = object.kind.toLower();
    if (const QString group = apiGroupOf(object.apiVersion); !group.isEmpty())
        type += u'.' + group;
    QStringList arguments{QStringLiteral("get"), type + u'/' + object.name};
    if (!object.namespaceName.isEmpty())
        arguments << QStringLiteral("-n") << object.namespaceName;
    arguments << QStringLiteral("--context") << context;
    const CommandLine command{QStringLiteral("kubectl"), arguments, shellKubeconfig(kubeconfigs), {}, {}, {}};
    const QString text = command.display();
    return visibleText(text) == text ? text : QString();
}

} // namespace chartroom
