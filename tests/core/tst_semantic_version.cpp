// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/chart_sources.h"
#include "core/charts/semantic_version.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_semantic_version {

namespace {

ChartVersions published(const QStringList &texts)
{
    ChartVersions versions;
    for (const QString &text : texts) {
        ChartVersion version;
        version.version = text;
        versions.versions.append(version);
    }
    return versions;
}

QString text(const std::optional<ChartVersion> &version)
{
    return version ? version->version : QStringLiteral("none");
}

} // namespace

class SemanticVersionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Masterminds/semver version_test.go@v3.5.0: TestNewVersion, TestCompare, TestComparePreReleases.
    void versionsCompareAsHelmComparesThem_data()
    {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<int>("order");
        const auto row = [](const char *a, const char *b, int order) {
            QTest::addRow("%s and %s", a, b) << QString::fromLatin1(a) << QString::fromLatin1(b) << order;
        };
        row("1.2.3", "1.5.1", -1);
        row("2.2.3", "1.5.1", 1);
        row("v26.3.0", "26.3.0", 0);
        row("26.7.0", "26.7.0-rc.2", 1);
        row("26.7.0-rc.2", "26.7.0-rc.10", -1);
        row("1.2", "1.2.0", 0);
        row("v1", "1.0.0", 0);
        row("24.09.0", "24.9.0", 0);
        row("3.2-beta", "3.2-beta", 0);
        row("4.2-beta", "4.2-alpha", 1);
        row("4.2-alpha.1", "4.2-alpha", 1);
        row("1.2.3+build1", "1.2.3+build2", 0);
        row("1.2.3-1", "1.2.3-a", -1);
        row("1.2.3--1", "1.2.3-a", -1);
        row("1.2.3-rc1", "1.2.3-rc10", -1);
        row("1.2.3-rc2", "1.2.3-rc10", 1);
        row("1.2.3-18446744073709551616", "1.2.3-9", 1);
        row("1.2.3-A", "1.2.3-a", -1);
    }

    void versionsCompareAsHelmComparesThem()
    {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(int, order);
        const auto x = SemanticVersion::read(a);
        const auto y = SemanticVersion::read(b);
        QVERIFY(x && y);
        QCOMPARE((*x <=> *y) < 0, order < 0);
        QCOMPARE((*x <=> *y) > 0, order > 0);
        QCOMPARE((*y <=> *x) < 0, order > 0);
    }

    void whatHelmRefusesIsNoVersion_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text :
             {"", "v", "latest", "1.2.3.4", "1.2.beta", "V1.2.3", " 1.2.3", "1.2.3 ", "1.2.3-", "1.2.3-01",
              "1.2.3-a..b", "1.2.3+", "1.x", "-1.2.3", "18446744073709551616.0.0", "1.2.3-ä"})
            QTest::addRow("“%s”", text) << QString::fromUtf8(text);
        QTest::newRow("over 256 characters") << QString(QStringLiteral("1.0.0-") + QString(251, u'a'));
    }

    void whatHelmRefusesIsNoVersion()
    {
        QFETCH(QString, text);
        QVERIFY(!SemanticVersion::read(text));
    }

    void textsThatAreNoVersionsComeLast()
    {
        QVERIFY(compareVersions(u"latest", u"0.0.1") < 0);
        QVERIFY(compareVersions(u"0.0.1", u"latest") > 0);
        QVERIFY(compareVersions(u"a", u"b") < 0);
        QVERIFY(compareVersions(u"v1.10.0", u"1.9.0") > 0);
    }

    void theNewestVersionIsFoundWhateverTheOrder()
    {
        const ChartVersions versions =
            published({QStringLiteral("v26.3.3"), QStringLiteral("v26.7.0"), QStringLiteral("v25.10.1"),
                       QStringLiteral("v26.7.1-rc.1"), QStringLiteral("nightly")});
        QCOMPARE(text(newestVersion(versions, QStringLiteral("v25.10.0"))), QStringLiteral("v26.7.0"));
        QCOMPARE(text(newestOfMajor(versions, QStringLiteral("v25.10.0"))), QStringLiteral("v25.10.1"));
        QCOMPARE(text(newestOfMajor(versions, QStringLiteral("v25.10.1"))), QStringLiteral("none"));
        QCOMPARE(text(newestVersion(versions, QStringLiteral("26.7.0"))), QStringLiteral("none"));
    }

    /// NVIDIA calls 25.3 and 25.10 two majors.
    void aYearWithAMonthIsAMajorWhereTheMakersSaySo()
    {
        ChartVersions versions =
            published({QStringLiteral("v25.3.4"), QStringLiteral("v25.10.1"), QStringLiteral("v26.3.3")});
        versions.source.chart = QStringLiteral("gpu-operator");
        QCOMPARE(text(newestOfMajor(versions, QStringLiteral("v25.3.0"))), QStringLiteral("v25.3.4"));
        versions.source.chart = QStringLiteral("fabric");
        QCOMPARE(text(newestOfMajor(versions, QStringLiteral("v25.3.0"))), QStringLiteral("v25.10.1"));
    }

    void aPreReleaseCountsOnlyForOneThatRunsOne()
    {
        const ChartVersions versions = published(
            {QStringLiteral("26.7.0-rc.2"), QStringLiteral("26.4.1"), QStringLiteral("26.7.0-rc.1")});
        QCOMPARE(text(newestVersion(versions, QStringLiteral("26.4.0"))), QStringLiteral("26.4.1"));
        QCOMPARE(text(newestVersion(versions, QStringLiteral("26.7.0-rc.1"))), QStringLiteral("26.7.0-rc.2"));
    }

    void aReleaseWithAnOddVersionIsOfferedTheNewest()
    {
        const ChartVersions versions = published({QStringLiteral("1.0.0"), QStringLiteral("2.0.0")});
        QCOMPARE(text(newestVersion(versions, QStringLiteral("dev"))), QStringLiteral("2.0.0"));
        QCOMPARE(text(newestOfMajor(versions, QStringLiteral("dev"))), QStringLiteral("none"));
    }
};

#include "tst_semantic_version.moc"
} // namespace tst_semantic_version

CHARTROOM_TEST(tst_semantic_version, SemanticVersionTest)
