// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/chart_shelf.h"

#include "tests/support/tar_sample.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>

namespace chartroom::test {

namespace {

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("no scratch file");
}

QByteArray sha256(const QByteArray &bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
}

} // namespace

ChartShelf::ChartShelf()
    : m_server(std::make_unique<FaultServer>())
{
    serve();
}

ChartShelf::ChartShelf(const TestCertificate &certificate)
    : m_server(std::make_unique<FaultServer>(certificate))
{
    serve();
}

void ChartShelf::serve()
{
    m_server->onRequest(
        [this](FaultConnection *connection, const SeenRequest &request) { answer(connection, request); });
    put(QStringLiteral("/charts/index.yaml"), "apiVersion: v1\nentries: {}\n");
}

void ChartShelf::add(const QByteArray &chart, const QByteArray &version, const QByteArray &values,
                     const QByteArray &entry, const QByteArray &url, const QByteArray &more)
{
    addArchive(chart, version, chartSample(chart, version, values, more), entry, url);
}

void ChartShelf::addArchive(const QByteArray &chart, const QByteArray &version, const QByteArray &tgz,
                            const QByteArray &entry, const QByteArray &url)
{
    const QByteArray name = chart + '-' + version + ".tgz";
    put(QStringLiteral("/charts/files/") + QString::fromLatin1(name), tgz);
    m_entries[chart] += "  - name: " + chart + "\n    version: " + version + "\n    digest: " + sha256(tgz) +
                        "\n    urls: ['" + (url.isEmpty() ? "files/" + name : url) + "']\n" + entry;
    QByteArray index = "apiVersion: v1\nentries:\n";
    for (auto each = m_entries.cbegin(); each != m_entries.cend(); ++each)
        index += "  " + each.key() + ":\n" + each.value();
    put(QStringLiteral("/charts/index.yaml"), index);
}

QString ChartShelf::url(const QString &host) const
{
    return m_server->address(host) + QStringLiteral("/charts");
}

QStringList ChartShelf::asked() const
{
    QStringList paths;
    for (const SeenRequest &request : m_server->requests())
        paths.append(request.url.path());
    return paths;
}

void ChartShelf::answer(FaultConnection *connection, const SeenRequest &request)
{
    const QString path = request.url.path();
    if (m_isSilent)
        return;
    if (m_redirects.contains(path))
        return connection->answer(302, {}, "text/plain", {"Location: " + m_redirects.value(path)});
    if (!m_files.contains(path))
        return connection->answer(404, "<html>no such file</html>", "text/html");
    const QByteArray body = m_files.value(path);
    const QByteArray etag = '"' + sha256(body).first(16) + '"';
    if (request.headers.value("if-none-match") == etag)
        return connection->write("HTTP/1.1 304 Not Modified\r\nETag: " + etag + "\r\n\r\n");
    connection->answer(200, body, "application/octet-stream", {"ETag: " + etag});
}

ChartHome::ChartHome()
    : m_repositories("repositories:\n")
{
    QDir(m_folder.path()).mkdir(QStringLiteral("helm-cache"));
}

void ChartHome::addRepository(const QString &name, const QString &url, const QByteArray &more)
{
    m_repositories += "- name: " + name.toUtf8() + "\n  url: " + url.toUtf8() + "\n" + more;
    write(path(QStringLiteral("repositories.yaml")), m_repositories);
}

void ChartHome::putHelmsIndex(const QString &name, const QByteArray &index) const
{
    write(path(QStringLiteral("helm-cache/%1-index.yaml").arg(name)), index);
}

ChartPlaces ChartHome::places() const
{
    ChartPlaces places;
    places.helm = {path(QStringLiteral("repositories.yaml")), path(QStringLiteral("helm-cache")),
                   path(QStringLiteral("registry.json"))};
    places.cacheFolder = path(QStringLiteral("cache/charts"));
    places.pinFile = path(QStringLiteral("state/chart-pins.json"));
    places.helmProgram = QStringLiteral("/usr/bin/helm");
    return places;
}

std::unique_ptr<HelmChartSources> ChartHome::open(RepositoryTiming timing)
{
    return std::make_unique<HelmChartSources>(places(), &runner, &clock, timing);
}

} // namespace chartroom::test
