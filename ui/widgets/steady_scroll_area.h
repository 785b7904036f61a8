// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QScrollArea>
#include <QTimer>

namespace chartroom {

/// A scroll area whose view stays where it is when the contents above it grow or shrink: what is under the
/// pointer, else what has the keyboard, else what stands first in the view keeps its place. The contents do
/// not become shorter than the view needs, until somebody scrolls up. Where it opens at its top it stays
/// there until somebody scrolls, types or clicks.
class SteadyScrollArea final : public QScrollArea
{
    Q_OBJECT
public:
    explicit SteadyScrollArea(QWidget *parent = nullptr);

    void openAtTop();
    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// Of one of the widgets that the contents consist of.
    struct Place
    {
        QPointer<QWidget> widget;
        int top = 0; ///< in the viewport
    };

    void leaveTop();
    void remember();
    void keepHeight();
    void settle();
    [[nodiscard]] const Place *anchor() const;

    QList<Place> m_places; ///< from top to bottom
    int m_leastHeight = 0; ///< of the contents, for the view to stay where it is
    QTimer m_settled;      ///< runs while the layout is on its way: what scrolls then is no person
    bool m_isResizing = false;
    bool m_isAtTop = false; ///< nobody has done anything since it opened there
};

} // namespace chartroom
