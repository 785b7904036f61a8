// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/plan_verb.h"

#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/charts/chart_cache.h"
#include "core/compare/installed_values.h"
#include "core/kube/kubeconfig.h"
#include "core/upgrade/capture.h"
#include "core/upgrade/draft_file.h"
#include "core/upgrade/helm_commands.h"
#include "core/upgrade/journal.h"
#include "core/upgrade/keyring.h"

#include <QtConcurrentRun>

namespace chartroom {

namespace {

Result<Outcomes> outcomesOf(const ReleaseRecord &record, const Chart &target, const Value &edits,
                            const HelmVersion &helm)
{
    const auto installed = installedValues(record);
    if (!installed)
        return tl::make_unexpected(installed.error());
    return outcomes(*installed, target, edits, helm);
}

} // namespace

PlanVerb::PlanVerb(Invocation invocation, Sessions sessions, Console *console, ChartSources *charts,
                   const ResponsibilityRules *rules, PlanKeeping keeping)
    : SessionVerb(std::move(invocation), std::move(sessions), console)
    , m_charts(charts)
    , m_rules(rules)
    , m_keeping(keeping)
{}

void PlanVerb::print(const QList<ClusterSession *> &readable)
{
    m_session = readable.first();
    onFinished(findTarget(invocation(), m_session, m_charts, this), this,
               [this](const Result<UpgradeTarget> &target) {
                   if (!target) {
                       fail(target.error());
                       return;
                   }
                   m_target = *target;
                   const ReleaseKey &key = m_target.release;
                   m_report.release = key;
                   m_report.chart = m_target.record.chartName;
                   m_report.fromVersion = m_target.record.chartVersion;
                   m_report.toVersion = invocation().toText;
                   m_report.asked = invocation().strategy;
                   m_report.context = m_session->name();
                   if (!invocation().kubeconfig.isEmpty())
                       m_report.kubeconfigs = kubeconfigFiles(invocation().kubeconfig);
                   m_report.valuesFiles = invocation().valuesFiles;
                   m_report.setArguments = invocation().setArguments;
                   if (const Release *release = m_session->releases()->find(key))
                       m_report.historyMax =
                           keptHistory(release->revisions.size(), qEnvironmentVariable("HELM_MAX_HISTORY"));
                   m_report.notes = m_rules->pathNotes(m_session->name(), key.namespaceName, key.name);
                   m_report.target = m_target.found;
                   m_report.notices = m_target.found.notices;
                   takeVersions();
                   askHelm();
               });
}

void PlanVerb::takeVersions()
{
    for (const ChartVersions &one : std::as_const(m_target.found.published)) {
        if (!one.notice.isEmpty())
            m_report.notices << one.notice;
        if (one.source.argument() == m_target.found.source.argument())
            m_report.versions = one;
        else if (const auto newer = newestVersion(one, invocation().toText))
            m_report.notices << tr("%1 has a newer version, %2.").arg(one.source.argument(), newer->version);
    }
}

void PlanVerb::askHelm()
{
    onFinished(m_session->helm()->version(), this, [this](const Result<HelmVersion> &version) {
        if (!version)
            m_report.notices << tr("%1 The outcomes are those of Helm 4.").arg(version.error().message);
        compute(version.value_or(assumedHelm()));
    });
}

void PlanVerb::compute(const HelmVersion &helm)
{
    const auto computing =
        QtConcurrent::run(outcomesOf, m_target.record, m_target.found.chart, m_target.edits, helm);
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
    UpgradeDraft draft = m_target.draft(m_session->name(), m_report.chosen());
    draft.window = invocation().window;
    if (const QList<FieldIssue> issues = validate(draft); !draft.canary.isEmpty() && !issues.isEmpty()) {
        fail({Error::Code::Invalid, issues.first().text, {}, {}});
        return;
    }
    if (!invocation().planFile.isEmpty()) {
        if (const Result<void> saved = save(draft); !saved) {
            fail(saved.error());
            return;
        }
    }
    auto *operation =
        new PreflightOperation({m_session, m_charts, operationsFolder(), chartCacheFolder()}, draft, this);
    connect(operation, &PreflightOperation::finished, this, [this, operation, draft] {
        if (const Result<PreflightReport> &report = operation->report()) {
            m_report.preflight = *report;
            m_report.nodes = nodesPlan(*report, draft, report->at);
        } else {
            m_report.notices << report.error().message;
            m_preflightProblem = report.error();
        }
        askKeyring();
    });
    operation->start();
}

/// A keyring without a key of ours gets one with the first upgrade, and nothing is to be said then.
void PlanVerb::askKeyring()
{
    const auto print = [this](const Result<SealingKey> &key) {
        if (!key && key.error().code != Error::Code::NotFound)
            m_report.notices << keepingText({{}, key.error().message, m_keeping.clearFor},
                                            operationsFolder());
        printReport();
    };
    if (m_keeping.keyring)
        onFinished(m_keeping.keyring->key(Keyring::Absent::Tell), this, print);
    else
        print(failure(Error::Code::Unsupported, noKeyringText()));
}

Result<void> PlanVerb::save(const UpgradeDraft &draft) const
{
    const QString &file = invocation().planFile;
    const Result<QByteArray> yaml = writeDraft(draft);
    if (!yaml)
        return tl::make_unexpected(yaml.error());
    if (Result<void> written = writePrivateFile(file, *yaml); !written)
        return written;
    console().note(tr("The plan is in %1; chartroom upgrade --plan runs it as it stands there.").arg(file));
    return {};
}

void PlanVerb::printReport()
{
    for (const QString &notice : std::as_const(m_report.notices))
        console().note(notice);
    if (planCommand(m_report, true) != planCommand(m_report, invocation().reveal))
        console().note(
            tr("What looks secret is hidden in the command: it runs as shown with --reveal only."));
    const OutputFormat format = invocation().format.value_or(OutputFormat::Table);
    if (format == OutputFormat::Table || format == OutputFormat::Markdown)
        console().data(planText(m_report, format, invocation().reveal, console().style().isColored,
                                console().style().width));
    else
        console().print(planPrintout(m_report, invocation().reveal), format);
    const QList<PreflightFinding> findings =
        m_report.preflight ? m_report.preflight->findings : QList<PreflightFinding>();
    const bool isSevere = std::any_of(findings.cbegin(), findings.cend(), [](const PreflightFinding &one) {
        return one.severity == Severity::Severe;
    });
    const bool isRefused = !m_report.outcomes.of(m_report.chosen()).problem.message.isEmpty();
    if (m_preflightProblem) // what it would have found is unknown
        return end(exitCode(*m_preflightProblem));
    end(isRefused || isSevere ? Found : Done);
}

} // namespace chartroom
