// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/activity_log.h"

#include "core/base/utc_text.h"
#include "core/base/visible_text.h"
#include "core/secrets/masked_text.h"
#include "core/words/table_text.h"
#include "core/words/words_tr.h"

#include <QFileInfo>

namespace chartroom {

namespace {

QString textIn(const Value &data, const char *name)
{
    return data.at({QLatin1String(name)}).toString();
}

QStringList textsIn(const Value &data, const char *name)
{
    QStringList texts;
    for (const Value &one : data.at({QLatin1String(name)}).list())
        texts.append(visibleText(one.toString(), true));
    return texts;
}

void take(ActivityEntry &entry, const JournalRecord &record)
{
    const QString text = visibleText(maskedText(textIn(record.data, "text")), true);
    if (record.step == u"Finish") {
        entry.endText = text;
        entry.ended = record.at;
        entry.revision = record.data.at({QStringLiteral("revision")}).scalarText().toInt();
        if (record.data.at({QStringLiteral("recovered")}).isNull()) // else what Verify found stays
            entry.problems = textsIn(record.data, "problems");
        return;
    }
    if (record.step == u"Forget") {
        entry.forgotten = record.at;
        return;
    }
    if (record.kind == JournalRecord::Kind::Intent) {
        entry.steps.append({visibleText(record.step), record.at, {}, text, false});
        if (const QString command = textIn(record.data, "command"); !command.isEmpty())
            (entry.commands.isEmpty() ? entry.commands.emplaceBack() : entry.commands.last()) =
                visibleText(command); // helm's own, exactly; what went before it stays
        else if (entry.commands.isEmpty())
            entry.commands = textsIn(record.data, "commands");
        return;
    }
    for (auto step = entry.steps.rbegin(); step != entry.steps.rend(); ++step) {
        if (step->step != record.step)
            continue;
        step->ended = record.at;
        step->text = text;
        step->hasFailed = textIn(record.data, "end") == u"failed";
        if (record.step == u"Verify")
            entry.problems = textsIn(record.data, "problems");
        return;
    }
}

} // namespace

ActivityEntry readActivityEntry(const QString &folder)
{
    ActivityEntry entry;
    entry.folder = folder;
    entry.order.id = QFileInfo(folder).fileName();
    entry.isHeld = isJournalHeld(folder); // before it is read: what dies in between has written all by then
    const Result<JournalContents> reading = readJournal(folder);
    const Result<OperationHeader> order =
        reading ? operationHeaderIn(*reading) : tl::make_unexpected(reading.error());
    if (!order) {
        entry.problem = order.error().message;
        return entry;
    }
    entry.order = *order;
    entry.journal = *reading;
    entry.end = endIn(*reading);
    for (const JournalRecord &record : reading->records)
        take(entry, record);
    entry.isVerifying = entry.end == OperationResult::End::Done && !wasVerified(*reading);
    if (const QString capture = folder + QStringLiteral("/capture"); QFileInfo(capture).isDir())
        entry.capture = capture;
    entry.kept = keptCapture(folder);
    return entry;
}

QList<ActivityEntry> readActivity(const QString &operations)
{
    QList<ActivityEntry> entries;
    for (const QString &folder : operationFolders(operations))
        entries.append(readActivityEntry(folder));
    return entries;
}

QString activityMarkdown(const ActivityEntry &entry)
{
    const OperationHeader &order = entry.order;
    const auto line = [](const QString &title, const QString &text) {
        return text.isEmpty() ? QString()
                              : QStringLiteral("- %1: %2\n").arg(title, markdownText(visibleText(text)));
    };
    QString text = QStringLiteral("## %1\n\n")
                       .arg(markdownText(visibleText(
                           QStringLiteral("%1 %2/%3")
                               .arg(order.kindWord, order.release.namespaceName, order.release.name))));
    text += line(WordsTr::tr("Operation"), order.id);
    text += line(WordsTr::tr("Cluster"), order.context);
    text += line(WordsTr::tr("By"), order.holder);
    text += line(WordsTr::tr("Started"), utcText(order.started));
    text += line(WordsTr::tr("Ended"), utcText(entry.ended));
    text += line(WordsTr::tr("Result"), !entry.end          ? WordsTr::tr("open")
                                        : entry.isVerifying ? WordsTr::tr("deployed, not verified")
                                                            : endText(*entry.end));
    text += line(WordsTr::tr("In text"), entry.endText);
    for (const QString &problem : entry.problems)
        text += line(WordsTr::tr("Not as planned"), problem);
    text += line(WordsTr::tr("Capture"), entry.capture);
    for (const QString &command : entry.commands)
        text += QStringLiteral("\n    %1\n").arg(visibleText(command)); // indented: code, whatever is in it
    QList<QStringList> rows;
    for (const ActivityStep &step : entry.steps)
        rows.append({step.step, utcText(step.begun), utcText(step.ended), step.text});
    return text + u'\n' +
           markdownTable(
               {WordsTr::tr("Step"), WordsTr::tr("Started"), WordsTr::tr("Ended"), WordsTr::tr("What")},
               rows);
}

} // namespace chartroom
