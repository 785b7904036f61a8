// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/private_file.h"
#include "core/upgrade/journal.h"
#include "tests/core/matrix_repository.h"
#include "tests/support/release_builder.h"
#include "tests/support/test_main.h"
#include "tests/ui/versions_fixture.h"
#include "ui/dialogs/matrix_history_dialog.h"
#include "ui/editor/diff_view.h"
#include "ui/widgets/choice_button.h"

#include <QListWidget>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_matrix_history {

using Kind = JournalRecord::Kind;

namespace {

const QDateTime october(QDate(2026, 10, 1), QTime(12, 0), Qt::UTC);
const QDateTime november(QDate(2026, 11, 1), QTime(12, 0), Qt::UTC);

/// Two revisions of a matrix a month apart, and journals in between.
struct HistoryFixture : VersionsFixture
{
    MatrixRepository repository;
    QString older;
    QString newer;

    HistoryFixture()
    {
        operations = folder.filePath(u"operations"_s);
        older = repository.commit(matrixPath, usualMatrix, "a sound stack", october.toSecsSinceEpoch());
        git_oid id{};
        git_oid_fromstr(&id, older.toLatin1().constData());
        const auto commit = gitMake<GitObject>(&git_object_lookup, repository.get(),
                                               static_cast<const git_oid *>(&id), GIT_OBJECT_COMMIT);
        git_tag_create_lightweight(&id, repository.get(), "v2026-10-stable", commit.get(), 0);
        newer = repository.commit(matrixPath, QByteArray(usualMatrix).replace("580.105.08", "580.126.20"),
                                  "a newer driver", november.toSecsSinceEpoch());
    }
    void put(const QString &id, const QString &kind, const QString &context, const QDateTime &at) const
    {
        const auto journal = Journal::create(operations + u'/' + id);
        QVERIFY(journal);
        const Value::Map order{{u"operation"_s, Value(id)},
                               {u"kind"_s, Value(kind)},
                               {u"context"_s, Value(context)},
                               {u"namespace"_s, Value(u"nvidia-gpu-operator"_s)},
                               {u"release"_s, Value(u"gpu-operator"_s)},
                               {u"storage"_s, Value(u"secret"_s)},
                               {u"plannedOn"_s, Value(Value::Number{u"1"_s})},
                               {u"version"_s, Value(u"v26.3.3"_s)},
                               {u"chart"_s, Value(u"gpu-operator"_s)},
                               {u"holder"_s, Value(u"anna@laptop (process 1)"_s)},
                               {u"text"_s, Value(u"Taking the lease"_s)}};
        QVERIFY((*journal)->append({Kind::Intent, u"Lease"_s, at, Value(order)}));
        QVERIFY((*journal)->append(
            {Kind::Outcome, u"Finish"_s, at.addSecs(60),
             Value(Value::Map{{u"end"_s, Value(u"done"_s)}, {u"text"_s, Value(u"It is deployed."_s)}})}));
    }
    void keepRecord(const QString &id) const
    {
        const QString capture = operations + u'/' + id + u"/capture"_s;
        QVERIFY(QDir().mkpath(capture));
        QVERIFY(writePrivateFile(capture + u"/record.json"_s, ReleaseBuilder().object()));
    }
    void openHistory()
    {
        openVersions();
        page()->openMatrix(repository.file(matrixPath));
        QVERIFY(QTest::qWaitFor([this] { return button("versionsHistoryButton") != nullptr; }, 20'000));
        button("versionsHistoryButton")->click();
        QVERIFY(dialog());
        QVERIFY(QTest::qWaitFor([this] { return list()->count() > 0 && diff()->isReady(); }, 60'000));
    }
    [[nodiscard]] MatrixHistoryDialog *dialog() const { return window->findChild<MatrixHistoryDialog *>(); }
    [[nodiscard]] QListWidget *list() const
    {
        return dialog()->findChild<QListWidget *>(u"matrixRevisions"_s);
    }
    [[nodiscard]] DiffView *diff() const { return dialog()->findChild<DiffView *>(); }
    [[nodiscard]] ChoiceButton *choice(const char *name) const
    {
        return dialog()->findChild<ChoiceButton *>(QLatin1String(name));
    }
    [[nodiscard]] QString message() const
    {
        return dialog()->findChild<QLabel *>(u"matrixHistoryMessage"_s)->text();
    }
    /// The first lines, by row.
    [[nodiscard]] QStringList titles() const
    {
        QStringList titles;
        for (int row = 0; row < list()->count(); ++row)
            titles << list()->item(row)->text().section(u'\n', 0, 0);
        return titles;
    }
    void choose(ChoiceButton *button, const QVariant &data) const
    {
        button->setCurrent(data);
        Q_EMIT button->chosen(data);
    }
};

} // namespace

/// The document's history, and what was done in the cluster under each of its revisions.
class MatrixHistoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatRanStandsBelowTheMatrixOfItsTime();
    void anUpgradeBeforeAnyMatrixIsSaid();
    void operationsThatAreLeftOutAreCounted();
    void anyTwoTagsAndBranchesAreCompared();
    void theClusterIsAuditedAgainstARevision();
    void theKeyboardAloneReadsIt();
};

void MatrixHistoryTest::whatRanStandsBelowTheMatrixOfItsTime()
{
    HistoryFixture f;
    f.put(u"20261015t120000z-aaaaaaaa"_s, u"upgrade"_s, prod, october.addDays(14));
    f.keepRecord(u"20261015t120000z-aaaaaaaa"_s);
    f.put(u"20261115t120000z-bbbbbbbb"_s, u"rollback"_s, prod, november.addDays(14));
    f.put(u"20261116t120000z-cccccccc"_s, u"upgrade"_s, u"another"_s, november.addDays(15));
    f.put(u"20261117t120000z-dddddddd"_s, u"unhold"_s, prod, november.addDays(16));
    f.openHistory();
    QCOMPARE(f.titles().mid(0, 4),
             (QStringList{u"a newer driver"_s, u"Rollback of gpu-operator to revision 0"_s,
                          u"a sound stack  [v2026-10-stable]"_s,
                          u"Upgrade of gpu-operator from v25.10.1 to v26.3.3"_s}));
    QCOMPARE(f.list()->item(3)->text().section(u'\n', 1), u"done · 2026-10-15 12:00 UTC · anna@laptop"_s);
    f.list()->setCurrentRow(3);
    QTRY_COMPARE(f.message(), u"This was the matrix when it started."_s);
    f.list()->setCurrentRow(2);
    QTRY_VERIFY(f.message() != u"This was the matrix when it started."_s);
}

void MatrixHistoryTest::anUpgradeBeforeAnyMatrixIsSaid()
{
    HistoryFixture f;
    f.put(u"20200101t120000z-aaaaaaaa"_s, u"upgrade"_s, prod, QDateTime({2020, 1, 1}, {12, 0}, Qt::UTC));
    f.openHistory();
    f.list()->setCurrentRow(f.list()->count() - 1);
    QTRY_COMPARE(f.message(), u"No commit had the matrix yet when it started."_s);
}

void MatrixHistoryTest::operationsThatAreLeftOutAreCounted()
{
    HistoryFixture f;
    for (int i = 0; i < 203; ++i)
        f.put(u"20261115t120000z-%1"_s.arg(i, 8, 16, QChar(u'0')), u"upgrade"_s, prod,
              november.addDays(14).addSecs(i));
    f.openHistory();
    QCOMPARE(f.list()->count(), 204); // three revisions, the newest 200 operations, and what is left
    QVERIFY2(f.titles().last().startsWith(u"3 older operation"_s), qPrintable(f.titles().last()));
    QVERIFY(!f.list()->item(203)->flags().testFlag(Qt::ItemIsSelectable));
}

void MatrixHistoryTest::anyTwoTagsAndBranchesAreCompared()
{
    HistoryFixture f;
    const auto head = gitCommitOf(f.repository.get(), f.older);
    git_reference *made = nullptr;
    QCOMPARE(git_branch_create(&made, f.repository.get(), "next", head->get(), 0), 0);
    git_reference_free(made);
    f.openHistory();
    f.choose(f.choice("matrixSide"), u"next"_s);
    f.choose(f.choice("matrixOther"), u"v2026-10-stable"_s);
    QTRY_COMPARE(f.message(), u"These two are equal."_s);
    f.choose(f.choice("matrixSide"), u"main"_s);
    QTRY_COMPARE(f.message(), QString());
    QStringList texts;
    for (const ChoiceButton::Choice &one : f.choice("matrixSide")->choices())
        texts << one.text;
    QCOMPARE(texts, (QStringList{u"the selected commit"_s, u"tag v2026-10-stable"_s, u"branch main"_s,
                                 u"branch next"_s}));
    f.list()->setCurrentRow(1); // a commit is chosen again
    QVERIFY(f.choice("matrixSide")->current().isNull());
}

void MatrixHistoryTest::theClusterIsAuditedAgainstARevision()
{
    HistoryFixture f;
    f.openHistory();
    QTRY_COMPARE(f.cell(u"GPU driver"_s, VersionColumn::Production), u"580.126.20"_s);
    f.choose(f.choice("matrixSide"), u"v2026-10-stable"_s);
    auto *audit = f.dialog()->findChild<QPushButton *>(u"auditRevision"_s);
    QTRY_VERIFY(audit->isEnabled());
    audit->click();
    QTRY_VERIFY(!f.dialog());
    QTRY_COMPARE(f.cell(u"GPU driver"_s, VersionColumn::Production), u"580.105.08"_s);
    QVERIFY(f.subject().contains(u"at v2026-10-stable in "_s));
    QVERIFY(f.button("versionsKeptButton"));
    f.button("versionsKeptButton")->click();
    QTRY_COMPARE(f.cell(u"GPU driver"_s, VersionColumn::Production), u"580.126.20"_s);
    QVERIFY(!f.button("versionsKeptButton"));
}

void MatrixHistoryTest::theKeyboardAloneReadsIt()
{
    HistoryFixture f;
    f.put(u"20261115t120000z-bbbbbbbb"_s, u"upgrade"_s, prod, november.addDays(14));
    f.openHistory();
    QTRY_VERIFY(f.list()->hasFocus());
    QTest::keyClick(f.list(), Qt::Key_Down);
    QTRY_COMPARE(f.message(), u"This was the matrix when it started."_s);
    for (int i = 0; i < 30 && !f.choice("matrixOther")->hasFocus(); ++i)
        QTest::keyClick(f.dialog()->focusWidget(), Qt::Key_Tab);
    QVERIFY(f.choice("matrixOther")->hasFocus());
    QTest::keyClick(f.choice("matrixOther"), Qt::Key_Down);
    QTRY_COMPARE(f.message(), u"This was the matrix when it started."_s);
    QTest::keyClick(f.dialog(), Qt::Key_Escape);
    QTRY_VERIFY(!f.dialog());
}

#include "tst_matrix_history.moc"
} // namespace tst_matrix_history

CHARTROOM_TEST(tst_matrix_history, MatrixHistoryTest)
