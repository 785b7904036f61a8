// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cli_bench.h"
#include "tests/support/file_bytes.h"
#include "tests/support/pdf_pages.h"
#include "tests/support/test_main.h"

#include <QJsonDocument>

using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_cli_ticket {

namespace {

const QString bundled = u"bundled"_s;

/// Of a ticket in Markdown.
QString partOf(const QString &ticket, const QString &heading)
{
    return ticket.section(u"\n## %1\n"_s.arg(heading), 1).section(u"\n## "_s, 0, 0);
}

} // namespace

/// The tickets of real windows: whether Support could act on them without a question back, on how much paper,
/// and in which files.
class CliTicketTest : public QObject, private CliBench
{
    Q_OBJECT

    [[nodiscard]] QByteArray ticket(const QString &recording, const QString &at, const QString &phase,
                                    const QString &format) const
    {
        QStringList words{u"ticket"_s, u"--recording"_s, recording, u"--phase"_s, phase, u"-o"_s, format};
        if (!at.isEmpty())
            words += {u"--at"_s, at};
        return run(words, {{u"TZ"_s, u"Europe/Berlin"_s}}).out;
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
                           u"(12:28:11 UTC)"_s};
        QTest::newRow("a window of the real operators")
            << recording() << u"250s"_s
            << QStringList{crash + u"nvidia-driver-daemonset-76sq6 restarted 14 times: "_s + message,
                           u"other nodes with the same kernel (5.15.0-105-generic) took 580.82.07."_s,
                           u"For your information: gpu-012 (GPU driver) is waiting for us. tenant-b/trainer (PodDisruptionBudget) allows no disruption now (5 healthy, 5 needed): tenant-b/trainer-1 stays. We will unblock it."_s,
                           u"Should it be paused meanwhile?"_s}
            << QStringList{u"1 failed"_s, u"4 of 4 slots in use, including failed nodes; "_s,
                           u"**Owner:** shared, supported."_s, u"Could not resolve Linux kernel version"_s,
                           u"(excluding gpu-011, gpu-012: blocked until someone acts)"_s};
        QTest::newRow("when the InfiniBand driver goes round")
            << recording() << u"660s"_s
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
        const QString text = QString::fromUtf8(ticket(recording(), u"60s"_s, u"during"_s, u"md"_s));
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
        row(recording(), "300s", "during");
        row(recording(), "645s", "during");
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

    void aTicketFromARecordingNamesTheNodeThatFailedAndItsText()
    {
        const auto as = [](const QString &format) {
            return line("ticket --phase during --at 300s --recording", recording()) +
                   QStringList{u"-o"_s, format};
        };
        const Ended markdown = run("ticket --phase during --at 300s --recording", recording());
        QVERIFY2(markdown.code == 0, markdown.err.constData()); // it is written, although a node failed
        QVERIFY(markdown.out.startsWith("# "));
        for (const char *part :
             {"## Our request to Support", "gpu-011", "Could not resolve Linux kernel version", "shared",
              "supported", "of 16 done", "## What was hidden"})
            QVERIFY2(markdown.out.contains(part), part);
        QCOMPARE(run(as(u"md"_s)).out, markdown.out);
        QVERIFY(run(as(u"html"_s)).out.startsWith("<!DOCTYPE html>"));
        QVERIFY(run(as(u"txt"_s)).out.contains("Our request to Support\n----"));
        const QJsonDocument json = QJsonDocument::fromJson(run(as(u"json"_s)).out);
        QCOMPARE(json[u"chartroomTicket"].toInt(), 1);
        QCOMPARE(json[u"phase"].toString(), u"during"_s);
        QVERIFY(run(as(u"pdf"_s)).out.startsWith("%PDF-"));
        QCOMPARE(run(as(u"patch"_s)).code, 2);
        QCOMPARE(run("ticket --recording", recording()).code, 2); // no phase
    }

    /// The bundled window near its end: one node crashes, one is held by a tenant's budget.
    void aTicketSaysWhoseTurnItIsAndWhatIsAskedOfSupport()
    {
        const QString text = QString::fromUtf8(ticket(bundled, u"455s"_s, u"during"_s, u"md"_s));
        const QString asked = partOf(text, u"Our request to Support"_s);
        for (const QString &part :
             {u"Please advise on gpu-011 (GPU driver): fix, retry or reboot?"_s,
              u"For your information: gpu-005 (GPU driver, InfiniBand driver) is waiting for us. "
              "tenant-c/notebook (PodDisruptionBudget) allows no disruption"_s})
            QVERIFY2(asked.contains(part), qPrintable(asked));
        QCOMPARE(asked.count(u"Could not resolve Linux kernel version"), 1);
        const QString findings = partOf(text, u"Findings"_s);
        QCOMPARE(findings.count(u"\n```\n"), 4); // two quotes: no consequence has one of its own
        for (const QString &part : {u"**GPU driver on gpu-011**"_s, u"**Owner:** shared, supported."_s,
                                    u"**GPU driver on gpu-005**"_s, u"customer, customer-owned."_s,
                                    u"**Waiting for it:** InfiniBand driver on gpu-005\n"_s})
            QVERIFY2(findings.contains(part), qPrintable(findings));
    }

    void aTicketOfAReleaseIsAboutThatOne()
    {
        const Ended ended = run("ticket network-operator --phase before --recording", recording());
        QVERIFY2(ended.code == 0, ended.err.constData());
        QVERIFY(ended.out.contains("network-operator"));
        QVERIFY(!ended.out.contains("nvidia-gpu-operator/gpu-operator"));
        QCOMPARE(run("ticket nothing --phase before --recording", recording()).code, 4);
    }

    // S12: a file that a person asks for is for its owner alone, too.
    void theAttachmentsAndTheNamesAreFilesForNobodyElse()
    {
        const QString zip = m_home->filePath(u"ticket.zip"_s);
        const Ended ended = run(line("ticket --phase after --anonymous --at 300s --recording", recording()) +
                                QStringList{u"--attach"_s, zip});
        QVERIFY2(ended.code == 0, ended.err.constData());
        QVERIFY(!ended.out.contains("gpu-011"));
        const QString names = m_home->filePath(u".local/state/chartroom/names.json"_s);
        QVERIFY(bytesOf(names).contains("\"gpu-011\""));
        QVERIFY(bytesOf(zip).startsWith("PK\x03\x04"));
        for (const QString &file : {names, zip})
            QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }
};

#include "tst_cli_ticket.moc"
} // namespace tst_cli_ticket

CHARTROOM_TEST(tst_cli_ticket, CliTicketTest)
