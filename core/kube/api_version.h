// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <algorithm>

namespace chartroom {

/// The API group of an apiVersion: "apps" of "apps/v1", "" of "v1", which is of the core group
/// (k8s.io/apimachinery pkg/runtime/schema/group_version.go@v0.36 ParseGroupVersion).
[[nodiscard]] inline QString apiGroupOf(const QString &apiVersion)
{
    return apiVersion.left(std::max<qsizetype>(apiVersion.indexOf(u'/'), 0));
}

/// The same; valid as long as `apiVersion`.
[[nodiscard]] inline QLatin1String apiGroupOf(const QByteArray &apiVersion)
{
    return QLatin1String(apiVersion.constData(), std::max<qsizetype>(apiVersion.indexOf('/'), 0));
}

/// Where the API server serves what is of an apiVersion: "/apis/apps/v1", "/api/v1".
[[nodiscard]] inline QString apiRootOf(const QString &apiVersion)
{
    return (apiVersion.contains(u'/') ? QStringLiteral("/apis/") : QStringLiteral("/api/")) + apiVersion;
}

} // namespace chartroom
