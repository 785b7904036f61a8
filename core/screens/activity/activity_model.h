// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/tables/rows_model.h"
#include "core/session/visual_state.h"
#include "core/words/activity_log.h"

namespace chartroom {

class Fleet;

enum class ActivityColumn { Begun, What, Cluster, Result, Took };
inline constexpr int activityColumnCount = int(ActivityColumn::Took) + 1;

/// Operations as rows, the newest first.
class ActivityModel final : public RowsModel<ActivityEntry>
{
    Q_OBJECT
public:
    using RowsModel::RowsModel;

    void setEntries(const QList<ActivityEntry> &entries);
    void setFilter(const QString &text);
    /// Sees how the nodes of operations go on that ended before they were verified; whether that tells
    /// something else than before.
    bool lookAtNodes(const Fleet &fleet, const QDateTime &now);
    [[nodiscard]] const QList<ActivityEntry> &entries() const { return m_entries; }
    [[nodiscard]] int total() const { return int(m_entries.size()); }

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] QString keyOf(const ActivityEntry &entry) const override { return entry.folder; }

private:
    void filter();

    QList<ActivityEntry> m_entries;
    QString m_filter;
};

/// "done", "cut off", ...: how an operation stands, for people, and how that looks.
[[nodiscard]] QString activityWord(const ActivityEntry &entry);
[[nodiscard]] VisualState activityState(const ActivityEntry &entry);
/// "Upgrade of gpu-operator to v26.3.0"
[[nodiscard]] QString activityTitle(const ActivityEntry &entry);

} // namespace chartroom
