// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/message_view.h"

#include "ui/theme/theme.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

constexpr int textWidth = 440;
constexpr int detailsFrame = 22; // border, padding and the document's margin

} // namespace

MessageView::MessageView(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_state(new StateLabel(theme, 28, this))
    , m_title(new TextLabel({}, this))
    , m_text(new TextLabel({}, this))
    , m_buttons(new QHBoxLayout)
    , m_detailsButton(new QPushButton(tr("Details"), this))
    , m_details(new QPlainTextEdit(this))
{
    setProperty("look", QByteArrayLiteral("surface"));
    setAttribute(Qt::WA_StyledBackground);
    m_title->setObjectName(QStringLiteral("messageTitle"));
    m_text->setObjectName(QStringLiteral("messageText"));
    m_title->setWordWrap(true);
    m_title->setAlignment(Qt::AlignHCenter);
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignHCenter);
    m_text->setLook("muted");
    m_text->setCopyable();
    m_details->setReadOnly(true);
    m_details->setFixedWidth(textWidth + 80);
    m_details->setProperty("look", QByteArrayLiteral("well"));
    m_details->setAccessibleName(tr("Details"));
    m_details->setTabChangesFocus(true);
    m_detailsButton->setCheckable(true);
    m_detailsButton->setAutoDefault(true);
    m_buttons->setSpacing(8);
    connect(m_detailsButton, &QPushButton::toggled, m_details, &QWidget::setVisible);

    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(0);
    layout->addStretch(2);
    layout->addWidget(m_state, 0, Qt::AlignHCenter);
    layout->addSpacing(12);
    // A column of fixed width lets the sentences wrap and take the height they need.
    auto *words = new QWidget(this);
    words->setFixedWidth(textWidth);
    auto *column = new QVBoxLayout(words);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_title);
    column->addWidget(m_text);
    auto *centred = new QHBoxLayout;
    centred->addStretch();
    centred->addWidget(words);
    centred->addStretch();
    layout->addLayout(centred);
    layout->addSpacing(16);
    layout->addLayout(m_buttons);
    layout->addSpacing(12);
    layout->addWidget(m_details, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    connect(theme, &Theme::changed, this, &MessageView::setFonts);
    setFonts();
}

void MessageView::setMessage(const PageMessage &message, const QList<QAction *> &actions)
{
    m_state->setState(message.state, message.title);
    m_title->setText(message.title);
    m_text->setText(message.text);
    const bool asks = message.kind == PageMessage::Kind::NeedsConsent;
    const bool changed = m_details->toPlainText() != message.details;
    if (changed) {
        m_details->setPlainText(message.details);
        const int lines =
            std::clamp(int(message.details.count(u'\n')) + 1 + int(message.details.size()) / 60, 1, 8);
        m_details->setFixedHeight(lines * QFontMetrics(m_details->font()).lineSpacing() + detailsFrame);
    }
    m_detailsButton->setVisible(!message.details.isEmpty() && !asks);
    // What wants to run is part of the question, not a detail.
    if (asks || message.details.isEmpty() || changed)
        m_detailsButton->setChecked(asks);
    m_details->setVisible(!message.details.isEmpty() && (asks || m_detailsButton->isChecked()));
    const QWidget *keyboard = window()->focusWidget();
    const bool focused = keyboard && (keyboard == this || isAncestorOf(keyboard));
    // Qt 6.4 hands empty lists to memcmp as null.
    const bool rebuilt = !std::equal(actions.cbegin(), actions.cend(), m_actions.cbegin(), m_actions.cend());
    if (rebuilt)
        rebuildButtons(actions);
    // The keyboard starts at the likeliest answer, but never at the one that runs a program.
    setFocusProxy(asks ? static_cast<QWidget *>(m_details) : m_first);
    if (rebuilt && focused)
        setFocus(Qt::OtherFocusReason);
}

void MessageView::rebuildButtons(const QList<QAction *> &actions)
{
    m_actions = actions;
    m_first = nullptr;
    while (QLayoutItem *item = m_buttons->takeAt(0)) {
        if (item->widget() && item->widget() != m_detailsButton)
            item->widget()->deleteLater();
        delete item;
    }
    m_buttons->addStretch();
    QWidget *before = m_text; // what is made later would come last
    for (QAction *action : actions) {
        auto *button = new QPushButton(action->text().remove(u'&'), this);
        button->setAutoDefault(true); // Enter presses it
        if (!m_first) {
            m_first = button;
            button->setProperty("look", QByteArrayLiteral("primary"));
        }
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        m_buttons->addWidget(button);
        button->show(); // at once: what is not visible takes no keyboard
        setTabOrder(std::exchange(before, button), button);
    }
    m_buttons->addWidget(m_detailsButton);
    m_buttons->addStretch();
    setTabOrder(before, m_detailsButton);
    setTabOrder(m_detailsButton, m_details);
}

void MessageView::setFonts()
{
    QFont title = m_theme->font();
    title.setPointSizeF(title.pointSizeF() * 1.2);
    title.setWeight(QFont::DemiBold);
    m_title->setFont(title);
    m_details->setFont(m_theme->identifierFont());
}

} // namespace chartroom
