// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/helm/release.h"
#include "core/rollout/driver_policy.h"
#include "ui/context/ui_context.h"

#include <QDialog>

class QLineEdit;
class QScrollArea;

namespace chartroom {

class PauseOperation;
class PausePanel;

/// Pauses or resumes the rollouts that these policies lead, each by its own switch. It stays open while a
/// switch is being set, as the command is not to be cut off.
class PauseDialog final : public QDialog
{
    Q_OBJECT
public:
    struct Switch
    {
        DriverPolicy policy;
        QString component;
        ReleaseKey release; ///< that brings the driver, and whose lease is taken; empty where it is unknown
    };
    PauseDialog(const UiContext &context, const QString &cluster, const QList<Switch> &switches,
                QWidget *parent);

    void reject() override;
    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    [[nodiscard]] Result<PauseOperation *> make(const Switch &one, bool pauses);
    void refresh();
    void fit();

    UiContext m_context;
    QString m_cluster;
    QLineEdit *m_reason;
    QScrollArea *m_scroll;
    QList<PausePanel *> m_panels;
};

} // namespace chartroom
