// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/findings/findings_model.h"
#include "core/screens/tables/table_proxy.h"

namespace chartroom {

/// The findings, the most urgent first unless a column was chosen, filtered by everything that is said of
/// them. Not grouped.
class FindingsProxy final : public TableProxy
{
    Q_OBJECT
public:
    explicit FindingsProxy(FindingsModel *source, QObject *parent = nullptr);

    [[nodiscard]] FindingsModel *source() const { return m_source; }
    /// Invalid when it is over, or the filter hides it.
    [[nodiscard]] QModelIndex indexOf(const Finding &finding) const;

protected:
    [[nodiscard]] RowKey rowKey(int sourceRow, int sortedBy) const override;
    [[nodiscard]] std::pair<QString, QString> groupOf(int sourceRow) const override;
    [[nodiscard]] int compareTied(int a, int b) const override;
    [[nodiscard]] QString headingText(const RowGroup &group) const override;

private:
    FindingsModel *m_source;
};

} // namespace chartroom
