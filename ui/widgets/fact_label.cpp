// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fact_label.h"

#include "ui/theme/theme.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>

namespace chartroom {

namespace {

constexpr int factShape = 16;

} // namespace

FactLabel::FactLabel(const QString &title, const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_title(new TextLabel(title, this))
    , m_state(new StateLabel(theme, factShape, this))
    , m_fact(new TextLabel({}, this))
    , m_more(new TextLabel({}, this))
    , m_alarm(new TextLabel({}, this))
{
    m_title->setFont(theme->headingFont());
    m_title->setLook("muted");
    QFont font = theme->font();
    font.setPointSizeF(font.pointSizeF() * 1.25);
    font.setWeight(QFont::DemiBold);
    m_fact->setFont(font);
    m_fact->setWordWrap(true);
    m_more->setLook("muted");
    m_more->setWordWrap(true);
    m_alarm->setLook("failed");
    m_alarm->setWordWrap(true);
    m_alarm->hide();
    m_state->hide();
    auto *line = new QHBoxLayout;
    line->setSpacing(6);
    line->addWidget(m_state);
    line->addWidget(m_fact, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_title);
    layout->addLayout(line);
    layout->addWidget(m_more);
    layout->addWidget(m_alarm);
}

void FactLabel::say(const QString &fact, const QString &more, std::optional<VisualState> state,
                    const QString &alarm, VisualState kind)
{
    m_fact->setText(fact);
    m_more->setText(more);
    m_more->setVisible(!more.isEmpty());
    m_alarm->setText(alarm);
    m_alarm->setLook(kind == VisualState::Failed ? "failed" : "attention");
    m_alarm->setVisible(!alarm.isEmpty());
    m_state->setVisible(state.has_value());
    if (state)
        m_state->setState(*state, fact);
    m_look = alarm.isEmpty() ? "" : kind == VisualState::Failed ? "failed" : "attention";
    setAccessibleName((QStringList{m_title->text()} + parts()).join(QStringLiteral(", ")));
}

QStringList FactLabel::parts() const
{
    QStringList parts{m_fact->text(), m_more->text(), m_alarm->text()};
    parts.removeAll(QString());
    return parts;
}

QString FactLabel::line() const
{
    return tr("%1: %2", "title: facts").arg(m_title->text(), parts().join(QStringLiteral(", ")));
}

} // namespace chartroom
