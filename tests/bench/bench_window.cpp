// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window on the sandbox that CHARTROOM_SANDBOX names (the file with the line that tests/sandbox/up
// printed): from the start of the program to its first painting, to its first rows and to the table with
// every owner, and how long the event loop is held meanwhile, painting included. Ends with 1 when it computes
// longer than the gate in one go.
#include "core/fleet/kube_fleet.h"
#include "core/process/process_runner.h"
#include "core/responsibility/rules.h"
#include "core/screens/addons/release_model.h"
#include "core/screens/addons/release_proxy.h"
#include "core/session/session_factory.h"
#include "core/words/path_notes.h"
#include "tests/support/loop_watch.h"
#include "tests/support/no_consent.h"
#include "ui/theme/theme.h"
#include "ui/widgets/release_table.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto gate = 16ms; // a frame

/// Ends the program when the table is complete.
class Watch : public QObject
{
public:
    Watch(MainWindow *window, KubeFleet *fleet, QString name)
        : m_window(window)
        , m_fleet(fleet)
        , m_name(std::move(name))
    {
        connect(&m_timer, &QTimer::timeout, this, &Watch::look);
        m_timer.start(20);
        m_loop.start();
        window->installEventFilter(this);
    }

private:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint && !m_painted.count())
            QTimer::singleShot(0, this, [this] { m_painted = sinceStart(); }); // with all that is in it
        return false;
    }

    void look()
    {
        const ReleaseProxy *proxy = m_window->findChild<ReleaseTable *>()->proxy();
        const FleetEntry entry = m_fleet->entry(m_name);
        if (entry.state == ClusterSession::State::Failed) {
            std::fprintf(stderr, "bench_window: %s\n", qPrintable(entry.problem.message));
            QCoreApplication::exit(2);
        }
        const int rows = proxy ? proxy->rowCount() : 0;
        if (rows == 0)
            return;
        if (!m_firstRows.count())
            m_firstRows = sinceStart();
        if (entry.state != ClusterSession::State::Live || proxy->source()->pendingCount() > 0)
            return;
        m_timer.stop();
        m_loop.stop();
        std::printf("painted after %.2f s; %d rows: the first after %.2f s, all with their owners after %.2f "
                    "s; event "
                    "loop held for at most %.1f ms, %.1f ms of it computing (gate %lld)\n",
                    seconds(m_painted), rows, seconds(m_firstRows), seconds(sinceStart()),
                    seconds(m_loop.longestGap()) * 1000, seconds(m_loop.longestWork()) * 1000,
                    static_cast<long long>(gate.count()));
        QCoreApplication::exit(m_loop.longestWork() <= gate ? 0 : 1);
    }

    static double seconds(std::chrono::microseconds time) { return double(time.count()) / 1e6; }

    [[nodiscard]] std::chrono::microseconds sinceStart() const
    {
        return std::chrono::microseconds(m_started.nsecsElapsed() / 1000);
    }

    MainWindow *m_window;
    KubeFleet *m_fleet;
    QString m_name;
    QTimer m_timer;
    LoopWatch m_loop;
    std::chrono::microseconds m_painted{0};
    std::chrono::microseconds m_firstRows{0};

public:
    static inline QElapsedTimer m_started;
};

} // namespace

int main(int argc, char **argv)
{
    Watch::m_started.start();
    QApplication application(argc, argv);
    QFile file(qEnvironmentVariable("CHARTROOM_SANDBOX"));
    const QJsonObject box =
        file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
    if (!box.contains(u"kubeconfig"_s)) {
        std::fprintf(stderr, "bench_window: CHARTROOM_SANDBOX names no sandbox\n");
        return 2;
    }
    const SystemClock clock;
    ProcessRunner runner;
    NoConsent consent;
    const Result<ResponsibilityRules> rules = ResponsibilityRules::bundled();
    if (!rules)
        return 2;
    const SessionFactory factory({&runner, &consent, &*rules, &clock, {}});
    KubeFleet::Services services;
    services.connect = [&](const KubeContext &context) { return factory.forContext(context); };
    services.consent = &consent;
    KubeFleet fleet(std::move(services), {box[u"kubeconfig"_s].toString()}, true);
    Theme theme(nullptr);
    PathNotes notes(&*rules);
    MainWindow window({&fleet, &clock, &theme, &*rules, nullptr, nullptr, {}, {}, &notes});
    window.show();
    const QString name = fleet.currentContext();
    Watch watch(&window, &fleet, name);
    if (name.isEmpty()) {
        std::fprintf(stderr, "bench_window: %s has no current context\n",
                     qPrintable(box[u"kubeconfig"_s].toString()));
        return 2;
    }
    fleet.connectTo(name);
    return QApplication::exec();
}
