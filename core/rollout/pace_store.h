// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/pace_evidence.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace chartroom {

/// The paces of all components, computed on the pool after what they rest on changed, at most once a second,
/// and every five seconds because time alone moves an end. After a seek in a
/// recording they are computed a quarter of a second after the last seek, at the latest after a second, and
/// once more as soon as their inputs follow.
class PaceStore : public QObject
{
    Q_OBJECT
public:
    using Present = std::function<std::optional<PaceEvidence>()>;

    /// `present` gives what is so now; nothing as long as that is not complete.
    explicit PaceStore(Present present, QObject *parent = nullptr);

    void start();
    void stop();
    /// What they rest on changed.
    void touch();
    /// What they rest on is that of another moment.
    void noteSeek();

    /// By component.
    [[nodiscard]] const QList<Pace> &paces() const { return m_paces; }
    /// Null for a component that is not known.
    [[nodiscard]] const Pace *find(const QString &component) const;
    /// How long a driver pod takes to come up outside of any step: as those of the other nodes did.
    [[nodiscard]] std::optional<std::chrono::milliseconds> usualReload(const QString &component) const;
    /// As usualTime(); nothing for a component that is not known.
    [[nodiscard]] std::optional<std::chrono::milliseconds> usual(const QString &component,
                                                                 RolloutStep step) const;
    /// There was an answer to everything that was complete; where that tells what is usual, one more, to the
    /// verdicts that are taken by it.
    [[nodiscard]] bool isReady() const { return m_isReady; }

Q_SIGNALS:
    void changed();
    /// isReady() became true.
    void ready();

private:
    void compute();
    void schedule();

    Present m_present;
    QTimer m_timer;
    QTimer m_aging;
    bool m_isComputing = false;
    bool m_isTouched = false;
    bool m_hasSought = false;
    bool m_isUsualNew = false; ///< since it was wound
    int m_delays = 0;          ///< since then
    bool m_isReady = false;
    QList<Pace> m_paces;
};

} // namespace chartroom
