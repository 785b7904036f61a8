// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/responsibility_verb.h"

#include "app/printout.h"
#include "core/diagnosis/session_findings.h"
#include "core/responsibility/board.h"

namespace chartroom {

ResponsibilityVerb::ResponsibilityVerb(Invocation invocation, Sessions sessions, Console *console,
                                       const ResponsibilityRules *rules)
    : SessionVerb(std::move(invocation), std::move(sessions), console)
    , m_rules(rules)
{}

void ResponsibilityVerb::print(const QList<ClusterSession *> &readable)
{
    const ResponsibilityBoard board(*m_rules, ownedReleases(*readable.first()));
    Printout printout;
    printout.data = board.toValue();
    using Fit = Column::Fit;
    printout.columns = {{QStringLiteral("LAYER"), 0, Fit::Cut, 16},
                        {QStringLiteral("COMPONENT"), 0, Fit::Cut, 30},
                        {QStringLiteral("OWNER")},
                        {QStringLiteral("SCOPE"), 2},
                        {QStringLiteral("RELEASES"), 1, Fit::Cut, 16}};
    for (const ResponsibilityBoard::Row &row : board.rows()) {
        for (const Owner owner : {Owner::Crusoe, Owner::Shared, Owner::Customer}) {
            for (const ResponsibilityBoard::Entry &entry : row.column(owner)) {
                QStringList releases;
                for (const OwnedRelease &release : entry.releases)
                    releases.append(release.key.namespaceName + u'/' + release.key.name);
                printout.rows.append({row.layer.name, entry.component.name, ownerText(owner),
                                      supportScopeText(entry.component.scope),
                                      releases.join(QStringLiteral(", "))});
            }
        }
    }
    console().print(printout, invocation().format);
    end(Done);
}

} // namespace chartroom
