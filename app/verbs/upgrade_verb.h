// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/verbs/operation_verb.h"
#include "core/upgrade/preflight_operation.h"

namespace chartroom {

/// `upgrade`: a saved plan, or a release and a version; only after its preflight, and never past a severe
/// finding that nobody gave a reason for.
class UpgradeVerb final : public OperationVerb
{
    Q_OBJECT
public:
    using OperationVerb::OperationVerb;

protected:
    void print(const QList<ClusterSession *> &readable) override;

private:
    [[nodiscard]] Result<UpgradeDraft> readPlan() const;
    void check(UpgradeDraft draft);
    void judge(const PreflightReport &report);

    ClusterSession *m_session = nullptr;
    UpgradeDraft m_draft;
};

} // namespace chartroom
