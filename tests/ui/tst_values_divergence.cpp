// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/path_note.h"
#include "tests/ui/values_fixture.h"

#include <QInputDialog>
#include <QTreeWidget>

using namespace chartroom;
using namespace chartroom::test;

namespace {

struct DivergenceFixture : ValuesFixture
{
    [[nodiscard]] QTreeWidget *divergence() const
    {
        return window->findChild<QTreeWidget *>(QStringLiteral("divergenceTree"));
    }
    [[nodiscard]] QTreeWidgetItem *item(const char *path) const
    {
        return divergence()->findItems(QLatin1String(path), Qt::MatchExactly | Qt::MatchRecursive).value(0);
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
    void noDivergenceSaysSo();
    void noReferenceSaysWhy();
    void aReleaseThatIsStillReadSaysSo();
    void aNoteIsWrittenByKeyboardAndComesBack();
    void anEmptyNoteTakesItBack();
    void secretsAreHiddenUntilRevealed();
};

void ValuesDivergenceTest::theDivergenceIsGroupedAndLeadsToTheText()
{
    DivergenceFixture f;
    f.openView("viewDivergence");
    QVERIFY(f.divergence()->isVisible());
    QCOMPARE(f.divergence()->topLevelItem(0)->text(0), QStringLiteral("Version choice · 2"));
    QVERIFY(f.label("divergenceSummary").contains(QStringLiteral("3 path")));
    QVERIFY(f.label("divergenceSummary").contains(QStringLiteral("no threshold")));
    f.segment("Compare as text")->click();
    QTRY_VERIFY(f.isCompared());
    QCOMPARE(f.label("diffBefore"), QStringLiteral("− reference: revision 1"));
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
    f.divergence()->setCurrentItem(f.item("driver.version"));
    f.press(Qt::Key_Return);
    QVERIFY(f.dialog());
    f.dialog()->setTextValue(QStringLiteral("Pinned for NCCL 2.28."));
    f.dialog()->accept();
    QTRY_COMPARE(f.item("driver.version")->text(3), QStringLiteral("Pinned for NCCL 2.28."));
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
    QCOMPARE(f.item("driver.version")->text(3), QStringLiteral("Pinned for NCCL 2.28."));
}

void ValuesDivergenceTest::anEmptyNoteTakesItBack()
{
    DivergenceFixture f;
    f.openView("viewDivergence");
    for (const QString &text : {QStringLiteral("Why."), QString()}) {
        f.divergence()->setCurrentItem(f.item("toolkit.version"));
        f.trigger("pathNote");
        QTRY_VERIFY(f.dialog());
        f.dialog()->setTextValue(text);
        f.dialog()->accept();
        QTRY_COMPARE(f.item("toolkit.version")->text(3), text);
        QTRY_VERIFY(!f.dialog());
    }
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
    QCOMPARE(f.item("registry.password")->text(2), QStringLiteral("••••"));
    QVERIFY(f.button("reveal")->text().contains(u'1'));
    f.button("reveal")->click();
    QCOMPARE(f.item("registry.password")->text(2), QStringLiteral("planted-canary-2"));
    f.trigger("viewValues");
    f.trigger("viewDivergence");
    QCOMPARE(f.item("registry.password")->text(2), QStringLiteral("••••"));
}

QTEST_MAIN(ValuesDivergenceTest)
#include "tst_values_divergence.moc"
