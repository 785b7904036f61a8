// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/sandbox_window.h"
#include "tests/support/test_main.h"
#include "ui/widgets/release_table.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_upgrade_window {

namespace {

const QString heldLabel = u"nvidia.com/gpu-driver-upgrade.skip=true"_s;

} // namespace

/// A person's way through an upgrade of each of the provider's add-ons and back, by the real widgets and real
/// helm of both majors, down to the last node.
class UpgradeWindowTest : public QObject, public SandboxWindow
{
    Q_OBJECT

    using SandboxWindow::press;

    int m_presses = 0; ///< of the mouse and of keys

    void openOn(const PlannedUpgrade &planned, const char *helm)
    {
        take(planned);
        if (QTest::currentTestFailed())
            return;
        open(helm);
        QTRY_VERIFY_WITH_TIMEOUT(release() && release()->record, 30000);
        window()->showRelease(planned.release);
    }
    /// The button that is seen, once it can be pressed.
    void click(const char *button)
    {
        QTRY_VERIFY2_WITH_TIMEOUT(its<QAbstractButton>(button)->isVisible() &&
                                      its<QAbstractButton>(button)->isEnabled(),
                                  button, 30000);
        its<QAbstractButton>(button)->click();
    }
    /// A press of the mouse on it, as a person's.
    void press(QWidget *widget, const QPoint &where = {})
    {
        QVERIFY(widget && widget->isVisible() && widget->isEnabled());
        ++m_presses;
        QTest::mouseClick(widget, Qt::LeftButton, Qt::NoModifier, where);
    }
    void type(QWidget *widget, const QString &text)
    {
        press(widget);
        m_presses += int(text.size());
        QTest::keyClicks(widget, text);
    }
    /// With CHARTROOM_PICTURES=FOLDER.
    void picture(const QString &name) const
    {
        const QString folder = qEnvironmentVariable("CHARTROOM_PICTURES");
        if (!folder.isEmpty())
            QVERIFY(window()->grab().save(folder + u"/newcomer-"_s + name + u".png"_s));
    }
    /// Waits until one can go on, writing under each finding that asks for it why it is done all the same.
    void pressNext(const QString &name)
    {
        const auto mayGoOn = [this] {
            const auto reasons = wizard()->findChildren<QPlainTextEdit *>();
            for (QPlainTextEdit *reason : reasons)
                if (reason->isVisible() && reason->objectName().startsWith(u"reason-") &&
                    reason->toPlainText().isEmpty() && reason->objectName() != u"reason-ownership")
                    type(reason, u"as agreed"_s);
            return next()->isEnabled();
        };
        QVERIFY2(QTest::qWaitFor(mayGoOn, 60000), qPrintable(wizard()->controller()->currentHoldback()));
        picture(name);
        press(next());
    }
    void letThemFollow()
    {
        auto *reason = its<QLineEdit>("unholdReason");
        QTRY_VERIFY_WITH_TIMEOUT(says(u" is done. Bakes until"_s), 120000);
        QVERIFY(reason->isVisible() && !its<QAbstractButton>("unholdNodes")->isEnabled());
        QTest::keyClicks(reason, u"The window ends."_s);
        click("unholdNodes");
        QTRY_VERIFY_WITH_TIMEOUT(its<QAbstractButton>("confirmUnhold")->isVisible(), 30000);
        const QString commands = its<QPlainTextEdit>("unholdCommands")->toPlainText();
        QVERIFY2(commands.contains(u"label nodes"_s), qPrintable(commands));
        click("confirmUnhold");
        QTRY_VERIFY_WITH_TIMEOUT(says(u" released: the operator"_s), 30000);
        QCOMPARE(sandbox().nodesWith(heldLabel), QStringList());
    }

private Q_SLOTS:
    void initTestCase() { findSandbox(); }

    void cleanup()
    {
        close();
        if (!sandbox().nodesWith(heldLabel).isEmpty())
            (void)sandbox().tool("kubectl", {u"label"_s, u"nodes"_s, u"-l"_s, heldLabel,
                                             heldLabel.section(u'=', 0, 0) + u'-'});
    }

    /// Nobody told him anything: he sees the table, takes the row, the one marked button and what is
    /// suggested.
    void aNewcomerGetsToAVerifiedUpgradeInTwoMinutes()
    {
        take(plannedUpgrades()[0]);
        if (QTest::currentTestFailed())
            return;
        const PlannedUpgrade &planned = taken();
        const Value before = told().values();
        QElapsedTimer timer;
        timer.start();
        m_presses = 0;
        open("helm4");
        QTRY_VERIFY_WITH_TIMEOUT(release() && release()->record, 30000);
        const int revision = release()->newest().revision;
        auto *table = window()->findChild<ReleaseTable *>();
        int row = 0;
        while (row < table->model()->rowCount() &&
               table->model()->index(row, int(ReleaseColumn::Name)).data() != planned.release.name)
            ++row;
        const QModelIndex csi = table->model()->index(row, int(ReleaseColumn::Name));
        QVERIFY(csi.isValid());
        picture(u"1-addons"_s);
        table->scrollTo(csi);
        press(table->viewport(), table->visualRect(csi).center());
        auto *begin = window()->findChild<QAbstractButton *>(u"inspectorUpgrade"_s);
        QTRY_VERIFY_WITH_TIMEOUT(begin->isVisible() && begin->isEnabled(), 30000);
        const auto shown = [this] {
            const auto titles = window()->findChildren<QLabel *>(u"inspectorTitle"_s);
            const auto seen = std::find_if(titles.begin(), titles.end(),
                                           [](const QLabel *one) { return one->isVisible(); });
            return seen == titles.end() ? QString() : (*seen)->text();
        };
        QTRY_COMPARE(shown(), planned.release.name);
        picture(u"2-release"_s);
        press(begin);
        QTRY_VERIFY(wizard());
        const auto suggested = [this]() -> QAbstractButton * {
            const auto buttons = wizard()->findChildren<QAbstractButton *>();
            for (QAbstractButton *button : buttons)
                if (button->isVisible() && button->isEnabled() && button->text().endsWith(u"suggested"_s))
                    return button;
            return nullptr;
        };
        QTRY_VERIFY_WITH_TIMEOUT(suggested(), 30000);
        press(suggested());
        QCOMPARE(controller()->draft().chart.version, planned.to); // the newest, unasked
        pressNext(u"3-version"_s);
        while (!QTest::currentTestFailed() && wizard()->controller()->page() < Page::Coordination)
            pressNext(u"4-preflight"_s);
        QCOMPARE(int(wizard()->controller()->page()), int(Page::Coordination));
        type(its<QLineEdit>("supportReference"), u"CS-1"_s);
        pressNext(u"5-coordination"_s);
        QCOMPARE(int(wizard()->controller()->page()), int(Page::Review));
        if (const QString wish = controller()->confirmationWish(); !wish.isEmpty())
            type(its<QLineEdit>("confirmChange"), wish);
        pressNext(u"6-review"_s); // the button says what it does
        QTRY_VERIFY_WITH_TIMEOUT(wizard()->controller()->hasEnded(), 100000);
        pressNext(u"7-run"_s);
        const QString title = its<QLabel>("resultTitle")->text();
        const qint64 took = timer.elapsed();
        picture(u"8-result"_s);
        qInfo("a newcomer: %d presses of mouse and keys, %lld ms from the start to \"%s\"", m_presses, took,
              qPrintable(title));
        QCOMPARE(title, u"Deployed as planned"_s);
        QVERIFY(took < 120'000);
        checkRelease(revision + 1, planned.to, planned.values(before));
        QCOMPARE(planned.awaitNodes(sandbox(), planned.after), QString());

        beginRollback(revision);
        goOn(Page::Review);
        check(revision + 2, planned.from, before, planned.before);
    }

    void anAddOnGoesUpAndBackThroughTheWindow_data() { addUpgradeRows("helm4"); }
    void anAddOnGoesUpAndBackThroughTheWindow()
    {
        QFETCH(int, upgrade);
        QFETCH(QByteArray, helm);
        openOn(plannedUpgrades()[upgrade], helm.constData());
        if (QTest::currentTestFailed())
            return;
        const PlannedUpgrade &planned = taken();
        const Value before = told().values();
        const int revision = release()->newest().revision;
        QCOMPARE(release()->record->chartVersion, planned.from);
        QElapsedTimer timer;
        timer.start();

        press(Qt::Key_U, Qt::ControlModifier);
        QTRY_VERIFY(wizard());
        plan();
        if (QTest::currentTestFailed())
            return;
        agree();
        if (QTest::currentTestFailed())
            return;
        window()->close();
        QVERIFY(window()->isVisible());
        check(revision + 1, planned.to, planned.values(before), planned.after);
        if (QTest::currentTestFailed())
            return;

        beginRollback(revision);
        goOn(Page::Review);
        check(revision + 2, planned.from, before, planned.before);
        qInfo("up and back through the window: %lld ms", timer.elapsed());
    }

    void theGpuOperatorGoesByACanaryAndBack()
    {
        openOn(plannedUpgrades()[2], "helm4");
        if (QTest::currentTestFailed())
            return;
        const PlannedUpgrade &planned = taken();
        const Value before = told().values();
        const int revision = release()->newest().revision;
        QStringList others = sandbox().nodesWith(u"nvidia.com/gpu.present=true"_s);
        const QString canary = others.takeAt(1);
        QCOMPARE(others.size(), 2);
        QElapsedTimer timer;
        timer.start();

        press(Qt::Key_U, Qt::ControlModifier);
        QTRY_VERIFY(wizard());
        plan();
        if (QTest::currentTestFailed())
            return;
        agree([this, canary] {
            its<QLineEdit>("canary")->setText(canary);
            choose("bake", -1);
            QTest::keyClicks(its<QLineEdit>("ownBake"), u"1h"_s);
        });
        QCOMPARE(controller()->draft().canary, canary);
        const QString result = endOfRun();
        QVERIFY2(result.startsWith(u"Deployed, not verified"_s), qPrintable(result));
        QVERIFY(says(canary + u" is the canary node; 2 node"_s));
        QCOMPARE(sandbox().nodesWith(heldLabel), others);
        checkRelease(revision + 1, planned.to, planned.values(before));

        // It alone gets the new driver; the others keep theirs.
        QTRY_COMPARE_WITH_TIMEOUT(sandbox().nodesWith(planned.after.selector()), QStringList{canary}, 240000);
        const QString driver = u"nvidia.com/cuda.driver-version.full"_s;
        QCOMPARE(sandbox().nodesWith(driver + u'=' + planned.before.labels[driver]), others);
        QCOMPARE(sandbox().nodesWith(heldLabel), others);
        letThemFollow();
        if (QTest::currentTestFailed())
            return;
        QCOMPARE(planned.awaitNodes(sandbox(), planned.after), QString());
        QCOMPARE(told().otherThan(planned.chart(planned.to), planned.values(before)), QString());

        beginRollback(revision);
        QVERIFY(!says(u"on hold"_s));
        goOn(Page::Review);
        check(revision + 2, planned.from, before, planned.before);
        qInfo("by a canary and back through the window: %lld ms", timer.elapsed());
    }
};

#include "tst_upgrade_window.moc"
} // namespace tst_upgrade_window

CHARTROOM_TEST(tst_upgrade_window, UpgradeWindowTest)
