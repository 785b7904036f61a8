// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/short_list.h"
#include "core/diagnosis/hook_run.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_tr.h"
#include "core/words/rollout_lane.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

constexpr qsizetype mostNewHolds = 6;

/// What waits for it, those that say the same together: "NVIDIA device plugin, GPU labels on gpu-011: ...".
QString behindText(const QList<Consequence> &all)
{
    QList<std::pair<QStringList, const Consequence *>> groups;
    for (const Consequence &one : all) {
        const auto same = std::find_if(groups.begin(), groups.end(), [&one](const auto &group) {
            return group.second->quote == one.quote && group.second->nodes == one.nodes;
        });
        if (same == groups.end())
            groups.append({{one.component}, &one});
        else if (!same->first.contains(one.component))
            same->first.append(one.component);
    }
    QStringList texts;
    for (const auto &[components, one] : std::as_const(groups)) {
        QString text = components.join(QStringLiteral(", "));
        if (!one->nodes.isEmpty())
            text += TicketTr::tr(" on %1").arg(shortList(one->nodes, 8));
        texts.append(one->quote.isEmpty() ? text : text + QStringLiteral(": ") + one->quote);
    }
    return texts.join(QStringLiteral("; "));
}

/// Neither a cause nor of what the ticket is about: said in few words where there is something else to say.
bool isBeside(const Finding &one, const TicketContext &desk)
{
    return one.bearing != Bearing::Cause && one.nodes.isEmpty() && !isOfRelease(one, desk);
}

/// Why is said where somebody could think otherwise: not of what is our own anyway.
QString whoseText(const Finding &one, const TicketContext &desk)
{
    const QString whose = QStringLiteral("%1, %2.").arg(ownerText(one.owner), supportScopeText(one.scope));
    const bool isSaidBelow = isOfRelease(one, desk) && !desk.options.without.contains(TicketPart::AddOns);
    return isSaidBelow || one.scope == SupportScope::CustomerOwned || one.ownership.isEmpty()
               ? whose
               : whose + u' ' + one.ownership;
}

QString inShort(const Finding &one, const TicketContext &desk)
{
    QString text = placeOf(one);
    if (one.since.isValid())
        text += TicketTr::tr(" since %1").arg(desk.times.moment(one.since));
    text += QStringLiteral(": ") + meaningText(one);
    constexpr qsizetype most = 120;
    const QString quote = one.quote.simplified();
    return quote.isEmpty()
               ? text
               : text + QStringLiteral(" \"%1\"").arg(
                            quote.size() > most ? quote.first(most) + QStringLiteral("…") : quote);
}

/// What holds nodes, against what the findings say of them.
class UntoldHolds
{
public:
    explicit UntoldHolds(const TicketContext &desk)
        : m_findings(findingsToTell(desk))
    {
        for (const NodeTrack &track : desk.facts.tracks)
            m_components[track.node].append(track.component);
    }

    /// Of the track, said of the node: what somebody can do something about, where no finding tells of it.
    [[nodiscard]] QList<TrackNote> notes(const NodeTrack &track, const QString &node) const
    {
        QStringList others;
        const QStringList components = m_components.value(node);
        for (const QString &component : components)
            if (component != track.component)
                others.append(componentTitle(component));
        QList<TrackNote> notes;
        for (const TrackNote &note : track.blockers)
            if (handOf(note.kind) != Hand::Operator && !isTold(note, node, others))
                notes.append(note);
        return notes;
    }

private:
    /// The very cause that the note tells of: another one on the node is not.
    [[nodiscard]] bool isTold(const TrackNote &note, const QString &node, const QStringList &others) const
    {
        return std::any_of(m_findings.cbegin(), m_findings.cend(), [&](const Finding &one) {
            if (!one.nodes.contains(node))
                return false;
            // What is a tenant's is said of the driver that waits for it, and is not about the driver.
            const bool isOfNode = handOf(note.kind) == Hand::Support && one.concerns == one.operand;
            const auto tells = [&](const QString &component, const QString &quote) {
                return isSaidIn(quote, note.text) || (isOfNode && !others.contains(component));
            };
            return tells(one.component, one.quote) || isOfSameHold(one, note) ||
                   std::any_of(one.consequences.cbegin(), one.consequences.cend(),
                               [&](const Consequence &other) {
                                   return !other.quote.isEmpty() && tells(other.component, other.quote);
                               });
        });
    }

    QList<Finding> m_findings;
    QHash<QString, QStringList> m_components; ///< by node
};

/// What holds nodes of which no finding tells: for so short a time, by something that may pass by itself, or
/// beside another cause of which one does.
QStringList newHolds(const TicketContext &desk)
{
    const UntoldHolds untold(desk);
    QStringList lines;
    QSet<QString> left;
    const QList<CauseGroup> groups = causeGroups(desk);
    for (const CauseGroup &group : groups) {
        QStringList nodes = group.nodes;
        nodes.removeIf([&](const QString &node) { return untold.notes(*group.track, node).isEmpty(); });
        if (lines.size() >= mostNewHolds)
            left += QSet<QString>(nodes.cbegin(), nodes.cend());
        if (nodes.isEmpty() || lines.size() >= mostNewHolds)
            continue;
        const bool isOfFirst = nodes.first() == group.nodes.first();
        const QString since = isOfFirst && group.track->since.isValid()
                                  ? TicketTr::tr(" since %1").arg(desk.times.moment(group.track->since))
                                  : QString();
        lines.append(QStringLiteral("%1 (%2)%3: %4")
                         .arg(shortList(nodes, 8), group.titles, since,
                              sentencesOf(untold.notes(*group.track, nodes.first()))));
    }
    if (!left.isEmpty())
        lines.append(TicketTr::tr("%n more node(s) are blocked; all are in the attached table.", nullptr,
                                  int(left.size())));
    return lines;
}

TicketBlocks hookBlocks(const HookRun &run)
{
    TicketFactList list{hookFacts(run)};
    if (run.log.isEmpty())
        return {list};
    const std::pair<QString, QString> log = list.facts.takeLast();
    return {list, TicketQuote{log.first, log.second}};
}

TicketBlocks findingBlocks(const Finding &one, const TicketContext &desk)
{
    TicketBlocks blocks{TicketParagraph{placeOf(one), true}};
    const QString since = desk.times.moment(one.since);
    if (!one.quote.isEmpty())
        blocks.append(TicketQuote{since.isEmpty()
                                      ? one.where
                                      : TicketTr::tr("%1, since %2", "a place, a time").arg(one.where, since),
                                  one.quote});
    TicketFactList list;
    const auto add = [&](const QString &name, const QString &text) {
        if (!text.isEmpty())
            list.facts.append({name, text});
    };
    if (one.quote.isEmpty())
        add(TicketTr::tr("Since"), since);
    add(TicketTr::tr("Cause"), meaningText(one));
    add(TicketTr::tr("Next step"), one.nextStep);
    add(TicketTr::tr("Owner"), whoseText(one, desk));
    add(TicketTr::tr("Waiting for it"), behindText(one.consequences));
    blocks.append(list);
    for (const HookRun &run : one.hooks)
        blocks += hookBlocks(run);
    return blocks;
}

} // namespace

QString meaningText(const Finding &one)
{
    // "… or is another one (likely).": the doubt is of the sentence.
    const bool isSentence = one.meaning.endsWith(u'.');
    const QString meaning = isSentence ? one.meaning.chopped(1) : one.meaning;
    switch (one.confidence) {
    case Confidence::Certain:
        return one.meaning;
    case Confidence::Likely:
        return TicketTr::tr("%1 (likely)", "what a text means").arg(meaning) +
               (isSentence ? QStringLiteral(".") : QString());
    case Confidence::Guess:
        break;
    }
    return TicketTr::tr("%1 (a guess)", "what a text means").arg(meaning) +
           (isSentence ? QStringLiteral(".") : QString());
}

QString placeOf(const Finding &one)
{
    if (one.nodes.isEmpty())
        return (one.component + u' ' + one.release).trimmed();
    return TicketTr::tr("%1 on %2").arg(one.component, shortList(one.nodes, 8));
}

TicketBlocks findingSection(const TicketContext &desk)
{
    constexpr qsizetype most = 12;
    const QList<Finding> findings = findingsToTell(desk);
    TicketBlocks blocks{TicketHeading{TicketTr::tr("Findings")}};
    TicketBullets rest{newHolds(desk)};
    if (findings.isEmpty() && rest.items.isEmpty())
        return {};
    qsizetype told = 0;
    const bool isAllBeside = std::all_of(findings.cbegin(), findings.cend(),
                                         [&](const Finding &one) { return isBeside(one, desk); });
    for (const Finding &one : findings) {
        if (told < most && (isAllBeside || !isBeside(one, desk))) {
            blocks += findingBlocks(one, desk);
            ++told;
        } else {
            rest.items.append(inShort(one, desk));
        }
    }
    if (!rest.items.isEmpty()) {
        if (told > 0)
            blocks.append(TicketParagraph{TicketTr::tr("Also found:")});
        blocks.append(rest);
    }
    return blocks;
}

} // namespace chartroom
