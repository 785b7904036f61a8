// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/chosen_zone.h"
#include "core/process/program_search.h"
#include "core/upgrade/kept_captures.h"
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/delegates/change_delegate.h"
#include "ui/delegates/version_delegate.h"
#include "ui/dialogs/preferences_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QListView>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTabBar>
#include <QTreeView>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_preferences_dialog {

namespace {

struct PreferencesFixture : WindowFixture
{
    void openPreferences()
    {
        openWithAddons();
        window->findChild<QAction *>(u"preferences"_s)->trigger();
        QTRY_VERIFY(dialog() && dialog()->isVisible());
        dialog()->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog())); // else no field has the keyboard
    }
    [[nodiscard]] PreferencesDialog *dialog() const { return window->findChild<PreferencesDialog *>(); }
    template<typename Kind>
    [[nodiscard]] Kind *field(const char *name) const
    {
        return dialog()->findChild<Kind *>(QLatin1String(name));
    }
    template<typename Kind>
    void type(const char *name, const QString &text) const
    {
        auto *edit = field<Kind>(name);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClick(edit, Qt::Key_Delete);
        QTest::keyClicks(edit, text);
    }
};

} // namespace

class PreferencesDialogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsChosenIsKept()
    {
        PreferencesFixture f;
        const auto looks = f.usualLooks();
        f.openPreferences();
        f.field<QSpinBox>("captureDays")->setValue(3);
        QCOMPARE(clearCaptureDays(f.settings), std::chrono::days(3));
        f.field<QCheckBox>("notifyChoice")->toggle();
        QVERIFY(!f.window->findChild<QAction *>(u"notifyRollout"_s)->isChecked());
        auto *themes = f.field<QComboBox>("themeChoice");
        themes->setFocus();
        QTest::keyClick(themes, Qt::Key_End);
        QCOMPARE(f.theme.mode(), Theme::Mode::Dark);
    }

    void onlyAProgramIsKeptAsOne()
    {
        PreferencesFixture f;
        const QString path = f.folder.filePath(u"helm4"_s);
        {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        }
        f.openPreferences();
        f.type<QLineEdit>("helmPath", path + u'x');
        QVERIFY(f.field<QLabel>("helmProblem")->isVisible());
        QCOMPARE(chosenProgram(f.settings, u"helm"_s), QString());
        f.type<QLineEdit>("helmPath", path);
        QVERIFY(!f.field<QLabel>("helmProblem")->isVisible());
        QCOMPARE(chosenProgram(f.settings, u"helm"_s), path);
        f.type<QLineEdit>("helmPath", {});
        QCOMPARE(chosenProgram(f.settings, u"helm"_s), QString());
    }

    void whatIsTypedIsKeptHoweverItIsLeft()
    {
        PreferencesFixture f;
        f.openPreferences();
        const QString helm = QFileInfo(u"/bin/sh"_s).absoluteFilePath();
        auto *path = f.field<QLineEdit>("helmPath");
        path->setFocus();
        QTest::keyClicks(path, helm);
        QTest::keyClick(path, Qt::Key_Return);
        QVERIFY(f.dialog() && f.dialog()->isVisible());
        QCOMPARE(chosenProgram(f.settings, u"helm"_s), helm);
        auto *other = f.field<QLineEdit>("kubectlPath");
        other->setFocus();
        QTest::keyClicks(other, helm);
        QTest::keyClick(other, Qt::Key_Escape);
        QTRY_VERIFY(!f.dialog());
        QCOMPARE(chosenProgram(f.settings, u"kubectl"_s), helm);
    }

    void anEmptyFieldNamesTheProgramThatIsUsedWithoutAChoice()
    {
        PreferencesFixture f;
        const auto restored = qScopeGuard([&f] {
            f.settings.clear();
            useChosenPrograms(f.settings);
        });
        setChosenProgram(f.settings, u"kubectl"_s, u"/bin/sh"_s);
        useChosenPrograms(f.settings);
        f.openPreferences();
        const QString shown = f.field<QLineEdit>("kubectlPath")->placeholderText();
        QVERIFY2(!shown.isEmpty() && shown != u"/bin/sh", qPrintable(shown));
    }

    void onlyAZoneIsKeptAsOne()
    {
        PreferencesFixture f;
        f.openPreferences();
        const auto typed = [&f](const QString &text) {
            auto *zones = f.field<QComboBox>("zoneChoice");
            zones->lineEdit()->setText(text);
            Q_EMIT zones->lineEdit()->editingFinished();
            return chosenZone(f.settings);
        };
        QCOMPARE(typed(u"europe/berlin"_s), QByteArray("Europe/Berlin"));
        QCOMPARE(typed(u"Nowhere"_s), QByteArray("Europe/Berlin"));
        QCOMPARE(typed(u"UTC+03:00"_s), QByteArray("Europe/Berlin")); // $TZ would take it for UTC-03:00
        QCOMPARE(f.field<QComboBox>("zoneChoice")->currentText(), u"Europe/Berlin"_s);
        QCOMPARE(typed(f.field<QComboBox>("zoneChoice")->itemText(0)), QByteArray());
        f.settings.setValue(u"window/timeZone"_s, u"Nowhere"_s);
        QCOMPARE(chosenZone(f.settings), QByteArray());
    }

    void theTextOfEveryWidgetFollows()
    {
        PreferencesFixture f;
        const auto looks = f.usualLooks();
        f.openPreferences();
        const auto *plain = f.window->findChild<QTabBar *>(u"pageTabs"_s);
        const auto *given = f.window->findChild<QLabel *>(u"dataAge"_s);
        QVERIFY(given->testAttribute(Qt::WA_SetFont));
        const auto sizes = [&] { return std::pair(plain->font().pointSizeF(), given->font().pointSizeF()); };
        const auto [before, givenBefore] = sizes();
        f.field<QSpinBox>("textSize")->setValue(150);
        QTRY_VERIFY(qFuzzyCompare(sizes().first, before * 1.5));
        QVERIFY(qFuzzyCompare(sizes().second, givenBefore * 1.5));
        f.window->findChild<QAction *>(u"smallerText"_s)->trigger();
        QTRY_COMPARE(f.field<QSpinBox>("textSize")->value(), 140);
        QCOMPARE(f.theme.textScale(), 140);
        f.window->findChild<QAction *>(u"normalText"_s)->trigger();
        QTRY_VERIFY(qFuzzyCompare(sizes().second, givenBefore));
        f.theme.setTextScale(1000);
        QCOMPARE(f.theme.textScale(), Theme::largestText);
    }

    void severalStepsInARowLayEverythingOutOnce()
    {
        PreferencesFixture f;
        const auto looks = f.usualLooks();
        f.openWithAddons();
        QSignalSpy changes(&f.theme, &Theme::changed);
        auto *larger = f.window->findChild<QAction *>(u"largerText"_s);
        for (int i = 0; i < 4; ++i)
            larger->trigger();
        QCOMPARE(changes.size(), 0);
        QCOMPARE(f.theme.wantedTextScale(), 140);
        QTRY_COMPARE(f.theme.textScale(), 140);
        QCOMPARE(changes.size(), 1);
        larger->trigger();
        f.theme.setTextScale(100); // at once, and what was asked for before does not follow it
        changes.clear();
        QVERIFY(!changes.wait(150));
        QCOMPARE(f.theme.textScale(), 100);
    }

    void rowsAndBarsHaveRoomForTheLargestText()
    {
        PreferencesFixture f;
        const auto looks = f.usualLooks();
        f.openWithAddons();
        const auto heights = [&f] {
            const auto *clusters = f.window->findChild<QListView *>(u"clusterList"_s);
            const QWidget *status = f.window->findChild<QLabel *>(u"dataAge"_s)->parentWidget();
            return QList<int>{f.table()->verticalHeader()->defaultSectionSize(), f.table()->rowHeight(1),
                              f.table()->horizontalHeader()->height(), clusters->sizeHintForRow(0),
                              status->height()};
        };
        const QList<int> before = heights();
        f.theme.setTextScale(Theme::largestText);
        const auto fit = [&] {
            const QList<int> now = heights();
            const int line = QFontMetrics(f.theme.font()).lineSpacing();
            const int small = QFontMetrics(f.theme.secondaryFont()).lineSpacing();
            return now[0] >= line && now[1] >= line && now[2] >= small && now[3] >= small && now[4] >= small;
        };
        QTRY_VERIFY(fit());
        const int title = QFontMetrics(f.theme.titleFont()).lineSpacing();
        const auto labels = f.window->findChildren<QLabel *>(u"clusterTitle"_s);
        for (const QLabel *label : labels)
            if (label->isVisible())
                QTRY_VERIFY(label->parentWidget()->height() >= title);
        f.theme.setTextScale(100);
        QTRY_COMPARE(heights(), before);
    }

    void rowsOfTreesHaveRoomForTheLargestText()
    {
        PreferencesFixture f;
        const auto looks = f.usualLooks();
        QTreeView tree;
        QStandardItemModel rows(1, 1);
        const ChangeDelegate changes(&f.theme, nullptr);
        const VersionDelegate versions(&f.theme, &tree);
        f.theme.setTextScale(Theme::largestText);
        const QStyleOptionViewItem option;
        QVERIFY(changes.sizeHint(option, rows.index(0, 0)).height() >=
                QFontMetrics(f.theme.identifierFont()).lineSpacing());
        QVERIFY(versions.sizeHint(option, rows.index(0, 0)).height() >=
                QFontMetrics(f.theme.font()).lineSpacing());
    }

    void theTextSizeIsRemembered()
    {
        WindowFixture f;
        const auto looks = qScopeGuard([&f] { QApplication::setFont(f.theme.font()); });
        Theme(&f.settings).setTextScale(130);
        QCOMPARE(Theme(&f.settings).textScale(), 130);
    }
};

#include "tst_preferences_dialog.moc"
} // namespace tst_preferences_dialog

CHARTROOM_TEST(tst_preferences_dialog, PreferencesDialogTest)
