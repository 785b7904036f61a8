// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/row_menu.h"

#include "core/base/visible_text.h"
#include "core/screens/objects/chosen_objects.h"

#include <QAbstractItemView>
#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>

namespace chartroom {

namespace {

/// "" where kubectl cannot read it.
QString commandOf(const RowSubject &subject)
{
    return subject.object && !subject.context.isEmpty()
               ? kubectlGet(*subject.object, subject.context, subject.kubeconfigs)
               : QString();
}

void copyWhereKnown(const QString &text)
{
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

} // namespace

RowMenu::RowMenu(QWidget *view, std::function<RowSubject()> subject)
    : QObject(view)
    , m_subject(std::move(subject))
    , m_copyName(new QAction(tr("Copy &name"), this))
    , m_copyCommand(new QAction(tr("Copy as &kubectl"), this))
{
    m_copyName->setObjectName(QStringLiteral("copyName"));
    m_copyCommand->setObjectName(QStringLiteral("copyKubectl"));
    connect(m_copyName, &QAction::triggered, this, [this] { copyWhereKnown(visibleText(m_subject().name)); });
    connect(m_copyCommand, &QAction::triggered, this, [this] { copyWhereKnown(commandOf(m_subject())); });
    view->addActions({m_copyName, m_copyCommand});
    view->setContextMenuPolicy(Qt::ActionsContextMenu);
    view->installEventFilter(this); // by key
    if (auto *area = qobject_cast<QAbstractScrollArea *>(view))
        area->viewport()->installEventFilter(this); // by mouse
}

RowMenu::RowMenu(QAbstractItemView *view)
    : RowMenu(view, [view] { return RowSubject{view->currentIndex().siblingAtColumn(0).data().toString()}; })
{}

/// The click has made its row the current one before.
bool RowMenu::eventFilter(QObject *, QEvent *event)
{
    if (event->type() == QEvent::ContextMenu) {
        const RowSubject subject = m_subject();
        m_copyName->setEnabled(!subject.name.isEmpty());
        m_copyCommand->setVisible(!commandOf(subject).isEmpty());
    }
    return false;
}

} // namespace chartroom
