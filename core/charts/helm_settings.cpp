// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/helm_settings.h"

#include "core/base/document.h"
#include "core/base/private_file.h"
#include "core/charts/charts_tr.h"

#include <QDir>
#include <QRegularExpression>
#include <QUrl>

namespace chartroom {

namespace {

constexpr qint64 maxSettingsBytes = 4 * 1024 * 1024;

/// A path of helmpath: the Helm variable, else the XDG one and "helm", else the default below the home
/// folder.
QString helmPath(const QProcessEnvironment &environment, const QString &helmVariable,
                 const QString &xdgVariable, const QString &home, const QString &element)
{
    QString base = environment.value(helmVariable);
    if (base.isEmpty()) {
        base = environment.value(xdgVariable);
        if (base.isEmpty())
            base = environment.value(QStringLiteral("HOME")) + home;
        base += QStringLiteral("/helm");
    }
    return QDir::cleanPath(base + u'/' + element);
}

/// Go's LookupEnv: a variable that is set and empty counts.
QString variableOr(const QProcessEnvironment &environment, const QString &name, const QString &other)
{
    return environment.contains(name) ? environment.value(name) : other;
}

QString text(const Value::Map &entry, const char *key)
{
    const Value value = entry.value(QLatin1String(key));
    return value.isNull() ? QString() : value.scalarText();
}

HelmRepository repository(const Value::Map &entry)
{
    HelmRepository repository;
    repository.name = text(entry, "name");
    QUrl url(text(entry, "url"));
    repository.username = text(entry, "username");
    QString password = text(entry, "password");
    if (repository.username.isEmpty() && !url.userName().isEmpty()) {
        repository.username = url.userName(QUrl::FullyDecoded);
        password = url.password(QUrl::FullyDecoded);
    }
    url.setUserInfo({});
    repository.url = url.toString(QUrl::FullyEncoded);
    repository.password = Masked(password.toUtf8());
    repository.certFile = text(entry, "certFile");
    repository.keyFile = text(entry, "keyFile");
    repository.caFile = text(entry, "caFile");
    repository.skipsTlsVerify = entry.value(QStringLiteral("insecure_skip_tls_verify")).toBool();
    repository.passesCredentialsAll = entry.value(QStringLiteral("pass_credentials_all")).toBool();
    return repository;
}

/// Helm refuses a / in a name; the others would leave the cache folder or not be one file name.
bool isFileName(const QString &name)
{
    static const QRegularExpression pattern(QStringLiteral("\\A[^/\\x00-\\x1f\\x7f]{1,200}\\z"));
    return name != u"." && name != u".." && pattern.match(name).hasMatch();
}

} // namespace

QString HelmSettings::cachedIndex(const QString &repository) const
{
    return QDir(repositoryCache).filePath(repository + QStringLiteral("-index.yaml"));
}

HelmSettings helmSettings(const QProcessEnvironment &environment)
{
    const auto config = [&](const QString &element) {
        return helmPath(environment, QStringLiteral("HELM_CONFIG_HOME"), QStringLiteral("XDG_CONFIG_HOME"),
                        QStringLiteral("/.config"), element);
    };
    HelmSettings settings;
    settings.repositoryConfig = variableOr(environment, QStringLiteral("HELM_REPOSITORY_CONFIG"),
                                           config(QStringLiteral("repositories.yaml")));
    settings.registryConfig = variableOr(environment, QStringLiteral("HELM_REGISTRY_CONFIG"),
                                         config(QStringLiteral("registry/config.json")));
    settings.repositoryCache =
        variableOr(environment, QStringLiteral("HELM_REPOSITORY_CACHE"),
                   helmPath(environment, QStringLiteral("HELM_CACHE_HOME"), QStringLiteral("XDG_CACHE_HOME"),
                            QStringLiteral("/.cache"), QStringLiteral("repository")));
    return settings;
}

Result<QList<HelmRepository>> readRepositories(const QString &path)
{
    const Result<QByteArray> bytes = readPlainFile(path, maxSettingsBytes);
    if (!bytes && bytes.error().code == Error::Code::NotFound)
        return QList<HelmRepository>{};
    if (!bytes)
        return tl::make_unexpected(bytes.error());
    const Result<Value> file = readYaml(*bytes);
    if (!file)
        return failure(Error::Code::Damaged,
                       ChartsTr::tr("Helm's list of repositories, %1, cannot be read: %2.")
                           .arg(path, file.error().message));
    QList<HelmRepository> repositories;
    const Value list = file->at({QStringLiteral("repositories")});
    for (const Value &entry : list.list()) {
        HelmRepository read = repository(entry.map());
        if (!isFileName(read.name) || read.url.isEmpty())
            return failure(
                Error::Code::Damaged,
                ChartsTr::tr("Helm's list of repositories, %1, has an entry without a usable name and "
                             "URL; “helm repo list” shows them.")
                    .arg(path));
        repositories.append(std::move(read));
    }
    return repositories;
}

} // namespace chartroom
