// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/preflight_stage.h"

#include <QFile>
#include <QJsonDocument>
#include <QTemporaryFile>
#include <QTest>

namespace chartroom::test {

using namespace Qt::StringLiterals;

namespace {

const ReleaseKey fabricRelease{u"preflight"_s, u"fabric"_s, ReleaseStorage::Secret};
const ReleaseKey driverRelease{u"nvidia-gpu-operator"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
const ReleaseKey agentRelease{u"crusoe-system"_s, u"crusoe-watch-agent"_s, ReleaseStorage::Secret};
const QStringList operators{u"gpuOperator"_s, u"networkOperator"_s};

bool said(const Ran &ran)
{
    if (ran.exitCode != 0)
        qWarning("%s", ran.err.constData());
    return ran.exitCode == 0;
}

QString heldBy(QTemporaryFile &file, const QByteArray &text)
{
    if (!file.open() || file.write(text) != text.size() || !file.flush())
        qFatal("a temporary file cannot be written");
    return file.fileName();
}

} // namespace

PreflightStage::PreflightStage(const Sandbox &sandbox)
    : m_sandbox(sandbox)
{}

bool PreflightStage::helm(const char *program, const QStringList &words) const
{
    return said(m_sandbox.tool(program, words));
}

/// Back from what is there is what an upgrade to 1.1.0 brings, and a hook.
bool PreflightStage::installFabric() const
{
    const auto with = [this](const QStringList &verb, const QString &version, const QString &settings) {
        return helm("helm4",
                    verb + QStringList{fabricRelease.name, u"fabric/fabric-agent"_s, u"--version"_s, version,
                                       u"-n"_s, fabricRelease.namespaceName, u"--set"_s, settings});
    };
    const QStringList upgrade{u"upgrade"_s, u"--reset-values"_s};
    return with({u"install"_s, u"--create-namespace"_s}, u"1.1.0"_s, u"colour=red,hook=true"_s) &&
           with(upgrade, u"1.0.0"_s, u"colour=red"_s) && with(upgrade, u"1.0.0"_s, u"colour=red"_s);
}

bool PreflightStage::prepare()
{
    m_fabricUrl = FabricCharts(m_sandbox).url();
    // The program's helm finds the repositories where this test keeps them.
    qputenv("HELM_REPOSITORY_CONFIG", m_folder.filePath(u"repositories.yaml"_s).toUtf8());
    qputenv("HELM_REPOSITORY_CACHE", m_folder.filePath(u"repository"_s).toUtf8());
    for (const auto &[name, url] :
         {std::pair(u"sandbox"_s, m_sandbox.chartRepository()), std::pair(u"fabric"_s, m_fabricUrl)})
        if (!helm("helm4", {u"repo"_s, u"add"_s, name, url}))
            return false;
    ChartPlaces places;
    places.helm = helmSettings(QProcessEnvironment::systemEnvironment());
    places.cacheFolder = m_folder.filePath(u"cache"_s);
    places.pinFile = m_folder.filePath(u"pins.json"_s);
    m_charts = std::make_unique<HelmChartSources>(places, &m_runner, &m_clock);
    m_drivers.emplace(m_sandbox, driverRelease);
    if (!installFabric() || !m_drivers->makeWayBack("580.95.05", "580.126.20") ||
        !helm("helm3", {u"install"_s, agentRelease.name, u"sandbox/crusoe-watch-agent"_s, u"--version"_s,
                        u"0.3.1"_s, u"-n"_s, agentRelease.namespaceName, u"--create-namespace"_s}))
        return false;
    for (const QString &process : operators)
        if (!said(m_sandbox.ctl({u"pause"_s, process})))
            return false;
    m_session = sessionOf({{}, {}, m_sandbox.text("helm4")}, agentRelease);
    return m_session != nullptr;
}

bool PreflightStage::clear()
{
    m_session.reset();
    bool isClear = true;
    for (const QString &process : operators)
        isClear = said(m_sandbox.ctl({u"resume"_s, process})) && isClear;
    isClear = (!m_drivers || m_drivers->restore()) && isClear;
    isClear =
        helm("helm3", {u"uninstall"_s, agentRelease.name, u"-n"_s, agentRelease.namespaceName}) && isClear;
    return m_sandbox.removeNamespaces({fabricRelease.namespaceName}) && isClear;
}

std::unique_ptr<SandboxSession> PreflightStage::sessionOf(const SandboxSession::As &as,
                                                          const ReleaseKey &release) const
{
    auto session = std::make_unique<SandboxSession>(m_sandbox, SessionFactory::Access::Native, as);
    const bool isThere = QTest::qWaitFor(
        [&] { return session->get()->releases()->find(release) && session->get()->isSettled(); }, 30'000);
    return isThere ? std::move(session) : nullptr;
}

SandboxSession::As PreflightStage::user(const QString &name, const QByteArray &rules) const
{
    const Ran made = m_sandbox.ctl({u"kubeconfig"_s, u"--user"_s, name, u"--rbac"_s, u"none"_s});
    const QJsonDocument facts = QJsonDocument::fromJson(made.out);
    const QByteArray role =
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: NAME}\nrules:\n" +
        rules +
        "---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: NAME}\n"
        "roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: NAME}\n"
        "subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: NAME}]\n";
    if (!said(made) || !kubectl(u"apply"_s, QByteArray(role).replace("NAME", name.toUtf8())))
        qFatal("there is no user");
    return {facts[u"kubeconfig"_s].toString(), facts[u"context"_s].toString(), m_sandbox.text("helm4")};
}

SandboxSession::As PreflightStage::helmOf(const QByteArray &version) const
{
    const QString path = m_folder.filePath(u"helm-"_s + QString::fromLatin1(version));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) ||
        file.write("#!/bin/sh\n[ \"$1\" = version ] && echo " + version + "\n") < 0 ||
        !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner))
        qFatal("%s cannot be written", qPrintable(path));
    return {{}, {}, path};
}

UpgradeDraft PreflightStage::draft(const ReleaseKey &release, const ChartTarget &chart)
{
    UpgradeDraft draft;
    draft.context = m_sandbox.context();
    draft.release = release;
    const Release *now = session()->releases()->find(release);
    draft.plannedOn = now ? now->newest().revision : 0;
    draft.chart = chart;
    QFuture<Result<Chart>> read = m_charts->chart(chart.source(), chart.version);
    if (QTest::qWaitFor([&] { return read.isFinished(); }, 30'000))
        if (const Result<Chart> found = read.takeResult())
            draft.chart.digest = found->digest;
    return draft;
}

UpgradeDraft PreflightStage::fabric(const QString &version)
{
    return draft(fabricRelease, {FabricCharts::name.toString(), u"fabric"_s, m_fabricUrl, version, {}});
}

UpgradeDraft PreflightStage::drivers(const QString &version)
{
    UpgradeDraft made =
        draft(driverRelease, {u"gpu-operator"_s, u"sandbox"_s, m_sandbox.chartRepository(), version, {}});
    made.edits = Value(Value::Map{{u"driver"_s, Value(Value::Map{{u"version"_s, Value(u"580.126.20"_s)}})}});
    made.supportReference = u"CRU-1234"_s;
    return made;
}

UpgradeDraft PreflightStage::managed()
{
    return draft(agentRelease,
                 {u"crusoe-watch-agent"_s, u"sandbox"_s, m_sandbox.chartRepository(), u"0.3.4"_s, {}});
}

Result<PreflightReport> PreflightStage::judge(UpgradeDraft draft, ClusterSession *session)
{
    draft.gpuFloor = gpuFloor;
    PreflightOperation preflight({session, m_charts.get(), {}, m_folder.filePath(u"cache"_s)},
                                 std::move(draft));
    return reportOf(preflight);
}

Result<PreflightReport> PreflightStage::judgeBack(const UpgradeDraft &draft, int toRevision,
                                                  ClusterSession *session)
{
    RollbackRequest order;
    order.release = draft.release;
    order.plannedOn = draft.plannedOn;
    order.toRevision = toRevision;
    order.gpuFloor = gpuFloor;
    PreflightOperation preflight({session, nullptr, {}, {}}, order);
    return reportOf(preflight);
}

Result<PreflightReport> PreflightStage::reportOf(PreflightOperation &preflight)
{
    bool isOver = false;
    QObject::connect(&preflight, &PreflightOperation::finished, [&isOver] { isOver = true; });
    preflight.start();
    if (!QTest::qWaitFor([&isOver] { return isOver; }, 90'000))
        return failure(Error::Code::Timeout, u"the test waited in vain"_s);
    return preflight.report();
}

bool PreflightStage::kubectl(const QStringList &words) const
{
    return said(m_sandbox.tool("kubectl", words));
}

bool PreflightStage::takeFieldsBack() const
{
    KeptRecords kept(m_sandbox, fabricRelease);
    return helm("helm4", {u"upgrade"_s, fabricRelease.name, u"fabric/fabric-agent"_s, u"--version"_s,
                          u"1.0.0"_s, u"-n"_s, fabricRelease.namespaceName, u"--reset-values"_s, u"--set"_s,
                          u"colour=red"_s, u"--force-conflicts"_s}) &&
           kept.restore();
}

bool PreflightStage::applyAsHelm(const QByteArray &objects) const
{
    QTemporaryFile file;
    return kubectl(
        {u"apply"_s, u"--server-side"_s, u"--field-manager=helm"_s, u"-f"_s, heldBy(file, objects)});
}

bool PreflightStage::kubectl(const QString &verb, const QByteArray &objects) const
{
    QTemporaryFile file;
    return kubectl(QStringList{verb, u"-f"_s, heldBy(file, objects)});
}

} // namespace chartroom::test
