// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/chartroom_program.h"
#include "tests/integration/installed_release.h"
#include "tests/integration/kept_records.h"
#include "tests/integration/planned_upgrade.h"
#include "tests/support/test_main.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_upgrade_verbs {

/// The provider's add-ons go up and back by the program's verbs, with both majors of helm, down to the last
/// node: as a saved plan, and in one line.
class UpgradeVerbsTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<ChartroomProgram> m_program;
    std::optional<KeptRecords> m_records;
    std::optional<PlannedUpgrade> m_upgrade;
    std::optional<InstalledRelease> m_release;
    int m_exitCode = -1;

    void take(const PlannedUpgrade &upgrade, const char *helm)
    {
        m_upgrade = upgrade;
        m_records.emplace(*m_sandbox, upgrade.release);
        m_release.emplace(*m_sandbox, upgrade.release);
        m_program = std::make_unique<ChartroomProgram>(*m_sandbox, helm, QStringLiteral(CHARTROOM_PROGRAM));
    }
    [[nodiscard]] QStringList confirm() const
    {
        return {u"--confirm"_s, m_upgrade->release.name + u'@' + m_sandbox->context()};
    }
    [[nodiscard]] QJsonObject chartroom(const QStringList &arguments)
    {
        return m_program->json(arguments, &m_exitCode).object();
    }
    void checkDone(const QJsonObject &result)
    {
        QVERIFY2(m_exitCode == 0 && result[u"end"] == u"done"_s, QJsonDocument(result).toJson().constData());
        QCOMPARE(result[u"problems"].toArray(), QJsonArray());
        QVERIFY(QFile::exists(result[u"folder"].toString() + u"/capture/manifest.yaml"_s));
        QCOMPARE(m_release->revision(), result[u"revision"].toInt());
        const QByteArray facts = QJsonDocument(result[u"facts"].toArray()).toJson();
        QVERIFY2(facts.contains("rolled, verifying") == m_upgrade->movesDrivers, facts.constData());
    }
    void upgradeBy(const QStringList &arguments, const Value &before)
    {
        checkDone(chartroom(arguments));
        QCOMPARE(m_release->otherThan(m_upgrade->chart(m_upgrade->to), m_upgrade->values(before)), QString());
        QCOMPARE(m_upgrade->awaitNodes(*m_sandbox, m_upgrade->after), QString());
    }
    void goBack(int revision, const Value &before)
    {
        const int newest = m_release->revision();
        const QStringList back =
            QStringList{u"rollback"_s,      m_upgrade->fullName(),   QString::number(revision),
                        u"--reason"_s,      u"rollback=a sandbox"_s, u"--reason"_s,
                        u"ownership=CS-1"_s} +
            confirm();
        const QJsonObject shown = chartroom(back);
        QCOMPARE(shown[u"end"].toString(), u"notStarted"_s);
        QVERIFY(!shown[u"findings"].toArray().isEmpty());
        QCOMPARE(m_release->revision(), newest);
        checkDone(chartroom(back + reasonsFor(shown) + QStringList{u"--yes"_s}));
        QCOMPARE(m_release->revision(), newest + 1);
        QCOMPARE(m_release->otherThan(m_upgrade->chart(m_upgrade->from), before), QString());
        QCOMPARE(m_upgrade->awaitNodes(*m_sandbox, m_upgrade->before), QString());
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
    }
    void cleanup()
    {
        QVERIFY(m_records && m_records->restore());
        m_records.reset();
    }

    void aSavedPlanGoesUpAndBackAndLosesNothing_data() { addUpgradeRows("helm3"); }
    void aSavedPlanGoesUpAndBackAndLosesNothing()
    {
        QFETCH(int, upgrade);
        QFETCH(QByteArray, helm);
        take(plannedUpgrades()[upgrade], helm.constData());
        const Value before = m_release->values();
        const int revision = m_release->revision();
        QCOMPARE(m_release->otherThan(m_upgrade->chart(m_upgrade->from), before), QString());
        QCOMPARE(m_upgrade->awaitNodes(*m_sandbox, m_upgrade->before), QString());
        QElapsedTimer timer;
        timer.start();

        const QString plan = m_program->home().filePath(u"plan.yaml"_s);
        QVERIFY(!chartroom(QStringList{u"plan"_s} + m_upgrade->wish() + QStringList{u"--save"_s, plan})
                     .isEmpty());
        QVERIFY(QFile::exists(plan));
        const QStringList byPlan{u"upgrade"_s, u"--plan"_s, plan};
        QCOMPARE(m_program->run(byPlan + QStringList{u"--yes"_s}).exitCode, 3); // nobody confirmed it
        const QStringList agreed = byPlan + confirm() + reasonsFor(chartroom(byPlan + confirm()));
        const QJsonObject shown = chartroom(agreed);
        QCOMPARE(shown[u"end"].toString(), u"notStarted"_s);
        QVERIFY(shown[u"commands"].toArray().first().toString().contains(u"upgrade "_s +
                                                                         m_upgrade->release.name));
        QCOMPARE(m_release->revision(), revision);
        upgradeBy(agreed + QStringList{u"--yes"_s}, before);
        QCOMPARE(m_release->revision(), revision + 1);

        // Somebody was faster than the plan: the preflight says so, and nothing is run.
        const QJsonObject late = chartroom(agreed + QStringList{u"--yes"_s});
        QCOMPARE(late[u"end"].toString(), u"notStarted"_s);
        QVERIFY(late[u"text"].toString().contains(u"revision"_s));
        QCOMPARE(m_exitCode, 1);
        QCOMPARE(m_release->revision(), revision + 1);

        goBack(revision, before);
        qInfo("up and back by a saved plan: %lld ms", timer.elapsed());
    }

    void oneNodeGoesFirstAndTheOthersWhenTheyAreLet()
    {
        take(plannedUpgrades()[2], "helm4");
        const Value before = m_release->values();
        const int revision = m_release->revision();
        QCOMPARE(m_upgrade->awaitNodes(*m_sandbox, m_upgrade->before), QString());
        QStringList others = m_sandbox->nodesWith(u"nvidia.com/gpu.present=true"_s);
        QCOMPARE(others.size(), 3);
        const QString canary = others.takeAt(1);
        const QString held = u"nvidia.com/gpu-driver-upgrade.skip=true"_s;
        const QString loaded = m_upgrade->after.selector();

        QStringList going = QStringList{u"upgrade"_s} + m_upgrade->wish() + confirm() +
                            QStringList{u"--canary"_s,    canary,   u"--bake"_s,    u"1h"_s,
                                        u"--gpu-floor"_s, u"999"_s, u"--timeout"_s, u"4m0s"_s};
        const QJsonObject asked = chartroom(going);
        QVERIFY2(QJsonDocument(asked).toJson().contains("Fewer than 999 GPUs would stay available"),
                 QJsonDocument(asked).toJson().constData());
        going += reasonsFor(asked) + QStringList{u"--yes"_s};
        const QJsonObject done = chartroom(going);
        checkDone(done);
        QVERIFY(done[u"commands"].toArray().last().toString().contains(u" --timeout 240s "_s));
        QCOMPARE(m_sandbox->nodesWith(held), others);
        QTRY_COMPARE_WITH_TIMEOUT(m_sandbox->nodesWith(loaded), QStringList{canary}, 240'000);
        QCOMPARE(m_sandbox->nodesWith(u"nvidia.com/gpu-driver-upgrade-state=upgrade-required"_s), others);

        const QJsonArray open = m_program->json({u"recover"_s}, &m_exitCode).array();
        QCOMPARE(open.size(), 1);
        QCOMPARE(open[0][u"heldNodes"].toArray(), QJsonArray::fromStringList(others));
        const QStringList unhold{u"recover"_s, open[0][u"operation"].toString(), u"--unhold"_s, u"--yes"_s};
        QCOMPARE(chartroom(unhold)[u"end"].toString(), u"notStarted"_s); // it bakes
        QCOMPARE(m_sandbox->nodesWith(held), others);
        const QJsonObject let = chartroom(unhold + QStringList{u"--reason"_s, u"unhold=a sandbox"_s});
        QVERIFY2(let[u"end"] == u"done"_s, QJsonDocument(let).toJson().constData());
        QCOMPARE(m_sandbox->nodesWith(held), QStringList());
        QCOMPARE(m_upgrade->awaitNodes(*m_sandbox, m_upgrade->after), QString());
        goBack(revision, before);
    }

    void theStorageDriverGoesUpInOneLine()
    {
        take(plannedUpgrades().first(), "helm4");
        const Value before = m_release->values();
        const int revision = m_release->revision();
        upgradeBy(QStringList{u"upgrade"_s} + m_upgrade->wish() + confirm() + QStringList{u"--yes"_s},
                  before);
        goBack(revision, before);
    }
};

#include "tst_upgrade_verbs.moc"
} // namespace tst_upgrade_verbs

CHARTROOM_TEST(tst_upgrade_verbs, UpgradeVerbsTest)
