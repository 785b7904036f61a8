// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/ui/upgrade_fixture.h"
#include "ui/theme/plain_tool_tip.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QHelpEvent>
#include <QTabBar>
#include <QTextDocument>
#include <QToolTip>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_accessible_tree {

namespace {

/// Where it stands in the window, as "addonsPage/filter".
QString placeOf(const QObject *object)
{
    QStringList place;
    for (; object && place.size() < 4; object = object->parent())
        if (!object->objectName().startsWith(u"qt_"))
            place.prepend(object->objectName().isEmpty()
                              ? QString::fromLatin1(object->metaObject()->className())
                              : object->objectName());
    return place.join(u'/');
}

/// As it is read: without the mark of a mnemonic, each space once.
QString asRead(QString text)
{
    return text.replace(u"&&"_s, u"\1"_s).remove(u'&').replace(u'\1', u'&').simplified();
}

bool isHidden(const QAccessibleInterface *one)
{
    const QAccessible::State state = one->state();
    return state.invisible || state.offscreen;
}

/// What a screen reader is told of a window, held against what the window shows.
class Listener
{
public:
    explicit Listener(QWidget *window)
    {
        listen(QAccessible::queryAccessibleInterface(window), 0);
        const auto shown = window->findChildren<QWidget *>();
        for (QWidget *widget : shown)
            if (widget->isVisible())
                compare(widget);
    }

    QStringList problems;
    int heard = 0; ///< objects in the tree
    int seen = 0;  ///< texts on the screen

private:
    void note(const QAccessibleInterface *one, const QString &problem)
    {
        problems << placeOf(one->object()) + u": "_s + problem;
    }

    void listen(QAccessibleInterface *one, int depth)
    {
        constexpr int deepest = 40;
        if (!one || depth > deepest || (depth > 0 && isHidden(one)))
            return;
        ++heard;
        const QString name = one->text(QAccessible::Name);
        const QString description = one->text(QAccessible::Description);
        for (const QString &text : {name, description, one->text(QAccessible::Value)}) {
            m_told << asRead(text);
            if (Qt::mightBeRichText(text))
                note(one, u"markup in \"%1\""_s.arg(text));
            for (const char16_t sign : {u'\u200B', u'\u2060', u'\uFEFF', u'\u00AD'})
                if (text.contains(sign))
                    note(one, u"an invisible sign in \"%1\""_s.arg(text));
        }
        if (!name.isEmpty() && asRead(name) == asRead(description))
            note(one, u"\"%1\" is told twice"_s.arg(name));
        if (const qsizetype half = name.size() / 2;
            half > 2 && name.size() % 2 == 1 && name.left(half) == name.right(half))
            note(one, u"the name \"%1\" is doubled"_s.arg(name));
        const auto *widget = qobject_cast<QWidget *>(one->object());
        if (widget && one->state().focusable && (widget->focusPolicy() & Qt::TabFocus) && name.isEmpty())
            note(one, u"can be focused, but has no name"_s);
        // Its cells are compared with the model.
        if (widget && qobject_cast<const QAbstractItemView *>(widget))
            return;
        for (int i = 0; i < one->childCount(); ++i)
            listen(one->child(i), depth + 1);
    }

    void compare(QWidget *widget)
    {
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            isTold(widget, label->text().remove(u'\u200B').remove(u'\u2060'));
        else if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            isTold(widget, button->text());
        else if (auto *view = qobject_cast<QAbstractItemView *>(widget); view && view->model())
            compareCells(*view);
    }

    void isTold(const QWidget *widget, const QString &shown)
    {
        const QString text = asRead(shown);
        if (text.isEmpty())
            return;
        ++seen;
        const bool isIn = std::any_of(m_told.cbegin(), m_told.cend(),
                                      [&text](const QString &told) { return told.contains(text); });
        if (!isIn)
            problems << placeOf(widget) + u": \""_s + text + u"\" is shown, but not told"_s;
    }

    void compareCells(QAbstractItemView &view)
    {
        QAccessibleInterface *told = QAccessible::queryAccessibleInterface(&view);
        auto *table = told ? told->tableInterface() : nullptr;
        if (!table)
            return;
        const QAbstractItemModel &model = *view.model();
        for (int row = 0; row < std::min(model.rowCount(), 20); ++row)
            for (int column = 0; column < model.columnCount(); ++column) {
                const QModelIndex index = model.index(row, column);
                if (view.visualRect(index).isEmpty())
                    continue;
                QAccessibleInterface *cell = table->cellAt(row, column);
                const QString shown = index.data(Qt::DisplayRole).toString();
                if (shown.isEmpty())
                    continue;
                ++seen;
                const QString name = cell ? cell->text(QAccessible::Name) : QString();
                if (!asRead(name).contains(asRead(shown)))
                    problems << u"%1: cell %2, %3 shows \"%4\" and is told as \"%5\""_s.arg(
                        placeOf(&view), QString::number(row), QString::number(column), shown, name);
            }
    }

    QStringList m_told;
};

} // namespace

/// Each page as a screen reader is told of it.
class AccessibleTreeTest : public QObject
{
    Q_OBJECT

    static void hear(QWidget *window, const QString &page)
    {
        const Listener listener(window);
        QVERIFY2(listener.problems.isEmpty(), qPrintable(page + u":\n"_s + listener.problems.join(u'\n')));
        QVERIFY2(listener.heard > 20 && listener.seen > 5, // it looked at something
                 qPrintable(u"%1: %2, %3"_s.arg(page).arg(listener.heard).arg(listener.seen)));
    }

private Q_SLOTS:
    void eachPageIsTold()
    {
        UpgradeFixture f;
        f.openWithAddons();
        fillWithAddons(*f.fleet.addLive(u"prod-us"_s)); // so that there is a page for several
        fillMidWindow(*f.fleet.rolloutSource(prod));
        f.fleet.findingsSource(prod)->found(badNight(), {u"Logs of pods may not be read."_s});
        const auto *tabs = f.window->findChild<QTabBar *>(u"pageTabs"_s);
        QVERIFY(tabs->count() > 5);
        for (int page = 0; page < tabs->count(); ++page) {
            const QString title = tabs->tabText(page);
            f.showPage(title);
            QTRY_COMPARE(tabs->currentIndex(), page);
            hear(f.window.get(), title);
        }
    }

    void aToolTipIsShownLetterByLetter()
    {
        UpgradeFixture f;
        f.open();
        const QString text = u"driver <b>580</b>"_s;
        f.window->setToolTip(text);
        const QPoint at(5, 5);
        QHelpEvent asked(QEvent::ToolTip, at, f.window->mapToGlobal(at));
        QVERIFY(QCoreApplication::sendEvent(f.window.get(), &asked));
        QCOMPARE(QToolTip::text(), plainToolTip(text));
        QToolTip::hideText();
    }

    void eachStepOfAnUpgradeIsTold()
    {
        UpgradeFixture f;
        f.planDrivers();
        f.openPlanned();
        for (const WizardStep step : {WizardStep::Version, WizardStep::Nodes, WizardStep::Preflight,
                                      WizardStep::Coordination, WizardStep::Review, WizardStep::Run}) {
            f.goTo(step);
            hear(f.window.get(), f.label("wizardTitle") + u" step "_s + QString::number(int(step)));
        }
    }
};

#include "tst_accessible_tree.moc"
} // namespace tst_accessible_tree

CHARTROOM_TEST(tst_accessible_tree, AccessibleTreeTest)
