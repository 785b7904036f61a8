// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/delegates/table_delegate.h"

#include <array>

namespace chartroom {

/// Paints the cells of the rollout board: the node with its state's shape, a strip of steps for each driver,
/// what holds the node back.
class RolloutDelegate final : public TableDelegate
{
    Q_OBJECT
public:
    using TableDelegate::TableDelegate;

    /// Where the highlight of moving segments is, 0 to 1; below 0 it stands still.
    void setGlow(double glow) { m_glow = glow; }
    /// Whether the lane's steps are drawn, or only the shape of its state.
    void setStrips(const std::array<bool, 2> &strips) { m_strips = strips; }

protected:
    void paintCell(QPainter &painter, const QRect &rect, const QModelIndex &index) const override;

private:
    void paintNode(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
    void paintLane(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
    void paintGpus(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
    void paintHeldBack(QPainter &painter, const QRect &rect, const QModelIndex &index) const;

    double m_glow = -1;
    std::array<bool, 2> m_strips{true, true};
};

} // namespace chartroom
