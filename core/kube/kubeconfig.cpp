// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/kubeconfig.h"

#include "core/kube/kubeconfig_file.h"

#include <QDir>

namespace chartroom {

namespace {

/// Entries of the earlier file stay whole; a later one adds only names that are new.
template<typename Entry>
void mergeNew(QMap<QString, Entry> &into, const QMap<QString, Entry> &from)
{
    for (auto entry = from.cbegin(); entry != from.cend(); ++entry) {
        if (!into.contains(entry.key()))
            into.insert(entry.key(), entry.value());
    }
}

KubeContext contextOf(const QString &name, const KubeconfigFile &merged)
{
    const KubeconfigFile::Context &entry = *merged.contexts.constFind(name);
    KubeContext context;
    context.name = name;
    context.cluster = entry.cluster;
    context.user = entry.user;
    context.namespaceName = entry.namespaceName;
    context.file = entry.file;
    context.current = name == merged.currentContext;
    context.clusterEntry = merged.clusters.value(entry.cluster);
    context.userEntry = merged.users.value(entry.user);
    context.problem =
        usabilityProblem(context, merged.clusters.contains(entry.cluster), merged.users.contains(entry.user));
    context.warnings = usabilityWarnings(context, merged.users.contains(entry.user));
    return context;
}

} // namespace

QString ClusterEntry::hostAndPort() const
{
    const QUrl url(server);
    if (url.host().isEmpty())
        return server;
    const QString host =
        url.host().contains(u':') ? QStringLiteral("[%1]").arg(url.host()) : url.host(); // IPv6
    return url.port() < 0 ? host : QStringLiteral("%1:%2").arg(host).arg(url.port());
}

QUrl ClusterEntry::url() const
{
    // For url.ParseRequestURI, which client-go reads it by, # is a character like others.
    const QString address = QString(server).replace(u'#', QStringLiteral("%23"));
    const QUrl written(address, QUrl::StrictMode);
    if (written.isValid() && !written.scheme().isEmpty() && !written.host().isEmpty())
        return written;
    const QUrl completed(QStringLiteral("http://") + address, QUrl::StrictMode);
    const bool hasPath = !completed.path().isEmpty() && completed.path() != u"/";
    return hasPath || !completed.isValid() || completed.host().isEmpty() ? QUrl() : completed;
}

bool ClusterEntry::usesTls() const
{
    return url().scheme() == u"https";
}

AuthKind KubeContext::authKind() const
{
    if (!userEntry.tokenFile.isEmpty())
        return AuthKind::TokenFile;
    if (!userEntry.token.isEmpty())
        return AuthKind::Token;
    if (!userEntry.username.isEmpty()) // HasBasicAuth of client-go transport/config.go@v0.36
        return AuthKind::Basic;
    if (!userEntry.clientCertificateFile.isEmpty() || !userEntry.clientCertificateData.isEmpty())
        return AuthKind::ClientCertificate;
    if (userEntry.exec)
        return AuthKind::Exec;
    return userEntry.authProvider ? AuthKind::AuthProvider : AuthKind::None;
}

const KubeContext *Kubeconfig::find(const QString &context) const
{
    for (const KubeContext &candidate : contexts) {
        if (candidate.name == context)
            return &candidate;
    }
    return nullptr;
}

QStringList kubeconfigFiles(const QString &explicitPath)
{
    if (!explicitPath.isEmpty())
        return {explicitPath};
    const QString variable = qEnvironmentVariable("KUBECONFIG");
    if (variable.isEmpty())
        return {QDir::home().filePath(QStringLiteral(".kube/config"))};
    QStringList files = variable.split(u':', Qt::SkipEmptyParts);
    files.removeDuplicates();
    return files;
}

QList<std::pair<QString, QString>> shellKubeconfig(const QStringList &files)
{
    const bool isUsual = qEnvironmentVariableIsEmpty("KUBECONFIG") && files == kubeconfigFiles({});
    if (files.isEmpty() || isUsual)
        return {};
    return {{QStringLiteral("KUBECONFIG"), files.join(QDir::listSeparator())}};
}

Kubeconfig loadKubeconfig(const QStringList &files, bool missingIsProblem)
{
    Kubeconfig result;
    KubeconfigFile merged;
    for (const QString &path : files) {
        const auto file = readKubeconfigFile(path);
        if (!file && file.error().code == Error::Code::NotFound && !missingIsProblem)
            continue;
        if (!file) {
            result.problems.append(file.error());
            continue;
        }
        result.files.append(path);
        result.warnings += file->warnings;
        mergeNew(merged.clusters, file->clusters);
        mergeNew(merged.users, file->users);
        mergeNew(merged.contexts, file->contexts);
        if (merged.currentContext.isEmpty())
            merged.currentContext = file->currentContext;
    }
    result.currentContext = merged.currentContext;
    const QStringList names = merged.contexts.keys();
    for (const QString &name : names)
        result.contexts.append(contextOf(name, merged));
    for (KubeContext &context : result.contexts)
        context.files = result.files;
    return result;
}

} // namespace chartroom
