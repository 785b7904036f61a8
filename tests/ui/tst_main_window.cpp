// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/short_list.h"
#include "core/screens/addons/cluster_list_model.h"
#include "core/words/manual.h"
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/delegates/cluster_delegate.h"
#include "ui/pages/responsibility_page.h"
#include "ui/pages/rollout_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/cluster_header.h"
#include "ui/widgets/command.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/version_tree.h"
#include "ui/window/banner_pile.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QListView>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QSet>
#include <QSplitter>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_main_window {

namespace {

VisualState sidebarState(const WindowFixture &f)
{
    const auto *list = f.window->findChild<QListView *>(QStringLiteral("clusterList"));
    return VisualState(list->currentIndex().data(ClusterListModel::StateRole).toInt());
}

QModelIndex statusOf(const WindowFixture &f, const QString &release)
{
    const QAbstractItemModel *model = f.table()->model();
    const QModelIndexList found =
        model->match(model->index(0, 0), Qt::DisplayRole, release, 1, Qt::MatchExactly | Qt::MatchWrap);
    return found.isEmpty() ? QModelIndex() : found.first().siblingAtColumn(int(ReleaseColumn::Status));
}

/// Of the window and of its pages.
QList<QAction *> commandsOf(const WindowFixture &f)
{
    auto commands = f.window->findChildren<QAction *>(QString(), Qt::FindDirectChildrenOnly);
    const auto pages = f.window->findChildren<Page *>();
    for (const Page *page : pages)
        commands += page->commands();
    return commands;
}

} // namespace

class MainWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutAnyClusterItOffersTheRecordingAndAFile();
    void anUnusableKubeconfigSaysWhy();
    void aKubeconfigThatCannotBeUsedIsNamedBesideTheOthers();
    void theFirstScreenSaysWhatIsWrong();
    void whatWasNotLookedAtIsNotGreen();
    void theCurrentContextIsShownFirst();
    void aClusterThatIsOffIsConnectedByEnter();
    void aFailingClusterLeavesTheOthersAlone();
    void aCredentialProgramIsShownAndAskedForFirst();
    void aFileThatCannotBeOpenedSaysWhy();
    void anUnverifiedServerCarriesAPermanentWarning();
    void everythingIsReachedByKeyboardAlone();
    void thePaletteFindsReleasesClustersAndCommands();
    void thePaletteIsAsTallAsWhatItFound();
    void eachPageKeepsItsIconAndKeyWithoutRules();
    void eachPageHasAKeyThatTheManualNames();
    void aFolderStandsOnlyForAFile();
    void everyTableCopiesTheNameOfARow();
    void theMostSeriousBannerStandsForAll();
    void theClustersNameGivesWayLastInTheHeader();
    void theClustersNameGivesWayLastInTheSidebar();
    void aClustersTroubleIsReadWholeBelowANameThatLeavesItNoRoom();
    void escLeadsBackToTheAddons();
    void everyShortcutIsInTheSheet();
    void theTourLeadsThroughThePagesWhenAskedFor();
    void everyActionIsInAMenu();
    void controlsHaveAccessibleNames();
    void theChosenClusterIsRemembered();
    void aDraggedSidebarIsRemembered();
    void theFirstWindowFitsTheScreen();
};

void MainWindowTest::withoutAnyClusterItOffersTheRecordingAndAFile()
{
    WindowFixture f;
    f.fleet.files = QStringList{QStringLiteral("/home/you/.kube/config")};
    f.open();
    QCOMPARE(f.label("messageTitle"), QStringLiteral("No cluster yet"));
    QVERIFY(f.label("messageText").contains(QStringLiteral("/home/you/.kube/config")));
    const auto buttons = f.message()->findChildren<QPushButton *>();
    QCOMPARE(buttons.size(), 3); // the recording, a file, hidden details
    QTest::mouseClick(buttons[1], Qt::LeftButton);
    QCOMPARE(f.fleet.calls, QStringList{QStringLiteral("bundled")});
}

void MainWindowTest::anUnusableKubeconfigSaysWhy()
{
    WindowFixture f;
    f.fleet.errors = {{Error::Code::Invalid, QStringLiteral("config line 3: tabs may not indent."), {}, {}}};
    f.open();
    QCOMPARE(f.label("messageTitle"), QStringLiteral("The kubeconfig cannot be used"));
    QCOMPARE(f.label("messageText"), QStringLiteral("config line 3: tabs may not indent."));
}

void MainWindowTest::theFirstScreenSaysWhatIsWrong()
{
    WindowFixture f;
    f.fleet.addLive(prod);
    fillMidWindow(*f.fleet.rolloutSource(prod)); // one failed, one is stuck
    f.openWithAddons();                          // and no other page is visited
    QCOMPARE(sidebarState(f), VisualState::Failed);
    QCOMPARE(f.label("clusterStanding"), QStringLiteral("1 failed · 1 stuck · 1 contradicted"));
    const QModelIndex release = statusOf(f, QStringLiteral("gpu-operator"));
    QVERIFY(release.isValid());
    f.table()->setCurrentIndex(release);
    QCOMPARE(release.data(StateRole).toInt(), int(VisualState::Failed));
    QVERIFY(f.shows("inspectorNodes"));
    auto *rollout = f.window->findChild<QPushButton *>(QStringLiteral("showRollout"));
    QVERIFY(rollout);
    rollout->click();
    QVERIFY(f.window->findChild<RolloutPage *>()->isVisible());
}

void MainWindowTest::whatWasNotLookedAtIsNotGreen()
{
    WindowFixture f;
    f.fleet.addLive(prod);
    f.fleet.rolloutSource(prod)->setComplete(false);
    f.openWithAddons();
    const QPersistentModelIndex release = statusOf(f, QStringLiteral("gpu-operator"));
    QCOMPARE(release.data(StateRole).toInt(), int(VisualState::Unknown));
    QCOMPARE(sidebarState(f), VisualState::Unknown);
    fillAllDone(*f.fleet.rolloutSource(prod));
    f.fleet.rolloutSource(prod)->setComplete(true);
    QCOMPARE(release.data(StateRole).toInt(), int(VisualState::Done));
    QCOMPARE(sidebarState(f), VisualState::Unknown); // findings are not read
    f.fleet.findingsSource(prod)->found({});
    QCOMPARE(sidebarState(f), VisualState::Done);
}

void MainWindowTest::aKubeconfigThatCannotBeUsedIsNamedBesideTheOthers()
{
    WindowFixture f;
    f.fleet.addLive(QStringLiteral("prod-eu"));
    f.open();
    QVERIFY(!f.shows("kubeconfigProblem"));
    f.fleet.errors = {{Error::Code::Invalid, QStringLiteral("lab.yaml has no clusters."), {}, {}}};
    Q_EMIT f.fleet.namesChanged();
    QCOMPARE(f.label("kubeconfigProblem"), QStringLiteral("lab.yaml has no clusters."));
}

void MainWindowTest::theCurrentContextIsShownFirst()
{
    WindowFixture f;
    f.fleet.current = QStringLiteral("prod-us");
    f.fleet.addLive(QStringLiteral("prod-eu"));
    f.fleet.addLive(QStringLiteral("prod-us"));
    f.open();
    QCOMPARE(f.window->currentCluster(), QStringLiteral("prod-us"));
    QCOMPARE(f.label("clusterTitle"), QStringLiteral("prod-us"));
}

void MainWindowTest::aClusterThatIsOffIsConnectedByEnter()
{
    WindowFixture f;
    FleetEntry off;
    off.name = QStringLiteral("lab");
    f.fleet.put(off);
    f.open();
    QCOMPARE(f.label("messageTitle"), QStringLiteral("lab is not connected"));
    f.press(Qt::Key_0, Qt::ControlModifier);
    f.press(Qt::Key_Return);
    QCOMPARE(f.fleet.calls, QStringList{QStringLiteral("connect lab")});
    QCOMPARE(f.label("messageTitle"), QStringLiteral("Connecting to lab"));
}

void MainWindowTest::aFailingClusterLeavesTheOthersAlone()
{
    WindowFixture f;
    fillWithAddons(*f.fleet.addLive(QStringLiteral("prod-eu")));
    FleetEntry broken;
    broken.name = QStringLiteral("lab");
    broken.state = ClusterSession::State::Failed;
    broken.problem = {Error::Code::Unreachable,
                      QStringLiteral("Nobody answers at lab:6443."),
                      QStringLiteral("ECONNREFUSED"),
                      {}};
    f.fleet.put(broken);
    f.open();
    QCOMPARE(f.rows().size(), 11);
    f.window->showCluster(QStringLiteral("lab"));
    QCOMPARE(f.label("messageTitle"), QStringLiteral("lab cannot be read"));
    QCOMPARE(f.label("messageText"), QStringLiteral("Nobody answers at lab:6443."));
    f.window->showCluster(QStringLiteral("prod-eu"));
    QVERIFY(f.table()->isVisible());
}

// S3, S4: the program and its arguments are shown before they are allowed.
void MainWindowTest::aCredentialProgramIsShownAndAskedForFirst()
{
    WindowFixture f;
    FleetEntry entry;
    entry.name = QStringLiteral("prod-eu");
    entry.state = ClusterSession::State::Failed;
    entry.problem = {Error::Code::NeedsConsent, QStringLiteral("It wants to run a program."), {}, {}};
    entry.credentialCommand = QStringLiteral("/usr/bin/crusoe token");
    f.fleet.put(entry);
    f.open();
    auto *details = f.message()->findChild<QPlainTextEdit *>();
    QVERIFY(details->isVisible());
    QCOMPARE(details->toPlainText(), QStringLiteral("/usr/bin/crusoe token"));
    QVERIFY(f.fleet.calls.isEmpty());
    f.window->findChild<QAction *>(QStringLiteral("allow"))->trigger();
    QCOMPARE(f.fleet.calls, QStringList{QStringLiteral("allow prod-eu")});
}

// S14: a message box shows tags letter by letter.
void MainWindowTest::aFileThatCannotBeOpenedSaysWhy()
{
    WindowFixture f;
    f.openWithAddons();
    Q_EMIT f.fleet.openFailed(
        {Error::Code::Unsupported, QStringLiteral("The <b>recording</b> is of version 9."), {}, {}});
    const auto *box = f.window->findChild<QMessageBox *>();
    QVERIFY(box && box->isVisible());
    QCOMPARE(box->text(), QStringLiteral("The <b>recording</b> is of version 9."));
    QCOMPARE(box->textFormat(), Qt::PlainText);
}

// S4: insecure-skip-tls-verify is shown with the cluster.
void MainWindowTest::anUnverifiedServerCarriesAPermanentWarning()
{
    WindowFixture f;
    f.openWithAddons();
    QVERIFY(!f.shows("insecureBadge"));
    FleetEntry entry = f.fleet.entry(QStringLiteral("prod-eu"));
    entry.skipsTlsVerification = true;
    f.fleet.put(entry);
    QVERIFY(f.shows("insecureBadge"));
}

void MainWindowTest::everythingIsReachedByKeyboardAlone()
{
    WindowFixture f;
    f.openWithAddons();
    QVERIFY(f.table()->hasFocus());
    f.type("gpu");
    QCOMPARE(f.table()->currentIndex().data().toString(), QStringLiteral("gpu-operator"));
    QTRY_COMPARE(f.label("inspectorTitle"), QStringLiteral("gpu-operator"));
    f.press(Qt::Key_Down);
    QTRY_COMPARE(f.label("inspectorTitle"), QStringLiteral("kube-prometheus-stack"));
    f.press(Qt::Key_Slash);
    QVERIFY(f.filter()->hasFocus());
    f.type("failed");
    QCOMPARE(f.rows(), QStringList{QStringLiteral("my-gpu-operator")});
    f.press(Qt::Key_Return);
    QVERIFY(f.table()->hasFocus());
    f.press(Qt::Key_Escape);
    QCOMPARE(f.rows().size(), 11);
    f.press(Qt::Key_Escape);
    QVERIFY(!f.shows("inspector"));
    f.press(Qt::Key_I, Qt::ControlModifier);
    QVERIFY(f.shows("inspector"));
    f.press(Qt::Key_Return);
    QCOMPARE(f.pageTitle(), QStringLiteral("Values"));
    f.press(Qt::Key_Escape);
    QCOMPARE(f.pageTitle(), QStringLiteral("Add-ons"));
    QVERIFY(f.table()->hasFocus());
    f.press(Qt::Key_3, Qt::ControlModifier);
    QCOMPARE(f.pageTitle(), QStringLiteral("Rollout"));
    f.press(Qt::Key_1, Qt::ControlModifier);
    f.press(Qt::Key_F5);
    QCOMPARE(f.fleet.calls.last(), QStringLiteral("retry prod-eu"));
}

void MainWindowTest::thePaletteFindsReleasesClustersAndCommands()
{
    WindowFixture f;
    f.fleet.addLive(QStringLiteral("prod-us"));
    f.fleet.current = QStringLiteral("prod-eu");
    f.openWithAddons();
    f.press(Qt::Key_K, Qt::ControlModifier);
    QVERIFY(f.shows("commandPalette"));
    f.type("csi");
    f.press(Qt::Key_Return);
    QVERIFY(!f.shows("commandPalette"));
    QTRY_COMPARE(f.label("inspectorTitle"), QStringLiteral("crusoe-csi-driver"));
    f.press(Qt::Key_K, Qt::ControlModifier);
    f.type("prod-us");
    f.press(Qt::Key_Return);
    QCOMPARE(f.window->currentCluster(), QStringLiteral("prod-us"));
    f.press(Qt::Key_K, Qt::ControlModifier);
    f.type("disconnect");
    f.press(Qt::Key_Return);
    QCOMPARE(f.fleet.calls.last(), QStringLiteral("disconnect prod-us"));
    f.press(Qt::Key_K, Qt::ControlModifier);
    f.press(Qt::Key_Escape);
    QVERIFY(!f.shows("commandPalette"));
}

void MainWindowTest::thePaletteIsAsTallAsWhatItFound()
{
    WindowFixture f;
    f.openWithAddons();
    f.press(Qt::Key_K, Qt::ControlModifier);
    const auto *palette = f.window->findChild<QWidget *>(QStringLiteral("commandPalette"));
    const int full = palette->height();
    f.type("crusoe-csi");
    QVERIFY(palette->height() < full / 2);
    f.type("zzz");
    QCOMPARE(f.label("paletteNone"), QStringLiteral("No match for “crusoe-csizzz”"));
    f.press(Qt::Key_Return); // runs nothing
    QVERIFY(f.shows("commandPalette"));
}

void MainWindowTest::eachPageKeepsItsIconAndKeyWithoutRules()
{
    WindowFixture f;
    f.rules = tl::make_unexpected(Error{});
    f.open();
    const auto pages = f.window->findChildren<Page *>();
    QVERIFY(!f.window->findChild<ResponsibilityPage *>());
    QHash<QString, QString> icons;
    QHash<QString, QKeySequence> keys;
    for (const Page *page : pages) {
        const auto *command = f.window->findChild<QAction *>(QStringLiteral("page-") + page->chapter());
        icons.insert(command->text(), commandIcon(*command));
        keys.insert(command->text(), command->shortcut());
    }
    for (const Page *page : pages) {
        QCOMPARE(icons.value(page->title()), page->icon());
        QCOMPARE(keys.value(page->title()), page->key());
    }
    QCOMPARE(icons.value(QStringLiteral("Versions")), QStringLiteral("columns"));
    QCOMPARE(keys.value(QStringLiteral("Versions")), QKeySequence(QStringLiteral("Ctrl+7")));
}

void MainWindowTest::eachPageHasAKeyThatTheManualNames()
{
    WindowFixture f;
    f.openWithAddons();
    QHash<QKeySequence, int> commands;
    const QList<QAction *> actions = commandsOf(f);
    for (const QAction *action : actions)
        for (const QKeySequence &key : action->shortcuts())
            ++commands[key];
    const auto pages = f.window->findChildren<Page *>();
    QCOMPARE(pages.size(), f.window->findChild<QTabBar *>(QStringLiteral("pageTabs"))->count());
    for (const Page *page : pages) {
        QCOMPARE(commands.value(page->key()), 1);
        const ManualChapter *chapter = manualChapter(page->chapter());
        QVERIFY2(chapter, qPrintable(page->chapter()));
        QVERIFY2(chapter->text.contains(u' ' + page->key().toString()), qPrintable(page->chapter()));
    }
}

void MainWindowTest::aFolderStandsOnlyForAFile()
{
    WindowFixture f;
    f.openWithAddons();
    QStringList folders;
    const QList<QAction *> commands = commandsOf(f);
    for (const QAction *command : commands)
        if (commandIcon(*command) == QLatin1String("open"))
            folders.append(command->objectName());
    folders.sort();
    QCOMPARE(folders, (QStringList{QStringLiteral("openKubeconfig"), QStringLiteral("versionsOpen")}));
    const auto buttons = f.window->findChildren<QToolButton *>(QStringLiteral("describeButton"));
    QVERIFY(!buttons.isEmpty());
    const QImage folder = f.theme.icon(QStringLiteral("open"), Role::Muted, 16, 1).toImage();
    for (const QToolButton *button : buttons)
        QVERIFY(button->icon().pixmap(16).toImage() != folder);
}

void MainWindowTest::everyTableCopiesTheNameOfARow()
{
    WindowFixture f;
    f.openWithAddons();
    QList<QAbstractItemView *> views{f.window->findChild<VersionTree *>()};
    const auto tables = f.window->findChildren<QTableView *>();
    for (QTableView *table : tables)
        views.append(table);
    QVERIFY(views.size() > 4);
    for (const QAbstractItemView *view : std::as_const(views)) {
        const auto *copy = view->findChild<QAction *>(QStringLiteral("copyName"));
        QVERIFY2(copy && view->contextMenuPolicy() == Qt::ActionsContextMenu,
                 qPrintable(view->accessibleName()));
    }
    const QString release = QStringLiteral("gpu-operator");
    f.table()->setCurrentIndex(statusOf(f, release));
    f.table()->findChild<QAction *>(QStringLiteral("copyName"))->trigger();
    QCOMPARE(QApplication::clipboard()->text(), release);
    auto *clusters = f.window->findChild<QListView *>(QStringLiteral("clusterList"));
    Q_EMIT clusters->customContextMenuRequested(clusters->visualRect(clusters->currentIndex()).center());
    auto *ofCluster = f.window->findChild<QAction *>(QStringLiteral("copyClusterName"));
    QVERIFY(ofCluster);
    ofCluster->trigger();
    QCOMPARE(QApplication::clipboard()->text(), prod);
}

void MainWindowTest::theMostSeriousBannerStandsForAll()
{
    QWidget page;
    auto *notice = new Banner(&page);
    auto *warning = new Banner(&page);
    page.show();
    BannerPile pile;
    pile.add(notice);
    pile.add(warning);
    notice->say(QStringLiteral("The data is old."), Banner::Tone::Notice, nullptr);
    auto *others = warning->findChild<QPushButton *>(QStringLiteral("bannerOthers"));
    QVERIFY(notice->isVisible());
    QVERIFY(!notice->findChild<QPushButton *>(QStringLiteral("bannerOthers"))->isVisible());
    warning->say(QStringLiteral("An upgrade was interrupted."), Banner::Tone::Warning, nullptr);
    QVERIFY(warning->isVisible() && !notice->isVisible());
    QVERIFY(others->isVisible());
    QCOMPARE(others->text(), andMore(1));
    others->click();
    QVERIFY(warning->isVisible() && notice->isVisible());
    others->click();
    QVERIFY(!notice->isVisible());
    warning->say({}, Banner::Tone::Warning, nullptr);
    QVERIFY(!warning->isVisible() && notice->isVisible());
}

void MainWindowTest::theClustersNameGivesWayLastInTheHeader()
{
    constexpr int slack = 16; // for parts that take more than they need at least
    WindowFixture f;
    const QString name = QStringLiteral("admin@crusoe-managed-eu-north1");
    fillWithAddons(*f.fleet.addLive(name));
    FleetEntry entry = f.fleet.entry(name);
    entry.serverVersion = QStringLiteral("v1.33.4-crusoe.2026.11.21+build.4711");
    f.fleet.put(entry);
    f.open();
    f.showPage(QStringLiteral("Responsibility"));
    const auto headers = f.window->findChildren<ClusterHeader *>();
    const auto shown =
        std::find_if(headers.begin(), headers.end(), [](const auto *one) { return one->isVisible(); });
    QVERIFY(shown != headers.end());
    const auto *title = (*shown)->findChild<TextLabel *>(QStringLiteral("clusterTitle"));
    const auto fitInto = [&](int width) {
        (*shown)->setFixedWidth(width);
        return QTest::qWaitFor([&] { return title->parentWidget()->width() == width; }, 20'000);
    };
    const QWidget *line = title->parentWidget();
    const int whole = title->sizeHint().width();
    const int enough = line->minimumSizeHint().width() - title->minimumWidth() + whole + slack;
    QVERIFY(enough < line->sizeHint().width()); // what stands beside it gives way
    QVERIFY(fitInto(enough));
    QVERIFY(!title->isCut());
    QVERIFY(fitInto(enough - slack - whole / 3));
    QVERIFY(title->isCut());
    QVERIFY(title->width() >= 12 * title->fontMetrics().averageCharWidth());
}

void MainWindowTest::theClustersNameGivesWayLastInTheSidebar()
{
    const Theme theme(nullptr);
    const QString name = QStringLiteral("bundled recording");
    const QString note = QStringLiteral("1 failed");
    const QFontMetrics metrics(theme.font());
    const int whole = metrics.horizontalAdvance(name) + 1; // advances are rounded
    const ClusterLine alone = clusterLine(name, note, true, whole, theme);
    QCOMPARE(alone.name, name);
    QCOMPARE(alone.note, QString());
    const ClusterLine wide = clusterLine(name, note, true, whole + 100, theme);
    QCOMPARE(wide.name, name);
    QCOMPARE(wide.note, note);
    const ClusterLine cutNote =
        clusterLine(name, QStringLiteral("1 failed · 5 stuck · 4 slow"), true, whole + 100, theme);
    QCOMPARE(cutNote.name, name);
    QVERIFY2(cutNote.note.startsWith(note) && cutNote.note.endsWith(u'…'), qPrintable(cutNote.note));
    // Of one that does not fit anyway, the start can be told apart.
    const QString longName = QStringLiteral("admin@crusoe-managed-eu-north1-production");
    const int width = 12 * metrics.averageCharWidth() + 100;
    QVERIFY(metrics.horizontalAdvance(longName) > width);
    const ClusterLine cut = clusterLine(longName, note, true, width, theme);
    QCOMPARE(cut.note, note);
    QVERIFY2(cut.name.startsWith(QLatin1String("admin@cr")) && cut.name.endsWith(u'…'), qPrintable(cut.name));
    QCOMPARE(clusterLine(longName, QStringLiteral("16 nodes"), false, width, theme).note, QString());
}

void MainWindowTest::aClustersTroubleIsReadWholeBelowANameThatLeavesItNoRoom()
{
    const Theme theme(nullptr);
    const QString name = QStringLiteral("bundled recording");
    const QString note = QStringLiteral("1 failed · 5 stuck");
    const int whole = QFontMetrics(theme.font()).horizontalAdvance(name) + 1;
    const int words = QFontMetrics(theme.secondaryFont()).horizontalAdvance(note);
    QCOMPARE(noteBelow(name, note, true, whole + words + 100, theme), QString());
    const QString below = noteBelow(name, note, true, whole, theme);
    QCOMPARE(QString(below).replace(QChar::Nbsp, u' '), note);
    QCOMPARE(below.count(u' '), 1); // no line ends between a count and its word
    QCOMPARE(noteBelow(name, note, false, whole, theme), QString());
    WindowFixture f;
    f.fleet.addLive(prod);
    ShownTrack failed;
    failed.label = QStringLiteral("upgrade-failed");
    failed.verdict = Verdict::Failed;
    f.fleet.rolloutSource(prod)->put(failed);
    for (int i = 1; i < 6; ++i) {
        ShownTrack stuck;
        stuck.node = QStringLiteral("gpu-%1").arg(i, 3, 10, QLatin1Char('0'));
        stuck.label = QStringLiteral("pod-deletion-required");
        stuck.verdict = Verdict::Stuck;
        f.fleet.rolloutSource(prod)->put(stuck);
    }
    f.open();
    const auto *list = f.window->findChild<QListView *>(QStringLiteral("clusterList"));
    const auto usual = [&] { return Theme::lineHeight(f.theme.font(), 28); };
    const auto height = [&] { return list->visualRect(list->currentIndex()).height(); };
    QTRY_VERIFY2(list->currentIndex().data(ClusterListModel::SecondaryTextRole).toString().contains(note),
                 qPrintable(list->currentIndex().data(ClusterListModel::SecondaryTextRole).toString()));
    auto *divider = f.window->findChild<QSplitter *>(QStringLiteral("divider"));
    divider->setSizes({140, 1140});
    QTRY_VERIFY2(height() > usual(), qPrintable(QString::number(height())));
    divider->setSizes({420, 860});
    QTRY_COMPARE(height(), usual());
}

void MainWindowTest::escLeadsBackToTheAddons()
{
    WindowFixture f;
    f.openWithAddons();
    f.press(Qt::Key_6, Qt::ControlModifier); // the responsibility model has nothing to take back
    f.press(Qt::Key_Escape);
    QCOMPARE(f.pageTitle(), QStringLiteral("Add-ons"));
    QVERIFY(f.table()->hasFocus());
}

void MainWindowTest::everyShortcutIsInTheSheet()
{
    WindowFixture f;
    f.openWithAddons();
    f.press(Qt::Key_Question);
    const auto *sheet = f.window->findChild<QDialog *>();
    QVERIFY(sheet && sheet->isVisible());
    QStringList texts;
    const auto labels = sheet->findChildren<QLabel *>();
    for (const QLabel *label : labels)
        texts.append(label->text());
    const QList<QAction *> actions = commandsOf(f);
    for (const QAction *action : actions)
        if (!action->shortcut().isEmpty())
            QVERIFY2(texts.join(u'\n').contains(action->shortcut().toString(QKeySequence::NativeText)),
                     qPrintable(action->text()));
}

void MainWindowTest::theTourLeadsThroughThePagesWhenAskedFor()
{
    WindowFixture f;
    f.openWithAddons();
    const auto *tabs = f.window->findChild<QTabBar *>(QStringLiteral("pageTabs"));
    const auto *bar = f.window->findChild<QWidget *>(QStringLiteral("tourBar"));
    auto *next = bar->findChild<QPushButton *>(QStringLiteral("tourNext"));
    QVERIFY(!bar->isVisible());
    f.window->startTour();
    QSet<int> pages;
    int steps = 0;
    for (; bar->isVisible() && steps < 20; ++steps) {
        pages.insert(tabs->currentIndex());
        QTest::mouseClick(next, Qt::LeftButton);
    }
    QCOMPARE(steps, 5);
    QCOMPARE(pages.size(), 5);
    f.window->findChild<QAction *>(QStringLiteral("tour"))->trigger();
    QVERIFY(bar->isVisible());
    QCOMPARE(f.pageTitle(), QStringLiteral("Add-ons"));
    QTest::mouseClick(bar->findChild<QPushButton *>(QStringLiteral("closeTour")), Qt::LeftButton);
    QVERIFY(!bar->isVisible());
}

void MainWindowTest::everyActionIsInAMenu()
{
    WindowFixture f;
    f.openWithAddons();
    QList<QAction *> inMenus;
    QList<QMenu *> menus = f.window->menuBar()->findChildren<QMenu *>();
    for (const QMenu *menu : std::as_const(menus))
        inMenus += menu->actions();
    const QList<QAction *> actions = commandsOf(f);
    for (QAction *action : actions)
        if (!action->objectName().isEmpty() && !action->objectName().startsWith(QLatin1String("group")))
            QVERIFY2(inMenus.contains(action), qPrintable(action->objectName()));
}

void MainWindowTest::controlsHaveAccessibleNames()
{
    WindowFixture f;
    f.openWithAddons();
    const auto widgets = f.window->findChildren<QWidget *>();
    for (const QWidget *widget : widgets) {
        if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) ||
            widget->objectName().startsWith(QLatin1String("qt_")))
            continue;
        const auto *button = qobject_cast<const QAbstractButton *>(widget);
        const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
        QVERIFY2(named, qPrintable(QStringLiteral("%1 %2").arg(
                            QLatin1String(widget->metaObject()->className()), widget->objectName())));
    }
    QCOMPARE(
        f.table()->model()->index(0, int(ReleaseColumn::Revision)).data(Qt::AccessibleTextRole).toString(),
        QStringLiteral("1, never upgraded"));
}

void MainWindowTest::theChosenClusterIsRemembered()
{
    WindowFixture f;
    f.fleet.addLive(QStringLiteral("prod-eu"));
    f.fleet.addLive(QStringLiteral("prod-us"));
    f.open();
    f.window->showCluster(QStringLiteral("prod-us"));
    f.open();
    QCOMPARE(f.window->currentCluster(), QStringLiteral("prod-us"));
}

void MainWindowTest::aDraggedSidebarIsRemembered()
{
    WindowFixture f;
    f.openWithAddons();
    const auto sidebar = [&] { return f.window->findChild<QListView *>(QStringLiteral("clusterList")); };
    f.window->findChild<QSplitter *>(QStringLiteral("divider"))->setSizes({300, 900});
    QTRY_COMPARE(sidebar()->width(), 300);
    f.window->close();
    f.open();
    QTRY_COMPARE(sidebar()->width(), 300);
}

void MainWindowTest::theFirstWindowFitsTheScreen()
{
    WindowFixture f;
    PathNotes notes(nullptr);
    const MainWindow window({&f.fleet, &f.clock, &f.theme, nullptr, &f.settings, nullptr, {}, {}, &notes});
    const QSize room = window.screen()->availableSize();
    QVERIFY2(room.width() < 1280, "a screen that the usual size fits on proves nothing");
    QCOMPARE(window.size(), QSize(1280, 800).boundedTo(room).expandedTo(window.minimumSize()));
}

#include "tst_main_window.moc"
} // namespace tst_main_window

CHARTROOM_TEST(tst_main_window, MainWindowTest)
