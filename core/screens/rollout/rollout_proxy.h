// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/rollout/rollout_model.h"
#include "core/screens/tables/table_proxy.h"

namespace chartroom {

/// The nodes of a rollout, trouble first unless a column was chosen, filtered by everything a row says, and
/// grouped.
class RolloutProxy final : public TableProxy
{
    Q_OBJECT
public:
    enum class Grouping { None, Pool, Zone, Component };
    Q_ENUM(Grouping)

    explicit RolloutProxy(RolloutModel *source, QObject *parent = nullptr);

    [[nodiscard]] RolloutModel *source() const { return m_source; }
    [[nodiscard]] QModelIndex indexOf(const QString &node, RolloutColumn column = RolloutColumn::Node) const;

    void setGrouping(Grouping grouping);
    [[nodiscard]] Grouping grouping() const { return m_grouping; }

protected:
    [[nodiscard]] RowKey rowKey(int sourceRow, int sortedBy) const override;
    [[nodiscard]] QString searched(int sourceRow) const override;
    [[nodiscard]] std::pair<QString, QString> groupOf(int sourceRow) const override;
    [[nodiscard]] int compareTied(int a, int b) const override;
    [[nodiscard]] QString headingText(const RowGroup &group) const override;

private:
    RolloutModel *m_source;
    Grouping m_grouping = Grouping::None;
};

} // namespace chartroom
