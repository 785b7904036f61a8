// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/confirmed_operation.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace chartroom {

/// One small change in a person's hand: asked for, its exact commands shown, confirmed, done. Owns the
/// operation while there is one.
class ConfirmController : public QObject
{
    Q_OBJECT
public:
    enum class State { Idle, Reading, Asking, Setting };
    using Make = std::function<Result<ConfirmedOperation *>()>;

    explicit ConfirmController(Make make, QObject *parent = nullptr);
    ~ConfirmController() override;

    /// Reads and shows the commands for what comes next; from Idle.
    void ask();
    /// From Asking.
    void confirm();
    void cancel();

    [[nodiscard]] State state() const { return m_state; }
    /// With Asking and Setting.
    [[nodiscard]] const QString &command() const { return m_command; }
    /// With Asking: what it will not bring about; "".
    [[nodiscard]] const QString &notice() const { return m_notice; }
    /// What came of the last one, a sentence; "" before.
    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }

Q_SIGNALS:
    void changed();
    /// It was done.
    void done();

protected:
    /// Before changed().
    virtual void succeed() {}

private:
    void end(const OperationResult &result);

    Make m_make;
    State m_state = State::Idle;
    QPointer<ConfirmedOperation> m_operation;
    QString m_command;
    QString m_notice;
    QString m_text;
    bool m_hasFailed = false;
};

} // namespace chartroom
