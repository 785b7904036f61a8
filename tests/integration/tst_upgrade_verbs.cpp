// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/chartroom_program.h"
#include "tests/integration/installed_release.h"
#include "tests/integration/kept_records.h"
#include "tests/integration/planned_upgrade.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

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
    [[nodiscard]] QString fullName() const
    {
        return m_upgrade->release.namespaceName + u'/' + m_upgrade->release.name;
    }
    [[nodiscard]] QStringList wish() const
    {
        QStringList wish{fullName(), u"--to"_s, m_upgrade->to, u"--strategy"_s, u"reset-then-reuse"_s};
        if (!m_upgrade->settings.isEmpty())
            wish << u"--set"_s << m_upgrade->settings;
        return wish;
    }
    [[nodiscard]] QStringList confirm() const
    {
        return {u"--confirm"_s, m_upgrade->release.name + u'@' + m_sandbox->context()};
    }
    [[nodiscard]] QJsonObject chartroom(const QStringList &arguments)
    {
        return m_program->json(arguments, &m_exitCode).object();
    }
    /// A reason for each severe finding.
    [[nodiscard]] static QStringList reasons(const QJsonObject &shown)
    {
        QStringList reasons;
        for (const QJsonValue finding : shown[u"findings"].toArray())
            if (finding[u"severity"] == u"severe"_s)
                reasons << u"--reason"_s << finding[u"id"].toString() + u"=a sandbox"_s;
        return reasons;
    }
    void checkDone(const QJsonObject &result)
    {
        QVERIFY2(m_exitCode == 0 && result[u"end"] == u"done"_s, QJsonDocument(result).toJson().constData());
        QCOMPARE(result[u"problems"].toArray(), QJsonArray());
        QVERIFY(QFile::exists(result[u"folder"].toString() + u"/capture/manifest.yaml"_s));
        QCOMPARE(m_release->revision(), result[u"revision"].toInt());
        const QByteArray facts = QJsonDocument(result[u"facts"].toArray()).toJson();
        QVERIFY2(facts.contains("still to go") == m_upgrade->movesDrivers, facts.constData());
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
        checkDone(chartroom(QStringList{u"rollback"_s, fullName(), QString::number(revision), u"--yes"_s} +
                            confirm()));
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
        QVERIFY(!chartroom(QStringList{u"plan"_s} + wish() + QStringList{u"--save"_s, plan}).isEmpty());
        QVERIFY(QFile::exists(plan));
        const QStringList byPlan{u"upgrade"_s, u"--plan"_s, plan};
        QCOMPARE(m_program->run(byPlan + QStringList{u"--yes"_s}).exitCode, 3); // nobody confirmed it
        const QStringList agreed = byPlan + confirm() + reasons(chartroom(byPlan + confirm()));
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

    void theStorageDriverGoesUpInOneLine()
    {
        take(plannedUpgrades().first(), "helm4");
        const Value before = m_release->values();
        const int revision = m_release->revision();
        upgradeBy(QStringList{u"upgrade"_s} + wish() + confirm() + QStringList{u"--yes"_s}, before);
        goBack(revision, before);
    }
};

QTEST_GUILESS_MAIN(UpgradeVerbsTest)
#include "tst_upgrade_verbs.moc"
