// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/versions_printout.h"
#include "tests/support/test_main.h"
#include "tests/support/version_samples.h"

#include <QTest>
#include <QXmlStreamReader>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_versions_printout {

namespace {

/// Two nodes on another driver, firmware that nobody sees, a second NFD.
VersionAudit driftingAudit()
{
    VersionFacts facts = usualCluster(4);
    for (const int node : {1, 3})
        facts.nodes[node].labels.insert(u"nvidia.com/cuda.driver-version.full"_s, u"580.95.05"_s);
    PodFact other = podFact(u"nfd"_s, gpuNode(0), u"x/node-feature-discovery:v0.17.3"_s);
    other.namespaceName = u"other"_s;
    facts.pods << other;
    return auditVersions(auditParts(facts, usualMatrix + "  firmware_cx7: \"28.40.1000\"\n"));
}

UpgradePath someWay()
{
    const AuditParts parts =
        auditParts(usualCluster(2), usualMatrix + "next_planned:\n  gpu_operator: \"v26.3.3\"\n");
    UpgradePathInput facts;
    facts.now = parts.at;
    return upgradePathOf(*parts.matrix, auditVersions(parts), facts);
}

} // namespace

class VersionsPrintoutTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theKeysOfAnAuditAreTheContract()
    {
        const Value::Map map = auditValue(driftingAudit(), someWay()).map();
        QCOMPARE(map.keys(), (QStringList{u"at"_s, u"clean"_s, u"cluster"_s, u"components"_s, u"entry"_s,
                                          u"findings"_s, u"matrix"_s, u"notices"_s, u"problems"_s,
                                          u"unlisted"_s, u"unread"_s, u"way"_s}));
        QCOMPARE(map.value(u"at"_s).toString(), u"2026-11-22T04:00:00Z"_s);
        QVERIFY(!map.value(u"clean"_s).toBool());
        const Value::List components = map.value(u"components"_s).list();
        QCOMPARE(components.first().map().keys(),
                 (QStringList{u"column"_s, u"component"_s, u"expected"_s, u"group"_s, u"line"_s, u"name"_s,
                              u"observed"_s, u"remarks"_s, u"text"_s, u"title"_s, u"untold"_s, u"verdict"_s,
                              u"wanted"_s, u"wantedEvidence"_s}));
        bool isSeen = false;
        for (const Value &component : components) {
            if (component.at({u"name"_s}).toString() != u"gpu_driver")
                continue;
            isSeen = true;
            QCOMPARE(component.at({u"verdict"_s}).toString(), u"mixed"_s);
            const Value::List observed = component.at({u"observed"_s}).list();
            QCOMPARE(observed.size(), 2);
            QCOMPARE(observed[1].map().keys(),
                     (QStringList{u"asExpected"_s, u"canary"_s, u"evidence"_s, u"nodes"_s, u"version"_s}));
            QCOMPARE(observed[1].at({u"nodes"_s}).list().size(), 2);
            QCOMPARE(observed[1].at({u"evidence"_s}).list().first().map().keys(),
                     (QStringList{u"object"_s, u"source"_s, u"text"_s}));
        }
        QVERIFY(isSeen);
        QCOMPARE(map.value(u"findings"_s).list().first().map().keys(),
                 (QStringList{u"components"_s, u"entry"_s, u"kind"_s, u"nodes"_s, u"objects"_s, u"severity"_s,
                              u"source"_s, u"text"_s}));
        const Value upgradePath = map.value(u"way"_s);
        QCOMPARE(upgradePath.map().keys(),
                 (QStringList{u"entry"_s, u"mayPromote"_s, u"promote"_s, u"steps"_s}));
        QCOMPARE(upgradePath.at({u"steps"_s}).list().first().map().keys(),
                 (QStringList{u"bake"_s, u"gates"_s, u"group"_s, u"moves"_s, u"onTheWay"_s, u"state"_s,
                              u"title"_s}));
        QVERIFY(auditValue(driftingAudit(), {}).at({u"way"_s}).isNull());
    }

    void continuousIntegrationSeesWhatFails()
    {
        const VersionAudit audit = driftingAudit();
        QXmlStreamReader xml(auditJUnit(audit));
        int tests = 0;
        int failures = 0;
        int skipped = 0;
        int declared = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            if (!xml.isStartElement())
                continue;
            if (xml.name() == u"testsuite")
                declared += xml.attributes().value(u"failures"_s).toInt();
            tests += xml.name() == u"testcase" ? 1 : 0;
            failures += xml.name() == u"failure" ? 1 : 0;
            skipped += xml.name() == u"skipped" ? 1 : 0;
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(tests, int(audit.rows.size() + audit.findings.size() + audit.problems.size()));
        QCOMPARE(failures, 2); // the driver, and the second NFD
        QCOMPARE(declared, failures);
        QVERIFY(skipped >= 1); // the firmware
    }

    void continuousIntegrationSeesThatNothingWasCompared()
    {
        AuditParts parts = auditParts(usualCluster(1));
        parts.entry = u"nowhere"_s;
        const QByteArray unknown = auditJUnit(auditVersions(parts));
        QVERIFY2(unknown.contains("tests=\"1\" failures=\"0\" errors=\"1\""), unknown.constData());
        QVERIFY(unknown.contains("no entry nowhere"));
        QVERIFY(!auditText(auditVersions(parts), {}, OutputFormat::Table, false).contains("Clean"));
        parts.matrix.reset();
        const QByteArray none = auditJUnit(auditVersions(parts));
        QVERIFY2(none.contains("There is no matrix to compare with"), none.constData());
        QVERIFY(!none.contains("errors=\"1\""));
        QVERIFY(auditValue(auditVersions(parts), {}).at({u"clean"_s}).isNull());
    }

    void aPersonReadsWhichNodesAndWhy()
    {
        const VersionAudit audit = driftingAudit();
        const QByteArray table = auditText(audit, someWay(), OutputFormat::Table, false);
        for (const char *part : {"drift: gpu_driver.", "Next steps", "gpu-001, gpu-003", "580.95.05", "mixed",
                                 "notObservable", "Node Feature Discovery", "Path to next_planned", "26.3.3"})
            QVERIFY2(table.contains(part), part);
        const QByteArray markdown = auditText(audit, {}, OutputFormat::Markdown, false);
        QVERIFY(markdown.startsWith("## "));
        QVERIFY(markdown.contains("### Broken"));
        QVERIFY(markdown.contains("| "));
    }

    void hostileTextStaysText()
    {
        VersionFacts facts = usualCluster(1);
        facts.nodes[0].kernel = u"5.15\x1b[2J<script>|x"_s;
        const VersionAudit audit = auditVersions(auditParts(facts));
        for (const OutputFormat format : {OutputFormat::Table, OutputFormat::Markdown}) {
            const QByteArray text = auditText(audit, {}, format, false);
            QVERIFY(!text.contains('\x1b'));
            if (format == OutputFormat::Markdown)
                QVERIFY(!text.contains("<script>"));
        }
        QVERIFY(!auditJUnit(audit).contains("<script>"));
        QVERIFY(!auditJUnit(audit).contains('\x1b'));
    }
};

#include "tst_versions_printout.moc"
} // namespace tst_versions_printout

CHARTROOM_TEST(tst_versions_printout, VersionsPrintoutTest)
