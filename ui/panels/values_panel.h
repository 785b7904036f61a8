// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/release_source.h"

#include <QWidget>

class QAction;

namespace chartroom {

/// One way to look at a release's values, on the Values page.
class ValuesPanel : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// What stands beside the page's tabs while this panel is shown; the page takes it into its bar.
    [[nodiscard]] virtual QWidget *controls() const = 0;
    /// The release to show, null when there is none. Called again when something of it changed.
    virtual void setRelease(const Release *release) = 0;
    virtual void setRevealed(bool revealed) = 0;
    [[nodiscard]] virtual bool isRevealed() const = 0;
    /// How many values are dots now; -1: not known.
    [[nodiscard]] virtual int hiddenValues() const = 0;
    /// The panel came into sight, or left it.
    virtual void setActive(bool active) = 0;
    virtual void focusContent() = 0;
    virtual void focusFilter() = 0;
    /// Esc: whether the panel had something of its own to leave.
    virtual bool goBack() = 0;
    [[nodiscard]] virtual QList<QAction *> commands() const = 0;

Q_SIGNALS:
    void hiddenChanged();
};

} // namespace chartroom
