// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/filter_edit.h"

#include "ui/theme/theme.h"

#include <QAction>

namespace chartroom {

namespace {

constexpr int usualWidth = 200;

} // namespace

FilterEdit::FilterEdit(const Theme *theme, const QString &what, QWidget *parent)
    : QLineEdit(parent)
{
    setProperty("look", QByteArrayLiteral("search"));
    setPlaceholderText(tr("Filter  /"));
    setAccessibleName(what);
    setClearButtonEnabled(true);
    setFixedWidth(usualWidth);
    QAction *lens = addAction(QIcon(), LeadingPosition);
    const auto setIcon = [this, theme, lens] {
        lens->setIcon(theme->icon(QStringLiteral("search"), Role::Muted, 16, devicePixelRatioF()));
    };
    connect(theme, &Theme::changed, this, setIcon);
    setIcon();
}

void FilterEdit::take()
{
    setFocus(Qt::ShortcutFocusReason);
    selectAll();
}

} // namespace chartroom
