// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/repository_index.h"

#include "core/base/document.h"
#include "core/charts/chart_metadata.h"
#include "core/charts/charts_tr.h"
#include "core/charts/index_scanner.h"
#include "core/charts/semantic_version.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <memory>

namespace chartroom {

namespace {

constexpr qsizetype blockBytes = 256 * 1024;

QString sha256(const QString &digest)
{
    static const QRegularExpression hex(QStringLiteral("\\A[0-9a-f]{64}\\z"));
    QString text = digest.toLower();
    if (text.startsWith(u"sha256:"))
        text.remove(0, 7);
    return hex.match(text).hasMatch() ? text : QString();
}

/// Nothing for what Helm leaves out.
std::optional<IndexEntry> indexEntry(const Value &version)
{
    Result<ChartMetadata> metadata = readChartMetadata(version);
    if (!metadata)
        return std::nullopt;
    IndexEntry entry;
    entry.metadata = *std::move(metadata);
    entry.metadata.dependencies.clear();
    entry.metadata.annotations.clear();
    const Value::Map &fields = version.map();
    const Value urls = fields.value(QStringLiteral("urls"));
    for (const Value &url : urls.list())
        entry.urls.append(url.toString());
    entry.digest = sha256(fields.value(QStringLiteral("digest")).toString());
    entry.created =
        QDateTime::fromString(fields.value(QStringLiteral("created")).toString(), Qt::ISODateWithMs).toUTC();
    return entry;
}

/// Collects versions into an index.
class Collector
{
public:
    explicit Collector(const IndexLimits &limits)
        : m_limits(limits)
    {}

    Result<void> take(const QString &chart, const Result<Value> &version)
    {
        auto entry = version ? indexEntry(*version) : std::nullopt;
        if (!entry) {
            ++m_index.unusable;
            return {};
        }
        if (++m_versions > m_limits.maxVersions)
            return failure(Error::Code::TooLarge,
                           ChartsTr::tr("The index lists more than %1 versions.").arg(m_limits.maxVersions));
        m_index.charts[chart].append(*std::move(entry));
        return {};
    }

    RepositoryIndex finished(int tooLarge)
    {
        m_index.unusable += tooLarge;
        for (QList<IndexEntry> &entries : m_index.charts) {
            std::stable_sort(entries.begin(), entries.end(), [](const IndexEntry &a, const IndexEntry &b) {
                return std::is_gt(compareVersions(a.metadata.version, b.metadata.version));
            });
        }
        return std::move(m_index);
    }

private:
    const IndexLimits &m_limits;
    RepositoryIndex m_index;
    int m_versions = 0;
};

Result<Value> firstOfList(const QByteArray &yaml, const IndexLimits &limits)
{
    YamlLimits yamlLimits;
    yamlLimits.maxBytes = limits.maxVersionBytes;
    const Result<Value> list = readYaml(yaml, yamlLimits);
    if (!list)
        return list;
    return list->list().value(0);
}

std::unique_ptr<IndexScanner> scannerFor(QByteArrayView start, const QSet<QString> &charts,
                                         const IndexLimits &limits, Collector &collector)
{
    if (start.startsWith("\xef\xbb\xbf"))
        start = start.sliced(3);
    if (start.trimmed().startsWith('{'))
        return std::make_unique<IndexObjects>(charts, limits.maxVersionBytes,
                                              [&collector](const QString &chart, const QByteArray &json) {
                                                  return collector.take(chart, readJson(json));
                                              });
    return std::make_unique<IndexLines>(charts, limits.maxVersionBytes,
                                        [&collector, &limits](const QString &chart, const QByteArray &yaml) {
                                            return collector.take(chart, firstOfList(yaml, limits));
                                        });
}

} // namespace

Result<RepositoryIndex> readRepositoryIndex(QIODevice &index, const QSet<QString> &charts,
                                            const IndexLimits &limits)
{
    Collector collector(limits);
    QByteArray block(blockBytes, Qt::Uninitialized);
    std::unique_ptr<IndexScanner> scanner;
    for (qint64 total = 0;;) {
        const qint64 size = index.read(block.data(), block.size());
        if (size < 0)
            return failure(Error::Code::File,
                           ChartsTr::tr("The index could not be read: %1.").arg(index.errorString()));
        total += size;
        if (total > limits.maxBytes)
            return failure(Error::Code::TooLarge,
                           ChartsTr::tr("The index is larger than %1 MiB and was not read.")
                               .arg(limits.maxBytes / (1024 * 1024)));
        QByteArrayView text(block.constData(), size);
        if (!scanner)
            scanner = scannerFor(text, charts, limits, collector);
        if (size == 0)
            break;
        if (const Result<void> taken = scanner->take(text); !taken)
            return tl::make_unexpected(taken.error());
    }
    if (const Result<void> finished = scanner->finish(); !finished)
        return tl::make_unexpected(finished.error());
    return collector.finished(scanner->tooLarge());
}

Result<RepositoryIndex> readRepositoryIndex(const QString &path, const QSet<QString> &charts,
                                            const IndexLimits &limits)
{
    const QFileInfo info(path);
    if (!info.exists())
        return failure(Error::Code::NotFound, ChartsTr::tr("%1 does not exist.").arg(path));
    QFile file(path);
    if (!info.isFile() || !file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return failure(Error::Code::File,
                       ChartsTr::tr("%1 could not be read: %2.").arg(path, file.errorString()));
    return readRepositoryIndex(file, charts, limits);
}

} // namespace chartroom
