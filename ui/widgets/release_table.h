// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/screens/addons/release_columns.h"
#include "ui/context/ui_context.h"
#include "ui/widgets/live_table.h"

class QMenu;

namespace chartroom {

class ReleaseProxy;

/// The releases' table: columns that fit the width and can be chosen, copying as Markdown or CSV.
class ReleaseTable final : public LiveTable
{
    Q_OBJECT
public:
    explicit ReleaseTable(const UiContext &context, QWidget *parent = nullptr);
    ~ReleaseTable() override;

    /// Borrowed; null while there is nothing to show.
    void setProxy(ReleaseProxy *proxy);
    [[nodiscard]] ReleaseProxy *proxy() const;

    [[nodiscard]] QList<ReleaseKey> selectedKeys() const;
    void selectKey(const ReleaseKey &key);
    void selectFirst();

    /// Each can be chosen there; the menu shows which are.
    void offerColumns(QMenu *menu);

    void copyMarkdown() const;
    void copyCsv() const;

Q_SIGNALS:
    /// The person chose a release (selection or Enter); a null name when nothing is selected.
    void keySelected(const chartroom::ReleaseKey &key);
    void keyActivated(const chartroom::ReleaseKey &key);

protected:
    void activateRow(const QModelIndex &index) override;
    void copyRows() override { copyMarkdown(); }
    void fitColumns() override;
    void tellVisible() override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;

private:
    void loadColumns();
    void saveColumns() const;
    void chooseColumn(ReleaseColumn column, bool shown);
    void showColumnMenu(const QPoint &position);
    [[nodiscard]] QString copied(bool markdown) const;

    UiContext m_context;
    QList<bool> m_chosen; ///< by column: the person wants it
    QList<int> m_widths;  ///< by column: a width the person dragged, 0 for automatic
    bool m_fitting = false;
};

} // namespace chartroom
