// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/rollout/pause_controller.h"

namespace chartroom {

PauseController::PauseController(Make make, bool pauses, QObject *parent)
    : ConfirmController(
          [this, make = std::move(make)]() -> Result<ConfirmedOperation *> { return make(m_pauses); }, parent)
    , m_pauses(pauses)
{}

void PauseController::succeed()
{
    m_pauses = !m_pauses;
}

} // namespace chartroom
