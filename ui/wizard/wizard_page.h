// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/change_controller.h"

#include <QWidget>

class QScrollArea;
class QVBoxLayout;

namespace chartroom {

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
    /// The controller changed.
    virtual void refresh() = 0;
    /// What a person does first here takes the keyboard.
    virtual void focusContent() = 0;

protected:
    /// A column that scrolls and fills the page; put widgets of `columnBody()` into it.
    QVBoxLayout *makeColumn();
    [[nodiscard]] QWidget *columnBody() const { return m_body; }
    [[nodiscard]] QScrollArea *scrollArea() const { return m_scroll; }

private:
    ChangeController::Page m_page;
    QScrollArea *m_scroll = nullptr;
    QWidget *m_body = nullptr;
};

} // namespace chartroom
