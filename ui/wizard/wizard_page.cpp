// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizard/wizard_page.h"

#include "ui/widgets/steady_scroll_area.h"

#include <QBoxLayout>

namespace chartroom {

QVBoxLayout *WizardPage::makeColumn()
{
    m_scroll = new SteadyScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setAccessibleName(pageTitle(m_page));
    m_body = new QWidget(m_scroll);
    m_body->setProperty("look", QByteArrayLiteral("surface"));
    m_body->setAttribute(Qt::WA_StyledBackground);
    auto *column = new QVBoxLayout(m_body);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(16);
    m_scroll->setWidget(m_body);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
    return column;
}

void WizardPage::openAtTop()
{
    if (m_scroll)
        m_scroll->openAtTop();
}

} // namespace chartroom
