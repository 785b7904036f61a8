// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/versions_bar.h"

#include "ui/widgets/text_label.h"

#include <QAction>
#include <QBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

namespace chartroom {

namespace {

constexpr int barHeight = 44;
constexpr const char *withheld = "isWithheld";

QString buttonName(const QAction *action)
{
    return action->objectName() + QStringLiteral("Button");
}

void follow(QPushButton *button, const QAction *action)
{
    button->setEnabled(action->isEnabled());
    button->setVisible(action->isVisible() && !button->property(withheld).toBool());
    button->setToolTip(action->toolTip());
}

} // namespace

VersionsBar::VersionsBar(QWidget *parent)
    : QWidget(parent)
    , m_subject(new TextLabel({}, this))
    , m_line(new QHBoxLayout(this))
{
    setProperty("look", QByteArrayLiteral("topbar"));
    setAttribute(Qt::WA_StyledBackground);
    setMinimumHeight(barHeight); // more where the text needs it
    m_subject->setObjectName(QStringLiteral("versionsSubject"));
    m_subject->setLook("muted");
    m_subject->setElideMode(Qt::ElideLeft);
    m_line->setContentsMargins(16, 0, 16, 0);
    m_line->setSpacing(8);
    m_line->addWidget(m_subject, 1);
}

void VersionsBar::setSubject(const QString &text)
{
    m_subject->setText(text);
}

void VersionsBar::add(QAction *action)
{
    auto *button = new QPushButton(action->iconText(), this);
    button->setObjectName(buttonName(action));
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::changed, button, [button, action] { follow(button, action); });
    m_line->addWidget(button);
}

void VersionsBar::addMenu(const QString &name, const QString &text, const QList<QAction *> &actions)
{
    auto *button = new QToolButton(this);
    button->setObjectName(name);
    button->setText(text);
    button->setProperty("look", QByteArrayLiteral("button"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::StrongFocus);
    auto *menu = new QMenu(button);
    menu->addActions(actions);
    button->setMenu(menu);
    m_line->addWidget(button);
}

void VersionsBar::offer(QAction *action, bool isOffered)
{
    auto *button = findChild<QPushButton *>(buttonName(action));
    if (!button)
        return;
    button->setProperty(withheld, !isOffered);
    follow(button, action);
}

} // namespace chartroom
