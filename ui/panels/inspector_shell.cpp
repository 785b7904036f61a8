// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/inspector_shell.h"

#include "ui/theme/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/layout_pause.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

namespace chartroom {

InspectorShell::InspectorShell(const Theme *theme, const QString &hint, const QString &about, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_content(new QWidget)
    , m_foot(new QWidget(this))
    , m_hint(new TextLabel(hint, this))
    , m_title(new TextLabel({}, m_content))
    , m_describe(new QToolButton(m_content))
    , m_close(new QToolButton(m_content))
    , m_column(new QVBoxLayout(m_content))
    , m_head(new QVBoxLayout)
    , m_buttons(new FlowLayout(8))
{
    setProperty("look", QByteArrayLiteral("inspector"));
    setAttribute(Qt::WA_StyledBackground);
    setAccessibleName(tr("Inspector"));
    m_content->setProperty("look", QByteArrayLiteral("surface"));
    m_column->setContentsMargins(16, 14, 16, 16);
    m_column->setSpacing(16);
    buildHead();
    auto *area = new QScrollArea(this);
    area->setWidget(m_content);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::TabFocus); // arrows and Page Down scroll it
    area->setAccessibleName(about);
    m_hint->setLook("muted");
    m_hint->setWordWrap(true);
    m_hint->setMargin(16);
    auto *foot = new QVBoxLayout(m_foot);
    foot->setContentsMargins(16, 8, 16, 12);
    foot->addLayout(m_buttons);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_hint);
    layout->addWidget(area, 1);
    layout->addWidget(m_foot);
    setFilled(false);
    connect(theme, &Theme::changed, this, &InspectorShell::setFonts);
    setFonts();
}

void InspectorShell::buildHead()
{
    m_title->setElideMode(Qt::ElideMiddle);
    m_describe->setObjectName(QStringLiteral("describeButton"));
    m_describe->setProperty("look", QByteArrayLiteral("quiet"));
    m_describe->setAccessibleName(tr("Describe"));
    m_describe->setToolTip(tr("Description, YAML and log (Ctrl+D)"));
    m_describe->hide();
    connect(m_describe, &QToolButton::clicked, this, &InspectorShell::descriptionRequested);
    m_close->setProperty("look", QByteArrayLiteral("quiet"));
    m_close->setAccessibleName(tr("Close the inspector"));
    m_close->setToolTip(tr("Close (Esc)"));
    connect(m_close, &QToolButton::clicked, this, &InspectorShell::closeRequested);
    auto *title = new QHBoxLayout;
    title->addWidget(m_title, 1);
    title->addWidget(m_describe);
    title->addWidget(m_close);
    m_head->setSpacing(8);
    m_head->addLayout(title);
    m_column->addLayout(m_head);
    m_column->addStretch(1);
}

void InspectorShell::addToColumn(QWidget *widget, Qt::Alignment alignment)
{
    m_column->insertWidget(m_column->count() - 1, widget, 0, alignment);
}

QPushButton *InspectorShell::addToFoot(const QString &text, const char *name, const QString &toolTip)
{
    auto *button = new QPushButton(text, m_foot);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(toolTip);
    m_buttons->addWidget(button);
    return button;
}

void InspectorShell::offerDescription()
{
    m_describe->show();
}

void InspectorShell::setFilled(bool isFilled)
{
    const LayoutPause once(layout());
    m_content->setVisible(isFilled);
    m_foot->setVisible(isFilled);
    m_hint->setVisible(!isFilled);
}

void InspectorShell::refill(const std::function<void()> &fill)
{
    // Each row that is added to a visible column lays the whole column out anew. Who reads in it keeps the
    // keyboard, which a hidden widget cannot have.
    if (!m_content->isAncestorOf(window()->focusWidget()))
        m_content->hide();
    fill();
    setFilled(true);
}

void InspectorShell::setFonts()
{
    m_describe->setIcon(m_theme->icon(QStringLiteral("group"), Role::Muted, 16, devicePixelRatioF()));
    m_close->setIcon(m_theme->icon(QStringLiteral("close"), Role::Muted, 16, devicePixelRatioF()));
    QFont title = m_theme->identifierFont();
    title.setPointSizeF(title.pointSizeF() * 1.2);
    title.setWeight(QFont::Bold);
    m_title->setFont(title);
}

} // namespace chartroom
