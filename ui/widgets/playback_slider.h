// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractSlider>
#include <QList>

namespace chartroom {

class Theme;

/// The time of a recording as a line: where it is played, where much happens and where somebody remarked
/// something. Values are milliseconds since its start. Home, End, Page Up and Down, Left and Right move it.
class PlaybackSlider final : public QAbstractSlider
{
    Q_OBJECT
public:
    struct Mark
    {
        int at = 0;
        QString text;

        friend bool operator==(const Mark &, const Mark &) = default;
    };
    /// The line shows how much happens in that many parts.
    static constexpr int parts = 200;

    explicit PlaybackSlider(const Theme *theme, QWidget *parent = nullptr);

    /// What lies along the line; `counts` are one for each part.
    void setMarks(const QList<Mark> &marks, const QList<int> &counts);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// A person put it there.
    void sought(int value);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] double xOf(int value) const;
    [[nodiscard]] int valueAt(double x) const;
    void seek(int value);

    const Theme *m_theme;
    QList<Mark> m_marks;
    QList<int> m_counts;
};

} // namespace chartroom
