// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window.h"

#include "app/bundled_fonts.h"
#include "app/command_line_tr.h"
#include "app/desktop_keyring.h"
#include "app/desktop_notifications.h"
#include "app/exit_code.h"
#include "app/help_text.h"
#include "app/window_settings.h"
#include "app/work_end.h"
#include "core/base/chosen_zone.h"
#include "core/base/translator.h"
#include "core/base/visible_text.h"
#include "core/charts/helm_chart_sources.h"
#include "core/diagnosis/session_findings.h"
#include "core/fleet/kube_fleet.h"
#include "core/kube/exec_consent.h"
#include "core/process/process_runner.h"
#include "core/process/program_search.h"
#include "core/responsibility/rules.h"
#include "core/screens/activity/open_operations.h"
#include "core/screens/addons/decisions.h"
#include "core/screens/upgrade/kept_drafts.h"
#include "core/secrets/log.h"
#include "core/session/session_factory.h"
#include "core/ticket/session_tickets.h"
#include "core/ticket/ticket_draft.h"
#include "core/upgrade/kept_captures.h"
#include "core/upgrade/session_upgrades.h"
#include "core/versions/session_versions.h"
#include "core/words/path_notes.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QSettings>
#include <QTimer>
#include <QtConcurrentRun>

#include <cstdio>
#include <cstdlib>
#include <source_commit.h>

namespace chartroom {

namespace {

/// The user's rules, or the bundled ones and a sentence about why not.
ResponsibilityRules usableRules()
{
    auto rules = ResponsibilityRules::withUserFile(ResponsibilityRules::userFilePath());
    if (rules)
        return std::move(*rules);
    std::fprintf(stderr, "chartroom: %s\n", qUtf8Printable(rules.error().message));
    return *ResponsibilityRules::bundled();
}

/// Qt ends the program with a core dump where no display answers; a sentence serves people better.
void endWithoutDisplay(QtMsgType type, const QMessageLogContext & /*place*/, const QString & /*text*/)
{
    if (type != QtFatalMsg) // what led to it
        return;
    QStringList displays;
    for (const char *name : {"WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM"})
        if (const QString display = qEnvironmentVariable(name); !display.isEmpty())
            displays.append(QStringLiteral("%1=%2").arg(QLatin1String(name), display));
    const QString why = displays.isEmpty() ? CommandLineTr::tr("There is no display to open the window on.")
                                           : CommandLineTr::tr("The display cannot be opened (%1).")
                                                 .arg(visibleText(displays.join(QStringLiteral(", "))));
    std::fputs(qUtf8Printable(QStringLiteral("chartroom: %1\n").arg(why) + noDisplayText()), stderr);
    std::_Exit(NoAccess);
}

constexpr std::chrono::hours tidyPause(1);

/// On the pool, as it reads the disk.
void tidy(const Clock *clock, const QSettings &settings)
{
    (void)QtConcurrent::run([clock, days = clearCaptureDays(settings)] {
        for (const Error &left : tidyOperations(operationsFolder(), *clock, days, {}))
            logLine(left);
    });
}

} // namespace

int runWindow(const Invocation &invocation, int argc, char **argv)
{
    {
        const QSettings chosen(windowSettingsFile(), QSettings::IniFormat);
        useChosenZone(chosen);
        useChosenPrograms(chosen);
    }
    const QtMessageHandler usual = qInstallMessageHandler(endWithoutDisplay);
    QApplication application(argc, argv);
    qInstallMessageHandler(usual);
    addBundledFonts();
    QApplication::setApplicationName(QStringLiteral("chartroom"));
    QApplication::setApplicationDisplayName(QStringLiteral("Chartroom"));
    const QString commit = QStringLiteral(CHARTROOM_COMMIT); // "" in a build of a source archive
    QApplication::setApplicationVersion(commit.isEmpty()
                                            ? QStringLiteral(CHARTROOM_VERSION)
                                            : QStringLiteral(CHARTROOM_VERSION " (commit %1)").arg(commit));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.chartroom.Chartroom"));

    const std::unique_ptr<QTranslator> translator = loadTranslator(QLocale());
    if (translator)
        QApplication::installTranslator(translator.get());

    if (const Result<void> log = startLog(); !log)
        std::fprintf(stderr, "chartroom: %s\n", qUtf8Printable(log.error().message));

    const QFuture<Result<Signatures>> signatures = QtConcurrent::run(&Signatures::bundled);
    const SystemClock clock;
    ProcessRunner runner;
    StoredExecConsent consent;
    ResponsibilityRules rules = usableRules();
    const SessionFactory factory({&runner, &consent, &rules, &clock, findProgram(QStringLiteral("kubectl")),
                                  findProgram(QStringLiteral("helm"))});

    KubeFleet::Services services;
    services.connect = [&factory, access = invocation.access](const KubeContext &context) {
        return factory.forContext(context, access);
    };
    services.replay = [&factory](const std::shared_ptr<const Recording> &recording) {
        return factory.forRecording(recording, recording->duration());
    };
    services.clock = &clock;
    const ChartPlaces places = ChartPlaces::ofThisUser();
    HelmChartSources charts(places, &runner, &clock);
    const WorkEnd workEnd;
    QSettings settings(windowSettingsFile(), QSettings::IniFormat);
    DesktopKeyring keyring;
    SessionUpgrades::Services upgrading;
    upgrading.runner = &runner;
    upgrading.charts = &charts;
    upgrading.clock = &clock;
    upgrading.helm = findProgram(QStringLiteral("helm"));
    upgrading.chartCache = places.cacheFolder;
    upgrading.operations = operationsFolder();
    upgrading.keyring = &keyring;
    upgrading.clearCaptureFor = [&settings] { return clearCaptureDays(settings); };
    upgrading.connect = services.connect;
    services.upgrades = [&upgrading](ClusterSession *session, const KubeContext &context) {
        return std::make_unique<SessionUpgrades>(upgrading, context, session);
    };
    services.findings = [&rules, signatures](ClusterSession *session) { // read long before a cluster is there
        auto findings = std::make_unique<SessionFindings>(session, *signatures.result(), &rules);
        findings->setOperations(operationsFolder());
        return findings;
    };
    services.tickets = [&rules](ClusterSession *session, const KubeContext &context) {
        return std::make_unique<SessionTickets>(session, &rules, operationsFolder(),
                                                credentialsOf(context.userEntry));
    };
    services.versions = [&charts, &rules, &clock, connect = services.connect](ClusterSession *session,
                                                                              const KubeContext &context) {
        ObservationOperation::Parts parts;
        parts.session = session;
        parts.charts = &charts;
        auto versions = std::make_unique<SessionVersions>(std::move(parts), operationsFolder(), &rules);
        if (!context.name.isEmpty()) // a recording has none
            versions->setWriting(
                {[connect, context] { return connect(context); }, &clock, {{}, context.files, context.name}});
        return versions;
    };
    services.consent = &consent;
    services.charts = &charts;
    services.bundledRecording = QStringLiteral("bundled");
    KubeFleet fleet(std::move(services), kubeconfigFiles(invocation.kubeconfig),
                    !invocation.kubeconfig.isEmpty());

    Theme theme(&settings);
    DesktopNotifications notifications;
    PathNotes notes(&rules);
    Decisions decisions(&rules);
    QObject::connect(&decisions, &Decisions::changed, &fleet, &KubeFleet::applyRules);
    OpenOperations openOperations(&fleet, &clock, operationsFolder());
    MainWindow window({&fleet, &clock, &theme, &rules, &settings, &notifications, KeptDrafts::ofThisUser(),
                       operationsFolder(), &notes, TicketDrafts::ofThisUser(), &decisions, &openOperations});
    window.show();
    tidy(&clock, settings);
    QTimer tidying;
    QObject::connect(&tidying, &QTimer::timeout, &tidying, [&] { tidy(&clock, settings); });
    tidying.start(tidyPause);

    const QString file = invocation.file.isEmpty() ? invocation.recording : invocation.file;
    const QString context = invocation.contexts.value(0, fleet.currentContext());
    // Where a kubeconfig is at hand but cannot be used, the window says so instead.
    const bool nothingAtHand = fleet.names().isEmpty() && fleet.problems().isEmpty();
    if (file == QStringLiteral("bundled") || (file.isEmpty() && nothingAtHand))
        fleet.openBundledRecording();
    else if (!file.isEmpty())
        fleet.openRecording(file);
    else if (!context.isEmpty()) {
        fleet.connectTo(context);
        window.showCluster(context);
    }
    if (invocation.tour)
        window.startTour();
    return QApplication::exec();
}

} // namespace chartroom
