// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"

#include <QWidget>

class QLineEdit;
class QTableView;

namespace chartroom {

class LogModel;
class LogTable;
class TextLabel;

/// The lines of a LogModel, with a search. Its end stays in view while it grows, unless one has scrolled away
/// from it; then what one reads stays where it is.
class LogView final : public QWidget
{
    Q_OBJECT
public:
    /// The model is borrowed.
    LogView(const UiContext &context, LogModel *model, QWidget *parent = nullptr);

    [[nodiscard]] QTableView *table() const;
    void openSearch();
    void closeSearch();
    void findNext();
    void findPrevious();
    /// The chosen lines, or all of them where none is chosen.
    void copy() const;

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void buildSearch();
    void search();
    void go(bool isForward);
    void showFound();
    void updateCount();

    UiContext m_context;
    LogModel *m_model;
    LogTable *m_table;
    QWidget *m_bar;
    QLineEdit *m_needle;
    TextLabel *m_count;
    bool m_isNew = false; ///< the first match of a new search is still to be gone to
};

} // namespace chartroom
