// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/session_findings.h"
#include "core/rollout/driver_fleet.h"
#include "core/upgrade/pause_operation.h"
#include "tests/integration/chartroom_program.h"
#include "tests/integration/sandbox_session.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_rollout_renamed {

namespace {

/// Kinds that rollouts read, as the sandbox serves them.
const QStringList renamedKinds{
    u"ClusterPolicy nvidia.com/v2"_s,
    u"DeviceConfig amd.com/v2alpha1"_s,
    u"MaintenanceOperatorConfig maintenance.nvidia.com/v2alpha1"_s,
    u"NVIDIADriver nvidia.com/v2alpha1"_s,
    u"NicClusterPolicy mellanox.com/v2alpha1"_s,
    u"NicNodePolicy mellanox.com/v2alpha1"_s,
    u"NodeMaintenance maintenance.nvidia.com/v2alpha1"_s,
    u"SriovNetworkNodePolicy sriovnetwork.openshift.io/v2"_s,
    u"SriovNetworkNodeState sriovnetwork.openshift.io/v2"_s,
    u"SriovNetworkPoolConfig sriovnetwork.openshift.io/v2"_s,
};

bool isAbout(const QString &notice, const QString &kind)
{
    static const QRegularExpression gaps(u"[ ,]"_s);
    const QStringList words = notice.split(gaps);
    return words.first() == kind.section(u' ', 0, 0) && words.contains(kind.section(u' ', 1));
}

/// One of the above for each notice about it, and every other notice as it is; sorted.
QStringList toldKinds(const QStringList &notices)
{
    QStringList told;
    for (const QString &notice : notices) {
        const auto kind = std::find_if(renamedKinds.cbegin(), renamedKinds.cend(),
                                       [&](const QString &one) { return isAbout(notice, one); });
        told << (kind == renamedKinds.cend() ? notice : *kind);
    }
    told.sort();
    return told;
}

} // namespace

/// The kinds of NVIDIA, Mellanox, AMD and the SR-IOV operator are served as v2 and v2alpha1 only: rollouts
/// are followed to their end all the same, each unknown version is told once, and what is written goes to the
/// version that is served.
class RolloutRenamedTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<SandboxSession> m_session;
    RolloutStore *m_rollout = nullptr;
    QHash<QString, QSet<QString>> m_steps; ///< seen, by component

    void upgrade(const char *component, const char *version) const
    {
        const Ran ran =
            m_sandbox->ctl({u"upgrade"_s, QString::fromLatin1(component), QString::fromLatin1(version)});
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
    }
    [[nodiscard]] QList<NodeTrack> of(const char *component) const
    {
        QList<NodeTrack> tracks = m_rollout->tracks();
        tracks.removeIf([&](const NodeTrack &track) { return track.component != QLatin1String(component); });
        return tracks;
    }
    [[nodiscard]] bool isOver(const char *component,
                              const std::function<bool(const NodeTrack &)> &isThere) const
    {
        const QList<NodeTrack> tracks = of(component);
        return std::all_of(tracks.cbegin(), tracks.cend(), [&](const NodeTrack &track) {
            return track.verdict == Verdict::Done && isThere(track);
        });
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_session = std::make_unique<SandboxSession>(*m_sandbox);
        m_rollout = m_session->get()->rollout();
        connect(m_rollout, &RolloutStore::tracksChanged, this, [this](const QList<TrackKey> &keys) {
            for (const TrackKey &key : keys)
                if (const NodeTrack *track = m_rollout->find(key))
                    m_steps[key.component] << stepText(track->step);
        });
        QTRY_VERIFY_WITH_TIMEOUT(m_rollout->isComplete(), 60'000);
        for (const char *component : {"gpu", "ib", "sriov", "amd"})
            QCOMPARE(of(component).size(), 4);
    }

    void eachUnknownVersionIsToldOnce()
    {
        QTRY_COMPARE_WITH_TIMEOUT(toldKinds(m_rollout->notices()), renamedKinds, 60'000);
    }

    void theFindingsTellOfThemAndMissNothing()
    {
        const Result<Signatures> signatures = Signatures::bundled();
        QVERIFY(signatures.has_value());
        DiagnosisOperation operation(diagnosisParts(*m_session->get(), *signatures, bundledRules()));
        operation.start();
        QTRY_VERIFY_WITH_TIMEOUT(operation.step() == DiagnosisOperation::Step::Over, 60'000);
        QVERIFY(operation.result().has_value());
        QCOMPARE(toldKinds(operation.result()->notices), renamedKinds);
    }

    void thePlanRestsOnThePolicyAndSaysInWhichVersion()
    {
        const ChartroomProgram program(*m_sandbox, "helm4", QStringLiteral(CHARTROOM_PROGRAM));
        const QJsonObject plan =
            program
                .json({u"plan"_s, u"nvidia-network-operator/network-operator"_s, u"--to"_s, u"25.7.0"_s,
                       u"--set"_s, u"operator.ofedDriver.initContainer.version=network-operator-v25.10.0"_s})
                .object();
        QJsonObject nodes;
        for (const QJsonValue finding : plan[u"findings"_s].toArray())
            if (finding[u"id"_s] == u"nodes"_s)
                nodes = finding.toObject();
        QCOMPARE(nodes[u"severity"_s].toString(), u"severe"_s);
        const QStringList lines = nodes[u"evidence"_s].toVariant().toStringList();
        QVERIFY2(std::any_of(lines.cbegin(), lines.cend(),
                             [](const QString &line) { return isAbout(line, renamedKinds[4]); }),
                 qPrintable(lines.join(u'\n')));
    }

    void rolloutsAreFollowedToTheirEnd()
    {
        upgrade("amd", "30.30.0");
        upgrade("gpu", "580.126.20");
        const auto hasDriver = [](const char *version) {
            return [version](const NodeTrack &track) { return track.driverFrom == QLatin1String(version); };
        };
        QTRY_VERIFY_WITH_TIMEOUT(isOver("amd", hasDriver("30.30.0")), 240'000);
        QTRY_VERIFY_WITH_TIMEOUT(isOver("gpu", hasDriver("580.126.20")), 240'000);
        upgrade("ofed", "doca3.2.0-25.10-1.2.8.0-2");
        QTRY_VERIFY_WITH_TIMEOUT(isOver("ib", hasDriver("doca3.2.0-25.10-1.2.8.0-2")), 240'000);
        upgrade("sriov", "4");
        QTRY_VERIFY_WITH_TIMEOUT(
            isOver("sriov",
                   [](const NodeTrack &track) { return track.devices == 4 && track.devicesTotal == 4; }),
            240'000);
        for (const QString &component : {u"gpu"_s, u"ib"_s, u"sriov"_s, u"amd"_s})
            for (const QString &step : {u"driverRestart"_s, u"done"_s})
                QVERIFY2(m_steps[component].contains(step), qPrintable(component + u' ' + step));
    }

    void aPauseGoesToTheVersionThatIsServed()
    {
        const QTemporaryDir folder;
        const SystemClock clock;
        OperationParts parts;
        parts.transport = m_session->get()->transport();
        parts.kubectl = m_session->get()->kubectl();
        parts.clock = &clock;
        parts.access.context = m_sandbox->context();
        parts.holder = LeaseHolder::ofThisProcess();
        parts.folder = folder.path();
        PauseOperation pause(parts, {u"NVIDIADriver"_s,
                                     u"h100"_s,
                                     true,
                                     {},
                                     {u"nvidia-gpu-operator"_s, u"gpu-operator"_s, ReleaseStorage::Secret}});
        const QSignalSpy prepared(&pause, &PauseOperation::prepared);
        const QSignalSpy finished(&pause, &PauseOperation::finished);
        pause.start();
        QTRY_COMPARE(prepared.size(), 1);
        const QString command = prepared.at(0).at(0).toString();
        QVERIFY2(command.contains(u" nvidiadrivers.v2alpha1.nvidia.com h100 "), qPrintable(command));
        pause.confirm();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
        const auto result = finished.at(0).at(0).value<OperationResult>();
        QVERIFY2(result.end == OperationResult::End::Done, qPrintable(result.text));
        const auto driver =
            QJsonDocument::fromJson(m_sandbox->get(u"/apis/nvidia.com/v2alpha1/nvidiadrivers/h100"_s));
        QCOMPARE(driver[u"spec"_s][u"upgradePolicy"_s][u"autoUpgrade"_s], QJsonValue(false));
        const auto isOff = [this] {
            const DriverFleet *fleet = m_rollout->fleet(u"gpu"_s);
            return fleet && fleet->policy() && !fleet->policy()->autoUpgrade;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isOff(), 60'000);
    }
};

#include "tst_rollout_renamed.moc"
} // namespace tst_rollout_renamed

CHARTROOM_TEST(tst_rollout_renamed, RolloutRenamedTest)
