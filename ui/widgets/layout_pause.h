// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

namespace chartroom {

/// While it lives, what comes and goes in a layout does not lay out the whole page each time: it is laid out
/// once afterwards.
class LayoutPause
{
public:
    explicit LayoutPause(QLayout *layout)
        : m_layout(layout)
    {
        m_layout->setEnabled(false);
    }
    ~LayoutPause() { m_layout->setEnabled(true); }
    Q_DISABLE_COPY_MOVE(LayoutPause)

private:
    QLayout *m_layout;
};

} // namespace chartroom
