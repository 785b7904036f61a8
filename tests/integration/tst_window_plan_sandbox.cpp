// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_keys.h"
#include "core/screens/upgrade/plan_reader.h"
#include "core/session/session_rollout.h"
#include "core/words/window_plan_text.h"
#include "tests/integration/sandbox_session.h"
#include "tests/support/test_main.h"

#include <QJsonDocument>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_window_plan_sandbox {

using std::chrono::milliseconds;

namespace {

constexpr int allNodes = 8;
constexpr int gpusOfNode = 8;
constexpr int mostTooMany = 2; ///< that the library begins at a time
constexpr double tolerance = 0.15;
/// Node times that vary more than so are of a machine that others loaded meanwhile.
constexpr double mostSpread = 0.25;

/// A driver upgrade of the first nodes under a policy; the others are left out by the skip label.
struct PlannedPolicy
{
    const char *name = "";
    int nodes = allNodes;
    PolicyChanges changes;
};

PolicyChanges terms(int parallel, const char *unavailable)
{
    PolicyChanges changes;
    changes.maxParallelUpgrades = parallel;
    changes.maxUnavailable = QLatin1String(unavailable);
    return changes;
}

QString nodeName(int node)
{
    return u"gpu-%1"_s.arg(node, 3, 10, QLatin1Char('0'));
}

/// How it went, from the first slot to the end of the last node.
struct Course
{
    QList<milliseconds> times; ///< of the nodes, in the order in which they began
    milliseconds length{0};
    int fewestGpus = 0;
    int mostAtOnce = 0; ///< nodes
};

/// The most runs at any one time.
int mostAtOnce(const QList<NodeRun> &runs)
{
    int most = 0;
    for (const NodeRun &run : runs)
        most = std::max(most, int(std::count_if(runs.cbegin(), runs.cend(), [&](const NodeRun &other) {
                            return other.taken <= run.taken && run.taken < other.end;
                        })));
    return most;
}

double mean(const QList<milliseconds> &times)
{
    const milliseconds sum = std::accumulate(times.cbegin(), times.cend(), milliseconds(0));
    return double(sum.count()) / double(std::max<qsizetype>(1, times.size()));
}

/// Part of the mean by which they deviate from it.
double spread(const QList<milliseconds> &times)
{
    const double middle = mean(times);
    double squares = 0;
    for (const milliseconds time : times)
        squares += (double(time.count()) - middle) * (double(time.count()) - middle);
    return std::sqrt(squares / double(std::max<qsizetype>(1, times.size()))) / std::max(1.0, middle);
}

bool isNear(double planned, double seen, double by = tolerance)
{
    return std::abs(planned - seen) <= by * seen;
}

} // namespace

/// In which the nodes would be through when each slot goes on without a pause, in the order in which they
/// began.
milliseconds packed(const QList<milliseconds> &inOrder, int slotCount)
{
    QList<milliseconds> free(std::max(1, slotCount), milliseconds(0));
    for (const milliseconds time : inOrder)
        *std::min_element(free.begin(), free.end()) += time;
    return *std::max_element(free.cbegin(), free.cend());
}

/// What the page Window plan foretells of five policies, against what NVIDIA's upgrade library then does with
/// the nodes of a real API server. A plan rests on the node times of the run before; nodes take longer on a
/// machine that has more to do, so lengths are compared in the node times of their own run. Where these are
/// even, with the plan's length; where they are not, with that of the plan's slots filled with the very times
/// that were seen, and half as strictly. So every length is compared. Where the library began more nodes than
/// the policy allows (core/rollout/slot_overrun.h; one each time that it miscounts, seen: two), that is
/// counted as what it did: sooner over, though not sooner than with so many slots more, and with fewer GPUs
/// by as many nodes.
class WindowPlanSandboxTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void lengthsAndTheLeastCapacityAreAsPlanned();

private:
    void kubectl(const QStringList &arguments) const;
    void leaveOutAllBut(int nodes) const;
    void upgrade(const PolicyChanges &changes, const QString &version) const;
    [[nodiscard]] bool isOver(int nodes, const QString &version) const;
    [[nodiscard]] std::optional<RolloutPlan> planned(const PlannedPolicy &policy,
                                                     const QList<milliseconds> &times) const;
    [[nodiscard]] Course play(const PlannedPolicy &policy, const QString &version) const;

    std::optional<Sandbox> m_sandbox;
    const SystemClock m_clock;
    std::unique_ptr<SandboxSession> m_session;
    std::unique_ptr<SessionRollout> m_rollout;
};

void WindowPlanSandboxTest::initTestCase()
{
    m_sandbox = Sandbox::find();
    QVERIFY(m_sandbox.has_value());
    m_session = std::make_unique<SandboxSession>(*m_sandbox);
    m_rollout = std::make_unique<SessionRollout>(m_session->get());
    m_rollout->start();
    QTRY_VERIFY_WITH_TIMEOUT(m_rollout->isComplete(), 60000);
    QTRY_COMPARE_WITH_TIMEOUT(m_rollout->gpuCount().available.gpus, gpusOfNode * allNodes, 60000);
}

void WindowPlanSandboxTest::kubectl(const QStringList &arguments) const
{
    const Ran ran = m_sandbox->tool("kubectl", arguments);
    QVERIFY2(ran.exitCode == 0, ran.err.constData());
}

/// Nodes that are up to date: no operator begins with them when they are left out, nor is one taken in again.
void WindowPlanSandboxTest::leaveOutAllBut(int nodes) const
{
    QStringList out;
    for (int node = nodes; node < allNodes; ++node)
        out << nodeName(node);
    if (!out.isEmpty())
        kubectl(QStringList{u"label"_s, u"--overwrite"_s, u"node"_s} + out +
                QStringList{driverKeys(DriverKind::Gpu).skip + u"=true"_s});
}

void WindowPlanSandboxTest::upgrade(const PolicyChanges &changes, const QString &version) const
{
    const QJsonObject policy{{u"maxParallelUpgrades"_s, *changes.maxParallelUpgrades},
                             {u"maxUnavailable"_s, changes.maxUnavailable}};
    const QJsonObject driver{{u"version"_s, version}, {u"upgradePolicy"_s, policy}};
    const QJsonObject patch{{u"spec"_s, QJsonObject{{u"driver"_s, driver}}}};
    kubectl({u"patch"_s, u"clusterpolicy"_s, u"cluster-policy"_s, u"--type=merge"_s, u"-p"_s,
             QString::fromUtf8(QJsonDocument(patch).toJson(QJsonDocument::Compact))});
}

bool WindowPlanSandboxTest::isOver(int nodes, const QString &version) const
{
    for (int node = 0; node < nodes; ++node) {
        const NodeTrack *track = m_rollout->find({nodeName(node), u"gpu"_s});
        if (!track || track->step != RolloutStep::Done || track->driverFrom != version)
            return false;
    }
    return true;
}

/// As the page plans it, from what the cluster shows; of the node times seen there only those of the last
/// run.
std::optional<RolloutPlan> WindowPlanSandboxTest::planned(const PlannedPolicy &policy,
                                                          const QList<milliseconds> &times) const
{
    leaveOutAllBut(policy.nodes);
    PlanReader reading;
    const auto isRead = [&] {
        reading.read(m_rollout.get(), u"gpu"_s, policy.changes, {});
        if (!reading.facts() || reading.facts()->nodes.size() != policy.nodes ||
            reading.facts()->seen.times.size() < times.size())
            return false;
        // The rollout before is over for the pace too, which follows the nodes.
        const QList<PlannedNode> &nodes = reading.facts()->nodes;
        const std::optional<Pace> pace = m_rollout->pace(u"gpu"_s);
        return pace && pace->moving == 0 && pace->waiting == 0 &&
               std::none_of(nodes.cbegin(), nodes.cend(),
                            [](const PlannedNode &node) { return node.isAway(); });
    };
    if (!QTest::qWaitFor(isRead, 60000))
        return std::nullopt;
    RolloutFacts facts = *reading.facts();
    if (facts.skipped != allNodes - policy.nodes)
        return std::nullopt;
    facts.seen.times = times;
    qInfo("%s: a free slot was seen waiting %lld ms", policy.name, (long long)facts.changeover.count());
    return plannedWindow(facts, policy.changes, std::nullopt, 0, m_clock.now()).plan;
}

Course WindowPlanSandboxTest::play(const PlannedPolicy &policy, const QString &version) const
{
    const QDateTime patched = m_clock.now();
    Course course;
    course.fewestGpus = m_rollout->gpuCount().available.gpus;
    const QObject guard;
    connect(m_session->get()->nodes(), &ObjectStoreBase::objectsChanged, &guard,
            [&] { course.fewestGpus = std::min(course.fewestGpus, m_rollout->gpuCount().available.gpus); });
    upgrade(policy.changes, version);
    if (!QTest::qWaitFor([&] { return isOver(policy.nodes, version); }, 240000))
        return {};
    QDateTime start;
    QDateTime end;
    QList<NodeRun> all;
    for (int node = 0; node < policy.nodes; ++node) {
        const QList<NodeRun> runs = m_rollout->history({nodeName(node), u"gpu"_s}).runs();
        if (runs.isEmpty() || !runs.last().isFinished || runs.last().taken < patched)
            return {};
        const NodeRun &run = runs.last();
        all.append(run);
        start = start.isValid() ? std::min(start, run.taken) : run.taken;
        end = end.isValid() ? std::max(end, run.end) : run.end;
    }
    std::sort(all.begin(), all.end(), [](const NodeRun &a, const NodeRun &b) { return a.taken < b.taken; });
    for (const NodeRun &run : std::as_const(all))
        course.times.append(milliseconds(run.taken.msecsTo(run.end)));
    course.length = milliseconds(start.msecsTo(end));
    course.mostAtOnce = mostAtOnce(all);
    return course;
}

void WindowPlanSandboxTest::lengthsAndTheLeastCapacityAreAsPlanned()
{
    const QStringList versions{u"580.105.08"_s, u"580.126.20"_s};
    // Nobody has seen a node going through before: what is planned then is assumed.
    Course before = play({"to learn from", allNodes, terms(4, "100%")}, versions[1]);
    QVERIFY(before.length.count() > 0);
    const QList<PlannedPolicy> policies{
        {"four at a time", 8, terms(4, "100%")}, {"three at a time", 6, terms(3, "100%")},
        {"two at a time", 4, terms(2, "100%")},  {"no limit, but a quarter unavailable", 4, terms(0, "25%")},
        {"one at a time", 2, terms(1, "100%")},
    };
    QByteArray report;
    int misses = 0;
    int evenOnes = 0;
    bool isWild = false;
    bool isCapacity = true;
    for (qsizetype i = 0; i < policies.size(); ++i) {
        const PlannedPolicy &policy = policies[i];
        const std::optional<RolloutPlan> plan = planned(policy, before.times);
        QVERIFY2(plan && plan->expected, policy.name);
        const Course course = play(policy, versions[i % 2]);
        QVERIFY2(course.length.count() > 0, policy.name);
        const bool isEven = spread(before.times) <= mostSpread && spread(course.times) <= mostSpread;
        const auto inNodeTimes = [&course](milliseconds length) {
            return double(length.count()) / mean(course.times);
        };
        const double foretold = isEven ? double(plan->expected->count()) / mean(before.times)
                                       : inNodeTimes(packed(course.times, plan->atOnce));
        const double seen = inNodeTimes(course.length);
        const int more = std::clamp(course.mostAtOnce - plan->atOnce, 0, mostTooMany);
        const double shortest = inNodeTimes(packed(course.times, plan->atOnce + more));
        const double allowed = isEven ? tolerance : 2 * tolerance;
        const bool isSooner = more > 0 && seen < foretold && seen >= (1 - allowed) * shortest;
        const bool isLength = isNear(foretold, seen, allowed) || isSooner;
        misses += isLength ? 0 : 1;
        evenOnes += isEven ? 1 : 0;
        isWild = isWild || (!isSooner && !isNear(foretold, seen, 2 * allowed));
        // Those that were begun too many may wait for their cordon until another one is back.
        const int least =
            std::min_element(plan->course.cbegin(), plan->course.cend(),
                             [](const PlanPoint &a, const PlanPoint &b) { return a.gpus < b.gpus; })
                ->gpus;
        const int atWorst = std::clamp(course.fewestGpus, least - more * gpusOfNode, least);
        isCapacity = isCapacity && isNear(atWorst, course.fewestGpus);
        report +=
            u"\n  %1: %2 node times planned, %3 seen%4; %5 and %6 s (%10 %); nodes take %7 and %8 s (spread %9)"_s
                .arg(QLatin1String(policy.name))
                .arg(foretold, 0, 'f', 2)
                .arg(seen, 0, 'f', 2)
                .arg((isEven ? u""_s : u" of times that are not even"_s) +
                     (isLength ? u""_s : u", which is NOT AS PLANNED"_s))
                .arg(double(plan->expected->count()) / 1000, 0, 'f', 1)
                .arg(double(course.length.count()) / 1000, 0, 'f', 1)
                .arg(mean(before.times) / 1000, 0, 'f', 1)
                .arg(mean(course.times) / 1000, 0, 'f', 1)
                .arg(spread(course.times), 0, 'f', 2)
                .arg(100.0 * double((*plan->expected - course.length).count()) /
                         double(course.length.count()),
                     0, 'f', 0)
                .toUtf8();
        report += u"; GPUs at worst %1 and %2, nodes at once %3 and %4"_s.arg(least)
                      .arg(course.fewestGpus)
                      .arg(plan->atOnce)
                      .arg(course.mostAtOnce)
                      .toUtf8();
        before = course;
    }
    qInfo("%d of %d with even times%s", evenOnes, int(policies.size()), report.constData());
    QVERIFY2(isCapacity, report.constData());
    QVERIFY2(misses <= 1 && !isWild, report.constData());
}

#include "tst_window_plan_sandbox.moc"
} // namespace tst_window_plan_sandbox

CHARTROOM_TEST(tst_window_plan_sandbox, WindowPlanSandboxTest)
