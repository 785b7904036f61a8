// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_releases.h"
#include "tests/integration/sandbox_session.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_session {

/// A whole session on the real API server: what the window and the verbs stand on.
class SessionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_own = std::make_unique<SandboxSession>(*m_sandbox);
        m_session = m_own->get();
        QTRY_COMPARE_WITH_TIMEOUT(m_session->releases()->state(), ReleaseStore::State::Complete, 60000);
    }

    void theServersVersionAndItsNodesAreKnown()
    {
        QTRY_COMPARE_WITH_TIMEOUT(m_session->serverVersion(), QStringLiteral("v1.36.3"), 60000);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->nodes()->objects().size(), 24, 60000);
        int gpuNodes = 0;
        for (const Node &node : m_session->nodes()->objects())
            gpuNodes += node.hasGpu() ? 1 : 0;
        QCOMPARE(gpuNodes, 16);
    }

    void theOwnerOfEveryReleaseIsRightAndHasEvidence_data()
    {
        QTest::addColumn<QString>("namespaceName");
        QTest::addColumn<QString>("owner");
        const auto row = [](const char *name, const char *where, const char *owner) {
            QTest::newRow(name) << QString::fromLatin1(where) << QString::fromLatin1(owner);
        };
        row("cilium", "kube-system", "crusoe");
        row("coredns", "kube-system", "crusoe");
        row("crusoe-watch-agent", "crusoe-system", "crusoe");
        row("gpu-operator", "nvidia-gpu-operator", "shared");
        row("network-operator", "nvidia-network-operator", "shared");
        row("crusoe-csi-driver", "crusoe-system", "shared");
        row("cluster-autoscaler", "crusoe-system", "shared");
        row("registry-token-rotator", "crusoe-system", "shared");
        row("my-gpu-operator", "ml-platform", "customer");
        row("volcano", "volcano-system", "customer");
        row("kube-prometheus-stack", "monitoring", "customer");
        row("grafana-operator", "monitoring", "customer");
        row("tenant-portal", "tenant-a", "customer");
        row("legacy-exporter", "legacy", "customer");
    }

    void theOwnerOfEveryReleaseIsRightAndHasEvidence()
    {
        QFETCH(QString, namespaceName);
        QFETCH(QString, owner);
        const ReleaseKey *key = find(QString::fromLatin1(QTest::currentDataTag()));
        QVERIFY(key);
        QCOMPARE(key->namespaceName, namespaceName);
        const Ownership ownership = m_session->ownership(*key);
        QCOMPARE(ownerText(ownership.owner), owner);
        QVERIFY(!ownership.summary.isEmpty());
        QVERIFY(!ownership.evidence.isEmpty());
        for (const Evidence &evidence : ownership.evidence)
            QVERIFY2(!evidence.text.isEmpty() && !evidence.source.isEmpty(), qPrintable(evidence.text));
    }

    void theChangedGpuOperatorNamesItsChangedPaths()
    {
        const ReleaseKey *key = find(QStringLiteral("gpu-operator"));
        QVERIFY(key);
        const Release *release = m_session->releases()->find(*key);
        QTRY_VERIFY(release->divergence.has_value());
        QVERIFY2(release->divergence->known(), qPrintable(release->divergence->unknownWhy));
        QStringList paths;
        for (const ValueChange &change : release->divergence->changes)
            paths << change.path;
        QVERIFY2(paths.contains(QStringLiteral("driver.version")), qPrintable(paths.join(u' ')));
        QVERIFY2(paths.size() >= 3, qPrintable(paths.join(u' ')));
    }

    void theReleaseInAConfigMapIsThere()
    {
        const ReleaseKey *key = find(QStringLiteral("legacy-exporter"));
        QVERIFY(key);
        QCOMPARE(key->storage, ReleaseStorage::ConfigMap);
    }

    void podsOfARunningAddOnAreFoundAndReady()
    {
        SessionReleases releases(m_session);
        const ReleaseKey *key = find(QStringLiteral("crusoe-csi-driver"));
        QVERIFY(key);
        QTRY_VERIFY_WITH_TIMEOUT(releases.pods(*key).value_or(ReleasePods()).all > 0, 20000);
    }

    void throughKubectlTheSameReleasesAreRead()
    {
        const SandboxSession session(*m_sandbox, SessionFactory::Access::Kubectl);
        QTRY_COMPARE_WITH_TIMEOUT(session->releases()->state(), ReleaseStore::State::Complete, 60000);
        const QList<ReleaseKey> keys = m_session->releases()->keys();
        QCOMPARE(QSet<ReleaseKey>(keys.cbegin(), keys.cend()).size(), session->releases()->keys().size());
        for (const ReleaseKey &key : keys) {
            const Release *theirs = session->releases()->find(key);
            QVERIFY2(theirs, qPrintable(key.name));
            const Release *ours = m_session->releases()->find(key);
            QCOMPARE(theirs->revisions.size(), ours->revisions.size());
            QCOMPARE(theirs->newest().resourceVersion, ours->newest().resourceVersion);
            QCOMPARE(theirs->record.has_value(), ours->record.has_value());
        }
        QTRY_COMPARE(session->serverVersion(), m_session->serverVersion());
    }

private:
    const ReleaseKey *find(const QString &name)
    {
        m_keys = m_session->releases()->keys();
        const auto found = std::find_if(m_keys.cbegin(), m_keys.cend(),
                                        [&](const ReleaseKey &key) { return key.name == name; });
        return found == m_keys.cend() ? nullptr : &*found;
    }

    std::optional<Sandbox> m_sandbox;
    QList<ReleaseKey> m_keys;
    std::unique_ptr<SandboxSession> m_own;
    ClusterSession *m_session = nullptr;
};

#include "tst_session.moc"
} // namespace tst_session

CHARTROOM_TEST(tst_session, SessionTest)
