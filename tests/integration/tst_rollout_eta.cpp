// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_fleet.h"
#include "core/rollout/driver_keys.h"
#include "tests/integration/sandbox_session.h"
#include "tests/integration/session_recording.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_rollout_eta {

namespace {

/// An upgrade of some nodes under a policy; the others are left out by the skip label.
struct EtaWindow
{
    const char *name = "";
    DriverKind kind = DriverKind::InfiniBand;
    QString version;
    int first = 0; ///< nodes first to last - 1
    int last = 16;
    int parallel = 1;
    QString maxUnavailable = QStringLiteral("100%"); ///< of the GPU driver
    int crashing = -1;                               ///< a node whose driver does not load
};

QString nodeName(int node)
{
    return QStringLiteral("gpu-%1").arg(node, 3, 10, QLatin1Char('0'));
}

/// What was foretold at a moment of a window.
struct Foretold
{
    QDateTime at;
    Pace pace;

    [[nodiscard]] bool holds(const QDateTime &end) const
    {
        const Eta &eta = pace.eta;
        return eta.earliest.isValid() && eta.earliest <= end && eta.latest >= end;
    }
};

/// How many of the looks at a range found the end in it.
struct Score
{
    int looks = 0;
    int hits = 0;

    void note(bool isHit)
    {
        ++looks;
        hits += isHit ? 1 : 0;
    }
    /// As far as so few looks can tell: not more than two standard deviations below nine of ten. The strict
    /// figure is held on recordings of real operators, see tst_recorded_eta.
    [[nodiscard]] bool isNineOfTen() const
    {
        const double chance = 2 * std::sqrt(0.9 * 0.1 * looks);
        return looks > 0 && hits >= 0.9 * looks - chance;
    }
    [[nodiscard]] QByteArray text() const
    {
        return QByteArray::number(hits) + " of " + QByteArray::number(looks);
    }
};

/// Of all windows.
struct Scores
{
    Score marks; ///< at a third and at three quarters of the way
    Score looks; ///< every two seconds, from the tenth on
};

/// The steps of a window's nodes from now on.
class StepLog
{
public:
    StepLog(const RolloutStore *rollout, const EtaWindow &window)
    {
        QObject::connect(
            rollout, &RolloutStore::tracksChanged, &m_guard,
            [this, rollout, component = componentText(window.kind)](const QList<TrackKey> &keys) {
                for (const TrackKey &key : keys) {
                    const NodeTrack *track = rollout->find(key);
                    if (key.component == component && track)
                        note(m_steps[key.node], stepText(track->step));
                }
            });
    }
    /// In their order, separated by blanks.
    [[nodiscard]] QString of(const QString &node) const { return m_steps.value(node).join(u' '); }

private:
    static void note(QStringList &steps, const QString &step)
    {
        if (steps.isEmpty() || steps.last() != step)
            steps << step;
    }

    QHash<QString, QStringList> m_steps;
    QObject m_guard;
};

} // namespace

/// Five driver upgrades of real API objects under different policies, led by NVIDIA's own upgrade library:
/// what was foretold on the way is compared with what came.
class RolloutEtaTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theTrueEndLiesInTheRangeOfNineOfTenLooks();
    void aNodeWhosePodsMayNotBeDeletedIsDrained();
    void aChangeOfLabelsAloneRestartsTheDriverAndTakesNoTenantAway();
    void theTracksAgreeWithTheObjectsAtEveryMomentOfTheRecording();

private:
    void kubectl(const QStringList &arguments) const;
    /// Leaves the other nodes out.
    void choose(const EtaWindow &window) const;
    void patch(DriverKind kind, const QJsonObject &spec) const;
    void begin(const EtaWindow &window) const;
    [[nodiscard]] QString pledge(const QString &node) const;
    /// uids of pods with GPUs
    [[nodiscard]] QStringList tenantsOn(const QString &node) const;
    [[nodiscard]] bool isOver(const EtaWindow &window) const;
    [[nodiscard]] QByteArray play(const EtaWindow &window, Scores &scores);

    const QTemporaryDir m_folder;
    std::optional<Sandbox> m_sandbox;
    const SystemClock m_clock{};
    std::unique_ptr<SandboxSession> m_session;
    std::unique_ptr<SessionRecording> m_recording;
    RolloutStore *m_rollout = nullptr;
};

void RolloutEtaTest::initTestCase()
{
    m_sandbox = Sandbox::find();
    QVERIFY(m_sandbox.has_value());
    m_session = std::make_unique<SandboxSession>(*m_sandbox);
    m_rollout = m_session->get()->rollout();
    QTRY_VERIFY_WITH_TIMEOUT(m_rollout->isComplete(), 60000);
    m_recording = std::make_unique<SessionRecording>(m_session->get());
}

void RolloutEtaTest::kubectl(const QStringList &arguments) const
{
    const Ran ran = m_sandbox->tool("kubectl", arguments);
    QVERIFY2(ran.exitCode == 0, ran.err.constData());
}

void RolloutEtaTest::choose(const EtaWindow &window) const
{
    QStringList in;
    QStringList out;
    for (int node = 0; node < 16; ++node)
        (node >= window.first && node < window.last ? in : out) << nodeName(node);
    const QString skip = driverKeys(window.kind).skip;
    const QStringList label{QStringLiteral("label"), QStringLiteral("--overwrite"), QStringLiteral("node")};
    if (!out.isEmpty())
        kubectl(label + out + QStringList{skip + QStringLiteral("=true")});
    kubectl(label + in + QStringList{skip + QStringLiteral("-")});
}

void RolloutEtaTest::patch(DriverKind kind, const QJsonObject &spec) const
{
    const bool isGpu = kind == DriverKind::Gpu;
    const QJsonObject patch{{QStringLiteral("spec"), spec}};
    kubectl({QStringLiteral("patch"),
             isGpu ? QStringLiteral("clusterpolicy") : QStringLiteral("nicclusterpolicy"),
             isGpu ? QStringLiteral("cluster-policy") : QStringLiteral("nic-cluster-policy"),
             QStringLiteral("--type=merge"), QStringLiteral("-p"),
             QString::fromUtf8(QJsonDocument(patch).toJson(QJsonDocument::Compact))});
}

void RolloutEtaTest::begin(const EtaWindow &window) const
{
    choose(window);
    if (window.crashing >= 0)
        kubectl({QStringLiteral("annotate"), QStringLiteral("--overwrite"), QStringLiteral("node"),
                 nodeName(window.crashing), QStringLiteral("chartroom.sandbox/fault=crash")});
    const bool isGpu = window.kind == DriverKind::Gpu;
    QJsonObject policy{{QStringLiteral("maxParallelUpgrades"), window.parallel}};
    if (isGpu)
        policy[QStringLiteral("maxUnavailable")] = window.maxUnavailable;
    const QJsonObject driver{{QStringLiteral("version"), window.version},
                             {QStringLiteral("upgradePolicy"), policy}};
    patch(window.kind, {{isGpu ? QStringLiteral("driver") : QStringLiteral("ofedDriver"), driver}});
}

QStringList RolloutEtaTest::tenantsOn(const QString &node) const
{
    QStringList uids;
    for (const Pod *pod : m_rollout->pods(node)) {
        if (!pod->gpus.isEmpty())
            uids << pod->uid;
    }
    uids.sort();
    return uids;
}

bool RolloutEtaTest::isOver(const EtaWindow &window) const
{
    for (int node = window.first; node < window.last; ++node) {
        const NodeTrack *track = m_rollout->find({nodeName(node), componentText(window.kind)});
        const bool isThrough =
            track && track->step == RolloutStep::Done && track->driverFrom == window.version;
        if (!isThrough && !(track && track->step == RolloutStep::Failed))
            return false;
    }
    return true;
}

/// Counts where the end lay where it was foretold, from the first node that is taken to the last one that is
/// through.
QByteArray RolloutEtaTest::play(const EtaWindow &window, Scores &scores)
{
    const QDateTime patched = m_clock.now();
    QList<Foretold> told;
    const QObject guard;
    connect(m_rollout, &RolloutStore::pacesChanged, &guard, [&] {
        for (const Pace &pace : m_rollout->paces()) {
            if (pace.component == componentText(window.kind))
                told.append({m_clock.now(), pace});
        }
    });
    begin(window);
    if (!QTest::qWaitFor([&] { return isOver(window); }, 240000)) {
        scores.marks.note(false);
        return "does not end";
    }
    QDateTime start;
    QDateTime end;
    for (int node = window.first; node < window.last; ++node) {
        const TrackKey key{nodeName(node), componentText(window.kind)};
        for (const NodeRun &run : m_rollout->history(key).runs()) {
            if (run.taken >= patched && (!start.isValid() || run.taken < start))
                start = run.taken;
        }
        const NodeTrack *track = m_rollout->find(key);
        if (track && track->step == RolloutStep::Done && (!end.isValid() || end < track->since))
            end = track->since;
    }
    const auto shownAt = [&told](const QDateTime &time) {
        Foretold shown;
        for (const Foretold &one : std::as_const(told)) {
            if (one.at <= time)
                shown = one;
        }
        return shown;
    };
    QByteArray said = QByteArray::number(start.secsTo(end)) + " s long";
    const auto note = [&](const QDateTime &time, Score &score) {
        const Foretold shown = shownAt(time);
        score.note(shown.holds(end));
        const Eta &eta = shown.pace.eta;
        said += QStringLiteral("\n    %1at %2 s: %3 to %4 s; %5 done, %6 moving, %7 waiting, %8 held: %9")
                    .arg(shown.holds(end) ? QString() : QStringLiteral("OUT "))
                    .arg(start.secsTo(time))
                    .arg(eta.earliest.isValid() ? start.secsTo(eta.earliest) : -1)
                    .arg(eta.latest.isValid() ? start.secsTo(eta.latest) : -1)
                    .arg(shown.pace.done)
                    .arg(shown.pace.moving)
                    .arg(shown.pace.waiting)
                    .arg(shown.pace.held)
                    .arg(eta.reason)
                    .toUtf8();
    };
    note(start.addMSecs(start.msecsTo(end) / 3), scores.marks);
    note(start.addMSecs(start.msecsTo(end) * 3 / 4), scores.marks);
    for (QDateTime look = start.addSecs(10); look < end; look = look.addSecs(2))
        note(look, scores.looks);
    return said;
}

void RolloutEtaTest::theTrueEndLiesInTheRangeOfNineOfTenLooks()
{
    const auto ofed = [](const char *version) { return QString::fromLatin1(version); };
    const QList<EtaWindow> windows{
        {"OFED, four at a time", DriverKind::InfiniBand, ofed("doca3.2.0-25.10-1.2.8.0-2"), 0, 16, 4, {}, -1},
        {"OFED, two at a time", DriverKind::InfiniBand, ofed("doca3.3.0-26.01-1.0.0.0-0"), 0, 8, 2, {}, -1},
        {"OFED, one at a time", DriverKind::InfiniBand, ofed("doca3.4.0-26.04-0.8.6.0-0"), 8, 13, 1, {}, -1},
        {"GPU, eight at a time, a fifth unavailable", DriverKind::Gpu, QStringLiteral("580.105.08"), 0, 9, 8,
         QStringLiteral("20%"), -1},
        {"GPU, three at a time, one crashes", DriverKind::Gpu, QStringLiteral("580.126.20"), 7, 15, 3,
         QStringLiteral("100%"), 8},
    };
    Scores scores;
    QByteArray report;
    for (const EtaWindow &window : windows)
        report += QByteArray("\n  ") + window.name + ": " + play(window, scores);
    report += "\n  at a third and at three quarters " + scores.marks.text() + ", every two seconds " +
              scores.looks.text();
    qInfo("%s", report.constData());
    QVERIFY2(scores.marks.isNineOfTen() && scores.looks.isNineOfTen(), report.constData());
}

/// Puts a pod without a controller on the node, which has a GPU by a claim alone; gives its uid.
QString RolloutEtaTest::pledge(const QString &node) const
{
    QFile file(m_folder.filePath(QStringLiteral("pledge.json")));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(
        R"({"apiVersion":"v1","kind":"List","items":[{"apiVersion":"resource.k8s.io/v1",)"
        R"("kind":"ResourceClaim","metadata":{"name":"scratch","namespace":"default"},"spec":{"devices":)"
        R"({"requests":[{"name":"gpu","exactly":{"deviceClassName":"gpu.nvidia.com"}}]}}},)"
        R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"scratch","namespace":"default"},)"
        R"("spec":{"containers":[{"name":"scratch","image":"scratch"}],)"
        R"("resourceClaims":[{"name":"gpu","resourceClaimName":"scratch"}],"nodeName":")" +
        node.toUtf8() + R"("}}]})");
    file.close();
    kubectl({QStringLiteral("apply"), QStringLiteral("-f"), file.fileName()});
    QString uid;
    const auto isThere = [&] {
        for (const Pod *pod : m_rollout->pods(node))
            uid = pod->name == u"scratch" ? pod->uid : uid;
        return !uid.isEmpty();
    };
    if (!QTest::qWaitFor(isThere, 20000))
        return {};
    const QString status =
        QStringLiteral(R"({"status":{"allocation":{"devices":{"results":[{"request":"gpu",)"
                       R"("driver":"gpu.nvidia.com","pool":"%1","device":"gpu-0"}]}},)"
                       R"("reservedFor":[{"resource":"pods","name":"scratch","uid":"%2"}]}})")
            .arg(node, uid);
    kubectl({QStringLiteral("patch"), QStringLiteral("resourceclaim"), QStringLiteral("scratch"),
             QStringLiteral("--subresource=status"), QStringLiteral("--type=merge"), QStringLiteral("-p"),
             status});
    return uid;
}

/// Deleting the pods with GPUs fails for one that nothing would make anew; the drain may take it all the
/// same.
void RolloutEtaTest::aNodeWhosePodsMayNotBeDeletedIsDrained()
{
    const EtaWindow window{"drain", DriverKind::Gpu, QStringLiteral("580.126.20"), 0, 2, 2, {}, -1};
    const QJsonObject drain{{QStringLiteral("enable"), true},
                            {QStringLiteral("force"), true},
                            {QStringLiteral("deleteEmptyDir"), true}};
    const QJsonObject policy{
        {QStringLiteral("drain"), drain},
        {QStringLiteral("podDeletion"), QJsonObject{{QStringLiteral("force"), false}}},
        {QStringLiteral("maxParallelUpgrades"), 4},
    };
    patch(window.kind, {{QStringLiteral("driver"), QJsonObject{{QStringLiteral("upgradePolicy"), policy}}}});
    const QString scratch = pledge(nodeName(0));
    QTRY_COMPARE_WITH_TIMEOUT(m_rollout->fleet(componentText(window.kind))->claimed,
                              (ClaimedGpus{{scratch, 1}}), 60000);
    const StepLog log(m_rollout, window);
    choose(window);
    QTRY_VERIFY_WITH_TIMEOUT(isOver(window), 120000);
    const auto [emptied, deleted] = std::pair(log.of(nodeName(0)), log.of(nodeName(1)));
    QVERIFY2(emptied.contains(u"drain driverRestart"), qPrintable(emptied));
    QVERIFY2(deleted.contains(u"evict driverRestart"), qPrintable(deleted));
}

/// The same driver under another label of the chart: the operator goes straight to the restart of its pod.
void RolloutEtaTest::aChangeOfLabelsAloneRestartsTheDriverAndTakesNoTenantAway()
{
    const EtaWindow window{"restarts", DriverKind::Gpu, QStringLiteral("580.126.20"), 9, 15, 3, {}, -1};
    choose(window);
    QHash<QString, QStringList> tenants;
    for (int node = window.first; node < window.last; ++node)
        tenants[nodeName(node)] = tenantsOn(nodeName(node));
    QVERIFY(
        std::any_of(tenants.cbegin(), tenants.cend(), [](const QStringList &on) { return !on.isEmpty(); }));
    const StepLog log(m_rollout, window);
    const QJsonObject labels{{QStringLiteral("helm.sh/chart"), QStringLiteral("gpu-operator-v26.7.1")}};
    patch(window.kind, {{QStringLiteral("daemonsets"), QJsonObject{{QStringLiteral("labels"), labels}}}});
    const auto isThrough = [&](const QString &node) {
        return log.of(node).contains(u"driverRestart") && log.of(node).endsWith(u"done");
    };
    const QStringList nodes = tenants.keys();
    QTRY_VERIFY_WITH_TIMEOUT(std::all_of(nodes.cbegin(), nodes.cend(), isThrough), 120000);
    for (const QString &node : nodes) {
        const QString steps = log.of(node);
        QVERIFY2(!steps.contains(u"evict") && !steps.contains(u"drain"), qPrintable(node + u' ' + steps));
        QCOMPARE(tenantsOn(node), tenants[node]);
        const NodeTrack *track = m_rollout->find({node, componentText(window.kind)});
        QVERIFY(track && track->verdict == Verdict::Done);
        QVERIFY2(track->contradictions.isEmpty(), qPrintable(node));
    }
}

void RolloutEtaTest::theTracksAgreeWithTheObjectsAtEveryMomentOfTheRecording()
{
    QCOMPARE(m_recording->endAndCompare(500), QString());
}

#include "tst_rollout_eta.moc"
} // namespace tst_rollout_eta

CHARTROOM_TEST(tst_rollout_eta, RolloutEtaTest)
