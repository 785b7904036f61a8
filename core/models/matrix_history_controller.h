// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/text_diff.h"
#include "core/versions/matrix_source.h"

#include <QObject>

#include <memory>
#include <optional>

namespace chartroom {

/// The commits that changed a matrix, and what differs between any two of them. Reads the repository on the
/// pool; of several wishes the newest counts.
class MatrixHistoryController final : public QObject
{
    Q_OBJECT
public:
    explicit MatrixHistoryController(const MatrixGitPlace &place, QObject *parent = nullptr);

    /// Reads the history, and compares the newest with the one before.
    void read();
    /// Places in revisions(); `from` may be past the last: then it is nothing at all.
    void compare(int from, int to);

    [[nodiscard]] const MatrixGitPlace &place() const { return m_place; }
    [[nodiscard]] bool isReading() const { return m_isReading; }
    /// The newest first.
    [[nodiscard]] const QList<MatrixRevision> &revisions() const { return m_revisions; }
    [[nodiscard]] int from() const { return m_from; }
    [[nodiscard]] int to() const { return m_to; }
    /// Null until two are compared. Secrets are masked.
    [[nodiscard]] const std::shared_ptr<const TextDiff> &diff() const { return m_diff; }
    /// Why there is nothing; empty message: there is no reason.
    [[nodiscard]] const Error &problem() const { return m_problem; }

Q_SIGNALS:
    void changed();

private:
    MatrixGitPlace m_place;
    QList<MatrixRevision> m_revisions;
    std::shared_ptr<const TextDiff> m_diff;
    Error m_problem;
    int m_from = -1;
    int m_to = -1;
    int m_round = 0;
    bool m_isReading = false;
};

/// "Promote canary_testing  [v2026-11-stable]": the first line, and the tags that stand on it; safe to show.
[[nodiscard]] QString revisionTitle(const MatrixRevision &revision);
/// "Anna Berg · 2026-11-20 14:03 · 3f2a1c9b"
[[nodiscard]] QString revisionDetail(const MatrixRevision &revision);

} // namespace chartroom
