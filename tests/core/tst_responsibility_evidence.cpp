// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/classifier.h"
#include "tests/core/responsibility_samples.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_responsibility_evidence {

class ResponsibilityEvidenceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_cluster = sandboxCluster(); }

    void divergenceIsShownPathByPathAndNotJudged()
    {
        Release changed = release("gpu-operator", "nvidia-gpu-operator", "gpu-operator", nvidia);
        Divergence divergence;
        divergence.reference = QStringLiteral("revision 1");
        for (const char *path :
             {"driver.version", "driver.upgradePolicy.maxParallelUpgrades", "tolerations[0].key"})
            divergence.changes += ValueChange{ValueChange::Kind::Changed, utf8(path), {}, {}};
        changed.divergence = divergence;
        const Ownership found = classify(changed, m_cluster, m_rules);
        QCOMPARE(found.owner, Owner::Shared);
        QCOMPARE(found.scope, SupportScope::Supported);
        QVERIFY(says(found, "driver.upgradePolicy.maxParallelUpgrades"));
        QVERIFY(says(found, "tolerations[0].key"));
        QVERIFY(says(found, "no fixed threshold"));
        QVERIFY(found.summary.contains(QStringLiteral("no fixed threshold")));

        changed.divergence->changes.resize(1);
        QVERIFY(says(classify(changed, m_cluster, m_rules),
                     "One value differs from the reference, revision 1: driver.version."));
        changed.divergence->changes.clear();
        QVERIFY(says(classify(changed, m_cluster, m_rules), "equal those of the reference"));
        changed.divergence->unknownWhy = QStringLiteral("Revision 1 is no longer stored.");
        QVERIFY(says(classify(changed, m_cluster, m_rules), "is unknown: Revision 1 is no longer stored."));
    }

    void withoutTheClustersAgeTheOldestReleaseIsNamed()
    {
        ClusterEvidence cluster = m_cluster;
        cluster.created = {};
        const Ownership found = classify(
            release("gpu-operator", "nvidia-gpu-operator", "gpu-operator", nvidia), cluster, m_rules);
        QVERIFY(says(found, "no release here is older"));
    }

    void aHigherRevisionIsNotCalledAnUpgrade()
    {
        Release gpu = release("gpu-operator", "nvidia-gpu-operator", "gpu-operator", nvidia);
        QVERIFY(says(classify(gpu, m_cluster, m_rules), "never upgraded since it was installed"));
        gpu.revisions.front().revision = 4;
        QVERIFY(says(classify(gpu, m_cluster, m_rules),
                     "Its newest revision is 4; upgrades, rollbacks and failed"));
    }

    void anOwnOperatorHasNoCrusoeReference()
    {
        Release own = release("my-gpu-operator", "ml-platform", "gpu-operator", nvidia);
        own.divergence =
            Divergence{QStringLiteral("revision 1"),
                       {},
                       {ValueChange{ValueChange::Kind::Added, QStringLiteral("driver.version"), {}, {}}}};
        QVERIFY(!says(classify(own, m_cluster, m_rules), "driver.version"));
    }

    void aLateInstallationIsSaidAndLowersTheConfidence()
    {
        Release late = release("gpu-operator", "nvidia-gpu-operator", "gpu-operator", nvidia);
        QVERIFY(
            says(classify(late, m_cluster, m_rules),
                 "with the cluster, which was created 2026-07-11T08:00:00Z. Helm does not record by whom."));
        late.record->firstDeployed = created.addDays(30);
        const Ownership found = classify(late, m_cluster, m_rules);
        QCOMPARE(found.owner, Owner::Shared);
        QCOMPARE(found.confidence, Confidence::Likely);
        QVERIFY(says(found, "later than the cluster"));
    }

    void missingResourceDefinitionsAreSaid()
    {
        ClusterEvidence cluster = m_cluster;
        cluster.crds = QStringList{QStringLiteral("clusterpolicies.nvidia.com")};
        cluster.csiDrivers = QStringList{};
        const Release gpu = release("gpu-operator", "nvidia-gpu-operator", "gpu-operator", nvidia);
        QCOMPARE(classify(gpu, cluster, m_rules).confidence, Confidence::Certain);
        QVERIFY(says(classify(gpu, cluster, m_rules),
                     "The cluster has the CustomResourceDefinition clusterpolicies.nvidia.com."));
        const Ownership network =
            classify(release("network-operator", "nvidia-network-operator", "network-operator",
                             "https://github.com/Mellanox/network-operator"),
                     cluster, m_rules);
        QCOMPARE(network.confidence, Confidence::Likely);
        QVERIFY(says(network, "does not have the CustomResourceDefinition nicclusterpolicies.mellanox.com."));
        QVERIFY(says(classify(release("csi", "crusoe-system", "crusoe-csi-driver", crusoe), cluster, m_rules),
                     "does not have the CSIDriver csi.crusoe.ai"));
    }

    void aReleaseInAConfigMapNamesTheConfigMap()
    {
        Release legacy = release("legacy-exporter", "legacy", "legacy-exporter");
        legacy.key.storage = ReleaseStorage::ConfigMap;
        QVERIFY(classify(legacy, m_cluster, m_rules)
                    .evidence.front()
                    .source.startsWith(QStringLiteral("ConfigMap legacy/")));
    }

    void hostileTextIsShownPlain_data()
    {
        QTest::addColumn<QString>("chart");
        QTest::newRow("escape") << QStringLiteral("\x1b]0;owned\x07gpu-operator");
        QTest::newRow("bidi") << QStringLiteral("gpu-\u202Erotarepo");
        QTest::newRow("line break") << QStringLiteral("gpu-operator\r\nOwner: crusoe");
        QTest::newRow("markup") << QStringLiteral("<img src=x onerror=alert(1)><b>gpu-operator</b>");
        QTest::newRow("place markers") << QStringLiteral("%1 %2 %3 %n %L1");
        QTest::newRow("cyrillic letter") << QStringLiteral("c\u0456lium");
        QTest::newRow("very long") << QString(100'000, u'x');
    }

    void hostileTextIsShownPlain()
    {
        QFETCH(QString, chart);
        Release hostile = release(chart, chart, chart, chart);
        hostile.record->chartSources = {chart};
        hostile.divergence = Divergence{chart, {}, {ValueChange{ValueChange::Kind::Added, chart, {}, {}}}};
        const Ownership found = classify(hostile, m_cluster, m_rules);
        QCOMPARE(found.owner, Owner::Customer);
        QStringList texts{found.summary, found.interruptionText};
        for (const Evidence &evidence : found.evidence)
            texts += {evidence.text, evidence.source};
        static const QRegularExpression unseen(
            QStringLiteral("[\\x00-\\x1f\\x7f-\\x9f\\x{202a}-\\x{202e}\\x{2066}-\\x{2069}]"));
        for (const QString &text : texts) {
            QVERIFY2(!text.contains(unseen), qPrintable(text));
            QVERIFY2(text.size() < 1500, qPrintable(text.left(200)));
        }
        if (chart.startsWith(u'<') || chart.startsWith(u'%'))
            QVERIFY(found.evidence.front().text.contains(chart));
    }

private:
    const ResponsibilityRules m_rules = test::bundledRules();
    ClusterEvidence m_cluster;
};

#include "tst_responsibility_evidence.moc"
} // namespace tst_responsibility_evidence

CHARTROOM_TEST(tst_responsibility_evidence, ResponsibilityEvidenceTest)
