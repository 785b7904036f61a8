// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/chartroom_program.h"
#include "tests/integration/colleagues_upgrade.h"
#include "tests/integration/sandbox.h"
#include "tests/integration/try_within.h"
#include "tests/support/test_main.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_rollout_ends {

namespace {

const QString stateLabel = u"nvidia.com/gpu-driver-upgrade-state"_s;
const QString release = u"nvidia-gpu-operator/gpu-operator"_s;

} // namespace

/// What the program says at once, without having watched, of rollouts that are cut, led by nobody or not
/// begun at all: four nodes, NVIDIA's own library and the real helm.
class RolloutEndsTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<ChartroomProgram> m_program;
    QElapsedTimer m_bare; ///< since no node has had the label; invalid: one has it

    void kubectl(const QStringList &arguments) const
    {
        const Ran ran = m_sandbox->tool("kubectl", arguments);
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
    }
    void ctl(const QStringList &arguments) const
    {
        const Ran ran = m_sandbox->ctl(arguments);
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
    }
    [[nodiscard]] QJsonObject rollout() const
    {
        return m_program->json({u"rollout"_s, u"--component"_s, u"gpu"_s}).object();
    }
    [[nodiscard]] static int count(const QJsonObject &rollout, const QString &verdict)
    {
        return rollout[u"totals"][0][verdict].toInt();
    }
    [[nodiscard]] static bool hasNote(const QJsonValue &notes, const QString &kind)
    {
        const QJsonArray all = notes.toArray();
        return std::any_of(all.begin(), all.end(),
                           [&](const QJsonValue &note) { return note[u"kind"] == kind; });
    }
    /// Of those that have that blocker, sorted.
    [[nodiscard]] static QStringList heldBy(const QJsonObject &rollout, const QString &kind)
    {
        QStringList names;
        for (const QJsonValue node : rollout[u"nodes"].toArray())
            if (hasNote(node[u"blockers"], kind))
                names << node[u"node"].toString();
        names.sort();
        return names;
    }
    /// The nodes of that finding, sorted; empty where it is not found.
    [[nodiscard]] QStringList found(const QString &signature) const
    {
        return nodesOf(m_program->json({u"findings"_s}).array(), signature);
    }
    [[nodiscard]] static QStringList nodesOf(const QJsonArray &findings, const QString &signature)
    {
        QStringList names;
        for (const QJsonValue finding : findings)
            if (finding[u"finding"] == signature)
                for (const QJsonValue node : finding[u"nodes"].toArray())
                    names << node.toString();
        names.sort();
        return names;
    }
    /// Its lines are broken anywhere.
    [[nodiscard]] QString ticket(const QString &phase) const
    {
        return QString::fromUtf8(
                   m_program->run({u"ticket"_s, release, u"--phase"_s, phase, u"-o"_s, u"txt"_s}).out)
            .simplified();
    }
    [[nodiscard]] QStringList cordoned() const
    {
        QStringList names;
        const QJsonArray nodes =
            QJsonDocument::fromJson(m_sandbox->get(u"/api/v1/nodes"_s))[u"items"].toArray();
        for (const QJsonValue node : nodes)
            if (node[u"spec"][u"unschedulable"].toBool())
                names << node[u"metadata"][u"name"].toString();
        names.sort();
        return names;
    }
    [[nodiscard]] int nodesAt(const QString &state) const
    {
        return int(m_sandbox->nodesWith(stateLabel + u'=' + state).size());
    }
    /// For two beats of the operator: a deletion of pods that was under way sets one of them anew.
    [[nodiscard]] bool areLabelsGone()
    {
        if (!m_sandbox->nodesWith(stateLabel).isEmpty())
            m_bare.invalidate();
        else if (!m_bare.isValid())
            m_bare.start();
        return m_bare.isValid() && m_bare.elapsed() > 4000;
    }
    /// While another person's helm is at work on the release: it is named, what was found stays found of
    /// those nodes, and nothing is over.
    void checkBesideAColleaguesHelm(const QString &signature, const QStringList &nodes) const
    {
        const QJsonValue newest = m_program->json({u"history"_s, release}).array().first();
        ColleaguesUpgrade theirs(
            *m_sandbox, {release.section(u'/', 0, 0), release.section(u'/', 1), ReleaseStorage::Secret});
        QVERIFY(theirs.start(newest[u"chart"].toString(), newest[u"chartVersion"].toString()));
        QVERIFY(theirs.setBack(QDateTime::currentDateTimeUtc().addSecs(-600))); // longer than most take
        const QJsonArray findings = m_program->json({u"findings"_s}).array();
        const auto isPending = [](const QJsonValue &one) {
            return one[u"finding"] == u"release-at-work"_s && one[u"release"] == release;
        };
        QVERIFY2(std::any_of(findings.begin(), findings.end(), isPending),
                 QJsonDocument(findings).toJson().constData());
        QCOMPARE(nodesOf(findings, signature), nodes);
        const QString after = ticket(u"after"_s);
        QVERIFY2(!after.contains(u"can be closed") && !after.contains(u"Nothing is asked"),
                 qPrintable(after));
        QVERIFY2(after.contains(u"of %1 is pending-upgrade"_s.arg(release)), qPrintable(after));
        QVERIFY(theirs.isRunning());
        QVERIFY(theirs.end());
    }
    void awaitEnd() const
    {
        TRY_VERIFY_WITHIN(nodesAt(u"upgrade-done"_s) == 4 && cordoned().isEmpty(), 240'000);
        TRY_COMPARE_WITHIN(count(rollout(), u"done"_s), 4, 60'000);
    }
    void begin(const QString &version) const
    {
        ctl({u"upgrade"_s, u"gpu"_s, version});
        // A state of seconds, which QTRY_VERIFY would want to see three times.
        QVERIFY(QTest::qWaitFor([this] { return nodesAt(u"pod-restart-required"_s) > 0; }, 120'000));
    }
    void setAutoUpgrade(const char *to) const
    {
        kubectl(
            {u"patch"_s, u"clusterpolicy"_s, u"cluster-policy"_s, u"--type"_s, u"merge"_s, u"-p"_s,
             u"{\"spec\":{\"driver\":{\"upgradePolicy\":{\"autoUpgrade\":%1}}}}"_s.arg(QLatin1String(to))});
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_program =
            std::make_unique<ChartroomProgram>(*m_sandbox, "helm3", QStringLiteral(CHARTROOM_PROGRAM));
        QCOMPARE(count(rollout(), u"done"_s), 4);
    }

    /// The operator takes all labels away and uncordons nobody.
    void nodesThatTheSwitchLeftCordonedAreHeldCountedAndFound()
    {
        begin(u"580.105.08"_s);
        setAutoUpgrade("false");
        TRY_VERIFY_WITHIN(areLabelsGone(), 60'000);
        const QStringList left = cordoned();
        QVERIFY(!left.isEmpty());
        const QJsonObject told = rollout();
        QCOMPARE(heldBy(told, u"leftCordoned"_s), left);
        QCOMPARE(count(told, u"stuck"_s), int(left.size()));
        QCOMPARE(count(told, u"notPart"_s), 0);
        QCOMPARE(count(told, u"nodes"_s), 4);
        QCOMPARE(found(u"left-cordoned"_s), left);
        const QString after = ticket(u"after"_s);
        QVERIFY2(!after.contains(u"can be closed") && after.contains(left.first()), qPrintable(after));
        checkBesideAColleaguesHelm(u"left-cordoned"_s, left);
        setAutoUpgrade("true"); // the operator goes on, and takes these cordons for others'
        const auto isDone = [&](const QString &node) {
            return m_sandbox->nodesWith(stateLabel + u"=upgrade-done"_s).contains(node);
        };
        TRY_VERIFY_WITHIN(std::all_of(left.cbegin(), left.cend(), isDone), 240'000);
        QVERIFY(cordoned().contains(left.first())); // and they may use up maxUnavailable
        const QJsonObject again = rollout();
        QVERIFY(count(again, u"done"_s) <= 4 - int(left.size()));
        QCOMPARE(count(again, u"stuck"_s) + count(again, u"notKnown"_s), int(left.size()));
        kubectl(QStringList{u"uncordon"_s} + left);
        awaitEnd();
    }

    void anOperatorAtZeroIsSaidEverywhere()
    {
        begin(u"580.126.20"_s);
        ctl({u"stop"_s, u"gpuOperator"_s});
        const QStringList scale{u"scale"_s, u"deployment"_s, u"gpu-operator"_s, u"-n"_s,
                                u"nvidia-gpu-operator"_s};
        kubectl(scale + QStringList{u"--replicas=0"_s});
        const QStringList away = cordoned();
        QVERIFY(!away.isEmpty());
        // The drivers load by themselves; what is left then is the operator's to do.
        TRY_COMPARE_WITHIN(count(rollout(), u"moving"_s), 0, 60'000);
        const QJsonObject told = rollout();
        QCOMPARE(told[u"operators"][0][u"component"].toString(), u"gpu"_s);
        QCOMPARE(told[u"operators"][0][u"state"].toString(), u"gone"_s);
        QCOMPARE(told[u"operators"][0][u"replicas"].toInt(), 0);
        QVERIFY(count(told, u"stuck"_s) >= int(away.size()));
        const QStringList held = heldBy(told, u"operatorGone"_s);
        for (const QString &node : away)
            QVERIFY2(held.contains(node), qPrintable(node));
        QCOMPARE(found(u"gpu-operator-gone"_s), held);
        QVERIFY(ticket(u"during"_s).contains(u"is scaled to 0"));
        QVERIFY(ticket(u"after"_s).contains(u"is scaled to 0"));
        QVERIFY(m_program->run({u"rollout"_s}).err.contains("is scaled to 0")); // what the board says too
        checkBesideAColleaguesHelm(u"gpu-operator-gone"_s, held);
        kubectl(scale + QStringList{u"--replicas=1"_s});
        ctl({u"start"_s, u"gpuOperator"_s});
        awaitEnd();
        QCOMPARE(rollout()[u"operators"][0][u"state"].toString(), u"running"_s);
    }

    /// The operator answers with a DaemonSet whose pods the scheduler does not bind; all labels say done.
    void aRollbackThatDoesNotRollIsNeitherReadyNorDone()
    {
        const QString loaded = u"nvidia.com/cuda.driver-version.full=580.126.20"_s;
        QCOMPARE(m_sandbox->nodesWith(loaded).size(), 4);
        kubectl({u"annotate"_s, u"clusterpolicy"_s, u"cluster-policy"_s,
                 u"chartroom.sandbox/replace-driver-set=yes"_s});
        const QJsonArray history = m_program->json({u"history"_s, release}).array();
        QVERIFY(history.size() > 1);
        const int before = history[1][u"revision"].toInt();
        const QStringList back{u"rollback"_s,
                               release,
                               QString::number(before),
                               u"--reason"_s,
                               u"rollback=a sandbox"_s,
                               u"--reason"_s,
                               u"ownership=CS-1"_s,
                               u"--confirm"_s,
                               u"gpu-operator@"_s + m_sandbox->context()};
        const QJsonObject result =
            m_program->json(back + reasonsFor(m_program->json(back).object()) + QStringList{u"--yes"_s})
                .object();
        const QByteArray text = QJsonDocument(result).toJson();
        QVERIFY2(result[u"end"] == u"done"_s, text.constData());
        QVERIFY2(result[u"verifying"].toBool() && result[u"nodesToGo"].toInt() == 4, text.constData());
        const QByteArray said =
            result[u"text"].toString().toUtf8() + QJsonDocument(result[u"facts"].toArray()).toJson();
        QVERIFY2(!said.contains("as planned") && !said.contains("is ready"), said.constData());

        TRY_COMPARE_WITHIN(heldBy(rollout(), u"driverAntiAffinity"_s).size(), 4, 180'000);
        const QJsonObject told = rollout();
        QCOMPARE(nodesAt(u"upgrade-done"_s), 4);
        QCOMPARE(count(told, u"done"_s), 0);
        QCOMPARE(count(told, u"stuck"_s), 4);
        for (const QJsonValue node : told[u"nodes"].toArray())
            QVERIFY(hasNote(node[u"contradictions"], u"doneDriverNotReady"_s));
        QCOMPARE(found(u"old-driver-in-the-way"_s).size(), 4);
        const QString after = ticket(u"after"_s);
        QVERIFY2(!after.contains(u"can be closed") && after.contains(u"cannot be closed yet"),
                 qPrintable(after));
        QVERIFY2(after.contains(u"ClusterPolicy cluster-policy is notReady"), qPrintable(after));
        checkBesideAColleaguesHelm(u"old-driver-in-the-way"_s, found(u"old-driver-in-the-way"_s));
        QCOMPARE(count(rollout(), u"done"_s), 0);

        kubectl({u"delete"_s, u"pods"_s, u"-n"_s, u"nvidia-gpu-operator"_s, u"-l"_s,
                 u"app.kubernetes.io/component=nvidia-driver,!chartroom.sandbox/set"_s, u"--wait=false"_s});
        awaitEnd();
        TRY_COMPARE_WITHIN(m_sandbox->nodesWith(u"nvidia.com/cuda.driver-version.full=580.105.08"_s).size(),
                           4,
                           60'000); // feature discovery looks once in a while
    }
};

#include "tst_rollout_ends.moc"
} // namespace tst_rollout_ends

CHARTROOM_TEST(tst_rollout_ends, RolloutEndsTest)
