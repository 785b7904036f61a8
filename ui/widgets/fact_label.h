// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/visual_state.h"

#include <QWidget>

#include <optional>

namespace chartroom {

class StateLabel;
class TextLabel;
class Theme;

/// One thing to know at a glance: what it is, the thing itself large, and a line more, with a state's shape
/// where there is one.
class FactLabel final : public QWidget
{
    Q_OBJECT
public:
    FactLabel(const QString &title, const Theme *theme, QWidget *parent = nullptr);

    /// `alarm` stands below the rest, in the colour of failure, or of what needs attention.
    void say(const QString &fact, const QString &more, std::optional<VisualState> state = {},
             const QString &alarm = {}, VisualState kind = VisualState::Failed);
    /// All of it as a line of text, "Nodes: 9 of 16, 3 moving, 1 failed", where there is no room for a card.
    [[nodiscard]] QString line() const;
    /// Of the line: that of the alarm; "" for none.
    [[nodiscard]] const char *lineLook() const { return m_look; }

private:
    [[nodiscard]] QStringList parts() const;

    TextLabel *m_title;
    StateLabel *m_state;
    TextLabel *m_fact;
    TextLabel *m_more;
    TextLabel *m_alarm;
    const char *m_look = "";
};

} // namespace chartroom
