// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/unhold_controller.h"

#include "core/fleet/fleet.h"
#include "core/rollout/driver_components.h"
#include "core/secrets/log.h"
#include "core/session/rollout_source.h"
#include "core/upgrade/bake.h"
#include "core/upgrade/upgrade_source.h"

#include <QFileInfo>

#include <utility>

namespace chartroom {

using namespace std::chrono_literals;

UnholdController::UnholdController(Fleet *fleet, const Clock *clock, const QString &folder, QObject *parent)
    : ConfirmController([this] { return make(); }, parent)
    , m_fleet(fleet)
    , m_clock(clock)
    , m_folder(folder)
    , m_journal(readJournal(folder).value_or(JournalContents()))
    , m_order(operationHeaderIn(m_journal).value_or(OperationHeader()))
{
    if (RolloutSource *source = m_fleet->rollout(m_order.context)) {
        connect(source, &RolloutSource::tracksChanged, this, &UnholdController::look);
        connect(source, &RolloutSource::stateChanged, this, &UnholdController::look);
        source->start();
    }
    connect(&m_minute, &QTimer::timeout, this, &UnholdController::look);
    m_minute.start(1min);
    look();
}

void UnholdController::setReason(const QString &reason)
{
    if (reason == m_reason)
        return;
    m_reason = reason;
    Q_EMIT changed();
}

void UnholdController::look()
{
    const RolloutSource *source = m_fleet->rollout(m_order.context);
    const NodeTrack *track = source && source->isComplete()
                                 ? source->find({m_order.canary, mainDriverComponent(m_order.chart)})
                                 : nullptr;
    if (track && track->since.isValid() && isCanaryDone(m_journal, *track) &&
        !std::exchange(m_isNoted, true)) {
        if (const Result<void> noted = noteCanary(m_folder, track->since, *m_clock); !noted)
            logLine(noted.error());
        m_journal = readJournal(m_folder).value_or(m_journal);
    }
    const QString doubt = unholdDoubt(m_journal, track, source ? source->now() : m_clock->now());
    if (doubt == m_doubt)
        return;
    m_doubt = doubt;
    if (state() == State::Asking && !m_doubt.isEmpty())
        cancel(); // nobody knew of it when it was asked, or gave the reason
    Q_EMIT changed();
}

Result<ConfirmedOperation *> UnholdController::make()
{
    look();
    UpgradeSource *upgrades = m_fleet->upgrades(m_order.context);
    if (!upgrades)
        return failure(Error::Code::Unreachable, tr("%1 is not connected.").arg(m_order.context));
    return upgrades->unhold({QFileInfo(m_folder).fileName(), m_order.release, m_doubt, m_reason.trimmed()},
                            this);
}

} // namespace chartroom
