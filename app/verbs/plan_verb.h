// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plan_printout.h"
#include "app/verbs/session_verb.h"
#include "app/verbs/upgrade_target.h"
#include "core/helm/helm_client.h"
#include "core/responsibility/rules.h"

namespace chartroom {

class Keyring;

/// How an upgrade would keep what it saves of the release.
struct PlanKeeping
{
    Keyring *keyring = nullptr; ///< null: this build knows none
    std::chrono::days clearFor{14};
};

/// `plan`: what an upgrade would make of a release's values, three ways. Changes nothing but
/// the file to save the plan to.
class PlanVerb final : public SessionVerb
{
    Q_OBJECT
public:
    /// What it borrows outlives it; `charts` is null when there are none.
    PlanVerb(Invocation invocation, Sessions sessions, Console *console, ChartSources *charts,
             const ResponsibilityRules *rules, PlanKeeping keeping = {});

protected:
    void print(const QList<ClusterSession *> &readable) override;

private:
    void takeVersions();
    void askHelm();
    void compute(const HelmVersion &helm);
    void preflight();
    [[nodiscard]] Result<void> save(const UpgradeDraft &draft) const;
    void askKeyring();
    void printReport();

    ChartSources *m_charts;
    const ResponsibilityRules *m_rules;
    PlanKeeping m_keeping;
    ClusterSession *m_session = nullptr;
    PlanReport m_report;
    UpgradeTarget m_target;
    std::optional<Error> m_preflightProblem; ///< why there is no preflight in the report
};

} // namespace chartroom
