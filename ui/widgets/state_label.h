// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/visual_state.h"

#include <QWidget>

class QTimer;

namespace chartroom {

class Theme;

/// A state's shape as a small widget; a moving one turns, unless the platform's animations are off.
class StateLabel final : public QWidget
{
    Q_OBJECT
public:
    StateLabel(const Theme *theme, int size, QWidget *parent = nullptr);
    /// `word` is what a screen reader says.
    void setState(VisualState state, const QString &word);

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void updateTimer();

    const Theme *m_theme;
    QTimer *m_timer;
    VisualState m_state = VisualState::Unknown;
    double m_turn = 0;
};

} // namespace chartroom
