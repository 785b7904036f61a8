// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/banner.h"

#include "ui/widgets/text_label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStyle>

namespace chartroom {

Banner::Banner(QWidget *parent)
    : QWidget(parent)
    , m_text(new TextLabel({}, this))
    , m_button(new QPushButton(this))
{
    setAttribute(Qt::WA_StyledBackground);
    m_text->setObjectName(QStringLiteral("bannerText"));
    m_text->setWordWrap(true);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_action)
            m_action->trigger();
    });
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->setSpacing(12);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_button);
    hide();
}

void Banner::say(const QString &text, Tone tone, QAction *action)
{
    m_text->setText(text);
    m_text->setLook(tone == Tone::Warning ? "" : "muted");
    m_action = action;
    m_button->setVisible(action);
    if (action)
        m_button->setText(action->text().remove(u'&'));
    const QByteArray look = tone == Tone::Warning ? "banner" : "notice";
    if (property("look").toByteArray() != look) {
        setProperty("look", look);
        style()->unpolish(this);
        style()->polish(this);
    }
    setVisible(!text.isEmpty());
}

} // namespace chartroom
