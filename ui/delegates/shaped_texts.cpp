// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/shaped_texts.h"

#include <QPainter>

#include <memory>

namespace chartroom {

void ShapedTexts::draw(QPainter &painter, const QRect &rect, const QString &text, Qt::Alignment side)
{
    if (text.isEmpty())
        return;
    const Key key{text, painter.font(), rect.width()};
    QStaticText *shaped = m_texts.object(key);
    if (!shaped) {
        QString line = painter.fontMetrics().elidedText(text, Qt::ElideRight, rect.width());
        auto made = std::make_unique<QStaticText>(line.replace(u'\n', u' '));
        made->setTextFormat(Qt::PlainText);
        made->prepare(painter.transform(), key.font);
        shaped = made.get();
        m_texts.insert(key, made.release());
    }
    const QSizeF size = shaped->size();
    const qreal left = side & Qt::AlignRight ? rect.left() + rect.width() - size.width() : rect.left();
    painter.drawStaticText(QPointF(left, rect.top() + (rect.height() - size.height()) / 2), *shaped);
}

} // namespace chartroom
