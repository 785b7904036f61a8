// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/addons/release_model.h"
#include "core/screens/addons/release_proxy.h"
#include "tests/support/fake_release_source.h"
#include "tests/support/fake_rollout_source.h"
#include "tests/support/test_main.h"
#include "tests/support/thread_time.h"
#include "tests/support/work_gate.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_release_model {

namespace {

QString cell(const QAbstractItemModel &model, int row, ReleaseColumn column)
{
    return model.index(row, int(column)).data().toString();
}

QStringList names(const QAbstractItemModel &model)
{
    QStringList out;
    for (int row = 0; row < model.rowCount(); ++row)
        out.append(cell(model, row, ReleaseColumn::Name));
    return out;
}

ShownRelease named(const char *name)
{
    ShownRelease builder;
    builder.name = QString::fromLatin1(name);
    return builder;
}

/// The right answer, the slow way.
QStringList sortedByName(const FakeReleaseSource &source, const QString &filter)
{
    QStringList out;
    for (const ReleaseKey &key : source.keys())
        if (key.name.contains(filter))
            out.append(key.name);
    out.sort();
    return out;
}

} // namespace

class ReleaseModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCellOfAnAddonSaysWhatTheSketchSays();
    void aRowWithoutItsRecordShowsThatItIsStillRead();
    void aDamagedRecordSaysWhy();
    void aReleaseThatFailedOnNodesIsNotPlainlyDeployed();
    void aDriverWhoseNodesAreNotReadIsNotPlainlyDeployed();
    void whatIsPendingBelowTheDeployedRevisionIsNotPlainlyDeployed();
    void severalDeployedRevisionsAreNotPlainlyDeployed();
    void hostileTextIsMadeVisible();
    void manyNewRowsAreOneInsert();
    void onlyTheChangedColumnsAreTold();
    void removedRowsGoByRange();
    void timeTextsFollowTheClock();

    void typingNarrowsOverNameNamespaceChartOwnerAndStatus();
    void sortingUsesRawValues();
    void groupsBecomeHeadingRows();
    void aFoldedGroupKeepsItsHeading();
    void heldOrderKeepsRowsInPlaceUntilLetGo();
    void randomChangesNeverLoseOrDoubleARow();
    void aKeystrokeOverFiftyThousandRowsStaysUnderAFrame();
};

void ReleaseModelTest::everyCellOfAnAddonSaysWhatTheSketchSays()
{
    FakeReleaseSource source;
    fillWithAddons(source);
    ReleaseModel model(&source);
    QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 11);
    QCOMPARE(cell(model, 0, ReleaseColumn::Chart), QStringLiteral("gpu-operator v25.10.1"));
    QCOMPARE(cell(model, 0, ReleaseColumn::Revision), QStringLiteral("4"));
    QCOMPARE(cell(model, 0, ReleaseColumn::Owner), QStringLiteral("Shared"));
    QCOMPARE(cell(model, 0, ReleaseColumn::Updated), QStringLiteral("2 min ago"));
    QCOMPARE(model.index(0, int(ReleaseColumn::Diverges)).data(SortRole).toInt(), 3);
    QCOMPARE(model.index(1, int(ReleaseColumn::Revision)).data(SecondaryTextRole).toString(),
             QStringLiteral("never upgraded"));
    QCOMPARE(cell(model, 6, ReleaseColumn::Status), QStringLiteral("pending-upgrade"));
    QCOMPARE(model.index(8, int(ReleaseColumn::Status)).data(StateRole).toInt(), int(VisualState::Failed));
    QCOMPARE(cell(model, 8, ReleaseColumn::Diverges), QStringLiteral("–"));
}

void ReleaseModelTest::aRowWithoutItsRecordShowsThatItIsStillRead()
{
    FakeReleaseSource source;
    ShownRelease builder = named("cilium");
    builder.decoded = false;
    source.put(builder);
    ReleaseModel model(&source);
    QCOMPARE(cell(model, 0, ReleaseColumn::Chart), QStringLiteral("…"));
    QCOMPARE(cell(model, 0, ReleaseColumn::Owner), QStringLiteral("…"));
    QCOMPARE(model.index(0, int(ReleaseColumn::Owner)).data(OwnerRole).toInt(), -1);
    QCOMPARE(cell(model, 0, ReleaseColumn::Status), QStringLiteral("deployed"));
    builder.decoded = true;
    source.put(builder);
    QCOMPARE(cell(model, 0, ReleaseColumn::Owner), QStringLiteral("Customer"));
}

void ReleaseModelTest::aDamagedRecordSaysWhy()
{
    FakeReleaseSource source;
    ShownRelease builder = named("cilium");
    builder.recordProblem = QStringLiteral("The record of revision 4 is cut off.");
    source.put(builder);
    ReleaseModel model(&source);
    QCOMPARE(cell(model, 0, ReleaseColumn::Chart), QStringLiteral("unreadable record"));
    QCOMPARE(model.index(0, int(ReleaseColumn::Chart)).data(Qt::ToolTipRole).toString(),
             builder.recordProblem);
}

void ReleaseModelTest::aReleaseThatFailedOnNodesIsNotPlainlyDeployed()
{
    FakeReleaseSource source;
    fillWithAddons(source);
    FakeRolloutSource rollout;
    fillMidWindow(rollout); // one node has failed before anybody follows
    ReleaseModel model(&source);
    QAbstractItemModelTester tester(&model);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.follow(&rollout);
    const QModelIndex status = model.index(0, int(ReleaseColumn::Status));
    QCOMPARE(cell(model, 0, ReleaseColumn::Name), QStringLiteral("gpu-operator"));
    QCOMPARE(status.data().toString(), QStringLiteral("deployed · 1 failed · 1 stuck · 1 contradicted"));
    QCOMPARE(status.data(StateRole).toInt(), int(VisualState::Failed));
    QVERIFY(status.data(Qt::ToolTipRole).toString().startsWith(QStringLiteral("Release: deployed.\n")));
    ShownTrack other;
    other.node = QStringLiteral("gpu-005");
    other.label = QStringLiteral("upgrade-failed");
    other.verdict = Verdict::Failed;
    rollout.put(other);
    QCOMPARE(status.data().toString(), QStringLiteral("deployed · 2 failed · 1 stuck · 1 contradicted"));
    QCOMPARE(cell(model, 1, ReleaseColumn::Status), QStringLiteral("deployed · 16 of 16 nodes")); // its own
    QCOMPARE(cell(model, 2, ReleaseColumn::Status), QStringLiteral("deployed")); // brings no driver
    ShownRelease broken;
    broken.chart = QStringLiteral("gpu-operator");
    broken.status = ReleaseStatus::Failed;
    source.put(broken);
    QVERIFY(status.data().toString().startsWith(QStringLiteral("failed · "))); // that comes first
    broken.status = ReleaseStatus::Deployed;
    source.put(broken);
    QCOMPARE(status.data().toString(), QStringLiteral("deployed · 2 failed · 1 stuck · 1 contradicted"));
    const ReleaseKey key = broken.key();
    model.setCutOff({{key, {QStringLiteral("interrupted"), QStringLiteral("Upgrade: interrupted.")}}});
    QCOMPARE(status.data().toString(),
             QStringLiteral("2 failed · 1 stuck · 1 contradicted · deployed, interrupted"));
    QCOMPARE(status.data(StateRole).toInt(), int(VisualState::Failed));
    fillAllDone(rollout);
    QCOMPARE(status.data().toString(), QStringLiteral("deployed, interrupted · 16 of 16 nodes"));
    QCOMPARE(status.data(StateRole).toInt(), int(VisualState::Attention));
    model.setCutOff({});
    QCOMPARE(status.data().toString(), QStringLiteral("deployed · 16 of 16 nodes"));
    QCOMPARE(status.data(StateRole).toInt(), int(VisualState::Done));
    QVERIFY(resets.isEmpty());
}

void ReleaseModelTest::aDriverWhoseNodesAreNotReadIsNotPlainlyDeployed()
{
    FakeReleaseSource source;
    fillWithAddons(source);
    FakeRolloutSource rollout;
    rollout.setComplete(false);
    ReleaseModel model(&source);
    model.follow(&rollout);
    const QModelIndex status = model.index(0, int(ReleaseColumn::Status));
    QCOMPARE(status.data(StateRole).toInt(), int(VisualState::Unknown));
    fillAllDone(rollout); // by their labels
    QCOMPARE(status.data(StateRole).toInt(), int(VisualState::Unknown));
    rollout.setComplete(true);
    QCOMPARE(status.data(StateRole).toInt(), int(VisualState::Done));
    rollout.setRefusal(Error{Error::Code::Forbidden, QStringLiteral("nodes is forbidden"), {}, {}});
    QCOMPARE(status.data(StateRole).toInt(), int(VisualState::Unknown));
    QCOMPARE(status.data().toString(), QStringLiteral("deployed · nodes unknown"));
}

void ReleaseModelTest::hostileTextIsMadeVisible()
{
    FakeReleaseSource source;
    ShownRelease builder = named("x");
    builder.chart = QStringLiteral("ch\x1b[31m\u202Etrahc");
    source.put(builder);
    ReleaseModel model(&source);
    QCOMPARE(cell(model, 0, ReleaseColumn::Chart), QStringLiteral("ch␛[31m\\u{202E}trahc v25.10.1"));
}

void ReleaseModelTest::manyNewRowsAreOneInsert()
{
    FakeReleaseSource source;
    ReleaseModel model(&source);
    ReleaseProxy proxy(&model);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy shown(&proxy, &QAbstractItemModel::rowsInserted);
    QSignalSpy reset(&proxy, &QAbstractItemModel::modelReset);
    source.put(manyReleases(2000));
    QCOMPARE(inserted.size(), 1);
    QCOMPARE(shown.size(), 1);
    QCOMPARE(reset.size(), 0);
    QCOMPARE(proxy.rowCount(), 2000);
}

void ReleaseModelTest::onlyTheChangedColumnsAreTold()
{
    FakeReleaseSource source;
    ShownRelease builder = named("cilium");
    source.put({builder, named("coredns")});
    ReleaseModel model(&source);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    source.put(builder);
    QCOMPARE(changed.size(), 0);
    builder.status = ReleaseStatus::Failed;
    source.put(builder);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed[0][0].toModelIndex(), model.index(0, int(ReleaseColumn::Status)));
    QCOMPARE(changed[0][1].toModelIndex(), model.index(0, int(ReleaseColumn::Status)));
}

void ReleaseModelTest::removedRowsGoByRange()
{
    FakeReleaseSource source;
    source.put({named("a"), named("b"), named("c"), named("d"), named("e")});
    ReleaseModel model(&source);
    QAbstractItemModelTester tester(&model);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    source.remove({named("b").key(), named("e").key(), named("c").key()});
    QCOMPARE(removed.size(), 2);
    QCOMPARE(names(model), (QStringList{QStringLiteral("a"), QStringLiteral("d")}));
    QCOMPARE(model.rowOf(named("d").key()), 1);
    QCOMPARE(model.rowOf(named("b").key()), -1);
}

/// Its helm may still run, and two revisions are deployed then.
void ReleaseModelTest::whatIsPendingBelowTheDeployedRevisionIsNotPlainlyDeployed()
{
    FakeReleaseSource source;
    ShownRelease release = named("cilium");
    release.pending = 3;
    source.put(release);
    ReleaseModel model(&source);
    const QModelIndex status = model.index(0, int(ReleaseColumn::Status));
    QCOMPARE(status.data(StateRole).toInt(), int(VisualState::Attention));
    QCOMPARE(status.data().toString(), QStringLiteral("deployed · revision 3 pending-upgrade"));
    QVERIFY(status.data(Qt::ToolTipRole).toString().contains(QStringLiteral("its helm may be running")));
    source.advance(61min);
    model.refreshTimes();
    QCOMPARE(status.data(StateRole).toInt(), int(VisualState::Done));
    QCOMPARE(status.data().toString(), QStringLiteral("deployed"));
}

/// Two helms were at work at once: what runs may be a mix.
void ReleaseModelTest::severalDeployedRevisionsAreNotPlainlyDeployed()
{
    FakeReleaseSource source;
    ShownRelease release = named("cilium");
    const int newest = release.revision;
    release.deployed = newest - 1;
    source.put(release);
    const QString revisions = QStringLiteral("%1, %2").arg(newest).arg(newest - 1);
    ReleaseModel model(&source);
    const QModelIndex status = model.index(0, int(ReleaseColumn::Status));
    QCOMPARE(status.data(StateRole).toInt(), int(VisualState::Attention));
    QCOMPARE(status.data().toString(), QStringLiteral("deployed · revisions %1 deployed").arg(revisions));
    QVERIFY(status.data(Qt::ToolTipRole)
                .toString()
                .startsWith(QStringLiteral("Revisions %1 are all marked deployed").arg(revisions)));
}

void ReleaseModelTest::timeTextsFollowTheClock()
{
    FakeReleaseSource source;
    source.put(named("cilium"));
    ReleaseModel model(&source);
    ReleaseProxy proxy(&model);
    QSignalSpy changed(&proxy, &QAbstractItemModel::dataChanged);
    source.advance(3min);
    model.refreshTimes();
    QCOMPARE(changed.size(), 1);
    QCOMPARE(cell(proxy, 0, ReleaseColumn::Updated), QStringLiteral("5 min ago"));
}

void ReleaseModelTest::typingNarrowsOverNameNamespaceChartOwnerAndStatus()
{
    FakeReleaseSource source;
    fillWithAddons(source);
    ReleaseModel model(&source);
    ReleaseProxy proxy(&model);
    QAbstractItemModelTester tester(&proxy);
    const QList<std::pair<const char *, int>> cases{
        {"gpu", 2},      {"CILIUM", 1},     {"crusoe-system", 3}, {"v24.9.2", 1}, {"failed", 1},
        {"customer", 3}, {"gpu failed", 1}, {"nothing-here", 0},  {"", 11}};
    for (const auto &[filter, expected] : cases) {
        proxy.setFilter(QString::fromLatin1(filter));
        QVERIFY2(proxy.rowCount() == expected, filter);
        QCOMPARE(proxy.matchCount(), expected);
    }
}

void ReleaseModelTest::sortingUsesRawValues()
{
    FakeReleaseSource source;
    fillWithAddons(source);
    ReleaseModel model(&source);
    ReleaseProxy proxy(&model);
    QAbstractItemModelTester tester(&proxy);
    proxy.sort(int(ReleaseColumn::Revision), Qt::DescendingOrder);
    QCOMPARE(cell(proxy, 0, ReleaseColumn::Name), QStringLiteral("kube-prometheus-stack"));
    QCOMPARE(cell(proxy, 1, ReleaseColumn::Name), QStringLiteral("my-gpu-operator"));
    proxy.sort(int(ReleaseColumn::Updated), Qt::AscendingOrder);
    QCOMPARE(cell(proxy, 0, ReleaseColumn::Name), QStringLiteral("gpu-operator"));
    proxy.sort(int(ReleaseColumn::Owner), Qt::AscendingOrder);
    QCOMPARE(cell(proxy, 0, ReleaseColumn::Name), QStringLiteral("cilium"));
}

void ReleaseModelTest::groupsBecomeHeadingRows()
{
    FakeReleaseSource source;
    fillWithAddons(source);
    ReleaseModel model(&source);
    ReleaseProxy proxy(&model);
    QAbstractItemModelTester tester(&proxy);
    proxy.setGrouping(ReleaseProxy::Grouping::Owner);
    QCOMPARE(proxy.rowCount(), 14);
    QCOMPARE(proxy.index(0, 0).data(GroupRole).toString(), QStringLiteral("Crusoe"));
    QCOMPARE(proxy.index(0, 0).data(GroupSizeRole).toInt(), 3);
    QCOMPARE(proxy.sourceRow(proxy.index(0, 0)), -1);
    QCOMPARE(proxy.index(4, 0).data(GroupRole).toString(), QStringLiteral("Shared"));
    proxy.setFilter(QStringLiteral("cilium"));
    QCOMPARE(proxy.rowCount(), 2);
    QCOMPARE(proxy.index(0, 0).data(GroupSizeRole).toInt(), 1);
    proxy.setFilter({});
    proxy.setGrouping(ReleaseProxy::Grouping::Namespace);
    QCOMPARE(proxy.index(0, 0).data(GroupRole).toString(), QStringLiteral("crusoe-system"));
    proxy.setGrouping(ReleaseProxy::Grouping::None);
    QCOMPARE(proxy.rowCount(), 11);
}

void ReleaseModelTest::aFoldedGroupKeepsItsHeading()
{
    FakeReleaseSource source;
    fillWithAddons(source);
    ReleaseModel model(&source);
    ReleaseProxy proxy(&model);
    QAbstractItemModelTester tester(&proxy);
    proxy.setGrouping(ReleaseProxy::Grouping::Owner);
    proxy.toggleGroup(proxy.index(0, 0));
    QCOMPARE(proxy.rowCount(), 11);
    QVERIFY(proxy.index(0, 0).data(GroupClosedRole).toBool());
    QCOMPARE(proxy.matchCount(), 11);
    proxy.toggleGroup(proxy.index(0, 0));
    QCOMPARE(proxy.rowCount(), 14);
}

void ReleaseModelTest::heldOrderKeepsRowsInPlaceUntilLetGo()
{
    FakeReleaseSource source;
    ReleaseModel model(&source);
    ReleaseProxy proxy(&model);
    QAbstractItemModelTester tester(&proxy);
    proxy.setOrderHeld(true);
    source.put({named("k"), named("j"), named("i"), named("h"), named("g"), named("f"), named("e"),
                named("d"), named("c"), named("b")});
    QCOMPARE(names(proxy).join(u' '), QStringLiteral("b c d e f g h i j k"));
    source.put(named("a"));
    QCOMPARE(names(proxy).join(u' '), QStringLiteral("b c d e f g h i j k a"));
    proxy.setOrderHeld(false);
    QCOMPARE(names(proxy).join(u' '), QStringLiteral("a b c d e f g h i j k"));
}

void ReleaseModelTest::randomChangesNeverLoseOrDoubleARow()
{
    QRandomGenerator random(20261121);
    FakeReleaseSource source;
    ReleaseModel model(&source);
    ReleaseProxy proxy(&model);
    QAbstractItemModelTester tester(&proxy);
    QSignalSpy reset(&proxy, &QAbstractItemModel::modelReset);
    QSignalSpy sourceReset(&model, &QAbstractItemModel::modelReset);
    QString filter;
    for (int step = 0; step < 400; ++step) {
        QList<ShownRelease> batch;
        for (int i = random.bounded(90); i > 0; --i) {
            ShownRelease builder = named("");
            builder.name = QStringLiteral("r%1").arg(random.bounded(150));
            builder.status = random.bounded(2) ? ReleaseStatus::Failed : ReleaseStatus::Deployed;
            batch.append(builder);
        }
        source.put(batch);
        QList<ReleaseKey> gone;
        for (const ReleaseKey &key : source.keys())
            if (random.bounded(5) == 0)
                gone.append(key);
        source.remove(gone);
        if (step % 7 == 0)
            proxy.setOrderHeld(random.bounded(2) == 0);
        if (step % 5 == 0) {
            filter = random.bounded(2) ? QStringLiteral("r%1").arg(random.bounded(20)) : QString();
            proxy.setFilter(filter);
        }
        if (step % 11 == 0)
            proxy.setGrouping(ReleaseProxy::Grouping(random.bounded(3)));
        QStringList shown;
        for (int row = 0; row < proxy.rowCount(); ++row) {
            const QModelIndex index = proxy.index(row, 0);
            if (proxy.sourceRow(index) < 0)
                continue;
            shown.append(index.data().toString());
            QCOMPARE(proxy.indexOf(index.data(KeyRole).value<ReleaseKey>()), index);
        }
        shown.sort();
        QCOMPARE(shown, sortedByName(source, filter));
    }
    QCOMPARE(reset.size(), 0);
    QCOMPARE(sourceReset.size(), 0);
}

void ReleaseModelTest::aKeystrokeOverFiftyThousandRowsStaysUnderAFrame()
{
    FakeReleaseSource source;
    ReleaseModel model(&source);
    ReleaseProxy proxy(&model);
    source.put(manyReleases(50'000));
    const QStringList typed{QStringLiteral("r"),         QStringLiteral("re"),
                            QStringLiteral("release-1"), QStringLiteral("release-12"),
                            QStringLiteral("tenant-7"),  QString()};
    std::chrono::microseconds longest{0};
    for (int round = 0; round < 3; ++round) {
        for (const QString &filter : typed) {
            const auto before = threadTime();
            proxy.setFilter(filter);
            longest = std::max(longest, threadTime() - before);
        }
    }
    qInfo("longest keystroke over 50,000 rows: %.1f ms", double(longest.count()) / 1e3);
    VERIFY_WORK(longest, 20ms);
}

#include "tst_release_model.moc"
} // namespace tst_release_model

CHARTROOM_TEST(tst_release_model, ReleaseModelTest)
