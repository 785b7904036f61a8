// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/rollout/pause_controller.h"

#include <QWidget>

class QPushButton;

namespace chartroom {

class TextLabel;
class Theme;

/// The operator's own switch for its rollout, shown as what it is: what it does and what it does not, the
/// exact command before it runs, and what came of it.
class PausePanel final : public QWidget
{
    Q_OBJECT
public:
    /// `object` is what holds the switch: ClusterPolicy cluster-policy.
    /// `pauses`: the switch is on. `cordoned` says which nodes that leaves cordoned, as it is asked for; ""
    /// where it is unknown, and for none.
    PausePanel(const Theme *theme, const QString &object, PauseController::Make make, bool pauses,
               std::function<QString()> cordoned, QWidget *parent = nullptr);

    [[nodiscard]] const PauseController *controller() const { return &m_controller; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void refresh();
    [[nodiscard]] QString pauseText() const;
    void keepWhole();

    PauseController m_controller;
    QString m_object;
    std::function<QString()> m_cordoned;
    TextLabel *m_what;
    TextLabel *m_command;
    QPushButton *m_ask;
    QPushButton *m_confirm;
    QPushButton *m_leave;
    PauseController::State m_shown = PauseController::State::Idle;
};

} // namespace chartroom
