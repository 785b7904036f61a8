// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/helm_chart_sources.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_runner.h"
#include "tests/support/fault_server.h"

#include <QMap>
#include <QTemporaryDir>

namespace chartroom::test {

/// A chart repository over HTTP: the files that a test puts on it, with an index.yaml of its charts.
class ChartShelf
{
public:
    ChartShelf();
    explicit ChartShelf(const TestCertificate &certificate);

    /// Packs a chart and lists it. `entry` is more lines of the index, `url` another address than the
    /// shelf's, `more` are more lines of Chart.yaml.
    void add(const QByteArray &chart, const QByteArray &version, const QByteArray &values = "a: 1\n",
             const QByteArray &entry = {}, const QByteArray &url = {}, const QByteArray &more = {});
    /// Lists an archive as it is, however damaged.
    void addArchive(const QByteArray &chart, const QByteArray &version, const QByteArray &tgz,
                    const QByteArray &entry = {}, const QByteArray &url = {});
    void put(const QString &path, const QByteArray &bytes) { m_files[path] = bytes; }
    void redirect(const QString &path, const QByteArray &location) { m_redirects[path] = location; }
    /// Answers nothing any more.
    void fallSilent() { m_isSilent = true; }

    [[nodiscard]] QByteArray file(const QString &path) const { return m_files.value(path); }
    [[nodiscard]] const FaultServer &server() const { return *m_server; }
    [[nodiscard]] QString url(const QString &host = QStringLiteral("127.0.0.1")) const;
    [[nodiscard]] QStringList asked() const; ///< paths, in order
    void stop() { m_server.reset(); }

private:
    void serve();
    void answer(FaultConnection *connection, const SeenRequest &request);

    std::unique_ptr<FaultServer> m_server;
    QMap<QString, QByteArray> m_files;
    QMap<QString, QByteArray> m_redirects;
    QMap<QByteArray, QByteArray> m_entries; ///< lines of the index by chart
    bool m_isSilent = false;
};

/// A person's Helm settings and the program's cache in a folder that goes with the test.
class ChartHome
{
public:
    ChartHome();

    /// Adds a repository to repositories.yaml.
    void addRepository(const QString &name, const QString &url, const QByteArray &more = {});
    /// What Helm itself fetched.
    void putHelmsIndex(const QString &name, const QByteArray &index) const;
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] ChartPlaces places() const;
    /// New sources over the same folders, as after a restart.
    [[nodiscard]] std::unique_ptr<HelmChartSources> open(RepositoryTiming timing = {});

    FakeClock clock;
    FakeRunner runner;

private:
    QTemporaryDir m_folder;
    QByteArray m_repositories;
};

} // namespace chartroom::test
