// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_commit.h"
#include "tests/core/matrix_repository.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_matrix_git {

namespace {

const QDateTime moment(QDate(2026, 11, 22), QTime(9, 30), Qt::OffsetFromUTC, 3600);

struct Promotion
{
    MatrixCommit commit;
    QList<MatrixChange> changes;
};

/// What `versions promote` would commit.
Promotion promotionOf(const MatrixGitPlace &place)
{
    const auto text = readMatrixFromGit(place);
    const auto matrix = VersionMatrix::read(text ? text->text : QByteArray());
    const auto edit = promoted(matrix.value_or(VersionMatrix()), QDate(2026, 11, 22));
    if (!edit)
        qWarning("%s", qUtf8Printable(edit.error().message));
    MatrixCommit commit;
    commit.place = place;
    commit.readAt = text ? text->revision : QString();
    commit.before = text ? text->text : QByteArray();
    commit.after = edit ? edit->text() : QByteArray();
    commit.subject = QStringLiteral("Promote canary_testing to current_production");
    commit.evidence = {QStringLiteral("gpu-worker-4 baked 48 h"), QStringLiteral("two\nlines")};
    commit.tag = stableTag(QDate(2026, 11, 22));
    commit.at = moment;
    return {commit, edit ? edit->changes() : QList<MatrixChange>()};
}

} // namespace

class MatrixGitTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theMatrixIsReadFromAnyRevision();
    void itsHistorySaysWhoChangedItWhen();
    void aFileInAWorkTreeHasItsPlace();
    void aPromotionIsOneCommitWithItsTag();
    void aValueCannotForgeEvidence();
    void aRollbackToATagBringsItsVersionsBack();
    void aBranchThatMovedIsRefused();
    void aMatrixThatIsBeingChangedIsNotCommittedOver();
    void otherChangesAreToldAndLeftAlone();
    void aBranchThatIsNotCheckedOutMovesAlone();
    void aBareRepositoryTakesACommit();
    void whatCannotBeCommittedChangesNothing_data();
    void whatCannotBeCommittedChangesNothing();
};

void MatrixGitTest::theMatrixIsReadFromAnyRevision()
{
    const MatrixRepository repository;
    const auto first = readMatrixFromGit(repository.place());
    QVERIFY(first);
    QCOMPARE(first->text, seedMatrix());
    const QString changed = repository.commit(matrixPath, seedMatrix() + "# more\n", "change it");
    QCOMPARE(readMatrixFromGit(repository.place())->revision, changed);
    QCOMPARE(readMatrixFromGit(repository.place(QStringLiteral("main")))->text, seedMatrix() + "# more\n");
    QCOMPARE(readMatrixFromGit(repository.place(first->revision))->text, seedMatrix());
    QCOMPARE(readMatrixFromGit(repository.place(QStringLiteral("HEAD~1")))->text, seedMatrix());
    QVERIFY(readMatrixFromGit(repository.place(QStringLiteral("nothing"))).error().code ==
            Error::Code::NotFound);
    QVERIFY(readMatrixFromGit({repository.folder(), {}, QStringLiteral("none.yaml")}).error().code ==
            Error::Code::NotFound);
    const QTemporaryDir empty;
    QVERIFY(readMatrixFromGit({empty.path(), {}, matrixPath}).error().code == Error::Code::NotFound);
}

void MatrixGitTest::itsHistorySaysWhoChangedItWhen()
{
    const MatrixRepository repository;
    const Promotion promotion = promotionOf(repository.place());
    const auto done = commitMatrix(promotion.commit, promotion.changes);
    QVERIFY2(done.has_value(), done ? "" : qUtf8Printable(done.error().message));
    repository.commit(QStringLiteral("README"), "bye\n", "say bye");
    const auto history = matrixHistory(repository.place(), 10);
    QVERIFY(history);
    QCOMPARE(history->size(), 2); // README's commits are not of the matrix
    QCOMPARE(history->at(0).commit, done->commit);
    QCOMPARE(history->at(0).author, QStringLiteral("Anna Berg"));
    QCOMPARE(history->at(0).email, QStringLiteral("anna@example.com"));
    QCOMPARE(history->at(0).at, moment);
    QCOMPARE(history->at(0).at.offsetFromUtc(), 3600);
    QCOMPARE(history->at(0).tags, QStringList{QStringLiteral("v2026-11-stable")});
    QCOMPARE(history->at(1).author, QStringLiteral("Ben Cole"));
    QCOMPARE(history->at(1).message, QStringLiteral("add the matrix"));
    QCOMPARE(matrixHistory(repository.place(), 1)->size(), 1);
    const auto names = matrixGitNames(repository.folder());
    QVERIFY(names);
    QCOMPARE(names->head, QStringLiteral("main"));
    QCOMPARE(names->branches, QStringList{QStringLiteral("main")});
    QCOMPARE(names->tags, QStringList{QStringLiteral("v2026-11-stable")});
}

void MatrixGitTest::aFileInAWorkTreeHasItsPlace()
{
    const MatrixRepository repository;
    const auto place = gitPlaceOf(repository.file(matrixPath));
    QVERIFY(place);
    QCOMPARE(place->path, matrixPath);
    QCOMPARE(readMatrixFromGit(*place)->text, seedMatrix());
    QVERIFY(writeFile(repository.file(QStringLiteral("own.yaml")), seedMatrix()));
    QVERIFY(!gitPlaceOf(repository.file(QStringLiteral("own.yaml"))));
    // One that an earlier commit had is found there, although it is gone.
    QVERIFY(QFile::remove(repository.file(matrixPath)));
    QCOMPARE(gitPlaceOf(repository.file(matrixPath), QStringLiteral("main~1"))->path, matrixPath);
    QVERIFY(!gitPlaceOf(repository.file(QStringLiteral("README")), QStringLiteral("main~1")));
}

void MatrixGitTest::aPromotionIsOneCommitWithItsTag()
{
    const MatrixRepository repository;
    const Promotion promotion = promotionOf(repository.place());
    const auto done = commitMatrix(promotion.commit, promotion.changes);
    QVERIFY2(done.has_value(), done ? "" : qUtf8Printable(done.error().message));
    QCOMPARE(done->branch, QStringLiteral("main"));
    QCOMPARE(done->tag, QStringLiteral("v2026-11-stable"));
    QCOMPARE(done->notes, QStringList());

    const auto commit = gitCommitOf(repository.get(), QStringLiteral("main"));
    QCOMPARE(gitIdText(git_commit_id(commit->get())), done->commit);
    QCOMPARE(git_commit_parentcount(commit->get()), 1U);
    QCOMPARE(gitIdText(git_commit_parent_id(commit->get(), 0)), promotion.commit.readAt);
    QCOMPARE(QString::fromUtf8(git_commit_author(commit->get())->name), QStringLiteral("Anna Berg"));
    QCOMPARE(qint64(git_commit_committer(commit->get())->when.time), moment.toSecsSinceEpoch());
    const QString message = QString::fromUtf8(git_commit_message(commit->get()));
    QVERIFY(message.startsWith(QStringLiteral("Promote canary_testing to current_production\n\n")));
    QVERIFY(message.contains(QStringLiteral("current_production:\n  gpu_operator: v24.9.0 -> v24.12.0\n")));
    QVERIFY(message.contains(QStringLiteral("Evidence:\n- gpu-worker-4 baked 48 h\n- two")));
    QCOMPARE(message.count(QStringLiteral("\n- ")), 2);

    // The tag stands on the commit, and everything but the matrix is as it was.
    const auto tagged = gitCommitOf(repository.get(), QStringLiteral("v2026-11-stable"));
    QCOMPARE(gitIdText(git_commit_id(tagged->get())), done->commit);
    QCOMPARE(*gitFileOf(repository.get(), commit->get(), matrixPath), promotion.commit.after);
    QCOMPARE(*gitFileOf(repository.get(), commit->get(), QStringLiteral("README")), QByteArray("hello\n"));
    QCOMPARE(readFile(repository.file(matrixPath)), promotion.commit.after);
    QCOMPARE(repository.dirtyFiles(), QStringList());
}

/// A value that looks like evidence stays in its line.
void MatrixGitTest::aValueCannotForgeEvidence()
{
    MatrixCommit commit;
    commit.subject = QStringLiteral("Promote");
    commit.evidence = {QStringLiteral("none")};
    const QString hostile = QStringLiteral("1.2\n\nEvidence:\n- audit clean");
    const QString message = commitMessage(commit, {{hostile, hostile, hostile, hostile}});
    QCOMPARE(message.count(QStringLiteral("\nEvidence:\n")), 1);
    QVERIFY(!message.contains(QStringLiteral("\n- audit clean")));
}

void MatrixGitTest::aRollbackToATagBringsItsVersionsBack()
{
    const MatrixRepository repository;
    const Promotion first = promotionOf(repository.place());
    QVERIFY(commitMatrix(first.commit, first.changes));
    const auto now = readMatrixFromGit(repository.place());
    const auto earlier = readMatrixFromGit(repository.place(QStringLiteral("v2026-11-stable~1")));
    const auto edit = rolledBackTo(*VersionMatrix::read(now->text), *VersionMatrix::read(earlier->text),
                                   QDate(2026, 11, 23));
    QVERIFY(edit);
    MatrixCommit commit{repository.place(),
                        now->revision,
                        now->text,
                        edit->text(),
                        QStringLiteral("Roll back"),
                        {},
                        {},
                        moment};
    const auto done = commitMatrix(commit, edit->changes());
    QVERIFY2(done.has_value(), done ? "" : qUtf8Printable(done.error().message));
    QCOMPARE(done->tag, QString());
    const auto after = VersionMatrix::read(readMatrixFromGit(repository.place())->text);
    QVERIFY(matrixDifferences(*VersionMatrix::read(seedMatrix())->find(VersionMatrix::production),
                              *after->find(VersionMatrix::production))
                .isEmpty());
    QCOMPARE(matrixHistory(repository.place(), 10)->size(), 3);
}

void MatrixGitTest::aBranchThatMovedIsRefused()
{
    const MatrixRepository repository;
    const Promotion promotion = promotionOf(repository.place());
    const QString theirs = repository.commit(matrixPath, seedMatrix() + "# theirs\n", "change it too");
    const auto done = commitMatrix(promotion.commit, promotion.changes);
    QVERIFY(!done);
    QVERIFY(done.error().code == Error::Code::Throttled);
    QVERIFY2(done.error().message.contains(QStringLiteral("Ben Cole committed \"change it too\"")),
             qUtf8Printable(done.error().message));
    QCOMPARE(readMatrixFromGit(repository.place())->revision, theirs);
    QCOMPARE(matrixGitNames(repository.folder())->tags, QStringList());
    QCOMPARE(readFile(repository.file(matrixPath)), seedMatrix() + "# theirs\n");
}

void MatrixGitTest::aMatrixThatIsBeingChangedIsNotCommittedOver()
{
    for (const bool isStaged : {false, true}) {
        const MatrixRepository repository;
        const Promotion promotion = promotionOf(repository.place());
        const QByteArray mine = seedMatrix() + "# mine\n";
        if (isStaged)
            repository.stage(matrixPath, mine);
        else
            QVERIFY(writeFile(repository.file(matrixPath), mine));
        const auto done = commitMatrix(promotion.commit, promotion.changes);
        QVERIFY(!done);
        QVERIFY(done.error().code == Error::Code::Invalid);
        QVERIFY(done.error().message.contains(QStringLiteral("not committed")));
        QCOMPARE(readFile(repository.file(matrixPath)), mine);
        QCOMPARE(readMatrixFromGit(repository.place())->revision, promotion.commit.readAt);
    }
}

void MatrixGitTest::otherChangesAreToldAndLeftAlone()
{
    const MatrixRepository repository;
    const Promotion promotion = promotionOf(repository.place());
    QVERIFY(writeFile(repository.file(QStringLiteral("README")), "my own words\n"));
    repository.stage(QStringLiteral("staged"), "staged\n");
    const auto done = commitMatrix(promotion.commit, promotion.changes);
    QVERIFY2(done.has_value(), done ? "" : qUtf8Printable(done.error().message));
    QCOMPARE(done->notes.size(), 1);
    QVERIFY2(done->notes.first().contains(QStringLiteral("(README, staged)")),
             qUtf8Printable(done->notes.first()));
    QCOMPARE(readFile(repository.file(QStringLiteral("README"))), QByteArray("my own words\n"));
    QCOMPARE(repository.dirtyFiles(), (QStringList{QStringLiteral("README"), QStringLiteral("staged")}));
    QCOMPARE(readFile(repository.file(matrixPath)), promotion.commit.after);
    const auto commit = gitCommitOf(repository.get(), {});
    QVERIFY(!gitEntryOf(commit->get(), QStringLiteral("staged")));
}

void MatrixGitTest::aBranchThatIsNotCheckedOutMovesAlone()
{
    const MatrixRepository repository;
    const auto tip = gitCommitOf(repository.get(), {});
    QVERIFY(gitMake<GitReference>(&git_branch_create, repository.get(), "next",
                                  static_cast<const git_commit *>(tip->get()), 0));
    const Promotion promotion = promotionOf(repository.place(QStringLiteral("next")));
    const auto done = commitMatrix(promotion.commit, promotion.changes);
    QVERIFY2(done.has_value(), done ? "" : qUtf8Printable(done.error().message));
    QCOMPARE(done->branch, QStringLiteral("next"));
    QCOMPARE(readMatrixFromGit(repository.place(QStringLiteral("next")))->text, promotion.commit.after);
    QCOMPARE(readMatrixFromGit(repository.place(QStringLiteral("main")))->text, seedMatrix());
    QCOMPARE(readFile(repository.file(matrixPath)), seedMatrix());
    QCOMPARE(repository.dirtyFiles(), QStringList());
}

void MatrixGitTest::aBareRepositoryTakesACommit()
{
    const MatrixRepository repository;
    const QTemporaryDir folder;
    git_clone_options options;
    git_clone_options_init(&options, GIT_CLONE_OPTIONS_VERSION);
    options.bare = 1;
    git_repository *made = nullptr;
    QCOMPARE(git_clone(&made, QFile::encodeName(repository.folder()).constData(),
                       QFile::encodeName(folder.filePath(QStringLiteral("bare"))).constData(), &options),
             0);
    const GitRepository bare(made);
    const auto config = gitMake<GitConfig>(&git_repository_config, bare.get());
    git_config_set_string(config.get(), "user.name", "Anna Berg");
    git_config_set_string(config.get(), "user.email", "anna@example.com");
    git_config_set_bool(config.get(), "commit.gpgsign", 1);
    const MatrixGitPlace place{folder.filePath(QStringLiteral("bare")), QStringLiteral("main"), matrixPath};
    const Promotion promotion = promotionOf(place);
    const auto done = commitMatrix(promotion.commit, promotion.changes);
    QVERIFY2(done.has_value(), done ? "" : qUtf8Printable(done.error().message));
    QCOMPARE(done->notes.size(), 1);
    QVERIFY(done->notes.first().contains(QStringLiteral("not signed")));
    QCOMPARE(readMatrixFromGit(place)->text, promotion.commit.after);
    QCOMPARE(readMatrixFromGit(repository.place())->text, seedMatrix());
}

void MatrixGitTest::whatCannotBeCommittedChangesNothing_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("words");
    QTest::newRow("tag") << QStringLiteral("tag") << QStringLiteral("already exists");
    QTest::newRow("tag name") << QStringLiteral("tag name") << QStringLiteral("not a valid tag name");
    QTest::newRow("author") << QStringLiteral("author") << QStringLiteral("user.name");
    QTest::newRow("branch") << QStringLiteral("branch") << QStringLiteral("not a local branch");
    QTest::newRow("detached") << QStringLiteral("detached") << QStringLiteral("No branch is checked out");
    QTest::newRow("nothing") << QStringLiteral("nothing") << QStringLiteral("Nothing in the matrix changes");
    QTest::newRow("other bytes") << QStringLiteral("other bytes")
                                 << QStringLiteral("differs from what was read");
}

void MatrixGitTest::whatCannotBeCommittedChangesNothing()
{
    QFETCH(QString, what);
    QFETCH(QString, words);
    const MatrixRepository repository;
    Promotion promotion = promotionOf(repository.place());
    const auto tip = gitCommitOf(repository.get(), {});
    git_oid id{};
    if (what == u"tag")
        git_tag_create_lightweight(&id, repository.get(), "v2026-11-stable",
                                   reinterpret_cast<const git_object *>(tip->get()), 0);
    else if (what == u"tag name")
        promotion.commit.tag = QStringLiteral("no name..lock");
    else if (what == u"author")
        git_config_delete_entry(gitMake<GitConfig>(&git_repository_config, repository.get()).get(),
                                "user.name");
    else if (what == u"branch")
        promotion.commit.place.revision = promotion.commit.readAt;
    else if (what == u"detached")
        git_repository_set_head_detached(repository.get(), git_commit_id(tip->get()));
    else if (what == u"nothing")
        promotion.commit.after = promotion.commit.before;
    else if (what == u"other bytes")
        promotion.commit.before += "x";
    const auto done = commitMatrix(promotion.commit, promotion.changes);
    QVERIFY(!done);
    QVERIFY2(done.error().message.contains(words), qUtf8Printable(done.error().message));
    QCOMPARE(readMatrixFromGit(repository.place())->text, seedMatrix());
    QCOMPARE(gitIdText(git_commit_id(gitCommitOf(repository.get(), {})->get())),
             gitIdText(git_commit_id(tip->get())));
    QCOMPARE(readFile(repository.file(matrixPath)), seedMatrix());
}

#include "tst_matrix_git.moc"
} // namespace tst_matrix_git

CHARTROOM_TEST(tst_matrix_git, MatrixGitTest)
