// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/list_frame.h"

#include "ui/widgets/message_view.h"

#include <QBoxLayout>
#include <QSettings>
#include <QStackedWidget>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int usualWindow = 1280;

} // namespace

ListFrame::ListFrame(const UiContext &context, const QString &name, Widths widths, QWidget *parent)
    : QSplitter(parent)
    , m_context(context)
    , m_name(name)
    , m_widths(widths)
    , m_left(new QWidget(this))
    , m_stack(new QStackedWidget(m_left))
    , m_message(new MessageView(context.theme, m_stack))
    , m_banner(new Banner(m_left))
{
    if (context.settings)
        m_inspectorWanted = context.settings->value(key("inspector"), true).toBool();
    m_stack->addWidget(m_message);
    // Below the rows: it comes and goes without moving them.
    auto *left = new QVBoxLayout(m_left);
    left->setContentsMargins(0, 0, 0, 0);
    left->setSpacing(0);
    left->addWidget(m_stack, 1);
    left->addWidget(m_banner);
    setHandleWidth(1);
    setChildrenCollapsible(false);
}

QString ListFrame::key(const char *setting) const
{
    return m_name + u'/' + QLatin1String(setting);
}

QWidget *ListFrame::rowsParent() const
{
    return m_stack;
}

void ListFrame::setRows(QWidget *rows)
{
    m_rows = rows;
    m_stack->insertWidget(0, rows);
    m_stack->setCurrentWidget(rows);
}

void ListFrame::setInspector(QWidget *inspector)
{
    m_inspector = inspector;
    inspector->setMinimumWidth(m_widths.narrowest);
    inspector->setMaximumWidth(m_widths.widest);
    setStretchFactor(0, 1);
    setStretchFactor(1, 0);
    // The splitter shares out what it gets in this proportion, and the rows take every later change.
    const int wide = m_context.settings ? m_context.settings->value(key("divider"), m_widths.usual).toInt()
                                        : m_widths.usual;
    setSizes({usualWindow - m_widths.usual, std::clamp(wide, m_widths.narrowest, m_widths.widest)});
    connect(this, &QSplitter::splitterMoved, this, [this] {
        if (m_context.settings)
            m_context.settings->setValue(key("divider"), m_inspector->width());
    });
}

void ListFrame::display(const PageMessage &message, const PageActions &actions)
{
    const bool rows = message.kind == PageMessage::Kind::None;
    const bool focused = m_stack->isAncestorOf(window()->focusWidget());
    const bool swap = rows != showsRows();
    if (!rows)
        m_message->setMessage(message, actions.offeredFor(message.kind));
    m_stack->setCurrentWidget(rows ? m_rows : m_message);
    if (focused && swap)
        focusContent();
}

bool ListFrame::showsRows() const
{
    return m_stack->currentWidget() == m_rows;
}

void ListFrame::say(const QString &text, Banner::Tone tone, QAction *action)
{
    m_banner->say(showsRows() ? text : QString(), tone, action);
}

void ListFrame::focusContent()
{
    m_stack->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

bool ListFrame::setInspectorWanted(bool wanted)
{
    if (wanted == m_inspectorWanted)
        return false;
    m_inspectorWanted = wanted;
    if (m_context.settings)
        m_context.settings->setValue(key("inspector"), wanted);
    return true;
}

void ListFrame::offerInspector(bool offered)
{
    m_inspector->setVisible(offered && m_inspectorWanted);
}

} // namespace chartroom
