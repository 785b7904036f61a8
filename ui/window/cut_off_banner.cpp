// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/cut_off_banner.h"

#include "core/screens/activity/open_operations.h"
#include "ui/context/navigator.h"
#include "ui/widgets/command.h"

#include <QAction>

namespace chartroom {

CutOffBanner::CutOffBanner(const UiContext &context, QWidget *parent)
    : Banner(parent)
    , m_context(context)
    , m_show(newCommand(this, "showCutOff", tr("Show the &interrupted operation"), {}))
{
    setObjectName(QStringLiteral("cutOff"));
    m_show->setEnabled(false);
    if (!context.openOperations)
        return;
    connect(m_show, &QAction::triggered, this, &CutOffBanner::showFirst);
    connect(context.openOperations, &OpenOperations::changed, this, &CutOffBanner::refresh);
    refresh();
}

void CutOffBanner::showFirst()
{
    const QList<CutOperation> &all = m_context.openOperations->all();
    if (all.isEmpty())
        return;
    if (const std::optional<OwnRun> own = all.first().own; !own)
        m_context.navigator->showOperation(all.first().entry.folder);
    else if (m_context.navigator->showCluster(own->context))
        m_context.navigator->showUpgrade(own->release);
}

void CutOffBanner::refresh()
{
    const QList<CutOperation> &all = m_context.openOperations->all();
    QString text = all.isEmpty() ? QString() : cutHeadline(all.first());
    if (all.size() > 1)
        text += u' ' + tr("%n more operation(s) were interrupted.", nullptr, int(all.size()) - 1);
    m_show->setEnabled(!all.isEmpty());
    m_show->setText(!all.isEmpty() && all.first().own ? tr("Show the &running operation")
                                                      : tr("Show the &interrupted operation"));
    say(text, Tone::Warning, m_show);
}

} // namespace chartroom
