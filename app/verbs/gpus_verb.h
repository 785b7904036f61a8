// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/verbs/session_verb.h"

namespace chartroom {

/// `gpus`: the GPUs of each cluster by pool and model, and which namespaces have them or wait for them. Of
/// several clusters each is printed when its pods are read; data comes at the end.
class GpusVerb final : public SessionVerb
{
    Q_OBJECT
public:
    using SessionVerb::SessionVerb;

protected:
    void readOne(ClusterSession *session) override;
    void print(const QList<ClusterSession *> &readable) override;
    [[nodiscard]] InventoryWait::Need need() const override { return InventoryWait::Need::Nodes; }

private:
    void printOne(ClusterSession *session);
    void endWhenAllIsPrinted();

    int m_awaited = 0;        ///< clusters whose pods are being read
    bool m_isAllRead = false; ///< no further cluster answers
    bool m_hasPrinted = false;
    QList<ClusterPrintout> m_printouts;
};

} // namespace chartroom
