// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/values/diff_layout.h"
#include "ui/context/ui_context.h"

#include <QWidget>

#include <memory>

class QAction;
class QStackedWidget;

namespace chartroom {

class ChangeMap;
class DiffPane;
class FindBar;
class TextLabel;

/// A text diff to read: side by side with both sides scrolling as one, or unified; unchanged runs folded;
/// changes gone through one by one. Laid out on the pool.
class DiffView final : public QWidget
{
    Q_OBJECT
public:
    explicit DiffView(const UiContext &context, QWidget *parent = nullptr);

    /// Both sides as they may be seen: masked where they have to be.
    void setDiff(std::shared_ptr<const TextDiff> diff, const QString &before, const QString &after);
    void setMode(DiffLayout::Mode mode);
    [[nodiscard]] DiffLayout::Mode mode() const { return m_mode; }
    /// Off: every line is shown.
    void setFolding(bool folding);
    [[nodiscard]] bool isFolding() const { return m_folding; }
    [[nodiscard]] bool isReady() const { return m_ready; }
    [[nodiscard]] const DiffLayout &shownLayout() const { return *m_layout; }
    [[nodiscard]] DiffPane *pane(DiffLayout::Side side) const;

    /// Whether the search was open.
    bool closeFind();
    void nextChange();
    void previousChange();
    /// Index of the change that the cursor is at or after, -1 before the first.
    [[nodiscard]] int currentChange() const;
    /// Goes to a line of one side, counted from 1, as soon as it is there.
    void goToLine(int number, DiffLayout::Side side);
    /// Where the cursor is, on the side that it is on if that has the line. Number 0 on a fold.
    [[nodiscard]] SideLine currentLine() const;
    [[nodiscard]] QList<QAction *> commands() const { return m_commands; }

Q_SIGNALS:
    void ready();
    void modeChanged();

private:
    void buildHead();
    void buildCommands();
    void lockScrolling();
    void layOut();
    void display(std::shared_ptr<const DiffLayout> layout);
    void goToRow(int row);
    void toggleFold(int fold);
    void openFoldAt(int row);
    void updateCount();
    [[nodiscard]] DiffPane *shownPane() const;
    [[nodiscard]] int currentRow() const;

    UiContext m_context;
    QStackedWidget *m_stack;
    DiffPane *m_before;
    DiffPane *m_after;
    DiffPane *m_unified;
    ChangeMap *m_map;
    FindBar *m_find;
    TextLabel *m_beforeTitle;
    TextLabel *m_afterTitle;
    TextLabel *m_counts;
    TextLabel *m_place;
    QList<QAction *> m_commands;
    std::shared_ptr<const TextDiff> m_diff;
    std::shared_ptr<const DiffLayout> m_layout;
    DiffLayout::Mode m_mode = DiffLayout::Mode::SideBySide;
    bool m_folding = true;
    bool m_ready = false;
    int m_question = 0; ///< an older one's layout is dropped
    int m_wantedLine = 0;
    DiffLayout::Side m_wantedSide = DiffLayout::Side::After;
};

} // namespace chartroom
