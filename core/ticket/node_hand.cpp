// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/retry.h"
#include "core/ticket/sections.h"

#include <QHash>

#include <algorithm>

namespace chartroom {

Hand handOf(const QString &kind)
{
    static const QHash<QString, Hand> hands{
        {QStringLiteral("disruptionBudget"), Hand::Ours},
        {QStringLiteral("severalBudgets"), Hand::Ours},
        {QStringLiteral("unmanagedPod"), Hand::Ours},
        {QStringLiteral("emptyDir"), Hand::Ours},
        {QStringLiteral("daemonSetPod"), Hand::Ours},
        {QStringLiteral("safeLoad"), Hand::Ours},
        {QStringLiteral("jobs"), Hand::Ours},
        {QStringLiteral("slowToEnd"), Hand::Ours},
        {QStringLiteral("longGrace"), Hand::Ours},
        {QStringLiteral("skipLabel"), Hand::Ours},
        {QStringLiteral("autoUpgradeOff"), Hand::Ours},
        {QStringLiteral("leftCordoned"), Hand::Ours},
        {QStringLiteral("unknownState"), Hand::Ours},
        {QStringLiteral("requestorLeftover"), Hand::Ours},
        {QStringLiteral("nodeCordoned"), Hand::Ours},
        {QStringLiteral("drainPool"), Hand::Ours},
        {QString::fromLatin1(retryNowNote), Hand::Ours},
        {QString::fromLatin1(retryAfterOtherNote), Hand::Ours},
        {QStringLiteral("staleBudget"), Hand::Support},
        {QStringLiteral("nodeLost"), Hand::Support},
        {QStringLiteral("nodeNotReady"), Hand::Support},
        {QStringLiteral("driverPod"), Hand::Support},
        {QStringLiteral("imagePull"), Hand::Support},
        {QStringLiteral("initContainer"), Hand::Support},
        {QStringLiteral("syncError"), Hand::Support},
        {QStringLiteral("reboot"), Hand::Support},
        {QStringLiteral("validator"), Hand::Support},
        {QStringLiteral("toolkit"), Hand::Support},
        {QStringLiteral("devicePlugin"), Hand::Support},
        {QStringLiteral("moduleFailed"), Hand::Support},
        {QStringLiteral("driverAntiAffinity"), Hand::Support},
        {QStringLiteral("driverNotScheduled"), Hand::Support},
        {QStringLiteral("operatorGone"), Hand::Support},
        {QStringLiteral("maintenanceOperatorGone"), Hand::Support},
        {QStringLiteral("operatorBehind"), Hand::Support},
        {QStringLiteral("waitingForOperator"), Hand::Support},
        {QStringLiteral("unscheduledPods"), Hand::Support},
        {QStringLiteral("surplusPods"), Hand::Support},
        {QStringLiteral("nodeMaintenanceFailed"), Hand::Support},
    };
    return hands.value(kind, Hand::Operator);
}

bool isOperatorGone(const TrackNote &note)
{
    return note.kind == u"operatorGone" || note.kind == u"maintenanceOperatorGone";
}

bool isSaidIn(const QString &quote, const QString &text)
{
    const QString said = quote.simplified();
    const QString note = text.simplified();
    return !said.isEmpty() && !note.isEmpty() && (note.contains(said) || said.contains(note));
}

bool isOfSameHold(const Finding &one, const TrackNote &note)
{
    const QString kind = QString(one.signature).remove(u'-');
    return kind.compare(note.kind, Qt::CaseInsensitive) == 0 &&
           one.quote.section(u' ', 0, 0) == note.text.section(u' ', 0, 0);
}

Hand handOf(const NodeTrack &track, const TicketContext &desk)
{
    const TrackNote *note = cause(track);
    if (!note)
        return Hand::Operator;
    if (isRetryNote(*note) || note->kind == u"leftCordoned") // one command of ours, whoever owns the driver
        return Hand::Ours;
    const QList<Finding> &findings = desk.facts.findings;
    const auto told = std::find_if(findings.cbegin(), findings.cend(), [&](const Finding &one) {
        return one.nodes.contains(track.node) &&
               (isSaidIn(one.quotes.value(track.node, one.quote), note->text) || isOfSameHold(one, *note));
    });
    if (told != findings.cend())
        return told->owner == Owner::Customer ? Hand::Ours : Hand::Support;
    const TicketRelease *release = releaseOfTrack(desk.facts, track);
    const bool isCustomers = release && release->ownership.scope == SupportScope::CustomerOwned;
    return isCustomers && track.verdict != Verdict::Lost ? Hand::Ours : handOf(note->kind);
}

QString sentencesOf(const QList<TrackNote> &notes)
{
    QString all;
    for (const TrackNote &note : notes) {
        QString text = note.text.trimmed();
        const qsizetype quoteEnd = text.indexOf(QStringLiteral("\": "));
        if (note.kind == u"signature" && text.startsWith(u'"') && quoteEnd > 0 &&
            all.contains(text.mid(1, quoteEnd - 1)))
            text.remove(0, quoteEnd + 3);
        if (text.isEmpty())
            continue;
        if (!QStringLiteral(".!?").contains(text.back()))
            text += u'.';
        all += (all.isEmpty() ? QString() : QStringLiteral(" ")) + text;
    }
    return all;
}

const TrackNote *cause(const NodeTrack &track)
{
    const TrackNote *ours = nullptr;
    for (const TrackNote &note : track.blockers) {
        if (handOf(note.kind) == Hand::Support)
            return &note;
        if (!ours && handOf(note.kind) == Hand::Ours)
            ours = &note;
    }
    return ours;
}

} // namespace chartroom
