// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/masked.h"
#include "core/base/result.h"

#include <QList>
#include <QMap>
#include <QStringList>
#include <QUrl>

#include <optional>

namespace chartroom {

/// A user's exec credential plugin (client.authentication.k8s.io/v1 and v1beta1).
struct ExecPlugin
{
    QString apiVersion;
    QString command; ///< as written; resolved against the kubeconfig's folder when it holds a slash
    QStringList arguments;
    QList<std::pair<QString, QString>> environment;
    QString installHint;
    bool provideClusterInfo = false;
    QString interactiveMode; ///< Never, IfAvailable or Always; as written, v1beta1's default filled in

    friend bool operator==(const ExecPlugin &, const ExecPlugin &) = default;
};

/// `clusters[].cluster`: where the server is and how to trust it.
struct ClusterEntry
{
    QString name;
    QString server;
    QString tlsServerName;
    QString proxyUrl;
    QString certificateAuthorityFile;    ///< absolute
    QByteArray certificateAuthorityData; ///< PEM; wins over the file
    bool insecureSkipTlsVerify = false;
    bool disableCompression = false; ///< no answer is asked for compressed
    QByteArray execConfig; ///< JSON of extension client.authentication.k8s.io/exec, for provideClusterInfo

    /// "api.example:6443"; the server as it is written where it is no URL.
    [[nodiscard]] QString hostAndPort() const;
    /// Where requests go; invalid when `server` is neither a URL nor host:port. Without a scheme it is HTTP:
    /// kubectl looks at the CA only after that (k8s.io/client-go rest/url_utils.go@v0.36 DefaultServerURL,
    /// tools/clientcmd/client_config.go ClientConfig).
    [[nodiscard]] QUrl url() const;
    /// Only such a server gets credentials.
    [[nodiscard]] bool usesTls() const;

    friend bool operator==(const ClusterEntry &, const ClusterEntry &) = default;
};

/// A user's `auth-provider`. Of those kubectl had, only "oidc" is left
/// (k8s.io/client-go plugin/pkg/client/auth@v0.36).
struct AuthProvider
{
    QString name;
    QString issuer;   ///< idp-issuer-url
    QString clientId; ///< client-id
    Masked idToken;
    bool canRefresh = false; ///< there is a refresh-token

    friend bool operator==(const AuthProvider &, const AuthProvider &) = default;
};

/// `users[].user`: how to sign in. More than one way can be set; client-go's order decides (see
/// credentials.h).
struct UserEntry
{
    QString name;
    QString file;                     ///< the kubeconfig it comes from
    QString clientCertificateFile;    ///< absolute
    QByteArray clientCertificateData; ///< PEM
    QString clientKeyFile;            ///< absolute
    Masked clientKeyData;             ///< PEM
    Masked token;
    QString tokenFile; ///< absolute; read again for use
    QString username;
    Masked password;
    QString impersonate;
    QStringList impersonateGroups;
    QString impersonateUid;
    QMap<QString, QStringList> impersonateExtra;
    std::optional<ExecPlugin> exec;
    std::optional<AuthProvider> authProvider;

    friend bool operator==(const UserEntry &, const UserEntry &) = default;
};

enum class AuthKind { None, ClientCertificate, Token, TokenFile, Basic, Exec, AuthProvider };

/// One context with all it refers to. `problem` says in a sentence why it cannot be used; then the rest may
/// be empty.
struct KubeContext
{
    QString name;
    QString cluster;
    QString user;
    QString namespaceName; ///< "" when the context names none
    QString file;          ///< the kubeconfig it comes from
    QStringList files;     ///< all that were merged: what kubectl must read to see the same
    bool current = false;
    ClusterEntry clusterEntry;
    UserEntry userEntry;
    QString problem;
    QStringList warnings; ///< sentences about what works, but should be known: no TLS check first, two ways
                          ///< to sign in

    [[nodiscard]] AuthKind authKind() const;
};

/// All contexts of the merged kubeconfig, read as client-go reads it (k8s.io/client-go
/// tools/clientcmd/loader.go@v0.36). Files that cannot be read are in `problems`, one Error each; the others
/// still load. No file is ever written.
struct Kubeconfig
{
    QStringList files; ///< existing files that were read, in order
    QString currentContext;
    QList<KubeContext> contexts; ///< sorted by name
    QList<Error> problems;
    QStringList warnings; ///< sentences about files that were read: others may read or write them, UTF-16

    [[nodiscard]] const KubeContext *find(const QString &context) const;
};

/// The files that count: `explicitPath` alone when given (--kubeconfig), else $KUBECONFIG as a list, else
/// ~/.kube/config.
[[nodiscard]] QStringList kubeconfigFiles(const QString &explicitPath);

/// $KUBECONFIG, before a command that is typed in a person's shell to read these files; nothing where
/// kubectl, helm and chartroom read them by themselves in every shell. What the shell has set is unknown
/// where this program has $KUBECONFIG set itself.
[[nodiscard]] QList<std::pair<QString, QString>> shellKubeconfig(const QStringList &files);

/// Reads and merges. With an explicit path a missing file is a problem, in a list it is skipped.
[[nodiscard]] Kubeconfig loadKubeconfig(const QStringList &files, bool missingIsProblem);

} // namespace chartroom
