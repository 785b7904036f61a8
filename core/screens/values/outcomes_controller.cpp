// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/outcomes_controller.h"

#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/charts/semantic_version.h"
#include "core/compare/chart_lookup.h"
#include "core/compare/installed_values.h"
#include "core/compare/shown_text.h"
#include "core/helm/release_situation.h"
#include "core/secrets/masked_values.h"
#include "core/words/relative_time.h"

#include <QMap>
#include <QPromise>
#include <QSet>
#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {

/// What hurts more comes first.
int weight(PathFate::Kind kind)
{
    using Kind = PathFate::Kind;
    static constexpr std::array order{
        Kind::Kept,        Kind::NewDefault, Kind::DefaultMoved,      Kind::StaleDefault, Kind::Set,
        Kind::TypeChanged, Kind::Gone,       Kind::NewDefaultMissing, Kind::LostOverride, Kind::FailsSchema};
    return int(std::find(order.begin(), order.end(), kind) - order.begin());
}

void place(OutcomeRow &row, size_t strategy, const PathFate &fate, const ValueChange &seen, bool isRevealed)
{
    const QString sentence =
        visibleText(isRevealed ? fate.text : maskedText(fate.text)) +
        (fate.renamedTo.isEmpty() ? QString() : QStringLiteral(" → ") + visibleText(fate.renamedTo));
    std::optional<OutcomeCell> &cell = row.cells[strategy];
    if (!cell) {
        cell = OutcomeCell{fate.kind, valueLine(seen.after), sentence};
        return;
    }
    cell->sentence += u' ' + sentence;
    if (weight(fate.kind) > weight(cell->fate))
        cell->fate = fate.kind;
}

/// What each publishes, in the order of the sources.
QFuture<QList<Result<ChartVersions>>> publishedBy(ChartSources *charts, const QList<ChartOrigin> &sources,
                                                  QObject *owner)
{
    struct Answers
    {
        QPromise<QList<Result<ChartVersions>>> promise;
        QList<Result<ChartVersions>> all;
        qsizetype left = 0;
    };
    const auto answers = std::make_shared<Answers>();
    answers->promise.start();
    answers->all = QList<Result<ChartVersions>>(sources.size(), Result<ChartVersions>(ChartVersions()));
    answers->left = sources.size();
    for (qsizetype i = 0; i < sources.size(); ++i)
        onFinished(charts->versions(sources[i]), owner, [answers, i](const Result<ChartVersions> &versions) {
            answers->all[i] = versions;
            if (--answers->left > 0)
                return;
            answers->promise.addResult(answers->all);
            answers->promise.finish();
        });
    return answers->promise.future();
}

/// Newest first; of a version that several list what the surest says.
QList<ChartVersion> allVersions(const QList<ChartVersions> &published)
{
    QList<ChartVersion> all;
    QSet<QString> known;
    for (const ChartVersions &one : published)
        for (const ChartVersion &version : one.versions)
            if (!known.contains(version.version)) {
                known.insert(version.version);
                all << version;
            }
    std::stable_sort(all.begin(), all.end(), [](const ChartVersion &a, const ChartVersion &b) {
        return compareVersions(a.version, b.version) > 0;
    });
    return all;
}

} // namespace

bool OutcomeRow::isQuiet() const
{
    return !isEdit && std::all_of(cells.begin(), cells.end(), [](const auto &cell) {
        return !cell || cell->fate == PathFate::Kind::Kept;
    });
}

ShownOutcomes shownOutcomes(const Outcomes &outcomes, bool isRevealed)
{
    ShownOutcomes shown;
    shown.advice = outcomes.advice;
    QMap<QString, OutcomeRow> rows;
    for (const Outcome &outcome : outcomes.all) {
        const auto strategy = size_t(outcome.strategy);
        shown.warnings[strategy] = outcome.warnings;
        shown.refused[strategy] = !outcome.problem.message.isEmpty();
        if (shown.refused[strategy])
            shown.warnings[strategy].prepend(outcome.problem.message);
        for (const PathFate &fate : outcome.fates) {
            const ValueChange change{ValueChange::Kind::Changed, fate.path, fate.before, fate.after};
            const ValueChange masked = maskedChange(change);
            OutcomeRow &row = rows[fate.path];
            if (row.path.isEmpty()) {
                row.path = isRevealed ? fate.path : masked.path;
                row.today =
                    fate.before.isNull() ? QString() : valueLine(isRevealed ? fate.before : masked.before);
                shown.hidden += masked.before != fate.before || masked.after != fate.after ? 1 : 0;
            }
            row.isEdit = row.isEdit || fate.isEdit;
            place(row, strategy, fate, isRevealed ? change : masked, isRevealed);
        }
    }
    shown.rows = rows.values();
    std::stable_partition(shown.rows.begin(), shown.rows.end(),
                          [](const OutcomeRow &row) { return row.isEdit; });
    return shown;
}

OutcomesController::OutcomesController(Evaluate evaluate, QObject *parent)
    : ReleaseController(parent)
    , m_evaluate(std::move(evaluate))
{}

void OutcomesController::setSource(const QString &cluster, ReleaseSource *releases, ChartSources *charts)
{
    if (releases == this->releases() && charts == m_charts)
        return;
    m_cluster = cluster;
    m_charts = charts;
    follow(releases);
}

void OutcomesController::forget()
{
    m_target.clear();
    m_needsVersions = false;
}

void OutcomesController::setTarget(const QString &version)
{
    if (version == m_target)
        return;
    m_target = version;
    if (m_record && m_versions)
        readChart();
}

void OutcomesController::setEdits(const Value &edits)
{
    if (edits == m_edits)
        return;
    m_edits = edits;
    if (!m_chart)
        return;
    outdate();
    evaluate(*m_chart);
}

void OutcomesController::setActive(bool active)
{
    ReleaseController::setActive(active);
    if (active && m_versions && !m_outcomes && phase() == ReadPhase::Idle)
        readChart();
}

void OutcomesController::needVersions()
{
    const bool wasWanted = isWanted();
    m_needsVersions = true;
    if (!wasWanted)
        restart();
}

void OutcomesController::pin(const ChartOrigin &source)
{
    const Result<void> kept = m_charts ? m_charts->pin(m_cluster, key(), source) : Result<void>();
    if (kept) {
        m_target.clear();
        restart();
    } else {
        enter(ReadPhase::Failed, kept.error());
    }
}

void OutcomesController::clear()
{
    m_record.reset();
    m_newer.reset();
    m_sources.clear();
    m_published.clear();
    m_unread.clear();
    m_versions.reset();
    m_chart.reset();
    m_outcomes.reset();
    m_shown = {};
    m_digest.clear();
}

void OutcomesController::read(const Release &release)
{
    if (!m_charts) {
        enter(ReadPhase::Failed,
              {Error::Code::NotFound,
               tr("There are no charts to compare with: a recording does not query repositories."),
               {},
               {}});
        return;
    }
    enter(ReadPhase::Reading);
    const int base = upgradeBase(release.revisions);
    if (release.newest().revision != base)
        m_newer = release.newest();
    next(releases()->record(key(), base), [this](const ReleaseRecord &record) { takeRecord(record); });
}

void OutcomesController::takeRecord(const ReleaseRecord &record)
{
    m_record = record;
    m_installed = record.chartVersion;
    if (!m_charts)
        return;
    next(m_charts->candidates(m_cluster, record), [this](const QList<ChartOrigin> &sources) {
        if (sources.isEmpty() || !m_charts) {
            enter(ReadPhase::Failed,
                  {Error::Code::NotFound,
                   tr("None of your Helm repositories lists the chart %1. Add the one that does with helm "
                      "repo add, then retry.")
                       .arg(visibleText(m_record->chartName)),
                   {},
                   {}});
            return;
        }
        m_sources = sources;
        next(publishedBy(m_charts, sources, this),
             [this](const QList<Result<ChartVersions>> &answers) { takeVersions(answers); });
    });
}

QList<ChartOrigin> OutcomesController::sourcesOf(const QString &version) const
{
    QList<ChartOrigin> sources;
    for (const ChartVersions &one : m_published)
        if (std::any_of(one.versions.cbegin(), one.versions.cend(),
                        [&version](const ChartVersion &its) { return its.version == version; }))
            sources << one.source;
    return sources;
}

/// Where the surest does not answer, a person decides whether another one will do.
void OutcomesController::takeVersions(const QList<Result<ChartVersions>> &answers)
{
    if (!answers.first()) {
        outdate();
        enter(ReadPhase::Failed, answers.first().error());
        return;
    }
    for (qsizetype i = 0; i < answers.size(); ++i) {
        if (answers[i])
            m_published << *answers[i];
        else
            m_unread << tr("%1: %2").arg(visibleText(m_sources[i].url), answers[i].error().message);
    }
    m_versions = m_published.first();
    m_versions->versions = allVersions(m_published);
    if (m_target.isEmpty()) {
        const std::optional<ChartVersion> newest = newestVersion(m_published.first(), m_installed);
        m_target = newest ? newest->version : m_installed;
    }
    if (isActive())
        readChart();
    else
        enter(ReadPhase::Idle);
}

void OutcomesController::readChart()
{
    outdate();
    m_chart.reset();
    m_outcomes.reset();
    m_digest.clear();
    if (!m_charts || !releases())
        return;
    enter(ReadPhase::Reading);
    next(releases()->helm(), [this](const HelmVersion &helm) {
        m_helm = helm;
        if (m_charts)
            next(ChartLookup::find(m_charts, m_cluster, *m_record, m_target, this),
                 [this](const FoundChart &found) {
                     m_versions->source = found.source;
                     evaluate(found.chart);
                 });
    });
}

void OutcomesController::evaluate(const Chart &chart)
{
    m_chart = chart;
    m_digest = chart.digest;
    const auto work = [evaluate = m_evaluate, record = *m_record, chart, edits = m_edits,
                       helm = m_helm]() -> Result<Outcomes> {
        const Result<InstalledValues> installed = installedValues(record);
        if (!installed)
            return tl::make_unexpected(installed.error());
        return evaluate(*installed, chart, edits, helm);
    };
    next(QtConcurrent::run(work), [this](const Outcomes &outcomes) {
        m_outcomes = outcomes;
        show();
    });
}

void OutcomesController::show()
{
    outdate();
    next(QtConcurrent::run(shownOutcomes, *m_outcomes, isRevealed()), [this](const ShownOutcomes &shown) {
        m_shown = shown;
        m_shown.version = m_target;
        m_shown.since = m_newer ? m_record->revision : 0;
        m_shown.notices = notices();
        for (const ChartVersion &version : m_versions->versions)
            if (version.version == m_target)
                m_shown.kubeVersion = version.kubeVersion;
        enter(ReadPhase::Ready);
    });
}

QStringList OutcomesController::notices() const
{
    QStringList sentences;
    if (!m_versions)
        return sentences;
    if (m_newer)
        sentences.append(
            tr("The current values shown are those of revision %1; revision %2 is %3 and may have applied "
               "others.",
               "number, number, status")
                .arg(QString::number(m_record->revision), QString::number(m_newer->revision),
                     visibleText(m_newer->statusText.isEmpty() ? releaseStatusText(m_newer->status)
                                                               : m_newer->statusText)));
    if (m_outcomes && m_helm.text.isEmpty())
        sentences.append(tr("The version of helm is unknown. The results are those of Helm 4."));
    for (const ChartVersions &one : m_published) {
        if (!one.notice.isEmpty())
            sentences.append(one.notice);
        if (one.isFromCache && one.indexTime.isValid())
            sentences.append(tr("The index was fetched %1.").arg(agoText(one.indexTime, now())));
    }
    sentences += m_unread;
    if (m_versions->source.sureness == ChartOrigin::Sureness::NameOnly)
        sentences.append(tr("Only the chart's name suggests that it comes from %1.")
                             .arg(visibleText(m_versions->source.repository)));
    return sentences;
}

} // namespace chartroom
