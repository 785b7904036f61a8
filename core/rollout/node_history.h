// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/moments.h"
#include "core/rollout/step.h"

#include <QDateTime>
#include <QList>
#include <QMap>
#include <QString>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace chartroom {

/// A label that a node bore for a time. Intervals of a node follow each other without a gap.
struct StepInterval
{
    QString label;
    RolloutStep step = RolloutStep::Idle;
    QDateTime start;           ///< UTC
    bool isStartKnown = false; ///< false: it was there at `start`, since when is unknown
    QDateTime end;             ///< UTC; invalid: it is still there
    bool isEndKnown = false;   ///< false: it went before `end`, or is still there
    bool isNext = false;       ///< it was seen or told that nothing lay between the one before and this
    /// Nobody saw it come: Events told of it, and no Event tells that a label was taken away.
    bool isTold = false;
    bool isAfterLoss = false; ///< Events of what came before may be lost, also of a whole run

    friend bool operator==(const StepInterval &, const StepInterval &) = default;
};

/// Whether `next`, which follows `before`, begins another run: between the two the node was idle, or its
/// label was set by hand, and that was not seen.
[[nodiscard]] bool beginsAnew(const StepInterval &before, const StepInterval &next);

/// A label that somebody else saw come: the operator's Event, an annotation. As exact as a second.
struct ToldLabel
{
    QString label;
    QDateTime at;                 ///< UTC
    bool isFoundCordoned = false; ///< no label came: the operator found the node cordoned
    bool isRequested = false;     ///< no label came: the operator does what somebody asked for
    /// Events of other labels may have been folded into this one from then on, up to `at`; invalid: none.
    QDateTime lostFrom = {};
    int count = 1; ///< of the Events that this one stands for

    void moveBy(std::chrono::milliseconds by)
    {
        at = laterBy(at, by);
        lostFrom = lostFrom.isValid() ? laterBy(lostFrom, by) : QDateTime();
    }

    friend bool operator==(const ToldLabel &, const ToldLabel &) = default;
};

/// Where in the labels of a node a cordon came that still stands.
struct CordonPlace
{
    enum class Kind {
        Unknown,
        BeforeRun, ///< while the node rested or was queued: the run that followed found it cordoned
        InRun,     ///< as the run that is on took the node
        LeftByRun, ///< as a run took the node that has ended since, and did not uncordon it
        AfterRun,  ///< while the node rested, as it does now
    };
    Kind kind = Kind::Unknown;
    RolloutStep last = RolloutStep::Unknown; ///< with LeftByRun: the last known step of that run

    /// No run did it: the node rested or was queued.
    [[nodiscard]] bool isAtRest() const { return kind == Kind::BeforeRun || kind == Kind::AfterRun; }
    [[nodiscard]] bool isOfRun() const { return kind == Kind::InRun || kind == Kind::LeftByRun; }

    friend bool operator==(const CordonPlace &, const CordonPlace &) = default;
};

/// One way of a node through a rollout: from the moment it was queued, or taken, until it rested again.
struct NodeRun
{
    QDateTime queued; ///< invalid: it was not seen waiting
    QDateTime taken;  ///< when the first step under way began; invalid: none did
    bool isTakenKnown = false;
    QDateTime end; ///< invalid: it has not ended
    bool isEndKnown = false;
    bool hasFailed = false;      ///< at some time
    QDateTime failedUntil;       ///< its last failure ended then, or that of the run which it retries
    bool isFinished = false;     ///< ended with done
    bool hasMaintenance = false; ///< an external maintenance operator was waited for
    bool isWhole = true;         ///< false: as far as Events tell, it may be parts of two runs
};

/// The labels of one node in one component's rollout over time. A value; cheap to copy.
class NodeHistory
{
public:
    /// The oldest intervals go beyond so many: a node that flaps does not eat the memory.
    static constexpr qsizetype longest = 96;

    /// The label is `label` at that time, which is never before the last one given. `isExact`: it became so
    /// just then, else some time after the last call.
    void see(const QString &label, RolloutStep step, const QDateTime &at, bool isExact);
    /// What others saw: fills the time before the first call of see() and between calls that were not exact.
    /// Where the last thing told is not what was seen next, the start stays unknown. Returns whether anything
    /// became known.
    bool tell(QList<ToldLabel> told);

    [[nodiscard]] const QList<StepInterval> &intervals() const & { return m_intervals; }
    [[nodiscard]] QList<StepInterval> intervals() && { return std::move(m_intervals); } // outlives it
    [[nodiscard]] bool isEmpty() const { return m_intervals.isEmpty(); }
    /// The interval of that time; null before the first.
    [[nodiscard]] const StepInterval *at(const QDateTime &time) const;
    /// When the present label came; invalid while that is not known.
    [[nodiscard]] QDateTime since() const;
    /// When it was seen first; it may have been there before. Invalid before any was.
    [[nodiscard]] QDateTime seenSince() const;
    /// The last step that was not Failed before the present one; nothing of a failed node where others may
    /// have lain between.
    [[nodiscard]] std::optional<RolloutStep> before() const;
    /// When the label before the present one came; invalid while that is not known.
    [[nodiscard]] QDateTime beforeSince() const;
    /// When the operator itself took the node out of a failure of the present run, or of the last one: it
    /// goes from failed to uncordon-required or upgrade-done and nowhere else (k8s-operator-libs
    /// pkg/upgrade/common_manager.go ProcessUpgradeFailedNodes). Invalid when it did not, and where nobody
    /// saw what followed the failure.
    [[nodiscard]] QDateTime healedAt() const;
    /// The label that a failed node of that run got from somebody else, or, where it is only told of, from
    /// the operator after autoUpgrade was off; nothing when nobody gave it one, and where nobody saw what
    /// followed the failure.
    [[nodiscard]] std::optional<StepInterval> relabelled() const;

    /// The last step of a run that was broken off, as by the switch autoUpgrade, and after which no run has
    /// uncordoned the node. The end of a run that found the node cordoned leaves that step out.
    [[nodiscard]] std::optional<StepInterval> brokenOff() const;

    /// Of a cordon of that time (UTC, in whole seconds). The operators cordon as they take a node, in the
    /// first step of the way, and never later (k8s-operator-libs pkg/upgrade/common_manager.go
    /// ProcessCordonRequiredNodes).
    [[nodiscard]] CordonPlace placeOfCordon(const QDateTime &time) const;

    /// Oldest first; the last one may still be under way.
    [[nodiscard]] QList<NodeRun> runs() const;
    /// Those of runs() that were seen from the slot to done, and that nothing failed or stopped. When a
    /// maintenance operator took the node no label tells.
    [[nodiscard]] QList<NodeRun> cleanRuns() const;
    /// Of an interval and the one after it, both told: the switch autoUpgrade may have taken the label away
    /// in between, of which no Event tells, and put the later one as it was on again. The operator itself
    /// queues no node under way, and uncordons one before it is done, but where it found it cordoned
    /// (k8s-operator-libs pkg/upgrade/common_manager.go updateNodeToUncordonOrDoneState,
    /// ProcessDoneOrUnknownNodes).
    [[nodiscard]] bool mayHaveLapsed(const StepInterval &interval, const StepInterval &next) const;
    /// When the label of that interval went is known: somebody saw or told that the next one followed it, and
    /// no Events were lost nor may it have been taken away in between. Else it was there for that long at
    /// most.
    [[nodiscard]] bool isEndKnown(qsizetype index) const;
    /// Time in each step of the last run, up to `now`; left out are steps whose start or end is unknown.
    [[nodiscard]] QMap<RolloutStep, std::chrono::milliseconds> elapsed(const QDateTime &now) const;

    /// Whether the operator found the node cordoned when it came, as far as that was watched or told.
    [[nodiscard]] bool wasFoundCordoned() const { return m_wasFoundCordoned; }
    void noteCordon(bool isCordoned, bool isFoundCordoned)
    {
        m_isCordoned = isCordoned;
        m_wasFoundCordoned = isCordoned && (isFoundCordoned || m_wasFoundCordoned);
    }

    /// Whether somebody asked for the run that is on, in the same way.
    [[nodiscard]] bool wasRequested() const { return m_wasRequested; }
    /// After see().
    void noteRequest(bool isRequested);

    /// Devices that could be allocated when the last run began; nothing where that was not seen.
    [[nodiscard]] std::optional<int> devicesBefore() const
    {
        return m_devicesBefore < 0 ? std::nullopt : std::optional(m_devicesBefore);
    }
    /// So many now, while the node is at rest; else -1.
    void noteDevices(int devices)
    {
        if (devices < 0 && m_devicesAtRest >= 0)
            m_devicesBefore = m_devicesAtRest;
        m_devicesAtRest = devices;
    }

    /// Since when fewer devices can be allocated than could before; invalid where nobody saw them go.
    [[nodiscard]] QDateTime fewerSince() const { return m_fewerSince; }
    /// `isExact` as for see(): those that went while nobody looked have no time.
    void noteOffered(int devices, const QDateTime &at, bool isExact)
    {
        const bool isFewer = devices < m_mostOffered;
        if (!isFewer)
            m_fewerSince = {};
        else if (!m_isFewer && isExact)
            m_fewerSince = at;
        m_isFewer = isFewer;
        m_mostOffered = std::max(m_mostOffered, devices);
    }

    friend bool operator==(const NodeHistory &, const NodeHistory &) = default;

private:
    [[nodiscard]] const StepInterval *afterFailure() const;
    [[nodiscard]] bool isByOperator(const StepInterval &next) const;
    [[nodiscard]] CordonPlace placeAtRest(qsizetype rest) const;
    using Losses = QList<std::pair<QDateTime, QDateTime>>; ///< from, to; invalid: until now
    [[nodiscard]] static Losses lossesOf(QList<ToldLabel> told);
    qsizetype fill(qsizetype index, const QList<ToldLabel> &told, const Losses &losses);

    bool hear(const ToldLabel &mark);

    QList<StepInterval> m_intervals;
    bool m_isCordoned = false;
    bool m_wasFoundCordoned = false;
    bool m_wasRequested = false;
    int m_devicesAtRest = -1; ///< -1 while a run is on, and before anything was seen
    int m_devicesBefore = -1; ///< of the last run; -1: not known
    int m_mostOffered = -1;
    bool m_isFewer = false; ///< than could be allocated before
    QDateTime m_fewerSince;
};

/// Neither queued nor under way.
[[nodiscard]] inline bool isResting(RolloutStep step)
{
    return step == RolloutStep::Idle || step == RolloutStep::Done;
}

} // namespace chartroom
