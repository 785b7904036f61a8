// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/visual_state.h"
#include "core/words/activity_log.h"

#include <QAbstractTableModel>

namespace chartroom {

enum class ActivityColumn { Begun, What, Cluster, Result, Took };
inline constexpr int activityColumnCount = int(ActivityColumn::Took) + 1;

/// Operations as rows, the newest first.
class ActivityModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Resets the model.
    void setEntries(const QList<ActivityEntry> &entries);
    void setFilter(const QString &text);
    [[nodiscard]] const ActivityEntry &entry(int row) const { return m_entries[m_shown[row]]; }
    /// -1 when it is not shown.
    [[nodiscard]] int rowOf(const QString &folder) const;
    [[nodiscard]] int total() const { return int(m_entries.size()); }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void show();

    QList<ActivityEntry> m_entries;
    QList<int> m_shown; ///< indices into m_entries
    QString m_filter;
};

/// "done", "cut off", ...: how an operation stands, for people, and how that looks.
[[nodiscard]] QString activityWord(const ActivityEntry &entry);
[[nodiscard]] VisualState activityState(const ActivityEntry &entry);
/// "Upgrade of gpu-operator to v26.3.0"
[[nodiscard]] QString activityTitle(const ActivityEntry &entry);

} // namespace chartroom
