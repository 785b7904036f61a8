// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"

#include <QStackedWidget>
#include <QTimer>

#include <memory>

namespace chartroom {

class NodeTiles;
class RolloutProxy;
class RolloutTable;

/// The nodes as rows or as tiles: one model, one selection.
class RolloutBoard final : public QStackedWidget
{
    Q_OBJECT
public:
    enum class View { Rows, Tiles };
    Q_ENUM(View)

    explicit RolloutBoard(const UiContext &context, QWidget *parent = nullptr);
    ~RolloutBoard() override;

    [[nodiscard]] RolloutTable *table() const { return m_table; }
    [[nodiscard]] NodeTiles *tiles() const { return m_tiles; }
    void setView(View view);
    [[nodiscard]] View view() const;

    /// Borrowed; null while there is nothing to show.
    void setProxy(RolloutProxy *proxy);
    [[nodiscard]] RolloutProxy *proxy() const;
    /// A column of RolloutColumn, -1 for trouble first.
    void sortBy(int column, bool follows);

    [[nodiscard]] bool hasSelection() const;
    [[nodiscard]] QStringList selectedNodes() const;
    void selectNode(const QString &node);
    void selectFirst();
    /// In the turn after this one, which takes a frame without the board.
    void paintNext();

Q_SIGNALS:
    /// The current row, by a person or not; "" when there is none.
    void nodeSelected(const QString &node);
    void nodeActivated(const QString &node);
    void copyRequested();

private:
    RolloutTable *m_table;
    NodeTiles *m_tiles;
    QTimer m_paintNext;
    std::unique_ptr<QObject> m_following; ///< hears of the model that is shown
};

} // namespace chartroom
