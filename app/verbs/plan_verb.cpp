// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/plan_verb.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/compare/installed_values.h"
#include "core/helm/set_syntax.h"

#include <QtConcurrentRun>

namespace chartroom {

namespace {

constexpr qint64 maxFileBytes = 4LL * 1024 * 1024;

Result<Value> editsOf(const QStringList &files, const QStringList &setArguments)
{
    QList<Value> values;
    for (const QString &file : files) {
        const Result<QByteArray> bytes = readPlainFile(file, maxFileBytes);
        if (!bytes)
            return tl::make_unexpected(bytes.error());
        const Result<Value> read = readYaml(*bytes);
        if (!read || !(read->isMap() || read->isNull()))
            return failure(
                Error::Code::Invalid,
                PlanVerb::tr("%1 holds no values: %2")
                    .arg(file, read ? PlanVerb::tr("its YAML is no map of keys.") : read.error().message));
        values.append(*read);
    }
    return editsFrom(values, setArguments);
}

Result<Outcomes> outcomesOf(const ReleaseRecord &record, const Chart &target, const Value &edits,
                            int helmMajor)
{
    const auto installed = installedValues(record);
    if (!installed)
        return tl::make_unexpected(installed.error());
    return outcomes(*installed, target, edits, helmMajor);
}

} // namespace

PlanVerb::PlanVerb(Invocation invocation, Sessions sessions, Console *console, ChartSources *charts,
                   const ResponsibilityRules *rules)
    : SessionVerb(std::move(invocation), std::move(sessions), console)
    , m_charts(charts)
    , m_rules(rules)
{}

void PlanVerb::print(const QList<ClusterSession *> &readable)
{
    m_session = readable.first();
    ReleaseStore *store = m_session->releases();
    const auto key = findRelease(*store, invocation().release, invocation().namespaceName);
    if (!key) {
        fail(key.error());
        return;
    }
    if (!m_charts || !m_session->helm()) {
        fail({Error::Code::Unsupported,
              tr("A plan needs the chart's repository, which a recording has not."),
              {},
              {}});
        return;
    }
    m_report.release = *key;
    m_report.toVersion = invocation().toText;
    m_report.asked = invocation().strategy;
    m_report.context = m_session->name();
    m_report.valuesFiles = invocation().valuesFiles;
    m_report.setArguments = invocation().setArguments;
    m_report.notes = m_rules->pathNotes(m_session->name(), key->namespaceName, key->name);
    onFinished(store->record(*key, store->find(*key)->newest().revision), this,
               [this](const Result<ReleaseRecord> &record) {
                   if (!record) {
                       fail(record.error());
                       return;
                   }
                   m_record = *record;
                   m_report.chart = record->chartName;
                   m_report.fromVersion = record->chartVersion;
                   readEdits();
               });
}

void PlanVerb::readEdits()
{
    const auto reading = QtConcurrent::run(editsOf, invocation().valuesFiles, invocation().setArguments);
    onFinished(reading, this, [this](const Result<Value> &edits) {
        if (!edits) {
            fail(edits.error());
            return;
        }
        m_edits = *edits;
        findTarget(m_record);
    });
}

void PlanVerb::findTarget(const ReleaseRecord &record)
{
    onFinished(ChartLookup::find(m_charts, m_session->name(), record, m_report.toVersion, this), this,
               [this](const Result<FoundChart> &found) {
                   if (!found) {
                       fail(found.error());
                       return;
                   }
                   m_report.target = *found;
                   m_report.notices = found->notices;
                   askVersions();
               });
}

void PlanVerb::askVersions()
{
    onFinished(m_charts->versions(m_report.target.source), this,
               [this](const Result<ChartVersions> &versions) {
                   if (versions) {
                       m_report.versions = *versions;
                       if (!versions->notice.isEmpty())
                           m_report.notices << versions->notice;
                   } else {
                       m_report.notices << versions.error().message;
                   }
                   askHelm();
               });
}

void PlanVerb::askHelm()
{
    onFinished(m_session->helm()->version(), this, [this](const Result<HelmVersion> &version) {
        if (!version)
            m_report.notices << tr("%1 The outcomes are those of Helm 4.").arg(version.error().message);
        compute(version ? version->major : 4);
    });
}

void PlanVerb::compute(int helmMajor)
{
    const auto computing = QtConcurrent::run(outcomesOf, m_record, m_report.target.chart, m_edits, helmMajor);
    onFinished(computing, this, [this](const Result<Outcomes> &computed) {
        if (!computed) {
            fail(computed.error());
            return;
        }
        m_report.outcomes = *computed;
        preflight();
    });
}

void PlanVerb::preflight()
{
    UpgradeDraft draft;
    draft.context = m_session->name();
    draft.release = m_report.release;
    draft.plannedOn = m_record.revision;
    const ChartSource &source = m_report.target.source;
    draft.chart = {m_report.chart, source.repository, source.url, m_report.toVersion,
                   m_report.target.chart.digest};
    draft.strategy = m_report.chosen();
    draft.edits = m_edits;
    auto *operation = new PreflightOperation({m_session, m_charts}, draft, std::nullopt, this);
    connect(operation, &PreflightOperation::finished, this, [this, operation] {
        if (operation->report())
            m_report.preflight = *operation->report();
        else
            m_report.notices << operation->report().error().message;
        printReport();
    });
    operation->start();
}

void PlanVerb::printReport()
{
    for (const QString &notice : std::as_const(m_report.notices))
        console().note(notice);
    const OutputFormat format = invocation().format.value_or(OutputFormat::Table);
    const bool isColored = console().style().isColored;
    if (format == OutputFormat::Table || format == OutputFormat::Markdown)
        console().data(planText(m_report, format, invocation().reveal, isColored));
    else
        console().data(rendered(planPrintout(m_report, invocation().reveal), format, isColored));
    const QList<Finding> findings = m_report.preflight ? m_report.preflight->findings : QList<Finding>();
    const bool isSevere = std::any_of(findings.cbegin(), findings.cend(),
                                      [](const Finding &one) { return one.severity == Severity::Severe; });
    const bool isRefused = !m_report.outcomes.of(m_report.chosen()).problem.message.isEmpty();
    end(isRefused || isSevere ? Found : Done);
}

} // namespace chartroom
