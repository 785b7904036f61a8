// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/manifest.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace chartroom {

struct Finding;
class RolloutSource;

/// Who says so, then the nodes that it is about.
[[nodiscard]] QList<ObjectRef> objectsOfFinding(const Finding &finding);
/// The driver's pod of the rollout of `component`, those of the others, and the node.
[[nodiscard]] QList<ObjectRef> objectsOfNode(const RolloutSource &rollout, const QString &node,
                                             const QString &component);
/// Of a release that is installed in that namespace; those that can be described.
[[nodiscard]] QList<ObjectRef> objectsOfManifest(const QByteArray &manifest, const QString &namespaceName);

/// "kubectl get pod/driver-x -n gpu-operator --context prod-eu", as typed in a shell; with KUBECONFIG where
/// the files are others than ~/.kube/config. "" where it would name what is no name of Kubernetes, or what
/// cannot be seen.
[[nodiscard]] QString kubectlGet(const ObjectRef &object, const QString &context,
                                 const QStringList &kubeconfigs);

} // namespace chartroom
