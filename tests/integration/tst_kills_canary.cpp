// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/helm_process.h"
#include "core/upgrade/journal.h"
#include "tests/integration/installed_release.h"
#include "tests/integration/kept_records.h"
#include "tests/integration/planned_upgrade.h"
#include "tests/integration/running_verb.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>
#include <QTimer>

#include <csignal>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_kills_canary {

namespace {

const QString heldLabel = u"nvidia.com/gpu-driver-upgrade.skip=true"_s;

/// Whether a process runs with this in its arguments.
bool isAtWork(const QString &text)
{
    const QStringList pids = QDir(u"/proc"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &pid : pids)
        if (QFile arguments(u"/proc/%1/cmdline"_s.arg(pid));
            arguments.open(QIODevice::ReadOnly) && arguments.readAll().contains(text.toUtf8()))
            return true;
    return false;
}

} // namespace

/// Chartroom, or it and its helm, die while one node goes first and the others are held back (faults 52, 53;
/// invariant I5): nobody stays held back without `recover` naming him, what it says is what the cluster has,
/// and the way that it names lets everybody go. In a sandbox of the scenario `platform`.
class CanaryKillsTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    const PlannedUpgrade m_upgrade = plannedUpgrades()[2];
    std::unique_ptr<ChartroomProgram> m_program;
    std::unique_ptr<KeptRecords> m_records;
    std::unique_ptr<InstalledRelease> m_release;
    int m_before = 0; ///< the newest revision
    QString m_canary;
    QStringList m_others;
    QStringList m_reasons;

    [[nodiscard]] QStringList held() const { return m_sandbox->nodesWith(heldLabel); }
    [[nodiscard]] QJsonArray recovered() const { return m_program->json({u"recover"_s}).array(); }
    [[nodiscard]] static QJsonObject entryOf(const QJsonArray &entries, const QString &operation)
    {
        for (const QJsonValue one : entries)
            if (one[u"operation"_s] == operation)
                return one.toObject();
        return {};
    }
    /// Whom `recover` names, whoever holds him.
    [[nodiscard]] static QStringList namedIn(const QJsonArray &entries)
    {
        QStringList names;
        for (const QJsonValue entry : entries)
            for (const QJsonValue node : entry[u"heldNodes"_s].toArray())
                names << node.toString();
        names.sort();
        return names;
    }
    [[nodiscard]] QStringList confirm() const
    {
        return {u"--yes"_s, u"--confirm"_s, m_upgrade.release.name + u'@' + m_sandbox->context()};
    }
    [[nodiscard]] static QStringList unhold(const QString &operation)
    {
        return {u"recover"_s, operation, u"--unhold"_s, u"--yes"_s, u"--reason"_s, u"unhold=a sandbox"_s};
    }
    /// Of the dead, which would run out by itself: tst_kills waits for that.
    void removeLease() const
    {
        const Ran ran = m_sandbox->tool("kubectl", {u"delete"_s, u"lease"_s, u"--ignore-not-found"_s, u"-n"_s,
                                                    m_upgrade.release.namespaceName,
                                                    u"chartroom-"_s + m_upgrade.release.name});
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
    }
    /// The upgrade with a canary, killed after so many records and milliseconds; its operation.
    [[nodiscard]] QString killed(int records, int delay, bool withHelm)
    {
        RunningVerb verb(*m_program);
        const bool isThere =
            verb.start(QStringList{u"upgrade"_s} + m_upgrade.wish() + confirm() +
                       QStringList{u"--canary"_s, m_canary} + m_reasons) &&
            verb.until([&] {
                return verb.hasWritten(records) && (!withHelm || findHelm(verb.operation()).isRunning());
            });
        QTimer moment;
        moment.setSingleShot(true);
        moment.start(delay);
        (void)verb.until([&moment] { return !moment.isActive(); });
        verb.kill();
        if (const auto helm = findHelm(verb.operation()).process; helm && withHelm)
            ::kill(pid_t(helm->pid), SIGKILL);
        if (!isThere)
            qWarning("%s", verb.process().readAllStandardError().constData());
        const QString operation = isThere ? verb.operation() : QString();
        // What it had started ends by itself. A child that it was about to make a helm of has its journal
        // until then.
        const bool isOver = QTest::qWaitFor(
            [&] {
                return verb.process().state() == QProcess::NotRunning &&
                       !isJournalHeld(m_program->operations() + u'/' + operation) &&
                       !findHelm(operation).isRunning() &&
                       !isAtWork(u"--field-manager=chartroom-"_s + operation);
            },
            120'000);
        return isOver ? operation : QString();
    }
    /// The end that is told is the one that the cluster has, and where there is none yet, the way is a
    /// rollback; "" when it is so.
    [[nodiscard]] QString contradiction(const QJsonObject &entry) const
    {
        const QJsonObject newest = m_release->newest();
        const QString end = entry[u"end"_s].toString();
        const QString next = entry[u"moves"_s].toArray().first()[u"move"_s].toString();
        bool isTrue = false;
        if (newest[u"revision"_s].toInt() == m_before)
            isTrue = end == u"notStarted";
        else if (newest[u"status"_s] == u"deployed"_s)
            isTrue = end == u"done";
        else if (newest[u"status"_s] == u"failed"_s)
            isTrue = end == u"failed";
        else
            isTrue = end.isEmpty() && next == u"rollback";
        if (isTrue)
            return {};
        return u"revision %1 to %2 %3, end %4, %5; "_s.arg(m_before)
                   .arg(newest[u"revision"_s].toInt())
                   .arg(newest[u"status"_s].toString(), end.isEmpty() ? u"open"_s : end, next) +
               QString::fromUtf8(QJsonDocument(entry).toJson(QJsonDocument::Compact));
    }
    /// By the way that `recover` names, to a deployed release of before. Nodes that wait still do: the
    /// operator left them at upgrade-required.
    void goBack()
    {
        const QJsonObject newest = m_release->newest();
        if (newest[u"status"_s] != u"deployed"_s || newest[u"chart"_s] != m_upgrade.chart(m_upgrade.from)) {
            removeLease();
            const QStringList going =
                QStringList{u"rollback"_s,      m_upgrade.fullName(),    QString::number(m_before),
                            u"--reason"_s,      u"rollback=a sandbox"_s, u"--reason"_s,
                            u"ownership=CS-1"_s} +
                confirm();
            QStringList asking = going;
            asking.removeAll(u"--yes"_s);
            const QJsonObject back =
                m_program->json(going + reasonsFor(m_program->json(asking).object())).object();
            QVERIFY2(m_release->newest()[u"status"_s] == u"deployed"_s,
                     QJsonDocument(back).toJson().constData());
            // It says whom it leaves held back.
            QStringList told;
            for (const QJsonValue one : back[u"holds"_s].toArray())
                for (const QJsonValue node : one[u"nodes"_s].toArray())
                    told << node.toString();
            told.sort();
            QCOMPARE(told, held());
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_others = m_sandbox->nodesWith(u"nvidia.com/gpu.present=true"_s);
        QCOMPARE(m_others.size(), 3);
        m_canary = m_others.takeAt(1);
    }
    void init()
    {
        m_program =
            std::make_unique<ChartroomProgram>(*m_sandbox, "helm4", QStringLiteral(CHARTROOM_PROGRAM));
        m_records = std::make_unique<KeptRecords>(*m_sandbox, m_upgrade.release);
        m_release = std::make_unique<InstalledRelease>(*m_sandbox, m_upgrade.release);
        m_before = m_release->revision();
        QCOMPARE(m_upgrade.awaitNodes(*m_sandbox, m_upgrade.before), QString());
        if (!m_reasons.isEmpty())
            return;
        const QStringList asking = QStringList{u"upgrade"_s} + m_upgrade.wish() + confirm().mid(1) +
                                   QStringList{u"--canary"_s, m_canary};
        m_reasons = reasonsFor(m_program->json(asking).object());
    }
    void cleanup()
    {
        goBack();
        removeLease();
        QCOMPARE(held(), QStringList());
        QCOMPARE(m_upgrade.awaitNodes(*m_sandbox, m_upgrade.before), QString());
        QVERIFY(m_records->restore());
    }

    void faults52And53NobodyIsHeldBackUntold_data()
    {
        // Two records a step: Lease, Check, Capture, Stage, Hold, Helm, ReadBack, Verify.
        QTest::addColumn<int>("records");
        QTest::addColumn<int>("delay");
        QTest::addColumn<bool>("withHelm");
        QTest::newRow("before the first label") << 9 << 0 << false;
        QTest::newRow("while labels are set") << 9 << 60 << false;
        QTest::newRow("when all are held back") << 10 << 0 << false;
        QTest::newRow("with its helm") << 11 << 100 << true;
    }
    void faults52And53NobodyIsHeldBackUntold()
    {
        QFETCH(int, records);
        QFETCH(int, delay);
        QFETCH(bool, withHelm);
        const QString operation = killed(records, delay, withHelm);
        QVERIFY(!operation.isEmpty());
        const QStringList waiting = held();
        const QJsonArray entries = recovered();
        const QJsonObject entry = entryOf(entries, operation);
        qInfo("%d held back, end %s", int(waiting.size()), qPrintable(entry[u"end"_s].toString(u"open"_s)));
        QCOMPARE(namedIn(entries), waiting);
        QCOMPARE(entry[u"heldNodes"_s].toArray(), QJsonArray::fromStringList(waiting));
        const QString wrong = contradiction(entry);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        goBack();
        if (waiting.isEmpty())
            return;
        QCOMPARE(namedIn(recovered()), waiting); // nothing was let go by itself
        removeLease();                           // of the killed one: it runs out by itself
        const QJsonObject let = m_program->json(unhold(operation)).object();
        QVERIFY2(let[u"end"_s] == u"done"_s, QJsonDocument(let).toJson().constData());
        QCOMPARE(held(), QStringList());
        QCOMPARE(namedIn(recovered()), QStringList());
    }

    void fault53WhatWasLetGoHalfWayIsLetGoByASecondTry()
    {
        // Chartroom dies while the canary's driver is loaded.
        const QString operation = killed(15, 0, false);
        QVERIFY(!operation.isEmpty());
        const QString wrong = contradiction(entryOf(recovered(), operation));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        QTRY_COMPARE_WITH_TIMEOUT(m_sandbox->nodesWith(m_upgrade.after.selector()), QStringList{m_canary},
                                  240'000);
        QCOMPARE(held(), m_others);
        QCOMPARE(namedIn(recovered()), m_others);

        // It, and its kubectl, die when one of the two others is let go.
        const QString halfWay = m_program->home().filePath(u"halfway"_s);
        const QString kubectl = m_program->home().filePath(u"bin/kubectl"_s);
        QVERIFY(QFile::remove(kubectl));
        const QString script =
            u"#!/bin/sh\n"
            "case \" $* \" in\n"
            "*' label nodes '*'.skip- ')\n"
            "    for a in \"$@\"; do shift; [ \"$a\" = '%1' ] || set -- \"$@\" \"$a\"; done\n"
            "    '%2' \"$@\"\n"
            "    echo $$ >'%3'\n"
            "    exec sleep 300 ;;\n"
            "esac\n"
            "exec '%2' \"$@\"\n"_s.arg(m_others.last(), m_sandbox->text("kubectl"), halfWay);
        QVERIFY(QFile::setPermissions(m_program->home().write(u"bin/kubectl"_s, script.toUtf8()),
                                      QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        removeLease();
        RunningVerb verb(*m_program);
        QVERIFY(verb.start(unhold(operation)));
        QVERIFY2(verb.until([&halfWay] { return QFileInfo(halfWay).size() > 1; }),
                 verb.process().readAllStandardError().constData());
        verb.kill();
        QFile pid(halfWay);
        QVERIFY(pid.open(QIODevice::ReadOnly));
        ::kill(pid_t(pid.readAll().trimmed().toInt()), SIGKILL);
        QTRY_COMPARE(verb.process().state(), QProcess::NotRunning);
        QCOMPARE(held(), QStringList{m_others.last()});
        const QJsonArray entries = recovered();
        QCOMPARE(namedIn(entries), QStringList{m_others.last()});
        const QJsonObject cut = entryOf(entries, verb.operation());
        QCOMPARE(cut[u"kind"_s].toString(), u"unhold"_s);
        QCOMPARE(cut[u"end"_s].toString(), u"unknown"_s);
        QVERIFY(entryOf(entries, operation)[u"moves"_s].toArray().last()[u"move"_s] == u"unhold"_s);

        QVERIFY(QFile::remove(kubectl));
        m_program->home().link(*m_sandbox, "kubectl", u"kubectl"_s);
        removeLease();
        const QJsonObject rest = m_program->json(unhold(operation)).object();
        QVERIFY2(rest[u"end"_s] == u"done"_s, QJsonDocument(rest).toJson().constData());
        QCOMPARE(held(), QStringList());
        QCOMPARE(m_upgrade.awaitNodes(*m_sandbox, m_upgrade.after), QString());
        QCOMPARE(namedIn(recovered()), QStringList());
    }
};

#include "tst_kills_canary.moc"
} // namespace tst_kills_canary

CHARTROOM_TEST(tst_kills_canary, CanaryKillsTest)
