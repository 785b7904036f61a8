// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_component.h"
#include "core/versions/matrix_rules.h"
#include "core/versions/version_text.h"
#include "tests/support/test_main.h"
#include "tests/support/version_samples.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_compatibility {

class CompatibilityTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_known = bundledCompatibility(); }

    void aReleaseIsFoundHoweverItIsSpelled()
    {
        const KnownComponent *gpu = m_known.of(u"gpu_operator");
        QVERIFY(gpu);
        const KnownRelease *release = gpu->release(u"25.10.1"_s);
        QVERIFY(release);
        QCOMPARE(release->version, u"v25.10.1"_s);
        QCOMPARE(release->brings.value(u"gpu_driver"_s), u"580.105.08"_s);
        QCOMPARE(release->date, QDate(2025, 12, 3));
        QVERIFY(!gpu->release(u"v24.12.0"_s)); // which never was
        QVERIFY(!m_known.of(u"nccl"));
    }

    void nothingIsSaidWithoutItsSourceAndADate()
    {
        for (const KnownComponent &component : m_known.components()) {
            for (const KnownRelease &release : component.releases)
                QVERIFY2(!release.from.text.isEmpty() && release.from.read.isValid() &&
                             release.date.isValid(),
                         qPrintable(release.version));
            for (const KnownNeed &need : component.needs)
                QVERIFY2(!need.from.text.isEmpty() && need.from.read.isValid(), qPrintable(need.since));
        }
        for (const QString &rule : {u"oneNfd"_s, u"openModules"_s, u"oneAtATime"_s})
            QVERIFY2(!m_known.rule(rule).from.text.isEmpty(), qPrintable(rule));
    }

    /// The two files of known versions must not say different things.
    void theReleasesAreAmongThoseThatExist()
    {
        for (const KnownReleases &known : knownReleases()) {
            const KnownComponent *component = m_known.of(known.component);
            if (!component)
                continue;
            for (const KnownRelease &release : component->releases)
                QVERIFY2(!known.isUnheardOf(release.version), qPrintable(release.version));
        }
    }

    void theComponentsAreThoseOfAMatrix()
    {
        for (const KnownComponent &component : m_known.components()) {
            QVERIFY2(matrixComponent(component.component), qPrintable(component.component));
            for (const KnownRelease &release : component.releases)
                for (auto it = release.brings.cbegin(); it != release.brings.cend(); ++it)
                    QVERIFY2(matrixComponent(it.key()), qPrintable(it.key()));
        }
    }

    void aRangeHoldsAsFarAsItIsWritten()
    {
        KnownNeed need;
        need.since = u"v26.7.0"_s;
        need.until = u"v26.7"_s;
        need.least = u"1.33"_s;
        need.most = u"1.36"_s;
        QVERIFY(need.concerns(u"26.7.3"_s));
        QVERIFY(!need.concerns(u"v26.3.3"_s));
        QCOMPARE(need.holds(u"v1.36.9"_s), std::optional(true));
        QCOMPARE(need.holds(u"v1.33.0"_s), std::optional(true));
        QCOMPARE(need.holds(u"v1.37.0"_s), std::optional(false));
        QCOMPARE(need.holds(u"v1.32.11"_s), std::optional(false));
        QCOMPARE(need.holds(u"TBD"_s), std::optional<bool>());
        need.most = u"1.30.4"_s;
        need.least = u"1.27"_s;
        QCOMPARE(need.holds(u"1.30.5"_s), std::optional(false));
        need.most.clear();
        QCOMPARE(need.holds(u"1.99"_s), std::optional(true));
        need.systems = {u"ubuntu 22.04"_s};
        QVERIFY(need.isFor(u"ubuntu 22.04"_s));
        QVERIFY(!need.isFor(u"ubuntu 24.04"_s));
        QVERIFY(!need.isFor(u""_s));
    }

    /// 25 may be 25.1 as well as 25.10.
    void aBranchThatABoundLiesInIsNotKnown()
    {
        QCOMPARE(isAtLeast(u"v25"_s, u"25.3"_s), std::optional<bool>());
        QCOMPARE(isAtMost(u"1"_s, u"1.36"_s), std::optional<bool>());
        QCOMPARE(isAtLeast(u"v26"_s, u"25.3"_s), std::optional(true));
        QCOMPARE(isAtLeast(u"v24"_s, u"25.3"_s), std::optional(false));
        QCOMPARE(isAtLeast(u"26.7"_s, u"26.7.0"_s), std::optional(true)); // each of its patches is
        QCOMPARE(isAtMost(u"26.7"_s, u"26.7.0"_s), std::optional<bool>());
        KnownNeed need;
        need.least = u"1.29"_s;
        need.most = u"1.32"_s;
        QCOMPARE(need.holds(u"1"_s), std::optional<bool>());
        const auto severity = [this](const QByteArray &gpu) {
            const QList<AuditFinding> all = compatibilityFindings(
                asObservations(matrixOf("current_production:\n  network_operator: \"25.4.0\"\n"
                                        "  gpu_operator: \"" +
                                        gpu + "\"\n")
                                   .entries()
                                   .first()),
                {}, m_known);
            for (const AuditFinding &one : all)
                if (one.components.value(1) == u"gpu_operator")
                    return auditSeverityText(one.severity);
            return QString();
        };
        QCOMPARE(severity("v25"), u"unknown"_s);
        QCOMPARE(severity("v24.9.2"), u"broken"_s);
        QCOMPARE(severity("v25.10.1"), u"good"_s);
    }

    void whatIsWrongInAFileIsNamedWithItsPlace_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<QString>("place");
        const QByteArray head = "chartroomCompatibility: 1\ncomponent: x\nsources:\n  a: {text: A, read: "
                                "2026-01-01}\n";
        QTest::newRow("version of the format") << QByteArray("chartroomCompatibility: 2\n") << u"f:1:"_s;
        QTest::newRow("unknown key") << head + "surprise: 1\n" << u"f:5:1"_s;
        QTest::newRow("no version") << head + "releases: [{version: TBD, date: 2026-01-01, source: a}]\n"
                                    << u"f:5:"_s;
        QTest::newRow("no date") << head + "releases: [{version: v1.2, date: soon, source: a}]\n"
                                 << u"f:5:"_s;
        QTest::newRow("unknown source") << head + "releases: [{version: v1.2, date: 2026-01-01, source: b}]\n"
                                        << u"f:5:"_s;
        QTest::newRow("no range") << head + "needs: [{since: v1, until: v2, component: y, source: a}]\n"
                                  << u"f:5:"_s;
        QTest::newRow("driver")
            << head + "needs: [{since: v1, until: v2, component: y, to: v3, driver: fast, source: a}]\n"
            << u"f:5:"_s;
        QTest::newRow("twice") << head + "releases:\n  - {version: v1.2, date: 2026-01-01, source: a}\n  - "
                                         "{version: '1.2', date: 2026-01-01, source: a}\n"
                               << u"f:7:"_s;
    }

    void whatIsWrongInAFileIsNamedWithItsPlace()
    {
        QFETCH(QByteArray, yaml);
        QFETCH(QString, place);
        Compatibility known;
        const Result<void> added = known.add(yaml, u"f"_s);
        QVERIFY(!added.has_value());
        QVERIFY2(added.error().message.startsWith(place), qPrintable(added.error().message));
        QVERIFY(known.components().isEmpty());
    }

private:
    Compatibility m_known;
};

#include "tst_compatibility.moc"
} // namespace tst_compatibility

CHARTROOM_TEST(tst_compatibility, CompatibilityTest)
