// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plan_comparison.h"

#include "ui/theme/theme.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"

#include <QGridLayout>

namespace chartroom {

namespace {

constexpr int planShape = 14;

QStringList textsOf(const ComparedPlan &plan)
{
    return {plan.policy, plan.expected, plan.latest, plan.fewestGpus};
}

/// The state's shape takes the first column; numbers stand at the right of theirs.
int columnOf(qsizetype text)
{
    return int(text) + 1;
}

Qt::Alignment alignmentOf(qsizetype text)
{
    return (text == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
}

} // namespace

PlanComparison::PlanComparison(const Theme *theme, QWidget *parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_grid(new QGridLayout(this))
{
    setObjectName(QStringLiteral("planComparison"));
    setProperty("look", QByteArrayLiteral("card"));
    m_grid->setContentsMargins(14, 10, 14, 10);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(8);
    const QStringList titles = comparedTitles();
    for (qsizetype i = 0; i < titles.size(); ++i) {
        auto *title = new TextLabel(titles[i], this);
        title->setFont(theme->headingFont());
        title->setLook("muted");
        m_grid->addWidget(title, 0, columnOf(i), alignmentOf(i));
    }
    m_grid->setColumnStretch(columnOf(0), 1);
    for (qsizetype i = 1; i < titles.size(); ++i)
        m_grid->setColumnMinimumWidth(columnOf(i), 130);
}

void PlanComparison::addRow()
{
    const int line = int(m_rows.size()) + 1;
    Row row{new StateLabel(m_theme, planShape, this), {}};
    m_grid->addWidget(row.state, line, 0);
    for (qsizetype i = 0; i < comparedTitles().size(); ++i) {
        auto *cell = new TextLabel({}, this);
        m_grid->addWidget(cell, line, columnOf(i), alignmentOf(i));
        row.cells.append(cell);
    }
    m_rows.append(row);
}

void PlanComparison::showPlans(const QList<ComparedPlan> &plans)
{
    if (plans == m_shown)
        return;
    m_shown = plans;
    while (m_rows.size() < plans.size())
        addRow();
    QStringList said;
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        const bool isShown = i < plans.size();
        const QStringList texts = isShown ? textsOf(plans[i]) : QStringList();
        m_rows[i].state->setVisible(isShown);
        if (isShown)
            m_rows[i].state->setState(plans[i].state, fitText(plans[i].state));
        for (qsizetype cell = 0; cell < m_rows[i].cells.size(); ++cell) {
            m_rows[i].cells[cell]->setVisible(isShown);
            m_rows[i].cells[cell]->setText(texts.value(cell));
        }
        said << texts.join(QStringLiteral(", "));
    }
    setAccessibleName(said.join(QStringLiteral("; ")));
}

} // namespace chartroom
