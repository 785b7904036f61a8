// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/kubeconfig.h"

#include <QMap>

namespace chartroom {

/// One kubeconfig file before merging; entries keep the order client-go gives them none: by name.
struct KubeconfigFile
{
    struct Context
    {
        QString cluster;
        QString user;
        QString namespaceName;
        QString file;
    };
    QMap<QString, ClusterEntry> clusters;
    QMap<QString, UserEntry> users;
    QMap<QString, Context> contexts;
    QString currentContext;
    QStringList warnings;
};

/// The bytes of a regular file of at most `maxBytes`; never blocks on a FIFO or a device. Errors: NotFound
/// when it does not exist, File, TooLarge, Invalid when it is no regular file.
[[nodiscard]] Result<QByteArray> readRegularFile(const QString &path, qint64 maxBytes);

/// Reads one file with client-go's types (tools/clientcmd/api/v1/types.go@v0.36): unknown fields are ignored,
/// a field of the wrong type or a name that is there twice spoils the file. Paths are made absolute. Errors
/// as readRegularFile and readYaml; each message begins with the path.
[[nodiscard]] Result<KubeconfigFile> readKubeconfigFile(const QString &path);

/// Why this context cannot be used, in one or more sentences; empty when it can (client-go's validateAuthInfo
/// and validateClusterInfo, tools/clientcmd/validation.go@v0.36; and, for a server with TLS, the checks of
/// transport/transport.go and of auth providers). No user, or one that is missing, is a user who sends no
/// credentials. Stricter than kubectl where it guesses: without a cluster it tries localhost:8080.
[[nodiscard]] QString usabilityProblem(const KubeContext &context, bool hasCluster, bool hasUser);

/// What works, but should be known.
[[nodiscard]] QStringList usabilityWarnings(const KubeContext &context, bool hasUser);

} // namespace chartroom
