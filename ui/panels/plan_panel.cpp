// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/plan_panel.h"

#include "core/words/window_plan_report.h"
#include "ui/charts/plan_chart.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>

namespace chartroom {

namespace {

constexpr int planShape = 16;

} // namespace

PlanPanel::PlanPanel(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_state(new StateLabel(theme, planShape, this))
    , m_headline(new TextLabel({}, this))
    , m_chart(new PlanChart(theme, this))
    , m_lines(new TextLabel({}, this))
    , m_assumptions(new TextLabel({}, this))
{
    m_headline->setObjectName(QStringLiteral("planHeadline"));
    m_lines->setObjectName(QStringLiteral("planLines"));
    m_assumptions->setObjectName(QStringLiteral("planAssumptions"));
    m_assumptions->setLook("muted");
    for (TextLabel *label : {m_headline, m_lines, m_assumptions})
        label->setWordWrap(true);
    for (TextLabel *label : {m_lines, m_assumptions})
        label->setCopyable();
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_state);
    head->addWidget(m_headline, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(m_chart);
    layout->addWidget(m_lines);
    layout->addWidget(m_assumptions);
}

void PlanPanel::addBelowChart(QWidget *widget)
{
    auto *column = qobject_cast<QVBoxLayout *>(layout());
    column->insertWidget(column->indexOf(m_chart) + 1, widget);
}

void PlanPanel::showPlan(const std::optional<PlannedWindow> &planned, const QString &hint)
{
    for (QWidget *part : std::initializer_list<QWidget *>{m_state, m_chart, m_lines, m_assumptions})
        part->setVisible(planned.has_value());
    m_headline->setLook(planned ? "" : "muted");
    m_headline->setText(planned ? planned->headline : hint);
    if (!planned)
        return;
    m_state->setState(planned->state, fitText(planned->state));
    m_chart->setPlan(*planned);
    m_lines->setText(planned->lines.join(u'\n'));
    m_assumptions->setText(tr("Assumptions:") + u'\n' + planned->assumptions.join(u'\n'));
}

} // namespace chartroom
