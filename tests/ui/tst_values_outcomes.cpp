// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/outcome_model.h"
#include "tests/support/test_main.h"
#include "tests/ui/values_fixture.h"
#include "ui/widgets/choice_button.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QTableView>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_values_outcomes {

namespace {

struct OutcomesFixture : ValuesFixture
{
    [[nodiscard]] QTableView *outcomes() const
    {
        return window->findChild<QTableView *>(QStringLiteral("outcomeTable"));
    }
    /// The word at a path, "" where nothing happens, "?" when the path has no row.
    [[nodiscard]] QString fate(const char *path, Strategy strategy) const
    {
        const QAbstractItemModel *model = outcomes()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->index(row, 0).data().toString() == QLatin1String(path))
                return model->index(row, int(outcomeColumn(strategy))).data(FateWordRole).toString();
        return QStringLiteral("?");
    }
    [[nodiscard]] QString everything() const
    {
        QString out;
        const QAbstractItemModel *model = outcomes()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            for (int column = 0; column < model->columnCount(); ++column)
                for (const int role : {int(Qt::DisplayRole), int(Qt::AccessibleTextRole)})
                    out += model->index(row, column).data(role).toString() + u'\n';
        return out;
    }
};

} // namespace

class ValuesOutcomesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void threeOutcomesStandSideBySide();
    void theNewestVersionIsTheFirstTargetAndAnotherIsChosenByKeyboard();
    void whatStaysIsShownWhenAskedFor();
    void pathsAreFiltered();
    void theChosenPathIsToldInSentences();
    void aNoteComesBackWhereItsPathWouldChange();
    void enterOnAnOutcomeComparesWhatWouldBeStored();
    void secretsAreHiddenUntilRevealed();
    void aChartThatNoRepositoryListsSaysSo();
    void aRecordingHasNoCharts();
    void aRepositoryThatDoesNotAnswerIsMentioned();
    void aFailedReadingCanBeRetried();
    void theSourceOfAChartIsChosenByKeyboardAndKept();
    void anotherSourceIsChosenWhereTheSurestDoesNotAnswer();
    void whatAChartSaysOfKubernetesIsTold();
    void anAgeBesideAVersionIsSaidToBeTheCharts();
    void optionsInSentencesStayOnOneLineAndAreCopiedPlain();
};

void ValuesOutcomesTest::threeOutcomesStandSideBySide()
{
    OutcomesFixture f;
    f.openView("viewOutcomes");
    QTRY_VERIFY(f.outcomes()->isVisible());
    QVERIFY(f.label("adviceTitle").contains(QStringLiteral("v26.7.0")));
    // one size of headings on the whole page
    QCOMPARE(f.outcomes()->horizontalHeader()->viewport()->font().pointSizeF(),
             f.theme.headingFont().pointSizeF());
    QVERIFY(!f.label("adviceArgument").isEmpty());
    QCOMPARE(f.fate("driver.version", Strategy::Reset), QStringLiteral("override lost"));
    QCOMPARE(f.fate("driver.version", Strategy::ResetThenReuse), QStringLiteral("kept"));
    QCOMPARE(f.fate("devicePlugin.version", Strategy::Reuse), QStringLiteral("old default stays"));
    QCOMPARE(f.fate("devicePlugin.version", Strategy::Reset), QStringLiteral("default moves"));
    QVERIFY(f.label("outcomeCounts").contains(QStringLiteral("override lost")));
}

void ValuesOutcomesTest::theNewestVersionIsTheFirstTargetAndAnotherIsChosenByKeyboard()
{
    OutcomesFixture f;
    f.openView("viewOutcomes");
    QTRY_VERIFY(f.outcomes()->isVisible());
    QVERIFY(f.outcomes()->hasFocus());
    auto *target = f.window->findChild<ChoiceButton *>(QStringLiteral("targetVersion"));
    QCOMPARE(target->current(), QStringLiteral("v26.7.0"));
    QVERIFY(target->text().contains(QStringLiteral("newest")));
    target->setFocus();
    f.press(Qt::Key_Down);
    QTRY_VERIFY(f.label("adviceTitle").contains(QStringLiteral("v26.3.3")));
}

void ValuesOutcomesTest::whatStaysIsShownWhenAskedFor()
{
    OutcomesFixture f;
    f.openView("viewOutcomes");
    QTRY_VERIFY(f.outcomes()->isVisible());
    const int changing = f.outcomes()->model()->rowCount();
    f.button("showKept")->click();
    QVERIFY(f.outcomes()->model()->rowCount() >= changing);
    f.button("showKept")->click();
    QCOMPARE(f.outcomes()->model()->rowCount(), changing);
}

void ValuesOutcomesTest::pathsAreFiltered()
{
    OutcomesFixture f;
    f.openView("viewOutcomes");
    QTRY_VERIFY(f.outcomes()->isVisible());
    const int all = f.outcomes()->model()->rowCount();
    f.press(Qt::Key_Slash);
    f.type("driver.version");
    QCOMPARE(f.outcomes()->model()->rowCount(), 1);
    f.press(Qt::Key_Escape);
    QCOMPARE(f.outcomes()->model()->rowCount(), all);
    QVERIFY(f.outcomes()->hasFocus());
}

void ValuesOutcomesTest::theChosenPathIsToldInSentences()
{
    OutcomesFixture f;
    f.openView("viewOutcomes");
    QTRY_VERIFY(f.outcomes()->isVisible());
    f.press(Qt::Key_Slash);
    f.type("driver.version");
    f.outcomes()->setFocus();
    f.outcomes()->selectRow(0);
    const QString detail = f.label("outcomeDetail");
    QVERIFY2(detail.contains(QStringLiteral("reset: ")), qPrintable(detail));
}

void ValuesOutcomesTest::aNoteComesBackWhereItsPathWouldChange()
{
    OutcomesFixture f;
    f.openView("viewOutcomes");
    QTRY_VERIFY(f.outcomes()->isVisible());
    f.notes->write(f.note("nothing.like.it", QStringLiteral("Not here.")));
    f.notes->write(f.note("driver.version", QStringLiteral("Pinned for NCCL 2.28.")));
    QTRY_VERIFY(f.label("outcomesNotice").contains(QStringLiteral("driver.version · Note by ada")));
    QVERIFY(f.label("outcomesNotice").contains(QStringLiteral("Pinned for NCCL 2.28.")));
    QVERIFY(!f.label("outcomesNotice").contains(QStringLiteral("Not here.")));
    f.press(Qt::Key_Slash);
    f.type("driver.version");
    f.outcomes()->setFocus();
    f.outcomes()->selectRow(0);
    QTRY_VERIFY(f.label("outcomeDetail").contains(QStringLiteral("Pinned for NCCL 2.28.")));
    f.notes->write(f.note("driver.version", {}));
    QTRY_VERIFY(!f.label("outcomesNotice").contains(QStringLiteral("NCCL")));
}

void ValuesOutcomesTest::enterOnAnOutcomeComparesWhatWouldBeStored()
{
    OutcomesFixture f;
    f.openView("viewOutcomes");
    QTRY_VERIFY(f.outcomes()->isVisible());
    f.reader.put(QStringLiteral("outcome:reset@v26.7.0"), "{}\n", QStringLiteral("stored after reset"));
    f.outcomes()->setCurrentIndex(f.outcomes()->model()->index(0, int(OutcomeColumn::Reset)));
    f.press(Qt::Key_Return);
    QTRY_VERIFY(f.isCompared());
    QCOMPARE(f.label("diffAfter"), QStringLiteral("+ stored after reset: nothing is set"));
}

void ValuesOutcomesTest::secretsAreHiddenUntilRevealed()
{
    OutcomesFixture f;
    f.openView("viewOutcomes");
    QTRY_VERIFY(f.outcomes()->isVisible());
    QVERIFY(f.everything().contains(QStringLiteral("••••")));
    QVERIFY(!f.everything().contains(QStringLiteral("canary")));
    f.button("reveal")->click();
    QTRY_VERIFY(f.everything().contains(QStringLiteral("canary")));
    f.trigger("viewValues");
    f.trigger("viewOutcomes");
    QTRY_VERIFY(!f.everything().contains(QStringLiteral("canary")));
}

void ValuesOutcomesTest::aChartThatNoRepositoryListsSaysSo()
{
    OutcomesFixture f;
    FakeChartSources none;
    f.fleet.setCharts(&none);
    f.openView("viewOutcomes");
    QTRY_COMPARE(f.label("messageTitle"), QStringLiteral("The results cannot be computed"));
    QVERIFY(f.label("messageText").contains(QStringLiteral("helm repo add")));
    QVERIFY(f.segment("Retry"));
}

void ValuesOutcomesTest::aRecordingHasNoCharts()
{
    OutcomesFixture f;
    f.fleet.setCharts(nullptr);
    f.openView("viewOutcomes");
    QTRY_COMPARE(f.label("messageTitle"), QStringLiteral("The results cannot be computed"));
    QVERIFY(f.label("messageText").contains(QStringLiteral("recording")));
}

void ValuesOutcomesTest::aRepositoryThatDoesNotAnswerIsMentioned()
{
    OutcomesFixture f;
    f.charts.setCached(f.clock.now().addDays(-3));
    f.openView("viewOutcomes");
    QTRY_VERIFY(f.outcomes()->isVisible());
    QVERIFY(f.label("outcomesNotice").contains(QStringLiteral("does not answer")));
    QVERIFY(f.label("outcomesNotice").contains(QStringLiteral("3 d")));
}

void ValuesOutcomesTest::aFailedReadingCanBeRetried()
{
    OutcomesFixture f;
    f.charts.breakSource(QStringLiteral("nvidia"),
                         {Error::Code::Unreachable, QStringLiteral("nvidia does not answer."), {}, {}});
    f.openView("viewOutcomes");
    QTRY_COMPARE(f.label("messageText"), QStringLiteral("nvidia does not answer."));
    f.charts.mend();
    f.segment("Retry")->setFocus();
    f.press(Qt::Key_Space);
    QTRY_VERIFY(f.outcomes()->isVisible());
}

void ValuesOutcomesTest::theSourceOfAChartIsChosenByKeyboardAndKept()
{
    OutcomesFixture f;
    f.openView("viewOutcomes");
    QTRY_VERIFY(f.outcomes()->isVisible());
    QVERIFY(!f.button("chartSource")->isVisible());
    f.charts.putSource(QStringLiteral("mirror"));
    f.charts.putChart(QStringLiteral("mirror"), QStringLiteral("v27.0.0"), "driver: {version: 600.1}\n");
    f.window->showValues(cilium);
    f.window->showValues(gpuOperator);
    f.trigger("viewOutcomes");
    QTRY_VERIFY(f.button("chartSource")->isVisible());
    QCOMPARE(f.button("chartSource")->text(), QStringLiteral("from nvidia"));
    f.button("chartSource")->setFocus();
    f.press(Qt::Key_Down);
    QTRY_VERIFY(f.label("adviceTitle").contains(QStringLiteral("v27.0.0")));
    QCOMPARE(f.button("chartSource")->text(), QStringLiteral("from mirror, as you chose"));
}

void ValuesOutcomesTest::anotherSourceIsChosenWhereTheSurestDoesNotAnswer()
{
    OutcomesFixture f;
    f.charts.putSource(QStringLiteral("mirror"));
    f.charts.putChart(QStringLiteral("mirror"), QStringLiteral("v27.0.0"), "driver: {version: 600.1}\n");
    f.charts.breakSource(QStringLiteral("nvidia"),
                         {Error::Code::Unreachable, QStringLiteral("nvidia does not answer."), {}, {}});
    f.openView("viewOutcomes");
    QTRY_COMPARE(f.label("messageText"), QStringLiteral("nvidia does not answer."));
    f.button("chartSource")->setFocus();
    f.press(Qt::Key_Down);
    QTRY_VERIFY(f.outcomes()->isVisible());
}

void ValuesOutcomesTest::whatAChartSaysOfKubernetesIsTold()
{
    OutcomesFixture f;
    f.charts.setKubeVersion(QStringLiteral(">= 1.30.0-0"));
    f.openView("viewOutcomes");
    QTRY_VERIFY(f.outcomes()->isVisible());
    QVERIFY2(f.label("adviceTitle").endsWith(QStringLiteral("requires Kubernetes >= 1.30.0-0")),
             qPrintable(f.label("adviceTitle")));
}

void ValuesOutcomesTest::anAgeBesideAVersionIsSaidToBeTheCharts()
{
    OutcomesFixture f;
    f.charts.setPublished(f.clock.now().addDays(-240));
    f.openView("viewOutcomes");
    QTRY_VERIFY(f.outcomes()->isVisible());
    const auto *target = f.window->findChild<ChoiceButton *>(QStringLiteral("targetVersion"));
    QVERIFY(!target->choices().isEmpty());
    for (const ChoiceButton::Choice &choice : target->choices())
        QVERIFY2(choice.text.contains(QStringLiteral("chart published 240 d ago")), qPrintable(choice.text));
}

void ValuesOutcomesTest::optionsInSentencesStayOnOneLineAndAreCopiedPlain()
{
    OutcomesFixture f;
    f.openView("viewOutcomes");
    QTRY_VERIFY(f.outcomes()->isVisible());
    auto *argument = f.window->findChild<QLabel *>(QStringLiteral("adviceArgument"));
    QVERIFY(!argument->text().contains(QStringLiteral("--")));
    argument->setFocus();
    argument->setSelection(0, int(argument->text().size()));
    f.press(Qt::Key_C, Qt::ControlModifier);
    const QString copied = QApplication::clipboard()->text();
    QVERIFY2(copied.startsWith(QStringLiteral("--reset-then-reuse-values keeps")), qPrintable(copied));
}

#include "tst_values_outcomes.moc"
} // namespace tst_values_outcomes

CHARTROOM_TEST(tst_values_outcomes, ValuesOutcomesTest)
