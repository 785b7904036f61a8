// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/choice_button.h"

#include "ui/theme/plain_tool_tip.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStyleOptionToolButton>
#include <QToolTip>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int chevron = 14;
constexpr int longest = 260;

} // namespace

ChoiceButton::ChoiceButton(const Theme *theme, const QString &what, QWidget *parent)
    : QToolButton(parent)
    , m_theme(theme)
    , m_what(what)
    , m_menu(new QMenu(this))
{
    setProperty("look", QByteArrayLiteral("choice"));
    setPopupMode(InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setFocusPolicy(Qt::StrongFocus);
    setMenu(m_menu);
    setToolTip(what);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ChoiceButton::setChoices(const QList<Choice> &choices)
{
    if (choices == m_choices)
        return;
    const QVariant before = current();
    m_choices = choices;
    m_menu->clear();
    for (int i = 0; i < choices.size(); ++i) {
        if (choices[i].startsSection && i > 0)
            m_menu->addSeparator();
        QString text = choices[i].text;
        QAction *action = m_menu->addAction(text.replace(u'&', QStringLiteral("&&")));
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, i] { choose(i); });
    }
    m_current = -1;
    setCurrent(before);
    if (m_current < 0)
        display(choices.isEmpty() ? -1 : 0);
}

void ChoiceButton::setCurrent(const QVariant &wanted)
{
    const auto found = std::find_if(m_choices.cbegin(), m_choices.cend(),
                                    [&](const Choice &choice) { return choice.data == wanted; });
    if (found != m_choices.cend())
        display(int(found - m_choices.cbegin()));
}

void ChoiceButton::display(int index)
{
    m_current = index;
    const QString text = m_choices.value(index).text;
    setText(text);
    setAccessibleName(QStringLiteral("%1: %2").arg(m_what, text));
    int i = 0;
    const QList<QAction *> actions = m_menu->actions();
    for (QAction *action : actions)
        if (!action->isSeparator())
            action->setChecked(i++ == index);
    updateGeometry();
    update();
}

void ChoiceButton::choose(int index)
{
    const bool same = index == m_current;
    display(index);
    if (!same)
        Q_EMIT chosen(m_choices[index].data);
}

QSize ChoiceButton::sizeHint() const
{
    const QSize text = fontMetrics().size(Qt::TextSingleLine, this->text());
    return {std::min(text.width(), m_theme->inText(longest)) + chevron + 28, text.height() + 12};
}

QSize ChoiceButton::minimumSizeHint() const
{
    return {std::min(sizeHint().width(), 72), sizeHint().height()};
}

QRect ChoiceButton::textRect() const
{
    return rect().adjusted(10, 0, -chevron - 10, 0);
}

bool ChoiceButton::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && fontMetrics().horizontalAdvance(text()) > textRect().width()) {
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), plainToolTip(text()), this);
        return true;
    }
    return QToolButton::event(event);
}

void ChoiceButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.text.clear();
    option.features &= ~QStyleOptionToolButton::HasMenu;
    style()->drawComplexControl(QStyle::CC_ToolButton, &option, &painter, this);
    const QRect inside = textRect();
    painter.setPen(m_theme->color(isEnabled() ? Role::Text : Role::Muted));
    painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft,
                     fontMetrics().elidedText(text(), Qt::ElideRight, inside.width()));
    painter.drawPixmap(
        rect().right() - chevron - 6, (height() - chevron) / 2,
        m_theme->icon(QStringLiteral("chevron-down"), Role::Muted, chevron, devicePixelRatioF()));
}

void ChoiceButton::keyPressEvent(QKeyEvent *event)
{
    const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    const int next = m_current + step;
    if (step == 0 || event->modifiers() != Qt::NoModifier)
        QToolButton::keyPressEvent(event);
    else if (next >= 0 && next < m_choices.size())
        choose(next);
}

} // namespace chartroom
