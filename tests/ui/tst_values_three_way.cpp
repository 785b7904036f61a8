// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/outcome_model.h"
#include "core/screens/values/three_way_model.h"
#include "tests/support/test_main.h"
#include "tests/ui/values_fixture.h"
#include "ui/widgets/choice_button.h"

#include <QTableView>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_values_three_way {

namespace {

struct ThreeWayFixture : ValuesFixture
{
    void openThreeWay()
    {
        openView("viewCompare");
        QTRY_VERIFY(segment("Three-way")->isEnabled());
        segment("Three-way")->click();
    }
    [[nodiscard]] QTableView *table() const
    {
        return window->findChild<QTableView *>(QStringLiteral("threeWayTable"));
    }
    [[nodiscard]] int rowOf(const char *title) const
    {
        for (int row = 0; row < table()->model()->rowCount(); ++row)
            if (cell(row, ThreeWayColumn::Path) == QLatin1String(title))
                return row;
        return -1;
    }
    [[nodiscard]] QString cell(int row, ThreeWayColumn column, int role = Qt::DisplayRole) const
    {
        return table()->model()->index(row, int(column)).data(role).toString();
    }
};

} // namespace

class ValuesThreeWayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void manifestClusterAndUpgradeStandSideBySide();
    void whoChangedTheClusterIsTold();
    void theTargetIsTheOtherSide();
    void itIsFilteredByKeyboard();
    void anythingElseToCompareLeavesIt();
    void aDryRunThatHelmRefusesSaysWhy();
    void secretsAreHiddenUntilRevealed();
    void withoutARepositoryItSaysWhyNot();
    void anUpgradeThatChangesNothingSaysSo();
};

void ValuesThreeWayTest::manifestClusterAndUpgradeStandSideBySide()
{
    ThreeWayFixture f;
    f.openThreeWay();
    QTRY_VERIFY(f.table()->isVisible());
    QVERIFY(f.reader.asked.contains(QStringLiteral("upgrade:reset-then-reuse@v26.7.0")));
    QCOMPARE(f.cell(0, ThreeWayColumn::Path), QStringLiteral("ClusterPolicy cluster-policy"));
    const int drift = f.rowOf("spec.driver.upgradePolicy.maxParallelUpgrades");
    QVERIFY(drift > 0);
    QCOMPARE(f.cell(drift, ThreeWayColumn::Released), QStringLiteral("4"));
    QCOMPARE(f.cell(drift, ThreeWayColumn::Live), QStringLiteral("8"));
    QCOMPARE(f.cell(drift, ThreeWayColumn::Next), QStringLiteral("4"));
    QCOMPARE(f.cell(drift, ThreeWayColumn::Verdict, FateWordRole), QStringLiteral("changed in the cluster"));
    const int change = f.rowOf("spec.devicePlugin.version");
    QVERIFY(change > 0);
    QCOMPARE(f.cell(change, ThreeWayColumn::Verdict, FateWordRole), QStringLiteral("changed by the upgrade"));
    QVERIFY(f.label("threeWaySummary").startsWith(QStringLiteral("1 changed in the cluster")));
}

void ValuesThreeWayTest::whoChangedTheClusterIsTold()
{
    ThreeWayFixture f;
    f.openThreeWay();
    QTRY_VERIFY(f.table()->isVisible());
    const int drift = f.rowOf("spec.driver.upgradePolicy.maxParallelUpgrades");
    QCOMPARE(f.cell(drift, ThreeWayColumn::Verdict), QStringLiteral("kubectl-edit"));
    f.table()->selectRow(drift);
    QVERIFY(f.label("threeWayDetail").contains(QStringLiteral("set by kubectl-edit")));
}

void ValuesThreeWayTest::theTargetIsTheOtherSide()
{
    ThreeWayFixture f;
    f.openThreeWay();
    QTRY_VERIFY(f.table()->isVisible());
    const auto choices = f.compare()->findChildren<ChoiceButton *>();
    QVERIFY(!choices[0]->isEnabled());
    choices[3]->setFocus(); // to: which
    f.press(Qt::Key_Down);
    QTRY_COMPARE(f.reader.asked.last(), QStringLiteral("upgrade:reset-then-reuse@v26.3.3"));
    QTRY_VERIFY(f.table()->isVisible());
}

void ValuesThreeWayTest::itIsFilteredByKeyboard()
{
    ThreeWayFixture f;
    f.openThreeWay();
    QTRY_VERIFY(f.table()->isVisible());
    const int all = f.table()->model()->rowCount();
    f.press(Qt::Key_Slash);
    f.type("deviceplugin");
    QCOMPARE(f.table()->model()->rowCount(), 2); // the object and its path
    f.press(Qt::Key_Return);
    QVERIFY(f.table()->hasFocus());
    f.press(Qt::Key_Escape);
    QCOMPARE(f.table()->model()->rowCount(), all);
}

void ValuesThreeWayTest::anythingElseToCompareLeavesIt()
{
    ThreeWayFixture f;
    f.openThreeWay();
    QTRY_VERIFY(f.table()->isVisible());
    f.segment("Text")->click();
    QTRY_VERIFY(f.isCompared());
    QCOMPARE(f.label("diffAfter"), QStringLiteral("+ manifest after --reset-then-reuse-values to v26.7.0"));
    f.segment("Three-way")->click();
    QTRY_VERIFY(f.table()->isVisible());
    f.compare()->compare(*readSide(QStringLiteral("user:3")), *readSide(QStringLiteral("user:4")));
    QTRY_VERIFY(f.isCompared());
    QVERIFY(!f.table()->isVisible());
}

void ValuesThreeWayTest::aDryRunThatHelmRefusesSaysWhy()
{
    ThreeWayFixture f;
    f.reader.fail(QStringLiteral("upgrade:reset-then-reuse@v26.7.0"),
                  {Error::Code::Process,
                   QStringLiteral("helm refused: values don't meet the schema."),
                   QStringLiteral("Error: ..."),
                   {}});
    f.openThreeWay();
    QTRY_COMPARE(f.label("messageText"), QStringLiteral("helm refused: values don't meet the schema."));
    fillGpuOperatorSides(f.reader);
    f.segment("Retry")->setFocus();
    f.press(Qt::Key_Space);
    QTRY_VERIFY(f.table()->isVisible());
}

void ValuesThreeWayTest::secretsAreHiddenUntilRevealed()
{
    ThreeWayFixture f;
    const auto config = [](const char *password) {
        return QByteArray("---\napiVersion: a.example/v1\nkind: Thing\nmetadata: {name: t}\nspec: "
                          "{password: planted-canary-") +
               password + "}\n";
    };
    f.reader.put(QStringLiteral("manifest"), config("1"));
    f.reader.put(QStringLiteral("live"), config("1"));
    f.reader.put(QStringLiteral("upgrade:reset-then-reuse@v26.7.0"), config("2"));
    f.openThreeWay();
    QTRY_VERIFY(f.table()->isVisible());
    const int row = f.rowOf("spec.password");
    QVERIFY(row > 0);
    QCOMPARE(f.cell(row, ThreeWayColumn::Next), QStringLiteral("••••"));
    QVERIFY(f.button("reveal")->text().contains(u'1'));
    f.button("reveal")->click();
    QTRY_COMPARE(f.cell(f.rowOf("spec.password"), ThreeWayColumn::Next), QStringLiteral("planted-canary-2"));
    f.trigger("viewValues");
    f.trigger("viewCompare");
    QTRY_COMPARE(f.cell(f.rowOf("spec.password"), ThreeWayColumn::Next), QStringLiteral("••••"));
}

void ValuesThreeWayTest::withoutARepositoryItSaysWhyNot()
{
    ThreeWayFixture f;
    f.fleet.setCharts(nullptr);
    f.openView("viewCompare");
    QTRY_VERIFY(f.isCompared());
    QVERIFY(!f.segment("Three-way")->isEnabled());
    QVERIFY(f.segment("Three-way")->toolTip().contains(QStringLiteral("repository")));
}

void ValuesThreeWayTest::anUpgradeThatChangesNothingSaysSo()
{
    ThreeWayFixture f;
    const QByteArray object("---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: gpu-operator}\n");
    for (const char *side : {"manifest", "live", "upgrade:reset-then-reuse@v26.7.0"})
        f.reader.put(QString::fromLatin1(side), object);
    f.openThreeWay();
    QTRY_COMPARE(f.label("messageTitle"), QStringLiteral("The upgrade changes no object"));
}

#include "tst_values_three_way.moc"
} // namespace tst_values_three_way

CHARTROOM_TEST(tst_values_three_way, ValuesThreeWayTest)
