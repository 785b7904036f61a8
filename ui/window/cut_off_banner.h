// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"
#include "ui/widgets/banner.h"

namespace chartroom {

/// Operations that were cut off stand over whatever page, until somebody has settled them.
class CutOffBanner final : public Banner
{
    Q_OBJECT
public:
    CutOffBanner(const UiContext &context, QWidget *parent);

    /// Disabled while there is nothing to show.
    [[nodiscard]] QAction *command() const { return m_show; }
    /// The newest, if there is one; what this program runs on its release comes before it.
    void showFirst();

private:
    void refresh();

    UiContext m_context;
    QAction *m_show;
};

} // namespace chartroom
