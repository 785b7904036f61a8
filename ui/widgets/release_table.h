// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/models/release_columns.h"
#include "ui/ui_context.h"

#include <QTableView>

namespace chartroom {

class ReleaseDelegate;
class ReleaseProxy;

/// The releases' table: 28 px rows, columns that fit the width and can be chosen, type-ahead over names,
/// copying as Markdown or CSV. Holds the order while the pointer is over it.
class ReleaseTable final : public QTableView
{
    Q_OBJECT
public:
    explicit ReleaseTable(const UiContext &context, QWidget *parent = nullptr);
    ~ReleaseTable() override;

    /// Borrowed; null while there is nothing to show.
    void setProxy(ReleaseProxy *proxy);
    [[nodiscard]] ReleaseProxy *proxy() const { return m_proxy; }

    [[nodiscard]] QList<ReleaseKey> selectedKeys() const;
    void selectKey(const ReleaseKey &key);
    void selectFirst();

    [[nodiscard]] bool isColumnChosen(ReleaseColumn column) const;
    void chooseColumn(ReleaseColumn column, bool shown);

    void copyMarkdown() const;
    void copyCsv() const;

    void keyboardSearch(const QString &search) override;

Q_SIGNALS:
    /// The person chose a release (selection or Enter); a null name when nothing is selected.
    void keySelected(const chartroom::ReleaseKey &key);
    void keyActivated(const chartroom::ReleaseKey &key);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;

private:
    void setUpHeader();
    void fitColumns();
    void loadColumns();
    void saveColumns() const;
    void showColumnMenu(const QPoint &position);
    void setHoveredRow(int row);
    void tellVisible();
    void keepAnchor();
    void restoreAnchor();
    [[nodiscard]] QString copied(bool markdown) const;

    UiContext m_context;
    ReleaseDelegate *m_delegate;
    ReleaseProxy *m_proxy = nullptr;
    QList<bool> m_chosen;           ///< by column: the person wants it
    QList<int> m_widths;            ///< by column: a width the person dragged, 0 for automatic
    QPersistentModelIndex m_anchor; ///< the row at the top while rows come and go above it
    bool m_fitting = false;
};

} // namespace chartroom
