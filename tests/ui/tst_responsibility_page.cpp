// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"

#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_responsibility_page {

class ResponsibilityPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutAClusterItShowsTheModel();
    void aFailingClusterKeepsTheModelAndSaysSo();
    void theReleasesStandWithTheirOwners();
    void manyReleasesOfOneComponentAreCounted();
    void itIsReadAndLeftByKeyboard();
    void itFollowsTheTextSizeWhileItIsShown();
};

namespace {

/// Labels and chips of the page, in the order they were made.
QStringList texts(const WindowFixture &f)
{
    QStringList out;
    const QWidget *area = nullptr;
    const auto areas = f.window->findChildren<QScrollArea *>();
    for (const QScrollArea *candidate : areas)
        if (candidate->isVisible())
            area = candidate->widget();
    if (!area)
        return out;
    const auto widgets = area->findChildren<QWidget *>();
    for (const QWidget *widget : widgets) {
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            out.append(label->text());
        if (const auto *chip = qobject_cast<const QPushButton *>(widget))
            out.append(chip->text());
    }
    return out;
}

QPushButton *chip(const WindowFixture &f, const char *name)
{
    const auto buttons = f.window->findChildren<QPushButton *>();
    for (QPushButton *button : buttons)
        if (button->isVisible() && button->text() == QLatin1String(name))
            return button;
    return nullptr;
}

} // namespace

void ResponsibilityPageTest::withoutAClusterItShowsTheModel()
{
    WindowFixture f;
    f.open();
    f.press(Qt::Key_6, Qt::ControlModifier);
    const QStringList shown = texts(f);
    QVERIFY(shown.contains(QStringLiteral("Workloads")));
    QVERIFY(shown.join(u' ').contains(QStringLiteral("NVIDIA GPU Operator")));
    QCOMPARE(chip(f, "gpu-operator"), nullptr);
}

void ResponsibilityPageTest::aFailingClusterKeepsTheModelAndSaysSo()
{
    WindowFixture f;
    FleetEntry entry;
    entry.name = QStringLiteral("lab");
    entry.state = ClusterSession::State::Failed;
    entry.server = QStringLiteral("lab:6443");
    entry.problem = {Error::Code::Unreachable, QStringLiteral("Nobody answers."), {}, {}};
    f.fleet.put(entry);
    f.open();
    f.press(Qt::Key_6, Qt::ControlModifier);
    QVERIFY(texts(f).contains(QStringLiteral("Workloads")));
    QCOMPARE(f.label("clusterTitle"), QStringLiteral("lab"));
    QCOMPARE(f.label("freshness"), QStringLiteral("failed"));
}

void ResponsibilityPageTest::theReleasesStandWithTheirOwners()
{
    WindowFixture f;
    f.openWithAddons();
    f.press(Qt::Key_6, Qt::ControlModifier);
    QPushButton *csi = chip(f, "crusoe-csi-driver");
    QVERIFY(csi);
    QCOMPARE(csi->property("look").toByteArray(), QByteArray("chip-shared"));
    QTest::mouseClick(csi, Qt::LeftButton);
    QVERIFY(f.table()->isVisible());
    QTRY_COMPARE(f.label("inspectorTitle"), QStringLiteral("crusoe-csi-driver"));
}

void ResponsibilityPageTest::manyReleasesOfOneComponentAreCounted()
{
    WindowFixture f;
    f.fleet.addLive(QStringLiteral("prod-eu"))->put(manyReleases(2000));
    f.open();
    f.press(Qt::Key_6, Qt::ControlModifier);
    QVERIFY(f.window->findChildren<QPushButton *>().size() < 200);
    QVERIFY2(texts(f).filter(QStringLiteral("more")).size() > 0, qPrintable(texts(f).join(u'\n')));
}

void ResponsibilityPageTest::itIsReadAndLeftByKeyboard()
{
    WindowFixture f;
    f.openWithAddons();
    f.window->resize(1024, 600);
    f.press(Qt::Key_6, Qt::ControlModifier);
    auto *area = qobject_cast<QScrollArea *>(f.window->focusWidget());
    QVERIFY(area);
    QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
    f.press(Qt::Key_PageDown);
    QVERIFY(area->verticalScrollBar()->value() > 0);
    f.press(Qt::Key_Tab);
    const auto *first = qobject_cast<QPushButton *>(f.window->focusWidget());
    QVERIFY(first);
    const QString release = first->text();
    f.press(Qt::Key_Space);
    QVERIFY(f.table()->hasFocus());
    QTRY_COMPARE(f.label("inspectorTitle"), release);
}

void ResponsibilityPageTest::itFollowsTheTextSizeWhileItIsShown()
{
    WindowFixture f;
    f.openWithAddons();
    const auto looks = f.usualLooks();
    f.press(Qt::Key_6, Qt::ControlModifier);
    QTRY_VERIFY(chip(f, "crusoe-csi-driver"));
    const QStringList before = texts(f);
    const QPointer<QPushButton> old = chip(f, "crusoe-csi-driver");
    f.theme.setTextScale(200);
    QVERIFY(!old); // the page was built again
    QCOMPARE(texts(f), before);
}

#include "tst_responsibility_page.moc"
} // namespace tst_responsibility_page

CHARTROOM_TEST(tst_responsibility_page, ResponsibilityPageTest)
