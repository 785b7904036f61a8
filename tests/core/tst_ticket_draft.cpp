// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/ticket_draft.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ticket_draft {

namespace {

const QDateTime windowStart(QDate(2026, 11, 21), QTime(22, 0), Qt::UTC);

TicketDraft sample()
{
    TicketDraft draft;
    draft.cluster = u"prod-eu/../../x"_s;
    draft.window = windowStart;
    draft.phase = TicketPhase::Handover;
    draft.releases = {{u"nvidia-gpu-operator"_s, u"gpu-operator"_s, ReleaseStorage::Secret},
                      {u"tenant-a"_s, u"portal"_s, ReleaseStorage::ConfigMap}};
    draft.reference = u"CS-77"_s;
    draft.words = {{TicketPhase::During, {u"We need help."_s, {}, {}}},
                   {TicketPhase::Handover, {{}, u"Ask Ana about gpu-011.\nBy 02:30."_s, {u"gpu-011"_s}}}};
    draft.without = {TicketPart::Cluster, TicketPart::Timeline};
    draft.hidden = {u"tenant-b/trainer"_s};
    draft.isAnonymous = true;
    return draft;
}

} // namespace

class TicketDraftTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsReadBack()
    {
        const Result<TicketDraft> read = readTicketDraft(writeTicketDraft(sample()));
        QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().message));
        QVERIFY(*read == sample());
        QVERIFY(*readTicketDraft(writeTicketDraft({})) == TicketDraft());
    }

    void withoutAWindowADraftIsOfOneNight()
    {
        QTemporaryDir folder;
        const TicketDrafts drafts(folder.path());
        TicketDraft draft = sample();
        draft.window = {};
        QVERIFY(drafts.keep(draft));
        QVERIFY(*drafts.find(draft.cluster, {}) == draft);
        QFile file(folder.filePath(QDir(folder.path()).entryList(QDir::Files).value(0)));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(
            file.setFileTime(QDateTime::currentDateTimeUtc().addDays(-1), QFileDevice::FileModificationTime));
        file.close();
        const Result<TicketDraft> later = drafts.find(draft.cluster, {});
        QVERIFY(later && later->words.isEmpty() && later->releases.isEmpty() && later->reference.isEmpty());
        QCOMPARE(later->hidden, draft.hidden); // nothing is shown again unasked
    }

    void eachPhaseHasItsOwnWords()
    {
        TicketDraft draft = sample();
        QCOMPARE(draft.options().question, u"Ask Ana about gpu-011.\nBy 02:30."_s);
        draft.phase = TicketPhase::During;
        QCOMPARE(draft.options().request, u"We need help."_s);
        QCOMPARE(draft.options().question, QString());
        draft.phase = TicketPhase::After;
        QCOMPARE(draft.options().request, QString());
        QCOMPARE(draft.options().hidden, QStringList{u"tenant-b/trainer"_s});
        QCOMPARE(draft.options().nodes, QStringList()); // chosen for the handover
        draft.phase = TicketPhase::Handover;
        QCOMPARE(draft.options().nodes, QStringList{u"gpu-011"_s});
    }

    void aDraftSurvivesARestartForItsOwnerAlone()
    {
        const QTemporaryDir home;
        const QString folder = home.filePath(u"state/tickets"_s);
        QVERIFY(TicketDrafts(folder).keep(sample()));
        const QStringList files = QDir(folder).entryList(QDir::Files);
        QCOMPARE(files.size(), 1);
        QCOMPARE(QFile::permissions(folder + u'/' + files.first()) & QFile::Permissions(0x0077),
                 QFile::Permissions());
        const Result<TicketDraft> found = TicketDrafts(folder).find(sample().cluster, windowStart);
        QVERIFY(found.has_value());
        QVERIFY(*found == sample());
    }

    void anotherWindowBeginsAnewButShowsNothingAgain()
    {
        const QTemporaryDir home;
        const TicketDrafts drafts(home.filePath(u"tickets"_s));
        QVERIFY(drafts.keep(sample()));
        const Result<TicketDraft> next = drafts.find(sample().cluster, windowStart.addDays(1));
        QVERIFY(next.has_value());
        QVERIFY(next->words.isEmpty());
        QVERIFY(next->releases.isEmpty());
        QCOMPARE(next->window, windowStart.addDays(1));
        QCOMPARE(next->hidden, sample().hidden);
        QVERIFY(next->isAnonymous);
        QVERIFY(drafts.find(u"prod-us"_s, windowStart)->hidden.isEmpty());
    }

    void withoutAFolderNothingIsKept()
    {
        QVERIFY(TicketDrafts({}).keep(sample()));
        QVERIFY(TicketDrafts({}).find(u"prod-eu"_s, {})->words.isEmpty());
    }

    void aDraftThatCannotBeReadIsSaidToBe_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("code");
        QTest::newRow("nothing") << QByteArray() << int(Error::Code::Damaged);
        QTest::newRow("torn") << writeTicketDraft(sample()).left(120) << int(Error::Code::Damaged);
        QTest::newRow("something else") << QByteArray("{\"a\": 1}") << int(Error::Code::Damaged);
        QTest::newRow("of a newer program")
            << QByteArray("{\"chartroomTicketDraft\": 2}") << int(Error::Code::Unsupported);
        QTest::newRow("of another cluster")
            << QByteArray("{\"chartroomTicketDraft\": 1, \"cluster\": \"x\"}") << int(Error::Code::Damaged);
    }

    void aDraftThatCannotBeReadIsSaidToBe()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, code);
        const QTemporaryDir home;
        const TicketDrafts drafts(home.path());
        QVERIFY(drafts.keep(sample()));
        QFile file(home.filePath(QDir(home.path()).entryList(QDir::Files).first()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        file.close();
        const Result<TicketDraft> found = drafts.find(sample().cluster, windowStart);
        QVERIFY(!found.has_value());
        QCOMPARE(int(found.error().code), code);
        QVERIFY(found.error().message.contains(u"hidden manually"));
    }

    void wordsOfAnotherProgramAreLeftOut()
    {
        const Result<TicketDraft> draft =
            readTicketDraft("{\"chartroomTicketDraft\": 1, \"phase\": \"someday\", \"without\": [\"moon\", "
                            "\"nodes\"], \"words\": {\"someday\": {\"request\": \"x\"}}, \"more\": 1}");
        QVERIFY(draft.has_value());
        QCOMPARE(draft->phase, TicketPhase::During);
        QCOMPARE(draft->without, QList<TicketPart>{TicketPart::Nodes});
        QVERIFY(draft->words.isEmpty());
    }
};

#include "tst_ticket_draft.moc"
} // namespace tst_ticket_draft

CHARTROOM_TEST(tst_ticket_draft, TicketDraftTest)
