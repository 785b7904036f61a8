// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/verbs/session_verb.h"
#include "core/responsibility/rules.h"

namespace chartroom {

/// `responsibility`: the nine layers with this cluster's releases in them.
class ResponsibilityVerb final : public SessionVerb
{
    Q_OBJECT
public:
    /// `rules` outlives the verb.
    ResponsibilityVerb(Invocation invocation, Sessions sessions, Console *console,
                       const ResponsibilityRules *rules);

protected:
    void print(const QList<ClusterSession *> &readable) override;

private:
    const ResponsibilityRules *m_rules;
};

} // namespace chartroom
