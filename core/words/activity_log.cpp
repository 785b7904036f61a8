// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/activity_log.h"

#include "core/base/utc_text.h"
#include "core/base/visible_text.h"
#include "core/compare/shown_text.h"
#include "core/diff/value_diff.h"
#include "core/secrets/masked_text.h"
#include "core/secrets/masked_values.h"
#include "core/words/table_text.h"
#include "core/words/words_tr.h"

#include <QFileInfo>
#include <QMetaEnum>

#include <algorithm>

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
        if (!record.data.at({QStringLiteral("checked")}).toBool()) { // to check it later ends nothing
            entry.ended = record.at;
            entry.revision = record.data.at({QStringLiteral("revision")}).scalarText().toInt();
        }
        entry.wasClosedLater = !record.data.at({QStringLiteral("recovered")}).isNull();
        if (!entry.wasClosedLater) // else what Verify found stays
            entry.problems = textsIn(record.data, "problems");
        return;
    }
    if (record.step == u"Nodes") { // noteNodes()
        entry.problems = textsIn(record.data, "problems");
        entry.areProblemsOfNodes = !entry.problems.isEmpty();
        entry.endText = nodesEndText(entry.revision, text, record.at);
        return;
    }
    if (record.step == u"Bake") { // noteBake()
        entry.trouble = visibleText(maskedText(textIn(record.data, "trouble")), true);
        entry.troubleSeen = record.at;
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
    // One that was killed keeps its lock until its last thread is gone; it is at work no more.
    entry.isHeld = entry.isHeld && alivenessOf(order->process) != Aliveness::Gone;
    entry.journal = *reading;
    entry.end = endIn(*reading);
    for (const JournalRecord &record : reading->records)
        take(entry, record);
    entry.isVerifying = isUnverified(*reading);
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

QStringList editTexts(const Value &edits)
{
    QStringList versions;
    QStringList others;
    for (const ValueChange &change : changedSettings(Value(Value::Map()), edits)) {
        const ValueChange shown = maskedChange(change);
        (change.path.endsWith(u"version") ? versions : others)
            .append(QStringLiteral("%1 %2").arg(visibleText(shown.path), valueLine(shown.after)));
    }
    return versions + others;
}

QStringList changedValues(const ActivityEntry &entry)
{
    const QList<JournalRecord> &records = entry.journal.records;
    const bool isSame = std::any_of(records.cbegin(), records.cend(), [&entry](const JournalRecord &one) {
        return one.step == u"Check" && !entry.order.version.isEmpty() &&
               textIn(one.data, "chartVersion") == entry.order.version;
    });
    return isSame && entry.order.kind == OperationKind::Upgrade
               ? editTexts(records.first().data.at({QStringLiteral("edits")}))
               : QStringList();
}

QString troubleText(const ActivityEntry &entry)
{
    return entry.trouble.isEmpty() ? QString()
                                   : QStringLiteral("%1: %2").arg(utcText(entry.troubleSeen), entry.trouble);
}

bool hasProblems(const ActivityEntry &entry)
{
    using Now = ActivityEntry::NodesNow;
    const bool isPast = entry.areProblemsOfNodes && entry.nodesNow == Now::Done;
    return (!entry.problems.isEmpty() && !isPast) || !entry.trouble.isEmpty() ||
           entry.nodesNow == Now::Failed;
}

QString resultText(const ActivityEntry &entry)
{
    const bool isDeployment =
        entry.order.kind == OperationKind::Upgrade || entry.order.kind == OperationKind::Rollback;
    if (!hasProblems(entry) && wasCheckedByHand(entry.journal))
        return WordsTr::tr("deployed, checked by hand");
    if (!hasProblems(entry) && entry.nodesNow == ActivityEntry::NodesNow::Done)
        return WordsTr::tr("deployed, nodes done since");
    return entry.end ? endPhrase(*entry.end, isUnverified(entry.journal), hasProblems(entry), isDeployment)
                     : WordsTr::tr("open");
}

QString nodesEndText(int revision, const QString &counts, const QDateTime &at)
{
    return WordsTr::tr("Revision %1 is deployed; as of %2 UTC, %3.")
        .arg(QString::number(revision), at.toUTC().toString(QStringLiteral("yyyy-MM-dd HH:mm")), counts);
}

QString stepTitle(ReleaseOperation::Step step)
{
    using Step = ReleaseOperation::Step;
    switch (step) {
    case Step::Lease:
        return WordsTr::tr("Acquire the lease");
    case Step::Check:
        return WordsTr::tr("Check for concurrent changes");
    case Step::Capture:
        return WordsTr::tr("Save the current release for a rollback");
    case Step::Stage:
        return WordsTr::tr("Prepare");
    case Step::Hold:
        return WordsTr::tr("Put the other nodes on hold");
    case Step::Helm:
        return WordsTr::tr("Run helm");
    case Step::ReadBack:
        return WordsTr::tr("Read back from the cluster");
    case Step::Verify:
        break;
    }
    return WordsTr::tr("Compare with the plan");
}

QString stepTitle(const QString &word)
{
    if (word == u"Unhold")
        return WordsTr::tr("Release the nodes on hold");
    bool isKnown = false;
    const int step =
        QMetaEnum::fromType<ReleaseOperation::Step>().keyToValue(word.toLatin1().constData(), &isKnown);
    return isKnown ? stepTitle(ReleaseOperation::Step(step)) : word;
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
    text += line(entry.wasClosedLater ? WordsTr::tr("Journal closed") : WordsTr::tr("Ended"),
                 utcText(entry.ended));
    text += line(WordsTr::tr("Result"), resultText(entry));
    text += line(WordsTr::tr("Details"), entry.endText);
    for (const QString &problem : entry.problems)
        text += line(WordsTr::tr("Not as planned"), problem);
    text += line(WordsTr::tr("Seen afterwards"), troubleText(entry));
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
