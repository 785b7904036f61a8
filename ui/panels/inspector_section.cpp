// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/inspector_section.h"

#include "core/base/short_list.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QVBoxLayout>

namespace chartroom {

InspectorSection::InspectorSection(const QString &title, const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_heading(new TextLabel(title, this))
    , m_body(new QVBoxLayout)
{
    m_heading->setFont(theme->headingFont());
    m_heading->setElideMode(Qt::ElideMiddle); // a DaemonSet's name is longer than a panel is wide
    m_heading->setLook("muted");
    setAccessibleName(title);
    m_body->setSpacing(4);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_heading);
    layout->addLayout(m_body);
}

void InspectorSection::setTitle(const QString &title)
{
    m_heading->setText(title);
    setAccessibleName(title);
}

void InspectorSection::clear()
{
    while (QLayoutItem *item = m_body->takeAt(0)) {
        if (QWidget *widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
}

TextLabel *InspectorSection::addText(const QString &text)
{
    const QString shown = breakable(text);
    auto *label = new TextLabel(shown, this);
    label->setWordWrap(true);
    if (shown == text)
        label->setCopyable();
    addWidget(label);
    return label;
}

TextLabel *InspectorSection::addMuted(const QString &text)
{
    TextLabel *label = addText(text);
    label->setLook("muted");
    return label;
}

void InspectorSection::addMore(qsizetype more)
{
    if (more > 0)
        addMuted(andMore(more));
}

TextLabel *InspectorSection::addIdentifier(const QString &text)
{
    auto *label = new TextLabel(text, this);
    label->setFont(m_theme->identifierFont());
    label->setElideMode(Qt::ElideMiddle);
    addWidget(label);
    return label;
}

void InspectorSection::addWidget(QWidget *widget)
{
    m_body->addWidget(widget);
    // At once: a layout would do it an event later, and what was here is gone already. In a hidden section it
    // is shown with it; before, it would be laid out for nothing.
    if (isVisible())
        widget->show();
}

} // namespace chartroom
