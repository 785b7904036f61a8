// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release_store.h"
#include "tests/integration/outside_helm.h"
#include "tests/integration/sandbox.h"
#include "tests/support/open_cluster.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_inventory {

namespace {

constexpr int second = 1000;

/// A row as both sides can tell it.
QString rowOf(const Release &release)
{
    const ReleaseRecord record = release.record.value_or(ReleaseRecord{});
    return u"%1/%2 revision %3 %4 %5-%6 app %7"_s
        .arg(release.key.namespaceName, release.key.name, QString::number(release.newest().revision),
             release.newest().statusText)
        .arg(record.chartName, record.chartVersion, record.appVersion);
}

/// As the program prints it.
QString rowOfOurs(const QJsonObject &item)
{
    return u"%1/%2 revision %3 %4 %5-%6 app %7"_s
        .arg(item[u"namespace"_s].toString(), item[u"name"_s].toString(),
             QString::number(item[u"revision"_s].toInt()), item[u"status"_s].toString())
        .arg(item[u"chart"_s].toString(), item[u"chartVersion"_s].toString(),
             item[u"appVersion"_s].toString());
}

QString rowOf(const QJsonObject &item)
{
    return u"%1/%2 revision %3 %4 %5 app %6"_s
        .arg(item[u"namespace"_s].toString(), item[u"name"_s].toString(), item[u"revision"_s].toString(),
             item[u"status"_s].toString())
        .arg(item[u"chart"_s].toString(), item[u"app_version"_s].toString());
}

} // namespace

/// The inventory against the real helm, both majors, on the sandbox.
class InventoryTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<OpenCluster> m_cluster;
    SystemClock m_clock;
    std::unique_ptr<ReleaseStore> m_store;
    std::unique_ptr<OutsideHelm> m_helm;
    QString m_namespace;

    ReleaseKey key(const QString &name, ReleaseStorage storage = ReleaseStorage::Secret) const
    {
        return {m_namespace, name, storage};
    }
    QString rowNow(const QString &name) const
    {
        const Release *release = m_store->find(key(name));
        const bool current =
            release && release->record && release->record->revision == release->newest().revision;
        return current ? rowOf(*release) : QString();
    }
    QString row(const QString &name, int revision, const char *status, const QString &version) const
    {
        return u"%1/%2 revision %3 %4 outside-app-%5 app v%5"_s.arg(
            m_namespace, name, QString::number(revision), QString::fromLatin1(status), version);
    }
    QStringList rows(ReleaseStorage storage) const
    {
        QStringList rows;
        for (const ReleaseKey &each : m_store->keys()) {
            if (each.storage == storage)
                rows.append(rowOf(*m_store->find(each)));
        }
        rows.sort();
        return rows;
    }
    int helm(const QStringList &verb, const QString &driver = {})
    {
        const int code = m_helm->run(verb + QStringList{u"-n"_s, m_namespace}, driver);
        return code;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_cluster = std::make_unique<OpenCluster>(m_sandbox->kubeconfig());
        QVERIFY2(m_cluster->problem().isEmpty(), qPrintable(m_cluster->problem()));
    }

    void init()
    {
        QFETCH(QString, major);
        m_namespace = u"outside-"_s + major;
        m_helm = std::make_unique<OutsideHelm>(m_sandbox->facts()[major].toString(), m_sandbox->kubeconfig());
        m_store = std::make_unique<ReleaseStore>(m_cluster->transport(), &m_clock, QString());
        m_store->start();
        QTRY_COMPARE_WITH_TIMEOUT(m_store->state(), ReleaseStore::State::Complete, 10 * second);
    }

    void cleanup()
    {
        QStringList names;
        for (const ReleaseKey &each : m_store->keys()) {
            if (each.namespaceName == m_namespace && each.storage == ReleaseStorage::Secret)
                names.append(each.name);
        }
        if (!names.isEmpty())
            (void)helm(QStringList{u"uninstall"_s, u"--no-hooks"_s} + names);
        (void)helm({u"uninstall"_s, u"in-map"_s}, u"configmap"_s);
        m_store.reset();
        m_helm.reset();
    }

    void cleanupTestCase()
    {
        m_cluster.reset();
        QVERIFY(m_sandbox->removeNamespaces({u"outside-helm3"_s, u"outside-helm4"_s}));
    }

    void eachReleaseAgreesWithHelmList_data() { majors(); }
    void eachReleaseAgreesWithHelmList()
    {
        const QString good = m_helm->chart(u"0.1.0"_s);
        QCOMPARE(helm({u"install"_s, u"plain"_s, good, u"--create-namespace"_s}), 0);
        QCOMPARE(helm({u"install"_s, u"upgraded"_s, good}), 0);
        QCOMPARE(helm({u"upgrade"_s, u"upgraded"_s, m_helm->chart(u"v0.2.0-rc.1+build.5"_s)}), 0);
        QCOMPARE(helm({u"install"_s, u"kept"_s, good}), 0);
        QCOMPARE(helm({u"uninstall"_s, u"kept"_s, u"--keep-history"_s}), 0);
        QCOMPARE(helm({u"install"_s, u"failing"_s, good}), 0);
        QVERIFY(helm({u"upgrade"_s, u"failing"_s, m_helm->chart(u"0.3.0"_s, OutsideHelm::Chart::Broken)}) >
                0);
        QCOMPARE(helm({u"install"_s, u"in-map"_s, good}, u"configmap"_s), 0);
        QCOMPARE(helm({u"install"_s, u"stuck"_s, good}), 0);
        QProcess killed;
        m_helm->start(killed, {u"upgrade"_s, u"stuck"_s,
                               m_helm->chart(u"0.4.0"_s, OutsideHelm::Chart::Hanging), u"-n"_s, m_namespace});
        QTRY_COMPARE_WITH_TIMEOUT(rowNow(u"stuck"_s), row(u"stuck"_s, 2, "pending-upgrade", u"0.4.0"_s),
                                  20 * second);
        killed.kill();
        QTRY_COMPARE(killed.state(), QProcess::NotRunning);

        QStringList all;
        for (const auto &[storage, driver] : {std::pair{ReleaseStorage::Secret, u"secret"_s},
                                              std::pair{ReleaseStorage::ConfigMap, u"configmap"_s}}) {
            QStringList expected;
            for (const auto &item : m_helm->list(driver))
                expected.append(rowOf(item.toObject()));
            expected.sort();
            QVERIFY(!expected.isEmpty());
            QTRY_COMPARE_WITH_TIMEOUT(rows(storage), expected, 2 * second);
            all += expected;
        }
        const Ran ours =
            run(QStringLiteral(CHARTROOM_PROGRAM),
                {u"list"_s, u"-A"_s, u"-o"_s, u"json"_s, u"--kubeconfig"_s, m_sandbox->kubeconfig()},
                QProcessEnvironment::systemEnvironment(), 60);
        QCOMPARE(ours.exitCode, 0);
        QStringList printed;
        for (const auto &item : QJsonDocument::fromJson(ours.out).array())
            printed.append(rowOfOurs(item.toObject()));
        all.sort();
        printed.sort();
        QCOMPARE(printed, all);
        QCOMPARE(m_store->find(key(u"failing"_s))->newest().status, ReleaseStatus::Failed);
        QCOMPARE(m_store->find(key(u"kept"_s))->newest().status, ReleaseStatus::Uninstalled);
    }

    void aChangeFromOutsideShowsWithinASecond_data() { majors(); }
    void aChangeFromOutsideShowsWithinASecond()
    {
        const QString name = u"moving"_s;
        QCOMPARE(helm({u"install"_s, name, m_helm->chart(u"0.1.0"_s), u"--create-namespace"_s}), 0);
        QTRY_COMPARE_WITH_TIMEOUT(rowNow(name), row(name, 1, "deployed", u"0.1.0"_s), second);
        QCOMPARE(helm({u"upgrade"_s, name, m_helm->chart(u"0.2.0"_s), u"--set"_s, u"colour=red"_s}), 0);
        QTRY_COMPARE_WITH_TIMEOUT(rowNow(name), row(name, 2, "deployed", u"0.2.0"_s), second);
        QTRY_VERIFY(m_store->find(key(name))->divergence.has_value());
        QTRY_COMPARE(m_store->find(key(name))->divergence->changes.value(0).path, u"colour"_s);
        QCOMPARE(helm({u"rollback"_s, name, u"1"_s}), 0);
        QTRY_COMPARE_WITH_TIMEOUT(rowNow(name), row(name, 3, "deployed", u"0.1.0"_s), second);
        QTRY_VERIFY(m_store->find(key(name))->divergence->changes.isEmpty());
        QCOMPARE(helm({u"uninstall"_s, name}), 0);
        QTRY_COMPARE_WITH_TIMEOUT(m_store->find(key(name)), nullptr, second);
    }

private:
    void majors()
    {
        QTest::addColumn<QString>("major");
        QTest::newRow("helm 3") << u"helm3"_s;
        QTest::newRow("helm 4") << u"helm4"_s;
    }
};

#include "tst_inventory.moc"
} // namespace tst_inventory

CHARTROOM_TEST(tst_inventory, InventoryTest)
