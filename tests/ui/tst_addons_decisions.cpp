// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"

#include <QAction>
#include <QDialog>
#include <QDir>
#include <QPushButton>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_addons_decisions {

namespace {

const ReleaseKey gpuOperator{u"nvidia-gpu-operator"_s, u"gpu-operator"_s, ReleaseStorage::Secret};

/// A window whose decisions go into a folder of its own; owners follow them as a session's do.
struct DecisionFixture : WindowFixture
{
    DecisionFixture() { qputenv("XDG_CONFIG_HOME", QFile::encodeName(folder.path())); }

    void openAt(const ReleaseKey &key)
    {
        openWithAddons();
        const Ownership before = fleet.releases(u"prod-eu"_s)->ownership(key);
        QObject::connect(decisions.get(), &Decisions::changed, window.get(),
                         [this, key, before](const Decision &decision) {
                             Ownership now = before;
                             if (decision.verdict == Decision::Verdict::Diverged)
                                 now = Ownership();
                             fleet.source(u"prod-eu"_s)->setOwnership(key, now);
                         });
        table()->selectKey(key);
        table()->setFocus();
    }
    [[nodiscard]] QAction *action(const char *name) const
    {
        return window->findChild<QAction *>(QLatin1String(name));
    }
    [[nodiscard]] QDialog *dialog() const { return window->findChild<QDialog *>(u"decisionDialog"_s); }
    [[nodiscard]] QPlainTextEdit *reason() const
    {
        return dialog()->findChild<QPlainTextEdit *>(u"decisionReason"_s);
    }
    [[nodiscard]] QPushButton *button(const char *name) const
    {
        return window->findChild<QPushButton *>(QLatin1String(name));
    }
    /// Of the command palette.
    void run(const char *command) const
    {
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        press(Qt::Key_K, Qt::ControlModifier);
        type(command);
        press(Qt::Key_Return);
        QVERIFY(dialog());
    }
    [[nodiscard]] std::optional<Decision> decided() const { return decisions->of(u"prod-eu"_s, gpuOperator); }
    /// Of the dialog that is open.
    void giveReason(const QString &text) const
    {
        QVERIFY(QTest::qWaitForWindowActive(dialog()));
        QTest::keyClicks(reason(), text);
        QTest::keyClick(reason(), Qt::Key_Tab);
        QCOMPARE(dialog()->focusWidget(), button("recordDecision"));
        QTest::keyClick(dialog()->focusWidget(), Qt::Key_Space);
    }
};

} // namespace

class AddonsDecisionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aReleaseIsDeclaredAndTakenBackByKeyboardAlone();
    void theDialogSaysWhatItMeansAndWantsAReason();
    void theInspectorOffersIt();
    void whatCannotBeWrittenSaysWhyAndKeepsTheReason();
    void nothingIsDecidedInARecording();
    void aCustomersReleaseCannotBeDeclared();
};

void AddonsDecisionsTest::aReleaseIsDeclaredAndTakenBackByKeyboardAlone()
{
    DecisionFixture f;
    f.openAt(gpuOperator);
    QTRY_VERIFY(f.action("declareDiverged")->isEnabled());
    QVERIFY(!f.action("withdrawDecision")->isEnabled());
    f.run("declare");
    f.giveReason(u"Own driver branch, agreed in #42."_s);
    QTRY_VERIFY(!f.dialog());
    const std::optional<Decision> declared = f.decided();
    QVERIFY(declared);
    QCOMPARE(declared->verdict, Decision::Verdict::Diverged);
    QCOMPARE(declared->reason, u"Own driver branch, agreed in #42."_s);
    QCOMPARE(declared->date, f.clock.now());
    QVERIFY(!declared->author.isEmpty());
    const auto read = ResponsibilityRules::withUserFile(ResponsibilityRules::userFilePath());
    QVERIFY(read && read->decision(u"prod-eu"_s, gpuOperator.namespaceName, gpuOperator.name));

    QTRY_VERIFY(!f.action("declareDiverged")->isEnabled());
    f.run("withdraw");
    QVERIFY(f.label("decisionBefore").contains(u"agreed in #42"_s));
    f.giveReason(u"Back on the provided values."_s);
    QTRY_VERIFY(!f.dialog());
    QVERIFY(!f.decided());
    QTRY_VERIFY(f.action("declareDiverged")->isEnabled());
    QVERIFY(!f.action("withdrawDecision")->isEnabled());
}

void AddonsDecisionsTest::theDialogSaysWhatItMeansAndWantsAReason()
{
    DecisionFixture f;
    f.openAt(gpuOperator);
    QTRY_VERIFY(f.action("declareDiverged")->isEnabled());
    f.action("declareDiverged")->trigger();
    QVERIFY(f.dialog());
    QVERIFY(QTest::qWaitForWindowActive(f.dialog()));
    QString meaning = f.label("decisionMeaning");
    meaning.remove(QChar(0x200b));
    for (const char *part : {"nvidia-gpu-operator/gpu-operator", "prod-eu", "Support no longer debugs it",
                             "Crusoe restores the cluster and does not debug the add-on",
                             "There is no fixed threshold", "Nothing changes in the cluster"})
        QVERIFY2(meaning.contains(QLatin1String(part)), qPrintable(meaning));
    QVERIFY(!f.button("recordDecision")->isEnabled());
    QTest::keyClicks(f.reason(), u"  "_s);
    QVERIFY(!f.button("recordDecision")->isEnabled());
    QTest::keyClick(f.reason(), Qt::Key_Escape);
    QTRY_VERIFY(!f.dialog());
    QVERIFY(!f.decided());
    QVERIFY(!QFile::exists(ResponsibilityRules::userFilePath()));
}

void AddonsDecisionsTest::theInspectorOffersIt()
{
    DecisionFixture f;
    f.openAt(gpuOperator);
    QTRY_VERIFY(f.button("inspectorDeclare")->isVisible());
    QVERIFY(!f.button("inspectorWithdraw")->isVisible());
    QVERIFY(f.button("inspectorDeclare")->focusPolicy() & Qt::TabFocus);
    f.button("inspectorDeclare")->setFocus();
    f.press(Qt::Key_Space);
    QTRY_VERIFY(f.dialog());
    f.giveReason(u"Ours."_s);
    QTRY_VERIFY(f.button("inspectorWithdraw")->isVisible());
    QVERIFY(!f.button("inspectorDeclare")->isVisible());
}

void AddonsDecisionsTest::whatCannotBeWrittenSaysWhyAndKeepsTheReason()
{
    DecisionFixture f;
    QVERIFY(QDir().mkpath(ResponsibilityRules::userFilePath())); // a folder where the file would be
    f.openAt(gpuOperator);
    QTRY_VERIFY(f.action("declareDiverged")->isEnabled());
    f.action("declareDiverged")->trigger();
    f.giveReason(u"Ours."_s);
    QTRY_VERIFY(!f.label("decisionProblem").isEmpty());
    QVERIFY(f.dialog()->isVisible());
    QCOMPARE(f.reason()->toPlainText(), u"Ours."_s);
    QVERIFY(!f.decided());

    QVERIFY(QDir().rmdir(ResponsibilityRules::userFilePath()));
    f.button("recordDecision")->click(); // now it can
    QTRY_VERIFY(!f.dialog());
    QVERIFY(f.decided());
}

void AddonsDecisionsTest::nothingIsDecidedInARecording()
{
    DecisionFixture f;
    fillWithAddons(*f.fleet.addLive(u"prod-eu"_s));
    FleetEntry entry = f.fleet.entry(u"prod-eu"_s);
    entry.isRecording = true;
    f.fleet.put(entry);
    f.open();
    f.table()->selectKey(gpuOperator);
    QTRY_COMPARE(f.label("inspectorTitle"), u"gpu-operator"_s);
    QVERIFY(!f.button("inspectorDeclare")->isVisible());
    QVERIFY(!f.action("declareDiverged")->isEnabled());
}

void AddonsDecisionsTest::aCustomersReleaseCannotBeDeclared()
{
    DecisionFixture f;
    f.openAt(gpuOperator);
    QTRY_VERIFY(f.action("declareDiverged")->isEnabled());
    f.fleet.source(u"prod-eu"_s)->setOwnership(gpuOperator, Ownership());
    QTRY_VERIFY(!f.action("declareDiverged")->isEnabled());
    QVERIFY(!f.button("inspectorDeclare")->isVisible());
}

#include "tst_addons_decisions.moc"
} // namespace tst_addons_decisions

CHARTROOM_TEST(tst_addons_decisions, AddonsDecisionsTest)
