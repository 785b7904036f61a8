// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/index_scanner.h"
#include "core/charts/repository_index.h"
#include "tests/support/test_main.h"

#include <QBuffer>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_repository_index {

namespace {

Result<RepositoryIndex> readText(QByteArray text, const QStringList &charts, const IndexLimits &limits = {})
{
    QBuffer buffer(&text);
    buffer.open(QIODevice::ReadOnly);
    return readRepositoryIndex(buffer, QSet<QString>(charts.cbegin(), charts.cend()), limits);
}

QStringList versions(const Result<RepositoryIndex> &index, const char *chart)
{
    QStringList texts;
    if (index) {
        for (const IndexEntry &entry : index->charts.value(QLatin1String(chart)))
            texts.append(entry.metadata.version);
    }
    return texts;
}

const QByteArray helmIndex =
    "apiVersion: v1\n"
    "entries:\n"
    "  gpu-operator:\n"
    "  - annotations:\n"
    "      entries: \"a word that means nothing here\"\n"
    "    apiVersion: v2\n"
    "    appVersion: v25.10.1\n"
    "    created: \"2026-01-20T10:11:12.123456789+02:00\"\n"
    "    dependencies:\n"
    "    - condition: nfd.enabled\n"
    "      name: node-feature-discovery\n"
    "      repository: oci://registry.k8s.io/nfd/charts\n"
    "      version: 0.19.0\n"
    "    description: |-\n"
    "      Several lines:\n"
    "        - version: 9.9.9\n"
    "\n"
    "      # the last\n"
    "    digest: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n"
    "    home: https://example.org/gpu\n"
    "    kubeVersion: '>= 1.16.0-0'\n"
    "    name: gpu-operator\n"
    "    sources:\n"
    "    - https://github.com/NVIDIA/gpu-operator\n"
    "    urls:\n"
    "    - charts/gpu-operator-v25.10.1.tgz\n"
    "    version: v25.10.1\n"
    "  - apiVersion: v2\n"
    "    name: gpu-operator\n"
    "    urls:\n"
    "    - https://elsewhere.example.org/gpu-operator-v26.7.0.tgz\n"
    "    version: v26.7.0\n"
    "    deprecated: true\n"
    "    digest: none\n"
    "  network-operator:\n"
    "  - {apiVersion: v2, name: network-operator, version: 26.4.1, urls: [network-operator-26.4.1.tgz]}\n"
    "  volcano: []\n"
    "generated: \"2026-01-20T10:11:12Z\"\n";

} // namespace

class RepositoryIndexTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theVersionsOfTheAskedChartsAreReadNewestFirst()
    {
        const auto index = readText(helmIndex, {QStringLiteral("gpu-operator"), QStringLiteral("volcano")});
        QVERIFY2(index, index ? "" : qPrintable(index.error().message));
        QCOMPARE(index->charts.keys(), QStringList{QStringLiteral("gpu-operator")});
        QCOMPARE(versions(index, "gpu-operator"),
                 QStringList({QStringLiteral("v26.7.0"), QStringLiteral("v25.10.1")}));
        const IndexEntry newest = index->charts.first().at(0);
        QVERIFY(newest.metadata.deprecated);
        QVERIFY(newest.digest.isEmpty());
        QVERIFY(!newest.created.isValid());
        const IndexEntry older = index->charts.first().at(1);
        QCOMPARE(older.metadata.home, QStringLiteral("https://example.org/gpu"));
        QCOMPARE(older.metadata.kubeVersion, QStringLiteral(">= 1.16.0-0"));
        QVERIFY(older.metadata.description.contains(QStringLiteral("version: 9.9.9")));
        QCOMPARE(older.urls, QStringList{QStringLiteral("charts/gpu-operator-v25.10.1.tgz")});
        QCOMPARE(older.digest, QString(64, u'a'));
        QCOMPARE(older.created,
                 QDateTime::fromString(QStringLiteral("2026-01-20T08:11:12.123Z"), Qt::ISODateWithMs));
        QCOMPARE(index->unusable, 0);
    }

    void anIndexInJsonReadsTheSame()
    {
        QByteArray json = "{'apiVersion':'v1','other':{'entries':{'a':[{'name':'no','version':'9.9.9'}]}},\n"
                          "'entries':{'b':[{'name':'b','version':'1.0.0'}],\n"
                          "'a':[{'name':'a','version':'1.0.0','description':'{\\'a\\':[{'},"
                          "{'name':'a','version':'1.10.0','urls':['x\\']']}],\n"
                          "'b\\u0022':[{'name':'c','version':'3.0.0'}]}}";
        json.replace('\'', '"');
        const auto index = readText(json, {QStringLiteral("a"), QStringLiteral("b\"")});
        QVERIFY2(index, index ? "" : qPrintable(index.error().message));
        QCOMPARE(versions(index, "a"), QStringList({QStringLiteral("1.10.0"), QStringLiteral("1.0.0")}));
        QCOMPARE(index->charts.value(QStringLiteral("a")).at(0).urls, QStringList{QStringLiteral("x\"]")});
        QCOMPARE(versions(index, "b\""), QStringList{QStringLiteral("3.0.0")});
    }

    void otherWaysToWriteYamlReadTheSame_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("deeper lists") << QByteArray("entries:\n    a:\n        - name: a\n          version: "
                                                    "1.0.0\n        - name: a\n          version: 2.0.0\n");
        QTest::newRow("quoted keys") << QByteArray("---\n\"entries\":\n  'a':\n  - name: a\n    version: "
                                                   "1.0.0\n  -\n    name: a\n    version: 2.0.0\n");
        QTest::newRow("comments and Windows lines")
            << QByteArray("# index\r\nentries: # here\r\n  # one\r\n  a: # two\r\n\r\n  - name: a\r\n    "
                          "version: 1.0.0\r\n  # three\r\n"
                          "  - name: a\r\n    version: 2.0.0\r\ngenerated: x\r\n");
        QTest::newRow("no last line end")
            << QByteArray("entries:\n  a:\n  - version: 1.0.0\n    name: a\n  - name: a\n    version: 2.0.0");
        QTest::newRow("chart in brackets") << QByteArray("entries:\n  a:\n  - {version: 1.0.0, name: a}\n  - "
                                                         "{name: a,\n     version: 2.0.0}\n  b:\n  - x\n");
        QTest::newRow("a byte order mark")
            << QByteArray("\xef\xbb\xbfother: 1\nentries:\n  a:\n  - name: a\n    version: 1.0.0\n  - name: "
                          "a\n    version: 2.0.0\n");
    }

    void otherWaysToWriteYamlReadTheSame()
    {
        QFETCH(QByteArray, text);
        const auto index = readText(text, {QStringLiteral("a")});
        QVERIFY2(index, index ? "" : qPrintable(index.error().message));
        QCOMPARE(versions(index, "a"), QStringList({QStringLiteral("2.0.0"), QStringLiteral("1.0.0")}));
    }

    void whereTheBlocksEndDoesNotMatter()
    {
        QStringList whole;
        IndexLines atOnce({QStringLiteral("gpu-operator")}, 10'000,
                          [&](const QString &, const QByteArray &text) {
                              whole.append(QString::fromUtf8(text));
                              return Result<void>();
                          });
        QVERIFY(atOnce.take(helmIndex) && atOnce.finish());
        QCOMPARE(whole.size(), 2);
        for (const qsizetype step : {1, 2, 7, 100}) {
            QStringList pieces;
            IndexLines scanner({QStringLiteral("gpu-operator")}, 10'000,
                               [&](const QString &, const QByteArray &text) {
                                   pieces.append(QString::fromUtf8(text));
                                   return Result<void>();
                               });
            for (qsizetype at = 0; at < helmIndex.size(); at += step)
                QVERIFY(
                    scanner.take(QByteArrayView(helmIndex).sliced(at, qMin(step, helmIndex.size() - at))));
            QVERIFY(scanner.finish());
            QCOMPARE(pieces, whole);
        }
    }

    void aVersionThatHelmLeavesOutIsLeftOut()
    {
        const auto index =
            readText("entries:\n  a:\n  - name: a\n    version: latest\n  - null\n  - name: a\n"
                     "    version: 1.0.0\n  - name: a\n    version: [\n",
                     {QStringLiteral("a")});
        QVERIFY(index);
        QCOMPARE(versions(index, "a"), QStringList{QStringLiteral("1.0.0")});
        QCOMPARE(index->unusable, 3);
    }

    void whatIsNoIndexIsAnError_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<Error::Code>("code");
        QTest::newRow("nothing") << QByteArray() << Error::Code::Invalid;
        QTest::newRow("a web page") << QByteArray("<html><body>Sign in</body></html>\n")
                                    << Error::Code::Invalid;
        QTest::newRow("other YAML") << QByteArray("a:\n  entries:\n  - b\n") << Error::Code::Invalid;
        QTest::newRow("other JSON") << QByteArray("{\"a\": {\"entries\": {}}}") << Error::Code::Invalid;
        QTest::newRow("half of JSON")
            << QByteArray("{\"entries\": {\"a\": [{\"name\": \"a\"") << Error::Code::Invalid;
        QTest::newRow("brackets") << QByteArray("entries: {a: [{name: a, version: 1.0.0}]}\n")
                                  << Error::Code::Unsupported;
        QTest::newRow("an endless line")
            << "entries:\n  a: " + QByteArray(9 * 1024 * 1024, 'x') << Error::Code::TooLarge;
    }

    void whatIsNoIndexIsAnError()
    {
        QFETCH(QByteArray, text);
        QFETCH(Error::Code, code);
        const auto index = readText(text, {QStringLiteral("a")});
        QVERIFY(!index);
        QCOMPARE(index.error().code, code);
    }

    // S7: a repository's index is capped.
    void theCapsHold()
    {
        IndexLimits limits;
        limits.maxBytes = helmIndex.size() - 1;
        QCOMPARE(readText(helmIndex, {}, limits).error().code, Error::Code::TooLarge);
        limits = {};
        limits.maxVersionBytes = 300; // the first version is longer
        const auto index = readText(helmIndex, {QStringLiteral("gpu-operator")}, limits);
        QVERIFY(index);
        QCOMPARE(versions(index, "gpu-operator"), QStringList{QStringLiteral("v26.7.0")});
        QCOMPARE(index->unusable, 1);
        limits = {};
        limits.maxVersions = 1;
        QCOMPARE(readText(helmIndex, {QStringLiteral("gpu-operator")}, limits).error().code,
                 Error::Code::TooLarge);
    }

    void aFileThatIsMissingOrAFolderIsAnError()
    {
        const QTemporaryDir folder;
        QCOMPARE(readRepositoryIndex(folder.filePath(QStringLiteral("none")), {}).error().code,
                 Error::Code::NotFound);
        QCOMPARE(readRepositoryIndex(folder.path(), {}).error().code, Error::Code::File);
    }
};

#include "tst_repository_index.moc"
} // namespace tst_repository_index

CHARTROOM_TEST(tst_repository_index, RepositoryIndexTest)
