// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/pause_panel.h"

#include "core/base/visible_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QPushButton>

#include <utility>

namespace chartroom {

using State = PauseController::State;

PausePanel::PausePanel(const Theme *theme, const QString &object, PauseController::Make make, bool pauses,
                       std::function<QString()> cordoned, QWidget *parent)
    : QWidget(parent)
    , m_controller(std::move(make), pauses)
    , m_object(visibleText(object))
    , m_cordoned(std::move(cordoned))
    , m_what(new TextLabel({}, this))
    , m_command(new TextLabel({}, this))
    , m_ask(new QPushButton(this))
    , m_confirm(new QPushButton(tr("&Set the switch"), this))
    , m_leave(new QPushButton(tr("&Leave it as it is"), this))
{
    m_what->setObjectName(QStringLiteral("pauseText"));
    m_what->setWordWrap(true);
    m_command->setObjectName(QStringLiteral("pauseCommand"));
    m_command->setFont(theme->identifierFont());
    m_command->setWordWrap(true);
    m_command->setCopyable();
    m_ask->setObjectName(QStringLiteral("pauseNodes"));
    m_confirm->setObjectName(QStringLiteral("confirmPause"));
    m_leave->setObjectName(QStringLiteral("leavePause"));
    auto *line = new QHBoxLayout;
    line->setSpacing(12);
    // Where one asks, one leaves it next: a double click sets nothing.
    for (QPushButton *button : {m_ask, m_leave, m_confirm})
        line->addWidget(button, 0, Qt::AlignTop);
    line->addWidget(m_what, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_command);
    layout->addLayout(line);
    connect(m_ask, &QPushButton::clicked, &m_controller, &PauseController::ask);
    connect(m_confirm, &QPushButton::clicked, &m_controller, &PauseController::confirm);
    connect(m_leave, &QPushButton::clicked, &m_controller, &PauseController::cancel);
    connect(&m_controller, &PauseController::changed, this, &PausePanel::refresh);
    connect(theme, &Theme::changed, this, &PausePanel::keepWhole);
    refresh();
}

void PausePanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    keepWhole();
}

/// What is about to run is read whole: where room is short something else gives way.
void PausePanel::keepWhole()
{
    m_command->setMinimumHeight(m_command->isHidden() ? 0 : m_command->heightForWidth(width()));
}

QString PausePanel::pauseText() const
{
    const QString cordoned = m_cordoned();
    return tr("This sets autoUpgrade of %1 to false, the operator's own switch: it starts no further node.")
               .arg(m_object) +
           u' ' +
           (cordoned.isEmpty()
                ? tr("Nodes in progress stay cordoned until they are uncordoned manually, even if it "
                     "is on again; a driver that is being loaded starts anyway.")
                : cordoned);
}

void PausePanel::refresh()
{
    const State state = m_controller.state();
    const bool pauses = m_controller.pauses();
    QString what = m_controller.text();
    if (state == State::Reading)
        what = tr("Reading %1…").arg(m_object);
    else if (state == State::Setting)
        what = tr("Setting the switch…");
    else if (what.isEmpty() || state == State::Asking)
        what =
            pauses
                ? pauseText()
                : tr("This sets autoUpgrade of %1 to true: the operator continues according to its policy. "
                     "It does not uncordon nodes that were in progress when it was set to false.")
                      .arg(m_object);
    if (state == State::Asking && !m_controller.notice().isEmpty())
        what += u' ' + m_controller.notice();
    m_what->setText(breakable(what)); // a node's full name is longer than a line
    m_what->setLook(m_controller.hasFailed() ? "failed" : "muted");
    m_ask->setText(pauses ? tr("&Pause the nodes…") : tr("&Resume the nodes…"));
    // The patch is one long word: it may be broken before an inner object.
    m_command->setText(
        breakable(m_controller.command()).replace(QStringLiteral(":{"), QStringLiteral(":\u200b{")));
    m_command->setVisible(!m_controller.command().isEmpty());
    keepWhole();
    m_ask->setVisible(state == State::Idle || state == State::Reading);
    m_ask->setEnabled(state == State::Idle);
    m_confirm->setVisible(state == State::Asking || state == State::Setting);
    m_confirm->setEnabled(state == State::Asking);
    m_leave->setVisible(state == State::Asking);
    if (state == std::exchange(m_shown, state))
        return;
    // The keyboard stays here when what had it goes; what writes is not under the same key.
    if (state == State::Asking)
        m_leave->setFocus(Qt::OtherFocusReason);
    else if (state == State::Idle && isVisible())
        m_ask->setFocus(Qt::OtherFocusReason);
}

} // namespace chartroom
