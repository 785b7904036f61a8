// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/findings/findings_proxy.h"
#include "core/screens/tables/finding_badge.h"
#include "core/screens/tickets/ticket_controller.h"
#include "tests/support/fake_upgrades.h"
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/delegates/table_delegate.h"
#include "ui/pages/addons_page.h"
#include "ui/pages/findings_page.h"
#include "ui/pages/rollout_page.h"
#include "ui/pages/tickets_page.h"
#include "ui/panels/finding_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/findings_table.h"
#include "ui/widgets/rollout_table.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_findings_page {

namespace {

/// A window whose page of findings is shown by its key.
struct FindingsFixture : WindowFixture
{
    void openFindings()
    {
        if (!fleet.source(prod))
            fleet.addLive(prod);
        fillWithAddons(*fleet.source(prod));
        open();
        showPage(u"Findings"_s);
        QVERIFY(page()->isVisible());
    }
    void openBadNight()
    {
        openFindings();
        source()->found(badNight());
        QVERIFY(board()->isVisible());
    }
    [[nodiscard]] FakeFindingsSource *source() const { return fleet.findingsSource(prod); }
    [[nodiscard]] FindingsPage *page() const { return window->findChild<FindingsPage *>(); }
    [[nodiscard]] FindingsTable *board() const { return window->findChild<FindingsTable *>(); }
    [[nodiscard]] QStringList components() const
    {
        QStringList names;
        for (int row = 0; row < board()->model()->rowCount(); ++row)
            names << board()->model()->index(row, 0).data().toString();
        return names;
    }
    /// Everything that is said in a part of the window.
    [[nodiscard]] QString texts(const QWidget *part) const
    {
        QStringList out;
        const auto labels = part ? part->findChildren<QLabel *>() : QList<QLabel *>();
        for (const QLabel *label : labels)
            if (label->isVisible())
                out.append(label->text().remove(QChar(0x200b)));
        return out.join(u'\n');
    }
    [[nodiscard]] QString inspected() const { return texts(window->findChild<FindingPanel *>()); }
    [[nodiscard]] QPushButton *button(const char *name) const
    {
        const auto found = window->findChildren<QPushButton *>(QLatin1String(name));
        for (QPushButton *button : found)
            if (button->isVisible())
                return button;
        return nullptr;
    }
    [[nodiscard]] QString banner() const { return texts(page()->findChild<Banner *>()); }
    void clickBadge(LiveTable *table, const QModelIndex &index) const
    {
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          TableDelegate::badgeRect(table->visualRect(index)).center());
    }
};

} // namespace

class FindingsPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theShownClusterIsReadWhateverPageIsInFront();
    void untilItHasLookedItSaysSo();
    void whatWasLookedAtStandsBesideTheGoodNews();
    void whatCouldNotBeReadSpoilsTheGoodNews();
    void aClusterThatIsOffOffersToConnect();
    void aForbiddenClusterOffersToRetry();
    void aLookThatFailsKeepsWhatWasFound();
    void theMostUrgentIsOnTopAndExplained();
    void aNewLookKeepsTheSelection();
    void markupFromAClusterIsShownAsText();
    void aFilterThatMatchesNothingOffersToClearIt();
    void theKeyboardAloneFindsReadsAndCopiesAFinding();
    void theInspectorLeadsToNodeAndRelease();
    void aPendingReleaseOffersTheWayOn();
    void aFindingLeadsToATicketAboutItsNodes();
    void aNodeOfTheRolloutLeadsToItsFinding();
    void aReleaseLeadsToItsFinding();
    void onlyTheShownClusterIsLookedAtAgain();
    void aClusterThatIsDisconnectedShowsNoOldFindings();
    void aRecordingOffersAKubeconfigInsteadOfARetry();
    void timesAndOwnersAreReadWholeOrNotShown();
    void itFitsANarrowWindow();
};

void FindingsPageTest::theShownClusterIsReadWhateverPageIsInFront()
{
    FindingsFixture f;
    f.fleet.addLive(prod);
    f.open();
    QVERIFY(f.source()->starts() > 0);
}

void FindingsPageTest::untilItHasLookedItSaysSo()
{
    FindingsFixture f;
    f.openFindings();
    QCOMPARE(f.label("messageTitle"), u"Checking prod-eu"_s);
    QVERIFY(!f.board()->isVisible());
}

void FindingsPageTest::whatWasLookedAtStandsBesideTheGoodNews()
{
    FindingsFixture f;
    f.openFindings();
    f.source()->found({});
    QCOMPARE(f.label("messageTitle"), u"No problem found in prod-eu"_s);
    QCOMPARE(
        f.label("messageText"),
        u"Checked 16 node(s), 112 pod(s), 3 warning(s), 2 resource(s) of operators, 1 log(s) on 2026-11-21 03:31:00 UTC."_s);
    QCOMPARE(f.label("summary"), u"0 finding(s) · checked 03:31:00"_s);
}

void FindingsPageTest::whatCouldNotBeReadSpoilsTheGoodNews()
{
    FindingsFixture f;
    f.openFindings();
    f.source()->found({}, {u"Logs may not be read."_s});
    QCOMPARE(f.label("messageTitle"), u"No problem found in what could be read of prod-eu"_s);
    QVERIFY(f.label("messageText").contains(u"Logs may not be read."_s));
    f.source()->found(badNight(), {u"Logs may not be read."_s});
    QVERIFY(f.banner().contains(u"Logs may not be read."_s));
}

void FindingsPageTest::aClusterThatIsOffOffersToConnect()
{
    FindingsFixture f;
    FleetEntry entry;
    entry.name = prod;
    f.fleet.put(entry);
    f.open();
    f.showPage(u"Findings"_s);
    QCOMPARE(f.label("messageTitle"), u"prod-eu is not connected"_s);
    QVERIFY(f.label("messageText").contains(u"next step"_s));
    f.press(Qt::Key_Return);
    QVERIFY(f.fleet.calls.contains(u"connect prod-eu"_s));
}

void FindingsPageTest::aForbiddenClusterOffersToRetry()
{
    FindingsFixture f;
    f.openFindings();
    f.source()->fail({Error::Code::Forbidden, u"Nodes may not be listed."_s, u"403"_s, {}});
    QCOMPARE(f.label("messageTitle"), u"You lack permission to read the nodes of prod-eu"_s);
    QCOMPARE(f.label("messageText"), u"Nodes may not be listed."_s);
    f.press(Qt::Key_Return);
    QVERIFY(f.fleet.calls.contains(u"retry prod-eu"_s));
}

void FindingsPageTest::aLookThatFailsKeepsWhatWasFound()
{
    FindingsFixture f;
    f.openBadNight();
    f.source()->fail({Error::Code::Timeout, u"The server does not answer."_s, {}, {}});
    QCOMPARE(f.components().size(), 4);
    QVERIFY(f.banner().contains(u"The last check failed"_s));
    QVERIFY(f.banner().contains(u"The server does not answer."_s));
    f.source()->found(badNight());
    QVERIFY(!f.banner().contains(u"last check failed"_s));
}

void FindingsPageTest::theMostUrgentIsOnTopAndExplained()
{
    FindingsFixture f;
    f.openFindings();
    f.source()->found({headersFinding(), badNight().last()});
    QCOMPARE(f.components(), QStringList({u"GPU driver"_s, u"Add-on"_s}));
    const QString said = f.inspected();
    for (const char *expected :
         {"GPU driver", "No kernel-header package fits", "Could not resolve Linux kernel version",
          "in the container nvidia-driver-ctr", "Compare the node's kernel", "supported",
          "Support answers for it.", "GPU Operator validator", "Init:0/4", "certain", "nvidia-driver L69",
          "since 2026-11-21 03:22:00 UTC"})
        QVERIFY2(said.contains(QLatin1String(expected)), expected);
    QCOMPARE(f.button("findingNode")->text(), u"gpu-011"_s);
    QVERIFY(QString(said).remove(QChar(0x200b)).contains(u"nvidia-gpu-operator/gpu-operator"_s));
    QVERIFY(f.button("findingRelease"));
    const auto *panel = f.window->findChild<FindingPanel *>();
    QVERIFY(panel->findChild<QScrollArea *>()->widget()->minimumSizeHint().width() <= panel->width());
    QCOMPARE(f.label("summary"), u"2 finding(s) on 1 node(s) · checked 03:31:00"_s);
}

void FindingsPageTest::aNewLookKeepsTheSelection()
{
    FindingsFixture f;
    f.openBadNight();
    f.press(Qt::Key_Down);
    QVERIFY(f.inspected().contains(u"Could not resolve Linux kernel version"_s));
    f.source()->found({headersFinding(), badNight().last()});
    QCOMPARE(f.board()->currentIndex().row(), 0);
    QVERIFY(f.inspected().contains(u"Could not resolve Linux kernel version"_s));
    f.source()->found({badNight().last()}); // its trouble is over
    QVERIFY(f.inspected().contains(u"No node takes the pod."_s));
}

// S14: text of a cluster is shown as plain text.
void FindingsPageTest::markupFromAClusterIsShownAsText()
{
    FindingsFixture f;
    f.openFindings();
    Finding one = headersFinding();
    one.quote = u"<b>rm</b> <img src=x>"_s;
    f.source()->found({one});
    QVERIFY(f.inspected().contains(u"<b>rm</b> <img src=x>"_s));
    const auto labels = f.window->findChild<FindingPanel *>()->findChildren<QLabel *>();
    for (const QLabel *label : labels)
        QCOMPARE(label->textFormat(), Qt::PlainText);
}

void FindingsPageTest::aFilterThatMatchesNothingOffersToClearIt()
{
    FindingsFixture f;
    f.openBadNight();
    f.press(Qt::Key_Slash);
    f.type("no such thing");
    QCOMPARE(f.label("messageTitle"), u"No finding matches “no such thing”"_s);
    QTest::keyClick(f.window->findChild<QLineEdit *>(u"findingsFilter"_s), Qt::Key_Escape);
    QVERIFY(f.board()->isVisible());
    QCOMPARE(f.components().size(), 4);
}

void FindingsPageTest::theKeyboardAloneFindsReadsAndCopiesAFinding()
{
    FindingsFixture f;
    f.openBadNight();
    QVERIFY(f.board()->hasFocus());
    f.press(Qt::Key_Slash);
    f.type("trainer");
    f.press(Qt::Key_Return);
    QVERIFY(f.board()->hasFocus());
    QCOMPARE(f.components().size(), 1);
    QVERIFY(f.inspected().contains(u"PodDisruptionBudget tenant-b/trainer"_s));
    f.press(Qt::Key_C, Qt::ControlModifier);
    const QString copied = QApplication::clipboard()->text();
    QVERIFY2(copied.startsWith(u"**GPU driver** · prod-eu · "_s), qPrintable(copied));
    QVERIFY(copied.contains(u"- nodes: gpu-004"_s));
    f.press(Qt::Key_Escape); // the filter
    QCOMPARE(f.components().size(), 4);
    f.press(Qt::Key_Escape); // the inspector
    QVERIFY(!f.shows("findingPanel"));
    f.press(Qt::Key_Return);
    QVERIFY(f.shows("findingPanel"));
    f.press(Qt::Key_A, Qt::ControlModifier);
    f.press(Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text().count(u"· prod-eu ·"_s), 4);
}

void FindingsPageTest::theInspectorLeadsToNodeAndRelease()
{
    FindingsFixture f;
    f.fleet.addLive(prod);
    fillMidWindow(*f.fleet.rolloutSource(prod));
    f.openFindings();
    f.source()->found({headersFinding()});
    f.button("findingNode")->click();
    QVERIFY(f.window->findChild<RolloutPage *>()->isVisible());
    QTRY_COMPARE(f.label("nodeTitle"), u"gpu-011"_s);
    f.showPage(u"Findings"_s);
    f.button("findingRelease")->click();
    QVERIFY(f.window->findChild<AddonsPage *>()->isVisible());
    QTRY_COMPARE(f.label("inspectorTitle"), u"gpu-operator"_s);
}

void FindingsPageTest::aPendingReleaseOffersTheWayOn()
{
    FindingsFixture f;
    FakeUpgrades upgrades;
    f.openFindings();
    f.fleet.setUpgrades(prod, &upgrades);
    ShownRelease newest;
    newest.chart = u"gpu-operator"_s;
    newest.revision = 5;
    newest.status = ReleaseStatus::PendingUpgrade;
    f.fleet.source(prod)->put(newest);
    Finding pending = headersFinding();
    f.source()->found({pending}); // about a pod
    QVERIFY(!f.button("findingWayOn"));
    pending.signature = u"release-at-work"_s;
    pending.objects = {u"Release nvidia-gpu-operator/gpu-operator"_s};
    pending.nodes.clear();
    f.source()->found({pending});
    const ReleaseKey key{u"nvidia-gpu-operator"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
    QVERIFY(!f.button("findingWayOn")); // somebody may be working on it
    // The inspector and the finding rest on the same: nobody is at work on what this machine left.
    f.window->showRelease(key);
    QTRY_VERIFY(f.label("inspectorProblem").contains(u"someone may be working on it"_s));
    f.showPage(u"Findings"_s);
    pending.signature = u"release-interrupted-here"_s;
    pending.since = f.fleet.source(prod)->find(key)->newest().date.shown();
    f.source()->found({pending});
    QTRY_VERIFY(f.button("findingWayOn"));
    QVERIFY2(f.button("findingWayOn")->text().contains(u'4'), qPrintable(f.button("findingWayOn")->text()));
    f.openOperations->setOwnRuns({{prod, key, u"Upgrade gpu-operator"_s, f.clock.now()}});
    QCOMPARE(f.button("findingWayOn")->text(), u"Show the operation"_s);
    f.openOperations->setOwnRuns({});
    f.button("findingWayOn")->click();
    QTRY_COMPARE(f.label("wizardTitle"), u"Roll gpu-operator back to revision 4"_s);
    QVERIFY(upgrades.rolledBack.isEmpty());
    f.window->showRelease(key);
    QTRY_VERIFY2(f.label("inspectorProblem").contains(u"probably interrupted"_s),
                 qPrintable(f.label("inspectorProblem")));
}

void FindingsPageTest::aFindingLeadsToATicketAboutItsNodes()
{
    FindingsFixture f;
    f.openBadNight();
    QVERIFY(f.board()->current() == badNight().first());
    f.button("findingTicket")->click();
    QVERIFY(f.window->findChild<TicketsPage *>()->isVisible());
    const TicketDraft &draft = f.window->findChild<TicketController *>()->draft();
    QCOMPARE(draft.phase, TicketPhase::During);
    QCOMPARE(draft.nodes(), badNight().first().nodes);
}

void FindingsPageTest::aNodeOfTheRolloutLeadsToItsFinding()
{
    FindingsFixture f;
    f.fleet.addLive(prod);
    fillMidWindow(*f.fleet.rolloutSource(prod));
    f.open();
    f.showPage(u"Rollout"_s);
    auto *board = f.window->findChild<RolloutTable *>();
    QTRY_COMPARE(board->model() ? board->model()->rowCount() : 0, 16);
    QVERIFY(f.source()->starts() > 0);
    const QModelIndex node = board->model()->index(0, 0);
    QCOMPARE(node.data().toString(), u"gpu-011"_s);
    QVERIFY(!node.data(FindingBadgeRole).isValid());
    f.source()->found(badNight());
    QVERIFY(node.data(FindingBadgeRole).isValid());
    QVERIFY(node.data(Qt::ToolTipRole).toString().contains(u"No kernel-header package"_s));
    QTRY_VERIFY(f.button("showFinding"));
    f.clickBadge(board, node);
    QVERIFY(f.page()->isVisible());
    QVERIFY(f.inspected().contains(u"Could not resolve Linux kernel version"_s));
    f.showPage(u"Rollout"_s);
    f.button("showFinding")->click(); // what the inspector of the node says
    QVERIFY(f.page()->isVisible());
}

void FindingsPageTest::aReleaseLeadsToItsFinding()
{
    FindingsFixture f;
    f.openWithAddons();
    f.source()->found(badNight());
    QModelIndex release;
    for (int row = 0; row < f.table()->model()->rowCount(); ++row)
        if (const QModelIndex one = f.table()->model()->index(row, 0); one.data() == u"network-operator"_s)
            release = one;
    QVERIFY(release.data(FindingBadgeRole).isValid());
    f.clickBadge(f.table(), release);
    QVERIFY(f.page()->isVisible());
    QVERIFY(f.inspected().contains(u"The image cannot be pulled"_s));
    f.showPage(u"Add-ons"_s);
    QTRY_VERIFY(f.button("showFinding"));
    f.button("showFinding")->click();
    QVERIFY(f.page()->isVisible());
}

void FindingsPageTest::onlyTheShownClusterIsLookedAtAgain()
{
    FindingsFixture f;
    f.openBadNight();
    const QString other = u"prod-us"_s;
    f.fleet.addLive(other);
    f.window->showCluster(other);
    QVERIFY(!f.source()->isActive());
    QVERIFY(f.fleet.findingsSource(other)->isActive());
    QCOMPARE(f.label("messageTitle"), u"Checking prod-us"_s);
    f.window->showCluster(prod);
    QVERIFY(f.source()->isActive());
    QVERIFY(!f.fleet.findingsSource(other)->isActive());
    QCOMPARE(f.components().size(), 4);
}

void FindingsPageTest::aClusterThatIsDisconnectedShowsNoOldFindings()
{
    FindingsFixture f;
    f.openBadNight();
    f.fleet.dropFindings(prod);
    FleetEntry entry;
    entry.name = prod;
    f.fleet.put(entry);
    QVERIFY(!f.board()->isVisible());
    QCOMPARE(f.label("messageTitle"), u"prod-eu is not connected"_s);
    QVERIFY(!f.shows("findingPanel"));
}

void FindingsPageTest::aRecordingOffersAKubeconfigInsteadOfARetry()
{
    FindingsFixture f;
    f.fleet.addLive(prod);
    FleetEntry entry = f.fleet.entry(prod);
    entry.isRecording = true;
    f.fleet.put(entry);
    f.openBadNight();
    QVERIFY(f.banner().contains(u"This is a recording"_s));
    auto *offered = f.page()->findChild<Banner *>()->findChild<QPushButton *>();
    QVERIFY(offered->text().contains(u"kubeconfig"_s));
}

void FindingsPageTest::timesAndOwnersAreReadWholeOrNotShown()
{
    FindingsFixture f;
    f.openBadNight();
    const QAbstractItemModel *model = f.board()->model();
    const QFontMetrics title = f.board()->horizontalHeader()->fontMetrics();
    for (const QSize size : {QSize(1280, 800), QSize(960, 480)}) {
        f.window->resize(size);
        QTRY_COMPARE(f.window->width(), size.width());
        const auto isWhole = [&](FindingsColumn column) {
            const int room = f.board()->columnWidth(int(column)) - 12;
            bool isWhole =
                title.horizontalAdvance(model->headerData(int(column), Qt::Horizontal).toString()) <= room;
            for (int row = 0; column == FindingsColumn::Since && row < model->rowCount(); ++row)
                isWhole = isWhole && f.board()->fontMetrics().horizontalAdvance(
                                         model->index(row, int(column)).data().toString()) <= room;
            return isWhole || f.board()->isColumnHidden(int(column));
        };
        QTRY_VERIFY(isWhole(FindingsColumn::Since));
        QTRY_VERIFY(isWhole(FindingsColumn::Owner));
    }
}

void FindingsPageTest::itFitsANarrowWindow()
{
    FindingsFixture f;
    f.openBadNight();
    f.window->resize(960, 600);
    QTRY_VERIFY(f.board()->viewport()->width() < 560);
    int columns = 0;
    for (int column = 0; column < findingsColumnCount; ++column)
        columns += f.board()->isColumnHidden(column) ? 0 : f.board()->columnWidth(column);
    QVERIFY2(columns <= f.board()->viewport()->width(), qPrintable(QString::number(columns)));
    QVERIFY(f.board()->columnWidth(int(FindingsColumn::Meaning)) >= 200);
}

#include "tst_findings_page.moc"
} // namespace tst_findings_page

CHARTROOM_TEST(tst_findings_page, FindingsPageTest)
