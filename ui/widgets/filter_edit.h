// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace chartroom {

class Theme;

/// The line that filters a page's table as one types.
class FilterEdit final : public QLineEdit
{
    Q_OBJECT
public:
    /// `what` is for screen readers: "Filter nodes".
    FilterEdit(const Theme *theme, const QString &what, QWidget *parent = nullptr);

    /// By a shortcut: what stands there is overwritten.
    void take();
};

} // namespace chartroom
