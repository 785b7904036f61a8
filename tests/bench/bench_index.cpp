// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One chart out of an index of 140 MB, YAML and JSON: the peak memory of a process that reads it, and how
// long it takes.
#include "core/charts/repository_index.h"
#include "tests/bench/child_run.h"

#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>

#include <cstdio>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 indexBytes = 140'000'000;
constexpr qint64 mostBytes = 300'000'000;
constexpr std::chrono::seconds longest{5};
constexpr int versionsEach = 400;

QByteArray version(const QByteArray &chart, int number, bool isJson)
{
    const QByteArray text = QByteArray("made for measuring ").repeated(20);
    const QByteArray digest = QByteArray::number(number).rightJustified(64, '0');
    const QByteArray patch = QByteArray::number(number);
    if (isJson)
        return "{\"apiVersion\":\"v2\",\"name\":\"" + chart + "\",\"version\":\"1.2." + patch +
               "\",\"description\":\"" + text + "\",\"digest\":\"" + digest + "\",\"urls\":[\"charts/" +
               chart + "-1.2." + patch + ".tgz\"]}";
    return "  - apiVersion: v2\n    created: \"2026-01-20T10:11:12Z\"\n    description: " + text +
           "\n    digest: " + digest + "\n    home: https://example.org/\n    name: " + chart +
           "\n    urls:\n    - charts/" + chart + "-1.2." + patch + ".tgz\n    version: 1.2." + patch + "\n";
}

bool writeIndex(const QString &path, bool isJson)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    file.write(isJson ? "{\"apiVersion\":\"v1\",\"entries\":{" : "apiVersion: v1\nentries:\n");
    for (int i = 0; file.pos() < indexBytes; ++i) {
        const QByteArray chart = "chart-" + QByteArray::number(i);
        QByteArray text = isJson ? (i > 0 ? ",\"" : "\"") + chart + "\":[" : "  " + chart + ":\n";
        for (int number = 0; number < versionsEach; ++number)
            text += (isJson && number > 0 ? "," : "") + version(chart, number, isJson);
        file.write(isJson ? text + ']' : text);
    }
    file.write(isJson ? "}}" : "generated: \"2026-01-20T10:11:12Z\"\n");
    return file.flush();
}

/// The process that is measured.
int readOne(const QString &path)
{
    const Result<RepositoryIndex> index = readRepositoryIndex(path, {u"chart-100"_s});
    return index && index->charts.value(u"chart-100"_s).size() == versionsEach ? 0 : 1;
}

bool measure(const char *kind, const QString &path)
{
    const ChildRun run = runChild(QCoreApplication::applicationFilePath(), {u"--read"_s, path});
    const bool good =
        run.started && run.exitCode == 0 && run.peakBytes < mostBytes && run.processor < longest;
    std::printf("%s  %s: %.0f MB of memory (at most %.0f), %.2f s of processor time (at most %.0f)\n",
                good ? "ok  " : "MISS", kind, double(run.peakBytes) / 1e6, double(mostBytes) / 1e6,
                double(run.processor.count()) / 1e6, double(longest.count()));
    return good;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == "--read"_L1)
        return readOne(arguments.value(2));
    const QTemporaryDir folder;
    const QString yaml = folder.filePath(u"index.yaml"_s);
    const QString json = folder.filePath(u"index.json"_s);
    if (!writeIndex(yaml, false) || !writeIndex(json, true)) {
        std::printf("MISS  no room for two indexes of 140 MB in %s\n", qPrintable(folder.path()));
        return 2;
    }
    const bool goodYaml = measure("YAML", yaml);
    const bool goodJson = measure("JSON", json);
    return goodYaml && goodJson ? 0 : 1;
}
