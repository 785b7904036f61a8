// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/activity/activity_model.h"
#include "core/screens/addons/release_columns.h"
#include "core/screens/clusters/clusters_model.h"
#include "core/screens/findings/findings_model.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/screens/values/change_tree_model.h"
#include "core/screens/values/divergence_model.h"
#include "core/screens/values/outcome_model.h"
#include "core/screens/values/three_way_model.h"
#include "core/screens/versions/version_table.h"
#include "core/words/manual.h"
#include "core/words/problem_report.h"
#include "core/words/window_plan_report.h"
#include "tests/support/fake_findings_source.h"
#include "tests/support/fake_fleet.h"
#include "tests/support/fake_rollout_source.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QSysInfo>
#include <QTemporaryDir>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_manual {

namespace {

QStringList slugsOf(const QString &id)
{
    QStringList slugs;
    if (const ManualChapter *chapter = manualChapter(id))
        for (const ManualSection &section : manualSections(*chapter))
            slugs.append(manualSlug(section.title));
    return slugs;
}

/// The links of a chapter that lead to no chapter or section of the manual.
QStringList lostLinks(const ManualChapter &chapter)
{
    static const QRegularExpression link(u"\\]\\(([^)]*)\\)"_s);
    QStringList lost;
    for (auto found = link.globalMatch(chapter.text); found.hasNext();) {
        const QString target = found.next().captured(1);
        const QString file = target.section(u'#', 0, 0);
        const QString section = target.section(u'#', 1);
        const QString id = file.isEmpty() ? chapter.id : file.chopped(std::min<qsizetype>(3, file.size()));
        const bool isThere = (file.isEmpty() || file.endsWith(u".md")) && manualChapter(id);
        if (!isThere || (!section.isEmpty() && !slugsOf(id).contains(section)))
            lost.append(target);
    }
    return lost;
}

QStringList headings(const QAbstractItemModel &model)
{
    QStringList titles;
    for (int column = 0; column < model.columnCount(); ++column)
        titles.append(model.headerData(column, Qt::Horizontal).toString());
    return titles;
}

} // namespace

class ManualTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFileIsAChapterWithATitle()
    {
        QSet<QString> files;
        for (const ManualChapter &chapter : manualChapters()) {
            files.insert(chapter.id + u".md"_s);
            QVERIFY2(!chapter.title.isEmpty(), qPrintable(chapter.id));
            QCOMPARE(manualSections(chapter).first().title, chapter.title);
            QVERIFY2(chapter.text.startsWith(u"# "), qPrintable(chapter.id)); // without the licence's comment
        }
        const QStringList there = QDir(u":/manual"_s).entryList();
        QCOMPARE(files, QSet<QString>(there.cbegin(), there.cend()));
        QVERIFY(manualChapter(u"changelog"_s)->text.contains(QStringLiteral(CHARTROOM_VERSION)));
        QVERIFY(!manualChapter(u"planted"_s));
    }

    void aSectionHasOneAddress()
    {
        for (const ManualChapter &chapter : manualChapters()) {
            const QStringList slugs = slugsOf(chapter.id);
            QCOMPARE(QSet<QString>(slugs.cbegin(), slugs.cend()).size(), slugs.size());
        }
        QCOMPARE(manualSlug(u"Exit status"_s), u"exit-status"_s);
        QCOMPARE(manualSlug(u"responsibility.yaml"_s), u"responsibilityyaml"_s);
        QCOMPARE(manualSlug(u"1. See what would change"_s), u"1-see-what-would-change"_s);
    }

    void everyLinkHolds()
    {
        for (const ManualChapter &chapter : manualChapters())
            QVERIFY2(lostLinks(chapter).isEmpty(), qPrintable(chapter.id + lostLinks(chapter).join(u' ')));
        const QString planted = u"[a](verbs.md#list) [b](planted.md) [c](verbs.md#planted) [d](#planted) "
                                "[e](https://example.com)"_s;
        QCOMPARE(
            lostLinks({{}, u"start"_s, {}, planted}),
            (QStringList{u"planted.md"_s, u"verbs.md#planted"_s, u"#planted"_s, u"https://example.com"_s}));
    }

    void aSearchFindsAllWordsAndTitlesFirst()
    {
        const QList<ManualSection> found = searchManual(u"  BAKE clock "_s);
        QVERIFY(!found.isEmpty());
        QCOMPARE(found.first().title, u"The bake clock"_s);
        for (const ManualSection &section : found)
            QVERIFY((section.title + section.text).contains(u"clock"_s, Qt::CaseInsensitive));
        QVERIFY(searchManual(u"bake nosuchwordanywhere"_s).isEmpty());
        QVERIFY(searchManual(u"  "_s).isEmpty());
    }

    void everyColumnHasItsSentence()
    {
        FakeRolloutSource rollout;
        FakeFindingsSource findings;
        FakeFleet fleet;
        QStringList releases;
        for (int column = 0; column < releaseColumnCount; ++column)
            releases.append(releaseColumnTitle(ReleaseColumn(column)));
        QStringList versions;
        for (int column = 0; column < versionColumnCount; ++column)
            versions.append(versionColumnTitle(VersionColumn(column)));
        const QList<std::pair<QString, QStringList>> pages{
            {u"addons"_s, releases},
            {u"values"_s, headings(ChangeTreeModel()) + headings(ThreeWayModel()) + headings(OutcomeModel()) +
                              headings(DivergenceModel())},
            {u"rollout"_s, headings(RolloutModel(&rollout))},
            {u"plan"_s, comparedTitles()},
            {u"versions"_s, versions},
            {u"findings"_s, headings(FindingsModel(&findings))},
            {u"activity"_s, headings(ActivityModel())},
            {u"fleet"_s, headings(ClustersModel(&fleet))},
        };
        for (const auto &[id, titles] : pages) {
            QVERIFY2(titles.size() > 3, qPrintable(id));
            for (const QString &title : titles)
                QVERIFY2(manualChapter(id)->text.contains(u"**%1**"_s.arg(title)),
                         qPrintable(id + u": "_s + title));
        }
    }

    void aReportOfAProblemHidesWhatIsNotMeantForOthers()
    {
        const QTemporaryDir folder;
        QFile log(folder.filePath(u"chartroom.log"_s));
        QVERIFY(log.open(QIODevice::WriteOnly));
        for (int line = 0; line < 200; ++line)
            log.write("2026-11-21T03:00:00Z line " + QByteArray::number(line) + '\n');
        log.write("error: 10.20.30.40:6443 does not answer, token=hunter2hunter2\n");
        log.write(QDir::homePath().toUtf8() + "/.kube/config was read again\n");
        log.close();
        const QString report = problemReport(u"xcb"_s, folder.path());
        QVERIFY(report.contains(u"Qt "_s + QLatin1String(qVersion())));
        QVERIFY(report.contains(QSysInfo::kernelVersion()));
        QVERIFY2(report.contains(u"chartroom.log, the last 80 of 202 line"), qPrintable(report));
        QVERIFY2(report.contains(u"line 199\n") && !report.contains(u"line 20\n"), qPrintable(report));
        QVERIFY2(!report.contains(u"10.20.30.40") && !report.contains(u"hunter2"), qPrintable(report));
        QVERIFY2(report.contains(u"~/.kube/config was read again"), qPrintable(report));
        QVERIFY(!report.contains(QDir::homePath()));
        QVERIFY(problemReport({}, folder.filePath(u"nothing"_s)).contains(u"chartroom.log"));
    }
};

#include "tst_manual.moc"
} // namespace tst_manual

CHARTROOM_TEST(tst_manual, ManualTest)
