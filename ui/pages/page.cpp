// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page.h"

#include "core/screens/tickets/ticket_controller.h"
#include "ui/widgets/cluster_header.h"
#include "ui/widgets/command.h"
#include "ui/widgets/row_menu.h"

#include <QAction>
#include <QBoxLayout>
#include <QFocusEvent>

namespace chartroom {

Page::Page(const UiContext &context, const About &about, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_column(new QVBoxLayout(this))
    , m_about(about)
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    if (!about.isOfCluster)
        return;
    m_header = new ClusterHeader(context, this);
    m_column->addWidget(m_header);
    connect(context.fleet, &Fleet::entryChanged, this, [this](const QString &name) {
        if (name == m_cluster)
            followCluster();
    });
}

void Page::setActions(PageActions actions)
{
    actions.clearFilter = m_actions.clearFilter;
    m_actions = actions;
}

void Page::setCluster(const QString &name)
{
    m_cluster = name;
    if (m_header)
        m_header->setCluster(name);
}

QString Page::dataAge(const FleetEntry &entry) const
{
    return dataAgeText(entry);
}

TicketRequest Page::ticketRequest() const
{
    return {};
}

void Page::addRowMenu(QWidget *table, const std::function<RowSubject()> &subject)
{
    new RowMenu(table, [this, subject] {
        RowSubject row = subject();
        if (!m_context.fleet->entry(m_cluster).isRecording)
            row.context = m_cluster;
        row.kubeconfigs = m_context.fleet->kubeconfigFiles();
        return row;
    });
}

QAction *Page::addCommand(const char *name, const QString &text, const QString &icon,
                          const QList<QKeySequence> &keys)
{
    m_commands.append(newCommand(this, name, text, icon, keys));
    return m_commands.last();
}

QAction *Page::command(const char *name) const
{
    return findChild<QAction *>(QLatin1String(name), Qt::FindDirectChildrenOnly);
}

// No focus proxy: to Tab it would be the first stop of the page, and what stands above it none.
void Page::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    focusContent();
}

} // namespace chartroom
