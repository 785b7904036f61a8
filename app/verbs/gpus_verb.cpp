// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/gpus_verb.h"

#include "app/gpus_printout.h"
#include "core/rollout/driver_fleet.h"
#include "core/rollout/rollout_store.h"

#include <utility>

namespace chartroom {

void GpusVerb::readOne(ClusterSession *session)
{
    ++m_awaited;
    whenRolloutIsRead(session, [this, session](const std::optional<Error> &problem) {
        --m_awaited;
        if (problem)
            report(*session, *problem);
        else
            printOne(session);
        endWhenAllIsPrinted();
    });
}

void GpusVerb::print(const QList<ClusterSession *> & /*readable*/)
{
    m_isAllRead = true;
    endWhenAllIsPrinted();
}

void GpusVerb::printOne(ClusterSession *session)
{
    if (const auto refusal = session->rollout()->refusal())
        return report(*session, *refusal);
    const DriverFleet *fleet = session->rollout()->fleet(componentText(DriverKind::Gpu));
    const bool knowsPods = session->pods()->reflector().hasSynced();
    const bool knowsClaims = knowsPods && (!fleet || fleet->known.claims);
    const GpuUse use = gpuUse(session->nodes()->objects(), session->pods()->objects(),
                              fleet ? fleet->claimed : ClaimedGpus());
    if (!knowsPods)
        report(*session, {Error::Code::Forbidden,
                          tr("Pods could not be read: how many GPUs are used is unknown."),
                          {},
                          {}});
    else if (!knowsClaims)
        note(*session,
             tr("Resource claims could not be read: GPUs that pods use through them are not counted."));
    if (use.pools.isEmpty())
        note(*session, tr("No node has GPUs."));
    const Printout printout = gpusPrintout(use, knowsPods, knowsClaims);
    if (invocation().format.value_or(OutputFormat::Table) != OutputFormat::Table) {
        m_printouts.append({session->name(), printout});
        return;
    }
    if (use.pools.isEmpty() && use.namespaces.isEmpty())
        return;
    if (std::exchange(m_hasPrinted, true))
        console().data("\n");
    if (invocation().isOverSeveral())
        console().text(tr("Cluster %1").arg(session->name()) + u'\n');
    console().print(printout);
    if (knowsPods && !use.namespaces.isEmpty()) {
        console().data("\n");
        console().print(gpuNamespacesTable(use));
    }
}

void GpusVerb::endWhenAllIsPrinted()
{
    if (!m_isAllRead || m_awaited > 0)
        return;
    printAll(m_printouts);
    end(Done);
}

} // namespace chartroom
