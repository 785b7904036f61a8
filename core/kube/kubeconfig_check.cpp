// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/credentials.h"
#include "core/kube/header_value.h"
#include "core/kube/kube_tr.h"
#include "core/kube/kubeconfig_file.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

namespace {

bool canRead(const QString &path)
{
    return QFileInfo(path).isReadable();
}

QStringList referenceProblems(const KubeContext &context, bool hasCluster)
{
    QStringList problems;
    if (context.name.isEmpty())
        problems << KubeTr::tr("The context has no name.");
    if (!hasCluster && context.cluster.isEmpty())
        problems << KubeTr::tr("The context names no cluster.");
    else if (!hasCluster)
        problems << KubeTr::tr("The cluster “%1” that the context names is missing.").arg(context.cluster);
    return problems;
}

QStringList clusterProblems(const ClusterEntry &cluster)
{
    QStringList problems;
    const QString scheme = cluster.url().scheme();
    if (cluster.server.isEmpty())
        problems << KubeTr::tr("The cluster “%1” has no server address.").arg(cluster.name);
    else if (scheme != u"https" && scheme != u"http")
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
    if (cluster.usesTls() && cluster.insecureSkipTlsVerify && (hasFile || hasData))
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

QStringList pluginProblems(const UserEntry &user, bool usesTls)
{
    QStringList problems;
    const ExecPlugin &plugin = *user.exec;
    if (user.authProvider)
        problems << KubeTr::tr("The user “%1” has both an auth-provider and an exec plugin.").arg(user.name);
    if (plugin.command.isEmpty())
        problems << KubeTr::tr("The exec plugin of “%1” names no command.").arg(user.name);
    if (plugin.apiVersion.isEmpty())
        problems << KubeTr::tr("The exec plugin of “%1” names no apiVersion.").arg(user.name);
    else if (usesTls && plugin.apiVersion != u"client.authentication.k8s.io/v1" &&
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
        problems << KubeTr::tr("The exec plugin of “%1” does not set its interactiveMode.").arg(user.name);
    else if (plugin.interactiveMode != u"Never" && plugin.interactiveMode != u"IfAvailable" &&
             plugin.interactiveMode != u"Always")
        problems << KubeTr::tr("The exec plugin of “%1” has the unknown interactiveMode “%2”.")
                        .arg(user.name, plugin.interactiveMode);
    return problems;
}

/// Of an auth-provider that is asked for a token: one kubectl no longer has, one without its settings
/// (k8s.io/client-go plugin/pkg/client/auth/{gcp,azure,oidc}@v0.36).
QStringList authProviderProblems(const UserEntry &user)
{
    const AuthProvider &provider = *user.authProvider;
    if (provider.name == u"gcp")
        return {KubeTr::tr("The user “%1” uses the auth-provider gcp, which kubectl no longer supports. Use "
                           "the exec plugin gke-gcloud-auth-plugin: install it, then run gcloud container "
                           "clusters get-credentials again.")
                    .arg(user.name)};
    if (provider.name == u"azure")
        return {
            KubeTr::tr("The user “%1” uses the auth-provider azure, which kubectl no longer supports. Use "
                       "the exec plugin kubelogin: install it, then run kubelogin convert-kubeconfig.")
                .arg(user.name)};
    if (provider.name != u"oidc")
        return {KubeTr::tr("The user “%1” uses the auth-provider “%2”, which kubectl does not support; use "
                           "an exec plugin instead.")
                    .arg(user.name, provider.name)};
    QStringList problems;
    for (const auto &[key, value] : {std::pair(QStringLiteral("idp-issuer-url"), provider.issuer),
                                     std::pair(QStringLiteral("client-id"), provider.clientId)}) {
        if (value.isEmpty())
            problems << KubeTr::tr("The auth-provider oidc of “%1” has no %2.").arg(user.name, key);
    }
    return problems;
}

/// Whether each text with which the user acts as another one can be sent.
bool canBeActedAs(const UserEntry &user)
{
    QStringList texts = QStringList{user.impersonate, user.impersonateUid} + user.impersonateGroups;
    for (const QStringList &values : user.impersonateExtra)
        texts += values;
    return std::all_of(texts.cbegin(), texts.cend(),
                       [](const QString &text) { return isHeaderValue(text.toUtf8()); });
}

QStringList userProblems(const UserEntry &user, bool usesTls)
{
    QStringList problems = certificateProblems(user);
    const bool basic = !user.username.isEmpty() || !user.password.isEmpty();
    // A token file is looked at only where the user signs in (client-go transport/round_trippers.go@v0.36).
    const bool hasToken =
        !user.token.isEmpty() || (usesTls && !user.tokenFile.isEmpty() && !user.username.isEmpty());
    if (hasToken && basic)
        problems << KubeTr::tr("The user “%1” has both a token and a password; only one is allowed.")
                        .arg(user.name);
    if (user.exec)
        problems << pluginProblems(user, usesTls);
    else if (user.authProvider && usesTls)
        problems << authProviderProblems(user);
    if (!canBeActedAs(user))
        problems << KubeTr::tr("The user “%1” acts as a user, uid, group or extra with a line end or another "
                               "control character, which no request can contain.")
                        .arg(user.name);
    const bool asSomething = !user.impersonateUid.isEmpty() || !user.impersonateGroups.isEmpty() ||
                             !user.impersonateExtra.isEmpty();
    if (asSomething && user.impersonate.isEmpty())
        problems << KubeTr::tr("The user “%1” acts with a group or uid without acting as a user (as).")
                        .arg(user.name);
    return problems;
}

QStringList serverWarnings(const ClusterEntry &cluster)
{
    QStringList warnings;
    if (cluster.url().scheme() == u"http")
        warnings << KubeTr::tr("The server is reached without TLS, so no credentials are sent to it.");
    if (!warnings.isEmpty() && !cluster.server.startsWith(QStringLiteral("http://"), Qt::CaseInsensitive))
        warnings << KubeTr::tr(
                        "The server address has no scheme; like kubectl, Chartroom uses %1. For TLS, set "
                        "its scheme to https.")
                        .arg(cluster.url().toString(QUrl::RemoveUserInfo));
    if (!cluster.url().userInfo().isEmpty())
        warnings << KubeTr::tr(
            "The user name and password in the server address are not used; set username and "
            "password of the user instead.");
    return warnings;
}

/// When the client certificate expired; null when it did not, or there is none.
QDateTime expiredEnd(const UserEntry &user)
{
    constexpr qint64 mostBytes = 1024 * 1024;
    const QByteArray pem = user.clientCertificateData.isEmpty() && !user.clientCertificateFile.isEmpty()
                               ? readRegularFile(user.clientCertificateFile, mostBytes).value_or(QByteArray())
                               : user.clientCertificateData;
    const QDateTime end = pem.isEmpty() ? QDateTime() : certificateEnd(pem);
    return end < QDateTime::currentDateTimeUtc() ? end : QDateTime();
}

} // namespace

QString usabilityProblem(const KubeContext &context, bool hasCluster, bool hasUser)
{
    QStringList problems = referenceProblems(context, hasCluster);
    if (hasCluster)
        problems << clusterProblems(context.clusterEntry);
    if (hasUser)
        problems << userProblems(context.userEntry, context.clusterEntry.usesTls());
    return problems.join(u' ');
}

QStringList usabilityWarnings(const KubeContext &context, bool hasUser)
{
    QStringList warnings;
    const UserEntry &user = context.userEntry;
    if (context.clusterEntry.insecureSkipTlsVerify)
        warnings << KubeTr::tr("The server's certificate is not verified (insecure-skip-tls-verify): anyone "
                               "on the network path can read and change all traffic.");
    warnings += serverWarnings(context.clusterEntry);
    if (!hasUser && context.user.isEmpty())
        warnings << KubeTr::tr("The context names no user, so no credentials are sent.");
    else if (!hasUser)
        warnings << KubeTr::tr("The user “%1” that the context names is missing, so no credentials are sent.")
                        .arg(context.user);
    if (const QDateTime end = expiredEnd(user); context.clusterEntry.usesTls() && end.isValid())
        warnings << KubeTr::tr("The client certificate of “%1” expired on %2; the server may not accept it.")
                        .arg(user.name, end.toString(Qt::ISODate));
    if (!user.password.isEmpty() && user.username.isEmpty()) // HasBasicAuth of client-go asks for the name
        warnings << KubeTr::tr("The password of “%1” is not used, as it has no username.").arg(user.name);
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
