// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/unhold_panel.h"

#include "core/base/visible_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/well_height.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include <utility>

namespace chartroom {

namespace {

using State = ConfirmController::State;

constexpr int commandsHeight = 84;

} // namespace

UnholdPanel::UnholdPanel(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_what(new TextLabel({}, this))
    , m_reason(new QLineEdit(this))
    , m_commands(new QPlainTextEdit(this))
    , m_ask(new QPushButton(tr("&Release the others…"), this))
    , m_leave(new QPushButton(tr("Not &yet"), this))
    , m_confirm(new QPushButton(tr("&Remove the labels"), this))
{
    m_what->setObjectName(QStringLiteral("unholdText"));
    m_what->setWordWrap(true);
    m_reason->setObjectName(QStringLiteral("unholdReason"));
    m_reason->setPlaceholderText(tr("Reason for overriding; it is written to the journal"));
    m_reason->setAccessibleName(tr("Reason for releasing the others anyway"));
    m_commands->setObjectName(QStringLiteral("unholdCommands"));
    m_commands->setAccessibleName(tr("The commands, exactly as they will run"));
    m_commands->setReadOnly(true);
    m_commands->setProperty("look", QByteArrayLiteral("well"));
    m_commands->setFont(context.theme->identifierFont());
    m_commands->setTabChangesFocus(true);
    keepLines(m_commands, context.theme, 4, commandsHeight);
    m_ask->setObjectName(QStringLiteral("unholdNodes"));
    m_leave->setObjectName(QStringLiteral("leaveHeld"));
    m_confirm->setObjectName(QStringLiteral("confirmUnhold"));
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    // Where one asks, one leaves it next: a double click lets nobody go.
    for (QPushButton *button : {m_ask, m_leave, m_confirm})
        line->addWidget(button);
    line->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_what);
    layout->addWidget(m_reason);
    layout->addWidget(m_commands);
    layout->addLayout(line);
    connect(m_reason, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (m_controller)
            m_controller->setReason(text);
    });
    connect(m_ask, &QPushButton::clicked, this, [this] { m_controller->ask(); });
    connect(m_leave, &QPushButton::clicked, this, [this] { m_controller->cancel(); });
    connect(m_confirm, &QPushButton::clicked, this, [this] { m_controller->confirm(); });
    hide();
}

UnholdPanel::~UnholdPanel() = default;

void UnholdPanel::offer(const QString &folder)
{
    if (folder == (m_controller ? m_controller->folder() : QString()))
        return;
    drop();
    m_reason->clear();
    m_isDone = false;
    m_shown = State::Idle;
    setVisible(!folder.isEmpty());
    if (folder.isEmpty())
        return;
    m_controller = std::make_unique<UnholdController>(m_context.fleet, m_context.clock, folder, this);
    connect(m_controller.get(), &ConfirmController::changed, this, &UnholdPanel::refresh);
    connect(m_controller.get(), &ConfirmController::done, this, [this] {
        m_isDone = true;
        refresh();
        Q_EMIT done();
    });
    refresh();
}

/// What was confirmed goes on to its end, whatever is looked at meanwhile.
void UnholdPanel::drop()
{
    if (!m_controller)
        return;
    m_controller->disconnect(this);
    if (m_controller->state() == State::Setting) {
        UnholdController *rest = m_controller.release();
        connect(rest, &ConfirmController::changed, rest, [rest] {
            if (rest->state() == State::Idle)
                rest->deleteLater();
        });
    }
    m_controller.reset();
}

QString UnholdPanel::whatText() const
{
    const State state = m_controller->state();
    if (state == State::Reading)
        return tr("Reading which nodes are on hold…");
    if (state == State::Setting)
        return tr("Releasing the nodes…");
    QStringList said;
    if (state == State::Idle)
        said << m_controller->text();
    if (!m_isDone)
        said << visibleText(m_controller->doubt());
    said.removeAll(QString());
    if (!said.isEmpty())
        return said.join(u' ');
    return tr("You can release the others: this removes the label that holds them, and the operator upgrades "
              "them according to its policy.");
}

void UnholdPanel::refresh()
{
    const State state = m_controller->state();
    const bool isIdle = state == State::Idle;
    m_what->setText(whatText());
    m_what->setLook(m_controller->hasFailed()                     ? "failed"
                    : m_isDone || m_controller->doubt().isEmpty() ? "muted"
                                                                  : "attention");
    m_reason->setVisible(!m_isDone && !m_controller->doubt().isEmpty());
    m_reason->setEnabled(isIdle);
    m_commands->setVisible(!m_controller->command().isEmpty());
    if (m_controller->command() != m_commands->toPlainText())
        m_commands->setPlainText(m_controller->command());
    m_ask->setVisible(!m_isDone && (isIdle || state == State::Reading));
    m_ask->setEnabled(isIdle && m_controller->canAsk());
    m_leave->setVisible(state == State::Asking);
    m_confirm->setVisible(state == State::Asking || state == State::Setting);
    m_confirm->setEnabled(state == State::Asking);
    if (state == std::exchange(m_shown, state))
        return;
    // The keyboard stays here when what had it goes; what writes is not under the same key.
    if (state == State::Asking)
        m_leave->setFocus(Qt::OtherFocusReason);
    else if (isIdle && isVisible())
        m_ask->setFocus(Qt::OtherFocusReason);
}

} // namespace chartroom
