// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window's page of versions over 2,000 nodes and 20,000 pods, which tests/faultserver plays over a real
// connection: how long from the page's key to the audit on the page, how long each later look, and how long
// the event loop is held meanwhile, painting included, as rows are gone through. Ends with 1 when a gate is
// missed.
#include "core/fleet/kube_fleet.h"
#include "core/process/process_runner.h"
#include "core/responsibility/rules.h"
#include "core/screens/versions/versions_model.h"
#include "core/session/session_factory.h"
#include "core/versions/session_versions.h"
#include "core/words/path_notes.h"
#include "tests/support/fault_program.h"
#include "tests/support/loop_watch.h"
#include "tests/support/no_consent.h"
#include "tests/support/version_samples.h"
#include "ui/pages/versions_page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/version_tree.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace {

constexpr int nodes = 2000;
constexpr const char *size = "2000,10,200";
constexpr auto patience = 120s;
constexpr auto gate = 16ms; // a frame
constexpr int laterLooks = 5;

/// The window of one kubeconfig, which audits versions.
struct Shown
{
    explicit Shown(const QString &kubeconfig)
        : factory({&runner, &consent, &*rules, &clock, {}, {}})
        , fleet(services(), {kubeconfig}, true)
        , notes(&*rules)
        , window({&fleet, &clock, &theme, &*rules, nullptr, nullptr, {}, {}, &notes})
    {
        window.resize(1280, 720);
        window.show();
        (void)QTest::qWaitForWindowActive(&window);
        fleet.connectTo(fleet.currentContext());
    }
    KubeFleet::Services services()
    {
        KubeFleet::Services made;
        made.connect = [this](const KubeContext &context) {
            auto connected = factory.forContext(context);
            session = connected ? connected->get() : nullptr;
            return connected;
        };
        made.versions = [this](ClusterSession *its, const KubeContext &) {
            ObservationOperation::Parts parts;
            parts.session = its;
            return std::make_unique<SessionVersions>(std::move(parts), QString(), &*rules);
        };
        made.consent = &consent;
        return made;
    }
    [[nodiscard]] VersionsPage *page() const { return window.findChild<VersionsPage *>(); }
    [[nodiscard]] VersionTree *tree() const { return window.findChild<VersionTree *>(); }
    [[nodiscard]] bool isAudited() const
    {
        const auto *look = window.findChild<QAction *>(QStringLiteral("versionsLook"));
        return tree()->isVisible() && look->isEnabled() && tree()->model()->rowCount() > 0;
    }

    const SystemClock clock;
    ProcessRunner runner;
    NoConsent consent;
    const Result<ResponsibilityRules> rules = ResponsibilityRules::bundled();
    const SessionFactory factory;
    ClusterSession *session = nullptr;
    KubeFleet fleet;
    Theme theme{nullptr};
    PathNotes notes;
    MainWindow window;
};

struct Measured
{
    qint64 took = -1; ///< ms
    std::chrono::microseconds work{0};
    std::chrono::microseconds gap{0};
};

/// What `act` begins, until `isOver`.
template<typename Act, typename IsOver>
Measured measure(const Act &act, const IsOver &isOver)
{
    LoopWatch loop;
    QElapsedTimer timer;
    loop.start();
    timer.start();
    act();
    Measured measured;
    if (QTest::qWaitFor(isOver, int(std::chrono::milliseconds(patience).count())))
        measured.took = timer.elapsed();
    QTest::qWait(50); // with the painting
    loop.stop();
    measured.work = loop.longestWork();
    measured.gap = loop.longestGap();
    return measured;
}

void print(const char *what, const Measured &measured)
{
    std::printf("%s: %lld ms; loop held for %.1f ms of work (gap %.1f ms)\n", what,
                static_cast<long long>(measured.took), double(measured.work.count()) / 1000,
                double(measured.gap.count()) / 1000);
}

int run()
{
    const FaultProgram server({}, {QStringLiteral("--fleet"), QString::fromLatin1(size),
                                   QStringLiteral("--token"), QStringLiteral("bench")});
    if (!server.problem().isEmpty()) {
        std::fprintf(stderr, "bench_versions: %s\n", qPrintable(server.problem()));
        return 2;
    }
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("matrix.yaml")));
    if (!file.open(QIODevice::WriteOnly) ||
        file.write(usualMatrix + "next_planned:\n  gpu_operator: \"v26.3.3\"\n") < 0)
        return 2;
    file.close();
    Shown shown(server.kubeconfig());
    const auto isListed = [&] { return shown.session && shown.session->nodes()->objects().size() >= nodes; };
    if (!QTest::qWaitFor(isListed, int(std::chrono::milliseconds(patience).count())))
        return 2;
    QTest::qWait(2000); // the window's other pages have what they need

    const Measured first = measure(
        [&] {
            QTest::keyClick(&shown.window, Qt::Key_7, Qt::ControlModifier);
            shown.page()->openMatrix(file.fileName());
        },
        [&] { return shown.isAudited(); });
    print("first audit of 2,000 nodes", first);
    Measured later;
    for (int i = 0; i < laterLooks; ++i) {
        const Measured one = measure([&] { shown.page()->lookAgain(); }, [&] { return shown.isAudited(); });
        later.took = std::max(later.took, one.took);
        later.work = std::max(later.work, one.work);
        later.gap = std::max(later.gap, one.gap);
    }
    print("later audits, the longest of five", later);
    int rows = 0;
    const Measured going = measure(
        [&] {
            QTest::keyClick(shown.tree(), Qt::Key_Home);
            rows = 0;
        },
        [&] {
            QTest::keyClick(shown.tree(), Qt::Key_Down);
            return ++rows == 60;
        });
    print("60 rows gone through", going);
    const auto worst = std::max({first.work, later.work, going.work});
    const bool passed = first.took >= 0 && later.took >= 0 && worst < gate;
    std::puts(passed ? "ok" : "MISS: 16 ms is the gate");
    return passed ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    const QApplication app(argc, argv);
    return run();
}
