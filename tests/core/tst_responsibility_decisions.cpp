// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/rules.h"
#include "tests/support/file_bytes.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <QTimeZone>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_responsibility_decisions {

namespace {

Decision aDecision(Decision::Verdict verdict = Decision::Verdict::Diverged)
{
    return {QStringLiteral("prod-eu"),
            QStringLiteral("nvidia-gpu-operator"),
            QStringLiteral("gpu-operator"),
            verdict,
            QStringLiteral("Own driver branch: \"595\"\nagreed # 42"),
            QStringLiteral("Ada"),
            QDateTime(QDate(2026, 11, 21), QTime(3, 31), Qt::UTC)};
}

void write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

} // namespace

class ResponsibilityDecisionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_path = m_folder->filePath(QStringLiteral("config/chartroom/responsibility.yaml"));
    }

    void aDecisionIsReadBackAsItWasRecorded()
    {
        const auto saved = recordDecision(m_path, aDecision());
        QVERIFY2(saved, qPrintable(saved ? QString() : saved.error().message));
        const auto rules = ResponsibilityRules::withUserFile(m_path);
        QVERIFY2(rules, qPrintable(rules ? QString() : rules.error().message));
        const auto read = rules->decision(QStringLiteral("prod-eu"), QStringLiteral("nvidia-gpu-operator"),
                                          QStringLiteral("gpu-operator"));
        QVERIFY(read);
        QCOMPARE(read->verdict, Decision::Verdict::Diverged);
        QCOMPARE(read->reason, aDecision().reason);
        QCOMPARE(read->author, QStringLiteral("Ada"));
        QCOMPARE(read->date, aDecision().date);
        QVERIFY(!rules->decision(QStringLiteral("prod-us"), QStringLiteral("nvidia-gpu-operator"),
                                 QStringLiteral("gpu-operator")));
    }

    // S12: file and folder are for their owner alone, and no temporary file is left.
    void theFileIsForItsOwnerOnly()
    {
        QVERIFY(recordDecision(m_path, aDecision()));
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther |
                            QFile::WriteOther | QFile::ExeOther;
        QCOMPARE(QFileInfo(m_path).permissions() & others, QFile::Permissions());
        QCOMPARE(QFileInfo(QFileInfo(m_path).absolutePath()).permissions() & others, QFile::Permissions());
        QCOMPARE(QDir(QFileInfo(m_path).absolutePath()).entryList(QDir::Files | QDir::Hidden),
                 QStringList{QStringLiteral("responsibility.yaml")});
    }

    void theNewestDecisionCountsAndEarlierOnesStay()
    {
        QVERIFY(recordDecision(m_path, aDecision()));
        Decision later = aDecision(Decision::Verdict::Shared);
        later.date = later.date.addDays(1);
        QVERIFY(recordDecision(m_path, later));
        auto rules = ResponsibilityRules::withUserFile(m_path);
        QVERIFY(rules);
        QCOMPARE(rules->decisions().size(), 2);
        QCOMPARE(rules->decision(later.cluster, later.namespaceName, later.release)->verdict,
                 Decision::Verdict::Shared);

        later.verdict = Decision::Verdict::Withdrawn;
        later.date = later.date.addDays(1);
        QVERIFY(recordDecision(m_path, later));
        rules = ResponsibilityRules::withUserFile(m_path);
        QVERIFY(rules);
        QVERIFY(!rules->decision(later.cluster, later.namespaceName, later.release));
        QCOMPARE(rules->decisions().size(), 3);
    }

    void commentsAndOverridesOfAPersonStay()
    {
        QVERIFY(QDir().mkpath(QFileInfo(m_path).absolutePath()));
        write(m_path, "# ours\nchartroomResponsibility: 1\ndecisions: # kept\n- cluster: a\n  namespace: b\n "
                      " release: c\n"
                      "  verdict: customer\n  reason: r # why\n  author: me\n  date: 2026-01-02T03:04:05Z\n\n"
                      "# overrides\ncomponents:\n  - id: coredns\n    words: Ours now.\n");
        const auto saved = recordDecision(m_path, aDecision());
        QVERIFY2(saved, qPrintable(saved ? QString() : saved.error().message));
        const QByteArray text = bytesOf(m_path);
        for (const char *kept : {"# ours\n", "# kept\n", "# why\n", "# overrides\n"})
            QVERIFY2(text.contains(kept), kept);
        const auto rules = ResponsibilityRules::withUserFile(m_path);
        QVERIFY2(rules, qPrintable(rules ? QString() : rules.error().message));
        QCOMPARE(rules->decisions().size(), 2);
        QCOMPARE(rules->component(QStringLiteral("coredns"))->words, QStringLiteral("Ours now."));
    }

    void aListThatCannotBeExtendedIsLeftAsItIs_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("on one line") << QByteArray("chartroomResponsibility: 1\ndecisions: []\n");
        QTest::newRow("broken") << QByteArray("chartroomResponsibility: 1\ndecisions: [\n");
        QTest::newRow("flow map") << QByteArray("{chartroomResponsibility: 1}\n");
    }

    void aListThatCannotBeExtendedIsLeftAsItIs()
    {
        QFETCH(QByteArray, text);
        QVERIFY(QDir().mkpath(QFileInfo(m_path).absolutePath()));
        write(m_path, text);
        const auto saved = recordDecision(m_path, aDecision());
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, Error::Code::Invalid);
        QCOMPARE(bytesOf(m_path), text);
    }

    void aDecisionWithoutReasonOrAuthorIsRefused()
    {
        Decision decision = aDecision();
        decision.reason = QStringLiteral("  ");
        QVERIFY(!recordDecision(m_path, decision));
        decision = aDecision();
        decision.author.clear();
        QVERIFY(!recordDecision(m_path, decision));
        decision = aDecision();
        decision.date = {};
        QVERIFY(!recordDecision(m_path, decision));
        QVERIFY(!QFile::exists(m_path));
    }

    // S12: no symbolic link is written through.
    void aSymbolicLinkIsNotWrittenThrough()
    {
        QVERIFY(QDir().mkpath(QFileInfo(m_path).absolutePath()));
        const QString target = m_folder->filePath(QStringLiteral("elsewhere.yaml"));
        write(target, "chartroomResponsibility: 1\n");
        QVERIFY(QFile::link(target, m_path));
        const auto saved = recordDecision(m_path, aDecision());
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, Error::Code::File);
        QCOMPARE(bytesOf(target), QByteArray("chartroomResponsibility: 1\n"));
    }

    void aFolderThatCannotBeWrittenGivesASentence()
    {
        write(m_folder->filePath(QStringLiteral("config")), "a file where a folder should be");
        const auto saved = recordDecision(m_path, aDecision());
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, Error::Code::File);
        QVERIFY(!saved.error().message.isEmpty());
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

#include "tst_responsibility_decisions.moc"
} // namespace tst_responsibility_decisions

CHARTROOM_TEST(tst_responsibility_decisions, ResponsibilityDecisionsTest)
