// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

namespace chartroom {

class Transport;

/// A resource that Chartroom reads and whose version depends on the cluster, in the version that its reader
/// was written for.
struct CustomResource
{
    const char *group;
    const char *version;
    const char *plural;
    const char *kind;
    const char *alike = ""; ///< "v1beta2 v1beta1": versions that agree in all that is read
};

/// A request for a collection of a CustomResource, or for one of its objects, in the version that is known.
struct CustomResourcePath
{
    const CustomResource *resource = nullptr; ///< null: the request is for something else
    QString tail; ///< behind the version: "clusterpolicies", "namespaces/x/nodemaintenances/y"
    bool isObject = false;

    [[nodiscard]] static CustomResourcePath of(const QString &path);
    [[nodiscard]] QString groupPath() const;                         ///< "/apis/nvidia.com"
    [[nodiscard]] QString versionPath(const QString &version) const; ///< "/apis/nvidia.com/v2"
    [[nodiscard]] QString pathIn(const QString &version) const; ///< "/apis/nvidia.com/v2/clusterpolicies"
};

/// Whether Chartroom's reader of that kind was written for `apiVersion`, "nvidia.com/v1"; also where it is
/// "", as in lists of the API, and for kinds that are no CustomResource.
[[nodiscard]] bool isKnownVersion(const QString &kind, const QString &apiVersion);

/// Whether an APIResourceList, the answer to /apis/GROUP/VERSION, has no such resource; false where it is
/// none.
[[nodiscard]] bool lacksResource(const QByteArray &apiResourceList, const QString &plural);

/// The versions that an APIGroup names, the preferred one first, at most 10 (k8s.io/apimachinery
/// pkg/apis/meta/v1/types.go@v0.36 APIGroup). Empty when it is none.
[[nodiscard]] QStringList versionsOfGroup(const QByteArray &apiGroup);

/// A sentence for each of these collections that is read in a version that Chartroom does not know.
[[nodiscard]] QStringList unknownVersionNotes(const Transport &transport, const QStringList &paths);

} // namespace chartroom
