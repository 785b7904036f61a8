// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/preflight_operation.h"

#include "core/base/on_finished.h"
#include "core/kube/kubectl_transport.h"
#include "core/rollout/rollout_store.h"
#include "core/upgrade/preflight_checks.h"

#include <QtConcurrentRun>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

Request listRequest(const QString &path)
{
    Request request;
    request.path = path;
    return request;
}

/// What a store has, once its first list is complete.
template<typename T>
Result<QList<T>> objectsOf(const ObjectStore<T> &store)
{
    if (store.reflector().hasSynced())
        return store.objects().values();
    Error why = store.reflector().lastError();
    if (why.message.isEmpty())
        why = notAsked().value();
    return tl::make_unexpected(why);
}

void addNodeTimes(const RolloutStore &store, const NodeTrack &track,
                  QMap<QString, QList<std::chrono::milliseconds>> &times)
{
    for (const NodeRun &run : store.history({track.node, track.component}).runs())
        if (run.isFinished && run.isEndKnown && run.isTakenKnown && !run.hasFailed)
            times[track.component] << std::chrono::milliseconds(run.taken.msecsTo(run.end));
}

} // namespace

PreflightOperation::PreflightOperation(Sources sources, UpgradeDraft draft, std::optional<int> gpuFloor,
                                       QObject *parent)
    : QObject(parent)
    , m_sources(sources)
{
    m_evidence.draft = std::move(draft);
    m_evidence.gpuFloor = gpuFloor;
    m_nodesTimeout.setSingleShot(true);
    connect(&m_nodesTimeout, &QTimer::timeout, this, &PreflightOperation::takeNodes);
}

template<typename T, typename Handler>
void PreflightOperation::await(QFuture<T> future, Handler handler)
{
    m_cancelRunning = [future]() mutable { future.cancel(); };
    onFinished(future, this, [this, handler](T result) {
        if (!m_isOver)
            handler(std::move(result));
    });
}

void PreflightOperation::enter(Step step)
{
    Q_EMIT progressChanged(step);
}

void PreflightOperation::start()
{
    m_evidence.now = m_sources.session->now().addMSecs(m_sources.session->transport()->clockSkew().count());
    m_evidence.serverVersion = m_sources.session->serverVersion();
    readTools();
}

void PreflightOperation::cancel()
{
    if (m_isOver)
        return;
    if (m_cancelRunning)
        m_cancelRunning();
    end(failure(Error::Code::Cancelled, tr("The preflight was cancelled.")));
}

void PreflightOperation::readTools()
{
    enter(Step::Tools);
    if (!m_sources.session->helm()) {
        readRelease();
        return;
    }
    await(m_sources.session->helm()->version(), [this](const Result<HelmVersion> &version) {
        m_evidence.helm = version;
        readRelease();
    });
}

void PreflightOperation::readRelease()
{
    enter(Step::Release);
    const ReleaseKey &key = m_evidence.draft.release;
    const Release *release = m_sources.session->releases()->find(key);
    if (!release) {
        m_evidence.release =
            failure(Error::Code::NotFound, tr("There is no release %1/%2.").arg(key.namespaceName, key.name));
        readChart();
        return;
    }
    m_evidence.release = *release;
    m_evidence.ownership = m_sources.session->ownership(key);
    await(m_sources.session->releases()->record(key, release->newest().revision),
          [this](const Result<ReleaseRecord> &record) {
              if (record) {
                  m_record = *record;
                  m_evidence.fromVersion = record->chartVersion;
              }
              readRecordOwner();
          });
}

void PreflightOperation::readRecordOwner()
{
    const ReleaseKey &key = m_evidence.draft.release;
    Request request = listRequest(u"/api/v1/namespaces/%1/%2/%3"_s.arg(
        key.namespaceName, key.storage == ReleaseStorage::ConfigMap ? u"configmaps"_s : u"secrets"_s,
        m_evidence.release->newest().objectName));
    request.accept = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    await(m_sources.session->transport()->get(request), [this](const Result<Response> &response) {
        m_evidence.recordOwner = response ? lastOwner(response->body) : tl::make_unexpected(response.error());
        readChart();
    });
}

void PreflightOperation::readChart()
{
    enter(Step::Chart);
    if (!m_sources.charts) {
        dryRun();
        return;
    }
    const ChartTarget &target = m_evidence.draft.chart;
    await(m_sources.charts->chart(target.source(), target.version), [this](const Result<Chart> &chart) {
        m_evidence.chart = chart;
        readVersions();
    });
}

void PreflightOperation::readVersions()
{
    await(m_sources.charts->versions(m_evidence.draft.chart.source()),
          [this](const Result<ChartVersions> &versions) {
              m_evidence.versions = versions;
              computeValues();
          });
}

void PreflightOperation::computeValues()
{
    enter(Step::Values);
    if (!m_record || !m_evidence.chart) {
        dryRun();
        return;
    }
    const int major = m_evidence.helm ? m_evidence.helm->major : 4;
    await(QtConcurrent::run(plannedOutcome, *m_record, *m_evidence.chart, m_evidence.draft, major),
          [this](const Result<Outcome> &outcome) {
              m_evidence.outcome = outcome;
              dryRun();
          });
}

void PreflightOperation::dryRun()
{
    enter(Step::DryRun);
    if (!m_sources.session->helm() || !m_record) {
        readNodes();
        return;
    }
    const UpgradeDraft &draft = m_evidence.draft;
    UpgradeWish wish{draft.release, draft.chart.source().argument(), draft.chart.version, draft.strategy,
                     draft.values()};
    await(m_sources.session->helm()->dryRun(wish), [this](const Result<DryRun> &record) {
        m_evidence.dryRun = record;
        compare();
    });
}

void PreflightOperation::compare()
{
    if (!m_evidence.dryRun) {
        m_evidence.changes = tl::make_unexpected(m_evidence.dryRun.error());
        readNodes();
        return;
    }
    await(QtConcurrent::run(plannedObjects, m_record->manifest, *m_evidence.dryRun),
          [this](const PlannedObjects &planned) {
              m_planned = planned;
              if (planned.problems.isEmpty())
                  m_evidence.changes = planned.changes;
              else
                  m_evidence.changes = failure(Error::Code::Damaged, planned.problems.first());
              readLive();
          });
}

void PreflightOperation::readLive()
{
    enter(Step::Objects);
    if (!m_sources.session->liveObjects()) {
        readNodes();
        return;
    }
    QList<ObjectRef> references = m_planned.references();
    const QList<ObjectRef> crds = m_evidence.chart ? crdReferences(*m_evidence.chart) : QList<ObjectRef>();
    references += crds;
    await(m_sources.session->liveObjects()->read(references, m_evidence.draft.release.namespaceName),
          [this, count = crds.size()](const Result<QList<LiveObject>> &found) { takeLive(found, count); });
}

void PreflightOperation::takeLive(const Result<QList<LiveObject>> &found, qsizetype crds)
{
    if (!found) {
        m_evidence.live = tl::make_unexpected(found.error());
        m_evidence.installedCrds = tl::make_unexpected(found.error());
        readNodes();
        return;
    }
    m_evidence.live = found->first(found->size() - crds);
    QList<Value> installed;
    std::optional<Error> problem;
    for (const LiveObject &crd : found->last(crds)) {
        if (crd.state == LiveObject::State::Found)
            installed << crd.value;
        else if (crd.state != LiveObject::State::Gone)
            problem = Error{Error::Code::Forbidden, crd.notice, {}, {}};
    }
    if (problem)
        m_evidence.installedCrds = tl::make_unexpected(*problem);
    else
        m_evidence.installedCrds = installed;
    readKinds(groupVersions(m_planned.references()));
}

void PreflightOperation::readKinds(QStringList apiVersions)
{
    if (apiVersions.isEmpty()) {
        askRights();
        return;
    }
    const QString apiVersion = apiVersions.takeFirst();
    const QString root = apiVersion.contains(u'/') ? u"/apis/"_s : u"/api/"_s;
    await(m_sources.session->transport()->get(listRequest(root + apiVersion)),
          [this, apiVersion, apiVersions](const Result<Response> &response) {
              // A group version that is not served stays without kinds, and what is of it unanswered.
              if (const auto kinds = response ? readServedKinds(response->body)
                                              : Result<ServedKinds>(tl::make_unexpected(response.error())))
                  m_kinds.insert(apiVersion, *kinds);
              readKinds(apiVersions);
          });
}

void PreflightOperation::askRights()
{
    enter(Step::Rights);
    if (!m_sources.session->kubectl()) {
        readNodes();
        return;
    }
    const AccessQuestions questions = accessQuestions(m_planned, m_evidence.draft.release, m_kinds);
    await(m_sources.session->kubectl()->run(
              {u"create"_s, u"--validate=ignore"_s, u"-o"_s, u"yaml"_s, u"-f"_s, u"-"_s},
              Masked(accessReviewList(questions.asked))),
          [this, questions](const Result<CommandOutput> &output) {
              if (output && output->exitCode != 0 && output->out.isEmpty()) {
                  m_evidence.access = tl::make_unexpected(kubectlError(output->err));
              } else if (output) {
                  m_evidence.access = readAccessReviews(questions.asked, output->out);
                  if (m_evidence.access)
                      *m_evidence.access += questions.unnamed;
              } else {
                  m_evidence.access = tl::make_unexpected(output.error());
              }
              rehearse();
          });
}

void PreflightOperation::rehearse()
{
    enter(Step::Rehearsal);
    await(m_sources.session->kubectl()->run(
              rehearsalArguments(*m_evidence.dryRun),
              Masked(rehearsalObjects(m_planned.after, m_evidence.draft.release.namespaceName, m_kinds))),
          [this](const Result<CommandOutput> &output) {
              m_evidence.rehearsal = output ? readRehearsal(*output) : tl::make_unexpected(output.error());
              readNodes();
          });
}

void PreflightOperation::readNodes()
{
    enter(Step::Nodes);
    readBudgets();
}

void PreflightOperation::readBudgets()
{
    await(m_sources.session->transport()->get(listRequest(u"/apis/policy/v1/poddisruptionbudgets"_s)),
          [this](const Result<Response> &response) {
              m_evidence.budgets = response ? readObjects<DisruptionBudget>(response->body)
                                            : tl::make_unexpected(response.error());
              m_evidence.policies = QList<DriverPolicy>();
              readPolicies({u"/apis/nvidia.com/v1/clusterpolicies"_s,
                            u"/apis/nvidia.com/v1alpha1/nvidiadrivers"_s,
                            u"/apis/mellanox.com/v1alpha1/nicclusterpolicies"_s});
          });
}

void PreflightOperation::readPolicies(QStringList paths)
{
    if (paths.isEmpty() || !m_evidence.policies) {
        RolloutStore *store = m_sources.session->rollout();
        connect(store, &RolloutStore::completed, this, &PreflightOperation::takeNodes);
        m_nodesTimeout.start(m_sources.nodesTimeout);
        store->start();
        if (store->isComplete())
            takeNodes();
        return;
    }
    const QString path = paths.takeFirst();
    await(m_sources.session->transport()->get(listRequest(path)), [this,
                                                                   paths](const Result<Response> &response) {
        const Result<QList<DriverPolicy>> policies =
            response ? readObjects<DriverPolicy>(response->body) : tl::make_unexpected(response.error());
        if (policies)
            *m_evidence.policies += *policies;
        else if (policies.error().code != Error::Code::NotFound) // a cluster without that operator
            m_evidence.policies = tl::make_unexpected(policies.error());
        readPolicies(paths);
    });
}

void PreflightOperation::takeNodes()
{
    RolloutStore *store = m_sources.session->rollout();
    disconnect(store, nullptr, this, nullptr);
    m_nodesTimeout.stop();
    if (m_isOver)
        return;
    m_evidence.nodes = objectsOf(*m_sources.session->nodes());
    m_evidence.pods = objectsOf(*m_sources.session->pods());
    if (const auto refusal = store->refusal()) {
        m_evidence.tracks = tl::make_unexpected(*refusal);
    } else if (!store->isComplete()) {
        m_evidence.tracks = failure(Error::Code::Timeout, tr("The nodes did not answer in time."));
    } else {
        m_evidence.tracks = store->tracks();
        for (const NodeTrack &track : *m_evidence.tracks)
            addNodeTimes(*store, track, m_evidence.nodeTimes);
    }
    judge();
}

void PreflightOperation::judge()
{
    enter(Step::Judge);
    await(QtConcurrent::run([evidence = m_evidence] {
              return PreflightReport{evidence.now, preflightFindings(evidence), nodeImpact(evidence)};
          }),
          [this](const PreflightReport &report) { end(report); });
}

void PreflightOperation::end(Result<PreflightReport> report)
{
    m_isOver = true;
    m_nodesTimeout.stop();
    m_report = std::move(report);
    Q_EMIT finished();
}

} // namespace chartroom
