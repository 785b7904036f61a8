// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/manifest.h"
#include "core/helm/release.h"
#include "core/kube/pod.h"
#include "core/session/release_source.h"

namespace chartroom {

/// The pods of a release: those of workloads that its manifest holds, those labelled with its instance name
/// in its namespace, and, where `ownNamespace` says that no other release lives in that namespace, the rest
/// of it, which an operator made.
[[nodiscard]] ReleasePods podsOfRelease(const ReleaseKey &release, const QList<ObjectRef> &manifest,
                                        bool ownNamespace, const ObjectMap<Pod> &pods);

} // namespace chartroom
