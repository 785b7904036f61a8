// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/charts/chart_archive.h"
#include "core/charts/helm_chart_sources.h"
#include "core/process/process_runner.h"
#include "tests/integration/sandbox.h"
#include "tests/support/tar_sample.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_charts {

namespace {

template<typename T>
Result<T> finished(QFuture<Result<T>> future)
{
    if (!QTest::qWaitFor([&future] { return future.isFinished(); }, 30'000) || future.resultCount() == 0)
        return failure(Error::Code::Cancelled, u"the test waited in vain"_s);
    return future.takeResult();
}

/// As Go sees numbers in values: a float64.
QJsonValue asGo(const Value &value)
{
    switch (value.kind()) {
    case Value::Kind::Null:
        return QJsonValue::Null;
    case Value::Kind::Bool:
        return value.toBool();
    case Value::Kind::Number:
        return value.scalarText().toDouble();
    case Value::Kind::String:
        return value.toString();
    case Value::Kind::List: {
        QJsonArray list;
        for (const Value &item : value.list())
            list.append(asGo(item));
        return list;
    }
    case Value::Kind::Map:
        break;
    }
    QJsonObject map;
    for (auto entry = value.map().cbegin(); entry != value.map().cend(); ++entry)
        map.insert(entry.key(), asGo(*entry));
    return map;
}

} // namespace

/// Charts as Chartroom has them against what real helm, both majors, says of the same.
class ChartsTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    QTemporaryDir m_folder;
    QProcessEnvironment m_environment;
    SystemClock m_clock;
    ProcessRunner m_runner;
    std::unique_ptr<HelmChartSources> m_sources;

    [[nodiscard]] Ran helm(const char *major, const QStringList &arguments)
    {
        return run(m_sandbox->text(major), arguments, m_environment);
    }

    [[nodiscard]] ChartOrigin sourceOf(const QString &chart) const
    {
        ChartOrigin source;
        source.repository = u"sandbox"_s;
        source.url = m_sandbox->chartRepository();
        source.chart = chart;
        return source;
    }

    /// Chart and version of everything that helm finds in the repository.
    [[nodiscard]] QMap<QString, QStringList> published()
    {
        const Ran search = helm("helm4", {u"search"_s, u"repo"_s, u"-l"_s, u"--devel"_s, u"-o"_s, u"json"_s});
        QMap<QString, QStringList> versions;
        const QJsonArray rows = QJsonDocument::fromJson(search.out).array();
        for (const QJsonValue &row : rows)
            versions[row[u"name"].toString().section(u'/', 1)].append(row[u"version"].toString());
        return versions;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_environment = QProcessEnvironment::systemEnvironment();
        // The sandbox's helm sets the folders by itself; the single places win over them.
        m_environment.insert(u"HELM_REPOSITORY_CONFIG"_s, m_folder.filePath(u"repositories.yaml"_s));
        m_environment.insert(u"HELM_REPOSITORY_CACHE"_s, m_folder.filePath(u"repository"_s));
        m_environment.insert(u"HELM_REGISTRY_CONFIG"_s, m_folder.filePath(u"registry.json"_s));
        const Ran added = helm("helm3", {u"repo"_s, u"add"_s, u"sandbox"_s, m_sandbox->chartRepository()});
        QVERIFY2(added.exitCode == 0, added.err.constData());

        ChartPlaces places;
        places.helm = helmSettings(m_environment);
        places.cacheFolder = m_folder.filePath(u"cache"_s);
        places.pinFile = m_folder.filePath(u"pins.json"_s);
        places.helmProgram = m_sandbox->text("helm4");
        m_sources = std::make_unique<HelmChartSources>(places, &m_runner, &m_clock);
    }

    void theVersionsAreThoseThatHelmFinds()
    {
        const QMap<QString, QStringList> charts = published();
        QVERIFY(charts.size() >= 12);
        for (auto chart = charts.cbegin(); chart != charts.cend(); ++chart) {
            const auto versions = finished(m_sources->versions(sourceOf(chart.key())));
            QVERIFY2(versions, versions ? "" : qPrintable(versions.error().message));
            QStringList texts;
            for (const ChartVersion &version : versions->versions)
                texts.append(version.version);
            QCOMPARE(texts, *chart);
        }
    }

    void everyChartReadsAndHoldsWhatHelmShows()
    {
        const QMap<QString, QStringList> charts = published();
        int read = 0;
        for (auto each = charts.cbegin(); each != charts.cend(); ++each) {
            for (const QString &version : *each) {
                const auto chart = finished(m_sources->chart(sourceOf(each.key()), version));
                QVERIFY2(chart,
                         chart ? ""
                               : qPrintable(u"%1 %2: %3"_s.arg(each.key(), version, chart.error().message)));
                const char *major = ++read % 2 == 0 ? "helm3" : "helm4";
                const QStringList which{u"sandbox/"_s + each.key(), u"--version"_s, version};
                const Ran values = helm(major, QStringList{u"show"_s, u"values"_s} + which);
                QCOMPARE(chart->valuesText.trimmed(), values.out.trimmed());
                const Ran crds = helm(major, QStringList{u"show"_s, u"crds"_s} + which);
                QVERIFY(chart->dependencies.isEmpty() ? chart->crds.isEmpty() == crds.out.trimmed().isEmpty()
                                                      : true);
                const Ran described = helm(major, QStringList{u"show"_s, u"chart"_s} + which);
                const Result<ChartMetadata> metadata = readChartYaml(described.out);
                QVERIFY(metadata);
                QCOMPARE(chart->metadata.version, metadata->version);
                QCOMPARE(chart->metadata.appVersion, metadata->appVersion);
                QCOMPARE(chart->metadata.dependencies.size(), metadata->dependencies.size());
            }
        }
        QVERIFY(read >= 36);
    }

    void theSourceOfAReleaseIsTheRepositoryThatHasItsArchive()
    {
        ReleaseRecord record;
        record.name = record.namespaceName = u"cilium"_s;
        record.chartName = u"cilium"_s;
        const QMap<QString, QStringList> charts = published();
        QVERIFY(charts.contains(record.chartName));
        record.chartVersion = charts.value(record.chartName).last();
        const auto chart = finished(m_sources->chart(sourceOf(record.chartName), record.chartVersion));
        QVERIFY(chart);
        record.chartValuesJson = writeJson(chart->values);
        const auto sources = finished(m_sources->candidates(u"sandbox"_s, record));
        QVERIFY(sources && sources->size() == 1);
        QCOMPARE(sources->first().repository, u"sandbox"_s);
        QCOMPARE(sources->first().sureness, ChartOrigin::Sureness::Digest);
    }

    void oddValuesReadAsEachHelmReadsThem_data()
    {
        QTest::addColumn<QByteArray>("values");
        const auto row = [](const char *name, const char *values) {
            QTest::newRow(name) << QByteArray(values);
        };
        row("several documents",
            "a: {x: 1, z: {b: 1}}\nb: 1\n---\na: {z: {c: 2}}\nb: [2]\n--- # third\nc: 3\n");
        row("a header before the values", "# licence\n---\na: 1\n");
        row("an empty document between", "a: 1\n---\n---\nb: 2\n");
        row("an end mark", "a: 1\n...\n");
        row("a key twice", "a: 1\nb: {c: 1}\na: 2\nb: {d: 2}\n");
        row("words and numbers",
            "a: yes\nb: off\nc: 014\nd: 0o14\ne: 1_000\nf: 1e3\ng: 0x1F\nh: .5\ni: '1'\nj: 1.0\n");
        row("odd keys", "1: a\n1.5: b\ntrue: c\nyes: d\n2001-01-01: e\n");
        row("merge keys", "base: &b {x: 1, z: 2}\nown:\n  <<: *b\n  x: 9\nlist: [*b]\n");
        row("big numbers",
            "a: 9007199254740993\nb: 18446744073709551615\nc: 123456789012345678901234567890\n");
        row("times and texts",
            "a: 2026-01-20T10:11:12Z\nb: 1:30\nc: |\n  two\n  lines\nd: >-\n  one\n  line\n");
        row("a byte order mark", "\xef\xbb\xbf"
                                 "a: 1\n");
        row("nothing", "# nothing\n");
        row("Windows lines", "a: 1\r\nb:\r\n- x\r\n---\r\nc: 1\r\n");
    }

    void oddValuesReadAsEachHelmReadsThem()
    {
        QFETCH(QByteArray, values);
        const QByteArray tgz =
            TarSample()
                .file("odd/Chart.yaml", "apiVersion: v2\nname: odd\nversion: 1.0.0\n")
                .file("odd/values.yaml", values)
                .file("odd/templates/values.yaml", "# VALUES {{ .Values | toJson }}\nkind: A\n")
                .tgz();
        QFile file(m_folder.filePath(u"odd-1.0.0.tgz"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(tgz) == tgz.size());
        file.close();
        const Result<Chart> chart = readChartArchive(tgz);
        QVERIFY2(chart, chart ? "" : qPrintable(chart.error().message));
        for (const int major : {3, 4}) {
            const Ran ran = helm(major == 3 ? "helm3" : "helm4", {u"template"_s, u"x"_s, file.fileName()});
            QVERIFY2(ran.exitCode == 0, ran.err.constData());
            const qsizetype start = ran.out.indexOf("# VALUES ") + 9;
            const QByteArray json = ran.out.mid(start, ran.out.indexOf('\n', start) - start);
            const QJsonObject helms = QJsonDocument::fromJson(json).object();
            QCOMPARE(QJsonDocument(asGo(chart->valuesFor(major)).toObject()).toJson(),
                     QJsonDocument(helms).toJson());
        }
    }

    void whatIsPackedByHelmReadsWithItsSubCharts()
    {
        const QString folder = m_folder.filePath(u"parent"_s);
        QVERIFY(helm("helm3", {u"create"_s, folder}).exitCode == 0);
        QVERIFY(helm("helm4", {u"create"_s, folder + u"/charts/child"_s}).exitCode == 0);
        const Ran packed = helm(
            "helm4", {u"package"_s, folder, u"--destination"_s, m_folder.path(), u"--app-version"_s, u"7"_s});
        QVERIFY2(packed.exitCode == 0, packed.err.constData());
        QFile file(m_folder.filePath(u"parent-0.1.0.tgz"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Result<Chart> chart = readChartArchive(file.readAll());
        QVERIFY2(chart, chart ? "" : qPrintable(chart.error().message));
        QCOMPARE(chart->metadata.appVersion, u"7"_s);
        QCOMPARE(chart->dependencies.size(), 1);
        QCOMPARE(chart->dependencies.first().metadata.name, u"child"_s);
        QVERIFY(chart->dependencies.first().values.map().contains(u"replicaCount"_s));
    }
};

#include "tst_charts.moc"
} // namespace tst_charts

CHARTROOM_TEST(tst_charts, ChartsTest)
