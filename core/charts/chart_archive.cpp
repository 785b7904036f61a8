// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/chart_archive.h"

#include "core/base/document.h"
#include "core/base/gzip.h"
#include "core/charts/chart_metadata.h"
#include "core/charts/charts_tr.h"
#include "core/charts/tar_archive.h"
#include "core/helm/values_file.h"

#include <QCryptographicHash>
#include <QDir>
#include <QRegularExpression>

#include <vector>

namespace chartroom {

namespace {

tl::unexpected<Error> invalid(const QString &message)
{
    return failure(Error::Code::Invalid, message);
}

/// An error of a file, or a sub-chart, with the name of what could not be read in front.
tl::unexpected<Error> inside(const QString &what, const Error &error)
{
    return failure(error.code, ChartsTr::tr("%1: %2").arg(what, error.message), error.detail);
}

YamlLimits yamlLimits(qsizetype maxBytes)
{
    YamlLimits limits;
    limits.maxBytes = maxBytes;
    return limits;
}

/// The path below the chart's own folder, which is the archive's first (LoadArchiveFiles).
Result<QString> innerPath(QString path)
{
    static const QRegularExpression drive(QStringLiteral("\\A[a-zA-Z]:/"));
    const QString shown = path.left(200);
    path.replace(u'\\', u'/');
    const qsizetype slash = path.indexOf(u'/');
    if (slash < 0 && path == u"Chart.yaml")
        return invalid(ChartsTr::tr("This is not a chart archive: Chart.yaml is not in a folder."));
    const QString inner = slash < 0 ? QString() : path.mid(slash + 1);
    if (slash == 0 || inner.startsWith(u'/') || drive.match(path).hasMatch() || drive.match(inner).hasMatch())
        return invalid(
            ChartsTr::tr("The archive contains the absolute path “%1”; such an archive is not unpacked.")
                .arg(shown));
    if (path.split(u'/').contains(QStringLiteral("..")))
        return invalid(
            ChartsTr::tr(
                "The archive contains a path outside of the chart, “%1”; such an archive is not unpacked.")
                .arg(shown));
    const QString clean = QDir::cleanPath(inner);
    if (clean.isEmpty() || clean == u".")
        return invalid(
            ChartsTr::tr(
                "The archive contains “%1” outside of the chart's folder; such an archive is not unpacked.")
                .arg(shown));
    return clean;
}

bool isReadme(const QString &path)
{
    const QString lower = path.toLower();
    return lower == u"readme.md" || lower == u"readme.txt" || lower == u"readme";
}

bool isCrd(const QString &path)
{
    return path.startsWith(u"crds/") &&
           (path.endsWith(u".yaml") || path.endsWith(u".yml") || path.endsWith(u".json"));
}

/// One reading of an archive: what is left of the caps, shared by all its sub-charts.
class ArchiveReader
{
public:
    explicit ArchiveReader(const ArchiveLimits &limits)
        : m_limits(limits)
        , m_bytesLeft(limits.maxUnpackedBytes)
        , m_filesLeft(limits.maxFiles)
    {}

    Result<Chart> readPacked(QByteArrayView tgz, int depth)
    {
        if (!isGzip(tgz))
            return failure(Error::Code::Damaged,
                           ChartsTr::tr("This is not a chart archive: it is not compressed with gzip."));
        QByteArray tar;
        if (const Gunzipped done = gunzip(tgz, m_bytesLeft, tar); done.end != GzipEnd::Whole)
            return explained(done);
        m_bytesLeft -= tar.size();
        const Result<QList<TarFile>> files = readTar(tar, m_filesLeft);
        if (!files)
            return tl::make_unexpected(files.error());
        m_filesLeft -= int(files->size());
        if (files->isEmpty())
            return failure(Error::Code::Damaged, ChartsTr::tr("The archive contains no file."));
        Files inner;
        for (const TarFile &file : *files) {
            const Result<QString> path = innerPath(file.path);
            if (!path)
                return tl::make_unexpected(path.error());
            QByteArrayView content = file.content;
            if (content.startsWith("\xef\xbb\xbf"))
                content = content.sliced(3);
            inner.push_back({*path, content});
        }
        return readFiles(inner, depth);
    }

private:
    using Files = std::vector<TarFile>;

    [[nodiscard]] tl::unexpected<Error> explained(const Gunzipped &done) const
    {
        if (done.end == GzipEnd::TooLong)
            return failure(Error::Code::TooLarge,
                           ChartsTr::tr("The chart unpacks to more than %1 MiB; it was not read.")
                               .arg(m_limits.maxUnpackedBytes / (1024 * 1024)));
        return failure(Error::Code::Damaged,
                       ChartsTr::tr("The chart archive is damaged or truncated; download it again."),
                       done.detail);
    }

    Result<Chart> readFiles(const Files &files, int depth)
    {
        Chart chart;
        if (const Result<void> read = readMetadata(files, chart); !read)
            return tl::make_unexpected(read.error());
        chart.values = Value(Value::Map{});
        std::vector<std::pair<QString, Files>> subCharts;
        for (const TarFile &file : files) {
            if (file.path.startsWith(u"charts/")) {
                addToSubChart(subCharts, file);
            } else if (const Result<void> kept = keep(file, chart); !kept) {
                return tl::make_unexpected(kept.error());
            }
        }
        if (chart.changes.isEmpty())
            chart.changes =
                chart.metadata.annotations.value(QStringLiteral("artifacthub.io/changes")).toUtf8();
        for (const auto &[name, inner] : subCharts) {
            Result<Chart> subChart = readSubChart(name, inner, depth + 1);
            if (!subChart)
                return inside(ChartsTr::tr("In the sub-chart %1").arg(name.left(100)), subChart.error());
            chart.dependencies.append(*std::move(subChart));
        }
        return chart;
    }

    Result<void> readMetadata(const Files &files, Chart &chart)
    {
        Value document;
        for (const TarFile &file : files) {
            if (file.path != u"Chart.yaml" && file.path != u"requirements.yaml")
                continue;
            const Result<Value> read = readYaml(file.content, yamlLimits(m_limits.maxYamlBytes));
            if (!read)
                return inside(file.path, read.error());
            document = Value(withFieldsOf(document.map(), *read, file.path == u"Chart.yaml"));
        }
        if (document.map().isEmpty())
            return invalid(ChartsTr::tr("This is not a chart archive: Chart.yaml is missing."));
        Result<ChartMetadata> metadata = readChartMetadata(document);
        if (!metadata)
            return tl::make_unexpected(metadata.error());
        chart.metadata = *std::move(metadata);
        return {};
    }

    /// requirements.yaml, of charts made for Helm 2, has the last word on dependencies.
    static Value::Map withFieldsOf(Value::Map document, const Value &file, bool isChartYaml)
    {
        const QString dependencies = QStringLiteral("dependencies");
        const Value::Map &fields = file.map();
        for (auto field = fields.cbegin(); field != fields.cend(); ++field) {
            if (isChartYaml ? field.key() != dependencies || !document.contains(dependencies)
                            : field.key() == dependencies)
                document.insert(field.key(), *field);
        }
        return document;
    }

    Result<void> keep(const TarFile &file, Chart &chart)
    {
        if (file.path == u"values.yaml")
            return readValues(file.content, chart);
        if (file.path == u"values.schema.json")
            chart.schema = file.content.toByteArray();
        else if (isCrd(file.path))
            chart.crds.append({file.path, file.content.toByteArray()});
        else if (chart.readme.isEmpty() && isReadme(file.path))
            chart.readme = file.content.toByteArray();
        else if (file.path.compare(u"CHANGELOG.md", Qt::CaseInsensitive) == 0)
            chart.changes = file.content.toByteArray();
        return {};
    }

    Result<void> readValues(QByteArrayView text, Chart &chart)
    {
        const QString name = QStringLiteral("values.yaml");
        const YamlLimits limits = yamlLimits(m_limits.maxYamlBytes);
        const Result<Value> first = readValuesFile(text, 3, limits);
        if (!first)
            return inside(name, first.error());
        const Result<Value> all = readValuesFile(text, 4, limits);
        chart.valuesText = text.toByteArray();
        chart.values = all.value_or(*first);
        if (!all)
            chart.laterProblem = inside(name, all.error()).value();
        else if (*first != *all)
            chart.firstValues = *first;
        return {};
    }

    static void addToSubChart(std::vector<std::pair<QString, Files>> &subCharts, const TarFile &file)
    {
        const QString inner = file.path.mid(qsizetype(qstrlen("charts/")));
        const QString name = inner.section(u'/', 0, 0);
        if (name.startsWith(u'_') || name.startsWith(u'.') || inner.endsWith(u".prov"))
            return;
        auto known = std::find_if(subCharts.begin(), subCharts.end(),
                                  [&name](const auto &subChart) { return subChart.first == name; });
        if (known == subCharts.end())
            known = subCharts.insert(subCharts.end(), {name, {}});
        known->second.push_back({inner, file.content});
    }

    Result<Chart> readSubChart(const QString &name, const Files &files, int depth)
    {
        if (depth > m_limits.maxChartDepth)
            return failure(
                Error::Code::TooLarge,
                ChartsTr::tr("Charts are nested deeper than %1 levels.").arg(m_limits.maxChartDepth));
        if (name.endsWith(u".tgz")) {
            if (files.front().path != name)
                return invalid(ChartsTr::tr("A folder has the name of an archive."));
            return readPacked(files.front().content, depth);
        }
        Files inner;
        for (const TarFile &file : files) {
            if (const qsizetype slash = file.path.indexOf(u'/'); slash >= 0)
                inner.push_back({file.path.mid(slash + 1), file.content});
        }
        return readFiles(inner, depth);
    }

    const ArchiveLimits &m_limits;
    qsizetype m_bytesLeft;
    int m_filesLeft;
};

/// A chart that cannot be used is no input of the person's, whatever is wrong with it.
template<typename T>
Result<T> orDamaged(Result<T> read)
{
    if (!read && read.error().code == Error::Code::Invalid)
        read.error().code = Error::Code::Damaged;
    return read;
}

} // namespace

Result<Chart> readChartArchive(QByteArrayView tgz, const ArchiveLimits &limits)
{
    if (tgz.size() > limits.maxPackedBytes)
        return failure(Error::Code::TooLarge,
                       ChartsTr::tr("The chart archive is larger than %1 MiB; it was not read.")
                           .arg(limits.maxPackedBytes / (1024 * 1024)));
    Result<Chart> chart = orDamaged(ArchiveReader(limits).readPacked(tgz, 0));
    if (chart) {
        QCryptographicHash hash(QCryptographicHash::Sha256);
        hash.addData(tgz);
        chart->digest = QString::fromLatin1(hash.result().toHex());
    }
    return chart;
}

Result<ChartMetadata> readChartYaml(QByteArrayView text)
{
    const Result<Value> document = readYaml(text, yamlLimits(ArchiveLimits().maxYamlBytes));
    if (!document)
        return orDamaged<ChartMetadata>(inside(QStringLiteral("Chart.yaml"), document.error()));
    return orDamaged(readChartMetadata(*document));
}

} // namespace chartroom
