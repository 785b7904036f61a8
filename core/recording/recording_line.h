// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/recording/recording.h"

#include <optional>

namespace chartroom {

struct CordonNote;

[[nodiscard]] QByteArray headerLine(const RecordingHeader &header);
[[nodiscard]] QByteArray objectLine(std::chrono::milliseconds at, const QByteArray &resource,
                                    RecordingEvent::Type type, const QByteArray &objectJson);
/// With namespaces: only in these could the resource be listed, and only of these the recording tells.
[[nodiscard]] QByteArray syncedLine(std::chrono::milliseconds at, const QByteArray &resource,
                                    const QString &resourceVersion, const QStringList &namespaces = {});
[[nodiscard]] QByteArray noteLine(std::chrono::milliseconds at, const QString &text);

/// The object as it may be kept (rule S19): without managedFields, last-applied, environments, arguments,
/// commands, volumes, payload data and image lists, with what looks like a secret masked in every text and,
/// in annotations and custom resources, under keys that name one. `apiVersion` and `kind` are added where a
/// list left them out; of a pod's volumes stays `chartroom.hasEmptyDir`, of a ControllerRevision's
/// managedFields `chartroom.written`, which is `written` (KubeObject::written), and of a node's
/// `chartroom.cordon`, which is `cordon`: {"by":"kubectl","at":"..."}. Nothing for Secrets, ConfigMaps and
/// what is no JSON object.
[[nodiscard]] std::optional<QByteArray> recordableObject(const QByteArray &json, const QByteArray &apiVersion,
                                                         const QByteArray &kind,
                                                         const QByteArray &written = {},
                                                         const CordonNote *cordon = nullptr);

/// Of what recordableObject() keeps, the same for two states that differ in nothing but their version and the
/// times of the kubelet's heartbeats: a node's status is written every five minutes without any other change
/// (nodeStatusReportFrequency).
[[nodiscard]] size_t stateHash(QByteArrayView recordable);

/// One revision as an object of resource `releases`, its user values masked. Without a record only what the
/// labels said.
[[nodiscard]] QByteArray recordableRelease(const ReleaseKey &key, const RevisionEntry &entry,
                                           const std::optional<ReleaseRecord> &record);

} // namespace chartroom
