// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/rules.h"
#include "core/screens/activity/open_operations.h"
#include "core/screens/addons/decisions.h"
#include "core/screens/tables/row_groups.h"
#include "core/words/path_notes.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_fleet.h"
#include "ui/pages/page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/message_view.h"
#include "ui/widgets/release_table.h"
#include "ui/window/main_window.h"

#include <QCursor>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScopeGuard>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

namespace chartroom::test {

inline const QString prod = QStringLiteral("prod-eu");

/// A window over fakes, with its settings in a temporary folder. Fill the fleet, then open().
struct WindowFixture
{
    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    FakeClock clock;
    FakeFleet fleet;
    Theme theme{nullptr};
    Result<ResponsibilityRules> rules = ResponsibilityRules::bundled();
    Notifications *notifications = nullptr;
    QString drafts;
    QString operations;
    QString ticketDrafts;
    std::unique_ptr<PathNotes> notes;
    std::unique_ptr<Decisions> decisions;
    std::unique_ptr<OpenOperations> openOperations;
    std::unique_ptr<MainWindow> window;

    void open()
    {
        window.reset();
        ResponsibilityRules *known = rules ? &*rules : nullptr;
        notes = std::make_unique<PathNotes>(known);
        decisions = known ? std::make_unique<Decisions>(known) : nullptr;
        openOperations = std::make_unique<OpenOperations>(&fleet, &clock, operations);
        window = std::make_unique<MainWindow>(UiContext{&fleet, &clock, &theme, known, &settings,
                                                        notifications, drafts, operations, notes.get(),
                                                        ticketDrafts, decisions.get(), openOperations.get()});
        window->resize(1280, 800); // the tests' screen is smaller
        window->show();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
    }
    void openWithAddons()
    {
        fillWithAddons(*fleet.addLive(prod));
        open();
    }

    /// Text size and colours belong to the whole program: at the end of a test they are the usual ones.
    [[nodiscard]] auto usualLooks()
    {
        return qScopeGuard([this] {
            theme.setTextScale(100);
            theme.setMode(Theme::Mode::System);
        });
    }

    [[nodiscard]] ReleaseTable *table() const { return window->findChild<ReleaseTable *>(); }
    [[nodiscard]] QLineEdit *filter() const
    {
        return window->findChild<QLineEdit *>(QStringLiteral("filter"));
    }
    /// The message that is seen, null when none is.
    [[nodiscard]] MessageView *message() const
    {
        const auto found = window->findChildren<MessageView *>();
        for (MessageView *message : found)
            if (message->isVisible())
                return message;
        return nullptr;
    }
    [[nodiscard]] QString label(const char *name) const
    {
        const auto found = window->findChildren<QLabel *>(QLatin1String(name));
        for (const QLabel *label : found)
            if (label->isVisible())
                return label->text().remove(QChar(0x200B)); // where a long word may be broken
        return {};
    }
    /// What is seen of the labels in there, a line each, without the places where a long word may be broken.
    [[nodiscard]] static QString textsIn(const QWidget *place)
    {
        QStringList texts;
        const auto labels = place->findChildren<QLabel *>();
        for (const QLabel *one : labels)
            if (one->isVisible())
                texts.append(one->text());
        return texts.join(u'\n').remove(QChar(0x200B));
    }
    [[nodiscard]] bool shows(const char *name) const
    {
        const auto found = window->findChildren<QWidget *>(QLatin1String(name));
        return std::any_of(found.begin(), found.end(),
                           [](const QWidget *widget) { return widget->isVisible(); });
    }
    /// The name in each row of the table, headings as "[title]".
    [[nodiscard]] QStringList rows() const
    {
        QStringList out;
        const QAbstractItemModel *model = table()->model();
        for (int row = 0; model && row < model->rowCount(); ++row) {
            const QVariant group = model->index(row, 0).data(GroupRole);
            out.append(group.isValid() ? u'[' + group.toString() + u']'
                                       : model->index(row, 0).data().toString());
        }
        return out;
    }
    /// Over nothing that follows it.
    void putPointerAside() const { QCursor::setPos(window->mapToGlobal(QPoint(1, 1))); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QTest::keyClick(window->focusWidget() ? window->focusWidget() : window.get(), key, modifiers);
    }
    /// Of the page that is seen.
    [[nodiscard]] QString pageTitle() const
    {
        const auto *tabs = window->findChild<QTabBar *>(QStringLiteral("pageTabs"));
        return tabs->tabText(tabs->currentIndex());
    }
    /// By its key.
    void showPage(const QString &title) const
    {
        const auto pages = window->findChildren<Page *>();
        for (const Page *page : pages)
            if (page->title() == title)
                press(page->key()[0].key(), page->key()[0].keyboardModifiers());
    }
    void type(const char *text) const { QTest::keyClicks(window->focusWidget(), QLatin1String(text)); }
};

} // namespace chartroom::test
