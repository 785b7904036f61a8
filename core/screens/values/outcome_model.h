// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/tables/rows_model.h"
#include "core/screens/values/outcomes_controller.h"
#include "core/session/visual_state.h"

namespace chartroom {

enum class OutcomeColumn { Path, Today, Reuse, ResetThenReuse, Reset };
inline constexpr int outcomeColumnCount = int(OutcomeColumn::Reset) + 1;

enum OutcomeRole {
    FateStateRole = Qt::UserRole + 1, ///< int of VisualState; invalid where nothing happens
    FateWordRole,                     ///< "override lost"
    RowHeadingRole, ///< bool: the row heads those below it; invalid in a table without such rows
    EmphasisRole,   ///< bool: the cell is what the row is about
    ProseRole,      ///< bool: the cell holds a sentence, not a value
};

/// A word for a fate, and how it looks. What a person gives along is called an edit, whatever comes of it.
/// With `since` as in ShownOutcomes a value that stays is that of this revision, and whether it is the one in
/// the cluster is unknown.
[[nodiscard]] QString fateWord(PathFate::Kind kind, bool isEdit = false, int since = 0);
[[nodiscard]] VisualState fateState(PathFate::Kind kind, int since = 0);
[[nodiscard]] OutcomeColumn outcomeColumn(Strategy strategy);

/// Paths by strategies. Rows that no strategy changes stay out unless asked for.
class OutcomeModel final : public RowsModel<OutcomeRow>
{
    Q_OBJECT
public:
    using RowsModel::RowsModel;

    void setRows(const QList<OutcomeRow> &rows, int since = 0);
    void setFilter(const QString &pathPart);
    void setShowsKept(bool shows);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] QString keyOf(const OutcomeRow &row) const override { return row.path; }

private:
    void filter();

    QList<OutcomeRow> m_rows;
    int m_since = 0;
    QString m_filter;
    bool m_showsKept = false;
};

} // namespace chartroom
