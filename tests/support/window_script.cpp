// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/window_script.h"

#include "core/recording/recording_line.h"
#include "core/recording/recording_reader.h"
#include "tests/support/gzipped.h"

#include <queue>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

namespace chartroom::test {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr milliseconds queuedAt = 10s;

struct LabelChange
{
    milliseconds at{0};
    int node = 0;
    const char *label = "";
    bool isCordoned = false;
};

QByteArray nodeJson(int node, int version, const char *label, bool isCordoned)
{
    const QByteArray name = "gpu-" + QByteArray::number(node).rightJustified(4, '0');
    return R"({"metadata":{"name":")" + name + R"(","uid":"u-)" + name + R"(","resourceVersion":")" +
           QByteArray::number(version) + R"(","labels":{"nvidia.com/gpu-driver-upgrade-state":")" + label +
           R"("}},"spec":{"unschedulable":)" + (isCordoned ? "true" : "false") +
           R"(},"status":{"capacity":{"nvidia.com/gpu":"8"},"allocatable":{"nvidia.com/gpu":"8"},)"
           R"("conditions":[{"type":"Ready","status":"True"}]}})";
}

QByteArray policyJson(const WindowScript &script)
{
    return R"({"apiVersion":"nvidia.com/v1","kind":"ClusterPolicy","metadata":{"name":"cluster-policy","uid":"p"},)"
           R"("spec":{"driver":{"version":"580.95.05","upgradePolicy":{"autoUpgrade":true,"maxParallelUpgrades":)" +
           QByteArray::number(script.parallel) + R"(,"maxUnavailable":")" + script.maxUnavailable.toUtf8() +
           R"("}}}})";
}

/// Walks one node from its slot to its end; returns when the slot is free again, nothing when it is kept.
class WindowWalk
{
public:
    explicit WindowWalk(const WindowScript &script)
        : m_script(script)
        , m_random(script.seed)
    {}

    std::optional<milliseconds> walk(int node, milliseconds at, int ordinal)
    {
        put(at, node, "cordon-required", false);
        put(at + 200ms, node, "wait-for-jobs-required", true);
        put(at + 500ms, node, "pod-deletion-required", true);
        if (ordinal >= m_script.failing && ordinal < m_script.failing + m_script.stuck)
            return std::nullopt;
        milliseconds now = at + 500ms + uniform(1s, 6s);
        put(now, node, "pod-restart-required", true);
        const double factor = std::exp(std::normal_distribution<double>(0, m_script.spread)(m_random)) *
                              (ordinal < m_script.nodes / 2 ? 1 : m_script.laterPace);
        now += milliseconds(qint64(factor * 1000 * double(m_script.load.count())));
        if (ordinal < m_script.failing) {
            put(now, node, "upgrade-failed", true);
            return std::nullopt;
        }
        if (const milliseconds beat = m_script.beat; beat.count() > 0)
            now = queuedAt + beat * ((now - queuedAt) / beat + 1);
        put(now, node, "validation-required", true);
        now += uniform(1s, 5s);
        put(now, node, "uncordon-required", true);
        now += 300ms;
        put(now, node, "upgrade-done", false);
        last = std::max(last, now);
        return now;
    }

    std::vector<LabelChange> changes;
    milliseconds last{0};

private:
    void put(milliseconds at, int node, const char *label, bool isCordoned)
    {
        changes.push_back({at, node, label, isCordoned});
    }
    milliseconds uniform(milliseconds from, milliseconds to)
    {
        return milliseconds(std::uniform_int_distribution<qint64>(from.count(), to.count())(m_random));
    }

    const WindowScript &m_script;
    std::mt19937 m_random;
};

} // namespace

ScriptedWindow scriptedWindow(const WindowScript &script)
{
    WindowWalk walk(script);
    for (int node = 0; node < script.nodes; ++node)
        walk.changes.push_back({queuedAt + 50ms * node, node, "upgrade-required", false});
    std::priority_queue<milliseconds, std::vector<milliseconds>, std::greater<>> frees;
    for (int slot = 0; slot < (script.parallel > 0 ? script.parallel : script.nodes); ++slot)
        frees.push(queuedAt + 2s);
    for (int node = 0; node < script.nodes && !frees.empty(); ++node) {
        const milliseconds at = frees.top();
        frees.pop();
        if (const auto free = walk.walk(node, at, node))
            frees.push(*free + 200ms);
    }
    std::stable_sort(walk.changes.begin(), walk.changes.end(),
                     [](const LabelChange &a, const LabelChange &b) { return a.at < b.at; });

    using Type = RecordingEvent::Type;
    QByteArray lines = headerLine({QStringLiteral("scripted"), QStringLiteral("v1.36.3"),
                                   QDateTime(QDate(2026, 11, 21), QTime(3, 31), Qt::UTC)});
    for (int node = 0; node < script.nodes; ++node)
        lines += objectLine(0ms, "nodes", Type::Added, nodeJson(node, 1, "upgrade-done", false));
    lines += objectLine(0ms, "clusterpolicies", Type::Added, policyJson(script));
    for (const char *resource :
         {"nodes", "clusterpolicies", "pods", "daemonsets", "controllerrevisions", "poddisruptionbudgets"})
        lines += syncedLine(0ms, resource, QStringLiteral("1"));
    int version = 1;
    for (const LabelChange &change : walk.changes)
        lines += objectLine(change.at, "nodes", Type::Modified,
                            nodeJson(change.node, ++version, change.label, change.isCordoned));
    auto recording = readRecording(gzipped(lines));
    Q_ASSERT(recording);
    return {std::make_shared<const Recording>(std::move(*recording)), queuedAt, walk.last};
}

} // namespace chartroom::test
