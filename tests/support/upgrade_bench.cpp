// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/upgrade_bench.h"

#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/charts/chart_cache.h"
#include "core/upgrade/helm_process.h"
#include "core/upgrade/recovery.h"
#include "core/upgrade/rollback_operation.h"
#include "core/upgrade/run_folder.h"
#include "core/upgrade/upgrade_operation.h"
#include "tests/support/invariants.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <algorithm>

namespace chartroom::test {

using namespace Qt::StringLiterals;

QFuture<Result<QList<ChartOrigin>>> OneChart::candidates(const QString &, const ReleaseRecord &)
{
    return readyFuture(Result<QList<ChartOrigin>>(QList<ChartOrigin>()));
}

QFuture<Result<ChartVersions>> OneChart::versions(const ChartOrigin &)
{
    return readyFuture(Result<ChartVersions>(ChartVersions()));
}

QFuture<Result<Chart>> OneChart::chart(const ChartOrigin &, const QString &)
{
    return readyFuture(Result<Chart>(held));
}

Result<void> OneChart::pin(const QString &, const ReleaseKey &, const ChartOrigin &)
{
    return {};
}

QFuture<Result<CommandOutput>> IntentWatch::run(const CommandLine &command)
{
    const QString verb = command.arguments.value(1); // behind the context
    const bool isTried = command.arguments.contains(QStringLiteral("--dry-run=server"));
    if (verb == u"label" || verb == u"patch" || (verb == u"apply" && !isTried)) {
        const QStringList folders = operationFolders(operations);
        const bool hasIntent = std::any_of(folders.cbegin(), folders.cend(), [](const QString &folder) {
            const JournalContents journal = readJournal(folder).value_or(JournalContents());
            return !journal.records.isEmpty() && journal.records.last().kind == JournalRecord::Kind::Intent;
        });
        withoutIntent += hasIntent ? 0 : 1;
    }
    return next->run(command);
}

CommandStream *IntentWatch::stream(const CommandLine &command, QObject *parent)
{
    QString operation;
    for (const auto &[name, value] : command.environment)
        if (name == operationVariable)
            operation = value;
    ran.append(operation);
    lines.append(command);
    const JournalContents journal = readJournal(operations + u'/' + operation).value_or(JournalContents());
    const bool hasIntent =
        std::any_of(journal.records.cbegin(), journal.records.cend(), [](const JournalRecord &record) {
            return record.kind == JournalRecord::Kind::Intent && record.step == u"Helm";
        });
    withoutIntent += hasIntent ? 0 : 1;
    return next->stream(command, parent);
}

ReleaseBuilder UpgradeBench::revision(int number, const QString &status, const QString &chart,
                                      const QString &description) const
{
    ReleaseBuilder builder;
    builder.namespaceName = u"tenant-a"_s;
    builder.revision = number;
    builder.status = status;
    builder.chartVersion = chart;
    builder.description = description;
    builder.manifest = u"---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\n"_s;
    builder.userValues = m_values;
    return builder;
}

UpgradeDraft UpgradeBench::draft()
{
    UpgradeDraft draft;
    draft.context = u"cmk"_s;
    draft.release = {u"tenant-a"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
    draft.plannedOn = 2;
    draft.chart = {
        u"gpu-operator"_s, u"nvidia"_s, u"https://nvidia.example/charts"_s, u"v26.3.0"_s,
        QString::fromLatin1(QCryptographicHash::hash(stagedArchive, QCryptographicHash::Sha256).toHex())};
    return draft;
}

OperationParts UpgradeBench::parts()
{
    OperationParts parts;
    m_watch.next = m_helmScript.isEmpty() ? static_cast<CommandRunner *>(m_runner.get()) : &m_processes;
    m_watch.operations = m_kubectlWatch.operations = m_home->filePath(u"operations"_s);
    parts.runner = &m_watch;
    parts.transport = m_transport.get();
    parts.helm = m_helm.get();
    parts.kubectl = m_kubectl.get();
    parts.charts = &m_charts;
    parts.clock = &m_clock;
    parts.access = {m_helmScript.isEmpty() ? helmProgram : m_helmScript, {u"/a"_s, u"/b"_s}, u"cmk"_s};
    parts.holder = {u"anna"_s, u"laptop"_s, 4711, ProcessIdentity::ofThisProcess()};
    parts.chartCache = m_home->filePath(u"cache"_s);
    parts.folder = m_home->filePath(u"operations"_s);
    parts.keyring = m_keyring.get();
    parts.readBackPause = std::chrono::milliseconds(1);
    parts.readBackTries = 3;
    return parts;
}

QJsonObject UpgradeBench::plainValues()
{
    return {{u"driver"_s, QJsonObject{{u"version"_s, u"580"_s}}}};
}

QJsonObject UpgradeBench::plantedValues()
{
    QJsonObject values = plainValues();
    values.insert(u"registry"_s, QJsonObject{{u"password"_s, QString::fromLatin1(planted)}});
    return values;
}

void UpgradeBench::setUp(const QJsonObject &values)
{
    m_operation.reset();
    m_keyring.reset();
    m_home = std::make_unique<QTemporaryDir>();
    const QString runtime = m_home->filePath(u"runtime"_s);
    QVERIFY(makePrivateFolder(runtime).has_value());
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(runtime));
    m_values = values;
    m_watch = {};
    m_kubectlWatch = {};
    m_helmScript.clear();
    m_cupboard = {};
    m_steps.clear();
    m_said.clear();
    m_output.clear();
    m_runner = std::make_unique<FakeRunner>();
    m_kubectlWatch.next = m_runner.get();
    m_runner->answer = [this](const CommandLine &command) -> Result<CommandOutput> {
        if (command.program == kubectlProgram)
            return m_cupboard.answer(command);
        return CommandOutput{0, "v4.3.1", {}};
    };
    m_transport = std::make_unique<ScriptedTransport>();
    m_releases = new ScriptedReleases(m_transport.get());
    m_releases->put(revision(1, u"superseded"_s, u"v25.3.0"_s));
    m_releases->put(revision(2, u"deployed"_s, u"v25.10.1"_s));
    m_transport->answer(u"/api/v1"_s,
                        R"({"resources":[{"name":"services","namespaced":true,"kind":"Service"}]})");
    m_transport->answer(u"/api/v1/namespaces/tenant-a/services"_s,
                        listAnswer({R"({"metadata":{"name":"web","namespace":"tenant-a"}})"}, u"10"_s));
    m_transport->answer(
        u"/api/v1/nodes"_s,
        R"({"items":[{"metadata":{"name":"gpu-1","labels":{"nvidia.com/gpu.present":"true"}},"spec":{"unschedulable":true}}]})");
    m_transport->answer(
        u"/api/v1/namespaces/tenant-a/pods"_s,
        R"({"items":[{"metadata":{"name":"p"},"spec":{"containers":[{"image":"nvcr.io/x:1"}]}}]})");
    m_helm =
        std::make_unique<HelmClient>(helmProgram, HelmClient::Access{{}, u"cmk"_s}, m_runner.get(), nullptr);
    m_kubectl =
        std::make_unique<KubectlClient>(kubectlProgram, QStringList{}, u"cmk"_s, &m_kubectlWatch, nullptr);
    m_charts.held = {};
    m_charts.held.metadata.name = u"gpu-operator"_s;
    m_charts.held.metadata.version = u"v26.3.0"_s;
    m_charts.held.values = Value(Value::Map{});
    m_charts.held.digest = draft().chart.digest;
    const ChartCache cache(m_home->filePath(u"cache"_s));
    QVERIFY(cache.makeFolder().has_value());
    const ChartTarget chart = draft().chart;
    QVERIFY(
        writePrivateFile(cache.archivePath(chart.url, chart.name, chart.version), stagedArchive).has_value());
}

void UpgradeBench::makeHelm(const QByteArray &script)
{
    m_helmScript = m_home->filePath(u"helm"_s);
    QFile file(m_helmScript);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\n" + script);
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

void UpgradeBench::start(std::unique_ptr<ReleaseOperation> operation)
{
    m_operation = std::move(operation);
    m_finished = std::make_unique<QSignalSpy>(m_operation.get(), &ReleaseOperation::finished);
    QObject::connect(
        m_operation.get(), &ReleaseOperation::stepChanged, m_operation.get(),
        [this](ReleaseOperation::Step step, ReleaseOperation::StepState state, const QString &text) {
            m_steps.append(QVariant::fromValue(step).toString() + u' ' +
                           QVariant::fromValue(state).toString());
            m_said.append(text);
        });
    QObject::connect(m_operation.get(), &ReleaseOperation::outputReceived, m_operation.get(),
                     [this](const QStringList &lines) { m_output += lines; });
    m_operation->start();
}

void UpgradeBench::startUpgrade()
{
    start(std::make_unique<UpgradeOperation>(parts(), draft()));
}

void UpgradeBench::startRollback(int toRevision, int plannedOn)
{
    start(std::make_unique<RollbackOperation>(
        parts(), RollbackRequest{draft().release, plannedOn, toRevision, std::chrono::seconds(300), {}}));
}

void UpgradeBench::at(ReleaseOperation::Step step, ReleaseOperation::StepState state,
                      const std::function<void()> &act)
{
    QObject::connect(m_operation.get(), &ReleaseOperation::stepChanged, m_operation.get(),
                     [step, state, act](ReleaseOperation::Step one, ReleaseOperation::StepState its) {
                         if (one == step && its == state)
                             act();
                     });
}

Recovery UpgradeBench::recovery()
{
    const OperationTraces traces = tracesOf(m_operation->folder(), m_operation->id());
    const auto reading = readWayBack(m_transport.get(), draft().release, m_operation.get());
    if (!QTest::qWaitFor([&] { return reading.isFinished(); }, 20'000))
        return {};
    return recoveryFrom(*operationHeaderIn(*traces.journal), *traces.journal, traces.isHeld, traces.helm,
                        reading.result(), m_clock.now(), traces.ended);
}

bool UpgradeBench::helmRuns()
{
    const qsizetype before = m_watch.ran.count(m_operation->id());
    return QTest::qWaitFor([&] { return m_watch.ran.contains(m_operation->id()) || !m_finished->isEmpty(); },
                           20'000) &&
           before <= 1 && m_watch.ran.count(m_operation->id()) == 1;
}

void UpgradeBench::store(const ReleaseBuilder &builder, bool ours)
{
    m_releases->put(builder);
    if (!ours)
        return;
    QByteArray object = builder.object();
    object.replace("\"owner\":\"helm\"",
                   "\"owner\":\"helm\",\"chartroom-operation\":\"" + m_operation->id().toLatin1() + "\"");
    m_transport->answer(u"/api/v1/namespaces/tenant-a/secrets/"_s + builder.objectName(), object);
}

void UpgradeBench::endHelm(const QString &standardError)
{
    m_runner->streams.last()->end(
        {Error::Code::Process, u"helm ended with exit code 0."_s, standardError, {}});
}

OperationResult UpgradeBench::result()
{
    if (!QTest::qWaitFor([this] { return !m_finished->isEmpty(); }, 20'000) || m_finished->size() != 1)
        return {OperationResult::End::Cancelled, u"it did not end once"_s, 0, {}};
    return m_finished->at(0).at(0).value<OperationResult>();
}

JournalContents UpgradeBench::journal() const
{
    return readJournal(m_operation->folder()).value_or(JournalContents());
}

void UpgradeBench::holdInvariants(const OperationResult &told) const
{
    holdInvariants(told, m_operation->folder());
}

void UpgradeBench::holdInvariants(const OperationResult &told, const QString &folder) const
{
    QCOMPARE(m_watch.withoutIntent + m_kubectlWatch.withoutIntent, 0); // I3
    for (const QString &operation : m_watch.ran)
        QCOMPARE(m_watch.ran.count(operation), 1); // I4
    QVERIFY(!told.text.isEmpty());                 // I5
    const JournalContents reading = readJournal(folder).value_or(JournalContents());
    if (const auto end = endIn(reading)) { // the disk may be full
        QCOMPARE(endText(*end), endText(told.end));
        QCOMPARE(isOpen(reading), told.end == OperationResult::End::Unknown);
    }
    const auto lease = readLease(writeJson(m_cupboard.object));
    const QString ours = LeaseHolder({u"anna"_s, u"laptop"_s, 4711}).identity();
    QVERIFY(m_cupboard.fails || !lease || lease->holder != ours || !lease->isHeldAt(m_clock.now()));
    QStringList texts = QStringList{told.text} + told.problems + told.facts + m_output + m_said; // I6
    for (const CommandLine &command : m_runner->commands + m_watch.lines) {
        texts << command.display();
        for (const auto &[name, value] : command.environment)
            texts << value;
    }
    for (const QString &text : std::as_const(texts))
        Invariants::tellsNothing(text);
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        QCOMPARE(files.fileInfo().permissions() & (QFile::ReadGroup | QFile::ReadOther),
                 QFile::Permissions());
        const bool mayHold =
            !m_keyring && path.contains(u"/capture/"_s) && secretCaptureFiles().contains(files.fileName());
        QVERIFY2(mayHold || !bytesOf(path).contains(planted), qPrintable(path));
    }
    QVERIFY(!hasRunFolder(folder));
}

} // namespace chartroom::test
