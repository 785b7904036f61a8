// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/ownership.h"

#include <QWidget>

class QPainter;

namespace chartroom {

class Theme;

/// "S Shared" on a quiet rounded ground: letter, word and colour say the same thing.
[[nodiscard]] QSize ownerChipSize(Owner owner, const Theme &theme);
void paintOwnerChip(QPainter &painter, const QRect &rect, Owner owner, const Theme &theme);
[[nodiscard]] QString ownerWord(Owner owner);

class OwnerChip final : public QWidget
{
    Q_OBJECT
public:
    explicit OwnerChip(const Theme *theme, QWidget *parent = nullptr);
    void setOwner(Owner owner);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
    Owner m_owner = Owner::Customer;
};

} // namespace chartroom
