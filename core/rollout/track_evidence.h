// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/driver_facts.h"

#include <optional>
#include <utility>

namespace chartroom {

/// What a track goes by. Of thousands hardly any are read, so those of drivers become sentences only then.
class TrackEvidence
{
public:
    TrackEvidence() = default;
    TrackEvidence(QStringList lines)
        : m_lines(std::move(lines))
    {}
    TrackEvidence(DriverFacts facts)
        : m_facts(std::move(facts))
    {}

    /// Sentences, safe to show.
    [[nodiscard]] QStringList lines() const { return m_facts ? evidenceLines(*m_facts) : m_lines; }

    /// See there.
    [[nodiscard]] QString standingCordon() const
    {
        return m_facts ? chartroom::standingCordon(*m_facts) : QString();
    }

    friend bool operator==(const TrackEvidence &, const TrackEvidence &) = default;

private:
    QStringList m_lines;
    std::optional<DriverFacts> m_facts;
};

} // namespace chartroom
