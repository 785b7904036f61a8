// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/change_map.h"

#include "ui/theme/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace chartroom {

ChangeMap::ChangeMap(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_layout(std::make_shared<const DiffLayout>())
{
    setFixedWidth(12);
    setAccessibleName(tr("Position of the changes"));
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ChangeMap::setLayoutShown(std::shared_ptr<const DiffLayout> layout)
{
    m_layout = std::move(layout);
    update();
}

void ChangeMap::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->color(Role::Window));
    const auto rows = m_layout->rows().size();
    if (rows == 0)
        return;
    const double perRow = this->perRow();
    for (const DiffLayout::Change &change : m_layout->changes()) {
        bool added = false;
        bool removed = false;
        for (int row = change.first; row <= change.last && !(added && removed); ++row) {
            added = added || m_layout->rows()[row].after >= 0;
            removed = removed || m_layout->rows()[row].before >= 0;
        }
        const QRectF mark(2, change.first * perRow, width() - 4,
                          std::max(2.0, (change.last - change.first + 1) * perRow));
        const QRectF left(mark.x(), mark.y(), mark.width() / 2, mark.height());
        if (removed)
            painter.fillRect(added ? left : mark, m_theme->color(Role::Failed));
        if (added)
            painter.fillRect(removed ? left.translated(left.width(), 0) : mark, m_theme->color(Role::Done));
    }
}

void ChangeMap::mousePressEvent(QMouseEvent *event)
{
    const auto rows = m_layout->rows().size();
    if (rows > 0 && height() > 0)
        Q_EMIT rowClicked(int(std::clamp(event->position().y() / perRow(), 0.0, double(rows - 1))));
}

/// Pixels. A text shorter than its pane is not drawn out: its marks stay beside their lines.
double ChangeMap::perRow() const
{
    const double line = QFontMetricsF(m_theme->identifierFont()).lineSpacing();
    return std::min(line, double(height()) / double(m_layout->rows().size()));
}

} // namespace chartroom
