// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/rules.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_path_notes {

namespace {

PathNote aNote(const QString &path = u"driver.version"_s)
{
    return {u"prod-eu"_s,
            u"nvidia-gpu-operator"_s,
            u"gpu-operator"_s,
            path,
            u"Pinned: \"595\" breaks NCCL\nsee ticket # 42"_s,
            u"Ada"_s,
            QDateTime(QDate(2026, 11, 21), QTime(3, 31), Qt::UTC)};
}

Decision aDecision()
{
    const PathNote note = aNote();
    return {note.cluster, note.namespaceName, note.release, Decision::Verdict::Customer,
            u"agreed"_s,  note.author,        note.date};
}

} // namespace

class PathNotesTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;

    [[nodiscard]] QByteArray contents() const
    {
        QFile file(m_path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray &text) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(m_path).absolutePath()));
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    [[nodiscard]] QList<PathNote> notes() const
    {
        const auto rules = ResponsibilityRules::withUserFile(m_path);
        return rules ? rules->pathNotes(u"prod-eu"_s, u"nvidia-gpu-operator"_s, u"gpu-operator"_s)
                     : QList<PathNote>();
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_path = m_folder->filePath(u"config/chartroom/responsibility.yaml"_s);
    }

    void aNoteIsReadBackAsItWasRecorded()
    {
        const PathNote note = aNote(u"env[name=X].\"a.b/c\""_s);
        const auto saved = recordPathNote(m_path, note);
        QVERIFY2(saved, qPrintable(saved ? QString() : saved.error().message));
        QCOMPARE(notes(), QList<PathNote>{note});
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QCOMPARE(QFileInfo(m_path).permissions() & others, QFile::Permissions());
    }

    void notesAreTiedToTheirClusterAndRelease()
    {
        PathNote other = aNote();
        other.cluster = u"prod-us"_s;
        QVERIFY(recordPathNote(m_path, other));
        QVERIFY(notes().isEmpty());
        QCOMPARE(ResponsibilityRules::withUserFile(m_path)->pathNotes().size(), 1);
    }

    void theNewestNoteOfAPathCountsAndAnEmptyOneTakesItBack()
    {
        PathNote note = aNote();
        QVERIFY(recordPathNote(m_path, note));
        QVERIFY(recordPathNote(m_path, aNote(u"a.first"_s)));
        note.text = u"Not any more pinned"_s;
        note.date = note.date.addDays(1);
        QVERIFY(recordPathNote(m_path, note));
        QCOMPARE(notes().size(), 2);
        QCOMPARE(notes()[0].path, u"a.first"_s);
        QCOMPARE(notes()[1].text, u"Not any more pinned"_s);
        note.text = u" "_s;
        note.date = note.date.addDays(1);
        QVERIFY(recordPathNote(m_path, note));
        QCOMPARE(notes().size(), 1);
        QCOMPARE(ResponsibilityRules::withUserFile(m_path)->pathNotes().size(), 4);
    }

    void decisionsAndCommentsOfTheFileStay()
    {
        write("# ours\nchartroomResponsibility: 1\npathNotes: # kept\n- cluster: a\n  namespace: b\n"
              "  release: c\n  path: d.e\n  text: r # why\n  author: me\n  date: 2026-01-02T03:04:05Z\n\n# "
              "end\n");
        QVERIFY(recordDecision(m_path, aDecision()));
        const auto saved = recordPathNote(m_path, aNote());
        QVERIFY2(saved, qPrintable(saved ? QString() : saved.error().message));
        QVERIFY(recordDecision(m_path, aDecision()));
        for (const char *kept : {"# ours\n", "# kept\n", "# why\n", "# end\n"})
            QVERIFY2(contents().contains(kept), kept);
        const auto rules = ResponsibilityRules::withUserFile(m_path);
        QVERIFY2(rules, qPrintable(rules ? QString() : rules.error().message));
        QCOMPARE(rules->pathNotes().size(), 2);
        QCOMPARE(rules->decisions().size(), 2);
    }

    void aNoteThatCannotBeAddedLeavesTheFileAsItIs_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("path");
        const QByteArray plain("chartroomResponsibility: 1\n");
        QTest::newRow("list on one line") << plain + "pathNotes: []\n" << u"a.b"_s;
        QTest::newRow("broken") << plain + "pathNotes: [\n" << u"a.b"_s;
        QTest::newRow("no path") << plain << QString();
        QTest::newRow("not a path") << plain << u"a..b["_s;
    }
    void aNoteThatCannotBeAddedLeavesTheFileAsItIs()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, path);
        write(text);
        const auto saved = recordPathNote(m_path, aNote(path));
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, Error::Code::Invalid);
        QCOMPARE(contents(), text);
    }

    void aNoteNeedsAnAuthorAndADate()
    {
        PathNote note = aNote();
        note.author = u" "_s;
        QVERIFY(!recordPathNote(m_path, note));
        note = aNote();
        note.date = {};
        QVERIFY(!recordPathNote(m_path, note));
        QVERIFY(!QFile::exists(m_path));
    }
};

#include "tst_path_notes.moc"
} // namespace tst_path_notes

CHARTROOM_TEST(tst_path_notes, PathNotesTest)
