// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/matrix_verb.h"
#include "core/process/process_runner.h"
#include "core/recording/recording_reader.h"
#include "core/session/session_factory.h"
#include "tests/core/matrix_repository.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/fake_clock.h"
#include "tests/support/no_consent.h"
#include "tests/support/test_main.h"

#include <QBuffer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_matrix_verb {

namespace {

/// Real versions: the seed's own cannot be promoted without a reason.
QByteArray soundMatrix()
{
    return seedMatrix().replace("v24.12.0", "v24.9.2");
}

struct Ran
{
    int code = -1;
    QJsonObject json;
    QString out;
    QString notes;
};

} // namespace

/// The verbs over the document, from the arguments to the exit status.
class MatrixVerbTest : public QObject
{
    Q_OBJECT

    FakeClock m_clock;
    ProcessRunner m_runner;
    NoConsent m_consent;
    const ResponsibilityRules m_rules = bundledRules();

    /// Where nothing else is said a promotion is told not to look at a cluster.
    [[nodiscard]] Ran run(QStringList arguments, bool isJson = true)
    {
        if (arguments.value(0) == u"promote")
            arguments += {u"--reason"_s, u"cluster=a test"_s};
        return runIn(arguments, {}, isJson);
    }
    [[nodiscard]] Ran runIn(const QStringList &arguments, SessionVerb::Sessions sessions, bool isJson = true)
    {
        QStringList all{u"versions"_s};
        all += arguments;
        if (isJson)
            all += {u"-o"_s, u"json"_s};
        const auto invocation = parseInvocation(all);
        if (!invocation)
            return {2, {}, {}, invocation.error().message};
        QByteArray out;
        QByteArray err;
        QBuffer outDevice(&out);
        QBuffer errDevice(&err);
        outDevice.open(QIODevice::WriteOnly);
        errDevice.open(QIODevice::WriteOnly);
        Console console(&outDevice, &errDevice, {});
        MatrixVerb verb(*invocation, std::move(sessions), &console, {&m_clock, nullptr, &m_rules, {}});
        QSignalSpy finished(&verb, &Verb::finished);
        verb.start();
        if (finished.isEmpty() && !finished.wait(30'000))
            return {};
        return {finished.first().first().toInt(), QJsonDocument::fromJson(out).object(),
                QString::fromUtf8(out), QString::fromUtf8(err)};
    }

private Q_SLOTS:
    void aDiffSaysWhatMovesAndWhatIsWrong();
    void aDiffKnowsRevisions();
    void nothingIsWrittenWithoutYes();
    void aPromotionIsCommittedAndTagged();
    void aPromotionAsksTheCluster();
    void aClosedGateIsPassedOnlyWithAReason();
    void anImpossibleVersionIsPromotedOnlyWithAReason();
    void aRollbackGoesToATag();
    void aPlainFileIsWrittenInItsPlace();
    void wrongWordsAreRefused_data();
    void wrongWordsAreRefused();
};

void MatrixVerbTest::aDiffSaysWhatMovesAndWhatIsWrong()
{
    const MatrixRepository repository;
    const QString file = repository.file(matrixPath);
    const Ran ran = run({u"diff"_s, u"--matrix"_s, file});
    QCOMPARE(ran.code, 1);
    QCOMPARE(ran.json[u"equal"].toBool(), false);
    QCOMPARE(ran.json[u"from"][u"entry"].toString(), u"current_production"_s);
    QCOMPARE(ran.json[u"to"][u"entry"].toString(), u"canary_testing"_s);
    QVERIFY(ran.json[u"to"][u"revision"].isNull());
    QCOMPARE(ran.json[u"changes"].toArray().size(), 7);
    const QJsonObject first = ran.json[u"changes"][0].toObject();
    QCOMPARE(first[u"component"].toString(), u"gpu_operator"_s);
    QCOMPARE(first[u"title"].toString(), u"GPU Operator"_s);
    QCOMPARE(first[u"direction"].toString(), u"newer"_s);
    QCOMPARE(first[u"line"].toInt(), 37);
    QCOMPARE(ran.json[u"problems"].toArray().size(), 5);
    QCOMPARE(ran.json[u"problems"][0][u"kind"].toString(), u"unknownVersion"_s);
    QVERIFY(ran.notes.contains(u"Line 37: GPU Operator v24.12.0 was never released"_s));
    QCOMPARE(run({u"diff"_s, u"--matrix"_s, file, u"--to"_s, u"current_production"_s}).code, 0);
    QCOMPARE(run({u"diff"_s, u"--matrix"_s, file, u"--to"_s, u"nothing"_s}).code, 4);
    const Ran table = run({u"diff"_s, u"--matrix"_s, file}, false);
    QVERIFY(table.out.contains(u"v24.12.0"_s));
}

void MatrixVerbTest::aDiffKnowsRevisions()
{
    const MatrixRepository repository;
    repository.commit(matrixPath, seedMatrix().replace("v24.9.0", "v24.9.2"), "patch");
    const QString file = repository.file(matrixPath);
    const Ran ran = run({u"diff"_s, u"--matrix"_s, file, u"--from"_s, u"@main~1"_s, u"--to"_s, u"@main"_s});
    QCOMPARE(ran.code, 1);
    QCOMPARE(ran.json[u"changes"].toArray().size(), 1);
    QCOMPARE(ran.json[u"changes"][0][u"after"].toString(), u"v24.9.2"_s);
    QCOMPARE(ran.json[u"from"][u"revision"].toString(), u"main~1"_s);
    const Ran table = run({u"diff"_s, u"--matrix"_s, file, u"--from"_s, u"@main~1"_s}, false);
    QVERIFY2(table.out.contains(u"current_production@main~1"_s), qPrintable(table.out));
    QCOMPARE(run({u"diff"_s, u"--matrix"_s, file, u"--from"_s, u"@none"_s}).code, 4);
}

void MatrixVerbTest::nothingIsWrittenWithoutYes()
{
    const MatrixRepository repository;
    const QString tip = repository.commit(matrixPath, soundMatrix(), "real versions");
    const Ran ran = run({u"promote"_s, u"--matrix"_s, repository.file(matrixPath)});
    QCOMPARE(ran.code, 0);
    QCOMPARE(ran.json[u"written"].toBool(), false);
    QVERIFY(ran.json[u"commit"].isNull());
    QVERIFY(ran.json[u"patch"].toString().contains(u"+      gpu_operator: \"v24.9.2\"\n"_s));
    QVERIFY(ran.notes.contains(u"Add --yes"_s));
    QCOMPARE(gitIdText(git_commit_id(gitCommitOf(repository.get(), {})->get())), tip);
    QCOMPARE(readFile(repository.file(matrixPath)), soundMatrix());
}

void MatrixVerbTest::aPromotionIsCommittedAndTagged()
{
    const MatrixRepository repository;
    repository.commit(matrixPath, soundMatrix(), "real versions");
    const Ran ran = run({u"promote"_s, u"--matrix"_s, repository.file(matrixPath), u"--evidence"_s,
                         u"audit of 2026-11-21 clean"_s, u"--yes"_s});
    QCOMPARE(ran.code, 0);
    QCOMPARE(ran.json[u"written"].toBool(), true);
    QCOMPARE(ran.json[u"branch"].toString(), u"main"_s);
    QCOMPARE(ran.json[u"tag"].toString(), m_clock.now().toString(u"'v'yyyy-MM'-stable'"));
    QVERIFY(ran.json[u"message"].toString().contains(u"- audit of 2026-11-21 clean"_s));
    QVERIFY(ran.json[u"message"].toString().contains(u"- canary node gpu-worker-4, deployed 2026-02-18"_s));
    const auto commit = gitCommitOf(repository.get(), {});
    QCOMPARE(gitIdText(git_commit_id(commit->get())), ran.json[u"commit"].toString());
    QCOMPARE(repository.dirtyFiles(), QStringList());
    const Ran again = run({u"promote"_s, u"--matrix"_s, repository.file(matrixPath), u"--yes"_s});
    QCOMPARE(again.code, 4);
    QVERIFY(again.notes.contains(u"nothing to promote"_s));
}

void MatrixVerbTest::aPromotionAsksTheCluster()
{
    const MatrixRepository repository;
    const QString tip = repository.commit(matrixPath, soundMatrix(), "real versions");
    const Ran ran = runIn({u"promote"_s, u"--matrix"_s, repository.file(matrixPath), u"--yes"_s}, {});
    QCOMPARE(ran.code, 2);
    QVERIFY2(ran.notes.contains(u"--reason cluster=TEXT"_s), qUtf8Printable(ran.notes));
    QCOMPARE(gitIdText(git_commit_id(gitCommitOf(repository.get(), {})->get())), tip);
}

void MatrixVerbTest::aClosedGateIsPassedOnlyWithAReason()
{
    const auto recording = loadRecording(u"bundled"_s);
    QVERIFY(recording);
    SessionFactory factory({&m_runner, &m_consent, &m_rules, &m_clock});
    const auto recorded = [&] {
        SessionVerb::Sessions sessions;
        sessions.push_back(factory.forRecording(*recording, (*recording)->duration()));
        return sessions;
    };
    const MatrixRepository repository;
    const QString tip = repository.commit(matrixPath, soundMatrix(), "real versions");
    const QStringList arguments{u"promote"_s, u"--matrix"_s, repository.file(matrixPath)};
    const Ran shown = runIn(arguments, recorded());
    QCOMPARE(shown.code, 1);
    QStringList closed;
    for (const QJsonValue gate : shown.json[u"gates"].toArray())
        if (!gate[u"open"].toBool())
            closed << gate[u"id"].toString();
    QVERIFY2(closed.contains(u"bake"_s) && closed.contains(u"canaryNode"_s), qUtf8Printable(shown.notes));
    QVERIFY(shown.notes.contains(u"canary node that is not in the cluster: gpu-worker-4"_s));
    QStringList reasons{u"--yes"_s};
    for (const QString &id : std::as_const(closed))
        reasons += {u"--reason"_s, id + u"=tried elsewhere"_s};
    const Ran refused = runIn(arguments + reasons.mid(0, reasons.size() - 2), recorded());
    QCOMPARE(refused.code, 1);
    QVERIFY2(refused.notes.contains(u"--reason %1=TEXT"_s.arg(closed.last())), qUtf8Printable(refused.notes));
    QCOMPARE(gitIdText(git_commit_id(gitCommitOf(repository.get(), {})->get())), tip);
    const Ran ran = runIn(arguments + reasons, recorded());
    QVERIFY2(ran.code == 0, qUtf8Printable(ran.notes));
    QVERIFY(ran.json[u"message"].toString().contains(u"- override of bake: tried elsewhere ("_s));
}

void MatrixVerbTest::anImpossibleVersionIsPromotedOnlyWithAReason()
{
    const MatrixRepository repository;
    const QString file = repository.file(matrixPath);
    const Ran ran = run({u"promote"_s, u"--matrix"_s, file, u"--yes"_s});
    QCOMPARE(ran.code, 1);
    QVERIFY2(ran.notes.contains(u"--reason unknownVersion=TEXT"_s), qUtf8Printable(ran.notes));
    const Ran forced = run({u"promote"_s, u"--matrix"_s, file, u"--yes"_s, u"--no-tag"_s, u"--reason"_s,
                            u"unknownVersion=our own build"_s});
    QCOMPARE(forced.code, 0);
    QVERIFY(forced.json[u"tag"].isNull());
    QVERIFY(forced.json[u"message"].toString().contains(u"override of unknownVersion: our own build"_s));
}

void MatrixVerbTest::aRollbackGoesToATag()
{
    const MatrixRepository repository;
    repository.commit(matrixPath, soundMatrix(), "real versions");
    const QString file = repository.file(matrixPath);
    const QString earlier = gitIdText(git_commit_id(gitCommitOf(repository.get(), {})->get()));
    QCOMPARE(run({u"promote"_s, u"--matrix"_s, file, u"--yes"_s, u"--tag"_s, u"after"_s}).code, 0);
    const Ran ran = run({u"rollback"_s, u"--matrix"_s, file, u"--to"_s, u"after~1"_s, u"--yes"_s});
    QCOMPARE(ran.code, 0);
    QVERIFY(ran.json[u"tag"].isNull());
    const auto now = VersionMatrix::read(readFile(file));
    QCOMPARE(now->find(VersionMatrix::production)->text(u"gpu_operator"), u"v24.9.0"_s);
    QCOMPARE(run({u"diff"_s, u"--matrix"_s, file, u"--from"_s, u'@' + earlier, u"--to"_s, u"@main"_s}).code,
             0);
}

void MatrixVerbTest::aPlainFileIsWrittenInItsPlace()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"matrix.yaml"_s);
    QVERIFY(writeFile(file, soundMatrix()));
    const Ran ran = run({u"rollback"_s, u"--matrix"_s, file, u"--yes"_s});
    QCOMPARE(ran.code, 0);
    QVERIFY(ran.json[u"commit"].isNull());
    QVERIFY(ran.json[u"message"].isNull());
    QVERIFY(ran.notes.contains(u"is not in Git"_s));
    QCOMPARE(VersionMatrix::read(readFile(file))->find(VersionMatrix::production)->text(u"openshift"),
             u"4.16.20"_s);
}

void MatrixVerbTest::wrongWordsAreRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("words");
    QTest::newRow("no action") << QStringList{} << u"audit, init, diff, promote or rollback"_s;
    QTest::newRow("unknown") << QStringList{u"list"_s} << u"There is no versions list"_s;
    QTest::newRow("a diff writes nothing") << QStringList{u"diff"_s, u"--yes"_s} << u"only reads"_s;
    QTest::newRow("both") << QStringList{u"promote"_s, u"--tag"_s, u"a"_s, u"--no-tag"_s} << u"exclude"_s;
    QTest::newRow("to") << QStringList{u"promote"_s, u"--to"_s, u"a"_s} << u"--from and --to"_s;
    QTest::newRow("junit") << QStringList{u"diff"_s, u"-o"_s, u"junit"_s} << u"junit"_s;
}

void MatrixVerbTest::wrongWordsAreRefused()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, words);
    const Ran ran = run(arguments, false);
    QCOMPARE(ran.code, 2);
    QVERIFY2(ran.notes.contains(words), qUtf8Printable(ran.notes));
}

#include "tst_matrix_verb.moc"
} // namespace tst_matrix_verb

CHARTROOM_TEST(tst_matrix_verb, MatrixVerbTest)
