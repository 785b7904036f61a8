// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/oci_charts.h"

#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/base/visible_text.h"
#include "core/charts/chart_archive.h"
#include "core/charts/semantic_version.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QtConcurrentRun>

namespace chartroom {

namespace {

constexpr std::chrono::minutes timeout{2};

Error explained(const ChartOrigin &source, const CommandOutput &output)
{
    const QString text = visibleText(QString::fromUtf8(output.err.left(2000)), true, 2000);
    const auto says = [&text](const char *word) {
        return text.contains(QLatin1String(word), Qt::CaseInsensitive);
    };
    if (says("unauthorized") || says("denied") || says("401") || says("403"))
        return {
            Error::Code::Unauthorized,
            OciCharts::tr("The registry does not allow helm to read %1; sign in with “helm registry login”.")
                .arg(source.url),
            text,
            {}};
    if (says("not found") || says("404"))
        return {Error::Code::NotFound,
                OciCharts::tr("The registry does not have that version at %1.").arg(source.url),
                text,
                {}};
    if (says("connection refused") || says("no such host") || says("timeout") ||
        says("network is unreachable"))
        return {Error::Code::Unreachable,
                OciCharts::tr("The registry of %1 cannot be reached.").arg(source.url),
                text,
                {}};
    return {Error::Code::Process, OciCharts::tr("helm could not read %1.").arg(source.url), text, {}};
}

/// Reads the one archive that helm put into a folder.
Result<Chart> readPulled(const QString &folder, const QString &fresh)
{
    const QStringList names = QDir(folder).entryList({QStringLiteral("*.tgz")}, QDir::Files);
    if (names.size() != 1)
        return failure(Error::Code::Process, OciCharts::tr("helm pulled no chart archive."));
    const QString path = QDir(folder).filePath(names.first());
    const Result<QByteArray> bytes = readPlainFile(path, ArchiveLimits().maxPackedBytes);
    if (!bytes)
        return tl::make_unexpected(bytes.error());
    Result<Chart> chart = readChartArchive(*bytes);
    if (chart) {
        if (const Result<void> saved = writePrivateFile(fresh, *bytes); !saved)
            return tl::make_unexpected(saved.error());
    }
    return chart;
}

Result<Chart> readCached(const QString &path)
{
    const Result<QByteArray> bytes = readPlainFile(path, ArchiveLimits().maxPackedBytes);
    Result<Chart> chart = bytes ? readChartArchive(*bytes) : tl::make_unexpected(bytes.error());
    if (chart)
        ChartCache::markUsed(path);
    return chart;
}

} // namespace

OciCharts::OciCharts(HelmSettings settings, ChartCache cache, QString helm, CommandRunner *runner,
                     const Clock *clock, QObject *parent)
    : QObject(parent)
    , m_settings(std::move(settings))
    , m_cache(std::move(cache))
    , m_helm(std::move(helm))
    , m_runner(runner)
    , m_clock(clock)
{}

bool OciCharts::isAddress(const QString &url)
{
    // distribution/reference reference.go: a host, then path parts in lower case
    static const QRegularExpression pattern(
        QStringLiteral("\\Aoci://[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?(/[a-z0-9]+([._-]+[a-z0-9]+)*)+\\z"));
    return url.size() < 500 && pattern.match(url).hasMatch();
}

Result<CommandLine> OciCharts::command(const ChartOrigin &source, QStringList arguments) const
{
    if (!isAddress(source.url))
        return failure(Error::Code::Invalid,
                       tr("%1 is not the address of a chart in an OCI registry.").arg(source.url.left(200)));
    if (m_helm.isEmpty())
        return failure(Error::Code::NotFound,
                       tr("Charts in OCI registries are read with helm, which was not found on PATH."));
    if (Result<void> made = m_cache.makeFolder(); !made)
        return tl::make_unexpected(made.error());
    CommandLine command;
    command.program = m_helm;
    command.arguments = std::move(arguments);
    command.arguments << QStringLiteral("--registry-config") << m_settings.registryConfig
                      << QStringLiteral("--") << source.url;
    // Helm's own cache stays as it is.
    const QString scratch = QDir(m_cache.folder()).filePath(QStringLiteral("helm"));
    command.environment = {
        {QStringLiteral("HELM_CACHE_HOME"), scratch},
        {QStringLiteral("HELM_CONTENT_CACHE"), QDir(scratch).filePath(QStringLiteral("content"))},
        {QStringLiteral("HELM_REPOSITORY_CACHE"), QDir(scratch).filePath(QStringLiteral("repository"))},
        {QStringLiteral("HELM_NO_PLUGINS"), QStringLiteral("1")}};
    command.timeout = timeout;
    return command;
}

void OciCharts::versions(const ChartOrigin &source,
                         const std::function<void(const Result<ChartVersions> &)> &handler)
{
    const Result<CommandLine> show = command(source, {QStringLiteral("show"), QStringLiteral("chart")});
    if (!show)
        return handler(tl::make_unexpected(show.error()));
    onFinished(m_runner->run(*show), this, [this, source, handler](const Result<CommandOutput> &output) {
        if (!output)
            return handler(tl::make_unexpected(output.error()));
        if (output->exitCode != 0)
            return handler(tl::make_unexpected(explained(source, *output)));
        const Result<ChartMetadata> metadata = readChartYaml(output->out);
        if (!metadata)
            return handler(tl::make_unexpected(metadata.error()));
        ChartVersion newest;
        newest.version = metadata->version;
        newest.appVersion = metadata->appVersion;
        newest.kubeVersion = metadata->kubeVersion;
        newest.deprecated = metadata->deprecated;
        ChartVersions versions;
        versions.source = source;
        versions.versions = {newest};
        versions.indexTime = m_clock->now();
        versions.notice = tr("Helm cannot list the versions in an OCI registry; the newest is shown, and you "
                             "can enter any other.");
        handler(versions);
    });
}

void OciCharts::get(const ChartOrigin &source, const QString &version,
                    const std::function<void(const Result<Chart> &)> &handler)
{
    if (!SemanticVersion::read(version))
        return handler(failure(Error::Code::Invalid, tr("“%1” is not a version.").arg(version.left(100))));
    const QString path = m_cache.archivePath(source.url, source.chart, version);
    onFinished(QtConcurrent::run(readCached, path), this,
               [this, source, version, path, handler](const Result<Chart> &chart) {
                   if (chart)
                       handler(chart);
                   else
                       pull(source, version, path, handler);
               });
}

void OciCharts::pull(const ChartOrigin &source, const QString &version, const QString &path,
                     const std::function<void(const Result<Chart> &)> &handler)
{
    const QString folder = m_cache.freshPath();
    const Result<CommandLine> pull = command(source, {QStringLiteral("pull"), QStringLiteral("--version"),
                                                      version, QStringLiteral("--destination"), folder});
    if (!pull)
        return handler(tl::make_unexpected(pull.error()));
    if (const Result<void> made = makePrivateFolder(folder); !made)
        return handler(tl::make_unexpected(made.error()));
    onFinished(m_runner->run(*pull), this,
               [this, source, folder, path, handler](const Result<CommandOutput> &output) {
                   if (!output || output->exitCode != 0) {
                       QDir(folder).removeRecursively();
                       return handler(
                           tl::make_unexpected(output ? explained(source, *output) : output.error()));
                   }
                   auto reading = QtConcurrent::run(readPulled, folder, path);
                   onFinished(reading, this, [folder, handler](const Result<Chart> &chart) {
                       QDir(folder).removeRecursively();
                       handler(chart);
                   });
               });
}

} // namespace chartroom
