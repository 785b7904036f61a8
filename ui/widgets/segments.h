// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QButtonGroup;

namespace chartroom {

/// Two to four ways to look at one thing, side by side, one of them on.
class Segments final : public QWidget
{
    Q_OBJECT
public:
    Segments(const QString &what, const QStringList &titles, QWidget *parent = nullptr);

    void setCurrent(int index);
    [[nodiscard]] int current() const;
    /// One that makes no sense now stays visible, and says why.
    void setAvailable(int index, bool available, const QString &why = {});

Q_SIGNALS:
    /// A person chose.
    void chosen(int index);

private:
    QButtonGroup *m_group;
};

} // namespace chartroom
