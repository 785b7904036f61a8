// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/well_height.h"

#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QWidget>

#include <algorithm>

namespace chartroom {

void keepLines(QWidget *well, const Theme *theme, int lines, int usual)
{
    constexpr int frame = 12; // padding, border and the document's margin
    const auto fit = [well, lines, usual] {
        well->setFixedHeight(std::max(usual, lines * QFontMetrics(well->font()).lineSpacing() + frame));
    };
    fit();
    // A font that the field was given is scaled after the signal.
    QObject::connect(theme, &Theme::changed, well, fit, Qt::QueuedConnection);
}

} // namespace chartroom
