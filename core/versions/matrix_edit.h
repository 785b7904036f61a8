// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/matrix.h"

#include <QDate>

namespace chartroom {

/// One value that an edit wrote.
struct MatrixChange
{
    QString entry;
    QString name;   ///< of the component or note
    QString before; ///< "" where it was not there
    QString after;
};

/// Edits of a matrix that leave every other byte as it is: comments, order, quotes, line ends. Each edit is
/// read back, and one that would change anything else is refused. A value; a refused edit changes nothing.
class MatrixEdit
{
public:
    explicit MatrixEdit(VersionMatrix matrix)
        : m_matrix(std::move(matrix))
    {}

    /// Changes one line, the one of the value. Errors: NotFound, and Unsupported for what cannot be changed
    /// surely: an alias, an anchor, a merged value, a text of several lines, a manifest whose matrix is in
    /// quotes.
    [[nodiscard]] Result<void> set(QStringView entry, const QStringList &path, const QString &text);
    /// Adds one line behind the entry's last component. Errors: Invalid where it is there already, NotFound,
    /// Unsupported.
    [[nodiscard]] Result<void> add(QStringView entry, const QString &name, const QString &text);
    /// Gives the components of an entry, of this or another document, to one of this; what the first does not
    /// name stays and is noted. Errors: NotFound, and those of set() and add().
    [[nodiscard]] Result<void> copyFrom(const MatrixEntry &from, QStringView to);
    /// Something a person has to know of the edit.
    void note(const QString &sentence) { m_notes.append(sentence); }

    [[nodiscard]] const VersionMatrix &matrix() const { return m_matrix; } ///< as it is now
    [[nodiscard]] const QByteArray &text() const { return m_matrix.text(); }
    [[nodiscard]] const QList<MatrixChange> &changes() const { return m_changes; }
    [[nodiscard]] const QStringList &notes() const { return m_notes; }

private:
    [[nodiscard]] Result<void> take(const QByteArray &text, const MatrixChange &change,
                                    const QStringList &path);

    VersionMatrix m_matrix;
    QList<MatrixChange> m_changes;
    QStringList m_notes;
};

/// current_production becomes the rollback, canary_testing becomes current_production, deployed on that day.
/// Errors: Invalid where there is nothing to promote, and those of MatrixEdit.
[[nodiscard]] Result<MatrixEdit> promoted(const VersionMatrix &matrix, QDate today);
/// The rollback becomes current_production again.
[[nodiscard]] Result<MatrixEdit> rolledBack(const VersionMatrix &matrix, QDate today);
/// current_production of an earlier document, as of a tag, becomes current_production again.
[[nodiscard]] Result<MatrixEdit> rolledBackTo(const VersionMatrix &matrix, const VersionMatrix &earlier,
                                              QDate today);

} // namespace chartroom
