// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/divergence_list.h"

#include "core/base/visible_text.h"
#include "core/compare/shown_text.h"
#include "core/screens/screens_tr.h"
#include "core/secrets/masked_values.h"
#include "core/words/path_notes.h"

namespace chartroom {

namespace {

QString said(const Value &value, bool isThere)
{
    if (!isThere)
        return ScreensTr::tr("not set");
    return value.isNull() ? QStringLiteral("null") : valueLine(value);
}

} // namespace

ShownDivergence shownDivergence(const Divergence &divergence, const DivergenceGroups &groups,
                                const QList<PathNote> &notes, bool isRevealed)
{
    ShownDivergence shown;
    QStringList parts;
    const QList<DivergenceGroups::Section> sections = groups.grouped(divergence.changes);
    for (const DivergenceGroups::Section &section : sections) {
        const QString title = divergenceGroupTitle(section.group);
        parts.append(QStringLiteral("%1 %2").arg(section.changes.size()).arg(title.toLower()));
        DivergenceRow heading;
        heading.isGroup = true;
        heading.title = QStringLiteral("%1 · %2").arg(title).arg(section.changes.size());
        shown.rows.append(heading);
        for (const ValueChange &change : section.changes) {
            const ValueChange masked = maskedChange(change);
            const ValueChange &seen = isRevealed ? change : masked;
            shown.hidden += masked.before != change.before || masked.after != change.after ? 1 : 0;
            const std::optional<PathNote> note = noteOf(notes, change.path);
            shown.rows.append({false, change.path, visibleText(seen.path),
                               said(seen.before, seen.kind != ValueChange::Kind::Added),
                               said(seen.after, seen.kind != ValueChange::Kind::Removed),
                               note ? visibleText(note->text.trimmed()) : QString()});
        }
    }
    shown.summary = ScreensTr::tr("%n path(s)", nullptr, int(divergence.changes.size()));
    if (!parts.isEmpty())
        shown.summary += QStringLiteral(": ") + parts.join(QStringLiteral(", "));
    return shown;
}

} // namespace chartroom
