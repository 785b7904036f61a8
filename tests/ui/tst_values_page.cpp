// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/ui/values_fixture.h"
#include "ui/widgets/choice_button.h"

#include <QTabBar>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_values_page {

class ValuesPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void enterOnAReleaseOpensItsValues();
    void theInspectorsButtonAndThePaletteDoToo();
    void itFollowsTheSelection();
    void noReleaseSaysWhatToDo_data();
    void noReleaseSaysWhatToDo();
    void aClusterThatFailsSaysSoHereToo();
    void aReadingInProgressSaysSo();
    void aReadingThatFailsCanBeRetried();
    void aClusterThatCannotReadSaysWhy();
    void kindsAndRevisionsAreChosenByKeyboard();
    void whatTheChartBringsIsReadOfAnyVersion();
    void aChartWithoutAReadmeSaysSo();
    void secretsAreHiddenUntilRevealed();
    void revealingIsForgotten_data();
    void revealingIsForgotten();
    void defaultsKeepTheirComments();
    void anOldIndexIsMentioned();
    void escapeClosesTheSearchThenLeaves();
    void nothingSetIsASentence();
    void agesCountFromTheClustersClock();
    void largeTextCutsNoViewsName();
};

void ValuesPageTest::largeTextCutsNoViewsName()
{
    ValuesFixture f;
    const auto looks = f.usualLooks();
    f.openValues();
    const auto *tabs = f.window->findChild<QTabBar *>(QStringLiteral("valuesTabs"));
    QTRY_VERIFY(tabs->isVisible());
    f.theme.setTextScale(150);
    QTRY_VERIFY2(tabs->height() >= tabs->sizeHint().height(), qPrintable(QString::number(tabs->height())));
}

void ValuesPageTest::enterOnAReleaseOpensItsValues()
{
    ValuesFixture f;
    f.openWithAddons();
    f.table()->selectKey(gpuOperator);
    f.table()->setFocus();
    f.press(Qt::Key_Return);
    QCOMPARE(f.pageTitle(), QStringLiteral("Values"));
    QTRY_VERIFY(f.text().contains(QStringLiteral("maxParallelUpgrades: 4")));
    QTRY_VERIFY(f.code()->pane()->hasFocus());
    QVERIFY(!f.code()->pane()->textCursor().hasSelection());
}

void ValuesPageTest::theInspectorsButtonAndThePaletteDoToo()
{
    ValuesFixture f;
    f.openWithAddons();
    f.table()->selectKey(gpuOperator);
    QTest::mouseClick(f.button("inspectorValues"), Qt::LeftButton);
    QTRY_VERIFY(f.text().contains(QStringLiteral("maxParallelUpgrades")));
    f.press(Qt::Key_1, Qt::ControlModifier);
    f.press(Qt::Key_K, Qt::ControlModifier);
    f.type("gpu-operator: values");
    f.press(Qt::Key_Return);
    QTRY_VERIFY(f.code()->isVisible());
}

void ValuesPageTest::itFollowsTheSelection()
{
    ValuesFixture f;
    f.openWithAddons();
    f.table()->selectKey(cilium);
    f.press(Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(f.window->findChild<ValuesPage *>()->release(), cilium);
    f.window->showValues(gpuOperator);
    f.press(Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(f.table()->selectedKeys(), QList<ReleaseKey>{gpuOperator});
}

void ValuesPageTest::noReleaseSaysWhatToDo_data()
{
    QTest::addColumn<QByteArray>("view");
    for (const char *view : {"viewValues", "viewCompare", "viewOutcomes", "viewDivergence"})
        QTest::newRow(view) << QByteArray(view);
}

void ValuesPageTest::noReleaseSaysWhatToDo()
{
    QFETCH(QByteArray, view);
    ValuesFixture f;
    f.fleet.addLive(QStringLiteral("prod-eu"));
    f.open();
    f.press(Qt::Key_2, Qt::ControlModifier);
    f.trigger(view.constData());
    QCOMPARE(f.label("messageTitle"), QStringLiteral("No release selected"));
    QVERIFY(f.label("messageText").contains(QStringLiteral("Add-ons page")));
    QVERIFY(!f.button("reveal")->isVisible());
}

void ValuesPageTest::aClusterThatFailsSaysSoHereToo()
{
    ValuesFixture f;
    FleetEntry broken;
    broken.name = QStringLiteral("lab");
    broken.state = ClusterSession::State::Failed;
    broken.problem = {Error::Code::Unreachable, QStringLiteral("Nobody answers at lab:6443."), {}, {}};
    f.fleet.put(broken);
    f.open();
    f.press(Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(f.label("messageTitle"), QStringLiteral("lab cannot be read"));
    QVERIFY(!f.shows("valuesTabs"));
    f.press(Qt::Key_Return);
    QCOMPARE(f.fleet.calls.last(), QStringLiteral("retry lab"));
    fillWithAddons(*f.fleet.addLive(QStringLiteral("lab")));
    QTRY_VERIFY(f.shows("valuesTabs"));
    QVERIFY(!f.label("messageTitle").contains(QStringLiteral("lab")));
}

void ValuesPageTest::aReadingInProgressSaysSo()
{
    ValuesFixture f;
    f.reader.hold(true);
    f.openValues();
    QCOMPARE(f.label("messageTitle"), QStringLiteral("Reading…"));
    f.reader.answerAll();
    QTRY_VERIFY(!f.text().isEmpty());
}

void ValuesPageTest::aReadingThatFailsCanBeRetried()
{
    ValuesFixture f;
    f.reader.fail(QStringLiteral("user"), {Error::Code::Unreachable,
                                           QStringLiteral("The server does not answer. Retry."),
                                           QStringLiteral("ECONNREFUSED"),
                                           {}});
    f.openValues();
    QTRY_COMPARE(f.label("messageTitle"), QStringLiteral("These values cannot be read"));
    QCOMPARE(f.label("messageText"), QStringLiteral("The server does not answer. Retry."));
    fillGpuOperatorSides(f.reader);
    QTest::mouseClick(f.segment("Retry"), Qt::LeftButton);
    QTRY_VERIFY(!f.text().isEmpty());
}

void ValuesPageTest::aClusterThatCannotReadSaysWhy()
{
    ValuesFixture f;
    f.fleet.setSides(QStringLiteral("prod-eu"), nullptr);
    f.openValues();
    QCOMPARE(f.label("messageTitle"), QStringLiteral("These values cannot be read"));
}

void ValuesPageTest::kindsAndRevisionsAreChosenByKeyboard()
{
    ValuesFixture f;
    f.openValues();
    QTRY_VERIFY(!f.text().isEmpty());
    f.segment("User")->setFocus();
    f.press(Qt::Key_Right);
    f.press(Qt::Key_Space);
    QTRY_VERIFY(f.text().contains(QStringLiteral("kataManager")));
    QCOMPARE(f.reader.asked.last(), QStringLiteral("rev"));
    f.button("valuesRevision")->setFocus();
    f.press(Qt::Key_Down);
    QTRY_COMPARE(f.reader.asked.last(), QStringLiteral("rev:3"));
    QTRY_VERIFY(f.text().contains(QStringLiteral("580.82.07")));
}

void ValuesPageTest::whatTheChartBringsIsReadOfAnyVersion()
{
    ValuesFixture f;
    f.reader.put(QStringLiteral("readme"), "# GPU operator\n\nkey: not a setting, but a long line.\n");
    f.reader.put(QStringLiteral("readme:v26.7.0"), "# Newer\npull from https://me:canary@nvcr.example\n");
    f.reader.put(QStringLiteral("crds"),
                 "---\nkind: CustomResourceDefinition\nspec:\n  password:\n    type: string\n");
    f.openValues();
    QTRY_VERIFY(!f.text().isEmpty());
    QVERIFY(!f.button("chartFile")->isVisible());
    f.segment("Chart")->setFocus();
    f.press(Qt::Key_Space);
    QTRY_VERIFY(f.text().startsWith(QStringLiteral("# GPU operator")));
    QVERIFY(!f.button("valuesRevision")->isVisible());
    f.code()->pane()->goToLine(2);
    QCOMPARE(f.label("codePath"), QString()); // prose has no paths
    f.button("chartVersion")->setFocus();
    QTRY_VERIFY(qobject_cast<ChoiceButton *>(f.button("chartVersion"))->choices().size() > 1);
    f.press(Qt::Key_Down); // the newest
    QTRY_VERIFY(f.text().startsWith(QStringLiteral("# Newer")));
    QVERIFY(!f.text().contains(QStringLiteral("canary")));
    f.press(Qt::Key_Up);
    f.button("chartFile")->setFocus();
    f.press(Qt::Key_Down);
    f.press(Qt::Key_Down);
    QTRY_VERIFY(f.text().contains(QStringLiteral("type: string"))); // names a field of a schema
    f.segment("User")->click();
    QTRY_VERIFY(f.text().contains(QStringLiteral("maxParallelUpgrades")));
    QVERIFY(!f.button("chartFile")->isVisible());
}

void ValuesPageTest::aChartWithoutAReadmeSaysSo()
{
    ValuesFixture f;
    for (const char *side : {"readme", "changes", "crds"})
        f.reader.put(QString::fromLatin1(side), {});
    f.openValues();
    QTRY_VERIFY(!f.text().isEmpty());
    f.segment("Chart")->click();
    QTRY_COMPARE(f.label("messageTitle"), QStringLiteral("The chart has no README"));
    f.button("chartFile")->setFocus();
    f.press(Qt::Key_Down);
    QTRY_COMPARE(f.label("messageTitle"), QStringLiteral("The chart has no change log"));
    f.press(Qt::Key_Down);
    QTRY_COMPARE(f.label("messageTitle"), QStringLiteral("The chart has no CRDs"));
}

// S11: secrets are hidden until a person reveals them.
void ValuesPageTest::secretsAreHiddenUntilRevealed()
{
    ValuesFixture f;
    f.openValues();
    QTRY_VERIFY(f.text().contains(QStringLiteral("password: ••••")));
    QVERIFY(!f.text().contains(QStringLiteral("canary")));
    QVERIFY(f.button("reveal")->text().contains(QLatin1Char('2')));
    f.button("reveal")->click();
    QTRY_VERIFY(f.text().contains(QStringLiteral("planted-canary-4712")));
    f.button("reveal")->click();
    QTRY_VERIFY(!f.text().isEmpty() && !f.text().contains(QStringLiteral("canary")));
}

void ValuesPageTest::revealingIsForgotten_data()
{
    QTest::addColumn<int>("how");
    QTest::newRow("another page and back") << 0;
    QTest::newRow("another release and back") << 1;
    QTest::newRow("another kind and back") << 2;
    QTest::newRow("another window") << 3;
}

// S11: what is revealed is hidden again once the view is left.
void ValuesPageTest::revealingIsForgotten()
{
    QFETCH(int, how);
    ValuesFixture f;
    f.openValues();
    QTRY_VERIFY(!f.text().isEmpty());
    f.button("reveal")->click();
    QTRY_VERIFY(f.text().contains(QStringLiteral("canary")));
    if (how == 0) {
        f.press(Qt::Key_1, Qt::ControlModifier);
        f.press(Qt::Key_2, Qt::ControlModifier);
    } else if (how == 1) {
        f.window->showValues(cilium);
        f.window->showValues(gpuOperator);
    } else if (how == 2) {
        f.segment("Defaults")->click();
        f.segment("User")->click();
    } else {
        f.open();
        f.window->showValues(gpuOperator);
    }
    QVERIFY(!f.button("reveal")->isChecked());
    QTRY_VERIFY(f.text().contains(QStringLiteral("password: ••••")));
    QVERIFY(!f.text().contains(QStringLiteral("canary")));
    QFile settings(f.settings.fileName());
    f.settings.sync();
    QVERIFY(settings.open(QIODevice::ReadOnly));
    const QByteArray saved = settings.readAll();
    QVERIFY(!saved.contains("eveal"));
    QVERIFY(!saved.contains("canary"));
}

void ValuesPageTest::defaultsKeepTheirComments()
{
    ValuesFixture f;
    f.reader.put(QStringLiteral("default"),
                 "# Why: see the guide. token: planted-canary-9\ncdi:\n  enabled: true # since v25.10\n");
    f.openValues();
    QTRY_VERIFY(!f.text().isEmpty());
    f.segment("Defaults")->click();
    QTRY_VERIFY(f.text().contains(QStringLiteral("enabled: true # since v25.10")));
    QVERIFY(f.text().contains(QStringLiteral("# Why: see the guide.")));
    QVERIFY(!f.text().contains(QStringLiteral("canary")));
}

void ValuesPageTest::anOldIndexIsMentioned()
{
    ValuesFixture f;
    f.openValues();
    QTRY_VERIFY(!f.text().isEmpty());
    QVERIFY(!f.shows("valuesNotice"));
    f.reader.put(QStringLiteral("default"), "a: 1\n", {}, {QStringLiteral("The index is 3 days old.")});
    f.segment("Defaults")->click();
    QTRY_COMPARE(f.label("valuesNotice"), QStringLiteral("The index is 3 days old."));
}

void ValuesPageTest::escapeClosesTheSearchThenLeaves()
{
    ValuesFixture f;
    f.openValues();
    QTRY_VERIFY(f.code()->pane()->hasFocus());
    f.press(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(f.shows("findText"));
    f.type("timeout");
    QTRY_COMPARE(f.label("findCount"), QStringLiteral("1 of 1"));
    f.press(Qt::Key_Escape);
    QVERIFY(!f.shows("findText"));
    f.press(Qt::Key_Escape);
    QVERIFY(f.table()->isVisible());
    QVERIFY(f.table()->hasFocus());
}

void ValuesPageTest::nothingSetIsASentence()
{
    ValuesFixture f;
    f.reader.put(QStringLiteral("user"), "{}\n");
    f.reader.put(QStringLiteral("default"), "# Nothing to set in this chart.\n{}\n");
    f.openValues();
    QTRY_COMPARE(f.label("messageTitle"), QStringLiteral("No values were set"));
    QVERIFY(!f.code()->isVisible());
    f.segment("Defaults")->click();
    QTRY_VERIFY(f.text().contains(QStringLiteral("# Nothing to set in this chart.")));
}

void ValuesPageTest::agesCountFromTheClustersClock()
{
    ValuesFixture f;
    f.openValues();
    QVERIFY(f.button("valuesRevision")->text().endsWith(QStringLiteral("2 min ago")));
    f.press(Qt::Key_1, Qt::ControlModifier);
    f.fleet.source(QStringLiteral("prod-eu"))->advance(std::chrono::hours(72)); // as a recording is wound on
    f.press(Qt::Key_2, Qt::ControlModifier);
    QVERIFY2(f.button("valuesRevision")->text().endsWith(QStringLiteral("3 d ago")),
             qPrintable(f.button("valuesRevision")->text()));
}

#include "tst_values_page.moc"
} // namespace tst_values_page

CHARTROOM_TEST(tst_values_page, ValuesPageTest)
