// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/owner_chip.h"

#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>

namespace chartroom {

namespace {

constexpr int chipHeight = 18;
constexpr int chipPadding = 7;
constexpr int letterGap = 5;

QString letterOf(Owner owner)
{
    switch (owner) {
    case Owner::Crusoe:
        return QStringLiteral("C");
    case Owner::Shared:
        return QStringLiteral("S");
    case Owner::Customer:
        break;
    }
    return QStringLiteral("U");
}

QFont chipFont(const Theme &theme)
{
    QFont font = theme.font();
    font.setPointSizeF(font.pointSizeF() * 0.92);
    return font;
}

QFont letterFont(const Theme &theme)
{
    QFont font = theme.font();
    font.setPointSizeF(font.pointSizeF() * 0.8);
    font.setWeight(QFont::Bold);
    return font;
}

} // namespace

QString ownerWord(Owner owner)
{
    switch (owner) {
    case Owner::Crusoe:
        return OwnerChip::tr("Crusoe", "owner");
    case Owner::Shared:
        return OwnerChip::tr("Shared", "owner");
    case Owner::Customer:
        break;
    }
    return OwnerChip::tr("Customer", "owner");
}

QSize ownerChipSize(Owner owner, const Theme &theme)
{
    const int letter = QFontMetrics(letterFont(theme)).horizontalAdvance(letterOf(owner));
    const int word = QFontMetrics(chipFont(theme)).horizontalAdvance(ownerWord(owner));
    return {chipPadding * 2 + letter + letterGap + word, chipHeight};
}

void paintOwnerChip(QPainter &painter, const QRect &rect, Owner owner, const Theme &theme)
{
    const QSize size = ownerChipSize(owner, theme);
    const bool mirrored = painter.layoutDirection() == Qt::RightToLeft;
    QRect chip(QPoint(0, 0), size.boundedTo(rect.size()));
    chip.moveCenter(rect.center());
    if (mirrored)
        chip.moveRight(rect.right());
    else
        chip.moveLeft(rect.left());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.palette().tint(roleOf(owner)));
    painter.drawRoundedRect(chip, chipHeight / 2.0, chipHeight / 2.0);
    painter.setPen(theme.palette().color(owner));
    QRect inner = chip.adjusted(chipPadding, 0, -chipPadding, 0);
    painter.setFont(letterFont(theme));
    painter.drawText(inner, Qt::AlignVCenter | Qt::AlignLeft, letterOf(owner));
    inner.setLeft(inner.left() + painter.fontMetrics().horizontalAdvance(letterOf(owner)) + letterGap);
    painter.setFont(chipFont(theme));
    painter.drawText(inner, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(ownerWord(owner), Qt::ElideRight, inner.width() + 1));
    painter.restore();
}

OwnerChip::OwnerChip(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    setOwner(m_owner);
}

void OwnerChip::setOwner(Owner owner)
{
    m_owner = owner;
    setAccessibleName(tr("Owner: %1").arg(ownerWord(owner)));
    updateGeometry();
    update();
}

QSize OwnerChip::sizeHint() const
{
    return ownerChipSize(m_owner, *m_theme);
}

void OwnerChip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintOwnerChip(painter, rect(), m_owner, *m_theme);
}

} // namespace chartroom
