// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/values/diff_layout.h"

#include <QWidget>

#include <memory>

namespace chartroom {

class Theme;

/// A narrow strip beside a diff: where in the whole text the changes are. A click goes there.
class ChangeMap final : public QWidget
{
    Q_OBJECT
public:
    explicit ChangeMap(const Theme *theme, QWidget *parent = nullptr);

    void setLayoutShown(std::shared_ptr<const DiffLayout> layout);
    [[nodiscard]] QSize sizeHint() const override { return {12, 40}; }

Q_SIGNALS:
    void rowClicked(int row);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    [[nodiscard]] double perRow() const;

    const Theme *m_theme;
    std::shared_ptr<const DiffLayout> m_layout;
};

} // namespace chartroom
