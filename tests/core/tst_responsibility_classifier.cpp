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

namespace HIDDEN_FROM_MOC tst_responsibility_classifier {

class ResponsibilityClassifierTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_cluster = sandboxCluster(); }

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
        QVERIFY(found.summary.contains(QStringLiteral("own driver branch. If it harms the cluster,")));

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

    void theSameInputGivesTheSameAnswer()
    {
        const Release gpu = release("gpu-operator", "nvidia-gpu-operator", "gpu-operator", nvidia);
        const Ownership a = classify(gpu, m_cluster, m_rules);
        const Ownership b = classify(gpu, m_cluster, m_rules);
        QCOMPARE(a.summary, b.summary);
        QCOMPARE(a.evidence.size(), b.evidence.size());
    }

private:
    const ResponsibilityRules m_rules = test::bundledRules();
    ClusterEvidence m_cluster;
};

#include "tst_responsibility_classifier.moc"
} // namespace tst_responsibility_classifier

CHARTROOM_TEST(tst_responsibility_classifier, ResponsibilityClassifierTest)
