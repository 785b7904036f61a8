// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/path_notes.h"

#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/responsibility/rules.h"
#include "core/words/relative_time.h"

#include <QSet>
#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {

/// As pathText() writes them: "driver" holds "driver.version" and "driver[0]", not "drivers".
bool holds(const QString &path, const QString &within)
{
    return within.startsWith(path) &&
           (within.size() == path.size() || within[path.size()] == u'.' || within[path.size()] == u'[');
}

} // namespace

PathNotes::PathNotes(const ResponsibilityRules *rules, QObject *parent)
    : QObject(parent)
    , m_rules(rules)
{
    m_writer.setMaxThreadCount(1);
}

QList<PathNote> PathNotes::of(const QString &cluster, const ReleaseKey &release) const
{
    QList<PathNote> found;
    std::copy_if(m_written.cbegin(), m_written.cend(), std::back_inserter(found), [&](const PathNote &note) {
        return note.cluster == cluster && note.namespaceName == release.namespaceName &&
               note.release == release.name;
    });
    if (m_rules)
        found += m_rules->pathNotes(cluster, release.namespaceName, release.name);
    return found;
}

void PathNotes::write(const PathNote &note)
{
    const QFuture<Result<void>> writing = QtConcurrent::run(
        &m_writer, [note] { return recordPathNote(ResponsibilityRules::userFilePath(), note); });
    onFinished(writing, this, [this, note](const Result<void> &kept) {
        if (!kept) {
            Q_EMIT failed(note, kept.error());
            return;
        }
        m_written.prepend(note);
        Q_EMIT changed();
    });
}

std::optional<PathNote> noteOf(const QList<PathNote> &notes, const QString &path)
{
    const auto note =
        std::find_if(notes.cbegin(), notes.cend(), [&](const PathNote &one) { return one.path == path; });
    return note == notes.cend() || note->isWithdrawn() ? std::nullopt : std::optional(*note);
}

QList<PathNote> notesAbout(const QList<PathNote> &notes, const QStringList &paths)
{
    QList<PathNote> about;
    QSet<QString> told;
    for (const PathNote &note : notes) {
        if (told.contains(note.path))
            continue;
        told.insert(note.path);
        if (!note.isWithdrawn() && std::any_of(paths.cbegin(), paths.cend(), [&](const QString &path) {
                return holds(note.path, path) || holds(path, note.path);
            }))
            about.append(note);
    }
    return about;
}

QString noteText(const PathNote &note, const QDateTime &now)
{
    return PathNotes::tr("Note by %1, %2: %3")
        .arg(visibleText(note.author), dayText(note.date, now), visibleText(note.text.trimmed(), true));
}

} // namespace chartroom
