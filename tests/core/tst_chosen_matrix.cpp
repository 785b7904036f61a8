// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/chosen_matrix.h"
#include "tests/core/matrix_repository.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_chosen_matrix {

/// Which file is written without Git, and which is not.
class ChosenMatrixTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFileOutsideOfAnyRepositoryIsAFile()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(u"matrix.yaml"_s);
        QVERIFY(writeFile(file, seedMatrix()));
        const auto source = readChosenMatrix(file, true);
        QVERIFY2(source.has_value(), source ? "" : qPrintable(source.error().message));
        QVERIFY(!source->git && !source->gitProblem);
        QVERIFY(readChosenMatrix(folder.filePath(u"none.yaml"_s), true).error().code ==
                Error::Code::NotFound);
    }

    void oneThatWasNeverCommittedIsNotWritten()
    {
        const MatrixRepository repository;
        const QString mine = repository.file(u"mine.yaml"_s);
        QVERIFY(writeFile(mine, seedMatrix()));
        repository.stage(u"staged.yaml"_s, seedMatrix());
        for (const QString &file : {mine, repository.file(u"staged.yaml"_s)}) {
            const auto refused = readChosenMatrix(file, true);
            QVERIFY(!refused);
            QVERIFY(refused.error().code == Error::Code::Invalid);
            QVERIFY2(refused.error().message.contains(u"commit it first"),
                     qPrintable(refused.error().message));
            const auto read = readChosenMatrix(file, false); // it can be looked at
            QVERIFY(read && !read->git);
            QVERIFY2(matrixAt(*read, u"main"_s).error().message.contains(u"commit it first"),
                     qPrintable(matrixAt(*read, u"main"_s).error().message));
        }
    }

    void whatGitWasToldToLeaveAloneIsAFile()
    {
        const MatrixRepository repository;
        QVERIFY(writeFile(repository.file(u".gitignore"_s), "/private/\n"));
        const QString file = repository.file(u"private/matrix.yaml"_s);
        QVERIFY(writeFile(file, seedMatrix()));
        const auto source = readChosenMatrix(file, true);
        QVERIFY2(source.has_value(), source ? "" : qPrintable(source.error().message));
        QVERIFY(!source->git);
    }

    void aLinkIsFollowedIntoItsRepository()
    {
        const MatrixRepository repository;
        const QTemporaryDir folder;
        const QString link = folder.filePath(u"matrix.yaml"_s);
        QVERIFY(QFile::link(repository.file(matrixPath), link));
        const auto source = readChosenMatrix(link, true);
        QVERIFY2(source.has_value(), source ? "" : qPrintable(source.error().message));
        QVERIFY(source->git);
        QCOMPARE(source->git->path, matrixPath);
    }

    /// As one of somebody else's, which libgit2 does not open either.
    void aRepositoryThatCannotBeReadIsNotTakenForNone()
    {
        const MatrixRepository repository;
        QVERIFY(writeFile(repository.file(matrixPath), seedMatrix() + "# not committed\n"));
        repository.configure("core.repositoryformatversion", "99");
        const auto refused = readChosenMatrix(repository.file(matrixPath), true);
        QVERIFY(!refused);
        QVERIFY(refused.error().code == Error::Code::Damaged);
        QCOMPARE(readFile(repository.file(matrixPath)), seedMatrix() + "# not committed\n");
        QVERIFY(readChosenMatrix(repository.file(matrixPath), false).has_value());
    }
};

#include "tst_chosen_matrix.moc"
} // namespace tst_chosen_matrix

CHARTROOM_TEST(tst_chosen_matrix, ChosenMatrixTest)
