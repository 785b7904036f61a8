// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/confirmed_operation.h"

namespace chartroom {

struct NodeTrack;

/// Whose nodes are to follow the one that went first.
struct UnholdRequest
{
    QString operation;  ///< which holds them back
    ReleaseKey release; ///< under whose lease
    QString doubt;      ///< see unholdDoubt()
    QString reason;     ///< why all the same; nothing is done against a doubt without one
};

/// What speaks against letting the others follow now, a sentence; "" when nothing does. `journal` of the
/// operation that holds them back is empty where this machine has none; `track` of the node that went first
/// is null while it is not known.
[[nodiscard]] QString unholdDoubt(const JournalContents &journal, const NodeTrack *track,
                                  const QDateTime &now);
/// It went through with that operation, and nothing contradicts it: since helm was started, or somebody saw
/// it then and noted it.
[[nodiscard]] bool isCanaryDone(const JournalContents &journal, const NodeTrack &track);

/// Lets the nodes follow that an operation holds back: takes the label from those that still have it from
/// that operation, and from no other.
class UnholdOperation final : public ConfirmedOperation
{
    Q_OBJECT
public:
    UnholdOperation(OperationParts parts, UnholdRequest order, QObject *parent = nullptr);

    void start() override;

private:
    [[nodiscard]] Value::Map order() const override;
    [[nodiscard]] std::optional<ReleaseKey> leased() const override { return m_order.release; }
    void run() override;
    void take(const QList<HeldNode> &held);
    void readBack();
    [[nodiscard]] QString unclaimedIn(const QList<HeldNode> &held) const;

    UnholdRequest m_order;
    QList<HeldNode> m_held; ///< by that operation, as they were shown
};

} // namespace chartroom
