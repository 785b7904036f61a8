// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tour_bar.h"

#include "ui/theme/theme.h"
#include "ui/widgets/command.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QBoxLayout>
#include <QPushButton>

namespace chartroom {

namespace {

struct TourStep
{
    QString chapter;
    QString title;
    QString text;
};

QList<TourStep> tourSteps()
{
    return {
        {QStringLiteral("addons"), TourBar::tr("Add-ons: what is installed, and who owns it"),
         TourBar::tr("Each row is a Helm release. Select one: the inspector beside the table shows its owner "
                     "and the evidence for it.")},
        {QStringLiteral("rollout"), TourBar::tr("Rollout: where each node is"),
         TourBar::tr(
             "While a driver is upgraded, each GPU node has a row: its step, what blocks it, and how long "
             "it has been there. Nodes that need attention come first.")},
        {QStringLiteral("findings"), TourBar::tr("Findings: what is wrong, and why"),
         TourBar::tr("Each finding has a cause, the exact text from the cluster, and what to do next.")},
        {QStringLiteral("upgrade"), TourBar::tr("Upgrade: what would change, before it does"),
         TourBar::tr("Select an add-on on the first page and press Ctrl+U. The wizard computes the values, "
                     "checks the cluster, and shows the exact command. Nothing runs until you run it.")},
        {QStringLiteral("tickets"), TourBar::tr("Tickets: what Support needs to know"),
         TourBar::tr("Before, during and after a window, the text is made from the cluster, with secrets "
                     "hidden. You send it yourself. F1 opens the manual at each page.")},
    };
}

} // namespace

TourBar::TourBar(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_start(newCommand(this, "tour", tr("Guided &tour"), {}))
    , m_title(new TextLabel({}, this))
    , m_text(new TextLabel({}, this))
    , m_back(new QPushButton(tr("Back"), this))
    , m_next(new QPushButton(this))
{
    setObjectName(QStringLiteral("tourBar"));
    setProperty("look", QByteArrayLiteral("notice"));
    setAttribute(Qt::WA_StyledBackground);
    m_title->setObjectName(QStringLiteral("tourTitle"));
    m_title->setFont(context.theme->headingFont());
    m_text->setWordWrap(true);
    m_back->setObjectName(QStringLiteral("tourBack"));
    m_next->setObjectName(QStringLiteral("tourNext"));
    auto *leave = new QPushButton(tr("Close the tour"), this);
    leave->setObjectName(QStringLiteral("closeTour"));
    auto *texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_title);
    texts->addWidget(m_text);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(16, 8, 16, 8);
    line->setSpacing(8);
    line->addLayout(texts, 1);
    for (QPushButton *button : {m_back, m_next, leave})
        line->addWidget(button);
    connect(m_start, &QAction::triggered, this, [this] { show(0); });
    connect(m_back, &QPushButton::clicked, this, [this] { show(m_step - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] { show(m_step + 1); });
    connect(leave, &QPushButton::clicked, this, &QWidget::hide);
    hide();
}

/// After the last step it is over.
void TourBar::show(int step)
{
    const QList<TourStep> steps = tourSteps();
    setVisible(step < steps.size());
    if (step >= steps.size())
        return;
    m_step = step;
    m_title->setText(
        tr("%1 of %2. %3", "step of steps, title").arg(step + 1).arg(steps.size()).arg(steps[step].title));
    m_text->setText(steps[step].text);
    m_back->setEnabled(step > 0);
    m_next->setText(step + 1 < steps.size() ? tr("Next") : tr("Done"));
    Q_EMIT pageWanted(steps[step].chapter);
    m_next->setFocus(Qt::OtherFocusReason);
}

} // namespace chartroom
