// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/recovery.h"
#include "tests/support/test_main.h"
#include "tests/ui/matrix_change_fixture.h"
#include "ui/editor/diff_view.h"
#include "ui/widgets/choice_button.h"

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_matrix_change {

/// The matrix's promotion and its way back, from the page to what is in the repository or in the cluster.
class MatrixChangeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatCannotBeDoneSaysWhy();
    void eachClosedGateAsksForAReason();
    void whatWasShownIsCommittedAndThePageLooksAgain();
    void aClusterThatCannotBeSeenIsAGateToo();
    void anotherTagIsTriedBeforeItIsMade();
    void aTreeThatIsNotCleanIsSaid();
    void aBranchThatMovedIsReadAgain();
    void productionGoesBackToATag();
    void aPlainFileIsChangedInItsPlace();
    void aConfigMapIsWrittenWithTheCommandThatWasShown();
    void aKeyOfAnotherManagerIsOnlyTakenOverOnPurpose();
    void theKeyboardAloneIsEnough();
    void theInspectorOfTheWayPromotes();
    void itFitsASmallScreen();
};

void MatrixChangeTest::whatCannotBeDoneSaysWhy()
{
    VersionsFixture f;
    f.openWith(usualMatrix);
    QVERIFY(!f.button("versionsPromoteButton")->isEnabled());
    QVERIFY(f.button("versionsPromoteButton")->toolTip().contains(u"no entry canary_testing"_s));
    QVERIFY(!f.button("versionsRollbackButton")->isEnabled());
    QVERIFY(f.button("versionsRollbackButton")->toolTip().contains(u"no entry rollback"_s));
}

void MatrixChangeTest::eachClosedGateAsksForAReason()
{
    ChangeFixture f;
    f.openInGit();
    f.openChange("versionsPromoteButton");
    QTRY_VERIFY(f.dialog()->findChild<DiffView *>()->isReady());
    QStringList ids;
    for (const QLineEdit *edit : f.reasons())
        ids << edit->objectName().mid(7);
    QVERIFY2(ids.contains(u"bake"_s) && ids.contains(u"canaryRuns"_s), qUtf8Printable(ids.join(u' ')));
    QVERIFY2(!ids.contains(u"canaryNode"_s), qUtf8Printable(ids.join(u' ')));
    QVERIFY(f.texts(f.dialog()).contains(u"gpu-003 is the canary node."_s));
    QVERIFY(!f.write()->isEnabled());
    QVERIFY(f.hint().contains(u"Some checks block this"_s));
    QVERIFY(!f.message().contains(u"override of"_s));
    f.giveReasons();
    QVERIFY(f.write()->isEnabled());
    QVERIFY2(f.message().contains(u"- override of bake: tried elsewhere ("_s), qUtf8Printable(f.message()));
    QVERIFY(f.message().contains(u"- checked cmk-training, 2026-11-22T04:00:00Z"_s));
    QVERIFY(f.message().contains(u"gpu_operator: v25.10.1 -> v26.3.3"_s));
    f.reasons().first()->setText(u" "_s);
    QVERIFY(!f.write()->isEnabled());
}

void MatrixChangeTest::whatWasShownIsCommittedAndThePageLooksAgain()
{
    ChangeFixture f;
    f.openInGit();
    f.openChange("versionsPromoteButton");
    f.giveReasons();
    const QString shown = f.message();
    const QString tag = f.part<QLineEdit>("matrixTag")->text();
    QCOMPARE(tag, stableTag(f.clock.now().date()));
    QVERIFY2(f.words("matrixChangeNotes").contains(u"Commits on main as Anna Berg"_s),
             qUtf8Printable(f.words("matrixChangeNotes")));
    QVERIFY(f.words("matrixChangeNotes").contains(u"Nothing is pushed."_s));
    const int looks = f.source.looks;
    f.write()->click();
    QTRY_VERIFY2(f.words("matrixChangeNotes").startsWith(u"Committed "_s),
                 qUtf8Printable(f.words("matrixChangeProblem")));
    QVERIFY(f.words("matrixChangeNotes").contains(u"tagged it "_s + tag));
    QCOMPARE(QString::fromUtf8(git_commit_message(f.tip().get())), shown);
    QVERIFY(gitCommitOf(f.repository.get(), u"refs/tags/"_s + tag));
    QCOMPARE(f.production(u"gpu_operator"_s), u"v26.3.3"_s);
    QCOMPARE(f.repository.dirtyFiles(), QStringList());
    QCOMPARE(f.source.looks, looks + 1);
    QTRY_COMPARE(f.cell(u"GPU Operator"_s, VersionColumn::Production), u"v26.3.3"_s);
    QVERIFY(!f.write()->isVisible());
    QTest::keyClick(f.dialog(), Qt::Key_Escape);
    QTRY_VERIFY(!f.dialog());
    QVERIFY(!f.button("versionsPromoteButton")->isEnabled());
    QVERIFY(f.button("versionsPromoteButton")->toolTip().contains(u"nothing to promote"_s));
}

void MatrixChangeTest::aClusterThatCannotBeSeenIsAGateToo()
{
    ChangeFixture f;
    f.openInGit();
    f.source.seen = failure(Error::Code::Forbidden, u"Nodes may not be listed."_s);
    f.openChange("versionsPromoteButton");
    QCOMPARE(f.reasons().size(), 1);
    QCOMPARE(f.reasons().first()->objectName(), u"reason-cluster"_s);
    QVERIFY(f.texts(f.dialog()).contains(u"Nodes may not be listed."_s));
    QVERIFY(!f.write()->isEnabled());
    f.giveReasons();
    QVERIFY(f.message().contains(u"- no cluster was checked: tried elsewhere"_s));
    QVERIFY(f.write()->isEnabled());
}

void MatrixChangeTest::anotherTagIsTriedBeforeItIsMade()
{
    ChangeFixture f;
    f.openInGit();
    const auto head = gitCommitOf(f.repository.get(), {});
    git_oid id{};
    const QByteArray taken = stableTag(f.clock.now().date()).toUtf8();
    QCOMPARE(git_tag_create_lightweight(&id, f.repository.get(), taken.constData(),
                                        reinterpret_cast<const git_object *>(head->get()), 0),
             0);
    f.openChange("versionsPromoteButton");
    f.giveReasons();
    QVERIFY(f.words("matrixChangeProblem").contains(u"already exists"_s));
    QVERIFY(!f.write()->isEnabled());
    auto *tag = f.part<QLineEdit>("matrixTag");
    tag->setFocus();
    tag->selectAll();
    QTest::keyClicks(tag, u"november"_s);
    QTRY_VERIFY(f.write()->isEnabled());
    QCOMPARE(f.words("matrixChangeProblem"), QString());
    f.write()->click();
    QTRY_VERIFY(f.words("matrixChangeNotes").contains(u"tagged it november"_s));
    QVERIFY(gitCommitOf(f.repository.get(), u"refs/tags/november"_s));
}

void MatrixChangeTest::aTreeThatIsNotCleanIsSaid()
{
    ChangeFixture f;
    f.openInGit();
    f.repository.stage(u"README"_s, "changed\n");
    f.openChange("versionsPromoteButton");
    QVERIFY2(f.words("matrixChangeNotes").contains(u"other changes that are not committed (README)"_s),
             qUtf8Printable(f.words("matrixChangeNotes")));
    QTest::keyClick(f.dialog(), Qt::Key_Escape);
    QTRY_VERIFY(!f.dialog());
    QVERIFY(writeFile(f.repository.file(matrixPath), promotable + "# mine\n"));
    f.openChange("versionsPromoteButton");
    QVERIFY(f.words("matrixChangeProblem").contains(u"changes in the work tree"_s));
    f.giveReasons();
    QVERIFY(!f.write()->isEnabled());
}

void MatrixChangeTest::aBranchThatMovedIsReadAgain()
{
    ChangeFixture f;
    f.openInGit();
    f.openChange("versionsPromoteButton");
    f.giveReasons();
    const QString moved = f.repository.commit(u"README"_s, "more\n", "somebody else");
    f.write()->click();
    QTRY_VERIFY(f.words("matrixChangeProblem").contains(u"somebody else"_s));
    QCOMPARE(f.tipId(), moved);
    QVERIFY(!f.write()->isEnabled());
    f.part<QPushButton>("readMatrixAgain")->click();
    QTRY_VERIFY(f.write()->isEnabled()); // the reasons stay
    f.write()->click();
    QTRY_VERIFY(f.words("matrixChangeNotes").startsWith(u"Committed "_s));
}

void MatrixChangeTest::productionGoesBackToATag()
{
    ChangeFixture f;
    f.openInGit();
    const auto head = gitCommitOf(f.repository.get(), {});
    git_oid id{};
    git_tag_create_lightweight(&id, f.repository.get(), "v2026-10-stable",
                               reinterpret_cast<const git_object *>(head->get()), 0);
    QByteArray later = promotable;
    later.replace("v25.10.1", "v26.3.3");
    f.repository.commit(matrixPath, later, "newer");
    const int looks = f.source.looks;
    f.openChange("versionsRollbackButton");
    QCOMPARE(f.source.looks, looks); // the verb does not ask the cluster either
    QVERIFY(f.reasons().isEmpty());
    QVERIFY(f.message().contains(u"gpu_operator: v26.3.3 -> v25.3.4"_s));
    auto *revision = f.part<ChoiceButton>("matrixRevision");
    QTest::keyClick(revision, Qt::Key_Down);
    QTRY_VERIFY2(f.message().contains(u"v26.3.3 -> v25.10.1"_s), qUtf8Printable(f.message()));
    QTRY_VERIFY(f.write()->isEnabled());
    f.write()->click();
    QTRY_VERIFY(f.words("matrixChangeNotes").startsWith(u"Committed "_s));
    QCOMPARE(f.production(u"gpu_operator"_s), u"v25.10.1"_s);
    QVERIFY(QString::fromUtf8(git_commit_message(f.tip().get()))
                .startsWith(u"Roll current_production back to v2026-10-stable"_s));
}

void MatrixChangeTest::aPlainFileIsChangedInItsPlace()
{
    ChangeFixture f;
    f.openWith(promotable);
    f.openChange("versionsRollbackButton");
    QVERIFY(f.words("matrixChangeNotes").contains(u"is not in Git"_s));
    QVERIFY(!f.part<QLineEdit>("matrixTag")->isVisible());
    f.write()->click();
    QTRY_VERIFY(f.words("matrixChangeNotes").contains(u"it was changed"_s));
    QCOMPARE(readFile(f.home.filePath(u"matrix.yaml"_s)),
             QByteArray(promotable).replace("v25.10.1", "v25.3.4"));
}

void MatrixChangeTest::aConfigMapIsWrittenWithTheCommandThatWasShown()
{
    MapCluster cluster;
    ChangeFixture f;
    f.source.seen->configMaps = {MapCluster::map(promotable)};
    f.source.writer = [&](const MatrixWriteRequest &order, QObject *owner) {
        return cluster.write(order, owner);
    };
    f.openVersions();
    QTRY_VERIFY(f.subject().contains(u"ConfigMap ops/"_s));
    f.openChange("versionsPromoteButton");
    f.giveReasons();
    QVERIFY(f.write()->isEnabled());
    QVERIFY(!f.part<QLineEdit>("matrixTag")->isVisible());
    QVERIFY(f.texts(f.dialog()).contains(u"Journal entry"_s));
    QVERIFY2(f.words("matrixChangeNotes").contains(u"kubectl"_s) &&
                 f.words("matrixChangeNotes").contains(u"only if it has not been changed"_s),
             qUtf8Printable(f.words("matrixChangeNotes")));
    QCOMPARE(f.source.orders.first().action, u"promote"_s);
    QCOMPARE(f.source.orders.first().apply.resourceVersion, u"71"_s);
    QCOMPARE(cluster.cupboard.written, 0);
    f.write()->click();
    QTRY_VERIFY2(f.words("matrixChangeNotes").contains(u"has it, at version 72"_s),
                 qUtf8Printable(f.words("matrixChangeProblem")));
    const auto journal = readJournal(cluster.folder);
    QVERIFY(journal);
    QStringList evidence;
    for (const Value &line : journal->records.first().data.at({u"evidence"_s}).list())
        evidence << line.toString();
    QVERIFY2(evidence.join(u'\n').contains(u"override of bake: tried elsewhere"_s),
             qUtf8Printable(evidence.join(u'\n')));
    const QList<CommandLine> &ran = cluster.runner.commands;
    QVERIFY(std::any_of(ran.cbegin(), ran.cend(), [](const CommandLine &command) {
        return command.arguments.contains(u"apply"_s) && !command.arguments.contains(u"--dry-run=server"_s);
    }));
}

void MatrixChangeTest::aKeyOfAnotherManagerIsOnlyTakenOverOnPurpose()
{
    MapCluster cluster;
    cluster.refusal =
        "error: Apply failed with 1 conflict: conflict with \"argocd-controller\" using v1: .data";
    ChangeFixture f;
    f.source.seen->configMaps = {MapCluster::map(promotable)};
    f.source.writer = [&](const MatrixWriteRequest &order, QObject *owner) {
        return cluster.write(order, owner);
    };
    f.openVersions();
    QTRY_VERIFY(f.subject().contains(u"ConfigMap ops/"_s));
    f.openChange("versionsRollbackButton");
    QTRY_VERIFY(f.words("matrixChangeProblem").contains(u"argocd-controller"_s));
    QVERIFY(!f.write()->isEnabled());
    QVERIFY(f.part<QPushButton>("takeMatrixOver")->isVisible());
    f.part<QPushButton>("takeMatrixOver")->click();
    QTRY_VERIFY(f.write()->isEnabled());
    QVERIFY(f.words("matrixChangeNotes").contains(u"--force-conflicts"_s));
    QVERIFY(!f.part<QPushButton>("takeMatrixOver")->isVisible());
    f.write()->click();
    QTRY_VERIFY(f.words("matrixChangeNotes").contains(u"has it, at version 72"_s));
}

void MatrixChangeTest::theKeyboardAloneIsEnough()
{
    ChangeFixture f;
    f.openInGit();
    f.openChange("versionsPromoteButton");
    const QList<QLineEdit *> edits = f.reasons();
    QTRY_VERIFY(edits.first()->hasFocus());
    const QString before = f.tipId();
    for (QLineEdit *edit : edits) {
        QVERIFY2(edit->hasFocus(), qUtf8Printable(edit->objectName()));
        QTest::keyClicks(edit, u"tried elsewhere"_s);
        QTest::keyClick(edit, Qt::Key_Return); // goes on, and writes nothing
    }
    QVERIFY(f.part<QLineEdit>("matrixTag")->hasFocus());
    QVERIFY(f.write()->isEnabled());
    QCOMPARE(f.tipId(), before);
    for (int i = 0; i < 40 && !f.write()->hasFocus(); ++i)
        QTest::keyClick(f.dialog()->focusWidget(), Qt::Key_Tab);
    QVERIFY(f.write()->hasFocus());
    QTest::keyClick(f.write(), Qt::Key_Return);
    QTRY_VERIFY(f.words("matrixChangeNotes").startsWith(u"Committed "_s));
    QTRY_VERIFY(f.part<QPushButton>("cancelMatrixChange")->hasFocus());
    QTest::keyClick(f.dialog()->focusWidget(), Qt::Key_Return);
    QTRY_VERIFY(!f.dialog());
}

void MatrixChangeTest::theInspectorOfTheWayPromotes()
{
    ChangeFixture f;
    f.openInGit();
    const auto last = [&f] {
        QAbstractButton *found = nullptr;
        const auto buttons = f.window->findChildren<QAbstractButton *>();
        for (QAbstractButton *step : buttons)
            if (step->objectName().startsWith(u"wayStep"_s) && step->isVisible())
                found = step;
        return found;
    };
    QTRY_VERIFY(last()); // a layout shows what is new in it later
    last()->click();
    QCOMPARE(f.label("versionTitle"), u"Promote the canary"_s);
    auto *promote = f.window->findChild<QPushButton *>(u"promoteStepButton"_s);
    QVERIFY(promote->isVisible() && promote->isEnabled());
    promote->click();
    QVERIFY(f.dialog());
}

void MatrixChangeTest::itFitsASmallScreen()
{
    ChangeFixture f;
    f.openInGit();
    f.openChange("versionsPromoteButton");
    f.dialog()->resize(960, 480);
    QTRY_VERIFY2(f.dialog()->width() <= 960 && f.dialog()->height() <= 480,
                 qPrintable(QString::number(f.dialog()->height())));
    QVERIFY(f.dialog()->rect().contains(f.write()->geometry()));
}

#include "tst_matrix_change.moc"
} // namespace tst_matrix_change

CHARTROOM_TEST(tst_matrix_change, MatrixChangeTest)
