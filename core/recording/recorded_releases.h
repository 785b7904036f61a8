// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recording.h"

namespace chartroom {

/// The object that held a recorded release, as far as it was recorded: a Secret (or ConfigMap) with Helm's
/// labels and a record in `data.release`, so that a ReleaseStore reads a recording as it reads a cluster.
/// The record is plain JSON below the base64, as Helm wrote it before it compressed
/// (helm/helm pkg/storage/driver/util.go@v4.2.4, decodeRelease). `resourceVersion` is given by the player.
[[nodiscard]] KubeObject releaseObject(const RecordingEvent &event, const QString &resourceVersion,
                                       bool metadataOnly);

} // namespace chartroom
