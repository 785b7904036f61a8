// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/pause_operation.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace chartroom {

/// A rollout's switch in a person's hand: asked for, its exact command shown, confirmed, set; then the same
/// the other way. Owns the operation while there is one.
class PauseController final : public QObject
{
    Q_OBJECT
public:
    enum class State { Idle, Reading, Asking, Setting };
    using Make = std::function<Result<PauseOperation *>(bool pauses)>;

    explicit PauseController(Make make, QObject *parent = nullptr);
    ~PauseController() override;

    /// Reads and shows the command for what comes next; from Idle.
    void ask();
    /// From Asking.
    void confirm();
    void cancel();

    [[nodiscard]] State state() const { return m_state; }
    /// What ask() asks for: to pause, else to go on.
    [[nodiscard]] bool pauses() const { return m_pauses; }
    /// With Asking and Setting.
    [[nodiscard]] const QString &command() const { return m_command; }
    /// What came of the last one, a sentence; "" before.
    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }

Q_SIGNALS:
    void changed();

private:
    void end(const OperationResult &result);

    Make m_make;
    State m_state = State::Idle;
    QPointer<PauseOperation> m_operation;
    bool m_pauses = true;
    QString m_command;
    QString m_text;
    bool m_hasFailed = false;
};

} // namespace chartroom
