// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/unhold_controller.h"
#include "ui/context/ui_context.h"

#include <QWidget>

#include <memory>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace chartroom {

class TextLabel;

/// Lets the nodes follow that an operation holds back: what speaks against it, a reason in spite of that, the
/// exact commands before they run, and what came of them.
class UnholdPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit UnholdPanel(const UiContext &context, QWidget *parent = nullptr);
    ~UnholdPanel() override;

    /// The folder of the operation; "" hides the panel. What was typed for the same one stays.
    void offer(const QString &folder);

Q_SIGNALS:
    /// They follow now.
    void done();

private:
    void drop();
    void refresh();
    [[nodiscard]] QString whatText() const;

    UiContext m_context;
    std::unique_ptr<UnholdController> m_controller; ///< null while hidden
    TextLabel *m_what;
    QLineEdit *m_reason;
    QPlainTextEdit *m_commands;
    QPushButton *m_ask;
    QPushButton *m_leave;
    QPushButton *m_confirm;
    bool m_isDone = false;
    ConfirmController::State m_shown = ConfirmController::State::Idle;
};

} // namespace chartroom
