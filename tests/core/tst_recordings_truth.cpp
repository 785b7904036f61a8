// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/diagnosis_operation.h"
#include "core/kube/gpu_count.h"
#include "core/recording/recording_reader.h"
#include "core/rollout/node_clocks.h"
#include "tests/support/bundled_rules.h"
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
    std::optional<bool> isLedByNobody;  ///< nothing while its operator ends or begins, and where none leads
};

struct Driver
{
    const char *component;
    QLatin1String label;
    QLatin1String skip;        ///< label of a node that its operator passes over
    QLatin1String resource;    ///< prefix of what its nodes offer
    QLatin1String operatorEnd; ///< of its Deployment's name
};
const QList<Driver> drivers{
    {"gpu", "nvidia.com/gpu-driver-upgrade-state"_L1, "nvidia.com/gpu-driver-upgrade.skip"_L1,
     "nvidia.com/gpu"_L1, "gpu-operator"_L1},
    {"ib", "nvidia.com/ofed-driver-upgrade-state"_L1, "nvidia.com/ofed-driver-upgrade.skip"_L1, "rdma/"_L1,
     "network-operator"_L1},
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
        , sets(recording.objects(u"daemonsets", at))
        , revisions(recording.objects(u"controllerrevisions", at))
        , budgets(recording.objects(u"poddisruptionbudgets", at))
        , clusterPolicies(recording.objects(u"clusterpolicies", at))
        , nicPolicies(recording.objects(u"nicclusterpolicies", at))
        , deployments(recording.objects(u"deployments", at))
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
        return !isLeaving(pod) && pod["metadata"_L1]["labels"_L1]["controller-revision-hash"_L1] == hash &&
               isTemplateSeen(pod);
    }

    /// By the controller of the pod's DaemonSet. Until then the newest revision is of the template before.
    [[nodiscard]] bool isTemplateSeen(const QJsonObject &pod) const
    {
        const QJsonValue metadata = pod["metadata"_L1];
        const QJsonObject set = sets.value(metadata["namespace"_L1].toString() + u'/' +
                                           metadata["ownerReferences"_L1][0]["name"_L1].toString());
        return set["status"_L1]["observedGeneration"_L1].toInteger() >=
                   set["metadata"_L1]["generation"_L1].toInteger() ||
               metadata["labels"_L1]["pod-template-generation"_L1] ==
                   set["metadata"_L1]["annotations"_L1]["deprecated.daemonset.template.generation"_L1];
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

    /// Of a node that somebody has to lead.
    [[nodiscard]] std::optional<bool> isLedByNobody(const PlainTrack &plain, const Driver &driver) const
    {
        static const QStringList led{u"cordon"_s,        u"waitForJobs"_s, u"evict"_s,   u"drain"_s,
                                     u"driverRestart"_s, u"validate"_s,    u"uncordon"_s};
        if (!led.contains(plain.step) || plain.verdicts.contains(u"lost"))
            return {};
        for (const QJsonObject &one : deployments) {
            if (!nameOf(one).endsWith(driver.operatorEnd))
                continue;
            if (one["spec"_L1]["replicas"_L1].toInt(1) == 0)
                return true;
            if (one["status"_L1]["availableReplicas"_L1].toInt() > 0)
                return false;
        }
        return {};
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
        plain.verdicts = verdictsOf(plain, node, driver);
        plain.isLedByNobody = isLedByNobody(plain, driver);
        const bool isDrain = plain.step == u"drain";
        if (isDrain || plain.step == u"evict") {
            const QList<QJsonObject> leaving = leavers(nameOf(node), isDrain);
            if (!leaving.isEmpty())
                plain.isHeldByBudget = std::any_of(leaving.cbegin(), leaving.cend(),
                                                   [&](const auto &one) { return isUnderSpentBudget(one); });
        }
        return plain;
    }

    /// "" without one
    [[nodiscard]] static QString readyOf(const QJsonObject &node)
    {
        for (const QJsonValue condition : node["status"_L1]["conditions"_L1].toArray())
            if (condition["type"_L1] == u"Ready"_s)
                return condition["status"_L1].toString();
        return {};
    }

    /// Of all nodes; those for pods are of nodes that take some.
    [[nodiscard]] GpuCount gpus() const
    {
        GpuCount count;
        for (const QJsonObject &node : nodes) {
            const auto offered = [&](QLatin1String of) {
                return node["status"_L1][of]["nvidia.com/gpu"_L1].toString().toInt();
            };
            count.total += offered("capacity"_L1);
            if (readyOf(node) == u"True" && !node["spec"_L1]["unschedulable"_L1].toBool())
                count.available += offered("allocatable"_L1);
        }
        return count;
    }

    [[nodiscard]] static QStringList verdictsOf(const PlainTrack &plain, const QJsonObject &node,
                                                const Driver &driver)
    {
        if (readyOf(node) == u"Unknown")
            return {u"lost"_s};
        if (plain.step == u"failed")
            return {u"failed"_s};
        const bool isSkipped = labelOf(node, driver.skip) == u"true";
        if (plain.step == u"queued")
            return {isSkipped ? u"skipped"_s : u"waiting"_s};
        const bool isNewest = plain.isPodNewest && plain.isPodOfPolicy;
        if (plain.step == u"idle" && isSkipped)
            return {u"skipped"_s, u"done"_s, u"notPart"_s};
        if (plain.step == u"idle" && isNewest && plain.isPodReady) // a first template is no rollout
            return {u"done"_s, u"notPart"_s, u"stuck"_s, u"notKnown"_s};
        if (plain.step == u"idle")
            return isNewest              ? QStringList{u"moving"_s, u"slow"_s, u"stuck"_s}
                   : plain.pod.isEmpty() ? QStringList{u"notPart"_s, u"moving"_s, u"stuck"_s, u"waiting"_s}
                                         : QStringList{u"notPart"_s, u"stuck"_s, u"waiting"_s};
        if (plain.step == u"unknown")
            return {u"notKnown"_s};
        if (plain.step != u"done")
            return {u"moving"_s, u"slow"_s, u"stuck"_s, u"waiting"_s};
        if (!plain.isPodReady)
            return isNewest ? QStringList{u"moving"_s, u"slow"_s, u"stuck"_s}
                            : QStringList{u"notKnown"_s, u"stuck"_s};
        if (isNewest && plain.isCordoned)
            return {u"done"_s, u"stuck"_s, u"notKnown"_s}; // by the evidence of who cordoned it
        return {isNewest ? u"done"_s : u"waiting"_s};
    }

    RawRecording::Objects nodes;
    RawRecording::Objects sets;
    RawRecording::Objects revisions;
    RawRecording::Objects budgets;
    RawRecording::Objects clusterPolicies;
    RawRecording::Objects nicPolicies;
    RawRecording::Objects deployments;
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
    const auto compareBlocker = [&](NoteKind kind, std::optional<bool> truth) {
        const bool isThere = std::any_of(track.blockers.cbegin(), track.blockers.cend(),
                                         [&](const TrackNote &note) { return note.kind == kind; });
        if (truth && *truth != isThere)
            found << u"blocked by %1 is %2"_s.arg(noteWord(kind)).arg(isThere);
    };
    compareBlocker(NoteKind::DisruptionBudget, plain.isHeldByBudget);
    compareBlocker(NoteKind::OperatorGone, plain.isLedByNobody);
    return found;
}

/// Of whom it says so itself or as what follows from it.
QSet<QString> namedBy(const QList<Finding> &findings)
{
    QSet<QString> names;
    for (const Finding &one : findings) {
        names.unite({one.nodes.cbegin(), one.nodes.cend()});
        for (const Consequence &consequence : one.consequences)
            names.unite({consequence.nodes.cbegin(), consequence.nodes.cend()});
    }
    return names;
}

/// Windows side by side over one recording, as each waits for batches and timers, that stand at moments of
/// chance.
struct RandomMoments
{
    static constexpr int moments = 200;
    static constexpr int players = 8;

    explicit RandomMoments(const QString &path)
        : raw(path)
        , recording(loadRecording(path).value())
    {
        const quint32 seed = QRandomGenerator::global()->generate();
        qInfo("seed %u", seed);
        random.seed(seed);
        for (int i = 0; i < players; ++i)
            windows.emplace_back(recording, milliseconds(0));
    }

    /// Whether all got to the next one.
    bool goOn()
    {
        at.clear();
        for (StandingWindow &window : windows) {
            // The first lists are there after two seconds.
            at << milliseconds(random.bounded(2000, int(raw.duration().count())));
            window.transport.seek(at.last());
        }
        return QTest::qWaitFor(
            [this] {
                for (int i = 0; i < players; ++i)
                    if (!isThere(windows[size_t(i)], raw.time(at[i])))
                        return false;
                return true;
            },
            20000);
    }

    static bool isThere(const StandingWindow &window, const QDateTime &now)
    {
        return window.transport.isSettled() && window.rollout.isSettled() && window.clock.now() == now;
    }

    const RawRecording raw;
    const std::shared_ptr<const Recording> recording;
    QRandomGenerator random;
    std::deque<StandingWindow> windows;
    QList<milliseconds> at;
};

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
        RandomMoments all(path);
        QSet<QString> steps;
        for (int done = 0; done < RandomMoments::moments; done += RandomMoments::players) {
            QVERIFY(all.goOn());
            for (int i = 0; i < RandomMoments::players; ++i)
                compare(all.windows[size_t(i)], PlainMoment(all.raw, all.at[i]), all.at[i], steps);
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY(steps.size() >= 6);
    }

    void findingsAreThoseOfTheObjects_data() { tracksAndCountsAreThoseOfTheObjects_data(); }
    void findingsAreThoseOfTheObjects()
    {
        QFETCH(QString, path);
        const Result<Signatures> signatures = Signatures::bundled();
        QVERIFY(signatures);
        const ResponsibilityRules rules = bundledRules();
        RandomMoments all(path);
        bool hasFound = false;
        for (int done = 0; done < RandomMoments::moments; done += RandomMoments::players) {
            QVERIFY(all.goOn());
            std::deque<DiagnosisOperation> looks;
            for (StandingWindow &window : all.windows) {
                DiagnosisOperation::Parts parts;
                parts.transport = &window.transport;
                parts.nodes = &window.nodes;
                parts.pods = &window.pods;
                parts.rollout = &window.rollout;
                parts.signatures = *signatures;
                parts.rules = rules;
                looks.emplace_back(std::move(parts)).start();
            }
            const auto areOver = [&looks] {
                return std::all_of(looks.cbegin(), looks.cend(), [](const DiagnosisOperation &one) {
                    return one.step() == DiagnosisOperation::Step::Over;
                });
            };
            QVERIFY(QTest::qWaitFor(areOver, 60000));
            for (int i = 0; i < RandomMoments::players; ++i) {
                const Result<DiagnosisResult> &result = looks[size_t(i)].result();
                QVERIFY2(result, result ? "" : qPrintable(result.error().message));
                hasFound = hasFound || !result->findings.isEmpty();
                // Objects tell whole seconds, by the clock of their cluster.
                const QDateTime now = all.raw.time(all.at[i] + clockSkew(*all.recording)).addSecs(1);
                compareFindings(result->findings, PlainMoment(all.raw, all.at[i]), now);
                if (QTest::currentTestFailed()) {
                    qWarning("at %lld ms", qlonglong(all.at[i].count()));
                    return;
                }
            }
        }
        QVERIFY(hasFound);
    }

private:
    static void compare(const StandingWindow &window, const PlainMoment &moment, milliseconds at,
                        QSet<QString> &steps)
    {
        const RolloutStore &rollout = window.rollout;
        QStringList wrong;
        QMap<QString, QMap<QString, int>> counts; // of nodes, by component and verdict
        for (const QJsonObject &node : moment.nodes) {
            const QString name = PlainMoment::nameOf(node);
            for (const Driver &driver : drivers) {
                const PlainTrack plain = moment.track(node, driver);
                const NodeTrack *track = rollout.find({name, QLatin1String(driver.component)});
                if (!plain.pod.isEmpty() || !plain.label.isEmpty())
                    steps << plain.step;
                if (!track && plain.pod.isEmpty() && plain.label.isEmpty())
                    continue;
                ++counts[QLatin1String(driver.component)][plain.verdicts.join(u'|')];
                const QStringList found = track ? differences(*track, plain) : QStringList{u"no track"_s};
                if (!found.isEmpty())
                    wrong << name + u' ' + QLatin1String(driver.component) + u": "_s + found.join(u"; "_s);
            }
        }
        for (const TrackKey &key : rollout.keys())
            if (!moment.nodes.contains(u'/' + key.node))
                wrong << key.node + u" is gone"_s;
        const NodeClocks clocks = clocksByEvidence(rollout.sharedTracks());
        for (const NodeClock &clock : clocks.components)
            for (const Verdict verdict : {Verdict::Done, Verdict::Failed, Verdict::Lost}) {
                const QString text = verdictText(verdict);
                const QMap<QString, int> counted = counts.value(clock.component);
                int most = 0;
                for (auto it = counted.cbegin(); it != counted.cend(); ++it)
                    most += it.key().split(u'|').contains(text) ? *it : 0;
                const int is = clock.count(verdict);
                if (!counted.isEmpty() && (is < counted.value(text) || is > most))
                    wrong << u"%1 of %2 are %3"_s.arg(is).arg(clock.component, text);
            }
        if (gpuCount(window.nodes.objects()) != moment.gpus())
            wrong << u"another number of GPUs"_s;
        QVERIFY2(wrong.isEmpty(), qPrintable(u"at %1 ms: %2"_s.arg(at.count()).arg(wrong.join(u'\n'))));
    }

    /// A node that failed or is lost is found, and what is said of such a node is said of no other.
    static void compareFindings(const QList<Finding> &findings, const PlainMoment &moment,
                                const QDateTime &now)
    {
        QSet<QString> failed;
        QSet<QString> lost;
        QSet<QString> cordoned;
        for (const QJsonObject &node : moment.nodes) {
            const QString name = PlainMoment::nameOf(node);
            if (PlainMoment::readyOf(node) == u"Unknown")
                lost << name;
            if (node["spec"_L1]["unschedulable"_L1].toBool())
                cordoned << name;
            for (const Driver &driver : drivers)
                if (labelOf(node, driver.label) == u"upgrade-failed")
                    failed << name;
        }
        const QSet<QString> missed = (failed + lost) - namedBy(findings);
        QVERIFY2(missed.isEmpty(), qPrintable(missed.values().join(u' ')));
        const QMap<QString, QSet<QString>> only{{u"upgrade-failed"_s, failed},
                                                {u"retry-due"_s, failed},
                                                {u"node-lost"_s, lost},
                                                {u"left-cordoned"_s, cordoned}};
        for (const Finding &one : findings) {
            const QSet<QString> named(one.nodes.cbegin(), one.nodes.cend());
            const QSet<QString> others = named - only.value(one.signature, named);
            QVERIFY2(others.isEmpty(), qPrintable(one.signature + u' ' + others.values().join(u' ')));
            QVERIFY2(!one.since.isValid() || one.since <= now, qPrintable(one.signature));
        }
    }
};

#include "tst_recordings_truth.moc"
} // namespace tst_recordings_truth

CHARTROOM_TEST(tst_recordings_truth, RecordingsTruthTest)
