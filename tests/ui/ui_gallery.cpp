// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/responsibility/rules.h"
#include "core/upgrade/journal.h"
#include "core/words/path_notes.h"
#include "tests/core/matrix_repository.h"
#include "tests/support/fake_chart_sources.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_fleet.h"
#include "tests/support/fake_side_reader.h"
#include "tests/support/fake_ticket_source.h"
#include "tests/support/fake_versions_source.h"
#include "tests/support/gpu_operator_sides.h"
#include "tests/support/played_recording.h"
#include "tests/support/ticket_samples.h"
#include "tests/ui/canary_fixture.h"
#include "ui/pages/versions_page.h"
#include "ui/panels/values_compare_panel.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCommandLineParser>
#include <QCompleter>
#include <QDir>
#include <QFile>
#include <QTimer>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

// Fills the window with made-up data and writes a picture of it, to look at while working on it:
//   ui_gallery --state full --theme dark --size 1280x720 --out picture.png

namespace {

FleetEntry entryOf(const char *name, ClusterSession::State state)
{
    FleetEntry entry;
    entry.name = QString::fromLatin1(name);
    entry.state = state;
    return entry;
}

void addOthers(FakeFleet &fleet)
{
    fleet.addLive(QStringLiteral("prod-us"), 64);
    fleet.addLive(QStringLiteral("research"), 8);
    fleet.put(entryOf("lab", ClusterSession::State::Off));
    FleetEntry recording = entryOf("2026-11-21 window", ClusterSession::State::Off);
    recording.isRecording = true;
    fleet.put(recording);
}

void fill(FakeFleet &fleet, const QString &state)
{
    fleet.current = QStringLiteral("prod-eu");
    if (state == QLatin1String("empty")) {
        fleet.files = QStringList{QStringLiteral("/home/you/.kube/config")};
        return;
    }
    FakeReleaseSource *source = fleet.addLive(QStringLiteral("prod-eu"));
    addOthers(fleet);
    FleetEntry entry = fleet.entry(QStringLiteral("prod-eu"));
    if (state == QLatin1String("many")) {
        source->put(manyReleases(2000));
    } else if (state == QLatin1String("loading")) {
        QList<ShownRelease> releases = manyReleases(14);
        for (ShownRelease &release : releases)
            release.decoded = false;
        source->put(releases);
        entry.state = ClusterSession::State::Connecting;
        fleet.put(entry);
    } else if (state == QLatin1String("failing")) {
        entry.state = ClusterSession::State::Failed;
        entry.serverVersion.clear();
        entry.gpuNodeCount = entry.nodeCount = std::nullopt;
        entry.dataAge.reset();
        entry.problem = {
            Error::Code::Unreachable,
            QStringLiteral("The server prod-eu.example:6443 does not answer. Check the VPN, then retry."),
            QStringLiteral("connect to 10.20.0.4:6443: connection refused (3 attempts in 12 s)"),
            {}};
        fleet.put(entry);
    } else if (state == QLatin1String("consent")) {
        entry.state = ClusterSession::State::Failed;
        entry.problem = {
            Error::Code::NeedsConsent,
            QStringLiteral("The kubeconfig wants to run this program to sign in. It runs as you. Allow it "
                           "only if you know it."),
            {},
            {}};
        entry.credentialCommand = QStringLiteral("/usr/local/bin/crusoe kubernetes token --cluster prod-eu");
        fleet.put(entry);
    } else if (state.startsWith(QLatin1String("rollout"))) {
        fillWithAddons(*source);
        FakeRolloutSource *rollout = fleet.rolloutSource(QStringLiteral("prod-eu"));
        if (state == QLatin1String("rollout-done"))
            fillAllDone(*rollout);
        else if (state == QLatin1String("rollout-many") || state == QLatin1String("rollout-tiles"))
            fillMany(*rollout, 2000);
        else if (state != QLatin1String("rollout-empty")) {
            fillMidWindow(*rollout);
            fillMidWindowPast(*rollout);
        }
        if (state == QLatin1String("rollout-findings"))
            fleet.findingsSource(QStringLiteral("prod-eu"))->found(badNight());
    } else if (state.startsWith(QLatin1String("findings"))) {
        fillWithAddons(*source);
        FakeFindingsSource *findings = fleet.findingsSource(QStringLiteral("prod-eu"));
        if (state == QLatin1String("findings-none"))
            findings->found({});
        else if (state == QLatin1String("findings-failing"))
            findings->fail({Error::Code::Forbidden,
                            QStringLiteral("Nodes may not be listed. Ask for the right to list and watch "
                                           "them."),
                            QStringLiteral("nodes is forbidden: User \"you\" cannot list resource \"nodes\""),
                            {}});
        else if (state != QLatin1String("findings-loading"))
            findings->found(badNight(), {QStringLiteral("Logs of pods may not be read.")});
    } else if (state.startsWith(QLatin1String("plan"))) {
        fillWithAddons(*source);
        if (state != QLatin1String("plan-empty"))
            fillBeforeWindow(*fleet.rolloutSource(QStringLiteral("prod-eu")),
                             state == QLatin1String("plan-many") ? 5000 : 16);
    } else if (state == QLatin1String("none")) {
        return;
    } else {
        fillWithAddons(*source);
        if (state == QLatin1String("reconnecting")) {
            entry.state = ClusterSession::State::Reconnecting;
            entry.dataAge = 42s;
            entry.skipsTlsVerification = true;
            entry.problem = {Error::Code::Unreachable,
                             QStringLiteral("The connection to prod-eu was lost; trying again."),
                             {},
                             {}};
            fleet.put(entry);
        }
    }
}

const QByteArray galleryEntries = "canary_testing:\n"
                                  "  kubernetes: \"v1.33.4\"\n"
                                  "  kernel: \"5.15.0-153-generic\"\n"
                                  "  gpu_operator: \"v25.10.1\"\n"
                                  "  gpu_driver: \"580.126.20\"\n"
                                  "  network_operator: \"v25.10.0\"\n"
                                  "  canary_node: \"gpu-001\"\n"
                                  "next_planned:\n"
                                  "  kubernetes: \"v1.34.1\"\n"
                                  "  gpu_operator: \"v26.3.3\"\n"
                                  "  gpu_driver: \"580.126.20\"\n"
                                  "  network_operator: \"26.1.0\"\n"
                                  "  firmware_cx7: \"28.42.1000\"\n"
                                  "  sriov_operator: \"v1.6.0\"\n"
                                  "rollback:\n"
                                  "  kubernetes: \"v1.33.2\"\n"
                                  "  kernel: \"5.15.0-141-generic\"\n"
                                  "  gpu_operator: \"v25.3.4\"\n"
                                  "  gpu_driver: \"570.195.03\"\n"
                                  "  network_operator: \"v25.7.0\"\n";

void act(MainWindow &window, const QString &state)
{
    const auto trigger = [&](const char *name) {
        if (auto *action = window.findChild<QAction *>(QLatin1String(name)))
            action->trigger();
    };
    if (state == QLatin1String("palette"))
        trigger("palette");
    if (state == QLatin1String("shortcuts"))
        trigger("shortcuts");
    if (state.startsWith(QLatin1String("values"))) {
        window.showValues(
            {QStringLiteral("nvidia-gpu-operator"), QStringLiteral("gpu-operator"), ReleaseStorage::Secret});
        const QString view = state.section(u'-', 1);
        auto *compared = window.findChild<ValuesComparePanel *>();
        for (const auto &[name, command] :
             {std::pair("compare", "viewCompare"), std::pair("outcomes", "viewOutcomes"),
              std::pair("divergence", "viewDivergence")})
            if (view.startsWith(QLatin1String(name)))
                trigger(command);
        const auto press = [compared](const QString &text) {
            for (auto *button : compared->controls()->findChildren<QAbstractButton *>())
                if (button->text() == text)
                    button->click();
        };
        if (view == QLatin1String("compare-versions") || view == QLatin1String("compare-paths"))
            compared->compare(*readSide(QStringLiteral("default:v25.3.4")),
                              *readSide(QStringLiteral("default:v26.7.0")));
        if (view == QLatin1String("compare-paths"))
            press(QStringLiteral("Paths"));
        if (view == QLatin1String("compare-equal"))
            compared->compare(*readSide(QStringLiteral("user:2")), *readSide(QStringLiteral("user:3")));
        if (view == QLatin1String("compare-failing"))
            compared->compare(*readSide(QStringLiteral("default:v1.0.0")), *readSide(QStringLiteral("user")));
        if (view == QLatin1String("compare-three-way"))
            QTimer::singleShot(200, &window, [press] { press(QStringLiteral("Three-way")); });
    }
    if (state.startsWith(QLatin1String("rollout")))
        trigger(state == QLatin1String("rollout-tiles") ? "rolloutTiles" : "page-rollout");
    if (state.startsWith(QLatin1String("plan")))
        trigger("page-plan");
    if (state.startsWith(QLatin1String("findings")) && state != QLatin1String("findings-addons"))
        trigger("page-findings");
    if (state.startsWith(QLatin1String("versions"))) {
        trigger("page-versions");
        QFile file(QDir::temp().filePath(QStringLiteral("gpu-version-matrix.yaml")));
        if (state != QLatin1String("versions-none") && file.open(QIODevice::WriteOnly)) {
            file.write(usualMatrix + galleryEntries);
            file.close();
            window.findChild<VersionsPage *>()->openMatrix(file.fileName());
        }
        for (const auto &[view, command] : {std::pair("versions-promote", "versionsPromote"),
                                            std::pair("versions-rollback", "versionsRollback"),
                                            std::pair("versions-history", "versionsHistory")})
            if (state == QLatin1String(view)) {
                static const MatrixRepository repository;
                repository.commit(matrixPath, usualMatrix, "What runs");
                repository.commit(matrixPath, usualMatrix + galleryEntries, "Plan the next stack");
                window.findChild<VersionsPage *>()->openMatrix(repository.file(matrixPath));
                QTimer::singleShot(300, &window, [trigger, command] { trigger(command); });
            }
    }
    if (state == QLatin1String("plan-window"))
        window.findChild<QAbstractButton *>(QStringLiteral("hasWindow"))->click();
    if (state == QLatin1String("responsibility"))
        trigger("page-responsibility");
    if (state.startsWith(QLatin1String("ticket")))
        trigger(state == QLatin1String("ticket-handover") ? "handover" : "page-tickets");
}

/// The pages of an upgrade in which one node goes first: nodes, run, result, asked, doubt, activity.
int writeCanary(const QString &page, Theme::Mode mode, const QSize &size, const QString &out)
{
    CanaryFixture f;
    f.theme.setMode(mode);
    f.openNodes();
    f.window->resize(size);
    f.field("canary")->setText(QStringLiteral("gpu-1"));
    f.field("canary")->completer()->popup()->hide();
    if (page == u"nodes") {
        f.field("canary")->setFocus();
        for (const Qt::Key key : {Qt::Key_Tab, Qt::Key_Down, Qt::Key_Down, Qt::Key_Down})
            f.press(key);
    } else {
        f.goTo(WizardStep::Run);
        const QString held = holdText(f.upgrades.holdsOf.last());
        Q_EMIT f.upgrades.operation->stepChanged(ReleaseOperation::Step::Hold,
                                                 ReleaseOperation::StepState::Done, held);
        if (page != u"run") {
            f.endRun({held});
            if (page != u"doubt")
                f.putCanaryThrough();
            if (page == u"asked")
                f.its("unholdNodes")->click();
            if (page == u"activity")
                f.press(Qt::Key_J, Qt::ControlModifier);
        }
    }
    QTest::qWait(800);
    return f.window->grab().save(out) ? 0 : 1;
}

/// What the window says before and after a change: version, review, back (a rollback's result), offer; and of
/// an operation that was cut off: cut (what is seen first), cut-addons, cut-wizard.
int writeChange(const QString &page, Theme::Mode mode, const QSize &size, const QString &out)
{
    UpgradeFixture f;
    f.theme.setMode(mode);
    f.planDrivers();
    f.upgrades.answer->rollout->tenants = {{QStringLiteral("gpu-0"), QStringLiteral("team-a"), 8},
                                           {QStringLiteral("gpu-1"), QStringLiteral("team-b"), 4}};
    f.upgrades.answer->rollout->areTenantsKnown = true;
    ValueShift shift;
    shift.edits = {QStringLiteral("driver.version: 580.95.05 → 595.91.07")};
    shift.others = {QStringLiteral("toolkit.version: v1.17.8 → v1.18.1")};
    f.upgrades.answer->values = shift;
    f.upgrades.staged = {QStringLiteral("/home/anna/.local/state/chartroom/operations/x/chart.tgz")};
    if (page.startsWith(QLatin1String("cut"))) {
        f.operations = f.folder.filePath(QStringLiteral("operations"));
        const auto text = [](const char *words) { return Value(QString::fromUtf8(words)); };
        auto journal = Journal::create(f.operations + QStringLiteral("/20261121t030000z-aaaaaaaa"));
        for (const char *step : {"Lease", "Helm"})
            (void)(*journal)->append(
                {JournalRecord::Kind::Intent, QLatin1String(step), f.clock.now(),
                 Value(Value::Map{{QStringLiteral("operation"), text("20261121t030000z-aaaaaaaa")},
                                  {QStringLiteral("kind"), text("upgrade")},
                                  {QStringLiteral("context"), text("prod-eu")},
                                  {QStringLiteral("namespace"), Value(gpuOperator.namespaceName)},
                                  {QStringLiteral("release"), Value(gpuOperator.name)},
                                  {QStringLiteral("storage"), text("secret")},
                                  {QStringLiteral("plannedOn"), Value(Value::Number{QStringLiteral("4")})},
                                  {QStringLiteral("version"), text("v26.7.0")},
                                  {QStringLiteral("chart"), text("gpu-operator")},
                                  {QStringLiteral("holder"), text("anna@laptop (process 1)")}})});
        journal->reset();
        ReleaseTruth truth;
        for (const int revision : {5, 4}) {
            RevisionEntry entry;
            entry.revision = revision;
            entry.status = revision == 5 ? ReleaseStatus::PendingUpgrade : ReleaseStatus::Deployed;
            entry.statusText = releaseStatusText(entry.status);
            truth.revisions.append(entry);
        }
        truth.operation = QStringLiteral("20261121t030000z-aaaaaaaa");
        f.upgrades.said = truth;
        fillWithAddons(*f.fleet.addLive(QStringLiteral("prod-eu")));
        f.fleet.setUpgrades(QStringLiteral("prod-eu"), &f.upgrades);
        f.open();
        QTest::qWait(800);
        if (page == u"cut-addons")
            f.window->showRelease(gpuOperator);
        if (page == u"cut-wizard")
            f.window->showUpgrade(gpuOperator);
    } else if (page == u"back") {
        f.openWithAddons();
        f.fleet.setUpgrades(QStringLiteral("prod-eu"), &f.upgrades);
        f.window->showRollback(gpuOperator, 3);
        f.edit("rollbackReason")->setPlainText(QStringLiteral("It does not come up."));
        f.goTo(WizardStep::Run);
        f.upgrades.operation->end(OperationResult::End::Done,
                                  QStringLiteral("Revision 5 is deployed, with the contents of revision 3."),
                                  5);
        f.goTo(WizardStep::Result);
    } else {
        f.openPlanned();
        f.wizard()->findChild<QLineEdit *>(QStringLiteral("settings"))->setFocus();
        f.type("driver.version=595.91.07");
        if (page == u"offer") {
            qobject_cast<UpgradeController *>(f.controller())->setCanary(QStringLiteral("gpu-1"));
            qobject_cast<UpgradeController *>(f.controller())->aim(QStringLiteral("v26.3.3"));
        }
        if (page == u"review")
            f.goTo(WizardStep::Review);
    }
    f.window->resize(size);
    QTest::qWait(800);
    return f.window->grab().save(out) ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const auto translator = loadTranslator(QLocale(QLocale::English));
    QApplication::installTranslator(translator.get());
    QCommandLineParser parser;
    const QCommandLineOption state(QStringLiteral("state"), {}, QStringLiteral("state"),
                                   QStringLiteral("full"));
    const QCommandLineOption themeName(QStringLiteral("theme"), {}, QStringLiteral("theme"),
                                       QStringLiteral("light"));
    const QCommandLineOption size(QStringLiteral("size"), {}, QStringLiteral("size"),
                                  QStringLiteral("1280x800"));
    const QCommandLineOption group(QStringLiteral("group"), {}, QStringLiteral("group"), QStringLiteral("0"));
    const QCommandLineOption out(QStringLiteral("out"), {}, QStringLiteral("file"));
    parser.addOptions({state, themeName, size, group, out});
    parser.process(application);
    const QStringList sides = parser.value(size).split(u'x');
    const QSize shown(sides.value(0).toInt(), sides.value(1).toInt());
    const Theme::Mode mode =
        parser.value(themeName) == QLatin1String("dark") ? Theme::Mode::Dark : Theme::Mode::Light;
    if (parser.value(state).startsWith(QLatin1String("canary-")))
        return writeCanary(parser.value(state).section(u'-', 1), mode, shown, parser.value(out));

    if (parser.value(state).startsWith(QLatin1String("change-")))
        return writeChange(parser.value(state).section(u'-', 1), mode, shown, parser.value(out));

    FakeClock clock;
    FakeFleet fleet;
    FakeSideReader reader;
    fillGpuOperatorSides(reader);
    FakeChartSources charts;
    fillGpuOperatorCharts(charts);
    fleet.setCharts(&charts);
    fleet.setSides(QStringLiteral("prod-eu"), &reader);
    FakeTicketSource tickets;
    tickets.facts = factsDuring();
    tickets.suggested = {gpuOperatorRelease().release.key};
    fleet.setTickets(QStringLiteral("prod-eu"), &tickets);
    FakeVersionsSource versions;
    if (parser.value(state).startsWith(QLatin1String("versions")))
        fleet.setVersions(QStringLiteral("prod-eu"), &versions);
    fill(fleet, parser.value(state));
    if (FakeReleaseSource *source = fleet.source(QStringLiteral("prod-eu")))
        fillGpuOperatorRecord(*source);
    PlayedRecording recording;
    if (parser.value(state) == QLatin1String("replay")) {
        recording.player.seek(42s);
        fleet.setPlayer(QStringLiteral("prod-eu"), &recording.player);
    }
    if (parser.value(state) == QLatin1String("recording"))
        fleet.record(QStringLiteral("prod-eu"), QStringLiteral("prod-eu-2026-11-21-0331Z.chartroom"));
    Theme theme(nullptr);
    theme.setMode(mode);
    const Result<ResponsibilityRules> rules = ResponsibilityRules::bundled();
    const ResponsibilityRules *known = rules ? &*rules : nullptr;
    PathNotes notes(known);
    MainWindow window({&fleet, &clock, &theme, known, nullptr, nullptr, {}, {}, &notes});
    window.resize(shown);
    window.show();
    if (const int by = parser.value(group).toInt(); by > 0)
        window
            .findChild<QAction *>(by == 1 ? QStringLiteral("groupByOwner")
                                          : QStringLiteral("groupByNamespace"))
            ->trigger();
    act(window, parser.value(state));
    if (!parser.isSet(out))
        return QApplication::exec();
    QTimer::singleShot(800, &window, [&] {
        QWidget *top = QApplication::activeModalWidget() ? QApplication::activeModalWidget() : &window;
        QApplication::exit(top->grab().save(parser.value(out)) ? 0 : 1);
    });
    return QApplication::exec();
}
