// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_sources.h"
#include "core/models/release_source.h"
#include "core/models/values_controller.h"
#include "core/outcomes/outcomes.h"

#include <QPointer>

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

    /// Every strategy keeps it, or does nothing to it.
    [[nodiscard]] bool isQuiet() const;
};

struct ShownOutcomes
{
    QString version;
    QList<OutcomeRow> rows; ///< by path
    Advice advice;
    std::array<QStringList, 3> warnings; ///< what Helm would say, and why it would refuse
    std::array<bool, 3> refused{};
    QStringList notices; ///< "The index is 3 days old."
    int hidden = 0;
};

/// The rows of `outcomes`, secrets as dots unless revealed. A pure function for the pool.
[[nodiscard]] ShownOutcomes shownOutcomes(const Outcomes &outcomes, bool isRevealed);

/// What an upgrade to a version would make of a release's values, by all three strategies. The versions come
/// from the surest source that lists the chart; the newest is the first target.
class OutcomesController final : public QObject
{
    Q_OBJECT
public:
    /// See outcomes(); a test may give its own. Runs on the pool.
    using Evaluate = std::function<Outcomes(const InstalledValues &, const Chart &, const Value &edits, int)>;
    explicit OutcomesController(Evaluate evaluate, const Clock *clock, QObject *parent = nullptr);

    /// Null when the cluster is not connected; without charts, as in a recording, there are no outcomes.
    /// Forgets the release.
    void setSource(ReleaseSource *releases, ChartSources *charts);
    void setRelease(const ReleaseKey &key);
    void setTarget(const QString &version);
    void setRevealed(bool revealed);
    /// Only asks for charts while somebody looks.
    void setActive(bool active);
    /// Reads the versions of this release's chart although nobody looks at outcomes.
    void needVersions();
    void retry();

    [[nodiscard]] ReadPhase phase() const { return m_phase; }
    [[nodiscard]] const Error &error() const { return m_error; }
    [[nodiscard]] bool isRevealed() const { return m_revealed; }
    /// Of the source, newest first; known before the outcomes are.
    [[nodiscard]] const std::optional<ChartVersions> &versions() const { return m_versions; }
    [[nodiscard]] const QString &installed() const { return m_installed; }
    [[nodiscard]] const QString &target() const { return m_target; }
    [[nodiscard]] const ShownOutcomes &shown() const { return m_shown; }

Q_SIGNALS:
    void changed();

private:
    void followReleases();
    void read();
    void takeRecord(const ReleaseRecord &record);
    void takeVersions(const ChartVersions &versions);
    void readChart();
    void evaluate(const Chart &chart);
    void show();
    void enter(ReadPhase phase, const Error &error = {});
    /// Calls `take` with the value, unless another question came; an error ends the reading.
    template<typename T, typename Take>
    void next(const QFuture<Result<T>> &future, Take take);
    [[nodiscard]] QStringList notices() const;

    Evaluate m_evaluate;
    const Clock *m_clock;
    QPointer<ReleaseSource> m_releases;
    QPointer<ChartSources> m_charts;
    ReleaseKey m_key;
    QString m_installed;
    QString m_target;
    int m_newest = 0; ///< the newest revision when it was read
    bool m_active = false;
    bool m_needsVersions = false;
    bool m_stale = true;
    bool m_revealed = false;
    std::optional<ReleaseRecord> m_record;
    std::optional<ChartVersions> m_versions;
    std::optional<Outcomes> m_outcomes;
    ShownOutcomes m_shown;
    ReadPhase m_phase = ReadPhase::Idle;
    Error m_error;
    int m_question = 0; ///< answers to older ones are dropped
};

} // namespace chartroom
