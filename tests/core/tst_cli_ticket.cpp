// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pdf_pages.h"
#include "tests/support/test_main.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_cli_ticket {

namespace {

const QString bundled = u"bundled"_s;
const QString crashing = QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz");

/// Of a ticket in Markdown.
QString partOf(const QString &ticket, const QString &heading)
{
    return ticket.section(u"\n## %1\n"_s.arg(heading), 1).section(u"\n## "_s, 0, 0);
}

} // namespace

/// Whether Support could act on the tickets of real windows without a question back, and on how much paper.
class CliTicketTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;

    [[nodiscard]] QByteArray ticket(const QString &recording, const QString &at, const QString &phase,
                                    const QString &format) const
    {
        QProcessEnvironment environment;
        environment.insert(u"HOME"_s, m_home.path());
        environment.insert(u"PATH"_s, u"/usr/bin:/bin"_s);
        environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
        environment.insert(u"TZ"_s, u"Europe/Berlin"_s);
        QProcess program;
        program.setProcessEnvironment(environment);
        QStringList words{u"ticket"_s, u"--recording"_s, recording, u"--phase"_s, phase, u"-o"_s, format};
        if (!at.isEmpty())
            words += {u"--at"_s, at};
        program.start(QStringLiteral(CHARTROOM_PROGRAM), words);
        if (!QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, 60'000))
            return "the program does not end";
        return program.readAllStandardOutput();
    }

private Q_SLOTS:
    /// Which node, which machine, what it said, how often, since when, what else has the same kernel, whose
    /// it is, and what is asked; and what is held by ourselves, by which budget, so that nobody has to ask
    /// for it.
    void supportCanActWithoutAQuestionBack_data()
    {
        QTest::addColumn<QString>("recording");
        QTest::addColumn<QString>("at");
        QTest::addColumn<QStringList>("asked");
        QTest::addColumn<QStringList>("told");
        const QString crash =
            u"Please advise on gpu-011 (GPU driver): fix, retry or reboot? nvidia-driver-ctr of the driver pod nvidia-gpu-operator/"_s;
        const QString message = u"CrashLoopBackOff: Could not resolve Linux kernel version."_s;
        QTest::newRow("bundled")
            << bundled << u"455s"_s
            << QStringList{crash + u"nvidia-driver-daemonset-xwqw6 restarted 411 times: "_s + message,
                           u"14 other nodes with the same kernel (5.15.0-153-generic) took 580.126.20."_s,
                           u"For your information: gpu-005 (GPU driver, InfiniBand driver) is waiting for us. tenant-c/notebook (PodDisruptionBudget) allows no disruption now (1 healthy, 1 needed): tenant-c/notebook-0 stays. We will unblock it."_s}
            << QStringList{u"14 of 16 done, 2 failed"_s,
                           u"580.95.05 → 580.126.20"_s,
                           u"**Owner:** shared, supported."_s,
                           u"**Owner:** customer, customer-owned."_s,
                           u"instance f5c9b381-8b5a-47e0c-a63eb-3752c56358"_s,
                           u"gpu-operator v25.10.1"_s,
                           u"**Project:** 244210e4-8437-4b655-a6980-a70249a993"_s,
                           u"**Kubernetes:** v1.36.3"_s,
                           u"**GPUs available:** 112 of 128"_s,
                           u"(12:28 UTC)"_s};
        QTest::newRow("a window of the real operators")
            << crashing << u"250s"_s
            << QStringList{crash + u"nvidia-driver-daemonset-76sq6 restarted 14 times: "_s + message,
                           u"other nodes with the same kernel (5.15.0-105-generic) took 580.82.07."_s,
                           u"For your information: gpu-012 (GPU driver) is waiting for us. tenant-b/trainer (PodDisruptionBudget) allows no disruption now (5 healthy, 5 needed): tenant-b/trainer-1 stays. We will unblock it."_s,
                           u"Should it be paused meanwhile?"_s}
            << QStringList{u"1 failed"_s, u"4 of 4 slots in use, including failed nodes; "_s,
                           u"**Owner:** shared, supported."_s, u"Could not resolve Linux kernel version"_s,
                           u"(without gpu-011, gpu-012: blocked until someone acts)"_s};
        QTest::newRow("when the InfiniBand driver goes round")
            << crashing << u"660s"_s
            << QStringList{crash, message,
                           u"gpu-000, gpu-005 (InfiniBand driver) are waiting for us. On gpu-000: "
                           u"tenant-b/trainer (PodDisruptionBudget) allows no disruption now"_s}
            << QStringList{u"15 of 16 done, 1 failed"_s, u"InfiniBand driver"_s};
    }

    void supportCanActWithoutAQuestionBack()
    {
        QFETCH(QString, recording);
        QFETCH(QString, at);
        QFETCH(QStringList, asked);
        QFETCH(QStringList, told);
        const QString text = QString::fromUtf8(ticket(recording, at, u"during"_s, u"md"_s));
        const QString questions = partOf(text, u"Our request to Support"_s);
        for (const QString &one : asked)
            QVERIFY2(questions.contains(one), qPrintable(one + u"\nis not in\n"_s + questions));
        QVERIFY2(questions.trimmed().startsWith(u"- "_s + asked.first()), qPrintable(questions));
        QCOMPARE(questions.count(u"Could not resolve"_s), 1);
        for (const QString &one : told)
            QVERIFY2(text.contains(one), qPrintable(one + u"\nis not in\n"_s + text));
        // What Support can do something about is explained before what it cannot.
        const QString findings = partOf(text, u"Findings"_s);
        QVERIFY2(findings.trimmed().startsWith(u"**GPU driver on gpu-011**"), qPrintable(findings));
    }

    void aNodeThatCrashesAndHasNotFailedYetIsAskedAboutByName()
    {
        const QString text = QString::fromUtf8(ticket(crashing, u"60s"_s, u"during"_s, u"md"_s));
        const QString questions = partOf(text, u"Our request to Support"_s);
        QVERIFY2(questions.trimmed().startsWith(u"- Please advise on gpu-011 (GPU driver)"),
                 qPrintable(questions));
        QCOMPARE(questions.count(u"Could not resolve Linux kernel version"), 1);
    }

    void aNormalWindowIsOnePage_data()
    {
        QTest::addColumn<QString>("recording");
        QTest::addColumn<QString>("at");
        QTest::addColumn<QString>("phase");
        const auto row = [](const QString &recording, const char *at, const char *phase) {
            QTest::addRow("%s at %s", phase, *at ? at : "the end")
                << recording << QString::fromLatin1(at) << QString::fromLatin1(phase);
        };
        row(bundled, "5s", "before");
        row(bundled, "455s", "during");
        row(bundled, "455s", "handover");
        row(bundled, "", "after");
        row(crashing, "300s", "during");
        row(crashing, "645s", "during");
    }

    void aNormalWindowIsOnePage()
    {
        QFETCH(QString, recording);
        QFETCH(QString, at);
        QFETCH(QString, phase);
        const QByteArray pdf = ticket(recording, at, phase, u"pdf"_s);
        QVERIFY(pdf.startsWith("%PDF-"));
        QCOMPARE(pagesOf(pdf), 1);
    }
};

#include "tst_cli_ticket.moc"
} // namespace tst_cli_ticket

CHARTROOM_TEST(tst_cli_ticket, CliTicketTest)
