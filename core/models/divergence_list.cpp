// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/divergence_list.h"

#include <QCoreApplication>

#include <algorithm>

namespace chartroom {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(chartroom::DivergenceList)
};

} // namespace

QList<DivergedGroup> divergedGroups(const Divergence &divergence, const DivergenceGroups &groups,
                                    const QList<PathNote> &notes)
{
    QList<DivergedGroup> out;
    const QList<DivergenceGroups::Section> sections = groups.grouped(divergence.changes);
    for (const DivergenceGroups::Section &section : sections) {
        DivergedGroup group{section.group, {}};
        for (const ValueChange &change : section.changes) {
            const auto note = std::find_if(notes.cbegin(), notes.cend(),
                                           [&](const PathNote &one) { return one.path == change.path; });
            const bool some = note != notes.cend() && !note->isWithdrawn();
            group.settings.append(
                {change, some ? note->text.trimmed() : QString(), some ? note->author : QString()});
        }
        out.append(group);
    }
    return out;
}

QString divergenceSummary(const QList<DivergedGroup> &groups)
{
    int all = 0;
    QStringList parts;
    for (const DivergedGroup &group : groups) {
        all += int(group.settings.size());
        parts.append(QStringLiteral("%1 %2")
                         .arg(group.settings.size())
                         .arg(divergenceGroupTitle(group.group).toLower()));
    }
    const QString paths = Words::tr("%n path(s)", nullptr, all);
    return parts.isEmpty() ? paths : paths + QStringLiteral(": ") + parts.join(QStringLiteral(", "));
}

} // namespace chartroom
