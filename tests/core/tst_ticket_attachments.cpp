// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/ticket/attachments.h"
#include "core/ticket/ticket_events.h"
#include "core/ticket/ticket_writers.h"
#include "tests/support/test_main.h"
#include "tests/support/ticket_samples.h"
#include "tests/support/zip_reader.h"

#include <QCryptographicHash>
#include <QTest>

#include <functional>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ticket_attachments {

namespace {

QStringList namesOf(const QList<UnzippedFile> &files)
{
    QStringList names;
    for (const UnzippedFile &file : files)
        names.append(file.name);
    return names;
}

QByteArray bytesOf(const QList<UnzippedFile> &files, const QString &name)
{
    for (const UnzippedFile &file : files)
        if (file.name == name)
            return file.bytes;
    return {};
}

QList<UnzippedFile> attachmentsOf(const TicketFacts &facts, const TicketOptions &options)
{
    const Ticket ticket = composeTicket(facts, options);
    const Result<TicketAttachments> attachments = ticketAttachments(ticket, facts, options);
    return attachments ? unzipped(attachments->zip) : QList<UnzippedFile>();
}

/// How many parts the report says to have hidden, in the ticket and in the files.
int listedAsHidden(const QList<UnzippedFile> &files)
{
    int hidden = 0;
    const QList<QByteArray> lines = bytesOf(files, u"redaction.csv"_s).trimmed().split('\n');
    for (const QByteArray &line : lines.sliced(1))
        hidden += line.split(',').last().toInt();
    return hidden;
}

/// Facts of a phase with everything that can be attached.
TicketFacts fullFacts(TicketPhase phase)
{
    TicketFacts facts = factsOf(phase);
    facts.operation = factsAfter().operation;
    facts.releases = factsAfter().releases;
    facts.tracks = factsDuring().tracks;
    facts.preflight = factsBefore().preflight;
    facts.draft = factsBefore().draft;
    TicketEvent event;
    event.at = ticketNow;
    event.object = u"Node gpu-011"_s;
    event.reason = u"GPUDriverUpgrade"_s;
    event.text = u"Successfully updated node state label to upgrade-failed"_s;
    facts.events = {event};
    ExportedComparison comparison;
    comparison.title = u"gpu-operator: now and planned"_s;
    comparison.before = "replicas: 1\n";
    comparison.after = "replicas: 2\n";
    facts.comparisons = {comparison};
    facts.files = {{u"driver.log"_s, u"one\ntwo\n"_s}};
    Finding finding;
    finding.meaning = u"A finding."_s;
    facts.findings = {finding};
    return facts;
}

/// A place where somebody may have put a secret.
struct Hideout
{
    const char *name;
    std::function<void(TicketFacts &, const QString &)> plant;
};

void plantValue(TicketFacts &facts, const QString &key, const QString &secret)
{
    ReleaseRecord &record = *facts.releases.first().release.record;
    Value::Map values = record.userValues.map();
    values.insert(key, Value(secret));
    record.userValues = Value(values);
}

void plantChange(TicketFacts &facts, const QString &path, const QString &secret)
{
    ValueChange change;
    change.path = path;
    change.before = Value(u"before "_s + secret);
    change.after = Value(secret);
    facts.releases.first().release.divergence->changes.append(change);
}

QString assigned(const QString &secret)
{
    return u"trying with password="_s + secret;
}

/// What no name with a colon or an equals sign gives away.
QString told(const QString &secret)
{
    return QStringList{u"docker login nvcr.io -u robot -p "_s + secret,
                       u"curl -u robot:%1 https://h.example"_s.arg(secret),
                       u"mysqldump -p%1 all"_s.arg(secret),
                       u"signed in with password %1 at once"_s.arg(secret),
                       u"the password '%1' is wrong"_s.arg(secret),
                       u"machine h.example login robot password "_s + secret,
                       u"a bearer token %1 was sent"_s.arg(secret),
                       u"GET https://a.example/b?sv=2024&sig=%1&se=1"_s.arg(secret),
                       u"PASSWORD=my %1 here"_s.arg(secret)}
        .join(u'\n');
}

QList<Hideout> hideouts()
{
    return {
        {"user value", [](TicketFacts &f, const QString &s) { plantValue(f, u"adminPassword"_s, s); }},
        {"changed value", [](TicketFacts &f, const QString &s) { plantChange(f, u"registry.token"_s, s); }},
        {"URL in a value",
         [](TicketFacts &f, const QString &s) {
             plantChange(f, u"mirror"_s, u"https://bob:%1@mirror.example/x"_s.arg(s));
         }},
        {"note of a path",
         [](TicketFacts &f, const QString &s) { f.releases.first().notes.first().text = assigned(s); }},
        {"finding's quote",
         [](TicketFacts &f, const QString &s) {
             f.findings.first().quote = u"Authorization: Bearer %1-padded"_s.arg(s);
         }},
        {"finding's next step",
         [](TicketFacts &f, const QString &s) { f.findings.first().nextStep = assigned(s); }},
        {"finding's meaning",
         [](TicketFacts &f, const QString &s) { f.findings.first().meaning = assigned(s); }},
        {"blocker",
         [](TicketFacts &f, const QString &s) { f.tracks.last().blockers.first().text = assigned(s); }},
        {"evidence",
         [](TicketFacts &f, const QString &s) {
             const TrackEvidence told(QStringList{assigned(s)});
             f.tracks.first().evidence = told;
         }},
        {"contradiction",
         [](TicketFacts &f, const QString &s) {
             f.tracks[1].contradictions = {{NoteKind::DoneWithoutDriver, assigned(s)}};
         }},
        {"preflight finding",
         [](TicketFacts &f, const QString &s) { f.preflight->findings.last().sentence = assigned(s); }},
        {"reason",
         [](TicketFacts &f, const QString &s) { f.draft->reasons.insert(u"pending"_s, assigned(s)); }},
        {"consent", [](TicketFacts &f, const QString &s) { f.draft->consent = assigned(s); }},
        {"line of the difference",
         [](TicketFacts &f, const QString &s) { f.preflight->impact.lines = {assigned(s)}; }},
        {"command",
         [](TicketFacts &f, const QString &s) { f.operation->commands = {u"helm --set "_s + assigned(s)}; }},
        {"step", [](TicketFacts &f, const QString &s) { f.operation->steps.first().text = assigned(s); }},
        {"journal",
         [](TicketFacts &f, const QString &s) {
             f.operation->journal.records.first().data = Value(Value::Map{{u"token"_s, Value(s)}});
         }},
        {"event", [](TicketFacts &f, const QString &s) { f.events.first().text = assigned(s); }},
        {"log",
         [](TicketFacts &f, const QString &s) {
             f.files.first().text = u"x\n"_s + QString::fromLatin1((u"user:"_s + s).toUtf8().toBase64()) +
                                    u"\npassword\x1b[0m: "_s + s + u'\n' + told(s);
         }},
        {"compared values",
         [](TicketFacts &f, const QString &s) {
             f.comparisons.first().after = "replicas: 2\npassword: " + s.toUtf8() + '\n';
         }},
    };
}

/// Ten of them for each place: of different looks, none with the text of another in it.
QStringList canaries(qsizetype place)
{
    QStringList all;
    for (int i = 0; i < 10; ++i)
        all.append(u"cnry%1x%2q"_s.arg(place, 2, 10, QLatin1Char('0')).arg(i) +
                   (i % 2 == 0 ? u"Zw-"_s : u"zw."_s) + QString(i, u'k') + u"END"_s);
    return all;
}

} // namespace

/// What goes beside a ticket, and what goes nowhere.
class TestTicketAttachments final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allThatIsThereIsAttachedInAFixedOrder()
    {
        const QList<UnzippedFile> files =
            attachmentsOf(fullFacts(TicketPhase::During), optionsOf(TicketPhase::During));
        QCOMPARE(
            namesOf(files),
            (QStringList{u"ticket.html"_s, u"ticket.json"_s, u"ticket.md"_s, u"ticket.txt"_s, u"nodes.csv"_s,
                         u"events.csv"_s, u"values/nvidia-gpu-operator.gpu-operator.yaml"_s,
                         u"divergence/nvidia-gpu-operator.gpu-operator.csv"_s,
                         u"diffs/gpu-operator__now_and_planned.patch"_s, u"journal.jsonl"_s,
                         u"files/driver.log"_s, u"redaction.csv"_s, u"SHA256SUMS"_s}));
        for (const UnzippedFile &file : files)
            QVERIFY2(file.isIntact, qPrintable(file.name));
        QCOMPARE(bytesOf(files, u"files/driver.log"_s), QByteArray("one\ntwo\n"));
        QCOMPARE(bytesOf(files, u"values/nvidia-gpu-operator.gpu-operator.yaml"_s),
                 QByteArray("replicas: 2\n"));
        QVERIFY(bytesOf(files, u"nodes.csv"_s)
                    .contains("\ngpu-011,gpu,failed,failed,failed,2026-11-21 22:31:00,"));
        QVERIFY(bytesOf(files, u"journal.jsonl"_s).contains("\"step\":\"Helm\""));
        QVERIFY(bytesOf(files, u"diffs/gpu-operator__now_and_planned.patch"_s).contains("+replicas: 2"));
    }

    void theJournalOfAnotherTimeIsNotAttached()
    {
        const auto hasJournal = [](const TicketFacts &facts, TicketPhase phase) {
            return namesOf(attachmentsOf(facts, optionsOf(phase))).contains(u"journal.jsonl"_s);
        };
        TicketFacts facts = fullFacts(TicketPhase::After);
        QVERIFY(hasJournal(facts, TicketPhase::After));
        QVERIFY(!hasJournal(facts, TicketPhase::Before)); // nothing was done yet
        facts.draft->window->start = facts.operation->ended.addDays(30);
        facts.draft->window->end = facts.draft->window->start.addSecs(3600);
        QVERIFY(!hasJournal(facts, TicketPhase::After));
    }

    void whatIsNotThereIsNotAttached()
    {
        TicketFacts facts;
        facts.cluster.name = u"prod-eu"_s;
        QCOMPARE(namesOf(attachmentsOf(facts, {})),
                 (QStringList{u"ticket.html"_s, u"ticket.json"_s, u"ticket.md"_s, u"ticket.txt"_s,
                              u"redaction.csv"_s, u"SHA256SUMS"_s}));
    }

    void warningsAndWhatOperatorsSayOfNodesAreKeptOfEvents()
    {
        const auto event = [](const char *type, const char *reason, const char *time) {
            KubeObject object;
            object.name = QString::fromLatin1(reason);
            const auto text = [](const char *word) { return Value(QString::fromLatin1(word)); };
            const Value about(
                Value::Map{{u"kind"_s, text("Pod")}, {u"namespace"_s, text("a")}, {u"name"_s, text("b")}});
            object.json = writeJson(Value(Value::Map{{u"involvedObject"_s, about},
                                                     {u"type"_s, text(type)},
                                                     {u"reason"_s, text(reason)},
                                                     {u"message"_s, text("m")},
                                                     {u"count"_s, Value(Value::Number{u"3"_s})},
                                                     {u"lastTimestamp"_s, text(time)}}));
            return object;
        };
        const QList<TicketEvent> kept = newestEvents(
            ticketEvents({event("Warning", "BackOff", "2026-11-21T22:00:09Z"),
                          event("Normal", "Pulled", "2026-11-21T22:00:01Z"),
                          event("Normal", "GPUDriverUpgrade", "2026-11-21T22:00:02Z"), KubeObject()}));
        QCOMPARE(kept.size(), 2);
        QCOMPARE(kept[0].reason, u"GPUDriverUpgrade"_s);
        QCOMPARE(kept[1].object, u"Pod a/b"_s);
        QCOMPARE(kept[1].at, QDateTime(QDate(2026, 11, 21), QTime(22, 0, 9), Qt::UTC));
        QCOMPARE(kept[1].count, 3);
    }

    void eventsThatAreLeftOutAreCounted()
    {
        QList<TicketEvent> events;
        for (int i = 0; i < 5003; ++i)
            events.append({ticketNow.addSecs(-i), u"Node gpu-001"_s, u"NotReady"_s, {}, 1});
        const QList<TicketEvent> kept = newestEvents(events);
        QCOMPARE(kept.size(), 5001);
        QCOMPARE(kept.last().at, ticketNow);
        QVERIFY(!kept.first().at.isValid());
        QVERIFY2(kept.first().text.startsWith(u"3 older event"), qPrintable(kept.first().text));
        QCOMPARE(newestEvents(events.first(5000)).size(), 5000);
    }

    void theSumsAreThoseOfTheFiles()
    {
        const QList<UnzippedFile> files =
            attachmentsOf(fullFacts(TicketPhase::After), optionsOf(TicketPhase::After));
        QByteArray expected;
        for (const UnzippedFile &file : files)
            if (file.name != u"SHA256SUMS")
                expected += QCryptographicHash::hash(file.bytes, QCryptographicHash::Sha256).toHex() + "  " +
                            file.name.toUtf8() + '\n';
        QVERIFY(!expected.isEmpty());
        QCOMPARE(bytesOf(files, u"SHA256SUMS"_s), expected);
    }

    void theSameFactsGiveTheSameBytes()
    {
        const TicketFacts facts = fullFacts(TicketPhase::During);
        const TicketOptions options = optionsOf(TicketPhase::During);
        const Ticket ticket = composeTicket(facts, options);
        QCOMPARE(ticketAttachments(ticket, facts, options)->zip,
                 ticketAttachments(ticket, facts, options)->zip);
    }

    // S16: no cell of an attachment begins a formula.
    void hostileNamesAndCellsAreInert()
    {
        TicketFacts facts = fullFacts(TicketPhase::During);
        facts.files = {{u"../../etc/passwd"_s, u"x"_s}, {u"../../etc/passwd"_s, u"y"_s}, {u".."_s, u"z"_s}};
        facts.comparisons.first().title = u"a/../../b\nc"_s;
        facts.events.first().object = u"=HYPERLINK(\"http://evil.example\")"_s;
        facts.events.first().text = u"+cmd|' /C calc'!A0\r\n@SUM(1)"_s;
        const QList<UnzippedFile> files = attachmentsOf(facts, optionsOf(TicketPhase::During));
        const QStringList names = namesOf(files);
        QVERIFY(names.contains(u"files/_._.._etc_passwd"_s));
        QVERIFY(names.contains(u"files/_._.._etc_passwd-2"_s));
        for (const QString &name : names)
            QVERIFY2(!name.startsWith(u'/') && !name.contains(u"/.") && name.count(u'/') <= 1,
                     qPrintable(name));
        const QByteArray events = bytesOf(files, u"events.csv"_s);
        QVERIFY2(events.contains("\"'=HYPERLINK(\"\"http://evil.example\"\")\""), events.constData());
        QVERIFY2(events.contains(",'+cmd|"), events.constData());
        QVERIFY(!events.contains('\r'));
        QCOMPARE(events.count('\n'), 2);
    }

    void namesAreReplacedAsInTheTicket()
    {
        const TicketFacts facts = fullFacts(TicketPhase::During);
        TicketOptions options = optionsOf(TicketPhase::During);
        options.names = NameTable();
        const Ticket ticket = composeTicket(facts, options);
        const Result<TicketAttachments> attachments = ticketAttachments(ticket, facts, options);
        QVERIFY(attachments && attachments->names);
        for (const UnzippedFile &file : unzipped(attachments->zip)) {
            QVERIFY2(!file.bytes.contains("gpu-011"), qPrintable(file.name));
            QVERIFY2(!file.bytes.contains("desk-7"), qPrintable(file.name));
        }
        const NameTable::Known *known = ticket.names->find(u"gpu-011"_s);
        QVERIFY(known && attachments->names->find(u"gpu-011"_s)->alias == known->alias);
        QVERIFY(
            bytesOf(unzipped(attachments->zip), u"nodes.csv"_s).contains('\n' + known->alias.toUtf8() + ','));
    }

    void aSecretInAnyPlaceIsInNoOutput_data()
    {
        QTest::addColumn<int>("place");
        const QList<Hideout> places = hideouts();
        QCOMPARE(places.size(), 20);
        for (int place = 0; place < places.size(); ++place)
            QTest::newRow(places[place].name) << place;
    }

    /// Fault 64, invariant I6: 200 secrets in 20 kinds of places, by the looks of them alone, in each phase.
    void aSecretInAnyPlaceIsInNoOutput()
    {
        QFETCH(int, place);
        const Hideout hideout = hideouts().at(place);
        int hiddenAnyway = 0;
        for (const TicketPhase phase : allTicketPhases)
            hiddenAnyway += listedAsHidden(attachmentsOf(fullFacts(phase), optionsOf(phase)));
        for (const QString &canary : canaries(place)) {
            int hidden = 0;
            for (const TicketPhase phase : allTicketPhases) {
                TicketFacts facts = fullFacts(phase);
                hideout.plant(facts, canary);
                const Ticket ticket = composeTicket(facts, optionsOf(phase));
                const Result<TicketAttachments> attachments =
                    ticketAttachments(ticket, facts, optionsOf(phase));
                QVERIFY(attachments);
                const QList<UnzippedFile> files = unzipped(attachments->zip);
                QCOMPARE(listedAsHidden(files), ticket.report.total() + attachments->report.total());
                hidden += listedAsHidden(files);
                for (const UnzippedFile &file : files) {
                    QVERIFY2(!file.bytes.contains(canary.toUtf8()), qPrintable(file.name + u": "_s + canary));
                    QVERIFY2(!file.bytes.contains(canary.toUtf8().toBase64()), qPrintable(file.name));
                }
            }
            QVERIFY2(hidden > hiddenAnyway, qPrintable(canary)); // and it is told that something was
        }
    }

    /// Else the test above would say nothing.
    void eachOfThosePlacesIsWrittenOut_data() { aSecretInAnyPlaceIsInNoOutput_data(); }
    void eachOfThosePlacesIsWrittenOut()
    {
        QFETCH(int, place);
        const Hideout hideout = hideouts().at(place);
        bool isTouched = false;
        for (const TicketPhase phase : allTicketPhases) {
            TicketFacts facts = fullFacts(phase);
            const QList<UnzippedFile> without = attachmentsOf(facts, optionsOf(phase));
            hideout.plant(facts, u"x1y2"_s);
            const QList<UnzippedFile> with = attachmentsOf(facts, optionsOf(phase));
            for (qsizetype i = 0; i < with.size(); ++i)
                isTouched = isTouched || with[i].bytes != without.value(i).bytes;
        }
        QVERIFY(isTouched);
    }

    void aKnownCredentialIsHiddenWithoutAnySign()
    {
        TicketFacts facts = fullFacts(TicketPhase::During);
        facts.files.first().text = u"the word is correcthorse, really"_s;
        facts.findings.first().quote = u"correcthorse"_s;
        facts.secrets.add(Masked("correcthorse"));
        const TicketOptions options = optionsOf(TicketPhase::During);
        const Ticket ticket = composeTicket(facts, options);
        const Result<TicketAttachments> attachments = ticketAttachments(ticket, facts, options);
        QVERIFY(attachments);
        for (const UnzippedFile &file : unzipped(attachments->zip))
            QVERIFY2(!file.bytes.contains("correcthorse"), qPrintable(file.name));
        QCOMPARE(ticket.report.entries(),
                 (QList<RedactionEntry>{{u"Findings"_s, RedactionReason::Known, 1}}));
        QCOMPARE(attachments->report.entries(),
                 (QList<RedactionEntry>{{u"files/driver.log"_s, RedactionReason::Known, 1}}));
        const QByteArray csv = bytesOf(unzipped(attachments->zip), u"redaction.csv"_s);
        QCOMPARE(csv, QByteArray("document,place,why,count\nticket,Findings,known,1\n"
                                 "attachments,files/driver.log,known,1\n"));
    }
};

#include "tst_ticket_attachments.moc"
} // namespace tst_ticket_attachments

CHARTROOM_TEST(tst_ticket_attachments, TestTicketAttachments)
