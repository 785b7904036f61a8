// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/recording/recording_line.h"
#include "core/recording/recording_reader.h"
#include "core/ticket/attachments.h"
#include "core/ticket/ticket_writers.h"
#include "tests/support/gzipped.h"
#include "tests/support/test_main.h"
#include "tests/support/ticket_samples.h"
#include "tests/support/zip_reader.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_ticket_recording {

namespace {

using Type = RecordingEvent::Type;

QByteArray json(const char *text)
{
    return QByteArray(text).replace('\'', '"');
}

/// Of one node, one resource of an operator, one release and a remark, with a secret in each; not made by our
/// recorder, which would have kept none of them.
std::shared_ptr<const Recording> poisonedRecording()
{
    RecordingHeader header;
    header.cluster = u"prod-eu"_s;
    header.serverVersion = u"v1.36.3"_s;
    header.start = QDateTime(QDate(2026, 11, 21), QTime(22, 0), Qt::UTC);
    header.redaction = {u"Somebody hid something."_s};
    const QByteArray text =
        headerLine(header) +
        objectLine(0s, "nodes", Type::Added,
                   json("{'apiVersion':'v1','kind':'Node','metadata':{'name':'gpu-011','uid':'u-1',"
                        "'annotations':{'example.com/password':'canary1'},'labels':{'zone':'a'}},"
                        "'status':{'addresses':[{'type':'InternalIP','address':'10.1.2.3'}]}}")) +
        syncedLine(1s, "nodes", u"17"_s) +
        objectLine(2s, "clusterpolicies", Type::Added,
                   json("{'apiVersion':'nvidia.com/v1','kind':'ClusterPolicy',"
                        "'metadata':{'name':'cp','uid':'u-2'},'spec':{'licensing':{'token':'canary2'},"
                        "'driver':{'version':'580.126.20'}}}")) +
        objectLine(3s, "releases", Type::Added,
                   json("{'name':'gpu-operator','namespace':'ops','revision':3,'status':'deployed',"
                        "'values':{'registryPassword':'canary3','replicas':2}}")) +
        json("{'t':4,'type':'NOTE','object':{'text':'gpu-011 pulls from "
             "https://bob:canary4@mirror.example/x'}}\n") +
        objectLine(5s, "nodes", Type::Modified,
                   json("{'apiVersion':'v1','kind':'Node','metadata':{'name':'gpu-011','uid':'u-1'},"
                        "'status':{'conditions':[{'message':'said correcthorse'}]}}"));
    const Result<Recording> read = readRecording(gzipped(text));
    return read ? std::make_shared<const Recording>(*read) : nullptr;
}

struct Attached
{
    QByteArray lines; ///< of the recording
    QByteArray report;
    Result<Recording> recording = failure(Error::Code::NotFound, {});
};

Attached attached(const TicketFacts &facts, const TicketOptions &options)
{
    Attached out;
    const Ticket ticket = composeTicket(facts, options);
    const Result<TicketAttachments> attachments = ticketAttachments(ticket, facts, options);
    if (!attachments)
        return out;
    for (const UnzippedFile &file : unzipped(attachments->zip)) {
        if (file.name == u"redaction.csv")
            out.report = file.bytes;
        if (file.name != u"recording.jsonl.gz")
            continue;
        out.lines = inflatedPrefix(file.bytes);
        out.recording = readRecording(file.bytes);
    }
    return out;
}

} // namespace

/// The recording among a ticket's attachments.
class TestTicketRecording final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itPlaysAndHoldsNoSecret()
    {
        TicketFacts facts = factsDuring();
        facts.recording = poisonedRecording();
        QVERIFY(facts.recording);
        facts.secrets.add(Masked("correcthorse"));
        const Attached out = attached(facts, optionsOf(TicketPhase::During));
        QVERIFY(out.recording);
        for (const char *secret : {"canary1", "canary2", "canary3", "canary4", "correcthorse"})
            QVERIFY2(!out.lines.contains(secret), out.lines.constData());
        const RecordingEvents &events = out.recording->events;
        QCOMPARE(events.size(), facts.recording->events.size());
        for (qsizetype i = 0; i < events.size(); ++i) {
            QCOMPARE(events.at(i), facts.recording->events.at(i));
            QCOMPARE(events.type(i), facts.recording->events.type(i));
            QCOMPARE(events.identity(i).name, facts.recording->events.identity(i).name);
        }
        QVERIFY(out.lines.contains("10.1.2.3") && out.lines.contains("580.126.20"));
        QVERIFY(out.recording->notices.isEmpty());
    }

    /// Rule S19: by whom and when, and where it is told in full.
    void itsHeaderAndTheReportSayWhatWasHidden()
    {
        TicketFacts facts = factsDuring();
        facts.recording = poisonedRecording();
        const Attached out = attached(facts, optionsOf(TicketPhase::During));
        QVERIFY(out.recording);
        const QStringList said = out.recording->header.redaction;
        QCOMPARE(said.size(), 2);
        QCOMPARE(said.first(), u"Somebody hid something."_s);
        QVERIFY2(said.last().startsWith(u"Chartroom searched every text again for a ticket of "
                                        u"2026-11-21 22:40:00 UTC, and hid or replaced "),
                 qPrintable(said.last()));
        QVERIFY2(out.report.contains("attachments,recording.jsonl.gz,secretKey,"), out.report.constData());
        QVERIFY2(out.report.contains("attachments,recording.jsonl.gz,userPart,1"), out.report.constData());
    }

    void itsNamesAreThoseOfTheTicket()
    {
        TicketFacts facts = factsDuring();
        facts.recording = poisonedRecording();
        TicketOptions options = optionsOf(TicketPhase::During);
        options.names = NameTable();
        const Attached out = attached(facts, options);
        QVERIFY(out.recording);
        QVERIFY2(!out.lines.contains("gpu-011") && !out.lines.contains("10.1.2.3"), out.lines.constData());
        const Ticket ticket = composeTicket(facts, options);
        QCOMPARE(out.recording->events.identity(0).name, ticket.names->find(u"gpu-011"_s)->alias);
    }

    /// What Support would miss is told in the ticket, whichever parts it has, and what to do about it.
    void oneThatIsTooLargeIsToldInTheTicket()
    {
        TicketFacts facts = factsDuring();
        facts.recording = poisonedRecording();
        TicketOptions options = optionsOf(TicketPhase::During);
        const QString sentence = u"The recording of this ticket is not attached: "_s;
        const auto simple = [&] {
            return QString::fromUtf8(ticketText(composeTicket(facts, options).document)).simplified();
        };
        QVERIFY2(!simple().contains(sentence), qPrintable(simple()));
        QVERIFY(attached(facts, options).recording);

        options.largestRecording = facts.recording->events.textBytes();
        QVERIFY(attached(facts, options).recording); // just as much
        --options.largestRecording;
        options.without = ticketParts(TicketPhase::During);
        QVERIFY2(simple().contains(sentence + u"its 1 MiB of text exceed the 0 MiB that are searched "
                                              u"for secrets. Send its file yourself"_s),
                 qPrintable(simple()));
        QVERIFY(attached(facts, options).lines.isEmpty());

        facts.recording.reset(); // it is of a living cluster
        QVERIFY(!simple().contains(sentence));
    }

    void theSameRecordingGivesTheSameBytes()
    {
        const std::shared_ptr<const Recording> recording = poisonedRecording();
        TicketFacts facts = factsDuring();
        facts.recording = recording;
        const TicketOptions options = optionsOf(TicketPhase::During);
        const Ticket ticket = composeTicket(facts, options);
        QCOMPARE(ticketAttachments(ticket, facts, options)->zip,
                 ticketAttachments(ticket, facts, options)->zip);
    }
};

#include "tst_ticket_recording.moc"
} // namespace tst_ticket_recording

CHARTROOM_TEST(tst_ticket_recording, TestTicketRecording)
