// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/addons/release_proxy.h"
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QScrollArea>
#include <QScrollBar>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_addons_table {

class AddonsTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLostConnectionDoesNotMoveTheRows();
    void aRestingPointerDoesNotHoldTheOrder();
    void theFirstRowIsSelectedUntilSomebodyChooses();
    void theSelectionComesBackAfterAFilter();
    void aNarrowWindowStillShowsTheOwner();
    void aDraggedColumnFollowsTheSizeOfTheText();
    void aCutLabelKeepsItsTextInTheTooltip();
    void theNamespaceIsWrittenAsAnIdentifier();
    void aWarningIsNeverCutInANarrowInspector();
    void aBannerIsReadWholeInASmallWindow();
};

void AddonsTableTest::aLostConnectionDoesNotMoveTheRows()
{
    WindowFixture f;
    f.openWithAddons();
    const auto top = [&] { return f.table()->viewport()->mapTo(f.window.get(), QPoint()); };
    const QPoint before = top();
    FleetEntry entry = f.fleet.entry(QStringLiteral("prod-eu"));
    entry.state = ClusterSession::State::Reconnecting;
    entry.problem = {Error::Code::Unreachable, QStringLiteral("The connection was lost."), {}, {}};
    f.fleet.put(entry);
    QCOMPARE(f.label("bannerText"), QStringLiteral("The connection was lost."));
    const int height = f.table()->height();
    QTRY_VERIFY(f.table()->height() <= height); // laid out with the strip
    QCOMPARE(top(), before);
}

void AddonsTableTest::aRestingPointerDoesNotHoldTheOrder()
{
    WindowFixture f;
    f.openWithAddons();
    const QPointF here = f.table()->viewport()->rect().center();
    QEnterEvent enter(here, here, f.table()->viewport()->mapToGlobal(here));
    QApplication::sendEvent(f.table(), &enter);
    ShownRelease early;
    early.name = QStringLiteral("aa-first");
    f.fleet.source(QStringLiteral("prod-eu"))->put(early);
    QCOMPARE(f.rows().first(), QStringLiteral("aa-first"));
    QTest::mouseMove(f.table()->viewport(), here.toPoint());
    early.name = QStringLiteral("aa-before");
    f.fleet.source(QStringLiteral("prod-eu"))->put(early);
    QCOMPARE(f.rows().last(), QStringLiteral("aa-before"));
}

void AddonsTableTest::theFirstRowIsSelectedUntilSomebodyChooses()
{
    WindowFixture f;
    FakeReleaseSource *source = f.fleet.addLive(QStringLiteral("prod-eu"));
    f.open();
    ShownRelease release;
    release.decoded = false;
    for (const char *name : {"legacy", "gpu-operator", "cilium"}) {
        release.name = QLatin1String(name);
        source->put(release);
        QTRY_COMPARE(f.label("inspectorTitle"), QLatin1String(name));
    }
    f.press(Qt::Key_Down);
    QTRY_COMPARE(f.label("inspectorTitle"), QStringLiteral("gpu-operator"));
    release.name = QStringLiteral("agent");
    source->put(release);
    QCOMPARE(f.table()->selectedKeys().value(0).name, QStringLiteral("gpu-operator"));
}

void AddonsTableTest::theSelectionComesBackAfterAFilter()
{
    WindowFixture f;
    f.openWithAddons();
    const ReleaseKey chosen = f.table()->selectedKeys().value(0);
    f.filter()->setText(QStringLiteral("zebra"));
    f.filter()->clear();
    QCOMPARE(f.table()->selectedKeys(), QList<ReleaseKey>{chosen});
    f.filter()->setText(QStringLiteral("my-gpu"));
    QCOMPARE(f.table()->selectedKeys().value(0).name, QStringLiteral("my-gpu-operator"));
    QTRY_COMPARE(f.label("inspectorTitle"), QStringLiteral("my-gpu-operator"));
}

void AddonsTableTest::aNarrowWindowStillShowsTheOwner()
{
    WindowFixture f;
    f.openWithAddons();
    f.window->resize(1024, 600);
    QTRY_COMPARE(f.window->width(), 1024);
    const int owner = int(ReleaseColumn::Owner);
    QTRY_VERIFY(f.table()->columnViewportPosition(owner) + f.table()->columnWidth(owner) <=
                f.table()->viewport()->width());
    QVERIFY(!f.table()->horizontalScrollBar()->isVisible());
}

void AddonsTableTest::aDraggedColumnFollowsTheSizeOfTheText()
{
    WindowFixture f;
    const auto looks = f.usualLooks();
    f.openWithAddons();
    const int chart = int(ReleaseColumn::Chart);
    f.table()->setColumnWidth(chart, 200);
    f.theme.setTextScale(150);
    QTRY_COMPARE(f.table()->columnWidth(chart), 300);
    f.theme.setTextScale(100);
    QTRY_COMPARE(f.table()->columnWidth(chart), 200);
}

void AddonsTableTest::aCutLabelKeepsItsTextInTheTooltip()
{
    WindowFixture f;
    FakeReleaseSource *source = f.fleet.addLive(QStringLiteral("prod-eu"));
    ShownRelease release;
    release.name = QStringLiteral("a-release-with-a-name-that-no-inspector-of-this-width-can-hold-whole");
    source->put(release);
    f.open();
    const auto *title = f.window->findChild<TextLabel *>(QStringLiteral("inspectorTitle"));
    QTRY_VERIFY(title->isCut());
    release.name = QStringLiteral("a-short-one");
    source->put(release);
    f.table()->selectKey({release.namespaceName, release.name, ReleaseStorage::Secret});
    QTRY_VERIFY(!title->isCut());
}

void AddonsTableTest::theNamespaceIsWrittenAsAnIdentifier()
{
    WindowFixture f;
    f.openWithAddons();
    QTRY_COMPARE(f.label("inspectorTitle"), QStringLiteral("cilium"));
    const auto labels = f.window->findChild<QWidget *>(QStringLiteral("inspector"))->findChildren<QLabel *>();
    const auto found = std::find_if(labels.begin(), labels.end(), [](const QLabel *label) {
        return label->text() == QStringLiteral("kube-system");
    });
    QVERIFY(found != labels.end());
    QCOMPARE((*found)->font().family(), f.theme.identifierFont().family());
}

void AddonsTableTest::aWarningIsNeverCutInANarrowInspector()
{
    WindowFixture f;
    const auto looks = f.usualLooks();
    ShownRelease release;
    release.recordProblem =
        QStringLiteral("The record of gpuoperatorofthewholeproductioncluster cannot be decoded.");
    f.fleet.addLive(prod)->put(release);
    f.open();
    f.theme.setTextScale(140);
    f.window->resize(960, 480);
    QTRY_COMPARE(f.window->size(), QSize(960, 480));
    const auto *problem = f.window->findChild<QLabel *>(QStringLiteral("inspectorProblem"));
    QTRY_VERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains(QChar(0x200B)), qPrintable(problem->text()));
    QVERIFY(f.label("inspectorProblem").contains(release.recordProblem));
    const auto *area =
        f.window->findChild<QWidget *>(QStringLiteral("inspector"))->findChild<QScrollArea *>();
    const auto isWhole = [&] {
        const int right = problem->mapTo(area->viewport(), QPoint(problem->width(), 0)).x();
        return problem->height() >= problem->heightForWidth(problem->width()) &&
               (right <= area->viewport()->width() || area->horizontalScrollBar()->isVisible());
    };
    QTRY_VERIFY(isWhole());
}

void AddonsTableTest::aBannerIsReadWholeInASmallWindow()
{
    WindowFixture f;
    const auto looks = f.usualLooks();
    f.openWithAddons();
    f.theme.setTextScale(140);
    f.window->resize(960, 480);
    QTRY_COMPARE(f.window->size(), QSize(960, 480));
    const QString file =
        QStringLiteral("/home/anna/clusters/production/eu-north-1/kubeconfig-of-the-whole-fleet.yaml");
    FleetEntry entry = f.fleet.entry(prod);
    entry.state = ClusterSession::State::Reconnecting;
    entry.problem = {
        Error::Code::Unreachable, QStringLiteral("The file %1 cannot be read.").arg(file), {}, {}};
    f.fleet.put(entry);
    QTRY_VERIFY2(f.label("bannerText").contains(file), qPrintable(f.label("bannerText")));
    const auto labels = f.window->findChildren<QLabel *>(QStringLiteral("bannerText"));
    for (const QLabel *label : labels) {
        if (!label->isVisible())
            continue;
        QVERIFY(label->text().contains(QChar(0x200B)));
        QTRY_VERIFY(label->height() >= label->heightForWidth(label->width()));
        QTRY_VERIFY(label->parentWidget()->rect().contains(label->geometry()));
    }
    QVERIFY(f.table()->viewport()->height() > 0);
}

#include "tst_addons_table.moc"
} // namespace tst_addons_table

CHARTROOM_TEST(tst_addons_table, AddonsTableTest)
