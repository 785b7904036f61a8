// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/verbs/operation_verb.h"
#include "core/upgrade/recovery.h"
#include "core/upgrade/unhold_operation.h"

#include <QTimer>

namespace chartroom {

/// `recover OPERATION --unhold`: lets the nodes follow that the operation holds back. Looks first at the node
/// that went first and at the bake; against a doubt it takes a reason.
class UnholdVerb final : public OperationVerb
{
    Q_OBJECT
public:
    using OperationVerb::OperationVerb;
    void interrupt() override;

protected:
    void print(const QList<ClusterSession *> &readable) override;

private:
    void judge();
    [[nodiscard]] ReleaseKey releaseOf(const QList<HeldNode> &held) const;
    void unhold(const QString &doubt);
    void unhold(const QString &doubt, const ReleaseKey &release);

    ClusterSession *m_session = nullptr;
    JournalContents m_journal; ///< of the operation that holds; empty where this machine has none
    QTimer m_timeout;
    QStringList m_commands;
    std::unique_ptr<UnholdOperation> m_work;
};

} // namespace chartroom
