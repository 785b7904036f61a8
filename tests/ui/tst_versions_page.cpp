// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/upgrade_controller.h"
#include "tests/core/matrix_repository.h"
#include "tests/support/fake_upgrades.h"
#include "tests/support/test_main.h"
#include "tests/ui/versions_fixture.h"
#include "ui/dialogs/matrix_history_dialog.h"
#include "ui/editor/diff_view.h"
#include "ui/pages/upgrade_page.h"
#include "ui/widgets/upgrade_path_strip.h"
#include "ui/widgets/version_tree.h"
#include "ui/wizard/change_wizard.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QListWidget>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_versions_page {

class VersionsPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsReadBeforeThePageIsShown();
    void whileItLooksItSaysSo();
    void aClusterThatIsOffOffersToConnect();
    void aLookThatFailsSaysWhyAndOffersAnother();
    void withoutAMatrixItShowsWhatRunsAndOffersToWriteOne();
    void aMatrixStandsBesideWhatRuns();
    void nodesThatDifferUnfoldAndAreNamed();
    void whatWasFoundStandsBelow();
    void aMatrixThatCannotBeReadIsSaid();
    void theMatrixOfAClusterIsKept();
    void theWayShowsWhatIsNextAndWhy();
    void theNextStepOpensTheWizardWithItsVersion();
    void aStepThatNoReleaseBringsCannotBePlanned();
    void theKeyboardAloneReadsUnfoldsAndCopies();
    void markupFromAClusterIsShownAsText();
    void aMatrixInGitHasAHistory();
    void itFitsANarrowWindow();
};

void VersionsPageTest::nothingIsReadBeforeThePageIsShown()
{
    VersionsFixture f;
    fillWithAddons(*f.fleet.addLive(prod));
    f.fleet.setVersions(prod, &f.source);
    f.open();
    QCOMPARE(f.source.looks, 0);
    f.showPage(u"Versions"_s);
    QCOMPARE(f.source.looks, 1);
    QTRY_VERIFY(f.window->findChild<VersionTree *>()->isVisible());
    f.showPage(u"Add-ons"_s);
    f.showPage(u"Versions"_s);
    QCOMPARE(f.source.looks, 1);
    f.clock.advance(std::chrono::minutes(17)); // meanwhile an upgrade has ended
    f.showPage(u"Add-ons"_s);
    f.showPage(u"Versions"_s);
    QCOMPARE(f.source.looks, 2);
}

void VersionsPageTest::whileItLooksItSaysSo()
{
    VersionsFixture f;
    f.source.isSlow = true;
    f.openVersions();
    QCOMPARE(f.label("messageTitle"), u"Checking prod-eu"_s);
    QVERIFY(!f.tree()->isVisible());
    f.source.answer();
    QTRY_VERIFY(f.tree()->isVisible());
}

void VersionsPageTest::aClusterThatIsOffOffersToConnect()
{
    VersionsFixture f;
    FleetEntry entry;
    entry.name = prod;
    f.fleet.put(entry);
    f.open();
    f.showPage(u"Versions"_s);
    QVERIFY(f.label("messageText").contains(u"see its versions"_s));
    QVERIFY(f.message());
}

void VersionsPageTest::aLookThatFailsSaysWhyAndOffersAnother()
{
    VersionsFixture f;
    f.source.seen = failure(Error::Code::Forbidden, u"Nodes may not be listed."_s, u"403"_s);
    f.openVersions();
    QTRY_COMPARE(f.label("messageTitle"), u"The versions of prod-eu could not be read"_s);
    QVERIFY(f.label("messageText").contains(u"Nodes may not be listed."_s));
    f.source.seen = driftingVersions();
    QList<QPushButton *> offered = f.message()->findChildren<QPushButton *>();
    offered.removeIf([](const QPushButton *one) { return !one->text().contains(u"Refresh"_s); });
    QCOMPARE(offered.size(), 1);
    offered.first()->click();
    QTRY_VERIFY(f.tree()->isVisible());
    f.source.seen = failure(Error::Code::Forbidden, u"Nodes may not be listed."_s);
    f.button("versionsLookButton")->click();
    QTRY_VERIFY(f.banner().contains(u"The last refresh failed"_s));
    QVERIFY(f.tree()->isVisible());
}

void VersionsPageTest::withoutAMatrixItShowsWhatRunsAndOffersToWriteOne()
{
    VersionsFixture f;
    f.openVersions();
    QTRY_VERIFY(f.tree()->isVisible());
    QCOMPARE(f.subject(), u"No matrix · observed 2026-11-22 04:00:00 UTC"_s);
    QVERIFY(f.banner().contains(u"There is no matrix yet."_s));
    QCOMPARE(f.cell(u"GPU Operator"_s, VersionColumn::Observed), u"v25.10.1"_s);
    QVERIFY(f.tree()->isColumnHidden(int(VersionColumn::Production)));
    QVERIFY(!f.shows("wayStrip"));
    f.button("versionsWriteButton")->click();
    auto *dialog = f.page()->findChild<QFileDialog *>(u"writeMatrixDialog"_s);
    QVERIFY(dialog);
    Q_EMIT dialog->fileSelected(f.home.filePath(u"matrix.yaml"_s));
    dialog->close();
    QTRY_VERIFY(f.subject().contains(u"matrix.yaml"_s));
    QCOMPARE(f.cell(u"GPU Operator"_s, VersionColumn::Verdict), u"as expected"_s);
    QVERIFY(!f.tree()->isColumnHidden(int(VersionColumn::Production)));
}

void VersionsPageTest::aMatrixStandsBesideWhatRuns()
{
    VersionsFixture f;
    f.openWith(usualMatrix + planned);
    QCOMPARE(f.cell(u"GPU Operator"_s, VersionColumn::Production), u"v25.10.1"_s);
    QCOMPARE(f.cell(u"GPU Operator"_s, VersionColumn::Planned), u"v26.3.3"_s);
    QCOMPARE(f.cell(u"GPU Operator"_s, VersionColumn::Observed), u"v25.10.1"_s);
    QCOMPARE(f.cell(u"GPU Operator"_s, VersionColumn::Verdict), u"as expected"_s);
    QCOMPARE(f.cell(u"GPU driver"_s, VersionColumn::Verdict), u"nodes differ"_s);
    QVERIFY(f.subject().endsWith(u"current_production · audited 2026-11-22 04:00:00 UTC"_s));
    QVERIFY(f.tree()->isColumnHidden(int(VersionColumn::Canary)));
    QVERIFY(f.label("summary").contains(u"1 drift"_s));
}

void VersionsPageTest::nodesThatDifferUnfoldAndAreNamed()
{
    VersionsFixture f;
    f.openWith(usualMatrix);
    const QModelIndex driver = f.row(u"GPU driver"_s);
    QVERIFY(f.tree()->isExpanded(driver));
    QCOMPARE(f.tree()->model()->rowCount(driver), 2);
    QVERIFY(driver.model()->index(0, 0, driver).data().toString().startsWith(u"14: "_s));
    QCOMPARE(driver.model()->index(1, 0, driver).data().toString(), u"2: gpu-001, gpu-003"_s);
    f.tree()->setCurrentIndex(driver);
    QVERIFY(f.inspected().contains(u"Nodes differ"_s));
    QVERIFY(f.inspected().contains(u"gpu-001, gpu-003"_s));
    QVERIFY(f.inspected().contains(u"Sources of the observed version"_s));
    f.tree()->collapse(driver);
    f.source.seen->facts.nodes.removeLast(); // other rows of the same names
    f.button("versionsLookButton")->click();
    QTRY_COMPARE(f.source.looks, 2);
    QTRY_VERIFY(f.button("versionsLookButton")->isEnabled());
    QVERIFY(!f.tree()->isExpanded(f.row(u"GPU driver"_s)));
}

void VersionsPageTest::whatWasFoundStandsBelow()
{
    VersionsFixture f;
    f.openWith(usualMatrix + "next_planned:\n  gpu_operator: \"v24.12.0\"\n");
    const QAbstractItemModel *model = f.tree()->model();
    QModelIndex heading;
    for (int row = 0; row < model->rowCount() && !heading.isValid(); ++row)
        if (model->index(row, 0).data().toString().startsWith(u"Broken or probably unintended"_s))
            heading = model->index(row, 0);
    QVERIFY(heading.isValid());
    QVERIFY(f.tree()->isExpanded(heading));
    QModelIndex note;
    for (int row = 0; row < model->rowCount(heading); ++row)
        if (model->index(row, 0, heading).data().toString().contains(u"v24.12.0"_s))
            note = model->index(row, 0, heading);
    QVERIFY(note.isValid());
    f.tree()->setCurrentIndex(note);
    QVERIFY(f.inspected().contains(u"v24.12.0"_s));
    QVERIFY(f.inspected().contains(u"Source"_s));
}

void VersionsPageTest::aMatrixThatCannotBeReadIsSaid()
{
    VersionsFixture f;
    f.openVersions();
    QTRY_VERIFY(f.tree()->isVisible());
    f.page()->openMatrix(f.write("current_production: [\n"));
    QTRY_VERIFY(f.banner().contains(u"Choose another matrix"_s));
    QVERIFY(f.tree()->isVisible());
    QVERIFY(f.button("versionsOpenButton")->isEnabled());
}

void VersionsPageTest::theMatrixOfAClusterIsKept()
{
    VersionsFixture f;
    f.openWith(usualMatrix);
    f.open();
    f.showPage(u"Versions"_s);
    QTRY_VERIFY(f.subject().contains(u"matrix.yaml"_s));
}

void VersionsPageTest::theWayShowsWhatIsNextAndWhy()
{
    VersionsFixture f;
    f.openWith(usualMatrix + planned);
    QVERIFY(f.shows("wayStrip"));
    QVERIFY(f.label("wayHeadline").startsWith(u"GPU Operator is next"_s));
    const auto *strip = f.window->findChild<UpgradePathStrip *>();
    auto *step = strip->findChild<QAbstractButton *>(u"wayStep0"_s);
    QVERIFY(step);
    step->click();
    QVERIFY(step->isChecked());
    QCOMPARE(f.label("versionTitle"), u"GPU Operator"_s);
    QVERIFY(f.inspected().contains(u"v25.10.1 → v26.3.3"_s));
    QVERIFY(f.inspected().contains(u"No node has failed."_s));
    f.tree()->setFocus();
    f.press(Qt::Key_Escape); // back to the row
    QVERIFY(!step->isChecked());
}

void VersionsPageTest::theNextStepOpensTheWizardWithItsVersion()
{
    FakeUpgrades upgrades;
    VersionsFixture f;
    f.fleet.addLive(prod);
    fillWithAddons(*f.fleet.source(prod));
    f.fleet.setUpgrades(prod, &upgrades);
    f.openWith(usualMatrix + planned);
    QVERIFY(f.button("planStep")->isEnabled());
    f.button("planStep")->click();
    QVERIFY(f.window->findChild<UpgradePage *>()->isVisible());
    const auto *wizard = f.window->findChild<ChangeWizard *>();
    QVERIFY(wizard && wizard->isVisible());
    const auto *plan = qobject_cast<const UpgradeController *>(wizard->controller());
    QVERIFY(plan);
    QCOMPARE(plan->key().name, u"gpu-operator"_s);
    QCOMPARE(plan->draft().chart.version, u"v26.3.3"_s);
}

void VersionsPageTest::aStepThatNoReleaseBringsCannotBePlanned()
{
    FakeUpgrades upgrades;
    VersionsFixture f;
    f.fleet.addLive(prod);
    f.fleet.setUpgrades(prod, &upgrades);
    f.openWith(usualMatrix + "next_planned:\n  kubernetes: \"v1.34.1\"\n");
    QVERIFY(!f.button("planStep")->isEnabled());
    QVERIFY(f.button("planStep")->toolTip().contains(u"No Helm release"_s));
}

void VersionsPageTest::theKeyboardAloneReadsUnfoldsAndCopies()
{
    VersionsFixture f;
    f.openWith(usualMatrix);
    QVERIFY(f.tree()->hasFocus());
    f.press(Qt::Key_Home);
    const QString first = f.label("versionTitle");
    f.press(Qt::Key_Down);
    QVERIFY(f.label("versionTitle") != first);
    while (f.tree()->currentIndex().data().toString() != u"GPU driver") {
        const QModelIndex before = f.tree()->currentIndex();
        f.press(Qt::Key_Down);
        QVERIFY(f.tree()->currentIndex() != before);
    }
    const QModelIndex driver = f.row(u"GPU driver"_s);
    f.press(Qt::Key_Left);
    QVERIFY(!f.tree()->isExpanded(driver));
    f.press(Qt::Key_Return);
    QVERIFY(f.tree()->isExpanded(driver));
    QApplication::clipboard()->clear();
    f.press(Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QApplication::clipboard()->text().startsWith(u"## Versions of"_s));
    QVERIFY(QApplication::clipboard()->text().contains(u"580.95.05"_s));
    f.press(Qt::Key_Escape);
    QVERIFY(!f.window->findChild<VersionPanel *>()->isVisible());
    QVERIFY(f.tree()->hasFocus());
}

// S14: text of a cluster is shown as plain text.
void VersionsPageTest::markupFromAClusterIsShownAsText()
{
    VersionsFixture f;
    for (NodeFact &node : f.source.seen->facts.nodes)
        node.kernel = u"5.15.0-<b>1</b>\x1b[2J"_s;
    f.openWith(usualMatrix);
    const QString shown = f.cell(u"Kernel"_s, VersionColumn::Observed);
    QVERIFY2(shown.contains(u"<b>"_s) && !shown.contains(QChar(0x1b)), qPrintable(shown));
    f.tree()->setCurrentIndex(f.row(u"Kernel"_s));
    const auto labels = f.window->findChild<VersionPanel *>()->findChildren<QLabel *>();
    for (const QLabel *label : labels)
        QCOMPARE(label->textFormat(), Qt::PlainText);
}

void VersionsPageTest::aMatrixInGitHasAHistory()
{
    const MatrixRepository repository;
    repository.commit(matrixPath, usualMatrix, "what runs");
    VersionsFixture f;
    f.openVersions();
    QTRY_VERIFY(f.tree()->isVisible());
    QVERIFY(!f.button("versionsHistoryButton"));
    f.page()->openMatrix(repository.file(matrixPath));
    QTRY_VERIFY(f.button("versionsHistoryButton"));
    f.button("versionsHistoryButton")->click();
    auto *dialog = f.window->findChild<MatrixHistoryDialog *>();
    QVERIFY(dialog);
    auto *revisions = dialog->findChild<QListWidget *>(u"matrixRevisions"_s);
    QTRY_COMPARE(revisions->count(), 2);
    QVERIFY(revisions->item(0)->text().startsWith(u"what runs\n"_s));
    auto *diff = dialog->findChild<DiffView *>();
    QTRY_VERIFY(diff->isReady());
    QTest::keyClick(revisions, Qt::Key_Down);
    QCOMPARE(revisions->currentRow(), 1);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!f.window->findChild<MatrixHistoryDialog *>());
}

void VersionsPageTest::itFitsANarrowWindow()
{
    VersionsFixture f;
    f.openWith(usualMatrix + planned + "canary_testing:\n  gpu_operator: \"v26.3.3\"\n" +
               "rollback:\n  gpu_operator: \"v25.3.4\"\n  kernel: \"5.15.0-1066-nvidia\"\n");
    f.window->resize(960, 480);
    QTRY_COMPARE(f.window->width(), 960);
    QVERIFY(f.tree()->isVisible());
    int taken = 0;
    for (int column = 0; column < versionColumnCount; ++column)
        taken += f.tree()->isColumnHidden(column) ? 0 : f.tree()->columnWidth(column);
    QVERIFY2(taken <= f.tree()->viewport()->width(), qPrintable(QString::number(taken)));
    QVERIFY(!f.tree()->isColumnHidden(int(VersionColumn::Observed)));
    QVERIFY(!f.tree()->isColumnHidden(int(VersionColumn::Verdict)));
}

#include "tst_versions_page.moc"
} // namespace tst_versions_page

CHARTROOM_TEST(tst_versions_page, VersionsPageTest)
