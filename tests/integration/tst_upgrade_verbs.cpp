// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/diff/value_diff.h"
#include "tests/integration/chartroom_program.h"
#include "tests/integration/kept_records.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

/// The storage driver goes back and up again by the program's verbs, with both majors of helm: as a saved
/// plan and in one line.
class UpgradeVerbsTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<ChartroomProgram> m_program;
    std::optional<KeptRecords> m_records;
    int m_exitCode = -1;

    const QString m_release = u"crusoe-csi-driver"_s;
    const QString m_space = u"crusoe-system"_s;

    [[nodiscard]] QString fullName() const { return m_space + u'/' + m_release; }
    [[nodiscard]] QStringList confirm() const
    {
        return {u"--confirm"_s, m_release + u'@' + m_sandbox->context()};
    }
    [[nodiscard]] QJsonObject chartroom(const QStringList &arguments)
    {
        return m_program->json(arguments, &m_exitCode).object();
    }
    /// What the real helm says of the release, the newest revision last.
    [[nodiscard]] QJsonArray history() const
    {
        const Ran ran =
            m_sandbox->tool("helm4", {u"history"_s, m_release, u"-n"_s, m_space, u"-o"_s, u"json"_s});
        return QJsonDocument::fromJson(ran.out).array();
    }
    [[nodiscard]] QJsonObject newest() const { return history().last().toObject(); }
    [[nodiscard]] QString newestWith(const QString &chart) const
    {
        int found = 0;
        for (const QJsonValue &one : history())
            if (one[u"chart"_s] == chart)
                found = one[u"revision"_s].toInt();
        return QString::number(found);
    }
    [[nodiscard]] Value values() const
    {
        const Ran ran = m_sandbox->tool(
            "helm4", {u"get"_s, u"values"_s, m_release, u"-n"_s, m_space, u"-o"_s, u"yaml"_s});
        return readYaml(ran.out).value_or(Value());
    }
    void goBack()
    {
        const int before = newest()[u"revision"_s].toInt();
        const QString to = newestWith(u"crusoe-csi-driver-0.4.6"_s);
        const QJsonObject back =
            chartroom(QStringList{u"rollback"_s, fullName(), to, u"--yes"_s} + confirm());
        QCOMPARE(back[u"end"_s].toString(), u"done"_s);
        QCOMPARE(back[u"problems"_s].toArray(), QJsonArray());
        QCOMPARE(m_exitCode, 0);
        QCOMPARE(newest()[u"revision"_s].toInt(), before + 1);
        QCOMPARE(newest()[u"chart"_s].toString(), u"crusoe-csi-driver-0.4.6"_s);
    }
    void compareWith(const Value &before, const QJsonObject &result)
    {
        QVERIFY2(m_exitCode == 0 && result[u"end"_s].toString() == u"done"_s,
                 QJsonDocument(result).toJson().constData());
        QCOMPARE(result[u"problems"_s].toArray(), QJsonArray());
        QVERIFY(!result[u"findings"_s].toArray().isEmpty());
        QVERIFY(QFile::exists(result[u"folder"_s].toString() + u"/capture/manifest.yaml"_s));
        QCOMPARE(newest()[u"revision"_s].toInt(), result[u"revision"_s].toInt());
        QCOMPARE(newest()[u"chart"_s].toString(), u"crusoe-csi-driver-0.4.9"_s);
        QCOMPARE(newest()[u"status"_s].toString(), u"deployed"_s);
        for (const ValueChange &change : changedSettings(before, values()))
            QFAIL(qPrintable(change.path));
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_records.emplace(*m_sandbox, ReleaseKey{m_space, m_release, ReleaseStorage::Secret});
    }

    void cleanupTestCase() { QVERIFY(m_records && m_records->restore()); }

    void theStorageDriverGoesBackAndUpAndLosesNothing_data()
    {
        QTest::addColumn<QByteArray>("helm");
        QTest::newRow("helm 3") << QByteArray("helm3");
        QTest::newRow("helm 4") << QByteArray("helm4");
    }
    void theStorageDriverGoesBackAndUpAndLosesNothing()
    {
        QFETCH(QByteArray, helm);
        m_program = std::make_unique<ChartroomProgram>(*m_sandbox, helm.constData(),
                                                       QStringLiteral(CHARTROOM_PROGRAM));
        const Value before = values();
        QVERIFY(before.at({u"controller"_s, u"replicas"_s}).scalarText() == u"2");
        goBack();

        const QString plan = m_program->home().filePath(u"plan.yaml"_s);
        const QStringList wish{fullName(),
                               u"--to"_s,
                               u"0.4.9"_s,
                               u"--strategy"_s,
                               u"reset-then-reuse"_s,
                               u"--set"_s,
                               u"controller.replicas=2"_s};
        QVERIFY(!chartroom(QStringList{u"plan"_s} + wish + QStringList{u"--save"_s, plan}).isEmpty());
        QCOMPARE(m_exitCode, 0);
        const int planned = newest()[u"revision"_s].toInt();
        const QStringList upgrade{u"upgrade"_s, u"--plan"_s, plan};
        QCOMPARE(m_program->run(upgrade + QStringList{u"--yes"_s}).exitCode, 3); // nobody confirmed it
        const QJsonObject shown = chartroom(upgrade + confirm());
        QCOMPARE(shown[u"end"_s].toString(), u"notStarted"_s);
        QVERIFY(shown[u"commands"_s].toArray().first().toString().contains(u"upgrade crusoe-csi-driver"_s));
        QCOMPARE(newest()[u"revision"_s].toInt(), planned);
        compareWith(before, chartroom(upgrade + confirm() + QStringList{u"--yes"_s}));

        // Somebody was faster than the plan: the preflight says so, and nothing is run.
        const QJsonObject late = chartroom(upgrade + confirm() + QStringList{u"--yes"_s});
        QCOMPARE(late[u"end"_s].toString(), u"notStarted"_s);
        QVERIFY(late[u"text"_s].toString().contains(u"revision"_s));
        QCOMPARE(m_exitCode, 1);
        QCOMPARE(newest()[u"revision"_s].toInt(), planned + 1);

        goBack();
        compareWith(before,
                    chartroom(QStringList{u"upgrade"_s} + wish + confirm() + QStringList{u"--yes"_s}));
    }
};

QTEST_GUILESS_MAIN(UpgradeVerbsTest)
#include "tst_upgrade_verbs.moc"
