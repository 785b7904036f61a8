// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/addons/release_columns.h"
#include "core/screens/addons/release_model.h"
#include "core/screens/tables/table_proxy.h"

namespace chartroom {

/// The releases sorted, filtered by name, namespace, chart, owner and status, and grouped.
class ReleaseProxy final : public TableProxy
{
    Q_OBJECT
public:
    enum class Grouping { None, Owner, Namespace };
    Q_ENUM(Grouping)

    explicit ReleaseProxy(ReleaseModel *source, QObject *parent = nullptr);

    [[nodiscard]] ReleaseModel *source() const { return m_source; }
    [[nodiscard]] QModelIndex indexOf(const ReleaseKey &key,
                                      ReleaseColumn column = ReleaseColumn::Name) const;

    void setGrouping(Grouping grouping);
    [[nodiscard]] Grouping grouping() const { return m_grouping; }

protected:
    [[nodiscard]] RowKey rowKey(int sourceRow, int sortedBy) const override;
    [[nodiscard]] std::pair<QString, QString> groupOf(int sourceRow) const override;
    [[nodiscard]] int compareTied(int a, int b) const override;
    [[nodiscard]] QString headingText(const RowGroup &group) const override;

private:
    ReleaseModel *m_source;
    Grouping m_grouping = Grouping::None;
};

} // namespace chartroom
