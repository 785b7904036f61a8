// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_reader.h"
#include "tests/support/raw_recording.h"
#include "tests/support/standing_window.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QRandomGenerator>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <deque>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_recordings_truth {

using std::chrono::milliseconds;

namespace {

/// One driver of one node at one moment, as the plain objects of the recording say it: read by nothing of the
/// product, from product.md's table and domain.md alone.
struct PlainTrack
{
    QString label;
    QString step;
    QStringList verdicts; ///< one of these
    QString pod;          ///< namespace/name; "" without one
    bool isPodReady = false;
    bool isPodNewest = false;
    bool isPodOfPolicy = false;
    bool isCordoned = false;
    int devices = 0;
    std::optional<bool> isHeldByBudget; ///< nothing where no pod has to go
};

struct Driver
{
    const char *component;
    QLatin1String label;
    QLatin1String resource; ///< prefix of what its nodes offer
};
const QList<Driver> drivers{
    {"gpu", "nvidia.com/gpu-driver-upgrade-state"_L1, "nvidia.com/gpu"_L1},
    {"ib", "nvidia.com/ofed-driver-upgrade-state"_L1, "rdma/"_L1},
};

QString stepOf(const QString &label)
{
    static const QMap<QString, QString> table{
        {u""_s, u"idle"_s},
        {u"upgrade-required"_s, u"queued"_s},
        {u"cordon-required"_s, u"cordon"_s},
        {u"wait-for-jobs-required"_s, u"waitForJobs"_s},
        {u"pod-deletion-required"_s, u"evict"_s},
        {u"drain-required"_s, u"drain"_s},
        {u"node-maintenance-required"_s, u"maintenance"_s},
        {u"post-maintenance-required"_s, u"maintenance"_s},
        {u"pod-restart-required"_s, u"driverRestart"_s},
        {u"validation-required"_s, u"validate"_s},
        {u"uncordon-required"_s, u"uncordon"_s},
        {u"upgrade-done"_s, u"done"_s},
        {u"upgrade-failed"_s, u"failed"_s},
    };
    return table.value(label, u"unknown"_s);
}

/// All objects of one moment.
struct PlainMoment
{
    PlainMoment(const RawRecording &recording, milliseconds at)
        : nodes(recording.objects(u"nodes", at))
        , revisions(recording.objects(u"controllerrevisions", at))
        , budgets(recording.objects(u"poddisruptionbudgets", at))
        , clusterPolicies(recording.objects(u"clusterpolicies", at))
        , nicPolicies(recording.objects(u"nicclusterpolicies", at))
    {
        const RawRecording::Objects all = recording.objects(u"pods", at);
        for (const QJsonObject &pod : all)
            pods[placeOf(pod)] << pod;
    }

    /// Of a DaemonSet's pod that no scheduler has bound yet: the node that it is made for.
    [[nodiscard]] static QString placeOf(const QJsonObject &pod)
    {
        const QString node = pod["spec"_L1]["nodeName"_L1].toString();
        const QJsonValue required = pod["spec"_L1]["affinity"_L1]["nodeAffinity"_L1]
                                       ["requiredDuringSchedulingIgnoredDuringExecution"_L1];
        return !node.isEmpty()
                   ? node
                   : required["nodeSelectorTerms"_L1][0]["matchFields"_L1][0]["values"_L1][0].toString();
    }

    [[nodiscard]] static QString nameOf(const QJsonObject &object)
    {
        return object["metadata"_L1]["name"_L1].toString();
    }
    [[nodiscard]] static bool isLeaving(const QJsonObject &pod)
    {
        return pod["metadata"_L1].toObject().contains("deletionTimestamp"_L1);
    }
    [[nodiscard]] static bool isReady(const QJsonObject &pod)
    {
        const QJsonArray containers = pod["status"_L1]["containerStatuses"_L1].toArray();
        return pod["status"_L1]["phase"_L1] == u"Running"_s && !containers.isEmpty() && !isLeaving(pod) &&
               std::all_of(containers.begin(), containers.end(),
                           [](const QJsonValue &one) { return one["ready"_L1].toBool(); });
    }

    /// One that stays before one that leaves, and the youngest of those.
    [[nodiscard]] QJsonObject driverPod(const QString &node, bool isGpu) const
    {
        QJsonObject found;
        const auto rank = [](const QJsonObject &pod) {
            return std::pair(!isLeaving(pod), pod["metadata"_L1]["creationTimestamp"_L1].toString());
        };
        for (const QJsonObject &pod : pods.value(node)) {
            const QJsonObject labels = pod["metadata"_L1]["labels"_L1].toObject();
            const bool isDriver = isGpu ? labels["app.kubernetes.io/component"_L1] == u"nvidia-driver"_s
                                        : labels.contains("nvidia.com/ofed-driver"_L1);
            if (isDriver && (found.isEmpty() || rank(found) < rank(pod)))
                found = pod;
        }
        return found;
    }

    [[nodiscard]] bool isNewest(const QJsonObject &pod) const
    {
        const QJsonValue owner = pod["metadata"_L1]["ownerReferences"_L1][0]["uid"_L1];
        qint64 highest = -1;
        QJsonValue hash;
        for (const QJsonObject &revision : revisions) {
            const qint64 number = revision["revision"_L1].toInteger();
            if (revision["metadata"_L1]["ownerReferences"_L1][0]["uid"_L1] != owner || number <= highest)
                continue;
            highest = number;
            hash = revision["metadata"_L1]["labels"_L1]["controller-revision-hash"_L1];
        }
        return !isLeaving(pod) && pod["metadata"_L1]["labels"_L1]["controller-revision-hash"_L1] == hash;
    }

    /// The operator has made the DaemonSet of what its policy wants by now.
    [[nodiscard]] bool isOfPolicy(const QJsonObject &pod, bool isGpu) const
    {
        const QString image = pod["spec"_L1]["containers"_L1][0]["image"_L1].toString();
        for (const QJsonObject &policy : isGpu ? clusterPolicies : nicPolicies)
            return image.contains(
                policy["spec"_L1][isGpu ? "driver"_L1 : "ofedDriver"_L1]["version"_L1].toString());
        return true;
    }

    /// Pods that the step has to take away; those of DaemonSets stay.
    [[nodiscard]] QList<QJsonObject> leavers(const QString &node, bool isDrain) const
    {
        QList<QJsonObject> found;
        for (const QJsonObject &pod : pods.value(node)) {
            const QString phase = pod["status"_L1]["phase"_L1].toString();
            const bool isOfSet = pod["metadata"_L1]["ownerReferences"_L1][0]["kind"_L1] == u"DaemonSet"_s;
            if ((phase == u"Running" || phase == u"Pending") && !isOfSet && !isLeaving(pod) &&
                (isDrain || gpusOf(pod) > 0))
                found << pod;
        }
        return found;
    }

    [[nodiscard]] static int gpusOf(const QJsonObject &pod)
    {
        int gpus = 0;
        for (const QJsonValue container : pod["spec"_L1]["containers"_L1].toArray())
            gpus += container["resources"_L1]["limits"_L1]["nvidia.com/gpu"_L1].toString().toInt();
        return gpus;
    }

    [[nodiscard]] bool isUnderSpentBudget(const QJsonObject &pod) const
    {
        const QJsonObject labels = pod["metadata"_L1]["labels"_L1].toObject();
        return std::any_of(budgets.cbegin(), budgets.cend(), [&](const QJsonObject &budget) {
            const QJsonObject wanted = budget["spec"_L1]["selector"_L1]["matchLabels"_L1].toObject();
            bool selects = budget["metadata"_L1]["namespace"_L1] == pod["metadata"_L1]["namespace"_L1];
            for (auto label = wanted.begin(); label != wanted.end(); ++label)
                selects = selects && labels[label.key()] == label.value();
            return selects && budget["status"_L1]["disruptionsAllowed"_L1].toInt() == 0;
        });
    }

    [[nodiscard]] PlainTrack track(const QJsonObject &node, const Driver &driver) const
    {
        const bool isGpu = QLatin1String(driver.component) == "gpu"_L1;
        PlainTrack plain;
        plain.label = labelOf(node, driver.label);
        plain.step = stepOf(plain.label);
        plain.isCordoned = node["spec"_L1]["unschedulable"_L1].toBool();
        const QJsonObject allocatable = node["status"_L1]["allocatable"_L1].toObject();
        for (auto one = allocatable.begin(); one != allocatable.end(); ++one) {
            if (isGpu ? one.key() == driver.resource : one.key().startsWith(driver.resource))
                plain.devices += one.value().toString().toInt();
        }
        const QJsonObject pod = driverPod(nameOf(node), isGpu);
        if (!pod.isEmpty()) {
            plain.pod = pod["metadata"_L1]["namespace"_L1].toString() + u'/' + nameOf(pod);
            plain.isPodReady = isReady(pod);
            plain.isPodNewest = isNewest(pod);
            plain.isPodOfPolicy = isOfPolicy(pod, isGpu);
        }
        plain.verdicts = verdictsOf(plain, node);
        const bool isDrain = plain.step == u"drain";
        if (isDrain || plain.step == u"evict") {
            const QList<QJsonObject> leaving = leavers(nameOf(node), isDrain);
            if (!leaving.isEmpty())
                plain.isHeldByBudget = std::any_of(leaving.cbegin(), leaving.cend(),
                                                   [&](const auto &one) { return isUnderSpentBudget(one); });
        }
        return plain;
    }

    [[nodiscard]] static QStringList verdictsOf(const PlainTrack &plain, const QJsonObject &node)
    {
        for (const QJsonValue condition : node["status"_L1]["conditions"_L1].toArray())
            if (condition["type"_L1] == u"Ready"_s && condition["status"_L1] == u"Unknown"_s)
                return {u"lost"_s};
        if (plain.step == u"failed")
            return {u"failed"_s};
        if (plain.step == u"queued")
            return {u"waiting"_s};
        if (plain.step == u"idle")
            return plain.isPodNewest && plain.isPodOfPolicy
                       ? QStringList{u"notPart"_s, u"stuck"_s, u"notKnown"_s}
                       : QStringList{u"notPart"_s, u"stuck"_s, u"waiting"_s};
        if (plain.step != u"done")
            return {u"moving"_s, u"slow"_s, u"stuck"_s, u"waiting"_s};
        if (!plain.isPodReady)
            return {u"notKnown"_s, u"stuck"_s};
        return {plain.isPodNewest && plain.isPodOfPolicy ? u"done"_s : u"waiting"_s};
    }

    RawRecording::Objects nodes;
    RawRecording::Objects revisions;
    RawRecording::Objects budgets;
    RawRecording::Objects clusterPolicies;
    RawRecording::Objects nicPolicies;
    QMap<QString, QList<QJsonObject>> pods; ///< by node
};

QStringList differences(const NodeTrack &track, const PlainTrack &plain)
{
    QStringList found;
    const auto compare = [&](const char *what, const auto &shown, const auto &truth) {
        if (shown != truth)
            found << QStringLiteral("%1 is %2, truly %3").arg(QLatin1String(what)).arg(shown).arg(truth);
    };
    compare("label", track.label, plain.label);
    compare("step", stepText(track.step), plain.step);
    compare("driver pod", track.driverPod, plain.pod);
    compare("pod ready", int(track.isDriverReady), int(plain.isPodReady));
    compare("pod newest", int(track.isDriverCurrent), int(plain.isPodNewest));
    compare("cordoned", int(track.isCordoned), int(plain.isCordoned));
    compare("devices", track.devices, plain.devices);
    if (!plain.verdicts.contains(verdictText(track.verdict)))
        found << u"verdict is %1, truly %2"_s.arg(verdictText(track.verdict), plain.verdicts.join(u'|'));
    const bool isHeld = std::any_of(track.blockers.cbegin(), track.blockers.cend(),
                                    [](const TrackNote &note) { return note.kind == u"disruptionBudget"; });
    if (plain.isHeldByBudget && *plain.isHeldByBudget != isHeld)
        found << u"held by a budget is %1"_s.arg(isHeld);
    return found;
}

} // namespace

/// What is shown of a recording at any moment that somebody winds it to, forwards or back, is what its
/// objects say at that moment.
class RecordingsTruthTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tracksAndCountsAreThoseOfTheObjects_data()
    {
        QTest::addColumn<QString>("path");
        for (const char *file : {"gpu-then-ib-one-node-crashes", "gpu-operator-killed-hand-labels-node-gone"})
            QTest::newRow(file)
                << QStringLiteral(CHARTROOM_TEST_DATA "/%1.jsonl.gz").arg(QLatin1String(file));
        QTest::newRow("bundled") << u":/chartroom/recordings/bundled.jsonl.gz"_s;
    }

    void tracksAndCountsAreThoseOfTheObjects()
    {
        QFETCH(QString, path);
        constexpr int moments = 200;
        constexpr int players = 8; // side by side: each waits for batches and timers
        const RawRecording raw(path);
        const auto recording = loadRecording(path);
        QVERIFY(recording);
        const quint32 seed = QRandomGenerator::global()->generate();
        qInfo("seed %u", seed);
        QRandomGenerator random(seed);
        std::deque<StandingWindow> windows;
        for (int i = 0; i < players; ++i)
            windows.emplace_back(*recording, milliseconds(0));
        QSet<QString> steps;
        for (int done = 0; done < moments; done += players) {
            QList<milliseconds> at;
            for (StandingWindow &window : windows) {
                // The first lists are there after two seconds.
                at << milliseconds(random.bounded(2000, int(raw.duration().count())));
                window.transport.seek(at.last());
            }
            const auto areThere = [&] {
                for (int i = 0; i < players; ++i)
                    if (!isThere(windows[size_t(i)], raw.time(at[i])))
                        return false;
                return true;
            };
            QVERIFY(QTest::qWaitFor(areThere, 20000));
            for (int i = 0; i < players; ++i)
                compare(windows[size_t(i)].rollout, PlainMoment(raw, at[i]), at[i], steps);
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY(steps.size() >= 6);
    }

private:
    static bool isThere(const StandingWindow &window, const QDateTime &now)
    {
        return window.transport.isSettled() && window.rollout.isSettled() && window.clock.now() == now;
    }

    static void compare(const RolloutStore &rollout, const PlainMoment &moment, milliseconds at,
                        QSet<QString> &steps)
    {
        QStringList wrong;
        QMap<QString, QMap<QString, int>> counts; // of steps, by component
        for (const QJsonObject &node : moment.nodes) {
            const QString name = PlainMoment::nameOf(node);
            for (const Driver &driver : drivers) {
                const PlainTrack plain = moment.track(node, driver);
                const NodeTrack *track = rollout.find({name, QLatin1String(driver.component)});
                if (!plain.pod.isEmpty() || !plain.label.isEmpty()) {
                    ++counts[QLatin1String(driver.component)][plain.step];
                    steps << plain.step;
                }
                if (!track && plain.pod.isEmpty() && plain.label.isEmpty())
                    continue;
                const QStringList found = track ? differences(*track, plain) : QStringList{u"no track"_s};
                if (!found.isEmpty())
                    wrong << name + u' ' + QLatin1String(driver.component) + u": "_s + found.join(u"; "_s);
            }
        }
        QMap<QString, int> failed;
        for (const TrackKey &key : rollout.keys()) {
            if (!moment.nodes.contains(u'/' + key.node))
                wrong << key.node + u" is gone"_s;
            failed[key.component] += rollout.find(key)->step == RolloutStep::Failed ? 1 : 0;
        }
        for (const Driver &driver : drivers) {
            const QString component = QLatin1String(driver.component);
            if (failed.value(component) != counts[component].value(u"failed"_s))
                wrong << component + u": another number of failed nodes"_s;
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(u"at %1 ms: %2"_s.arg(at.count()).arg(wrong.join(u'\n'))));
    }
};

#include "tst_recordings_truth.moc"
} // namespace tst_recordings_truth

CHARTROOM_TEST(tst_recordings_truth, RecordingsTruthTest)
