// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/addons/release_proxy.h"
#include "tests/support/fake_upgrades.h"
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/panels/inspector_rows.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_addons_page {

namespace {

void loseConnection(WindowFixture &f)
{
    FleetEntry entry = f.fleet.entry(QStringLiteral("prod-eu"));
    entry.state = ClusterSession::State::Reconnecting;
    entry.dataAge = std::chrono::seconds(42);
    entry.problem = {Error::Code::Unreachable, QStringLiteral("The connection was lost."), {}, {}};
    f.fleet.put(entry);
}

/// Counts how often the row under "Impact of an upgrade" is made.
class FilledCounter : public QObject
{
public:
    explicit FilledCounter(const QWidget *inspector)
    {
        const auto sections = inspector->findChildren<QWidget *>();
        for (QWidget *section : sections)
            if (section->accessibleName() == QStringLiteral("Impact of an upgrade"))
                section->installEventFilter(this);
    }
    int filled = 0;

protected:
    bool eventFilter(QObject * /*section*/, QEvent *event) override
    {
        filled += event->type() == QEvent::ChildAdded ? 1 : 0;
        return false;
    }
};

} // namespace

class AddonsPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClusterWithoutReleasesSaysWhatWouldBeHere();
    void rowsAppearBeforeTheirRecords();
    void aFilterThatMatchesNothingOffersToClearIt();
    void aForbiddenListSaysSoAndCanBeRetried();
    void rowsStayWhileTheClusterReconnects();
    void onlyTheHeaderThatIsSeenIsKeptUpToDate();
    void selectionAndScrollSurviveAChurningSource();
    void groupsAreFoldedByEnter();
    void theGroupingIsChosenByKeyboardAlone();
    void theInspectorIsFilledOncePerDelta();
    void theInspectorIsFilledWhenSomebodyLooks();
    void theHistorysToolTipSaysAnUnusualStatusToo();
    void copiedRowsAreMarkdownOrCsv();
    void theColumnChoiceIsRemembered();
    void theInspectorExplainsTheOwner();
    void theInspectorMasksSecretsInChangedValues();
    void theInspectorReadsOlderRevisionsOnlyAfterARest();
    void markupFromAClusterIsShownAsText();
    void aLongPathDoesNotWidenTheInspector();
    void whatIsVisibleIsReadFirst();
    void theWayOnComesBeforeAnUpgradeThatHelmWouldRefuse_data();
    void theWayOnComesBeforeAnUpgradeThatHelmWouldRefuse();
};

namespace {

QStringList texts(const QWidget *parent)
{
    QStringList out;
    const auto labels = parent->findChildren<QLabel *>();
    for (const QLabel *label : labels)
        if (label->isVisible())
            out.append(label->text());
    return out;
}

QWidget *inspector(const WindowFixture &f)
{
    return f.window->findChild<QWidget *>(QStringLiteral("inspector"));
}

} // namespace

void AddonsPageTest::aClusterWithoutReleasesSaysWhatWouldBeHere()
{
    WindowFixture f;
    f.fleet.addLive(QStringLiteral("prod-eu"));
    f.open();
    QVERIFY(!f.table()->isVisible());
    QCOMPARE(f.label("messageTitle"), QStringLiteral("No Helm releases in prod-eu"));
}

void AddonsPageTest::rowsAppearBeforeTheirRecords()
{
    WindowFixture f;
    FakeReleaseSource *source = f.fleet.addLive(QStringLiteral("prod-eu"));
    f.open();
    ShownRelease release;
    release.decoded = false;
    source->put(release);
    QVERIFY(f.table()->isVisible());
    QCOMPARE(f.rows(), QStringList{QStringLiteral("gpu-operator")});
    QVERIFY(f.label("summary").contains(QStringLiteral("1 being read")));
    release.decoded = true;
    source->put(release);
    QTRY_VERIFY(f.label("summary").contains(QStringLiteral("1 customer")));
}

void AddonsPageTest::aFilterThatMatchesNothingOffersToClearIt()
{
    WindowFixture f;
    f.openWithAddons();
    f.filter()->setText(QStringLiteral("zebra"));
    QVERIFY(!f.table()->isVisible());
    QCOMPARE(f.label("messageTitle"), QStringLiteral("No release matches “zebra”"));
    const auto buttons = f.message()->findChildren<QAbstractButton *>();
    const auto clear = std::find_if(buttons.begin(), buttons.end(), [](auto *button) {
        return button->text() == QStringLiteral("Clear the filter");
    });
    QVERIFY(clear != buttons.end());
    QTest::mouseClick(*clear, Qt::LeftButton);
    QCOMPARE(f.rows().size(), 11);
}

void AddonsPageTest::aForbiddenListSaysSoAndCanBeRetried()
{
    WindowFixture f;
    f.fleet.addLive(QStringLiteral("prod-eu"));
    FleetEntry entry = f.fleet.entry(QStringLiteral("prod-eu"));
    entry.problem = {
        Error::Code::Forbidden, QStringLiteral("You may not list Secrets."), QStringLiteral("403"), {}};
    f.fleet.put(entry);
    f.open();
    QCOMPARE(f.label("messageTitle"), QStringLiteral("You lack permission to read the releases of prod-eu"));
    QVERIFY(f.label("messageText").contains(QStringLiteral("Secrets or ConfigMaps")));
    QVERIFY(f.message()->findChild<QPlainTextEdit *>()->toPlainText().startsWith(
        QStringLiteral("You may not list Secrets.")));
    f.press(Qt::Key_F5);
    QCOMPARE(f.fleet.calls.last(), QStringLiteral("retry prod-eu"));
}

void AddonsPageTest::rowsStayWhileTheClusterReconnects()
{
    WindowFixture f;
    f.openWithAddons();
    loseConnection(f);
    QVERIFY(f.table()->isVisible());
    QCOMPARE(f.rows().size(), 11);
    QCOMPARE(f.label("freshness"), QStringLiteral("reconnecting · data 42 s old"));
}

void AddonsPageTest::onlyTheHeaderThatIsSeenIsKeptUpToDate()
{
    WindowFixture f;
    f.openWithAddons();
    loseConnection(f);
    const QString words = QStringLiteral("reconnecting · data 42 s old");
    const auto headers = f.window->findChildren<QLabel *>(QStringLiteral("freshness"));
    QVERIFY(headers.size() > 1);
    QCOMPARE(std::count_if(headers.cbegin(), headers.cend(),
                           [&](const QLabel *header) { return header->text() == words; }),
             1);
    f.press(Qt::Key_3, Qt::ControlModifier);
    QCOMPARE(f.label("freshness"), words);
}

void AddonsPageTest::selectionAndScrollSurviveAChurningSource()
{
    WindowFixture f;
    FakeReleaseSource *source = f.fleet.addLive(QStringLiteral("prod-eu"));
    source->put(manyReleases(2000));
    f.open();
    const ReleaseKey chosen = f.table()->proxy()->index(700, 0).data(KeyRole).value<ReleaseKey>();
    f.table()->selectKey(chosen);
    const int before = f.table()->visualRect(f.table()->currentIndex()).top();
    QSignalSpy reset(f.table()->model(), &QAbstractItemModel::modelReset);
    for (int round = 0; round < 20; ++round) {
        QList<ShownRelease> changed = manyReleases(2000).mid(round * 50, 50);
        for (ShownRelease &release : changed) {
            release.status = ReleaseStatus::PendingUpgrade;
            release.revision += round;
        }
        source->put(changed);
        ShownRelease extra; // sorts behind the chosen one
        extra.name = QStringLiteral("zz-%1").arg(round);
        source->put(extra);
        extra.name = QStringLiteral("aa-%1").arg(round); // sorts above what is seen
        source->put(extra);
    }
    QCOMPARE(reset.size(), 0);
    QCOMPARE(f.table()->selectedKeys(), QList<ReleaseKey>{chosen});
    QCOMPARE(f.table()->visualRect(f.table()->currentIndex()).top(), before);
    QCOMPARE(f.rows().size(), 2040);
}

void AddonsPageTest::groupsAreFoldedByEnter()
{
    WindowFixture f;
    f.openWithAddons();
    f.window->findChild<QAction *>(QStringLiteral("groupByOwner"))->trigger();
    QCOMPARE(f.rows().first(), QStringLiteral("[Crusoe]"));
    f.table()->setFocus();
    f.press(Qt::Key_Home, Qt::ControlModifier);
    f.press(Qt::Key_Return);
    QCOMPARE(f.rows().mid(0, 2), (QStringList{QStringLiteral("[Crusoe]"), QStringLiteral("[Shared]")}));
    f.press(Qt::Key_Right);
    QCOMPARE(f.rows().value(1), QStringLiteral("cilium"));
}

void AddonsPageTest::theGroupingIsChosenByKeyboardAlone()
{
    WindowFixture f;
    f.openWithAddons();
    f.window->findChild<QTabBar *>(QStringLiteral("pageTabs"))->setFocus();
    f.press(Qt::Key_Tab);
    QCOMPARE(f.window->focusWidget(), f.filter());
    f.press(Qt::Key_Tab);
    QCOMPARE(f.window->focusWidget()->accessibleName(), QStringLiteral("Group the releases: Group: none"));
    f.press(Qt::Key_Down);
    QCOMPARE(f.rows().first(), QStringLiteral("[Crusoe]"));
    f.press(Qt::Key_Down);
    QCOMPARE(f.rows().first(), QStringLiteral("[crusoe-system]"));
    f.window->findChild<QAction *>(QStringLiteral("groupByOwner"))->trigger();
    QCOMPARE(f.window->focusWidget()->accessibleName(), QStringLiteral("Group the releases: Group: owner"));
}

void AddonsPageTest::theInspectorIsFilledOncePerDelta()
{
    WindowFixture f;
    FakeReleaseSource *source = f.fleet.addLive(QStringLiteral("prod-eu"));
    ShownRelease release;
    release.name = QStringLiteral("zebra");
    release.decoded = false; // until all is read the choice stays with the first row
    source->put(release);
    f.open();
    QTRY_COMPARE(f.label("inspectorTitle"), QStringLiteral("zebra"));
    FilledCounter counter(inspector(f));
    source->put(manyReleases(20)); // all sorted above it: the choice moves on to the first
    QTRY_VERIFY(f.label("inspectorTitle") != QStringLiteral("zebra"));
    QCOMPARE(counter.filled, 1);
}

void AddonsPageTest::theInspectorIsFilledWhenSomebodyLooks()
{
    WindowFixture f;
    FakeReleaseSource *source = f.fleet.addLive(QStringLiteral("prod-eu"));
    ShownRelease release;
    release.name = QStringLiteral("zebra");
    release.decoded = false;
    source->put(release);
    f.open();
    QTRY_COMPARE(f.label("inspectorTitle"), QStringLiteral("zebra"));
    f.press(Qt::Key_3, Qt::ControlModifier);
    QTRY_VERIFY(!inspector(f)->isVisible());
    const FilledCounter counter(inspector(f));
    const QSignalSpy told(source, &ReleaseSource::releasesChanged);
    source->put(manyReleases(20));
    QTRY_VERIFY(!told.isEmpty());
    QCoreApplication::processEvents();
    QCOMPARE(counter.filled, 0);
    f.press(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(inspector(f)->isVisible());
    QVERIFY(f.label("inspectorTitle") != QStringLiteral("zebra")); // before it is painted
    QCOMPARE(counter.filled, 1);
}

void AddonsPageTest::theHistorysToolTipSaysAnUnusualStatusToo()
{
    const Theme theme(nullptr);
    RevisionEntry entry;
    entry.revision = 3;
    entry.status = ReleaseStatus::PendingUpgrade;
    entry.statusText = QStringLiteral("pending-upgrade");
    const std::unique_ptr<QWidget> grid(historyGrid({entry}, {}, QDateTime::currentDateTimeUtc(), theme, {}));
    const auto labels = grid->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [&entry](const QLabel *label) {
        return label->toolTip().contains(
            entry.statusText); // the column cuts it where the chart's version is long
    }));
}

void AddonsPageTest::copiedRowsAreMarkdownOrCsv()
{
    WindowFixture f;
    f.openWithAddons();
    f.table()->selectKey({QStringLiteral("kube-system"), QStringLiteral("cilium"), ReleaseStorage::Secret});
    f.table()->setFocus();
    f.press(Qt::Key_C, Qt::ControlModifier);
    const QString markdown = QApplication::clipboard()->text();
    QVERIFY2(
        markdown.contains(QStringLiteral("| cilium | kube-system | cilium 1.17.2 | 1 | deployed | Crusoe |")),
        qPrintable(markdown));
    f.press(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(QApplication::clipboard()->text().contains(
        QStringLiteral("cilium,kube-system,cilium 1.17.2,1,deployed")));
}

void AddonsPageTest::theColumnChoiceIsRemembered()
{
    WindowFixture f;
    f.openWithAddons();
    QMenu menu;
    f.table()->offerColumns(&menu);
    const auto isOffered = [](QMenu &columns, ReleaseColumn column) {
        Q_EMIT columns.aboutToShow();
        return columns.actions()[int(column)]->isChecked();
    };
    QVERIFY(!isOffered(menu, ReleaseColumn::Scope) && isOffered(menu, ReleaseColumn::Owner));
    menu.actions()[int(ReleaseColumn::Scope)]->trigger();
    menu.actions()[int(ReleaseColumn::Owner)]->trigger();
    f.open();
    QMenu later;
    f.table()->offerColumns(&later);
    QVERIFY(isOffered(later, ReleaseColumn::Scope));
    QVERIFY(!isOffered(later, ReleaseColumn::Owner));
    QVERIFY(f.table()->isColumnHidden(int(ReleaseColumn::Owner)));
}

void AddonsPageTest::theInspectorExplainsTheOwner()
{
    WindowFixture f;
    f.openWithAddons();
    f.table()->selectKey(
        {QStringLiteral("nvidia-gpu-operator"), QStringLiteral("gpu-operator"), ReleaseStorage::Secret});
    QTRY_COMPARE(f.label("inspectorTitle"), QStringLiteral("gpu-operator"));
    const QString all = texts(inspector(f)).join(u'\n').replace(QChar::Nbsp, u' ');
    for (const char *expected :
         {"nvidia-gpu-operator", "Crusoe's chart in Crusoe's namespace.", "rule add-ons/gpu-operator",
          "GPU workloads on each node while its driver reloads.", "driver.version", "580.82.07 → 580.105.08",
          "24 of 24 ready"})
        QVERIFY2(all.contains(QString::fromUtf8(expected)), expected);
}

void AddonsPageTest::theInspectorMasksSecretsInChangedValues()
{
    WindowFixture f;
    FakeReleaseSource *source = f.fleet.addLive(QStringLiteral("prod-eu"));
    ShownRelease release;
    release.extraChange = {ValueChange::Kind::Changed, QStringLiteral("registry.password"),
                           Value(QStringLiteral("old-canary")), Value(QStringLiteral("new-canary"))};
    source->put(release);
    f.open();
    QTRY_VERIFY(texts(inspector(f)).contains(QStringLiteral("registry.password")));
    const QString all = texts(inspector(f)).join(u'\n');
    QVERIFY2(!all.contains(QStringLiteral("canary")), qPrintable(all));
}

void AddonsPageTest::theInspectorReadsOlderRevisionsOnlyAfterARest()
{
    WindowFixture f;
    f.openWithAddons();
    FakeReleaseSource *source = f.fleet.source(QStringLiteral("prod-eu"));
    QTRY_VERIFY(source->recordRequests() == 0); // cilium: one revision, and it is decoded
    f.table()->selectKey(
        {QStringLiteral("nvidia-gpu-operator"), QStringLiteral("gpu-operator"), ReleaseStorage::Secret});
    QCOMPARE(source->recordRequests(), 0);
    QTRY_COMPARE(source->recordRequests(), 3);
    QTRY_COMPARE(texts(inspector(f)).count(QStringLiteral("v25.10.1")), 4);
}

// S14: text of a cluster is shown as plain text.
void AddonsPageTest::markupFromAClusterIsShownAsText()
{
    WindowFixture f;
    FakeReleaseSource *source = f.fleet.addLive(QStringLiteral("prod-eu"));
    ShownRelease release;
    release.name = QStringLiteral("<img src=x>");
    Ownership ownership;
    ownership.evidence = {{QStringLiteral("<b>bold</b>"), QStringLiteral("<i>x</i>")}};
    source->put(release, ownership);
    f.open();
    QTRY_VERIFY(texts(inspector(f)).contains(QStringLiteral("<b>bold</b>")));
    const auto labels = f.window->findChildren<QLabel *>();
    for (const QLabel *label : labels)
        QCOMPARE(label->textFormat(), Qt::PlainText);
}

void AddonsPageTest::aLongPathDoesNotWidenTheInspector()
{
    WindowFixture f;
    Ownership ownership;
    ownership.evidence = {
        {QStringLiteral("It changes driver.upgradePolicy.maxParallelUpgrades.of.a.very.long.path."), {}}};
    f.fleet.addLive(QStringLiteral("prod-eu"))->put(ShownRelease{}, ownership);
    f.open();
    const QWidget *close = nullptr;
    const auto buttons = inspector(f)->findChildren<QAbstractButton *>();
    for (const QAbstractButton *button : buttons)
        if (button->accessibleName() == QStringLiteral("Close the inspector"))
            close = button;
    QVERIFY(close);
    QTRY_VERIFY(close->mapTo(inspector(f), close->rect().topRight()).x() < inspector(f)->width());
}

void AddonsPageTest::whatIsVisibleIsReadFirst()
{
    WindowFixture f;
    FakeReleaseSource *source = f.fleet.addLive(QStringLiteral("prod-eu"));
    source->put(manyReleases(2000));
    f.open();
    QVERIFY(source->preferred().size() > 5);
    QVERIFY(source->preferred().size() < 60);
    f.table()->verticalScrollBar()->setValue(f.table()->verticalScrollBar()->maximum());
    QCOMPARE(source->preferred().last().name, QStringLiteral("release-01999"));
}

void AddonsPageTest::theWayOnComesBeforeAnUpgradeThatHelmWouldRefuse_data()
{
    QTest::addColumn<ReleaseStatus>("status");
    QTest::addColumn<int>("hoursAgo");
    QTest::addColumn<bool>("isRefused");
    QTest::addColumn<bool>("rollsBack");
    QTest::newRow("deployed") << ReleaseStatus::Deployed << 2 << false << false;
    QTest::newRow("failed") << ReleaseStatus::Failed << 2 << false << false;
    QTest::newRow("interrupted") << ReleaseStatus::PendingUpgrade << 2 << true << true;
    QTest::newRow("rollback interrupted") << ReleaseStatus::PendingRollback << 2 << true << true;
    QTest::newRow("at work") << ReleaseStatus::PendingUpgrade << 0 << true << false;
    QTest::newRow("being uninstalled") << ReleaseStatus::Uninstalling << 2 << true << false;
}

void AddonsPageTest::theWayOnComesBeforeAnUpgradeThatHelmWouldRefuse()
{
    QFETCH(ReleaseStatus, status);
    QFETCH(int, hoursAgo);
    QFETCH(bool, isRefused);
    QFETCH(bool, rollsBack);
    FakeUpgrades upgrades; // outlives the window
    WindowFixture f;
    FakeReleaseSource *source = f.fleet.addLive(QStringLiteral("prod-eu"));
    f.fleet.setUpgrades(QStringLiteral("prod-eu"), &upgrades);
    ShownRelease release;
    release.status = status;
    release.updated = source->serverNow().addSecs(-3600LL * hoursAgo);
    source->put(release);
    f.open();
    const auto *upgrade = f.window->findChild<QAbstractButton *>(QStringLiteral("inspectorUpgrade"));
    const auto *wayOn = f.window->findChild<QAbstractButton *>(QStringLiteral("inspectorWayOn"));
    QTRY_VERIFY(upgrade->isVisible()); // it can be planned in any case
    const auto isPrimary = [](const QAbstractButton *button) {
        return button->property("look").toByteArray() == "primary";
    };
    QTRY_COMPARE(isPrimary(upgrade), !isRefused);
    QCOMPARE(wayOn->isVisible(), rollsBack);
    const auto *why = f.window->findChild<QLabel *>(QStringLiteral("inspectorRefusal"));
    QCOMPARE(why->isVisible(), isRefused);
    QVERIFY(!isRefused || why->text().contains(releaseStatusText(status)));
    if (!rollsBack)
        return;
    QVERIFY(isPrimary(wayOn));
    QVERIFY(wayOn->toolTip().contains(QStringLiteral("revision 3")));
    for (const QAbstractButton *button : {upgrade, wayOn})
        QTRY_VERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
    release.status = ReleaseStatus::Deployed; // somebody mended it
    source->put(release);
    QTRY_VERIFY(!wayOn->isVisible());
    QVERIFY(isPrimary(upgrade));
}

#include "tst_addons_page.moc"
} // namespace tst_addons_page

CHARTROOM_TEST(tst_addons_page, AddonsPageTest)
