// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/journal.h"
#include "core/upgrade/recovery.h"
#include "tests/integration/chartroom_program.h"
#include "tests/support/test_main.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_upgrade_faults {

namespace {

const QString space = u"fault-trials"_s;
const QString user = u"fault-trials-engineer"_s;

/// What is done before the program behind it goes on.
QByteArray script(const QString &program, const QByteArray &when, const QByteArray &what)
{
    return "#!/bin/sh\ncase \"$*\" in " + when + ") " + what + " ;; esac\nexec " + program.toUtf8() +
           " \"$@\"\n";
}

} // namespace

/// The program as built against a real API server, while somebody else is at work, the disk is full, and
/// rights and credentials go half-way: no write without a durable intent, a true report, a way on (faults 54,
/// 62).
class UpgradeFaultTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<ChartroomProgram> m_program;
    QString m_release;
    int m_planned = 0;

    [[nodiscard]] QJsonObject newest() const
    {
        const Ran ran =
            m_sandbox->tool("helm4", {u"history"_s, m_release, u"-n"_s, space, u"-o"_s, u"json"_s});
        return QJsonDocument::fromJson(ran.out).array().last().toObject();
    }
    [[nodiscard]] int revision() const { return newest()[u"revision"_s].toInt(); }
    [[nodiscard]] QStringList helmArguments(const QString &how) const
    {
        return {how,
                m_release,
                u"tenant-portal"_s,
                u"--repo"_s,
                m_sandbox->chartRepository(),
                u"--version"_s,
                u"2.3.0"_s,
                u"-n"_s,
                space,
                u"--create-namespace"_s,
                u"--set"_s,
                u"ingress.host=a.example"_s};
    }
    [[nodiscard]] QStringList verb(const QString &context = {}) const
    {
        const QString in = context.isEmpty() ? m_sandbox->context() : context;
        return {u"upgrade"_s,
                space + u'/' + m_release,
                u"--to"_s,
                u"2.4.1"_s,
                u"--strategy"_s,
                u"reset-then-reuse"_s,
                u"--yes"_s,
                u"--confirm"_s,
                m_release + u'@' + in,
                u"-o"_s,
                u"json"_s};
    }
    /// This program of the home, as a script in front of the real one.
    void replace(const QString &name, const QByteArray &text) const
    {
        const QString path = m_program->home().filePath(u"bin/"_s + name);
        QFile::remove(path);
        m_program->home().write(u"bin/"_s + name, text);
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    [[nodiscard]] QString admin(const QString &arguments) const
    {
        return u"%1 --kubeconfig %2 %3 </dev/null >/dev/null 2>&1"_s.arg(m_sandbox->text("kubectl"),
                                                                         m_sandbox->kubeconfig(), arguments);
    }
    [[nodiscard]] QJsonObject ranAs(const QString &kubeconfig, const QStringList &arguments) const
    {
        const Ran ran = run(m_program->program(), arguments + QStringList{u"--kubeconfig"_s, kubeconfig},
                            m_program->home().environment(), 300);
        const QJsonObject printed = QJsonDocument::fromJson(ran.out).object();
        if (printed.isEmpty())
            qWarning("%s", (ran.out + ran.err).constData());
        return printed;
    }
    /// How long the lease of the release lasts still, in ms.
    [[nodiscard]] int leaseLeft() const
    {
        const QByteArray lease = m_sandbox->get(
            u"/apis/coordination.k8s.io/v1/namespaces/%1/leases/chartroom-%2"_s.arg(space, m_release));
        const QJsonObject spec = QJsonDocument::fromJson(lease)[u"spec"].toObject();
        const QDateTime renewed = QDateTime::fromString(spec[u"renewTime"].toString(), Qt::ISODateWithMs);
        const QDateTime end = renewed.addSecs(spec[u"leaseDurationSeconds"].toInt());
        return int(std::clamp(QDateTime::currentDateTimeUtc().msecsTo(end), qint64(0), qint64(60'000)));
    }
    [[nodiscard]] QStringList openOperations() const
    {
        QStringList open;
        for (const QString &folder : operationFolders(m_program->operations()))
            if (const auto reading = readJournal(folder); reading && isOpen(*reading))
                open.append(QDir(folder).dirName());
        return open;
    }
    /// The entry of `recover` about the one operation that is open.
    [[nodiscard]] QJsonObject recovered(const QString &kubeconfig, const QString &context) const
    {
        const Ran ran =
            run(m_program->program(),
                {u"recover"_s, u"-o"_s, u"json"_s, u"--context"_s, context, u"--kubeconfig"_s, kubeconfig},
                m_program->home().environment());
        return QJsonDocument::fromJson(ran.out).array().first().toObject();
    }
    static QByteArray text(const QJsonObject &object) { return QJsonDocument(object).toJson(); }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
    }
    void init()
    {
        static int number = 0;
        m_release = u"trial-%1"_s.arg(++number);
        m_program =
            std::make_unique<ChartroomProgram>(*m_sandbox, "helm4", QStringLiteral(CHARTROOM_PROGRAM));
        const Ran made = m_sandbox->tool("helm4", helmArguments(u"install"_s));
        QVERIFY2(made.exitCode == 0, made.err.constData());
        m_planned = revision();
    }
    void cleanupTestCase()
    {
        (void)m_sandbox->tool("kubectl",
                              {u"delete"_s, u"clusterrolebinding"_s, user, u"--ignore-not-found"_s});
        QVERIFY(m_sandbox->removeNamespaces({space}));
    }

    void fault54OfTwoChartroomsExactlyOneRuns()
    {
        QProcess both[2];
        for (QProcess &one : both) {
            one.setProcessEnvironment(m_program->home().environment());
            one.start(m_program->program(), verb() + QStringList{u"--kubeconfig"_s, m_sandbox->kubeconfig()});
        }
        QStringList ends;
        for (QProcess &one : both) {
            QTRY_COMPARE_WITH_TIMEOUT(one.state(), QProcess::NotRunning, 120'000);
            const QJsonDocument printed = QJsonDocument::fromJson(one.readAllStandardOutput());
            // Who comes when all is over is refused by the preflight or the check instead of by the lease.
            ends << printed[u"end"_s].toString();
            QVERIFY2(!printed[u"text"_s].toString().isEmpty(), one.readAllStandardError().constData());
        }
        ends.sort();
        QCOMPARE(ends, (QStringList{u"done"_s, u"notStarted"_s}));
        QCOMPARE(revision(), m_planned + 1);
        QCOMPARE(newest()[u"status"_s].toString(), u"deployed"_s);
        QCOMPARE(openOperations(), QStringList());
    }

    void fault54HelmFromOutsideIsNoticedBeforeAnythingIsWritten()
    {
        // After the preflight, when the lease is written, somebody else's helm comes in.
        const QString mark = m_program->home().filePath(u"mark"_s);
        const QByteArray outside =
            (u"if [ ! -e %1 ]; then : > %1; KUBECONFIG=%2 %3 %4 </dev/null >/dev/null 2>&1; fi"_s.arg(
                 mark, m_sandbox->kubeconfig(), m_sandbox->text("helm4"),
                 helmArguments(u"upgrade"_s).join(u' ')))
                .toUtf8();
        replace(u"kubectl"_s, script(m_sandbox->text("kubectl"), "*\" create --filename=-\"*", outside));
        const QJsonObject told = m_program->json(verb()).object();
        QVERIFY(QFile::exists(mark));
        QCOMPARE(told[u"end"_s].toString(), u"notStarted"_s);
        QVERIFY2(told[u"text"_s].toString().contains(u"changed in the meantime"_s), text(told).constData());
        QCOMPARE(revision(), m_planned + 1); // theirs
        QCOMPARE(newest()[u"chart"_s].toString(), u"tenant-portal-2.3.0"_s);
    }

    void whatFailedIsToldWithTheWayBack()
    {
        // After the preflight, somebody makes the Deployment anew with a selector that helm cannot change.
        const QString name = m_release + u"-tenant-portal"_s;
        const QString other = m_program->home().write(
            u"other.json"_s, QStringLiteral(R"({"apiVersion": "apps/v1", "kind": "Deployment",
                "metadata": {"name": "%1"}, "spec": {"selector": {"matchLabels": {"app": "other"}},
                "template": {"metadata": {"labels": {"app": "other"}},
                "spec": {"containers": [{"name": "a", "image": "a"}]}}}})")
                                 .arg(name)
                                 .toUtf8());
        replace(u"helm"_s, script(m_sandbox->text("helm4"), "*--dry-run*) ;; upgrade*",
                                  admin(u"replace --force -n %1 -f %2"_s.arg(space, other)).toUtf8()));
        const Ran ran = m_program->run(verb());
        const QJsonDocument told = QJsonDocument::fromJson(ran.out);
        QVERIFY2(told[u"end"_s] == u"failed"_s, (ran.out + ran.err).constData());
        QCOMPARE(newest()[u"status"_s].toString(), u"failed"_s);
        QCOMPARE(openOperations(), QStringList());
        const QString recover = u"recover %1/%2 --context %3"_s.arg(space, m_release, m_sandbox->context());
        QVERIFY2(ran.err.contains(recover.toUtf8()), ran.err.constData());

        QString back;
        for (const QJsonValue move : m_program->json(recover.split(u' '))[0][u"moves"_s].toArray())
            if (move[u"move"_s] == u"rollback"_s)
                back = move[u"command"_s].toString();
        QVERIFY(back.startsWith(u"chartroom rollback "));
        QVERIFY(m_sandbox->tool("kubectl", {u"delete"_s, u"deployment"_s, name, u"-n"_s, space}).exitCode ==
                0);
        const QStringList going =
            back.split(u' ').mid(1) + QStringList{u"--yes"_s,         u"--confirm"_s,        verb()[8],
                                                  u"--reason"_s,      u"rollback=a trial"_s, u"--reason"_s,
                                                  u"ownership=CS-1"_s};
        QCOMPARE(m_program->json(going)[u"end"_s].toString(), u"done"_s);
        QCOMPARE(newest()[u"status"_s].toString(), u"deployed"_s);
    }

    void fault62WithoutRoomOrAFolderForTheJournalNothingIsRun_data()
    {
        QTest::addColumn<bool>("isFull");
        QTest::newRow("full disk") << true;
        QTest::newRow("no folder can be made") << false;
    }
    void fault62WithoutRoomOrAFolderForTheJournalNothingIsRun()
    {
        QFETCH(bool, isFull);
        // The chart is in the cache then.
        QVERIFY(!m_program->json({u"plan"_s, space + u'/' + m_release, u"--to"_s, u"2.4.1"_s}).isNull());
        QProcessEnvironment environment = m_program->home().environment();
        if (!isFull)
            environment.insert(u"XDG_STATE_HOME"_s, m_program->home().write(u"file"_s, "not a folder"));
        const QString line = isFull ? u"trap '' XFSZ; ulimit -f 0; exec \"$@\""_s : u"exec \"$@\""_s;
        const Ran ran = run(u"/bin/sh"_s,
                            QStringList{u"-c"_s, line, u"sh"_s, m_program->program()} + verb() +
                                QStringList{u"--kubeconfig"_s, m_sandbox->kubeconfig()},
                            environment, 300);
        const QJsonObject told = QJsonDocument::fromJson(ran.out).object();
        QVERIFY(ran.exitCode != 0);
        QVERIFY2(told[u"end"_s].toString() == u"notStarted"_s, (ran.out + ran.err).constData());
        const QString says = isFull ? u"Nothing is changed without it"_s : u"could not be saved"_s;
        QVERIFY2(told[u"text"_s].toString().contains(says), text(told).constData());
        QCOMPARE(revision(), m_planned);
        // The way on: as soon as there is room.
        QCOMPARE(m_program->json(verb()).object()[u"end"_s].toString(), u"done"_s);
    }

    void rightsAndCredentialsThatGoHalfWayLeaveATrueReportAndAWayOn_data()
    {
        QTest::addColumn<QString>("auth");
        QTest::addColumn<bool>("beforeHelm");
        QTest::newRow("rights, before helm") << u"cert"_s << true;
        QTest::newRow("rights, while helm runs") << u"cert"_s << false;
        QTest::newRow("token, before helm") << u"token"_s << true;
        QTest::newRow("token, while helm runs") << u"token"_s << false;
    }
    void rightsAndCredentialsThatGoHalfWayLeaveATrueReportAndAWayOn()
    {
        QFETCH(QString, auth);
        QFETCH(bool, beforeHelm);
        const bool isToken = auth == u"token";
        const Ran issued =
            m_sandbox->ctl({u"kubeconfig"_s, u"--user"_s, user, u"--rbac"_s, u"none"_s, u"--auth"_s, auth});
        const QJsonObject access = QJsonDocument::fromJson(issued.out).object();
        const QString kubeconfig = access[u"kubeconfig"_s].toString();
        const QString context = access[u"context"_s].toString();
        QVERIFY2(!kubeconfig.isEmpty() && !context.isEmpty(), (issued.out + issued.err).constData());
        const Ran who = m_sandbox->tool("kubectl", {u"--kubeconfig"_s, kubeconfig, u"auth"_s, u"whoami"_s,
                                                    u"-o"_s, u"jsonpath={.status.userInfo.username}"_s});
        const QString name = QString::fromUtf8(who.out);
        QVERIFY2(!name.isEmpty(), who.err.constData());
        const auto grant = [&] {
            (void)m_sandbox->tool("kubectl",
                                  {u"delete"_s, u"clusterrolebinding"_s, user, u"--ignore-not-found"_s});
            return m_sandbox
                       ->tool("kubectl", {u"create"_s, u"clusterrolebinding"_s, user,
                                          u"--clusterrole=cluster-admin"_s, u"--user="_s + name})
                       .exitCode == 0;
        };
        QVERIFY(grant());
        // The API server believes a token for some seconds after its account is gone.
        const QStringList parts = name.split(u':'); // system:serviceaccount:NAMESPACE:NAME
        const QString lose =
            (isToken ? admin(u"delete serviceaccount %1 -n %2"_s.arg(parts.value(3), parts.value(2)))
                     : admin(u"delete clusterrolebinding "_s + user)) +
            u"; while %1 --kubeconfig %2 get secrets -n %3 </dev/null >/dev/null 2>&1; do sleep 0.2; done"_s
                .arg(m_sandbox->text("kubectl"), kubeconfig, space);
        if (beforeHelm)
            replace(u"kubectl"_s, script(m_sandbox->text("kubectl"), "*\" create --filename=-\"*",
                                         m_sandbox->text("kubectl").toUtf8() + " \"$@\"; s=$?; " +
                                             lose.toUtf8() + "; exit $s"));
        else
            replace(u"helm"_s, script(m_sandbox->text("helm4"), "*--dry-run*) ;; upgrade*", lose.toUtf8()));
        const QJsonObject told = ranAs(kubeconfig, verb(context));
        QCOMPARE(told[u"end"_s].toString(), beforeHelm ? u"notStarted"_s : u"unknown"_s);
        QVERIFY(!told[u"text"_s].toString().isEmpty());
        QCOMPARE(revision(), m_planned);
        const QStringList open = beforeHelm ? QStringList() : QStringList{told[u"operation"_s].toString()};
        QCOMPARE(openOperations(), open);
        if (beforeHelm)
            return;
        // Without rights nothing is claimed; with them, all is known.
        QVERIFY(recovered(kubeconfig, context)[u"end"_s].isNull());
        const QString again = m_program->home().filePath(u"again"_s);
        QVERIFY(QFile::copy(m_sandbox->kubeconfig(), again));
        QCOMPARE(m_sandbox
                     ->tool("kubectl", {u"--kubeconfig"_s, again, u"config"_s, u"rename-context"_s,
                                        m_sandbox->context(), context})
                     .exitCode,
                 0);
        const QJsonObject known = recovered(again, context);
        QVERIFY2(known[u"end"_s].toString() == u"notStarted"_s, text(known).constData());
        QCOMPARE(openOperations(), QStringList());
        replace(u"helm"_s, script(m_sandbox->text("helm4"), "none", ":"));
        // The lease could not be given back: nobody has to wait longer than it lasts.
        const QDeadlineTimer lease(65'000);
        QJsonObject last;
        do {
            QTest::qWait(leaseLeft());
            last = ranAs(again, verb(context));
        } while (last[u"end"_s] != u"done"_s && !lease.hasExpired());
        QVERIFY2(last[u"end"_s] == u"done"_s, text(last).constData());
    }
};

#include "tst_upgrade_faults.moc"
} // namespace tst_upgrade_faults

CHARTROOM_TEST(tst_upgrade_faults, UpgradeFaultTest)
