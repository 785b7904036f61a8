// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/helm/release.h"
#include "core/responsibility/path_note.h"

#include <QList>
#include <QObject>
#include <QThreadPool>

#include <optional>

namespace chartroom {

class ResponsibilityRules;

/// What persons noted about the values of releases: the user's file as it was read, and what was written
/// since. One for all screens, so that a note comes back wherever its path would change.
class PathNotes final : public QObject
{
    Q_OBJECT
public:
    /// Null rules: nothing could be read. They outlive the notes.
    explicit PathNotes(const ResponsibilityRules *rules, QObject *parent = nullptr);

    /// Of a release; the first one of a path counts, also one that takes the note back.
    [[nodiscard]] QList<PathNote> of(const QString &cluster, const ReleaseKey &release) const;
    /// Keeps a note in the user's file, then here; ends in changed() or failed().
    void write(const PathNote &note);

Q_SIGNALS:
    void changed();
    /// The file could not be written (File); there is no such note.
    void failed(const chartroom::PathNote &note, const chartroom::Error &why);

private:
    const ResponsibilityRules *m_rules;
    QList<PathNote> m_written; ///< since the rules were read, the newest first
    QThreadPool m_writer;      ///< one note after the other, each to its end
};

/// What counts of a path's notes: the first in the list, unless that one took them back.
[[nodiscard]] std::optional<PathNote> noteOf(const QList<PathNote> &notes, const QString &path);
/// Those whose path is one of `paths`, holds it, or lies within it.
[[nodiscard]] QList<PathNote> notesAbout(const QList<PathNote> &notes, const QStringList &paths);
/// "Note by Ada, 12 Sep: Pinned, 595 breaks NCCL".
[[nodiscard]] QString noteText(const PathNote &note, const QDateTime &now);

} // namespace chartroom
