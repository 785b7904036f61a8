// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_sources.h"
#include "core/outcomes/outcomes.h"
#include "core/screens/values/release_controller.h"

#include <array>
#include <functional>
#include <optional>

namespace chartroom {

/// What one strategy makes of one path, as a person may see it.
struct OutcomeCell
{
    PathFate::Kind fate = PathFate::Kind::Kept;
    QString value;    ///< then, in one line; empty: not there
    QString sentence; ///< what becomes of it, and what took its place
};

/// One path over all strategies.
struct OutcomeRow
{
    QString path;
    QString today;                                   ///< in one line; empty: not set
    std::array<std::optional<OutcomeCell>, 3> cells; ///< by Strategy; none: nothing happens to it
    bool isEdit = false;                             ///< a person gives it along with this upgrade

    /// Every strategy keeps it, or does nothing to it, and no person sets it with this upgrade.
    [[nodiscard]] bool isQuiet() const;
};

struct ShownOutcomes
{
    QString version;
    QString kubeVersion;    ///< the clusters that the chart says it is for; "" when it does not say
    QList<OutcomeRow> rows; ///< what the person gives along first, then by path
    Advice advice;
    std::array<QStringList, 3> warnings; ///< what Helm would say, and why it would refuse
    std::array<bool, 3> refused{};
    QStringList notices; ///< "The index is 3 days old."
    int hidden = 0;
    /// The revision that `today` is of, where a newer one may have applied other values since; else 0.
    int since = 0;
};

/// The rows of `outcomes`, secrets as dots unless revealed. A pure function for the pool.
[[nodiscard]] ShownOutcomes shownOutcomes(const Outcomes &outcomes, bool isRevealed);

/// What an upgrade to a version would make of a release's values, by all three strategies. The versions are
/// those of all sources that list the chart; the surest one's newest is the first target.
class OutcomesController final : public ReleaseController
{
    Q_OBJECT
public:
    /// See outcomes(); a test may give its own. Runs on the pool.
    using Evaluate = std::function<Outcomes(const InstalledValues &, const Chart &, const Value &edits,
                                            const HelmVersion &)>;
    explicit OutcomesController(Evaluate evaluate, QObject *parent = nullptr);

    /// Without charts, as in a recording, there are no outcomes.
    void setSource(const QString &cluster, ReleaseSource *releases, ChartSources *charts);
    void setTarget(const QString &version);
    /// What the upgrade sets beside what the release has; a map.
    void setEdits(const Value &edits);
    void setActive(bool active) override;
    /// Reads the versions of this release's chart although nobody looks at outcomes.
    void needVersions();

    [[nodiscard]] const QString &cluster() const { return m_cluster; }
    /// Where the chart may come from, the surest first.
    [[nodiscard]] const QList<ChartOrigin> &sources() const { return m_sources; }
    /// The person says which of them it is; kept for this cluster's release and its chart.
    void pin(const ChartOrigin &source);
    /// Of all sources, newest first; known before the outcomes are. Their source is that of the target's
    /// chart once it is read, before that the surest.
    [[nodiscard]] const std::optional<ChartVersions> &versions() const { return m_versions; }
    /// Those that list the version, the surest first.
    [[nodiscard]] QList<ChartOrigin> sourcesOf(const QString &version) const;
    [[nodiscard]] const QString &installed() const { return m_installed; }
    [[nodiscard]] const QString &target() const { return m_target; }
    [[nodiscard]] const ShownOutcomes &shown() const { return m_shown; }
    /// Of the target's archive, once it is Ready.
    [[nodiscard]] const QString &digest() const { return m_digest; }
    /// The revision from which the outcomes start, see upgradeBase(); 0 before it was read.
    [[nodiscard]] int revision() const { return m_record ? m_record->revision : 0; }

private:
    void forget() override;
    void clear() override;
    [[nodiscard]] bool isWanted() const override { return isActive() || m_needsVersions; }
    void read(const Release &release) override;
    void show() override;
    void takeRecord(const ReleaseRecord &record);
    void takeVersions(const QList<Result<ChartVersions>> &answers);
    void readChart();
    void evaluate(const Chart &chart);
    [[nodiscard]] QStringList notices() const;

    Evaluate m_evaluate;
    QString m_cluster;
    QPointer<ChartSources> m_charts;
    QString m_installed;
    QString m_target;
    QString m_digest;
    bool m_needsVersions = false;
    std::optional<ReleaseRecord> m_record;
    std::optional<RevisionEntry> m_newer; ///< the newest, where it is not the one that an upgrade starts from
    HelmVersion m_helm;
    QList<ChartOrigin> m_sources;
    QList<ChartVersions> m_published; ///< by source, the surest first
    QStringList m_unread;             ///< why sources could not be asked
    std::optional<ChartVersions> m_versions;
    std::optional<Chart> m_chart; ///< of the target
    Value m_edits{Value::Map{}};
    std::optional<Outcomes> m_outcomes;
    ShownOutcomes m_shown;
};

} // namespace chartroom
