// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/chart_cache.h"

#include "core/base/document.h"
#include "core/base/moments.h"
#include "core/base/private_file.h"
#include "core/charts/charts_tr.h"
#include "core/secrets/masked_text.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace chartroom {

namespace {

constexpr qint64 maxNoteBytes = 64 * 1024;

QString hashed(const QStringList &parts)
{
    const QByteArray all = parts.join(u'\n').toUtf8();
    return QString::fromLatin1(QCryptographicHash::hash(all, QCryptographicHash::Sha256).toHex().first(32));
}

Result<void> renamed(const QString &from, const QString &to)
{
    if (std::rename(QFile::encodeName(from).constData(), QFile::encodeName(to).constData()) == 0)
        return {};
    const QString why = QString::fromLocal8Bit(std::strerror(errno));
    QFile::remove(from);
    return failure(Error::Code::File, ChartsTr::tr("%1 could not be saved: %2.").arg(to, why));
}

QByteArray bytes(const Value::Map &map, const char *key)
{
    return map.value(QLatin1String(key)).toString().toLatin1();
}

} // namespace

QString chartCacheFolder()
{
    QString cache = qEnvironmentVariable("XDG_CACHE_HOME");
    if (!QDir::isAbsolutePath(cache))
        cache = QDir::home().filePath(QStringLiteral(".cache"));
    return QDir(cache).filePath(QStringLiteral("chartroom/charts"));
}

Result<void> ChartCache::makeFolder() const
{
    return makePrivateFolder(m_folder);
}

void ChartCache::removeOld(const QDateTime &now) const
{
    constexpr std::chrono::hours aDay(24);
    const QDir folder(m_folder);
    const QFileInfoList entries =
        folder.entryInfoList({QStringLiteral("*.new"), QStringLiteral("chart-*.tgz"), QStringLiteral("helm")},
                             QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks);
    for (const QFileInfo &entry : entries) {
        const std::chrono::milliseconds age = timeBetween(entry.lastModified(), now);
        if (entry.isDir() && age >= aDay)
            QDir(entry.filePath()).removeRecursively();
        else if (entry.isFile() && age >= (entry.suffix() == u"new" ? aDay : 90 * aDay))
            QFile::remove(entry.filePath());
    }
}

QString ChartCache::freshPath() const
{
    return QDir(m_folder).filePath(QUuid::createUuid().toString(QUuid::Id128) + QStringLiteral(".new"));
}

static QString indexPath(const QString &folder, const HelmRepository &repository)
{
    return QDir(folder).filePath(QStringLiteral("index-") +
                                 hashed({repository.name, repository.url, repository.username}));
}

std::optional<CachedIndex> ChartCache::index(const HelmRepository &repository) const
{
    CachedIndex index;
    index.path = indexPath(m_folder, repository);
    const Result<QByteArray> note = readPlainFile(index.path + QStringLiteral(".json"), maxNoteBytes);
    if (!note || !QFileInfo(index.path).isFile())
        return std::nullopt;
    const Result<Value> read = readJson(*note);
    if (!read)
        return std::nullopt;
    const Value::Map &map = read->map();
    index.etag = bytes(map, "etag");
    index.lastModified = bytes(map, "lastModified");
    index.fetched =
        QDateTime::fromString(map.value(QStringLiteral("fetched")).toString(), Qt::ISODate).toUTC();
    return index.fetched.isValid() ? std::optional(index) : std::nullopt;
}

Result<CachedIndex> ChartCache::keepIndex(const HelmRepository &repository, const QString &fresh,
                                          CachedIndex index) const
{
    index.path = indexPath(m_folder, repository);
    // Without its note the old index counts for nothing, so a new one never goes with an old tag.
    QFile::remove(index.path + QStringLiteral(".json"));
    if (const Result<void> moved = renamed(fresh, index.path); !moved)
        return tl::make_unexpected(moved.error());
    return confirmIndex(repository, std::move(index));
}

Result<CachedIndex> ChartCache::confirmIndex(const HelmRepository &repository, CachedIndex index) const
{
    index.path = indexPath(m_folder, repository);
    const Value note(Value::Map{
        {QStringLiteral("etag"), Value(QString::fromLatin1(index.etag))},
        {QStringLiteral("fetched"), Value(index.fetched.toUTC().toString(Qt::ISODate))},
        {QStringLiteral("lastModified"), Value(QString::fromLatin1(index.lastModified))},
        {QStringLiteral("url"), Value(maskedText(repository.url))},
    });
    if (const Result<void> saved = writePrivateFile(index.path + QStringLiteral(".json"), writeJson(note));
        !saved)
        return tl::make_unexpected(saved.error());
    return index;
}

QString ChartCache::archivePath(const QString &sourceUrl, const QString &chart, const QString &version) const
{
    return QDir(m_folder).filePath(QStringLiteral("chart-%1.tgz").arg(hashed({sourceUrl, chart, version})));
}

void ChartCache::markUsed(const QString &path)
{
    QFile file(path);
    if (file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly))
        file.setFileTime(QDateTime::currentDateTimeUtc(), QFileDevice::FileModificationTime);
}

Result<void> ChartCache::keepArchive(const QString &fresh, const QString &path) const
{
    return renamed(fresh, path);
}

} // namespace chartroom
