// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/divergence_groups.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_divergence_groups {

class DivergenceGroupsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachPathHasItsGroup_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("group");
        const auto row = [](const char *path, const char *group) {
            QTest::newRow(path) << QString::fromLatin1(path) << QString::fromLatin1(group);
        };
        row("driver.version", "Version choice");
        row("operator.driverVersion", "Version choice");
        row("image.tag", "Version choice");
        row("image.repository", "Version choice");
        row("driver.image", "Version choice");
        row("ofedDriver.initContainer.image", "Version choice");
        row("images[name=toolkit]", "Version choice");
        row("daemonsets.tolerations", "Scheduling");
        row("daemonsets.tolerations[0].key", "Scheduling");
        row("operator.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution", "Scheduling");
        row("nodeSelector.\"nvidia.com/gpu.present\"", "Scheduling");
        row("daemonsets.priorityClassName", "Scheduling");
        row("operator.resources.limits.memory", "Resources");
        row("prometheus.prometheusSpec.replicas", "Resources");
        row("replicaCount", "Resources");
        row("controller.minReplicas", "Resources");
        row("image.pullPolicy", "Structural");
        row("imagePullSecrets[0].name", "Structural");
        row("driver.imagePullSecrets", "Structural");
        row("mig.strategy", "Structural");
        row("driver.upgradePolicy.maxParallelUpgrades", "Structural");
        row("extraObjects[0].apiVersion", "Structural");
        row("versioned", "Structural");
        row("", "Structural");
    }
    void eachPathHasItsGroup()
    {
        QFETCH(QString, path);
        QFETCH(QString, group);
        const auto groups = DivergenceGroups::bundled();
        QVERIFY2(groups.has_value(), groups ? "" : qPrintable(groups.error().message));
        QCOMPARE(divergenceGroupTitle(groups->of(path)), group);
    }

    void changesComeInSectionsAndNoneIsLost()
    {
        QList<ValueChange> changes;
        for (const QString &path : {u"mig.strategy"_s, u"driver.version"_s, u"a.b"_s, u"image.tag"_s})
            changes.append({ValueChange::Kind::Added, path, {}, Value(true)});
        const auto sections = DivergenceGroups::bundled()->grouped(changes);
        QCOMPARE(sections.size(), 2);
        QCOMPARE(sections[0].group, DivergenceGroup::VersionChoice);
        QCOMPARE(sections[0].changes.size(), 2);
        QCOMPARE(sections[0].changes[1].path, u"image.tag"_s);
        QCOMPARE(sections[1].group, DivergenceGroup::Structural);
        QCOMPARE(sections[1].changes.size(), 2);
        QVERIFY(DivergenceGroups::bundled()->grouped({}).isEmpty());
    }

    void theFirstRuleThatFitsDecides()
    {
        const auto groups = DivergenceGroups::load("chartroomDivergence: 1\nrules:\n"
                                                   "  - {group: resources, lastKeys: [\"a*\"]}\n"
                                                   "  - {group: scheduling, keys: [ab]}\n",
                                                   u"x.yaml"_s);
        QVERIFY2(groups.has_value(), groups ? "" : qPrintable(groups.error().message));
        QCOMPARE(groups->of(u"ab"_s), DivergenceGroup::Resources);
        QCOMPARE(groups->of(u"ab.c"_s), DivergenceGroup::Scheduling);
    }

    void wrongRulesNameTheirPlace_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<QString>("part");
        QTest::newRow("version") << QByteArray("chartroomDivergence: 2\nrules: []\n") << u"version 1"_s;
        QTest::newRow("group") << QByteArray("chartroomDivergence: 1\nrules:\n  - group: colour\n")
                               << u"x.yaml:3:"_s;
        QTest::newRow("key") << QByteArray(
                                    "chartroomDivergence: 1\nrules:\n  - group: resources\n    key: [a]\n")
                             << u"x.yaml:4"_s;
        QTest::newRow("no group") << QByteArray("chartroomDivergence: 1\nrules:\n  - keys: [a]\n")
                                  << u"group is missing"_s;
        QTest::newRow("pattern")
            << QByteArray("chartroomDivergence: 1\nrules:\n  - {group: resources, keys: [\"[\"]}\n")
            << u"pattern"_s;
    }
    void wrongRulesNameTheirPlace()
    {
        QFETCH(QByteArray, yaml);
        QFETCH(QString, part);
        const auto groups = DivergenceGroups::load(yaml, u"x.yaml"_s);
        QVERIFY(!groups.has_value());
        QVERIFY2(groups.error().message.contains(part), qPrintable(groups.error().message));
    }
};

#include "tst_divergence_groups.moc"
} // namespace tst_divergence_groups

CHARTROOM_TEST(tst_divergence_groups, DivergenceGroupsTest)
