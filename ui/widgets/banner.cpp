// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/banner.h"

#include "core/base/short_list.h"
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
    , m_others(new QPushButton(this))
{
    setAttribute(Qt::WA_StyledBackground);
    m_text->setObjectName(QStringLiteral("bannerText"));
    m_text->setWordWrap(true);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_action)
            m_action->trigger();
    });
    m_others->setObjectName(QStringLiteral("bannerOthers"));
    m_others->hide();
    connect(m_others, &QPushButton::clicked, this, &Banner::othersRequested);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->setSpacing(12);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_button);
    layout->addWidget(m_others);
    hide();
}

void Banner::say(const QString &text, Tone tone, QAction *action)
{
    m_text->setText(breakable(text)); // its buttons keep their room
    m_text->setLook(tone == Tone::Warning ? "" : "muted");
    m_action = action;
    m_tone = tone;
    m_button->setVisible(action);
    if (action)
        m_button->setText(action->text().remove(u'&'));
    const QByteArray look = tone == Tone::Warning ? "banner" : "notice";
    if (property("look").toByteArray() != look) {
        setProperty("look", look);
        style()->unpolish(this);
        style()->polish(this);
    }
    setVisible(!text.isEmpty() && !m_isFolded);
    Q_EMIT said();
}

bool Banner::isSilent() const
{
    return m_text->text().isEmpty();
}

void Banner::setFolded(bool isFolded)
{
    m_isFolded = isFolded;
    setVisible(!isSilent() && !isFolded);
}

void Banner::setOthers(int count, bool areOpen)
{
    m_others->setText(areOpen ? tr("Show less") : andMore(count));
    m_others->setVisible(count > 0);
}

} // namespace chartroom
