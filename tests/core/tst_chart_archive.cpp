// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/charts/chart_archive.h"
#include "tests/support/gzipped.h"
#include "tests/support/tar_sample.h"
#include "tests/support/test_main.h"

#include <QCryptographicHash>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_chart_archive {

namespace {

QString at(const Value &value, const char *key)
{
    return value.map().value(QLatin1String(key)).scalarText();
}

TarSample plainChart()
{
    return TarSample().file("c/Chart.yaml", "name: c\nversion: 1.2.3\n");
}

} // namespace

class ChartArchiveTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aChartIsReadWithAllItsParts()
    {
        const QByteArray tgz =
            TarSample()
                .file("gpu-operator/", {}, '5')
                .file("gpu-operator/values.yaml", "# how\ndriver:\n  version: \"580\"\n")
                .file("gpu-operator/Chart.yaml",
                      "apiVersion: v2\nname: gpu-operator\nversion: v26.7.0\nappVersion: 1.10\n"
                      "kubeVersion: '>= 1.30'\nhome: https://example.org\nsources: [https://a, https://b]\n"
                      "deprecated: true\nannotations: {a: 1}\n"
                      "dependencies:\n- {name: nfd, version: 0.19.0, repository: 'oci://r', alias: features, "
                      "condition: "
                      "nfd.enabled, tags: [x], import-values: [data]}\n")
                .file("gpu-operator/values.schema.json", "{}")
                .file("gpu-operator/README.md", "# Read me")
                .file("gpu-operator/CHANGELOG.md", "- new")
                .file("gpu-operator/crds/a.yaml", "kind: CRD")
                .file("gpu-operator/crds/note.txt", "no CRD")
                .file("gpu-operator/templates/x.yaml", "{{ .Values }}")
                .tgz();
        const Result<Chart> chart = readChartArchive(tgz);
        QVERIFY2(chart, chart ? "" : qPrintable(chart.error().message));
        QCOMPARE(chart->metadata.name, QStringLiteral("gpu-operator"));
        QCOMPARE(chart->metadata.version, QStringLiteral("v26.7.0"));
        QCOMPARE(chart->metadata.appVersion, QStringLiteral("1.1")); // what Go makes of an unquoted 1.10
        QCOMPARE(chart->metadata.kubeVersion, QStringLiteral(">= 1.30"));
        QCOMPARE(chart->metadata.sources.size(), 2);
        QVERIFY(chart->metadata.deprecated);
        QCOMPARE(chart->metadata.annotations.value(QStringLiteral("a")), QStringLiteral("1"));
        QCOMPARE(chart->metadata.dependencies.size(), 1);
        const ChartDependency &dependency = chart->metadata.dependencies.first();
        QCOMPARE(dependency.alias, QStringLiteral("features"));
        QCOMPARE(dependency.condition, QStringLiteral("nfd.enabled"));
        QCOMPARE(dependency.importValues.size(), 1);
        QCOMPARE(chart->values.at({QStringLiteral("driver"), QStringLiteral("version")}).toString(),
                 QStringLiteral("580"));
        QVERIFY(chart->valuesText.startsWith("# how"));
        QCOMPARE(chart->schema, QByteArray("{}"));
        QCOMPARE(chart->readme, QByteArray("# Read me"));
        QCOMPARE(chart->changes, QByteArray("- new"));
        QCOMPARE(chart->crds.size(), 1);
        QCOMPARE(chart->crds.first().path, QStringLiteral("crds/a.yaml"));
        QCOMPARE(chart->digest.toLatin1(), QCryptographicHash::hash(tgz, QCryptographicHash::Sha256).toHex());
    }

    void subChartsAreReadFromFoldersAndArchives()
    {
        const QByteArray inner = TarSample()
                                     .file("deep/Chart.yaml", "name: deep\nversion: 1.0.0\n")
                                     .file("deep/charts/deeper/Chart.yaml", "name: deeper\nversion: 1.0.0\n")
                                     .file("deep/charts/deeper/values.yaml", "depth: 3")
                                     .tgz();
        const Result<Chart> chart =
            readChartArchive(plainChart()
                                 .file("c/charts/folder/values.yaml", "from: folder")
                                 .file("c/charts/folder/Chart.yaml", "name: in-a-folder\nversion: 2.0.0\n")
                                 .file("c/charts/deep-1.0.0.tgz", inner)
                                 .file("c/charts/deep-1.0.0.tgz.prov", "signature")
                                 .file("c/charts/_off/x", "left out")
                                 .file("c/charts/.hidden/x", "left out")
                                 .tgz());
        QVERIFY2(chart, chart ? "" : qPrintable(chart.error().message));
        QCOMPARE(chart->dependencies.size(), 2);
        QCOMPARE(chart->dependencies.at(0).metadata.name, QStringLiteral("in-a-folder"));
        QCOMPARE(at(chart->dependencies.at(0).values, "from"), QStringLiteral("folder"));
        QCOMPARE(at(chart->dependencies.at(1).dependencies.at(0).values, "depth"), QStringLiteral("3"));
    }

    void severalDocumentsOfValuesAreReadAsEachHelmReadsThem()
    {
        const QByteArray values = "# a header\n---\na: {x: 1}\nb: 1\n--- # and\na: {z: 2}\nb: 2\n";
        const Result<Chart> chart = readChartArchive(chartSample("c", "1.0.0", values));
        QVERIFY(chart);
        QCOMPARE(writeJson(chart->valuesFor(4), 0), QByteArray(R"({"a":{"x":1,"z":2},"b":2})"));
        QCOMPARE(writeJson(chart->valuesFor(3), 0), QByteArray(R"({"a":{"x":1},"b":1})"));
        const Result<Chart> plain = readChartArchive(chartSample("c", "1.0.0", "# a header\n---\na: 1\n"));
        QVERIFY(plain && !plain->firstValues);
        QCOMPARE(writeJson(plain->valuesFor(3), 0), QByteArray(R"({"a":1})"));
    }

    void aBrokenLaterDocumentIsHelm4sAlone_data()
    {
        QTest::addColumn<QByteArray>("values");
        QTest::addColumn<bool>("isRead");    // by Helm 3
        QTest::addColumn<bool>("isProblem"); // of Helm 4
        QTest::newRow("no YAML") << QByteArray("a: 1\n---\nb: [\n") << true << true;
        QTest::newRow("no map") << QByteArray("a: 1\n---\n- b\n") << true << true;
        QTest::newRow("third") << QByteArray("a: 1\n---\nb: 2\n---\n{\n") << true << true;
        QTest::newRow("text behind the separator") << QByteArray("a: 1\n--- {b: 2}\n") << true << true;
        QTest::newRow("all good") << QByteArray("a: 1\n---\nb: 2\n") << true << false;
        QTest::newRow("first one") << QByteArray("a: [\n---\nb: 2\n") << false << true;
    }

    /// Helm 3 reads nothing behind the first document (sigs.k8s.io/yaml Unmarshal).
    void aBrokenLaterDocumentIsHelm4sAlone()
    {
        QFETCH(QByteArray, values);
        QFETCH(bool, isRead);
        QFETCH(bool, isProblem);
        const Result<Chart> chart = readChartArchive(chartSample("c", "1.0.0", values));
        QCOMPARE(chart.has_value(), isRead);
        if (!chart)
            return;
        QCOMPARE(at(chart->valuesFor(3), "a"), QStringLiteral("1"));
        QCOMPARE(chart->laterProblem.has_value(), isProblem);
        if (isProblem)
            QVERIFY(chart->laterProblem->message.contains(u"values.yaml"));
    }

    void defaultsHaveTheNumbersThatARecordWillHold()
    {
        const Result<Chart> chart =
            readChartArchive(chartSample("c", "1.0.0", "a: 1.0\nb: 1e3\nc: 5.\nd: -0.0\ne: 0.50\n"));
        QVERIFY(chart);
        QCOMPARE(writeJson(chart->values, 0), QByteArray(R"({"a":1,"b":1000,"c":5,"d":-0,"e":0.5})"));
        ReleaseRecord record;
        record.chartName = QStringLiteral("c");
        record.chartValuesJson = R"({"a":1.0,"b":1e3,"c":9007199254740993})";
        QCOMPARE(writeJson(chartOfRecord(record)->values, 0),
                 QByteArray(R"({"a":1,"b":1000,"c":9007199254740992})"));
    }

    void aKeyWrittenTwiceTakesItsLastValueAsInHelm()
    {
        const Result<Chart> chart = readChartArchive(chartSample("c", "1.0.0", "a: 1\na: 2\n"));
        QVERIFY(chart);
        QCOMPARE(at(chart->values, "a"), QStringLiteral("2"));
    }

    void aChartWithoutValuesHasAnEmptyMap()
    {
        const Result<Chart> chart = readChartArchive(plainChart().tgz());
        QVERIFY(chart);
        QVERIFY(chart->values.isMap());
        QVERIFY(readChartArchive(chartSample("c", "1.0.0", "# nothing\n")).value().values.isMap());
    }

    void dependenciesOfAnOldChartStandInRequirements()
    {
        const Result<Chart> chart = readChartArchive(
            TarSample()
                .file("c/requirements.yaml", "dependencies:\n- {name: d, version: 1.0.0, repository: ''}\n")
                .file("c/Chart.yaml", "name: c\nversion: 1.0.0\n")
                .tgz());
        QVERIFY(chart);
        QCOMPARE(chart->metadata.dependencies.size(), 1);
    }

    void longNamesAndByteOrderMarksAreUnderstood()
    {
        const QByteArray longFolder = "c/templates/" + QByteArray(150, 'x') + "/";
        const Result<Chart> chart =
            readChartArchive(plainChart()
                                 .paxFile("c/crds/" + QByteArray(120, 'p') + ".yaml", "pax")
                                 .gnuFile("c/crds/" + QByteArray(120, 'g') + ".yaml", "gnu")
                                 .gnuFile(longFolder + "t.yaml", {})
                                 .file("c/values.yaml", "\xef\xbb\xbfkey: 1")
                                 .file("c\\README.md", "Windows")
                                 .tgz());
        QVERIFY2(chart, chart ? "" : qPrintable(chart.error().message));
        QCOMPARE(chart->crds.size(), 2);
        QCOMPARE(chart->crds.at(0).content, QByteArray("pax"));
        QCOMPARE(chart->crds.at(1).path.size(), 5 + 120 + 5);
        QCOMPARE(at(chart->values, "key"), QStringLiteral("1"));
        QCOMPARE(chart->readme, QByteArray("Windows"));
    }

    void gnusLongNameGoesBeforeThatOfPaxAsInGo()
    {
        const Result<Chart> chart =
            readChartArchive(plainChart()
                                 .file("././@LongLink", QByteArray("c/crds/gnu.yaml\0", 16), 'L')
                                 .paxFile("c/crds/pax.yaml", "which")
                                 .tgz());
        QVERIFY2(chart, chart ? "" : qPrintable(chart.error().message));
        QCOMPARE(chart->crds.size(), 1);
        QCOMPARE(chart->crds.first().path, QStringLiteral("crds/gnu.yaml"));
    }

    void changesComeFromTheAnnotationWhenThereIsNoFile()
    {
        const Result<Chart> chart = readChartArchive(
            chartSample("c", "1.0.0", {}, "annotations: {artifacthub.io/changes: '- fixed'}\n"));
        QVERIFY(chart);
        QCOMPARE(chart->changes, QByteArray("- fixed"));
    }

    void aHostileArchiveIsRefused_data()
    {
        QTest::addColumn<QByteArray>("tgz");
        QTest::addColumn<Error::Code>("code");
        const auto row = [](const char *name, const QByteArray &tgz, Error::Code code) {
            QTest::newRow(name) << tgz << code;
        };
        using Code = Error::Code;
        row("parent folder", plainChart().file("c/../../etc/passwd", "x").tgz(), Code::Damaged);
        row("parent folder of Windows", plainChart().file("c\\..\\..\\x", "x").tgz(), Code::Damaged);
        row("absolute path", plainChart().file("/etc/passwd", "x").tgz(), Code::Damaged);
        row("absolute path inside", plainChart().file("c//etc/passwd", "x").tgz(), Code::Damaged);
        row("drive", plainChart().file("c/c:/x", "x").tgz(), Code::Damaged);
        row("pax path outside", plainChart().paxFile("c/../../x", "x").tgz(), Code::Damaged);
        row("symbolic link", plainChart().file("c/values.yaml", {}, '2').tgz(), Code::Damaged);
        row("hard link", plainChart().file("c/values.yaml", {}, '1').tgz(), Code::Damaged);
        row("device", plainChart().file("c/values.yaml", {}, '3').tgz(), Code::Damaged);
        row("unknown type", plainChart().file("c/values.yaml", "a: 1", 'Z').tgz(), Code::Damaged);
        row("NUL in a path", plainChart().paxFile(QByteArray("c/values\0.yaml", 14), "a: 1").tgz(),
            Code::Damaged);
        row("broken pax header", plainChart().file("PaxHeaders/x", "99 path=c/x\n", 'x').tgz(),
            Code::Damaged);
        row("one empty block in the middle",
            gzipped(plainChart().tar().chopped(512) + plainChart().file("c/values.yaml", "a: 1").tar()),
            Code::Damaged);
        row("file without folder", plainChart().file("values.yaml", "x").tgz(), Code::Damaged);
        row("Chart.yaml without folder", TarSample().file("Chart.yaml", "name: c").tgz(), Code::Damaged);
        row("no Chart.yaml", TarSample().file("c/values.yaml", "a: 1").tgz(), Code::Damaged);
        row("empty archive", TarSample().tgz(), Code::Damaged);
        row("no bytes", {}, Code::Damaged);
        row("no gzip", "apiVersion: v2", Code::Damaged);
        row("gzip of nothing", gzipped({}), Code::Damaged);
        row("gzip of text", gzipped(QByteArray(1000, 'x')), Code::Damaged);
        row("half the archive", plainChart().tgz().chopped(20), Code::Damaged);
        row("a file that ends early", TarSample().lyingSize(99999).file("c/Chart.yaml", "name: c").tgz(),
            Code::Damaged);
        row("a bomb", gzipped(QByteArray(101 * 1024 * 1024, '\0')), Code::TooLarge);
        row("bytes after the archive", plainChart().tgz() + "more", Code::Damaged);
        row("a sub-chart that is none", plainChart().file("c/charts/README.md", "x").tgz(), Code::Damaged);
        row("a folder named like an archive", plainChart().file("c/charts/x.tgz/y", "x").tgz(),
            Code::Damaged);
        row("a broken sub-chart", plainChart().file("c/charts/x.tgz", "x").tgz(), Code::Damaged);
        row("values that are a list", chartSample("c", "1.0.0", "- a\n"), Code::Damaged);
        row("values that are no YAML", chartSample("c", "1.0.0", "a: [\n"), Code::Damaged);
        row("a bad separator", chartSample("c", "1.0.0", "a: 1\n---x\n"), Code::Damaged);
        row("no name", TarSample().file("c/Chart.yaml", "version: 1.0.0").tgz(), Code::Damaged);
        row("a name with a slash", chartSample("../c", "1.0.0"), Code::Damaged);
        row("no version", TarSample().file("c/Chart.yaml", "name: c").tgz(), Code::Damaged);
        row("a version that is none", chartSample("c", "latest"), Code::Damaged);
        row("an unknown type", chartSample("c", "1.0.0", {}, "type: plugin\n"), Code::Damaged);
        row("a name that is a map", TarSample().file("c/Chart.yaml", "name: {a: 1}\nversion: 1.0.0").tgz(),
            Code::Damaged);
        row("a bad alias", chartSample("c", "1.0.0", {}, "dependencies: [{name: d, alias: 'a/b'}]\n"),
            Code::Damaged);
    }

    // S7: a bomb, a way out of the folder and a link are refused.
    void aHostileArchiveIsRefused()
    {
        QFETCH(QByteArray, tgz);
        QFETCH(Error::Code, code);
        const Result<Chart> chart = readChartArchive(tgz);
        QVERIFY(!chart);
        QCOMPARE(chart.error().code, code);
        QVERIFY(!chart.error().message.isEmpty());
    }

    void everyCutOfAnArchiveIsRefused()
    {
        const QByteArray tgz = plainChart().file("c/values.yaml", "a: 1").tgz();
        for (qsizetype size = 0; size < tgz.size(); ++size)
            QVERIFY2(!readChartArchive(tgz.first(size)), qPrintable(QString::number(size)));
    }

    // S7: an archive is capped in bytes and files.
    void theCapsAreSharedByAllSubCharts()
    {
        ArchiveLimits limits;
        limits.maxUnpackedBytes = 64 * 1024;
        const QByteArray large = TarSample()
                                     .file("s/Chart.yaml", "name: s\nversion: 1.0.0")
                                     .file("s/x", QByteArray(30'000, 'x'))
                                     .tgz();
        TarSample chart = plainChart();
        QVERIFY(readChartArchive(TarSample(chart).file("c/charts/a.tgz", large).tgz(), limits));
        chart.file("c/charts/a.tgz", large).file("c/charts/b.tgz", large);
        const Result<Chart> read = readChartArchive(chart.tgz(), limits);
        QVERIFY(!read);
        QCOMPARE(read.error().code, Error::Code::TooLarge);

        limits = {};
        limits.maxFiles = 3;
        QCOMPARE(readChartArchive(chart.tgz(), limits).error().code, Error::Code::TooLarge);
        limits = {};
        limits.maxPackedBytes = 100;
        QCOMPARE(readChartArchive(chart.tgz(), limits).error().code, Error::Code::TooLarge);
    }

    void chartsInChartsAreReadToALimit()
    {
        const auto nested = [](int depth) {
            QByteArray tgz = plainChart().tgz();
            for (int i = 0; i < depth; ++i)
                tgz = plainChart().file("c/charts/c.tgz", tgz).tgz();
            return tgz;
        };
        QVERIFY(readChartArchive(nested(8)));
        QCOMPARE(readChartArchive(nested(9)).error().code, Error::Code::TooLarge);
    }

    void anErrorInValuesSaysWhere()
    {
        const Result<Chart> chart = readChartArchive(chartSample("c", "1.0.0", "a:\n\tb: 1\n"));
        QVERIFY(!chart);
        QVERIFY2(chart.error().message.contains(QStringLiteral("values.yaml")),
                 qPrintable(chart.error().message));
        QVERIFY2(chart.error().message.contains(QStringLiteral("line 2")), qPrintable(chart.error().message));
    }

    void whatARecordStoresIsAChartToo()
    {
        ReleaseRecord record;
        record.chartName = QStringLiteral("c");
        record.chartVersion = QStringLiteral("1.0.0");
        record.chartValuesJson = R"({"a": 12345678901234567890})";
        const Result<Chart> chart = chartOfRecord(record);
        QVERIFY(chart);
        QCOMPARE(at(chart->values, "a"),
                 QStringLiteral("12345678901234567000")); // a float64, as Helm reads it
        record.chartValuesJson.clear();
        QVERIFY(chartOfRecord(record).value().values.isMap());
        record.chartValuesJson = "{";
        QCOMPARE(chartOfRecord(record).error().code, Error::Code::Damaged);
    }
};

#include "tst_chart_archive.moc"
} // namespace tst_chart_archive

CHARTROOM_TEST(tst_chart_archive, ChartArchiveTest)
