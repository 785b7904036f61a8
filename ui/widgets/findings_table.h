// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/finding.h"
#include "ui/context/ui_context.h"
#include "ui/widgets/live_table.h"

#include <optional>

namespace chartroom {

class FindingsProxy;

/// The findings of a cluster, the most urgent first. A click on a sorted heading a third time goes back to
/// that.
class FindingsTable final : public LiveTable
{
    Q_OBJECT
public:
    explicit FindingsTable(const UiContext &context, QWidget *parent = nullptr);
    ~FindingsTable() override;

    /// Borrowed; null while there is nothing to show.
    void setProxy(FindingsProxy *proxy);
    [[nodiscard]] FindingsProxy *proxy() const;

    [[nodiscard]] std::optional<Finding> current() const;
    /// In the order of the rows.
    [[nodiscard]] QList<Finding> chosen() const;
    void choose(const Finding &finding);
    void chooseFirst();

Q_SIGNALS:
    /// Another row is current, by a person or not.
    void currentFindingChanged();
    void findingActivated();
    void copyRequested();

protected:
    void activateRow(const QModelIndex &index) override;
    void copyRows() override { Q_EMIT copyRequested(); }
    void fitColumns() override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;

private:
    UiContext m_context;
};

} // namespace chartroom
