// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/confirm_controller.h"

#include "core/base/visible_text.h"

namespace chartroom {

ConfirmController::ConfirmController(Make make, QObject *parent)
    : QObject(parent)
    , m_make(std::move(make))
{}

ConfirmController::~ConfirmController()
{
    delete m_operation;
}

void ConfirmController::ask()
{
    if (m_state != State::Idle)
        return;
    m_text.clear();
    m_hasFailed = false;
    const auto made = m_make();
    if (!made) {
        end({OperationResult::End::NotStarted, made.error().message, 0, {}});
        return;
    }
    m_operation = *made;
    m_state = State::Reading;
    connect(m_operation, &ConfirmedOperation::prepared, this, [this](const QString &command) {
        m_command = visibleText(command, true);
        m_notice = visibleText(m_operation->notice());
        m_state = State::Asking;
        Q_EMIT changed();
    });
    connect(m_operation, &ConfirmedOperation::finished, this, &ConfirmController::end);
    m_operation->start();
    Q_EMIT changed();
}

void ConfirmController::confirm()
{
    if (m_state != State::Asking)
        return;
    m_state = State::Setting;
    m_operation->confirm();
    Q_EMIT changed();
}

void ConfirmController::cancel()
{
    if (m_operation && m_state != State::Setting)
        (void)m_operation->cancel();
}

void ConfirmController::end(const OperationResult &result)
{
    using End = OperationResult::End;
    if (m_operation)
        m_operation->deleteLater();
    m_operation.clear();
    m_state = State::Idle;
    m_command.clear();
    m_hasFailed = result.end != End::Done && result.end != End::Cancelled;
    m_text = visibleText((QStringList(result.text) + result.problems).join(u' '));
    if (result.end == End::Done)
        succeed();
    Q_EMIT changed();
    if (result.end == End::Done)
        Q_EMIT done();
}

} // namespace chartroom
