// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/kube_tr.h"
#include "core/kube/kubeconfig_file.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QUrl>

namespace chartroom {

namespace {

bool canRead(const QString &path)
{
    return QFileInfo(path).isReadable();
}

QStringList referenceProblems(const KubeContext &context, bool hasCluster, bool hasUser)
{
    QStringList problems;
    if (context.name.isEmpty())
        problems << KubeTr::tr("The context has no name.");
    if (context.cluster.isEmpty())
        problems << KubeTr::tr("The context names no cluster.");
    else if (!hasCluster)
        problems << KubeTr::tr("The cluster “%1” that the context names is missing.").arg(context.cluster);
    if (context.user.isEmpty())
        problems << KubeTr::tr("The context names no user.");
    else if (!hasUser)
        problems << KubeTr::tr("The user “%1” that the context names is missing.").arg(context.user);
    return problems;
}

QStringList clusterProblems(const ClusterEntry &cluster)
{
    QStringList problems;
    const QUrl server(cluster.server.contains(QStringLiteral("://"))
                          ? cluster.server
                          : QStringLiteral("https://") + cluster.server);
    if (cluster.server.isEmpty())
        problems << KubeTr::tr("The cluster “%1” has no server address.").arg(cluster.name);
    else if (!server.isValid() || server.host().isEmpty() ||
             (server.scheme() != u"https" && server.scheme() != u"http"))
        problems << KubeTr::tr("“%1” is not the address of a server.").arg(cluster.server);
    const QString proxyScheme = QUrl(cluster.proxyUrl).scheme();
    if (!cluster.proxyUrl.isEmpty() && proxyScheme != u"http" && proxyScheme != u"https" &&
        proxyScheme != u"socks5")
        problems << KubeTr::tr("The proxy-url “%1” is not an http, https or socks5 address.")
                        .arg(cluster.proxyUrl);
    const bool hasFile = !cluster.certificateAuthorityFile.isEmpty();
    const bool hasData = !cluster.certificateAuthorityData.isEmpty();
    if (hasFile && hasData)
        problems << KubeTr::tr(
                        "The cluster “%1” has both certificate-authority and certificate-authority-data; "
                        "only one is allowed.")
                        .arg(cluster.name);
    if (hasFile && !canRead(cluster.certificateAuthorityFile))
        problems << KubeTr::tr("The certificate authority %1 cannot be read.")
                        .arg(cluster.certificateAuthorityFile);
    if (cluster.insecureSkipTlsVerify && (hasFile || hasData))
        problems << KubeTr::tr("The cluster “%1” has a certificate authority and insecure-skip-tls-verify; "
                               "only one is allowed.")
                        .arg(cluster.name);
    return problems;
}

QStringList certificateProblems(const UserEntry &user)
{
    const bool file = !user.clientCertificateFile.isEmpty();
    const bool data = !user.clientCertificateData.isEmpty();
    if (!file && !data)
        return {};
    QStringList problems;
    const bool keyFile = !user.clientKeyFile.isEmpty();
    const bool keyData = !user.clientKeyData.isEmpty();
    if (file && data)
        problems << KubeTr::tr(
                        "The user “%1” has both client-certificate and client-certificate-data; only one is "
                        "allowed.")
                        .arg(user.name);
    if (keyFile && keyData)
        problems << KubeTr::tr("The user “%1” has both client-key and client-key-data; only one is allowed.")
                        .arg(user.name);
    if (!keyFile && !keyData)
        problems << KubeTr::tr("The user “%1” has a client certificate without its key.").arg(user.name);
    if (file && !canRead(user.clientCertificateFile))
        problems << KubeTr::tr("The client certificate %1 cannot be read.").arg(user.clientCertificateFile);
    if (keyFile && !canRead(user.clientKeyFile))
        problems << KubeTr::tr("The client key %1 cannot be read.").arg(user.clientKeyFile);
    return problems;
}

QStringList pluginProblems(const UserEntry &user)
{
    QStringList problems;
    const ExecPlugin &plugin = *user.exec;
    if (user.authProvider)
        problems << KubeTr::tr("The user “%1” has both an auth-provider and an exec plugin.").arg(user.name);
    if (plugin.command.isEmpty())
        problems << KubeTr::tr("The exec plugin of “%1” names no command.").arg(user.name);
    if (plugin.apiVersion.isEmpty())
        problems << KubeTr::tr("The exec plugin of “%1” names no apiVersion.").arg(user.name);
    else if (plugin.apiVersion != u"client.authentication.k8s.io/v1" &&
             plugin.apiVersion != u"client.authentication.k8s.io/v1beta1")
        problems << KubeTr::tr("The exec plugin of “%1” uses the API version %2; only "
                               "client.authentication.k8s.io/v1 and "
                               "v1beta1 are supported.")
                        .arg(user.name, plugin.apiVersion);
    for (const auto &[name, value] : plugin.environment) {
        if (name.isEmpty())
            problems << KubeTr::tr("The exec plugin of “%1” sets a variable without a name.").arg(user.name);
    }
    if (plugin.interactiveMode.isEmpty())
        problems << KubeTr::tr("The exec plugin of “%1” does not say its interactiveMode.").arg(user.name);
    else if (plugin.interactiveMode != u"Never" && plugin.interactiveMode != u"IfAvailable" &&
             plugin.interactiveMode != u"Always")
        problems << KubeTr::tr("The exec plugin of “%1” has the unknown interactiveMode “%2”.")
                        .arg(user.name, plugin.interactiveMode);
    return problems;
}

QStringList userProblems(const UserEntry &user)
{
    QStringList problems = certificateProblems(user);
    const bool basic = !user.username.isEmpty() || !user.password.isEmpty();
    if (!user.token.isEmpty() && basic)
        problems << KubeTr::tr("The user “%1” has both a token and a password; only one is allowed.")
                        .arg(user.name);
    if (user.exec)
        problems << pluginProblems(user);
    else if (user.authProvider)
        problems
            << KubeTr::tr(
                   "The user “%1” signs in by an auth-provider, which Kubernetes has given up; use an exec "
                   "credential plugin instead.")
                   .arg(user.name);
    const bool asSomething = !user.impersonateUid.isEmpty() || !user.impersonateGroups.isEmpty() ||
                             !user.impersonateExtra.isEmpty();
    if (asSomething && user.impersonate.isEmpty())
        problems << KubeTr::tr("The user “%1” acts with a group or uid without acting as a user (as).")
                        .arg(user.name);
    return problems;
}

} // namespace

QString usabilityProblem(const KubeContext &context, bool hasCluster, bool hasUser)
{
    QStringList problems = referenceProblems(context, hasCluster, hasUser);
    if (hasCluster)
        problems << clusterProblems(context.clusterEntry);
    if (hasUser)
        problems << userProblems(context.userEntry);
    return problems.join(u' ');
}

QStringList usabilityWarnings(const KubeContext &context)
{
    QStringList warnings;
    const UserEntry &user = context.userEntry;
    if (context.clusterEntry.insecureSkipTlsVerify)
        warnings << KubeTr::tr(
            "The server's certificate is not checked (insecure-skip-tls-verify): anyone on the way can "
            "read and change everything.");
    if (context.clusterEntry.server.startsWith(QStringLiteral("http://")))
        warnings << KubeTr::tr("The server is reached without TLS, so no credentials are sent to it.");
    const AuthKind kind = context.authKind();
    if (user.exec && kind != AuthKind::Exec)
        warnings
            << KubeTr::tr(
                   "The user “%1” has an exec plugin and another way to sign in; the plugin is not used, as "
                   "with kubectl.")
                   .arg(user.name);
    static const QRegularExpression label(QStringLiteral("\\A[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?\\z"));
    if (!context.namespaceName.isEmpty() && !label.match(context.namespaceName).hasMatch())
        warnings << KubeTr::tr("The namespace “%1” is not a valid name, so nothing can be in it.")
                        .arg(context.namespaceName);
    if (!user.impersonate.isEmpty())
        warnings << KubeTr::tr("The user “%1” acts as “%2”.").arg(user.name, user.impersonate);
    return warnings;
}

} // namespace chartroom
