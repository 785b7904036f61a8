// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/addons/cluster_list_model.h"
#include "core/screens/addons/page_message.h"
#include "core/screens/tables/fuzzy.h"
#include "core/screens/tables/row_difference.h"
#include "core/screens/values/read_message.h"
#include "core/words/relative_time.h"
#include "core/words/table_text.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_fleet.h"
#include "tests/support/test_main.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_model_texts {

class ModelTextsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void markdownCellsCannotBreakTheTable();
    void csvCellsCannotBeFormulas();
    void agoTextsReadNaturally();
    void fuzzyPrefersStartsOfWords();
    void clustersAndRecordingsHaveHeadings();
    void aRecordingSaysThatNothingInItIsLive();
    void rowsThatComeAndGoAreToldByRuns();
    void releasesThatMayBeHiddenAreNotTakenForNone();
    void noViewIsNamedThatARecordingDoesNotHave();

private:
    FakeClock m_clock;
};

void ModelTextsTest::releasesThatMayBeHiddenAreNotTakenForNone()
{
    FleetEntry entry;
    entry.name = QStringLiteral("prod-eu");
    entry.state = ClusterSession::State::Live;
    QCOMPARE(releasesMessage(entry, 0, 0, {}).state, VisualState::Skipped);
    entry.hidesReleases = true;
    entry.notices = {QStringLiteral("Releases kept in Secrets outside of tenant-a are hidden.")};
    const PageMessage message = releasesMessage(entry, 0, 0, {});
    QCOMPARE(message.state, VisualState::Unknown);
    QVERIFY(message.title != QStringLiteral("No Helm releases in prod-eu"));
    QVERIFY(message.details.contains(entry.notices.first()));
}

void ModelTextsTest::noViewIsNamedThatARecordingDoesNotHave()
{
    QVERIFY(nothingSetMessage(Side::Kind::User, true).text.contains(QStringLiteral("Computed")));
    QVERIFY(!nothingSetMessage(Side::Kind::User, false).text.contains(QStringLiteral("Computed")));
}

// S16: Markdown is escaped.
void ModelTextsTest::markdownCellsCannotBreakTheTable()
{
    const QString text = markdownTable({QStringLiteral("Name")}, {{QStringLiteral("a|b<img>`*_\n[x](y)")}});
    QCOMPARE(text, QStringLiteral("| Name |\n| --- |\n| a\\|b\\<img\\>\\`\\*\\_␊\\[x\\](y) |\n"));
}

// S16: no cell begins a formula.
void ModelTextsTest::csvCellsCannotBeFormulas()
{
    const QString text = csvTable({QStringLiteral("Name"), QStringLiteral("Note")},
                                  {{QStringLiteral("=HYPERLINK(\"x\")"), QStringLiteral("a,b")},
                                   {QStringLiteral("@sum"), QStringLiteral("-1")},
                                   {QStringLiteral("a;=cmd"), QStringLiteral("b; @sum;c")}});
    QCOMPARE(text, QStringLiteral("Name,Note\n\"'=HYPERLINK(\"\"x\"\")\",\"a,b\"\n'@sum,'-1\n"
                                  "\"a;'=cmd\",\"b; '@sum;c\"\n"));
}

void ModelTextsTest::agoTextsReadNaturally()
{
    const QDateTime now = m_clock.now();
    QCOMPARE(agoText(now.addSecs(-3), now), QStringLiteral("just now"));
    QCOMPARE(agoText(now.addSecs(20), now), QStringLiteral("just now"));
    QCOMPARE(agoText(now.addSecs(-42), now), QStringLiteral("42 s ago"));
    QCOMPARE(agoText(now.addSecs(-7200), now), QStringLiteral("2 h ago"));
    QCOMPARE(agoText(now.addDays(-41), now), QStringLiteral("41 d ago"));
    QCOMPARE(agoText(QDateTime(), now), QString());
    QCOMPARE(dayText(now.addSecs(-3600), now), QStringLiteral("today 02:31"));
    QCOMPARE(absoluteTimeText(now), QStringLiteral("2026-11-21 03:31:00 UTC"));
}

void ModelTextsTest::fuzzyPrefersStartsOfWords()
{
    QVERIFY(fuzzyScore(u"go", u"gpu-operator") > fuzzyScore(u"go", u"argocd"));
    QVERIFY(fuzzyScore(u"gpu", u"gpu-operator") > fuzzyScore(u"gpu", u"my-gpu-operator"));
    QCOMPARE(fuzzyScore(u"xyz", u"gpu-operator"), -1);
    QCOMPARE(fuzzyScore(u"", u"anything"), 0);
}

void ModelTextsTest::clustersAndRecordingsHaveHeadings()
{
    FakeFleet fleet;
    ClusterListModel model(&fleet);
    QAbstractItemModelTester tester(&model);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    fleet.addLive(QStringLiteral("prod-eu"), 16);
    FleetEntry recording;
    recording.name = QStringLiteral("window");
    recording.isRecording = true;
    fleet.put(recording);
    FleetEntry broken;
    broken.name = QStringLiteral("lab");
    broken.state = ClusterSession::State::Failed;
    broken.problem = {Error::Code::Unreachable, QStringLiteral("Nobody answers."), {}, {}};
    fleet.put(broken);
    QCOMPARE(model.rowCount(), 5);
    QVERIFY(model.index(0).data(ClusterListModel::HeadingRole).toBool());
    QCOMPARE(model.indexOf(QStringLiteral("lab")).row(), 2);
    fleet.findingsSource(QStringLiteral("prod-eu"))->found({});
    QCOMPARE(model.index(1).data(ClusterListModel::SecondaryTextRole).toString(),
             QStringLiteral("16 node(s)"));
    QVERIFY(model.index(2).data(Qt::ToolTipRole).toString().contains(QStringLiteral("Nobody answers.")));
    fleet.remove(QStringLiteral("window"));
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(reset.size(), 0);
}

void ModelTextsTest::aRecordingSaysThatNothingInItIsLive()
{
    FakeFleet fleet;
    fleet.files = {QDir::homePath() + QStringLiteral("/.kube/config")};
    FleetEntry recording;
    recording.name = QStringLiteral("window");
    recording.isRecording = true;
    recording.state = ClusterSession::State::Live;
    recording.dataAge = std::chrono::seconds(0);
    recording.recordedAt = m_clock.now();
    fleet.put(recording);
    QCOMPARE(
        bannerText(recording, fleet),
        QStringLiteral("This is a recording, not a live cluster. No cluster was found in ~/.kube/config."));
    QCOMPARE(freshnessText(recording), QStringLiteral("recorded 2026-11-21 03:31 UTC"));
    QCOMPARE(dataAgeText(recording), QString());
    fleet.addLive(QStringLiteral("prod-eu"));
    QCOMPARE(bannerText(recording, fleet), QStringLiteral("This is a recording, not a live cluster."));
    QCOMPARE(bannerText(fleet.entry(QStringLiteral("prod-eu")), fleet), QString());
}

void ModelTextsTest::rowsThatComeAndGoAreToldByRuns()
{
    // a b c d e -> a x y d
    const RowDifference difference = rowDifference({0, -1, -1, 3, -1}, 4);
    QVERIFY(!difference.reordered);
    QCOMPARE(difference.removals, (QList<std::pair<int, int>>{{1, 2}, {4, 4}}));
    QCOMPARE(difference.inserts, (QList<std::pair<int, int>>{{1, 2}}));
    QVERIFY(rowDifference({1, 0}, 2).reordered);
}

#include "tst_model_texts.moc"
} // namespace tst_model_texts

CHARTROOM_TEST(tst_model_texts, ModelTextsTest)
