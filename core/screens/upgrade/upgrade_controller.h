// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/change_controller.h"
#include "core/screens/values/outcomes_controller.h"

#include <QTimer>

namespace chartroom {

/// The planning of one upgrade: owns the draft, which pages only edit through it, and the preflight that
/// judges it, again whenever the draft it judged is another one by now, or what it found is five minutes old
/// and about to be run on. The strategy is never chosen for the person.
class UpgradeController final : public ChangeController
{
    Q_OBJECT
public:
    UpgradeController(const QString &context, const ReleaseKey &key, OutcomesController::Evaluate evaluate,
                      QObject *parent = nullptr);

    using ChangeController::setSources;
    void setSources(ReleaseSource *releases, UpgradeSource *upgrades, ChartSources *charts);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString runText() const override { return tr("&Upgrade"); }
    [[nodiscard]] QList<Page> pages() const override;
    [[nodiscard]] QString leftOut(Page page) const override;
    [[nodiscard]] QString holdback(Page page) const override;
    [[nodiscard]] VisualState stateOf(Page page) const override;
    [[nodiscard]] QString rolloutSwitch() const override;
    [[nodiscard]] Result<PauseOperation *> makePause(bool pauses, QObject *owner) override;

    /// The versions and the three outcomes; its target is the draft's.
    [[nodiscard]] OutcomesController *outcomes() const { return m_outcomes; }
    [[nodiscard]] const UpgradeDraft &draft() const { return m_draft; }
    /// The chart, the strategy and all else that a run needs are there.
    [[nodiscard]] bool isComplete() const;
    [[nodiscard]] const std::optional<Strategy> &strategy() const { return m_strategy; }
    [[nodiscard]] std::optional<int> gpuFloor() const { return m_draft.gpuFloor; }

    /// What it sets beside what the release has, as helm's --set takes it; nothing where no such line says
    /// it, as with some plans from a file.
    [[nodiscard]] const std::optional<QString> &settings() const { return m_settings; }

    /// To that version of the chart; all else of the draft stays. Nothing once it has been run.
    void aim(const QString &version);
    void setStrategy(Strategy strategy);
    /// A line that cannot be read holds the first page back; what was set before stays until it can.
    void setSettings(const QString &line);
    void setPolicy(const PolicyChanges &policy);
    /// "" for none.
    void setCanary(const QString &node);
    void setBake(std::chrono::seconds length);
    void setWindow(const std::optional<UpgradeWindow> &window);
    void setGpuFloor(std::optional<int> floor);
    void setTimeout(std::chrono::seconds timeout);
    void setSupport(const QString &reference, const QString &consent);
    [[nodiscard]] QString reason(const QString &finding) const override
    {
        return m_draft.reasons.value(finding);
    }
    void setReason(const QString &finding, const QString &reason) override;
    /// A plan made before, on the revision and with the archive that it names. Invalid when it is for another
    /// release or cluster.
    [[nodiscard]] Result<void> open(const UpgradeDraft &draft);
    /// What was planned here before for the revision that is the newest still.
    void restore(const UpgradeDraft &draft);
    /// A plan that was made for another revision or another version: it waits until the person takes it, as
    /// its node, its words with Support and its window were chosen for something else.
    void offer(const UpgradeDraft &draft);
    [[nodiscard]] const std::optional<UpgradeDraft> &offered() const { return m_offered; }
    /// With its version, for what is planned now; its reasons answer findings of then and are not taken.
    void takeOffered();
    void dismissOffered();
    /// The opened plan was made on another revision or archive than what is there now.
    [[nodiscard]] bool isOutdated() const;
    /// Takes the revision and the archive that are there now.
    void replan();

    /// What the chart and its values do to nodes; nothing while nobody has looked.
    [[nodiscard]] const std::optional<NodeImpact> &impact() const { return m_impact; }
    /// What a plan of the nodes rests on, for the same chart and values; null while nobody has looked, where
    /// no driver is touched, and where the nodes could not be read.
    [[nodiscard]] const RolloutFacts *rollout() const
    {
        return m_impact && report().rollout ? &*report().rollout : nullptr;
    }
    void rerunPreflight() override;
    /// That helm may be at work on the release, as the preflight will say it; "" for nothing, and once it
    /// runs.
    [[nodiscard]] QString pendingNotice() const;
    /// The release is another than the one that was planned for: by what an upgrade starts from, or since the
    /// preflight.
    [[nodiscard]] bool hasMovedOn() const;
    /// To the first page, without what the preflight found and the reasons that answer it.
    void startOver();

private:
    [[nodiscard]] Result<ReleaseOperation *> makeOperation() override;
    [[nodiscard]] QString changeText() const override;
    [[nodiscard]] bool isKept() const override;
    void enter(Page page) override;
    void overtake() override;
    void takeOutcomes();
    void leave(bool isOtherBase);
    void takeEdits(const Value &edits);
    void showSettings(const Value &edits);
    [[nodiscard]] PolicyChanges policyChanges() const override { return m_draft.policy; }
    void takeReport() override;
    void edited();
    void dropPreflight();
    /// The report is of another draft.
    [[nodiscard]] bool isStale() const;
    [[nodiscard]] QString issueIn(const QStringList &fields) const;
    /// How long it is until the agreed window begins; not positive once it has, and where none is agreed on.
    [[nodiscard]] std::chrono::milliseconds untilWindow() const;
    [[nodiscard]] QString canaryIssue() const;

    OutcomesController *m_outcomes;
    UpgradeDraft m_draft;
    std::optional<Strategy> m_strategy;
    std::optional<QString> m_settings = QString();
    QString m_settingsProblem;
    QString m_toldPending;       ///< when changed() was last emitted for pendingNotice()
    bool m_wasOvertaken = false; ///< since the first page was shown
    bool m_isOpened = false;     ///< from a file, and not edited where it is pinned
    std::optional<UpgradeDraft> m_offered;
    std::optional<Strategy> m_offeredStrategy; ///< nothing: none was chosen in that plan
    std::optional<NodeImpact> m_impact;
    UpgradeDraft m_judged; ///< what the preflight reads, or has read
    QTimer m_soon;         ///< a person may go on choosing
    QTimer m_windowBegins; ///< what held the page Review back is over
};

} // namespace chartroom
