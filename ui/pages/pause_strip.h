// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/driver_policy.h"
#include "ui/context/ui_context.h"

#include <QPointer>
#include <QWidget>

class QAction;

namespace chartroom {

class RolloutModel;
class TextLabel;

/// Says that the rollout is paused, beside the command that pauses or resumes it; hidden while it is not. The
/// command follows the switches that are set.
class PauseStrip final : public QWidget
{
    Q_OBJECT
public:
    explicit PauseStrip(const UiContext &context, QWidget *parent);

    [[nodiscard]] QAction *command() const { return m_command; }

    /// `isRead`: all that is needed to say whether it is paused. `model` may be null.
    void setRollout(const QString &cluster, const RolloutModel *model, bool isRead);
    /// Opens the dialog with the switches of what is shown.
    void ask();

private:
    /// What is shown, not what goes on: the drivers where none is chosen.
    [[nodiscard]] QStringList shownComponents() const;
    /// Of the shown components.
    [[nodiscard]] QList<DriverPolicy> policies() const;
    /// Why no switch can be set, a sentence; "" where one can.
    [[nodiscard]] QString whyNoPause(const QList<DriverPolicy> &policies) const;
    [[nodiscard]] QString pausedLine() const;
    void refreshCommand();

    UiContext m_context;
    QString m_cluster;
    QPointer<const RolloutModel> m_model;
    QAction *m_command;
    TextLabel *m_paused;
};

} // namespace chartroom
