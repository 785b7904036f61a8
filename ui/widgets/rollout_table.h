// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"
#include "ui/widgets/live_table.h"

#include <array>

class QTimer;

namespace chartroom {

class RolloutDelegate;
class RolloutProxy;

/// The rollout board: one row per node, trouble first. A click on a sorted heading a third time goes back to
/// that.
class RolloutTable final : public LiveTable
{
    Q_OBJECT
public:
    explicit RolloutTable(const UiContext &context, QWidget *parent = nullptr);
    ~RolloutTable() override;

    /// Borrowed; null while there is nothing to show.
    void setProxy(RolloutProxy *proxy);
    [[nodiscard]] RolloutProxy *proxy() const;

    [[nodiscard]] QStringList selectedNodes() const;
    void selectNode(const QString &node);
    void selectFirst();
    /// What the lanes show may have changed: the columns fit it again.
    void refit();
    /// The lane of the driver that goes on: where room is short it keeps its strip.
    void setUnderWay(int lane);

Q_SIGNALS:
    /// The current row, by a person or not; "" when there is none.
    void nodeSelected(const QString &node);
    void nodeActivated(const QString &node);
    void copyRequested();

protected:
    void activateRow(const QModelIndex &index) override;
    void copyRows() override { Q_EMIT copyRequested(); }
    void fitColumns() override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void glow();
    [[nodiscard]] int nameWidth() const;
    [[nodiscard]] bool hasHours() const;

    UiContext m_context;
    RolloutDelegate *m_delegate;
    QTimer *m_glowTimer;
    double m_glow = 0;
    int m_underWay = 0; ///< lane
    bool m_hasSecond = false;
    bool m_hasBadges = false;
    bool m_hasHours = false;
    std::array<bool, 2> m_isAtRest{}; ///< by lane: it can do without strips
};

} // namespace chartroom
