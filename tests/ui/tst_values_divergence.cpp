// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/path_note.h"
#include "core/screens/values/divergence_model.h"
#include "tests/support/test_main.h"
#include "tests/ui/values_fixture.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QInputDialog>
#include <QMessageBox>
#include <QTableView>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_values_divergence {

namespace {

struct DivergenceFixture : ValuesFixture
{
    [[nodiscard]] QTableView *divergence() const
    {
        return window->findChild<QTableView *>(QStringLiteral("divergenceTable"));
    }
    [[nodiscard]] QString cell(int row, DivergenceColumn column) const
    {
        return divergence()->model()->index(row, int(column)).data().toString();
    }
    [[nodiscard]] QString cell(const char *path, DivergenceColumn column) const
    {
        return cell(row(path), column);
    }
    [[nodiscard]] int row(const char *path) const
    {
        return qobject_cast<DivergenceModel *>(divergence()->model())->rowOf(QLatin1String(path));
    }
    [[nodiscard]] QInputDialog *dialog() const
    {
        return window->findChild<QInputDialog *>(QStringLiteral("noteDialog"));
    }
    /// Another divergence of gpu-operator.
    void diverge(const ShownRelease &release) const { fleet.source(QStringLiteral("prod-eu"))->put(release); }
};

} // namespace

class ValuesDivergenceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theDivergenceIsGroupedAndLeadsToTheText();
    void whileARevisionIsPendingTheDeployedOneIsNamed();
    void noDivergenceSaysSo();
    void noReferenceSaysWhy();
    void aReleaseThatIsStillReadSaysSo();
    void aNoteIsWrittenByKeyboardAndComesBack();
    void theKeyOfANoteMeansNothingElse();
    void anEmptyNoteTakesItBack();
    void aNoteThatCannotBeKeptSaysWhy();
    void aNoteIsToldWhereItsPathIsCompared();
    void groupsAndSettingsAreWalkedByKeyboard();
    void secretsAreHiddenUntilRevealed();
};

void ValuesDivergenceTest::theDivergenceIsGroupedAndLeadsToTheText()
{
    DivergenceFixture f;
    f.openView("viewDivergence");
    QVERIFY(f.divergence()->isVisible());
    QCOMPARE(f.cell(0, DivergenceColumn::Path), QStringLiteral("Version choice · 2"));
    QVERIFY(f.label("divergenceSummary").contains(QStringLiteral("3 path")));
    QVERIFY(f.label("divergenceSummary").contains(QStringLiteral("no threshold")));
    f.segment("Compare as text")->click();
    QTRY_VERIFY(f.isCompared());
    QCOMPARE(f.label("diffBefore"), QStringLiteral("− reference: revision 1"));
}

void ValuesDivergenceTest::whileARevisionIsPendingTheDeployedOneIsNamed()
{
    DivergenceFixture f;
    f.openView("viewDivergence");
    const auto title = [&f] {
        return f.divergence()->model()->headerData(int(DivergenceColumn::Now), Qt::Horizontal).toString();
    };
    QCOMPARE(title(), QStringLiteral("Now"));
    ShownRelease release;
    release.changedPaths = 3;
    release.status = ReleaseStatus::PendingUpgrade;
    release.deployed = 3;
    f.diverge(release);
    QTRY_COMPARE(title(), QStringLiteral("In revision 3, deployed"));
    QVERIFY2(
        f.label("divergenceSummary")
            .contains(QStringLiteral("Revision 4 is pending-upgrade; these are the values of revision 3")),
        qPrintable(f.label("divergenceSummary")));
    f.divergence()->selectRow(f.row("driver.version"));
    QTRY_VERIFY(f.label("divergenceDetail").contains(QStringLiteral("in revision 3: 580.105.08")));
}

void ValuesDivergenceTest::noDivergenceSaysSo()
{
    DivergenceFixture f;
    f.openValues();
    f.window->showValues(cilium);
    f.trigger("viewDivergence");
    QCOMPARE(f.label("messageTitle"), QStringLiteral("No difference from the reference"));
}

void ValuesDivergenceTest::noReferenceSaysWhy()
{
    DivergenceFixture f;
    f.openView("viewDivergence");
    ShownRelease release;
    release.referenceKnown = false;
    f.diverge(release);
    QCOMPARE(f.label("messageTitle"), QStringLiteral("There is no reference to compare with"));
    QCOMPARE(f.label("messageText"), QStringLiteral("There is no reference for this chart."));
    QVERIFY(!f.segment("Compare as text")->isEnabled());
}

void ValuesDivergenceTest::aReleaseThatIsStillReadSaysSo()
{
    DivergenceFixture f;
    f.openView("viewDivergence");
    ShownRelease release;
    release.decoded = false;
    f.diverge(release);
    QCOMPARE(f.label("messageTitle"), QStringLiteral("Reading…"));
}

void ValuesDivergenceTest::aNoteIsWrittenByKeyboardAndComesBack()
{
    DivergenceFixture f;
    f.openView("viewDivergence");
    QVERIFY(f.divergence()->hasFocus());
    f.divergence()->selectRow(f.row("driver.version"));
    f.press(Qt::Key_Return);
    QVERIFY(f.dialog());
    QTRY_VERIFY(f.dialog()->isActiveWindow());
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("Pinned for NCCL 2.28."));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QTRY_COMPARE(f.cell("driver.version", DivergenceColumn::Note), QStringLiteral("Pinned for NCCL 2.28."));
    QFile file(ResponsibilityRules::userFilePath());
    QVERIFY(file.fileName().startsWith(f.folder.path()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray written = file.readAll();
    QVERIFY(written.contains("driver.version"));
    const auto rules = f.rules->overriddenBy(written, file.fileName());
    QVERIFY(rules.has_value());
    f.rules = *rules;
    f.open();
    f.window->showValues(gpuOperator);
    f.trigger("viewDivergence");
    QCOMPARE(f.cell("driver.version", DivergenceColumn::Note), QStringLiteral("Pinned for NCCL 2.28."));
}

void ValuesDivergenceTest::theKeyOfANoteMeansNothingElse()
{
    DivergenceFixture f;
    f.openView("viewDivergence");
    const auto *note = f.window->findChild<QAction *>(QStringLiteral("pathNote"));
    const auto actions = f.window->findChildren<QAction *>();
    for (const QAction *other : actions)
        QVERIFY2(other == note || !other->shortcuts().contains(note->shortcut()), qPrintable(other->text()));
}

void ValuesDivergenceTest::anEmptyNoteTakesItBack()
{
    DivergenceFixture f;
    f.openView("viewDivergence");
    for (const QString &text : {QStringLiteral("Why."), QString()}) {
        f.divergence()->selectRow(f.row("toolkit.version"));
        f.trigger("pathNote");
        QTRY_VERIFY(f.dialog());
        f.dialog()->setTextValue(text);
        f.dialog()->accept();
        QTRY_COMPARE(f.cell("toolkit.version", DivergenceColumn::Note), text);
        QTRY_VERIFY(!f.dialog());
    }
}

void ValuesDivergenceTest::aNoteThatCannotBeKeptSaysWhy()
{
    DivergenceFixture f;
    f.openView("viewDivergence");
    QVERIFY(QDir().mkpath(ResponsibilityRules::userFilePath())); // a folder where the file would be
    f.divergence()->selectRow(f.row("driver.version"));
    f.press(Qt::Key_Return);
    f.dialog()->setTextValue(QStringLiteral("Why."));
    f.dialog()->accept();
    QTRY_VERIFY(f.window->findChild<QMessageBox *>());
    QVERIFY(!f.window->findChild<QMessageBox *>()->text().isEmpty());
    QCOMPARE(f.cell("driver.version", DivergenceColumn::Note), QString());
    f.window->findChild<QMessageBox *>()->close();
    QTRY_VERIFY(!f.dialog());
    f.trigger("pathNote");
    QTRY_VERIFY(f.dialog());
    QCOMPARE(f.dialog()->textValue(), QStringLiteral("Why.")); // nobody types it twice
}

void ValuesDivergenceTest::aNoteIsToldWhereItsPathIsCompared()
{
    DivergenceFixture f;
    f.openView("viewDivergence");
    f.divergence()->selectRow(f.row("driver.version"));
    f.press(Qt::Key_Return);
    f.dialog()->setTextValue(QStringLiteral("Pinned for NCCL 2.28."));
    f.dialog()->accept();
    QTRY_VERIFY(f.label("divergenceDetail").endsWith(QStringLiteral(": Pinned for NCCL 2.28.")));
    f.trigger("viewCompare");
    QTRY_VERIFY(f.isCompared());
    auto *changes = qobject_cast<ChangeTreeModel *>(f.tree()->model());
    f.tree()->setCurrentIndex(changes->find(-1, QStringLiteral("driver.version")));
    QVERIFY2(f.label("changeDetail").contains(QStringLiteral(": Pinned for NCCL 2.28.")),
             qPrintable(f.label("changeDetail")));
    f.tree()->setCurrentIndex(changes->find(-1, QStringLiteral("driver.upgradePolicy.maxParallelUpgrades")));
    QVERIFY(!f.label("changeDetail").contains(QStringLiteral("Pinned")));
}

void ValuesDivergenceTest::groupsAndSettingsAreWalkedByKeyboard()
{
    DivergenceFixture f;
    f.openView("viewDivergence");
    QVERIFY(f.divergence()->hasFocus());
    QCOMPARE(f.divergence()->currentIndex().row(), 1);
    QVERIFY(f.button("noteButton")->isEnabled());
    QVERIFY(f.label("divergenceDetail").contains(QStringLiteral("reference ")));
    f.press(Qt::Key_Up);
    QVERIFY(!f.button("noteButton")->isEnabled());
    QCOMPARE(f.label("divergenceDetail"), QString());
    f.press(Qt::Key_Return);
    QVERIFY(!f.dialog());
}

void ValuesDivergenceTest::secretsAreHiddenUntilRevealed()
{
    DivergenceFixture f;
    f.openView("viewDivergence");
    ShownRelease release;
    release.extraChange = {ValueChange::Kind::Changed, QStringLiteral("registry.password"),
                           Value(QStringLiteral("planted-canary-1")),
                           Value(QStringLiteral("planted-canary-2"))};
    f.diverge(release);
    QCOMPARE(f.cell("registry.password", DivergenceColumn::Now), QStringLiteral("••••"));
    QVERIFY(f.button("reveal")->text().contains(u'1'));
    f.button("reveal")->click();
    QCOMPARE(f.cell("registry.password", DivergenceColumn::Now), QStringLiteral("planted-canary-2"));
    f.trigger("viewValues");
    f.trigger("viewDivergence");
    QCOMPARE(f.cell("registry.password", DivergenceColumn::Now), QStringLiteral("••••"));
}

#include "tst_values_divergence.moc"
} // namespace tst_values_divergence

CHARTROOM_TEST(tst_values_divergence, ValuesDivergenceTest)
