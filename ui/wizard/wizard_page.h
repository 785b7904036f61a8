// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/change_controller.h"

#include <QWidget>

class QVBoxLayout;

namespace chartroom {

class SteadyScrollArea;

/// One page of a wizard: shows its controller and edits it.
class WizardPage : public QWidget
{
    Q_OBJECT
public:
    explicit WizardPage(ChangeController::Page page, QWidget *parent)
        : QWidget(parent)
        , m_page(page)
    {}

    [[nodiscard]] ChangeController::Page page() const { return m_page; }
    /// It is about to be shown.
    void openAtTop();
    /// The controller changed.
    virtual void refresh() = 0;
    /// What a person does first here takes the keyboard.
    virtual void focusContent() = 0;

protected:
    /// A column that scrolls and fills the page; put widgets of `columnBody()` into it.
    QVBoxLayout *makeColumn();
    [[nodiscard]] QWidget *columnBody() const { return m_body; }

private:
    ChangeController::Page m_page;
    SteadyScrollArea *m_scroll = nullptr;
    QWidget *m_body = nullptr;
};

} // namespace chartroom
