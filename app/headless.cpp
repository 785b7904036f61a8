// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless.h"

#include "app/command_line_tr.h"
#include "app/console_consent.h"
#include "app/contexts_printout.h"
#include "app/desktop_keyring.h"
#include "app/session_source.h"
#include "app/terminal_width.h"
#include "app/unix_signals.h"
#include "app/verbs/capture_verb.h"
#include "app/verbs/findings_verb.h"
#include "app/verbs/gpus_verb.h"
#include "app/verbs/info_verb.h"
#include "app/verbs/list_verb.h"
#include "app/verbs/matrix_verb.h"
#include "app/verbs/operation_verb.h"
#include "app/verbs/plan_verb.h"
#include "app/verbs/record_verb.h"
#include "app/verbs/recover_verb.h"
#include "app/verbs/release_verbs.h"
#include "app/verbs/responsibility_verb.h"
#include "app/verbs/rollout_verb.h"
#include "app/verbs/ticket_verb.h"
#include "app/verbs/unhold_verb.h"
#include "app/verbs/upgrade_verb.h"
#include "app/verbs/versions_verb.h"
#include "app/window_settings.h"
#include "app/work_end.h"
#include "core/base/moments.h"
#include "core/base/translator.h"
#include "core/charts/chart_cache.h"
#include "core/charts/helm_chart_sources.h"
#include "core/process/process_runner.h"
#include "core/process/program_search.h"
#include "core/recording/recording_reader.h"
#include "core/responsibility/rules.h"
#include "core/secrets/log.h"
#include "core/session/session_factory.h"
#include "core/ticket/session_tickets.h"
#include "core/upgrade/kept_captures.h"

#include <QCoreApplication>
#include <QFile>
#include <QSettings>
#include <QTimer>

#include <unistd.h>

namespace chartroom {

namespace {

/// The files and folders that the arguments name.
QStringList pathsOf(const Invocation &given)
{
    QStringList paths = given.valuesFiles;
    paths << given.from.path << given.to.path << given.kubeconfig << given.recording << given.file
          << given.planFile << given.unsealTo << given.attachments << given.report
          << given.matrix.section(u'@', 0, 0);
    paths.removeAll(QString());
    return paths;
}

Console::Style styleOf(const Invocation &invocation)
{
    const bool isTerminal = ::isatty(STDOUT_FILENO) && qgetenv("TERM") != "dumb";
    return {isTerminal && !invocation.noColor && qgetenv("NO_COLOR").isEmpty(),
            invocation.quiet,
            invocation.verbose,
            invocation.isWide ? 0 : terminalWidth(STDOUT_FILENO),
            terminalWidth(STDERR_FILENO),
            pathsOf(invocation)};
}

/// The same words with a code that says what came of it, for the exit status.
tl::unexpected<Error> cannotConnect(const Error &error)
{
    return failure(Error::Code::Unreachable, error.message, error.detail);
}

/// The composition root of the verbs: makes what they stand on, one verb, and outlives it.
class Headless
{
public:
    Headless(Invocation invocation, Console *console, TicketPdf pdf)
        : m_invocation(std::move(invocation))
        , m_console(console)
        , m_pdf(pdf)
    {}

    /// The verb, or why there is none.
    Result<std::unique_ptr<Verb>> makeVerb()
    {
        if (m_invocation.verb == VerbName::Info)
            return std::make_unique<InfoVerb>(m_invocation, m_console, &m_runner);
        auto rules = ResponsibilityRules::withUserFile(ResponsibilityRules::userFilePath());
        if (!rules) // no argument names that file
            return failure(Error::Code::Damaged, rules.error().message, rules.error().detail);
        m_rules = std::move(*rules);
        for (const Error &left : tidyOperations(operationsFolder(), m_clock, m_clearCaptureFor, {}))
            m_console->problem(left);
        if (CaptureVerb::isMeantBy(m_invocation))
            return std::make_unique<CaptureVerb>(m_invocation, m_console, &m_clock, &m_keyring,
                                                 operationsFolder());
        if (MatrixVerb::isMeantBy(m_invocation) && !MatrixVerb::needsCluster(m_invocation))
            return std::make_unique<MatrixVerb>(m_invocation, SessionVerb::Sessions(), m_console,
                                                MatrixVerb::Parts{&m_clock});
        const bool isReplay = m_invocation.verb == VerbName::Replay;
        auto sessions = isReplay || !m_invocation.recording.isEmpty()
                            ? recordedSessions(isReplay ? m_invocation.file : m_invocation.recording)
                            : connectedSessions();
        if (!sessions)
            return tl::make_unexpected(sessions.error());
        return verbOver(std::move(*sessions));
    }

    int printContexts()
    {
        const Kubeconfig kubeconfig = readKubeconfig();
        if (kubeconfig.contexts.isEmpty() && kubeconfig.problems.isEmpty())
            m_console->note(CommandLineTr::tr("No context was found in %1.")
                                .arg(kubeconfigFiles(m_invocation.kubeconfig).join(QStringLiteral(", "))));
        m_console->print(contextsPrintout(kubeconfig), m_invocation.format);
        if (kubeconfig.problems.isEmpty())
            return Done;
        return kubeconfig.contexts.isEmpty() ? NotDone : Found;
    }

private:
    Kubeconfig readKubeconfig()
    {
        Kubeconfig kubeconfig =
            loadKubeconfig(kubeconfigFiles(m_invocation.kubeconfig), !m_invocation.kubeconfig.isEmpty());
        // Without any context the problem is what the verb ends with.
        const bool isFatal = kubeconfig.contexts.isEmpty() && m_invocation.verb != VerbName::Contexts;
        for (const Error &problem : kubeconfig.problems)
            if (!isFatal)
                m_console->problem(problem);
        for (const QString &warning : kubeconfig.warnings)
            m_console->note(warning);
        return kubeconfig;
    }

    SessionFactory factory()
    {
        return SessionFactory({&m_runner, &m_consent, &m_rules, &m_clock,
                               findProgram(QStringLiteral("kubectl")), findProgram(QStringLiteral("helm"))});
    }

    Result<SessionVerb::Sessions> recordedSessions(const QString &file)
    {
        const auto recording = loadRecording(file);
        if (!recording)
            return tl::make_unexpected(recording.error());
        const bool isFromItsStart = m_invocation.watch && m_invocation.at.isEmpty();
        const auto at =
            isFromItsStart ? std::chrono::milliseconds(0) : playMoment(m_invocation.at, **recording);
        if (!at)
            return tl::make_unexpected(at.error());
        m_moment = laterBy((*recording)->header.start, *at);
        SessionVerb::Sessions sessions;
        sessions.push_back(factory().forRecording(*recording, *at));
        return sessions;
    }

    /// The one that the words name; "" for none.
    [[nodiscard]] QString askedNamespace() const
    {
        return m_invocation.namespaceName.isEmpty() && m_invocation.release.contains(u'/')
                   ? m_invocation.release.section(u'/', 0, 0)
                   : m_invocation.namespaceName;
    }

    Result<SessionVerb::Sessions> connectedSessions()
    {
        const Kubeconfig kubeconfig = readKubeconfig();
        if (kubeconfig.contexts.isEmpty() && !kubeconfig.problems.isEmpty())
            return cannotConnect(kubeconfig.problems.first());
        if (const QString name = qEnvironmentVariable("HELM_KUBECONTEXT");
            m_invocation.contexts == QStringList{name} && name != kubeconfig.currentContext)
            m_console->note(CommandLineTr::tr("Using context %1 from HELM_KUBECONTEXT.").arg(name));
        const auto contexts = chosenContexts(m_invocation, kubeconfig);
        if (!contexts)
            return tl::make_unexpected(contexts.error());
        SessionVerb::Sessions sessions;
        m_kubeconfigs = contexts->first().files;
        for (KubeContext context : *contexts) {
            if (const QString asked = askedNamespace(); !asked.isEmpty())
                context.namespaceName = asked; // where the whole cluster may not be read, this one is
            if (m_invocation.verb == VerbName::Ticket)
                m_credentials += credentialsOf(context.userEntry);
            auto session = factory().forContext(context, m_invocation.access);
            if (!session && contexts->size() == 1)
                return cannotConnect(session.error());
            const QString prefix = contexts->size() > 1 ? context.name + QStringLiteral(": ") : QString();
            for (const QString &warning : session ? context.warnings : QStringList())
                m_console->note(prefix + warning);
            if (session)
                sessions.push_back(std::move(*session));
            else
                m_console->problem(session.error());
        }
        if (sessions.empty())
            return failure(Error::Code::Unreachable, CommandLineTr::tr("None of the contexts can be used."));
        if (m_invocation.namespaceName.isEmpty() && !m_invocation.allNamespaces &&
            m_invocation.verb == VerbName::List)
            m_invocation.namespaceName = contexts->first().namespaceName.isEmpty()
                                             ? QStringLiteral("default")
                                             : contexts->first().namespaceName;
        return sessions;
    }

    Result<std::unique_ptr<Verb>> verbOver(SessionVerb::Sessions sessions)
    {
        switch (m_invocation.verb) {
        case VerbName::List:
            return std::make_unique<ListVerb>(m_invocation, std::move(sessions), m_console);
        case VerbName::History:
            return std::make_unique<HistoryVerb>(m_invocation, std::move(sessions), m_console);
        case VerbName::Values:
            return std::make_unique<ValuesVerb>(m_invocation, std::move(sessions), m_console, charts());
        case VerbName::Diff:
            return std::make_unique<DiffVerb>(m_invocation, std::move(sessions), m_console, charts());
        case VerbName::Plan:
            return std::make_unique<PlanVerb>(m_invocation, std::move(sessions), m_console, charts(),
                                              &m_rules, PlanKeeping{&m_keyring, m_clearCaptureFor});
        case VerbName::Responsibility:
            return std::make_unique<ResponsibilityVerb>(m_invocation, std::move(sessions), m_console,
                                                        &m_rules);
        case VerbName::Rollout:
            return std::make_unique<RolloutVerb>(m_invocation, std::move(sessions), m_console);
        case VerbName::Findings:
            return std::make_unique<FindingsVerb>(m_invocation, std::move(sessions), m_console, &m_rules);
        case VerbName::Gpus:
            return std::make_unique<GpusVerb>(m_invocation, std::move(sessions), m_console);
        case VerbName::Record:
            return std::make_unique<RecordVerb>(m_invocation, std::move(sessions), m_console, &m_clock);
        case VerbName::Replay:
            return std::make_unique<ReplayVerb>(m_invocation, std::move(sessions), m_console, m_moment);
        case VerbName::Upgrade:
            return std::make_unique<UpgradeVerb>(m_invocation, std::move(sessions), m_console,
                                                 operationParts(*sessions.front()));
        case VerbName::Rollback:
            return std::make_unique<RollbackVerb>(m_invocation, std::move(sessions), m_console,
                                                  operationParts(*sessions.front()));
        case VerbName::Recover:
            if (m_invocation.unhold)
                return std::make_unique<UnholdVerb>(m_invocation, std::move(sessions), m_console,
                                                    operationParts(*sessions.front()));
            return std::make_unique<RecoverVerb>(m_invocation, std::move(sessions), m_console, &m_clock,
                                                 operationsFolder());
        case VerbName::Ticket:
            return std::make_unique<TicketVerb>(
                m_invocation, std::move(sessions), m_console,
                TicketVerb::Parts{charts(), &m_rules, operationsFolder(), m_credentials, m_pdf});
        case VerbName::Versions:
            if (MatrixVerb::isMeantBy(m_invocation))
                return std::make_unique<MatrixVerb>(
                    m_invocation, std::move(sessions), m_console,
                    MatrixVerb::Parts{&m_clock, charts(), &m_rules, operationParts(*sessions.front())});
            return std::make_unique<VersionsVerb>(
                m_invocation, std::move(sessions), m_console,
                VersionsVerb::Parts{charts(), operationsFolder(), &m_rules});
        default: // these need no clusters
            break;
        }
        return failure(Error::Code::Invalid, CommandLineTr::tr("Not a valid verb over several clusters."));
    }

    /// What an operation stands on, but for what its session has.
    OperationParts operationParts(const ClusterSession &session)
    {
        OperationParts parts;
        parts.runner = &m_runner;
        parts.charts = charts();
        parts.clock = &m_clock;
        parts.access = {findProgram(QStringLiteral("helm")), m_kubeconfigs, session.name()};
        parts.holder = LeaseHolder::ofThisProcess();
        parts.chartCache = chartCacheFolder();
        parts.folder = operationsFolder();
        parts.keyring = &m_keyring;
        parts.clearCaptureFor = m_clearCaptureFor;
        return parts;
    }

    /// For the verbs that look at charts; nothing is asked for before they do.
    ChartSources *charts()
    {
        if (!m_charts)
            m_charts = std::make_unique<HelmChartSources>(ChartPlaces::ofThisUser(), &m_runner, &m_clock);
        return m_charts.get();
    }

    Invocation m_invocation;
    Console *m_console;
    TicketPdf m_pdf;
    SystemClock m_clock;
    ProcessRunner m_runner;
    StoredExecConsent m_storedConsent;
    ConsoleConsent m_consent{&m_storedConsent, m_console, m_invocation.allowExec};
    ResponsibilityRules m_rules;
    DesktopKeyring m_keyring;
    std::chrono::days m_clearCaptureFor =
        clearCaptureDays(QSettings(windowSettingsFile(), QSettings::IniFormat));
    std::unique_ptr<ChartSources> m_charts;
    QDateTime m_moment;
    QStringList m_kubeconfigs;   ///< of the context
    QList<Masked> m_credentials; ///< of the contexts, as the kubeconfig has them
    WorkEnd m_workEnd;           ///< last, as work refers to what is above
};

} // namespace

int runHeadless(int &argc, char **argv, const Invocation &invocation, const Printing &printing)
{
    const bool isPrinted = invocation.format == OutputFormat::Pdf && printing.makeApplication;
    const std::unique_ptr<QCoreApplication> application =
        isPrinted ? printing.makeApplication(argc, argv) : std::make_unique<QCoreApplication>(argc, argv);
    const std::unique_ptr<QTranslator> translator = loadTranslator(QLocale());
    if (translator)
        QCoreApplication::installTranslator(translator.get());
    QFile out;
    QFile err;
    if (!out.open(STDOUT_FILENO, QIODevice::WriteOnly) || !err.open(STDERR_FILENO, QIODevice::WriteOnly))
        return NotDone;
    Console console(&out, &err, styleOf(invocation));
    if (const Result<void> log = startLog(); !log && invocation.verbose)
        console.problem(log.error());
    useChosenPrograms(QSettings(windowSettingsFile(), QSettings::IniFormat));
    Headless headless(invocation, &console, printing.pdf);
    if (invocation.verb == VerbName::Contexts) {
        const int code = headless.printContexts();
        return console.hasWrittenAll() ? code : int(NotDone);
    }
    const Result<std::unique_ptr<Verb>> verb = headless.makeVerb();
    if (!verb) {
        console.problem(verb.error());
        return exitCode(verb.error());
    }
    UnixSignals unixSignals;
    QObject::connect(&unixSignals, &UnixSignals::interrupted, verb->get(), &Verb::interrupt);
    QObject::connect(verb->get(), &Verb::finished, application.get(), &QCoreApplication::exit,
                     Qt::QueuedConnection);
    QTimer::singleShot(0, verb->get(), &Verb::start);
    const int code = QCoreApplication::exec();
    if (!console.hasWrittenAll()) {
        console.problem(
            {Error::Code::File, CommandLineTr::tr("Not everything could be written to the output."), {}, {}});
        return qMax(code, int(NotDone));
    }
    return code;
}

} // namespace chartroom
