// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/text_diff.h"
#include "core/screens/versions/matrix_timeline.h"

#include <QObject>

#include <memory>
#include <optional>

namespace chartroom {

/// The commits that changed a matrix, what this machine changed in the cluster while each was current, and
/// what differs between any two commits, tags or branches. Reads the repository and the journals on the pool;
/// of several wishes the newest counts.
class MatrixHistoryController final : public QObject
{
    Q_OBJECT
public:
    struct Parts
    {
        MatrixGitPlace place;
        QString operations{}; ///< the folder of the journals; "" has none
        ClusterIdentity cluster{};
    };
    explicit MatrixHistoryController(Parts parts, QObject *parent = nullptr);

    /// Reads the history, and compares the newest with the one before.
    void read();
    /// Commits, tags or branches; "" is nothing at all.
    void compare(const QString &from, const QString &to);

    [[nodiscard]] const MatrixGitPlace &place() const { return m_parts.place; }
    [[nodiscard]] bool isReading() const { return m_isReading; }
    /// The newest first.
    [[nodiscard]] const QList<MatrixRevision> &revisions() const { return m_revisions; }
    [[nodiscard]] const MatrixGitNames &names() const { return m_names; }
    /// The newest first.
    [[nodiscard]] const QList<MatrixEvent> &events() const { return m_events.newest; }
    /// What both leave out, in a sentence or two; "": nothing.
    [[nodiscard]] QString leftOutText() const;
    /// The commit of a revision, by its place; "" past the last.
    [[nodiscard]] QString commit(qsizetype revision) const;
    [[nodiscard]] const QString &from() const { return m_from; }
    [[nodiscard]] const QString &to() const { return m_to; }
    /// How a side is called, safe to show.
    [[nodiscard]] QString sideTitle(const QString &side) const;
    /// Null until two are compared. Secrets are masked.
    [[nodiscard]] const std::shared_ptr<const TextDiff> &diff() const { return m_diff; }
    /// Why there is nothing; empty message: there is no reason.
    [[nodiscard]] const Error &problem() const { return m_problem; }

Q_SIGNALS:
    void changed();

private:
    /// What comes back from the pool.
    struct Read
    {
        Result<QList<MatrixRevision>> revisions;
        MatrixGitNames names;
        MatrixEvents events;
    };
    [[nodiscard]] static Read readAll(const Parts &parts);

    Parts m_parts;
    QList<MatrixRevision> m_revisions;
    MatrixGitNames m_names;
    MatrixEvents m_events;
    bool m_hasOlder = false; ///< commits
    std::shared_ptr<const TextDiff> m_diff;
    Error m_problem;
    QString m_from;
    QString m_to;
    int m_round = 0;
    bool m_isReading = false;
};

/// "Promote canary_testing  [v2026-11-stable]": the first line, and the tags that stand on it; safe to show.
[[nodiscard]] QString revisionTitle(const MatrixRevision &revision);
/// "Anna Berg · 2026-11-20 14:03 UTC · 3f2a1c9b": as the operations between them are told
[[nodiscard]] QString revisionDetail(const MatrixRevision &revision);

} // namespace chartroom
