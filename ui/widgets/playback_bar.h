// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/playback_slider.h"

#include <QPointer>
#include <QWidget>

class QToolButton;

namespace chartroom {

class ChoiceButton;
class Player;
class TextLabel;

/// Plays a recording: a button, its speed, its time as a line to wind on, and the moment in words. With the
/// keyboard on any of it: Space plays and stands, Left and Right wind, with Shift from change to change, with
/// Ctrl from remark to remark. Hidden without a player.
class PlaybackBar final : public QWidget
{
    Q_OBJECT
public:
    explicit PlaybackBar(const Theme *theme, QWidget *parent = nullptr);

    /// Borrowed; it may die before the bar.
    void setPlayer(Player *player);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void togglePlaying();
    void showState();
    void showPosition();
    [[nodiscard]] bool jump(const QKeyEvent &event);

    const Theme *m_theme;
    QPointer<Player> m_player;
    QToolButton *m_play;
    ChoiceButton *m_speed;
    PlaybackSlider *m_slider;
    TextLabel *m_time;
};

} // namespace chartroom
