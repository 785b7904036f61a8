// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/attachments.h"

#include "core/base/document.h"
#include "core/compare/shown_text.h"
#include "core/ticket/recording_attachment.h"
#include "core/ticket/ticket_times.h"
#include "core/ticket/ticket_writers.h"
#include "core/ticket/told_facts.h"
#include "core/ticket/zip_archive.h"
#include "core/words/path_notes.h"
#include "core/words/table_text.h"

#include <QCryptographicHash>

#include <algorithm>

namespace chartroom {

namespace {

/// A path for an archive out of a text from anywhere.
QString safeName(const QString &text)
{
    constexpr qsizetype longest = 160;
    QString name;
    for (const QChar c : text.left(longest)) {
        const char16_t u = c.unicode();
        const bool isSafe = (u >= u'a' && u <= u'z') || (u >= u'A' && u <= u'Z') ||
                            (u >= u'0' && u <= u'9') || u == u'-' || (u == u'.' && !name.isEmpty());
        name += isSafe ? c : QChar(u'_');
    }
    return name.isEmpty() ? QStringLiteral("_") : name;
}

QString notes(const QList<TrackNote> &list)
{
    QStringList texts;
    for (const TrackNote &note : list)
        texts.append(note.text);
    return texts.join(u' ');
}

/// Gathers files; every text in them goes through the redactor.
class Folder
{
public:
    explicit Folder(Redactor &redactor)
        : m_redactor(redactor)
    {}

    void add(const QString &name, const QByteArray &bytes)
    {
        QString free = name;
        for (int number = 2; contains(free); ++number)
            free = QStringLiteral("%1-%2").arg(name, QString::number(number));
        m_entries.append({free, bytes});
    }

    void addText(const QString &name, const QString &text)
    {
        if (!text.isEmpty())
            add(name, m_redactor.file(name, text).toUtf8());
    }

    /// Cell by cell, as a cell is where a secret begins and ends; titles are ours.
    void addTable(const QString &name, const QStringList &titles, const QList<QStringList> &rows)
    {
        if (rows.isEmpty())
            return;
        QList<QStringList> shown;
        for (const QStringList &row : rows) {
            QStringList cells;
            for (const QString &cell : row)
                cells.append(m_redactor.text(name, cell));
            shown.append(cells);
        }
        add(name, csvTable(titles, shown).toUtf8());
    }

    [[nodiscard]] QString safe(const QString &text)
    {
        return safeName(m_redactor.text(QStringLiteral("names of files"), text));
    }

    [[nodiscard]] QByteArray sums() const
    {
        QByteArray out;
        for (const ZipEntry &entry : m_entries)
            out += QCryptographicHash::hash(entry.bytes, QCryptographicHash::Sha256).toHex() + "  " +
                   entry.name.toUtf8() + '\n';
        return out;
    }

    [[nodiscard]] const QList<ZipEntry> &entries() const { return m_entries; }

private:
    [[nodiscard]] bool contains(const QString &name) const
    {
        return std::any_of(m_entries.cbegin(), m_entries.cend(), [&](const ZipEntry &entry) {
            return entry.name.compare(name, Qt::CaseInsensitive) == 0;
        });
    }

    Redactor &m_redactor;
    QList<ZipEntry> m_entries;
};

void addTicket(Folder &folder, const RedactedDocument &ticket)
{
    folder.add(QStringLiteral("ticket.html"), ticketHtml(ticket));
    folder.add(QStringLiteral("ticket.json"), ticketJson(ticket));
    folder.add(QStringLiteral("ticket.md"), ticketMarkdown(ticket));
    folder.add(QStringLiteral("ticket.txt"), ticketText(ticket));
}

void addNodes(Folder &folder, const QList<NodeTrack> &tracks)
{
    QList<QStringList> rows;
    for (const NodeTrack &track : tracks)
        rows.append({track.node, track.component, verdictText(track.verdict), stepText(track.step),
                     track.label, TicketTimes::inUtc(track.since), track.driverFrom, track.driverTo,
                     track.driverPod, QString::number(track.restarts),
                     track.isCordoned ? QStringLiteral("yes") : QStringLiteral("no"),
                     QString::number(track.devices), notes(track.blockers), notes(track.contradictions),
                     track.evidence.lines().join(QStringLiteral("; "))});
    folder.addTable(QStringLiteral("nodes.csv"),
                    {QStringLiteral("node"), QStringLiteral("component"), QStringLiteral("verdict"),
                     QStringLiteral("step"), QStringLiteral("label"), QStringLiteral("sinceUtc"),
                     QStringLiteral("driverFrom"), QStringLiteral("driverTo"), QStringLiteral("driverPod"),
                     QStringLiteral("restarts"), QStringLiteral("cordoned"), QStringLiteral("devices"),
                     QStringLiteral("blockers"), QStringLiteral("contradictions"),
                     QStringLiteral("evidence")},
                    rows);
}

void addEvents(Folder &folder, const QList<TicketEvent> &events)
{
    QList<QStringList> rows;
    for (const TicketEvent &event : events)
        rows.append({TicketTimes::inUtc(event.at), event.object, event.reason, QString::number(event.count),
                     event.text});
    folder.addTable(QStringLiteral("events.csv"),
                    {QStringLiteral("atUtc"), QStringLiteral("object"), QStringLiteral("reason"),
                     QStringLiteral("count"), QStringLiteral("text")},
                    rows);
}

void addRelease(Folder &folder, Redactor &redactor, const TicketRelease &one)
{
    const ReleaseKey &key = one.release.key;
    const QString base = folder.safe(key.namespaceName + u'.' + key.name);
    if (one.release.record) {
        const QString name = QStringLiteral("values/%1.yaml").arg(base);
        folder.addText(name,
                       QString::fromUtf8(writeYaml(redactor.values(name, one.release.record->userValues))));
    }
    if (!one.release.divergence)
        return;
    const QString name = QStringLiteral("divergence/%1.csv").arg(base);
    QList<QStringList> rows;
    for (const ValueChange &change : one.release.divergence->changes) {
        const ValueChange shown = redactor.change(name, change);
        const std::optional<PathNote> note = noteOf(one.notes, change.path);
        rows.append(
            {shown.path, valueLine(shown.before), valueLine(shown.after), note ? note->text : QString()});
    }
    folder.addTable(
        name,
        {QStringLiteral("path"), QStringLiteral("reference"), QStringLiteral("now"), QStringLiteral("note")},
        rows);
}

/// Of all operations of the window, one after the other: each begins with what was asked for.
void addJournal(Folder &folder, Redactor &redactor, const QList<ActivityEntry> &operations)
{
    const QString name = QStringLiteral("journal.jsonl");
    QString lines;
    for (const ActivityEntry &entry : operations) {
        for (const JournalRecord &record : entry.journal.records) {
            const bool isIntent = record.kind == JournalRecord::Kind::Intent;
            const Value line(
                Value::Map{{QStringLiteral("at"), Value(record.at.toUTC().toString(Qt::ISODateWithMs))},
                           {QStringLiteral("kind"),
                            Value(isIntent ? QStringLiteral("intent") : QStringLiteral("outcome"))},
                           {QStringLiteral("step"), Value(record.step)},
                           {QStringLiteral("data"), redactor.values(name, record.data)}});
            lines += QString::fromUtf8(writeJson(line, 0)) + u'\n';
        }
    }
    folder.addText(name, lines);
}

void addReport(Folder &folder, const RedactionReport &ofTicket, const RedactionReport &ofFiles)
{
    QList<QStringList> rows;
    for (const auto &[where, report] :
         {std::pair(QStringLiteral("ticket"), &ofTicket), std::pair(QStringLiteral("attachments"), &ofFiles)})
        for (const RedactionEntry &entry : report->entries())
            rows.append(
                {where, entry.place, redactionReasonText(entry.reason), QString::number(entry.count)});
    const QString csv = csvTable(
        {QStringLiteral("document"), QStringLiteral("place"), QStringLiteral("why"), QStringLiteral("count")},
        rows);
    folder.add(QStringLiteral("redaction.csv"), csv.toUtf8());
}

} // namespace

Result<TicketAttachments> ticketAttachments(const Ticket &ticket, const TicketFacts &facts,
                                            const TicketOptions &options)
{
    TicketOptions asInTicket = options;
    asInTicket.names = ticket.names;
    asInTicket.hidden = ticket.hidden;
    Redactor redactor = ticketRedactor(facts, asInTicket);
    Folder folder(redactor);
    addTicket(folder, ticket.document);
    const TicketFacts told = toldFacts(facts, options.phase);
    addNodes(folder, told.tracks);
    addEvents(folder, facts.events);
    for (const TicketRelease &one : facts.releases)
        addRelease(folder, redactor, one);
    for (const ExportedComparison &comparison : facts.comparisons) {
        const QString name = QStringLiteral("diffs/%1.patch").arg(folder.safe(comparison.title));
        const QString patch = QString::fromUtf8(exportPatch(comparison));
        redactor.note(name, RedactionReason::SecretKey,
                      int(patch.count(Masked(QByteArrayLiteral("x")).toString())));
        folder.addText(name, patch);
    }
    if (!told.operations.isEmpty())
        addJournal(folder, redactor, told.operations);
    for (const TicketFile &file : facts.files)
        folder.addText(QStringLiteral("files/") + folder.safe(file.name), file.text);
    if (facts.recording && !isTooLargeToAttach(*facts.recording, options))
        folder.add(recordingAttachment(), redactedRecording(*facts.recording, facts.now, redactor));
    addReport(folder, ticket.report, redactor.report());
    folder.add(QStringLiteral("SHA256SUMS"), folder.sums());
    const Result<QByteArray> zip = zipArchive(folder.entries());
    if (!zip)
        return tl::make_unexpected(zip.error());
    return TicketAttachments{*zip, redactor.report(), redactor.names()};
}

} // namespace chartroom
