// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/masked.h"
#include "core/base/result.h"

#include <QList>
#include <QProcessEnvironment>
#include <QString>

namespace chartroom {

/// Where the user's Helm keeps its files: pkg/cli/environment.go and pkg/helmpath/lazypath.go, the same in
/// v3.22.0 and v4.3.1. Nothing in these places is ever written.
struct HelmSettings
{
    QString repositoryConfig; ///< repositories.yaml
    QString repositoryCache;  ///< folder of NAME-index.yaml
    QString registryConfig;   ///< config.json with the sign-ins of OCI registries

    /// The index that Helm fetched last; the name is one of repositories.yaml.
    [[nodiscard]] QString cachedIndex(const QString &repository) const;
};

[[nodiscard]] HelmSettings
helmSettings(const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment());

/// An entry of repositories.yaml (helm/helm pkg/repo/chartrepo.go@v3.22.0, Entry).
struct HelmRepository
{
    QString name;
    QString url; ///< without its user part
    QString username;
    Masked password;
    QString certFile;
    QString keyFile;
    QString caFile;
    bool skipsTlsVerify = false; ///< never obeyed (rule S5); said in the error
    bool passesCredentialsAll = false;

    friend bool operator==(const HelmRepository &, const HelmRepository &) = default;
};

/// The repositories in the order of the file; none when there is no file. A sign-in in the URL becomes
/// username and password. Errors: Damaged, File, TooLarge.
[[nodiscard]] Result<QList<HelmRepository>> readRepositories(const QString &path);

} // namespace chartroom
