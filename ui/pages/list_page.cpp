// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/list_page.h"

#include "ui/panels/inspector_shell.h"
#include "ui/widgets/cluster_header.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/live_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QSignalBlocker>

namespace chartroom {

ListPage::ListPage(const UiContext &context, const About &about, QWidget *parent, const char *filterName,
                   const QString &what)
    : Page(context, about, parent)
{
    if (!filterName)
        return;
    m_filter = new FilterEdit(context.theme, what, this);
    m_filter->setObjectName(QLatin1String(filterName));
    m_header->addControl(m_filter);
    connect(m_filter, &QLineEdit::textChanged, this, &ListPage::changeFilter);
    connect(m_filter, &QLineEdit::returnPressed, this, &ListPage::focusContent);
    m_actions.clearFilter = new QAction(tr("Clear the filter"), this);
    connect(m_actions.clearFilter, &QAction::triggered, this, [this] {
        m_filter->clear();
        focusContent();
    });
}

QWidget *ListPage::addFrame(const QString &name, ListFrame::Widths widths)
{
    m_frame = new ListFrame(m_context, name, widths, this);
    return m_frame->rowsParent();
}

void ListPage::setRows(QWidget *rows, QWidget *inspector)
{
    m_live = qobject_cast<LiveTable *>(rows);
    if (!m_live)
        m_live = rows->findChild<LiveTable *>();
    m_frame->setRows(rows);
    m_frame->setInspector(inspector);
    if (const auto *shell = qobject_cast<InspectorShell *>(inspector))
        connect(shell, &InspectorShell::descriptionRequested, this, [this] { describe(); });
    m_column->addWidget(m_frame, 1);
}

void ListPage::setFilterText(const QString &text)
{
    const QSignalBlocker blocker(m_filter);
    m_filter->setText(text);
    m_filtered = text;
}

void ListPage::changeFilter(const QString &text)
{
    if (m_live && m_filtered.isEmpty())
        m_live->keepPlace();
    m_filtered = text;
    filterBy(text);
    if (m_live && text.isEmpty())
        m_live->restorePlace();
}

void ListPage::say(const QStringList &sentences, bool isTroubled)
{
    const FleetEntry entry = m_context.fleet->entry(m_cluster);
    QStringList all = QStringList{bannerText(entry, *m_context.fleet)} + sentences;
    all.removeAll(QString());
    m_frame->say(all.join(u' '),
                 isTroubled || !entry.problem.message.isEmpty() ? Banner::Tone::Warning
                                                                : Banner::Tone::Notice,
                 entry.isRecording ? m_actions.openKubeconfig : m_actions.retry);
}

void ListPage::focusContent()
{
    m_frame->focusContent();
}

bool ListPage::focusFilter()
{
    if (m_filter)
        m_filter->take();
    return m_filter;
}

bool ListPage::goBack()
{
    if (m_filter && !m_filter->text().isEmpty())
        m_filter->clear();
    else if (!m_filter || !m_filter->hasFocus())
        setInspectorShown(false);
    focusContent();
    return true;
}

void ListPage::setInspectorShown(bool shown)
{
    if (!m_frame->setInspectorWanted(shown))
        return;
    refresh();
    Q_EMIT inspectorShownChanged(shown);
}

} // namespace chartroom
