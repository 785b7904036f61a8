// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/classifier.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace chartroom;

namespace {

const QDateTime created(QDate(2026, 7, 11), QTime(8, 0), Qt::UTC);

QString utf8(const char *text)
{
    return QString::fromUtf8(text);
}

/// One line of the sandbox's default set; `home` as the real chart states it.
struct Sample
{
    const char *name;
    const char *namespaceName;
    const char *chart;
    const char *home;
    const char *owner;
    const char *scope;
    Confidence confidence;
    Interruption interruption;
    const char *component;
};

const char *const nvidia = "https://github.com/NVIDIA/gpu-operator";
const char *const crusoe = "https://github.com/crusoecloud/charts";

const Sample sandbox[] = {
    {"cilium", "kube-system", "cilium", "https://cilium.io/", "crusoe", "supported", Confidence::Certain,
     Interruption::NodeNetwork, "cilium"},
    {"coredns", "kube-system", "coredns", "https://coredns.io", "crusoe", "supported", Confidence::Certain,
     Interruption::PodsRolling, "coredns"},
    {"network-operator", "nvidia-network-operator", "network-operator",
     "https://mellanox.github.io/network-operator", "shared", "supported", Confidence::Certain,
     Interruption::NodeNetwork, "network-operator"},
    {"gpu-operator", "nvidia-gpu-operator", "gpu-operator", nvidia, "shared", "supported",
     Confidence::Certain, Interruption::GpuWorkloads, "gpu-operator"},
    {"my-gpu-operator", "ml-platform", "gpu-operator", nvidia, "customer", "customer-owned",
     Confidence::Certain, Interruption::GpuWorkloads, "own-operator"},
    {"crusoe-csi-driver", "crusoe-system", "crusoe-csi-driver", crusoe, "shared", "supported",
     Confidence::Certain, Interruption::VolumeOperations, "csi-driver"},
    {"crusoe-watch-agent", "crusoe-system", "crusoe-watch-agent", crusoe, "crusoe", "supported",
     Confidence::Certain, Interruption::PodsRolling, "watch-agent"},
    {"cluster-autoscaler", "crusoe-system", "cluster-autoscaler", crusoe, "shared", "supported",
     Confidence::Certain, Interruption::PodsRolling, "cluster-autoscaler"},
    {"registry-token-rotator", "crusoe-system", "crusoe-registry-token-rotator", crusoe, "shared",
     "supported", Confidence::Certain, Interruption::PodsRolling, "ccr-token-rotation"},
    {"volcano", "volcano-system", "volcano", "https://volcano.sh", "customer", "customer-owned",
     Confidence::Certain, Interruption::Unknown, "custom-schedulers"},
    {"kube-prometheus-stack", "monitoring", "kube-prometheus-stack",
     "https://github.com/prometheus-operator/kube-prometheus", "customer", "customer-owned",
     Confidence::Certain, Interruption::Unknown, "application-monitoring"},
    {"grafana-operator", "monitoring", "grafana-operator", "https://github.com/grafana/grafana-operator",
     "customer", "customer-owned", Confidence::Certain, Interruption::Unknown, "application-monitoring"},
    {"tenant-portal", "tenant-a", "tenant-portal", "", "customer", "customer-owned", Confidence::Likely,
     Interruption::Unknown, "third-party-charts"},
    {"legacy-exporter", "legacy", "legacy-exporter", "", "customer", "customer-owned", Confidence::Likely,
     Interruption::Unknown, "third-party-charts"},
};

Release release(const QString &name, const QString &namespaceName, const QString &chart,
                const QString &home = {})
{
    Release made;
    made.key = {namespaceName, name, ReleaseStorage::Secret};
    RevisionEntry entry;
    entry.revision = 1;
    entry.objectName = QStringLiteral("sh.helm.release.v1.%1.v1").arg(name);
    made.revisions = {entry};
    ReleaseRecord record;
    record.name = name;
    record.namespaceName = namespaceName;
    record.revision = 1;
    record.chartName = chart;
    record.chartHome = home;
    record.firstDeployed = created.addSecs(300);
    made.record = record;
    return made;
}

Release release(const char *name, const char *namespaceName, const char *chart, const char *home = "")
{
    return release(utf8(name), utf8(namespaceName), utf8(chart), utf8(home));
}

bool says(const Ownership &ownership, const char *text)
{
    return std::any_of(ownership.evidence.cbegin(), ownership.evidence.cend(),
                       [&](const Evidence &e) { return e.text.contains(utf8(text)); });
}

} // namespace

class ResponsibilityClassifierTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const Result<ResponsibilityRules> bundled = ResponsibilityRules::bundled();
        QVERIFY2(bundled, qPrintable(bundled ? QString() : bundled.error().message));
        m_rules = *bundled;
        m_cluster.cluster = QStringLiteral("prod-eu");
        m_cluster.created = created;
        for (const Sample &s : sandbox)
            m_cluster.releases += ReleaseOverview::of(release(s.name, s.namespaceName, s.chart, s.home));
    }

    void eachReleaseOfTheSandboxHasItsOwner_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(sandbox)); ++i)
            QTest::newRow(sandbox[i].name) << i;
    }

    void eachReleaseOfTheSandboxHasItsOwner()
    {
        QFETCH(int, index);
        const Sample &s = sandbox[index];
        const Ownership found =
            classify(release(s.name, s.namespaceName, s.chart, s.home), m_cluster, m_rules);
        QCOMPARE(ownerText(found.owner), utf8(s.owner));
        QCOMPARE(supportScopeText(found.scope), utf8(s.scope));
        QCOMPARE(found.confidence, s.confidence);
        QCOMPARE(found.interruption, s.interruption);
        QCOMPARE(found.component, utf8(s.component));
        QVERIFY(!found.interruptionText.isEmpty());

        const QString record =
            QStringLiteral("Secret %1/sh.helm.release.v1.%2.v1").arg(utf8(s.namespaceName), utf8(s.name));
        const auto checkable = std::count_if(found.evidence.cbegin(), found.evidence.cend(),
                                             [&](const Evidence &e) { return e.source == record; });
        QVERIFY2(checkable >= 3, "chart, namespace and origin name the object they were read from");
        for (const Evidence &evidence : found.evidence)
            QVERIFY2(!evidence.text.isEmpty() && !evidence.source.isEmpty(), qPrintable(evidence.text));
        QVERIFY(std::any_of(found.evidence.cbegin(), found.evidence.cend(),
                            [&](const Evidence &e) { return e.source.startsWith(QStringLiteral("rule ")); }));
        const auto sentences = found.summary.count(QRegularExpression(QStringLiteral("[.!](\\s|$)")));
        QVERIFY2(sentences >= 2 && sentences <= 3, qPrintable(found.summary));
    }

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
        QVERIFY(says(classify(changed, m_cluster, m_rules), "is not known: Revision 1 is no longer stored."));
    }

    void aDeclaredDivergenceMakesItTheCustomersWithReasonAuthorAndDate()
    {
        const auto rules = m_rules.overriddenBy(
            "chartroomResponsibility: 1\ndecisions:\n  - {cluster: prod-eu, namespace: nvidia-gpu-operator, "
            "release: gpu-operator,\n"
            "     verdict: diverged, reason: own driver branch, author: Ada, date: 2026-11-21T03:31:00Z}\n",
            QStringLiteral("user.yaml"));
        QVERIFY2(rules, qPrintable(rules ? QString() : rules.error().message));
        const Release gpu = release("gpu-operator", "nvidia-gpu-operator", "gpu-operator", nvidia);
        const Ownership found = classify(gpu, m_cluster, *rules);
        QCOMPARE(found.owner, Owner::Customer);
        QCOMPARE(found.scope, SupportScope::CustomerOwned);
        QCOMPARE(found.confidence, Confidence::Certain);
        QCOMPARE(found.component, QStringLiteral("gpu-operator"));
        QCOMPARE(found.interruption, Interruption::GpuWorkloads);
        for (const char *part : {"Ada", "own driver branch", "2026-11-21T03:31:00Z"}) {
            QVERIFY(found.evidence.front().text.contains(utf8(part)));
            QVERIFY(found.summary.contains(utf8(part)));
        }
        QVERIFY(found.evidence.front().source.startsWith(QStringLiteral("user.yaml")));

        ClusterEvidence other = m_cluster;
        other.cluster = QStringLiteral("prod-us");
        QCOMPARE(classify(gpu, other, *rules).owner, Owner::Shared);
    }

    void aDecisionCanGiveAReleaseToCrusoe()
    {
        const auto rules = m_rules.overriddenBy(
            "chartroomResponsibility: 1\ndecisions:\n  - {cluster: prod-eu, namespace: tenant-a, release: "
            "tenant-portal,\n"
            "     verdict: crusoe, reason: installed by them, author: Ada, date: 2026-11-21T03:31:00Z}\n",
            QStringLiteral("user.yaml"));
        QVERIFY(rules);
        const Ownership found =
            classify(release("tenant-portal", "tenant-a", "tenant-portal"), m_cluster, *rules);
        QCOMPARE(found.owner, Owner::Crusoe);
        QCOMPARE(found.scope, SupportScope::Supported);
    }

    void anotherCiliumIsNotTheClusters()
    {
        const Ownership found = classify(
            release("cilium", "dev", "cilium", "https://charts.example.org/cilium"), m_cluster, m_rules);
        QCOMPARE(found.owner, Owner::Customer);
        QCOMPARE(found.scope, SupportScope::CustomerOwned);
        QCOMPARE(found.component, QStringLiteral("third-party-charts"));
        QVERIFY(says(found, "The namespace is dev; CNI (Cilium) is expected in kube-system."));
        QVERIFY(says(found, "https://charts.example.org/cilium"));
        QVERIFY(says(found, "kube-system/cilium has the same chart"));
    }

    void aLoneChartInAnotherNamespaceIsOnlyAGuess()
    {
        const Ownership found = classify(release("coredns", "dns", "coredns"), {}, m_rules);
        QCOMPARE(found.owner, Owner::Crusoe);
        QCOMPARE(found.confidence, Confidence::Guess);
        QVERIFY(says(found, "The namespace is dns"));
    }

    void anotherOriginInTheRightNamespaceLowersTheConfidence()
    {
        Release odd = release("cilium", "kube-system", "cilium", "https://charts.example.org");
        const Ownership found = classify(odd, {}, m_rules);
        QCOMPARE(found.owner, Owner::Crusoe);
        QCOMPARE(found.confidence, Confidence::Guess);
        QVERIFY(says(found, "https://charts.example.org"));
        odd.record->manifest = "      image: quay.io/cilium/cilium:v1.17.2\n";
        QCOMPARE(classify(odd, {}, m_rules).confidence, Confidence::Likely);
        QVERIFY(says(classify(odd, {}, m_rules), "quay.io/cilium/cilium:v1.17.2"));
    }

    void aChartWithoutHomeIsLikelyAtMost()
    {
        const Ownership found = classify(release("cilium", "kube-system", "cilium"), {}, m_rules);
        QCOMPARE(found.owner, Owner::Crusoe);
        QCOMPARE(found.confidence, Confidence::Likely);
        QVERIFY(says(found, "no home and no sources"));
    }

    void theNamespaceAloneNeverDecides()
    {
        for (const char *name : {"nvidia-gpu-operator", "crusoe-system", "kube-system"}) {
            const Ownership found =
                classify(release("gpu-operator", name, "our-own-thing"), m_cluster, m_rules);
            QCOMPARE(found.owner, Owner::Customer);
            QCOMPARE(found.confidence, Confidence::Guess);
            QVERIFY(says(found, "a namespace alone decides nothing"));
        }
    }

    void theReleaseNameOfAnOperatorDoesNotMatter()
    {
        ClusterEvidence cluster;
        const Release gpu = release("gpu", "nvidia-gpu-operator", "gpu-operator", nvidia);
        cluster.releases = {ReleaseOverview::of(gpu)};
        const Ownership found = classify(gpu, cluster, m_rules);
        QCOMPARE(found.owner, Owner::Shared);
        QCOMPARE(found.confidence, Confidence::Certain);
    }

    void anOperatorOutsideIsTheCustomersEvenAlone()
    {
        const Ownership found =
            classify(release("gpu-operator", "gpu-operator", "gpu-operator", nvidia), {}, m_rules);
        QCOMPARE(found.owner, Owner::Customer);
        QCOMPARE(found.confidence, Confidence::Likely);
        QVERIFY(says(
            found, "If you install your own GPU or Network Operator outside of the Crusoe-provided add-ons"));
        const Ownership network =
            classify(release("net", "ml-platform", "network-operator"), m_cluster, m_rules);
        QCOMPARE(network.owner, Owner::Customer);
        QCOMPARE(network.interruption, Interruption::NodeNetwork);
    }

    void theLaterOfTwoOperatorsInOneNamespaceIsTheCustomers()
    {
        Release second = release("gpu-two", "nvidia-gpu-operator", "gpu-operator", nvidia);
        second.record->firstDeployed = created.addDays(40);
        ClusterEvidence cluster = m_cluster;
        cluster.releases += ReleaseOverview::of(second);
        const Ownership later = classify(second, cluster, m_rules);
        QCOMPARE(later.owner, Owner::Customer);
        QVERIFY(says(later, "nvidia-gpu-operator/gpu-operator has the same chart"));
        QVERIFY(says(later, "later than the cluster"));
        const Ownership first = classify(
            release("gpu-operator", "nvidia-gpu-operator", "gpu-operator", nvidia), cluster, m_rules);
        QCOMPARE(first.owner, Owner::Shared);
        QVERIFY(says(first, "nvidia-gpu-operator/gpu-two has the same chart"));
    }

    void anUninstalledOperatorIsNoRival()
    {
        Release gone = release("gpu-operator", "nvidia-gpu-operator", "gpu-operator", nvidia);
        gone.revisions.front().status = ReleaseStatus::Uninstalled;
        Release again = release("gpu", "nvidia-gpu-operator", "gpu-operator", nvidia);
        again.record->firstDeployed = created.addSecs(3600);
        ClusterEvidence cluster;
        cluster.created = created;
        cluster.releases = {ReleaseOverview::of(gone), ReleaseOverview::of(again)};
        QCOMPARE(classify(again, cluster, m_rules).owner, Owner::Shared);
        cluster.releases.front().isInstalled = true;
        QCOMPARE(classify(again, cluster, m_rules).owner, Owner::Customer);
    }

    void withoutTheClustersAgeTheOldestReleaseIsNamed()
    {
        ClusterEvidence cluster = m_cluster;
        cluster.created = {};
        const Ownership found = classify(
            release("gpu-operator", "nvidia-gpu-operator", "gpu-operator", nvidia), cluster, m_rules);
        QVERIFY(says(found, "no release here is older"));
    }

    void revisionsAreToldForWhatItIs()
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

    void twoOperatorsThatNothingTellsApartAreGuesses()
    {
        ClusterEvidence cluster = m_cluster;
        cluster.releases +=
            ReleaseOverview::of(release("gpu-two", "nvidia-gpu-operator", "gpu-operator", nvidia));
        const Ownership found = classify(
            release("gpu-operator", "nvidia-gpu-operator", "gpu-operator", nvidia), cluster, m_rules);
        QCOMPARE(found.owner, Owner::Shared);
        QCOMPARE(found.confidence, Confidence::Guess);
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

    void aChartOfCrusoesThatNoRuleNamesIsAGuess()
    {
        const Ownership found =
            classify(release("new-thing", "crusoe-system", "crusoe-new-thing", crusoe), m_cluster, m_rules);
        QCOMPARE(found.owner, Owner::Shared);
        QCOMPARE(found.confidence, Confidence::Guess);
        QCOMPARE(found.component, QStringLiteral("other-crusoe-add-ons"));
    }

    void aCommonChartNameNeedsItsOrigin()
    {
        QCOMPARE(classify(release("base", "istio-system", "base", "https://istio.io"), m_cluster, m_rules)
                     .component,
                 QStringLiteral("service-mesh"));
        QCOMPARE(classify(release("base", "team", "base"), m_cluster, m_rules).component,
                 QStringLiteral("third-party-charts"));
    }

    void aRecordThatCannotBeReadIsAGuessByNames()
    {
        Release damaged = release("gpu-operator", "nvidia-gpu-operator", "");
        damaged.record.reset();
        damaged.recordProblem = QStringLiteral("The record is cut off.");
        const Ownership found = classify(damaged, m_cluster, m_rules);
        QCOMPARE(found.owner, Owner::Shared);
        QCOMPARE(found.confidence, Confidence::Guess);
        QVERIFY(says(found, "The record is cut off."));

        damaged.key.name = QStringLiteral("something");
        QCOMPARE(classify(damaged, m_cluster, m_rules).owner, Owner::Customer);
        QCOMPARE(classify(damaged, m_cluster, m_rules).component, QString());
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

    void theSameInputGivesTheSameAnswer()
    {
        const Release gpu = release("gpu-operator", "nvidia-gpu-operator", "gpu-operator", nvidia);
        const Ownership a = classify(gpu, m_cluster, m_rules);
        const Ownership b = classify(gpu, m_cluster, m_rules);
        QCOMPARE(a.summary, b.summary);
        QCOMPARE(a.evidence.size(), b.evidence.size());
    }

private:
    ResponsibilityRules m_rules;
    ClusterEvidence m_cluster;
};

QTEST_GUILESS_MAIN(ResponsibilityClassifierTest)
#include "tst_responsibility_classifier.moc"
