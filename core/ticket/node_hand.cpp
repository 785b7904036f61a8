// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/sections.h"

#include <QHash>

namespace chartroom {

Hand handOf(const QString &kind)
{
    static const QHash<QString, Hand> hands{
        {QStringLiteral("disruptionBudget"), Hand::Ours},
        {QStringLiteral("unmanagedPod"), Hand::Ours},
        {QStringLiteral("emptyDir"), Hand::Ours},
        {QStringLiteral("jobs"), Hand::Ours},
        {QStringLiteral("slowToEnd"), Hand::Ours},
        {QStringLiteral("skipLabel"), Hand::Ours},
        {QStringLiteral("autoUpgradeOff"), Hand::Ours},
        {QStringLiteral("nodeCordoned"), Hand::Ours},
        {QStringLiteral("drainPool"), Hand::Ours},
        {QStringLiteral("nodeLost"), Hand::Support},
        {QStringLiteral("nodeNotReady"), Hand::Support},
        {QStringLiteral("driverPod"), Hand::Support},
        {QStringLiteral("imagePull"), Hand::Support},
        {QStringLiteral("initContainer"), Hand::Support},
        {QStringLiteral("syncError"), Hand::Support},
        {QStringLiteral("reboot"), Hand::Support},
        {QStringLiteral("validator"), Hand::Support},
        {QStringLiteral("unscheduledPods"), Hand::Support},
        {QStringLiteral("surplusPods"), Hand::Support},
        {QStringLiteral("nodeMaintenanceFailed"), Hand::Support},
    };
    return hands.value(kind, Hand::Operator);
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
