// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/confirm_controller.h"
#include "core/upgrade/recovery.h"

#include <QTimer>

namespace chartroom {

class Fleet;

/// Lets the nodes follow that one operation holds back, in a person's hand. Watches the node that went first
/// meanwhile, and notes in the operation's journal when it is seen done; against a doubt it wants a reason.
class UnholdController final : public ConfirmController
{
    Q_OBJECT
public:
    /// `folder` is of the operation. `fleet` and `clock` outlive this.
    UnholdController(Fleet *fleet, const Clock *clock, const QString &folder, QObject *parent = nullptr);

    [[nodiscard]] const QString &folder() const { return m_folder; }
    /// See unholdDoubt().
    [[nodiscard]] const QString &doubt() const { return m_doubt; }
    void setReason(const QString &reason);
    /// Nothing is doubted, or there is a reason.
    [[nodiscard]] bool canAsk() const { return m_doubt.isEmpty() || !m_reason.trimmed().isEmpty(); }

private:
    void look();
    [[nodiscard]] Result<ConfirmedOperation *> make();

    Fleet *m_fleet;
    const Clock *m_clock;
    QString m_folder;
    JournalContents m_journal;
    OperationHeader m_order;
    QString m_doubt;
    QString m_reason;
    bool m_isNoted = false; ///< or could not be
    QTimer m_minute;        ///< a bake ends without anything happening
};

} // namespace chartroom
