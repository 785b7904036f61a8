// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/outcomes_controller.h"

#include "core/base/clock.h"
#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/compare/installed_values.h"
#include "core/helm/masked_values.h"
#include "core/models/relative_time.h"

#include <QMap>
#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {

constexpr qsizetype longestValue = 200;
constexpr int assumedHelmMajor = 4;

QString oneLine(const Value &value)
{
    if (value.isNull())
        return {};
    const bool tree = value.isMap() || value.isList();
    QString text = tree ? QString::fromUtf8(writeJson(value, 0)).trimmed() : value.scalarText();
    if (value.isString() && text.isEmpty())
        text = QStringLiteral("\"\"");
    return visibleText(text.replace(u'\n', QStringLiteral("↵")), false, longestValue);
}

/// What hurts more comes first.
int weight(PathFate::Kind kind)
{
    using Kind = PathFate::Kind;
    static constexpr std::array order{
        Kind::Kept, Kind::NewDefault,        Kind::DefaultMoved, Kind::StaleDefault, Kind::TypeChanged,
        Kind::Gone, Kind::NewDefaultMissing, Kind::LostOverride, Kind::FailsSchema};
    return int(std::find(order.begin(), order.end(), kind) - order.begin());
}

void place(OutcomeRow &row, size_t strategy, const PathFate &fate, const ValueChange &seen, bool isRevealed)
{
    const QString sentence =
        visibleText(isRevealed ? fate.text : maskedText(fate.text)) +
        (fate.renamedTo.isEmpty() ? QString() : QStringLiteral(" → ") + visibleText(fate.renamedTo));
    std::optional<OutcomeCell> &cell = row.cells[strategy];
    if (!cell) {
        cell = OutcomeCell{fate.kind, oneLine(seen.after), sentence};
        return;
    }
    cell->sentence += u' ' + sentence;
    if (weight(fate.kind) > weight(cell->fate))
        cell->fate = fate.kind;
}

} // namespace

bool OutcomeRow::isQuiet() const
{
    return std::all_of(cells.begin(), cells.end(),
                       [](const auto &cell) { return !cell || cell->fate == PathFate::Kind::Kept; });
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
                    fate.before.isNull() ? QString() : oneLine(isRevealed ? fate.before : masked.before);
                shown.hidden += masked.before != fate.before || masked.after != fate.after ? 1 : 0;
            }
            place(row, strategy, fate, isRevealed ? change : masked, isRevealed);
        }
    }
    shown.rows = rows.values();
    return shown;
}

OutcomesController::OutcomesController(Evaluate evaluate, const Clock *clock, QObject *parent)
    : QObject(parent)
    , m_evaluate(std::move(evaluate))
    , m_clock(clock)
{}

void OutcomesController::setSource(ReleaseSource *releases, ChartSources *charts)
{
    if (releases == m_releases && charts == m_charts)
        return;
    if (m_releases)
        m_releases->disconnect(this);
    m_releases = releases;
    m_charts = charts;
    m_key = {};
    m_target.clear();
    m_revealed = false;
    if (releases)
        connect(releases, &ReleaseSource::releasesChanged, this, &OutcomesController::followReleases);
    read();
}

void OutcomesController::setRelease(const ReleaseKey &key)
{
    if (key == m_key)
        return;
    m_key = key;
    m_target.clear();
    m_revealed = false;
    m_needsVersions = false;
    read();
}

void OutcomesController::setTarget(const QString &version)
{
    if (version == m_target)
        return;
    m_target = version;
    if (m_record && m_versions)
        readChart();
}

void OutcomesController::setRevealed(bool revealed)
{
    if (revealed == m_revealed)
        return;
    m_revealed = revealed;
    if (m_outcomes)
        show();
    else
        Q_EMIT changed();
}

void OutcomesController::setActive(bool active)
{
    m_active = active;
    if (active && m_stale)
        read();
    else if (active && m_versions && !m_outcomes && m_phase == ReadPhase::Idle)
        readChart();
}

void OutcomesController::needVersions()
{
    m_needsVersions = true;
    if (m_stale)
        read();
}

void OutcomesController::retry()
{
    read();
}

template<typename T, typename Take>
void OutcomesController::next(const QFuture<Result<T>> &future, Take take)
{
    onFinished(future, this, [this, question = m_question, take](const Result<T> &result) {
        if (question != m_question)
            return;
        if (result)
            take(*result);
        else
            enter(ReadPhase::Failed, result.error());
    });
}

void OutcomesController::followReleases()
{
    const Release *release = m_releases->find(m_key);
    if ((release ? release->newest().revision : 0) != m_newest)
        read();
}

void OutcomesController::read()
{
    ++m_question;
    m_record.reset();
    m_versions.reset();
    m_outcomes.reset();
    m_shown = {};
    m_stale = !m_active && !m_needsVersions;
    const Release *release = m_releases && !m_key.name.isEmpty() ? m_releases->find(m_key) : nullptr;
    m_newest = release ? release->newest().revision : 0;
    if (m_stale || !release) {
        enter(ReadPhase::Idle);
        return;
    }
    if (!m_charts) {
        enter(ReadPhase::Failed,
              {Error::Code::NotFound,
               tr("There are no charts to compare with here: a recording asks no repository."),
               {},
               {}});
        return;
    }
    enter(ReadPhase::Reading);
    next(m_releases->record(m_key, release->newest().revision),
         [this](const ReleaseRecord &record) { takeRecord(record); });
}

void OutcomesController::takeRecord(const ReleaseRecord &record)
{
    m_record = record;
    m_installed = record.chartVersion;
    if (!m_charts)
        return;
    next(m_charts->candidates(record), [this](const QList<ChartSource> &sources) {
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
        next(m_charts->versions(sources.first()),
             [this](const ChartVersions &versions) { takeVersions(versions); });
    });
}

void OutcomesController::takeVersions(const ChartVersions &versions)
{
    m_versions = versions;
    if (m_target.isEmpty()) {
        const std::optional<ChartVersion> newest = newestVersion(versions, m_installed);
        m_target = newest ? newest->version : m_installed;
    }
    if (m_active)
        readChart();
    else
        enter(ReadPhase::Idle);
}

void OutcomesController::readChart()
{
    ++m_question;
    m_outcomes.reset();
    if (!m_charts)
        return;
    enter(ReadPhase::Reading);
    next(m_charts->chart(m_versions->source, m_target), [this](const Chart &chart) { evaluate(chart); });
}

void OutcomesController::evaluate(const Chart &chart)
{
    const auto work = [evaluate = m_evaluate, record = *m_record, chart]() -> Result<Outcomes> {
        const Result<InstalledValues> installed = installedValues(record);
        if (!installed)
            return tl::make_unexpected(installed.error());
        return evaluate(*installed, chart, Value(Value::Map()), assumedHelmMajor);
    };
    next(QtConcurrent::run(work), [this](const Outcomes &outcomes) {
        m_outcomes = outcomes;
        show();
    });
}

void OutcomesController::show()
{
    const int question = ++m_question;
    onFinished(QtConcurrent::run(shownOutcomes, *m_outcomes, m_revealed), this,
               [this, question](const ShownOutcomes &shown) {
                   if (question != m_question)
                       return;
                   m_shown = shown;
                   m_shown.version = m_target;
                   m_shown.notices = notices();
                   enter(ReadPhase::Ready);
               });
}

QStringList OutcomesController::notices() const
{
    QStringList sentences;
    if (!m_versions)
        return sentences;
    if (!m_versions->notice.isEmpty())
        sentences.append(m_versions->notice);
    if (m_versions->isFromCache && m_versions->indexTime.isValid())
        sentences.append(tr("The index was fetched %1.").arg(agoText(m_versions->indexTime, m_clock->now())));
    if (m_versions->source.sureness == ChartSource::Sureness::NameOnly)
        sentences.append(tr("Only the chart's name says that it comes from %1.")
                             .arg(visibleText(m_versions->source.repository)));
    return sentences;
}

void OutcomesController::enter(ReadPhase phase, const Error &error)
{
    m_phase = phase;
    m_error = error;
    Q_EMIT changed();
}

} // namespace chartroom
