// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/upgrade_controller.h"
#include "core/screens/values/outcome_model.h"
#include "tests/support/fake_keyring.h"
#include "tests/support/test_main.h"
#include "tests/ui/upgrade_fixture.h"
#include "ui/delegates/outcome_delegate.h"
#include "ui/widgets/steady_scroll_area.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QHeaderView>
#include <QScrollBar>
#include <QTableView>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_upgrade_page {

class UpgradePageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void upgradeOfTheSelectedReleaseOpensByItsKeys();
    void aRecordingChangesNothing();
    void withoutAReleaseItSaysHowToChooseOne();
    void theWayToTheResultByKeyboardAlone();
    void findingsStandWorstFirstAndAskForReasons();
    void whatWasNotedOfASettingComesBackBeforeItChanges();
    void aFailedPreflightCanBeRunAgain();
    void whatSupportIsAskedCanBeCopied();
    void nothingMovesWhileTheTicketIsTyped();
    void theReviewKeepsItsPlaceWhileItsFactsAreReadAgain();
    void theReviewShowsNothingOfAnotherPlan();
    void whatIsInViewStaysThereWhereContentsAboveItGrow();
    void theReviewOpensAtItsTop();
    void namesOfStepsAreWholeInASmallWindowWithLargeText();
    void stepsScrollWhereTheWindowIsTooLow();
    void valuesAreReadWholeInASmallWindowWithLargeText();
    void theExactCommandIsShownBeforeItRuns();
    void howItsValuesAreKeptIsSaidBeforeItRuns();
    void whatIsSetBesideIsTypedOnTheFirstPage();
    void backAndForthKeepsWhatWasTyped();
    void anotherReleaseAndBackKeepsThePlan();
    void withoutOutcomesThereIsNothingToChoose();
    void whatWasPlannedIsThereAfterARestart();
    void aPendingOperationIsToldOnTheFirstPage();
    void aPlanOfAnotherRevisionIsOffered();
    void wordsWithSupportAreNotThereForAnotherVersion();
    void whatThePersonSetsStandsFirst();
    void theLastPageSaysWhatItDoesToPeople();
    void filesThatAreNotThereYetAreSaidToBe();
};

void UpgradePageTest::initTestCase()
{
    QApplication::installTranslator(loadTranslator(QLocale::c()).release());
}

void UpgradePageTest::upgradeOfTheSelectedReleaseOpensByItsKeys()
{
    UpgradeFixture f;
    f.openRecorded();
    f.window->showRelease(gpuOperator);
    f.press(Qt::Key_U, Qt::ControlModifier);
    QTRY_VERIFY(f.wizard());
    QCOMPARE(f.label("wizardTitle"), QStringLiteral("Upgrade gpu-operator"));
    QCOMPARE(f.label("wizardHoldback").isEmpty(), false);
    QVERIFY(!f.next()->isEnabled());
}

void UpgradePageTest::aRecordingChangesNothing()
{
    UpgradeFixture f;
    f.openWithAddons();
    FleetEntry entry = f.fleet.entry(QStringLiteral("prod-eu"));
    entry.isRecording = true;
    f.fleet.put(entry);
    f.window->showUpgrade(gpuOperator);
    QCOMPARE(f.label("messageTitle"), QStringLiteral("Nothing can be changed in a recording"));
    QVERIFY(!f.wizard());
}

void UpgradePageTest::withoutAReleaseItSaysHowToChooseOne()
{
    UpgradeFixture f;
    f.fleet.addLive(QStringLiteral("prod-eu"));
    f.fleet.setUpgrades(QStringLiteral("prod-eu"), &f.upgrades);
    f.open();
    f.press(Qt::Key_4, Qt::ControlModifier);
    QVERIFY(!f.label("messageTitle").isEmpty());
    QVERIFY(!f.wizard());
}

void UpgradePageTest::theWayToTheResultByKeyboardAlone()
{
    UpgradeFixture f;
    f.openRecorded();
    f.window->showRelease(gpuOperator);
    f.press(Qt::Key_U, Qt::ControlModifier);
    QTRY_VERIFY(f.wizard() && f.button("strategy-reset")->isEnabled());
    f.button("strategy-reset")->setFocus();
    f.press(Qt::Key_Space);
    QTRY_VERIFY(f.next()->isEnabled() && f.controller()->isReachable(WizardStep::Preflight));
    QTRY_VERIFY(!f.controller()->pages().contains(WizardStep::Nodes));
    QAbstractButton *nodes = f.its("wizardStep1"); // stays, and says why nothing is there
    QVERIFY(nodes->isVisible() && !nodes->isEnabled());
    QCOMPARE(nodes->text(), QStringLiteral("Nodes: no driver"));
    for (const WizardStep page : {WizardStep::Preflight, WizardStep::Coordination, WizardStep::Review}) {
        QTRY_VERIFY(f.next()->isEnabled());
        f.press(Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(int(f.controller()->page()), int(page));
        QVERIFY(f.window->focusWidget() && f.wizard()->isAncestorOf(f.window->focusWidget()));
    }
    // What writes is not started by a key that was meant for a page before.
    QVERIFY(f.next()->shortcut().isEmpty());
    QTRY_VERIFY(f.label("wizardHoldback").contains(QStringLiteral("gpu-operator@prod-eu"))); // rule S18
    QVERIFY(!f.next()->isEnabled());
    f.line("confirmChange")->setFocus();
    f.type("gpu-operator@prod-us");
    QVERIFY(!f.next()->isEnabled());
    f.press(Qt::Key_Backspace);
    f.press(Qt::Key_Backspace);
    f.type("eu");
    QTRY_VERIFY(f.next()->isEnabled());
    f.next()->setFocus();
    f.press(Qt::Key_Space);
    QCOMPARE(int(f.controller()->page()), int(WizardStep::Run));
    f.upgrades.operation->end(OperationResult::End::Done, QStringLiteral("Revision 5 is deployed."), 5);
    QTRY_VERIFY(f.next()->isEnabled());
    f.press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(f.label("resultTitle"), QStringLiteral("Deployed as planned"));
    QCOMPARE(f.label("resultText"), QStringLiteral("Revision 5 is deployed."));
}

void UpgradePageTest::findingsStandWorstFirstAndAskForReasons()
{
    UpgradeFixture f;
    f.upgrades.answer->findings = {found("helm", Severity::Ok, "helm is fine."),
                                   found("pin", Severity::Unknown, "Nobody knows."),
                                   found("crds", Severity::Severe, "CRDs are old.")};
    f.openUpgrade();
    f.button("strategy-reset")->click();
    QTRY_VERIFY(!f.upgrades.judged.isEmpty() && f.next()->isEnabled());
    QTRY_VERIFY(!f.controller()->pages().contains(WizardStep::Nodes));
    f.goTo(WizardStep::Preflight);
    const auto place = [&](const char *name) {
        return f.wizard()->findChild<QWidget *>(QLatin1String(name))->mapTo(f.wizard(), QPoint()).y();
    };
    QTRY_VERIFY(place("finding-crds") < place("finding-pin"));
    QVERIFY(place("finding-pin") < place("finding-helm"));
    QVERIFY(!f.next()->isEnabled());
    QVERIFY(f.edit("reason-crds")->hasFocus());
    f.type("It was agreed.");
    QVERIFY(f.next()->isEnabled());
    QVERIFY(f.label("preflightCounts").contains(QStringLiteral("Unknown 1")));
}

void UpgradePageTest::whatWasNotedOfASettingComesBackBeforeItChanges()
{
    UpgradeFixture f;
    f.openUpgrade();
    f.notes->write(f.note("driver", QStringLiteral("Pinned for NCCL 2.28.")));
    const auto *notice = f.wizard()->findChild<QLabel *>(QStringLiteral("outcomesNotice"));
    QTRY_VERIFY(notice->text().contains(QStringLiteral("Pinned for NCCL 2.28.")));
}

void UpgradePageTest::aFailedPreflightCanBeRunAgain()
{
    UpgradeFixture f;
    const Result<PreflightReport> good = f.upgrades.answer;
    f.upgrades.answer = failure(Error::Code::Unreachable, QStringLiteral("It does not answer."));
    f.openUpgrade();
    f.button("strategy-reset")->click();
    QTRY_VERIFY(f.next()->isEnabled());
    f.goTo(WizardStep::Preflight);
    QTRY_COMPARE(f.label("messageText"), QStringLiteral("It does not answer."));
    QVERIFY(!f.next()->isEnabled());
    f.upgrades.answer = good;
    f.segment("Check again")->click();
    QTRY_VERIFY(f.next()->isEnabled());
}

void UpgradePageTest::whatSupportIsAskedCanBeCopied()
{
    UpgradeFixture f;
    f.openPlanned();
    f.goTo(WizardStep::Coordination);
    f.its("copySupportText")->click();
    const QString text = QApplication::clipboard()->text();
    QVERIFY2(text.contains(QStringLiteral("v25.10.1 to v26.7.0")), qPrintable(text));
    f.line("supportReference")->setText(QStringLiteral("CS-77"));
    f.goTo(WizardStep::Review);
    QTRY_COMPARE(f.upgrades.upgraded.last().supportReference, QStringLiteral("CS-77"));
    const auto reviewed = [&] {
        QString all;
        for (const TextLabel *line : f.wizard()->findChildren<TextLabel *>())
            all += line->text() + u'\n';
        return all;
    };
    QVERIFY(reviewed().contains(QStringLiteral("Support's ticket: CS-77.")));
    QVERIFY(!reviewed().contains(QStringLiteral("Approved:"))); // nobody has said so
}

void UpgradePageTest::nothingMovesWhileTheTicketIsTyped()
{
    UpgradeFixture f;
    f.upgrades.answer->findings = {found("ownership", Severity::Severe, "notify Support first.")};
    f.openUpgrade();
    f.button("strategy-reset-then-reuse")->click();
    f.goTo(WizardStep::Coordination);
    const auto *consent = f.wizard()->findChild<QWidget *>(QStringLiteral("consent"));
    const auto *reason = f.wizard()->findChild<QWidget *>(QStringLiteral("reason-ownership"));
    QTRY_VERIFY(consent->isVisible() && reason->isEnabled());
    const QPoint place = consent->mapTo(f.window.get(), QPoint());
    f.line("supportReference")->setText(QStringLiteral("CS-77"));
    QTRY_VERIFY(!reason->isEnabled());
    QCoreApplication::sendPostedEvents();
    QCOMPARE(consent->mapTo(f.window.get(), QPoint()), place);
}

void UpgradePageTest::theReviewKeepsItsPlaceWhileItsFactsAreReadAgain()
{
    UpgradeFixture f;
    f.planDrivers();
    f.openPlanned();
    f.goTo(WizardStep::Review);
    const auto *commands = f.edit("reviewCommands");
    const auto *confirm = f.wizard()->findChild<QWidget *>(QStringLiteral("confirmChange"));
    QTRY_VERIFY(confirm->isVisible() && f.controller()->reach());
    f.putPointerAside();
    const auto settled = [] {
        QTest::qWait(50); // layouts take their time; nothing is to happen
    };
    settled();
    const int above = commands->mapTo(f.window.get(), QPoint()).y();
    const int below = confirm->mapTo(f.window.get(), QPoint()).y();
    f.upgrades.holds = true;
    f.controller()->rerunPreflight();
    QVERIFY(!f.controller()->reach());
    settled();
    QCOMPARE(commands->mapTo(f.window.get(), QPoint()).y(), above);
    QCOMPARE(confirm->mapTo(f.window.get(), QPoint()).y(), below);
    f.upgrades.release();
    QTRY_VERIFY(f.controller()->reach());
    settled();
    QCOMPARE(commands->mapTo(f.window.get(), QPoint()).y(), above);
}

void UpgradePageTest::theReviewShowsNothingOfAnotherPlan()
{
    UpgradeFixture f;
    f.planDrivers();
    ValueShift shift;
    shift.edits = {QStringLiteral("driver.version: 580.95.05 → 595.91.07")};
    f.upgrades.answer->values = shift;
    f.openPlanned();
    f.goTo(WizardStep::Review);
    auto *plan = f.wizard()->findChild<QWidget *>(QStringLiteral("reviewPlan"));
    const auto said = [&f, plan] {
        QCoreApplication::processEvents(); // labels come and go with the next turn of the event loop
        return plan->accessibleName() + u'\n' + f.textsIn(plan);
    };
    QTRY_VERIFY(said().contains(QStringLiteral("595.91.07")) && f.controller()->reach());
    QVERIFY(!said().contains(QStringLiteral("being checked again")));
    f.upgrades.holds = true;
    f.controller()->rerunPreflight();
    QVERIFY2(said().contains(QStringLiteral("595.91.07")), qPrintable(said()));
    QVERIFY2(said().contains(QStringLiteral("being checked again")), qPrintable(said()));
    auto *controller = qobject_cast<UpgradeController *>(f.controller());
    controller->setWindow(UpgradeWindow{f.clock.now(), f.clock.now().addSecs(3600), "UTC"});
    controller->rerunPreflight();
    QCOMPARE(int(controller->preflightState()), int(ChangeController::PreflightState::Reading));
    QVERIFY2(!said().contains(QStringLiteral("595.91.07")), qPrintable(said()));
    QVERIFY2(!said().contains(QStringLiteral("Takes")), qPrintable(said()));
    QVERIFY2(!said().contains(QStringLiteral("being checked again")), qPrintable(said()));
}

void UpgradePageTest::whatIsInViewStaysThereWhereContentsAboveItGrow()
{
    SteadyScrollArea area;
    area.setWidgetResizable(true);
    auto *body = new QWidget(&area);
    auto *column = new QVBoxLayout(body);
    QList<QWidget *> parts;
    for (int i = 0; i < 6; ++i) {
        parts.append(new QWidget(body));
        parts.last()->setFixedHeight(100);
        column->addWidget(parts.last());
    }
    column->addStretch(1);
    area.setWidget(body);
    area.resize(200, 250);
    area.show();
    QVERIFY(QTest::qWaitForWindowExposed(&area));
    QCursor::setPos(area.geometry().bottomRight() + QPoint(50, 50));
    const auto top = [&](int part) { return parts[part]->mapTo(area.viewport(), QPoint()).y(); };
    QTest::qWait(20);
    area.verticalScrollBar()->setValue(150);
    QTest::qWait(20);
    const int before = top(2);
    QVERIFY(before >= 0 && before < area.viewport()->height());
    for (const int height : {180, 40}) {
        parts[0]->setFixedHeight(height);
        QTest::qWait(20);
        QCOMPARE(top(2), before);
        for (int part = 1; part < parts.size(); ++part)
            QVERIFY(top(part) >= top(part - 1) + parts[part - 1]->height());
    }
    for (const int below : {3, 4, 5}) // shorter than the view: it does not slip
        parts[below]->hide();
    QTest::qWait(20);
    QCOMPARE(top(2), before);
    area.verticalScrollBar()->setValue(0);
    QTRY_VERIFY(body->height() <= area.viewport()->height() + 60);
    QCOMPARE(top(0), column->contentsMargins().top());
}

void UpgradePageTest::theReviewOpensAtItsTop()
{
    UpgradeFixture f;
    f.planDrivers();
    ValueShift shift;
    for (int i = 0; i < 12; ++i)
        shift.others << QStringLiteral("driver.env.name%1: a → b").arg(i);
    f.upgrades.answer->values = shift;
    f.openPlanned();
    f.window->resize(1000, 620);
    f.goTo(WizardStep::Coordination);
    f.upgrades.holds = true;
    f.line("supportReference")->setText(QStringLiteral("CS-77"));
    f.goTo(WizardStep::Review);
    QVERIFY(!f.controller()->reach());
    f.putPointerAside();
    QTest::qWait(50); // as it was read so far, it is laid out
    f.upgrades.release();
    QTRY_VERIFY(f.controller()->reach());
    QTest::qWait(50);
    const QScrollArea *area = nullptr;
    for (const QWidget *at = f.edit("reviewCommands"); at && !area; at = at->parentWidget())
        area = qobject_cast<const QScrollArea *>(at);
    QVERIFY(area && area->verticalScrollBar()->maximum() > 0);
    QCOMPARE(area->verticalScrollBar()->value(), 0);
}

void UpgradePageTest::namesOfStepsAreWholeInASmallWindowWithLargeText()
{
    UpgradeFixture f;
    const auto looks = f.usualLooks();
    f.openUpgrade();
    f.theme.setTextScale(150);
    for (const QSize size : {QSize(1280, 800), QSize(960, 480)}) {
        f.window->resize(size);
        QTRY_COMPARE(f.window->width(), size.width());
        for (const WizardStep step : {WizardStep::Version, WizardStep::Nodes, WizardStep::Result}) {
            const QAbstractButton *one = f.its(qPrintable(QStringLiteral("wizardStep%1").arg(int(step))));
            if (one->isVisible())
                QTRY_VERIFY2(one->width() >= one->sizeHint().width(), qPrintable(one->text()));
        }
    }
}

void UpgradePageTest::stepsScrollWhereTheWindowIsTooLow()
{
    UpgradeFixture f;
    const auto looks = f.usualLooks();
    f.openPlanned();
    f.theme.setTextScale(140);
    f.window->resize(960, 480);
    QTRY_COMPARE(f.window->size(), QSize(960, 480));
    const auto *side = f.wizard()->findChild<QScrollArea *>(QStringLiteral("wizardSide"));
    QVERIFY(side);
    const auto step = [&f](WizardStep page) {
        return f.its(qPrintable(QStringLiteral("wizardStep%1").arg(int(page))));
    };
    for (const WizardStep page : f.controller()->pages()) {
        const QAbstractButton *one = step(page);
        QTRY_VERIFY2(one->height() >= one->sizeHint().height(), qPrintable(one->text()));
        QTRY_VERIFY2(one->mapTo(side->viewport(), QPoint(one->width(), 0)).x() <= side->viewport()->width(),
                     qPrintable(one->text()));
    }
    QTRY_VERIFY(side->widget()->height() <= side->viewport()->height() ||
                side->verticalScrollBar()->isVisible());
    f.goTo(WizardStep::Review);
    const QAbstractButton *current = step(WizardStep::Review);
    const auto isInView = [&] {
        const QRect place(current->mapTo(side->viewport(), QPoint()), current->size());
        return side->viewport()->rect().contains(place);
    };
    QTRY_VERIFY(isInView());
}

void UpgradePageTest::valuesAreReadWholeInASmallWindowWithLargeText()
{
    UpgradeFixture f;
    const auto looks = f.usualLooks();
    f.openUpgrade();
    auto *table = f.wizard()->findChild<QTableView *>(QStringLiteral("outcomeTable"));
    for (const int scale : {100, 140}) {
        f.theme.setTextScale(scale);
        f.window->resize(960, 480);
        QTRY_COMPARE(f.window->size(), QSize(960, 480));
        QTRY_VERIFY(table->viewport()->height() >= 3 * table->verticalHeader()->defaultSectionSize());
        for (const char *name : {"adviceArgument", "outcomeCounts"}) {
            const auto *label = f.wizard()->findChild<QLabel *>(QLatin1String(name));
            QTRY_VERIFY2(label->height() >= label->heightForWidth(label->width()), name);
        }
        for (const char *name : {"strategy-reuse", "strategy-reset-then-reuse", "strategy-reset"}) {
            const QAbstractButton *one = f.its(name);
            QTRY_VERIFY2(one->width() >= one->sizeHint().width(), name);
        }
        int columns = 0;
        for (int column = 0; column < outcomeColumnCount; ++column)
            columns += table->columnWidth(column);
        QTRY_VERIFY(columns <= table->viewport()->width() || table->horizontalScrollBar()->isVisible());
        for (const Strategy strategy : allStrategies)
            QTRY_VERIFY(table->columnWidth(int(outcomeColumn(strategy))) >= f.theme.inText(150));
    }
    const QFontMetrics metrics(f.theme.font());
    const QString word = QStringLiteral("override lost");
    const QString value = QStringLiteral("580.95.05");
    const int room = metrics.horizontalAdvance(word);
    QCOMPARE(OutcomeDelegate::wordBeside(word, value, metrics, room + 200), word);
    QCOMPARE(OutcomeDelegate::wordBeside(word, value, metrics, room), word + QStringLiteral(" …"));
    QCOMPARE(OutcomeDelegate::wordBeside(word, {}, metrics, room), word);
}

void UpgradePageTest::theExactCommandIsShownBeforeItRuns()
{
    UpgradeFixture f;
    f.openPlanned();
    f.goTo(WizardStep::Review);
    QCOMPARE(f.edit("reviewCommands")->toPlainText(),
             QStringLiteral("helm upgrade gpu-operator --version v26.7.0"));
    QVERIFY(!f.upgrades.operation->isStarted());
    f.its("copyCommands")->click();
    QCOMPARE(QApplication::clipboard()->text(), f.edit("reviewCommands")->toPlainText());
    QVERIFY(f.label("wizardStop").contains(QStringLiteral("Nothing has been changed")));
}

void UpgradePageTest::howItsValuesAreKeptIsSaidBeforeItRuns()
{
    UpgradeFixture f;
    FakeKeyring keyring;
    keyring.holds = true;
    f.upgrades.keyring = &keyring;
    f.openPlanned();
    f.goTo(WizardStep::Review);
    QVERIFY(!f.next()->isEnabled()); // nobody has read it yet
    QVERIFY2(f.label("wizardHoldback").contains(QStringLiteral("keyring")),
             qPrintable(f.label("wizardHoldback")));
    const auto *confirm = f.line("confirmChange");
    QTest::qWait(50); // layouts take their time
    const QPoint before = confirm->mapTo(f.wizard(), QPoint());
    keyring.refusal = Error{Error::Code::Unreachable, QStringLiteral("There is no keyring here."), {}, {}};
    keyring.release();
    const auto *note = f.wizard()->findChild<QLabel *>(QStringLiteral("reviewKeeping"));
    QTRY_VERIFY(note->isVisible());
    QTRY_VERIFY(note->mapTo(f.wizard(), QPoint()).y() > before.y());
    QTest::qWait(50);
    QCOMPARE(confirm->mapTo(f.wizard(), QPoint()), before);              // it stays under the pointer
    const QString text = f.label("reviewKeeping").remove(QChar(0x200B)); // where a line may break
    QVERIFY2(text.startsWith(QStringLiteral("There is no keyring here.")), qPrintable(text));
    QVERIFY(text.contains(f.upgrades.operation->captureFolder()));
    QVERIFY(text.contains(QStringLiteral("14 days")));
    QVERIFY(!f.label("wizardHoldback").contains(QStringLiteral("keyring")));
}

void UpgradePageTest::whatIsSetBesideIsTypedOnTheFirstPage()
{
    UpgradeFixture f;
    f.openPlanned();
    auto *settings = f.line("settings");
    settings->setFocus();
    f.type("driver.version");
    QTRY_VERIFY(!f.next()->isEnabled());
    QVERIFY(f.label("wizardHoldback").contains(QStringLiteral("has no value")));
    f.type("=595.91.07");
    QCOMPARE(settings->text(), QStringLiteral("driver.version=595.91.07"));
    QTRY_VERIFY(f.next()->isEnabled());
    f.goTo(WizardStep::Review);
    const Value edits = f.upgrades.judged.last().edits;
    QCOMPARE(edits.at({QStringLiteral("driver"), QStringLiteral("version")}).toString(),
             QStringLiteral("595.91.07"));
}

void UpgradePageTest::backAndForthKeepsWhatWasTyped()
{
    UpgradeFixture f;
    f.upgrades.answer->impact.kind = NodeImpact::Kind::DriverReload;
    f.openPlanned();
    f.goTo(WizardStep::Nodes);
    f.line("maxUnavailable")->setText(QStringLiteral("25%"));
    f.its("hasWindow")->click();
    f.goTo(WizardStep::Preflight);
    f.press(Qt::Key_Escape);
    QCOMPARE(int(f.controller()->page()), int(WizardStep::Nodes));
    f.press(Qt::Key_Escape);
    QCOMPARE(int(f.controller()->page()), int(WizardStep::Version));
    f.press(Qt::Key_Escape);
    QVERIFY(!f.wizard());
    f.press(Qt::Key_U, Qt::ControlModifier);
    f.goTo(WizardStep::Nodes);
    QCOMPARE(f.line("maxUnavailable")->text(), QStringLiteral("25%"));
    QVERIFY(f.its("hasWindow")->isChecked());
    QVERIFY(f.upgrades.judged.last().window.has_value());
}

void UpgradePageTest::anotherReleaseAndBackKeepsThePlan()
{
    UpgradeFixture f;
    f.openPlanned();
    f.goTo(WizardStep::Preflight);
    f.window->showUpgrade(cilium);
    QCOMPARE(f.label("wizardTitle"), QStringLiteral("Upgrade cilium"));
    f.window->showUpgrade(gpuOperator);
    QCOMPARE(int(f.controller()->page()), int(WizardStep::Preflight));
}

void UpgradePageTest::withoutOutcomesThereIsNothingToChoose()
{
    UpgradeFixture f;
    f.openUpgrade();
    QVERIFY(f.shows("versionBar") && f.shows("strategyChoice"));
    UpgradeFixture without;
    FakeChartSources none;
    without.fleet.setCharts(&none);
    without.openRecorded();
    without.window->showUpgrade(gpuOperator);
    QTRY_COMPARE(without.label("messageTitle"), QStringLiteral("The results cannot be computed"));
    QTRY_VERIFY(!without.shows("strategyChoice"));
    QVERIFY(!without.shows("versionBar"));
}

void UpgradePageTest::whatWasPlannedIsThereAfterARestart()
{
    UpgradeFixture f;
    f.drafts = f.folder.filePath(QStringLiteral("drafts"));
    f.openPlanned();
    f.goTo(WizardStep::Coordination);
    f.line("supportReference")->setText(QStringLiteral("CS-77"));
    f.window->close();
    f.open();
    f.window->showUpgrade(gpuOperator);
    QTRY_VERIFY(f.button("strategy-reset-then-reuse")->isChecked());
    QTRY_VERIFY(f.next()->isEnabled());
    QTRY_COMPARE(f.upgrades.judged.last().supportReference, QStringLiteral("CS-77"));
}

void UpgradePageTest::aPendingOperationIsToldOnTheFirstPage()
{
    UpgradeFixture f;
    f.openUpgrade();
    QVERIFY(!f.shows("pendingNotice"));
    FakeReleaseSource &releases = *f.fleet.source(prod);
    ShownRelease pending;
    pending.chart = QStringLiteral("gpu-operator");
    pending.revision = 5;
    pending.status = ReleaseStatus::PendingUpgrade;
    pending.deployed = 4;
    releases.put(pending, releases.ownership(gpuOperator));
    QTRY_VERIFY(f.label("pendingNotice").contains(QStringLiteral("Revision 5 is pending-upgrade since ")));
}

void UpgradePageTest::aPlanOfAnotherRevisionIsOffered()
{
    UpgradeFixture f;
    f.drafts = f.folder.filePath(QStringLiteral("drafts"));
    f.openPlanned();
    f.goTo(WizardStep::Coordination);
    f.line("supportReference")->setText(QStringLiteral("CS-77"));
    f.window->close();
    f.putRevision5();
    fillGpuOperatorRecord(*f.fleet.source(prod));
    f.open();
    f.window->showUpgrade(gpuOperator);
    QTRY_VERIFY(f.button("strategy-reset-then-reuse")->isEnabled());
    QVERIFY(!f.button("strategy-reset-then-reuse")->isChecked());
    const auto *plan = qobject_cast<UpgradeController *>(f.controller());
    QCOMPARE(plan->draft().supportReference, QString());
    QVERIFY2(f.label("planOfferText").contains(QStringLiteral("ticket CS-77")),
             qPrintable(f.label("planOfferText")));
    f.its("takeOffer")->click();
    QTRY_VERIFY(f.button("strategy-reset-then-reuse")->isChecked());
    QCOMPARE(plan->draft().supportReference, QStringLiteral("CS-77"));
    QVERIFY(!f.shows("planOffer"));
}

void UpgradePageTest::wordsWithSupportAreNotThereForAnotherVersion()
{
    UpgradeFixture f;
    f.openPlanned();
    f.goTo(WizardStep::Coordination);
    auto *reference = f.line("supportReference");
    auto *consent = f.edit("consent");
    reference->setText(QStringLiteral("CS-77"));
    consent->setPlainText(QStringLiteral("Ana, on the phone"));
    auto *plan = qobject_cast<UpgradeController *>(f.controller());
    plan->goTo(WizardStep::Version);
    plan->outcomes()->setTarget(QStringLiteral("v26.3.3"));
    QTRY_COMPARE(plan->draft().chart.version, QStringLiteral("v26.3.3"));
    f.goTo(WizardStep::Coordination);
    QCOMPARE(reference->text(), QString());
    QCOMPARE(consent->toPlainText(), QString());
    QCOMPARE(plan->draft().supportReference, QString());
    QCOMPARE(plan->draft().consent, QString()); // no field brings another one's words back
}

void UpgradePageTest::whatThePersonSetsStandsFirst()
{
    UpgradeFixture f;
    f.openUpgrade();
    f.line("settings")->setFocus();
    f.type("driver.version=595.91.07");
    auto *table = f.wizard()->findChild<QTableView *>(QStringLiteral("outcomeTable"));
    const auto cell = [table](int column, int role) { return table->model()->index(0, column).data(role); };
    QTRY_COMPARE(cell(0, Qt::DisplayRole).toString(), QStringLiteral("driver.version"));
    QTRY_COMPARE(cell(int(OutcomeColumn::Reuse), FateWordRole).toString(), QStringLiteral("your edit"));
    QVERIFY(cell(int(OutcomeColumn::Today), Qt::DisplayRole) !=
            cell(int(OutcomeColumn::Reuse), Qt::DisplayRole));
    QCOMPARE(cell(int(OutcomeColumn::Reuse), Qt::DisplayRole).toString(), QStringLiteral("595.91.07"));
    QVERIFY2(f.label("outcomeCounts").contains(QStringLiteral("your edit ×1")),
             qPrintable(f.label("outcomeCounts")));
    f.button("strategy-reset-then-reuse")->click();
    table->setMaximumHeight(60);
    QTRY_VERIFY(table->verticalScrollBar()->maximum() > 0);
    table->verticalScrollBar()->setValue(table->verticalScrollBar()->maximum());
    PolicyChanges policy; // of the form on the page Nodes: values of the chart as well
    policy.maxUnavailable = QStringLiteral("25%");
    qobject_cast<UpgradeController *>(f.controller())->setPolicy(policy);
    QTRY_COMPARE(cell(0, Qt::DisplayRole).toString(), QStringLiteral("driver.upgradePolicy.maxUnavailable"));
    QCOMPARE(table->verticalScrollBar()->value(), 0);
}

void UpgradePageTest::theLastPageSaysWhatItDoesToPeople()
{
    UpgradeFixture f;
    f.planDrivers();
    f.upgrades.answer->rollout->tenants = {{QStringLiteral("gpu-0"), QStringLiteral("team-a"), 8}};
    f.upgrades.answer->rollout->areTenantsKnown = true;
    ValueShift shift;
    shift.edits = {QStringLiteral("driver.version: 580.95.05 → 595.91.07")};
    f.upgrades.answer->values = shift;
    f.openPlanned();
    f.goTo(WizardStep::Review);
    const QString said = f.label("wizardDecision");
    for (const char *part :
         {"Takes 6 nodes", "gpu-0", "48 now →", "team-a (8 GPUs)", "driver.version: 580.95.05 → 595.91.07"})
        QVERIFY2(said.contains(QString::fromUtf8(part)), qPrintable(said));
    QVERIFY(
        f.wizard()->findChild<QWidget *>(QStringLiteral("wizardDecision"))->mapTo(f.wizard(), QPoint()).y() <
        f.next()->mapTo(f.wizard(), QPoint()).y());
    UpgradeFixture without; // nodes and values could not be read
    without.planDrivers();
    without.upgrades.answer->rollout.reset();
    without.openPlanned();
    without.goTo(WizardStep::Review);
    QVERIFY2(without.label("wizardDecision").contains(QStringLiteral("The nodes that it takes are unknown")),
             qPrintable(without.label("wizardDecision")));
    QVERIFY(without.label("wizardDecision").contains(QStringLiteral("The changed values are unknown")));
}

void UpgradePageTest::filesThatAreNotThereYetAreSaidToBe()
{
    UpgradeFixture f;
    f.upgrades.staged = {QStringLiteral("/journals/x/chart.tgz"), QStringLiteral("/journals/x/values.yaml")};
    f.openPlanned();
    f.goTo(WizardStep::Review);
    f.its("copyCommands")->click();
    const QStringList lines = QApplication::clipboard()->text().split(u'\n');
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[0].startsWith(u'#')); // a shell takes it for nothing
    QVERIFY2(lines[0].contains(stepTitle(ReleaseOperation::Step::Stage)), qPrintable(lines[0]));
    for (const QString &file : f.upgrades.staged)
        QVERIFY2(lines[0].contains(file), qPrintable(lines[0]));
}

#include "tst_upgrade_page.moc"
} // namespace tst_upgrade_page

CHARTROOM_TEST(tst_upgrade_page, UpgradePageTest)
