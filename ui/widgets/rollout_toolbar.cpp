// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/rollout_toolbar.h"

#include "core/rollout/driver_components.h"
#include "core/screens/rollout/rollout_proxy.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/segments.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QEvent>
#include <QPushButton>

#include <algorithm>

namespace chartroom {

namespace {

/// Trouble first, also under the pointer.
constexpr int followTrouble = -2;

} // namespace

RolloutToolbar::RolloutToolbar(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_title(new TextLabel({}, this))
    , m_component(new ChoiceButton(theme, tr("Component"), this))
    , m_order(new ChoiceButton(theme, tr("Sort"), this))
    , m_group(new ChoiceButton(theme, tr("Group the nodes"), this))
    , m_window(new QPushButton(this))
    , m_view(new Segments(tr("View"), {tr("Rows"), tr("Tiles")}, this))
{
    m_title->setObjectName(QStringLiteral("rolloutTitle"));
    m_title->setElideMode(Qt::ElideRight);
    QFont font = theme->font();
    font.setPointSizeF(font.pointSizeF() * 1.15);
    font.setWeight(QFont::DemiBold);
    m_title->setFont(font);
    m_title->installEventFilter(this);
    m_component->setObjectName(QStringLiteral("rolloutComponent"));
    m_order->setObjectName(QStringLiteral("rolloutOrder"));
    m_group->setObjectName(QStringLiteral("rolloutGroup"));
    m_order->setChoices({{tr("Sort: trouble first"), -1},
                         {tr("Sort: trouble first, follow"), followTrouble},
                         {tr("Sort: node"), int(RolloutColumn::Node), true},
                         {tr("Sort: longest in its step"), int(RolloutColumn::Since)},
                         {tr("Sort: GPUs"), int(RolloutColumn::Gpus)}});
    using Grouping = RolloutProxy::Grouping;
    m_group->setChoices({{tr("Group: none"), int(Grouping::None)},
                         {tr("Group: pool"), int(Grouping::Pool)},
                         {tr("Group: zone"), int(Grouping::Zone)},
                         {tr("Group: component"), int(Grouping::Component)}});
    connect(m_component, &ChoiceButton::chosen, this,
            [this](const QVariant &component) { Q_EMIT componentChosen(component.toString()); });
    connect(m_order, &ChoiceButton::chosen, this, [this](const QVariant &order) {
        Q_EMIT orderChosen(this->order(), order.toInt() == followTrouble);
    });
    connect(m_group, &ChoiceButton::chosen, this,
            [this](const QVariant &grouping) { Q_EMIT groupingChosen(grouping.toInt()); });
    m_window->setObjectName(QStringLiteral("rolloutWindow"));
    m_window->setToolTip(tr("The planned window, and how to stop the rollout"));
    connect(m_window, &QPushButton::clicked, this, &RolloutToolbar::windowRequested);
    connect(m_view, &Segments::chosen, this, &RolloutToolbar::viewChosen);
    m_view->setObjectName(QStringLiteral("rolloutView"));
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(16, 8, 16, 6);
    line->setSpacing(8);
    line->addWidget(m_title, 1);
    for (ChoiceButton *control : {m_component, m_order, m_group})
        line->addWidget(control);
    line->addWidget(m_window);
    line->addWidget(m_view);
    setWindowEnd({});
}

void RolloutToolbar::setWindowEnd(const QString &end, bool isOver)
{
    m_window->setText(end.isEmpty() ? tr("Window…")
                      : isOver      ? tr("Window: ended %1").arg(end)
                                    : tr("Window: until %1").arg(end));
}

void RolloutToolbar::setTitle(const QString &title, const QString &shorter)
{
    m_whole = title;
    m_shorter = shorter;
    fitTitle();
}

void RolloutToolbar::fitTitle()
{
    const bool fits = m_title->fontMetrics().horizontalAdvance(m_whole) <= m_title->width();
    m_title->setText(fits ? m_whole : m_shorter);
    m_title->setToolTip(fits ? QString() : m_whole);
}

bool RolloutToolbar::eventFilter(QObject *title, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        fitTitle();
    return QWidget::eventFilter(title, event);
}

void RolloutToolbar::setComponents(const QMap<QString, int> &components, const QString &current)
{
    const QStringList drivers = ledComponentNames();
    QList<ChoiceButton::Choice> choices{{tr("Component: drivers"), QString()}};
    bool startsSection = true;
    const auto add = [&](const QString &component) {
        choices.append({tr("Component: %1").arg(componentTitle(component)), component,
                        std::exchange(startsSection, false)});
    };
    for (const QString &driver : drivers)
        if (components.contains(driver))
            add(driver);
    startsSection = true;
    for (auto component = components.keyBegin(); component != components.keyEnd(); ++component)
        if (!drivers.contains(*component))
            add(*component);
    m_component->setChoices(choices);
    m_component->setCurrent(current);
}

int RolloutToolbar::order() const
{
    return std::max(-1, m_order->current().toInt());
}

int RolloutToolbar::grouping() const
{
    return m_group->current().toInt();
}

void RolloutToolbar::setView(int view)
{
    m_view->setCurrent(view);
}

} // namespace chartroom
