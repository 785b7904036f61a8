// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/preflight_operation.h"

#include "core/base/document.h"
#include "core/base/moments.h"
#include "core/base/private_file.h"
#include "core/charts/chart_archive.h"
#include "core/charts/chart_cache.h"
#include "core/compare/chart_lookup.h"
#include "core/helm/release_situation.h"
#include "core/kube/api_version.h"
#include "core/kube/kubectl_transport.h"
#include "core/kube/resource_query.h"
#include "core/kube/served_versions.h"
#include "core/rollout/driver_components.h"
#include "core/rollout/rollout_store.h"
#include "core/upgrade/planned_policies.h"
#include "core/upgrade/preflight_checks.h"
#include "core/upgrade/recovery.h"
#include "core/upgrade/rollback_operation.h"

#include <QCryptographicHash>
#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

/// The archive that was fetched, when it is the one that is planned with; "" when it is not.
QString plannedArchive(const ChartCache &cache, const ChartTarget &chart)
{
    const QString path = cache.archivePath(chart.url, chart.name, chart.version);
    const Result<QByteArray> bytes = readPlainFile(path, ArchiveLimits().maxPackedBytes);
    const bool isPlanned = bytes && QCryptographicHash::hash(*bytes, QCryptographicHash::Sha256).toHex() ==
                                        chart.digest.toLatin1();
    return isPlanned ? path : QString();
}

} // namespace

PreflightReport preflightReport(const PreflightEvidence &evidence)
{
    PreflightReport report{evidence.now, preflightFindings(evidence), nodeImpact(evidence), {}, {}};
    if (evidence.target) {
        report.fromChart = evidence.fromVersion;
        report.toChart = evidence.target->chartVersion;
    }
    if (evidence.isRollback())
        report.values = evidence.shift;
    else if (evidence.outcome && evidence.outcome->problem.message.isEmpty())
        report.values = valueShift(*evidence.outcome);
    if (report.values && evidence.release && evidence.today &&
        evidence.today->revision != evidence.release->newest().revision)
        report.values->since = evidence.today->revision;
    if (report.impact.mayTouchDrivers() && !report.impact.component.isEmpty() && evidence.tracks)
        report.rollout = rolloutFacts(evidence, report.impact.component);
    return report;
}

PreflightOperation::PreflightOperation(Sources sources, UpgradeDraft draft, QObject *parent)
    : QObject(parent)
    , m_sources(std::move(sources))
{
    m_evidence.draft = std::move(draft);
    m_nodesTimeout.setSingleShot(true);
    connect(&m_nodesTimeout, &QTimer::timeout, this, &PreflightOperation::takeNodes);
}

void PreflightOperation::enter(Step step)
{
    Q_EMIT progressChanged(step);
}

QFuture<Result<Response>> PreflightOperation::get(const QString &path, const QUrlQuery &query) const
{
    Request request;
    request.path = path;
    request.query = query;
    return m_sources.session->transport()->get(request);
}

void PreflightOperation::start()
{
    m_evidence.now = laterBy(m_sources.session->now(), m_sources.session->transport()->clockSkew());
    m_evidence.isClockKnown = m_sources.session->transport()->isClockKnown();
    m_evidence.maxHistory = qEnvironmentVariable("HELM_MAX_HISTORY");
    m_evidence.serverVersion = m_sources.session->serverVersion();
    if (const KubectlClient *kubectl = m_sources.session->kubectl())
        m_evidence.kubeconfigs = kubectl->kubeconfigs();
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
        readLease();
        return;
    }
    await(m_sources.session->helm()->version(), [this](const Result<HelmVersion> &version) {
        m_evidence.helm = version;
        readLease();
    });
}

/// Who is at work before what is stored: what a helm that has ended by then stored is read after it.
void PreflightOperation::readLease()
{
    enter(Step::Release);
    await(m_sources.session->transport()->get(leaseRequest(m_evidence.draft.release)),
          [this](const Result<Response> &response) {
              m_evidence.lease = leaseIn(response);
              lookForHelm();
          });
}

void PreflightOperation::lookForHelm()
{
    const HelmClient *helm = m_sources.session->helm();
    const auto look = [release = m_evidence.draft.release, context = m_evidence.draft.context,
                       kubeconfigs = helm ? helm->access().kubeconfigs : QStringList()] {
        return findHelmOn(release, context, kubeconfigs);
    };
    await(QtConcurrent::run(look), [this](const HelmSearch &search) {
        m_evidence.helmHere = search;
        readRelease();
    });
}

void PreflightOperation::readRelease()
{
    const ReleaseKey &key = m_evidence.draft.release;
    const Release *release = m_sources.session->releases()->find(key);
    if (!release) {
        m_evidence.release = failure(Error::Code::NotFound,
                                     tr("Release %1/%2 does not exist.").arg(key.namespaceName, key.name));
        m_evidence.isRollback() ? readTarget() : readChart();
        return;
    }
    m_evidence.release = *release;
    m_evidence.ownership = m_sources.session->ownership(key);
    const int base = m_evidence.isRollback() ? release->newest().revision : upgradeBase(release->revisions);
    await(m_sources.session->releases()->record(key, base), [this](const Result<ReleaseRecord> &record) {
        if (record) {
            m_record = *record;
            m_evidence.fromVersion = record->chartVersion;
            m_evidence.today = *record;
        }
        m_evidence.isRollback() ? readDeployedValues() : readRecordOwner();
    });
}

/// The values of a revision that is pending or failed may never have been applied.
void PreflightOperation::readDeployedValues()
{
    const Release &release = *m_evidence.release;
    const ReleaseStatus newest = release.newest().status;
    const bool isOpen = newest == ReleaseStatus::PendingUpgrade || newest == ReleaseStatus::PendingRollback ||
                        newest == ReleaseStatus::Failed;
    const ReleaseSituation situation = situationOf(release, m_evidence.serverNow());
    const QList<int> earlier = situation.deployed.isEmpty() ? situation.rollbackTargets : situation.deployed;
    if (!isOpen || earlier.isEmpty()) {
        readRecordOwner();
        return;
    }
    await(m_sources.session->releases()->record(release.key, earlier.first()),
          [this](const Result<ReleaseRecord> &record) {
              m_evidence.today = record ? std::optional(*record) : std::nullopt;
              readRecordOwner();
          });
}

void PreflightOperation::readRecordOwner()
{
    const ReleaseKey &key = m_evidence.draft.release;
    Request request;
    request.path = u"/api/v1/namespaces/%1/%2/%3"_s.arg(
        key.namespaceName, key.storage == ReleaseStorage::ConfigMap ? u"configmaps"_s : u"secrets"_s,
        m_evidence.release->newest().objectName);
    request.accept = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    await(m_sources.session->transport()->get(request), [this](const Result<Response> &response) {
        m_evidence.recordOwner = response ? lastOwner(response->body) : tl::make_unexpected(response.error());
        const QString version = readJson(response ? response->body : QByteArray())
                                    .value_or(Value())
                                    .at({u"metadata"_s, u"resourceVersion"_s})
                                    .toString();
        if (version != m_evidence.release->newest().resourceVersion)
            return readRevisions();
        readRemnants();
    });
}

/// The store is a moment behind, as where a helm ended before it was looked for.
void PreflightOperation::readRevisions()
{
    await(readTruth(m_sources.session->transport(), m_evidence.draft.release, this),
          [this](const Result<ReleaseTruth> &truth) {
              if (truth)
                  m_evidence.release->revisions = truth->revisions;
              readRemnants();
          });
}

ClusterIdentity PreflightOperation::cluster() const
{
    return {m_evidence.draft.context, m_sources.session->identity().uid};
}

/// Who was at work may be an operation of this machine that is gone: nobody is run over then.
void PreflightOperation::readRemnants()
{
    const auto goOn = [this] { m_evidence.isRollback() ? readTarget() : readChart(); };
    const QDateTime now = m_evidence.serverNow();
    if (m_sources.operations.isEmpty() || !situationOf(*m_evidence.release, now).mayBeAtWork())
        return goOn();
    const ReleaseKey &key = m_evidence.draft.release;
    await(QtConcurrent::run(endedOperations, m_sources.operations, cluster(), key),
          [=, this](const QList<EndedOperation> &ended) {
              await(readTruth(m_sources.session->transport(), key, this),
                    [=, this](const Result<ReleaseTruth> &truth) {
                        if (truth)
                            m_evidence.ownRemnants = ownRemnants(ended, *truth);
                        goOn();
                    });
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
    const HelmVersion helm = m_evidence.helm.value_or(assumedHelm());
    await(QtConcurrent::run(plannedOutcome, *m_record, *m_evidence.chart, m_evidence.draft, helm),
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
    if (m_sources.chartCache.isEmpty()) {
        dryRun({});
        return;
    }
    // What is upgraded with, and not what a repository says of itself by now, if it answers.
    await(QtConcurrent::run(plannedArchive, ChartCache(m_sources.chartCache), m_evidence.draft.chart),
          [this](const QString &archive) { dryRun(archive); });
}

void PreflightOperation::dryRun(const QString &archive)
{
    const UpgradeDraft &draft = m_evidence.draft;
    HelmUpgradeRequest wish{draft.release, archive, {}, draft.strategy, draft.values()};
    if (archive.isEmpty()) {
        wish.chart = draft.chart.source().argument();
        wish.version = draft.chart.version;
    }
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
    if (!m_record) { // which a dry run has, and a rollback need not
        m_evidence.changes =
            failure(Error::Code::Damaged, tr("The newest revision's record cannot be read."));
        readNodes();
        return;
    }
    await(QtConcurrent::run(plannedObjects, m_record->manifest, *m_evidence.dryRun, m_evidence.isRollback()),
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
    if (m_planned.problems.isEmpty())
        m_evidence.plannedPolicies =
            plannedPolicies(m_planned.before, m_planned.after, *m_evidence.live, m_planned.isAppliedByServer);
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
    await(get(apiRootOf(apiVersion)), [this, apiVersion, apiVersions](const Result<Response> &response) {
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
    AccessQuestions questions = accessQuestions(m_planned, m_evidence.draft.release, m_kinds);
    if (!m_evidence.draft.canary.isEmpty()) // the others get a label
        for (const QString &verb : {u"list"_s, u"get"_s, u"patch"_s})
            questions.asked.append({verb, {}, u"nodes"_s, {}, {}, {}});
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

void PreflightOperation::judge()
{
    enter(Step::Judge);
    await(QtConcurrent::run(preflightReport, m_evidence),
          [this](const PreflightReport &report) { end(report); });
}

void PreflightOperation::end(Result<PreflightReport> report)
{
    m_isOver = true;
    m_nodesTimeout.stop();
    m_report = std::move(report);
    Q_EMIT finished();
}

namespace {

using namespace Qt::StringLiterals;

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

} // namespace

Result<QList<PendingRelease>> PreflightOperation::pendingElsewhere() const
{
    const ReleaseStore &store = *m_sources.session->releases();
    if (!store.lastContact().isValid() || store.hides(ReleaseStorage::Secret))
        return failure(Error::Code::Forbidden, tr("Not all releases of the cluster are visible."));
    QList<PendingRelease> found;
    const QList<ReleaseKey> keys = store.keys();
    for (const ReleaseKey &key : keys) {
        const Release *one = store.find(key);
        if (!one || key == m_evidence.draft.release)
            continue;
        if (const auto atWork = situationOf(*one, m_evidence.serverNow()).underWay())
            found.append({key, one->record ? one->record->chartName : QString(), *atWork});
    }
    return found;
}

void PreflightOperation::readNodes()
{
    enter(Step::Nodes);
    m_evidence.pending = pendingElsewhere();
    ResourceQuery ours;
    ours.labelSelector = ReleaseLease::label.toString() + u"=chartroom"_s;
    await(get(u"/apis/coordination.k8s.io/v1/leases"_s, ours.selectors()),
          [this](const Result<Response> &response) {
              m_evidence.inWork =
                  response ? readReleasesInWork(response->body) : tl::make_unexpected(response.error());
              readHeld();
          });
}

void PreflightOperation::readHeld()
{
    await(readHeldNodes(m_sources.session->transport(), this), [this](const Result<QList<HeldNode>> &held) {
        m_evidence.held = held;
        readBakes();
    });
}

void PreflightOperation::readBakes()
{
    if (m_sources.operations.isEmpty())
        return readOpenShift();
    await(QtConcurrent::run(readRunningBakes, m_sources.operations, cluster(), m_evidence.now),
          [this](const QList<Bake> &bakes) {
              m_evidence.bakes = bakes;
              readOpenShift();
          });
}

/// Which groups are served anybody may ask; of one that is not, somebody without rights hears that it is
/// forbidden.
void PreflightOperation::readOpenShift()
{
    const QString group = u"/apis/config.openshift.io"_s;
    const QString pools = u"/apis/machineconfiguration.openshift.io/v1/machineconfigpools"_s;
    await(get(group), [this, group, pools](const Result<Response> &served) {
        m_evidence.openShift = OpenShiftFacts();
        if (!served && served.error().code == Error::Code::NotFound)
            return readBudgets();
        await(get(group + u"/v1/clusterversions"_s), [this, pools](const Result<Response> &versions) {
            takeOpenShift(versions, &OpenShiftFacts::versions);
            await(get(pools), [this](const Result<Response> &response) {
                takeOpenShift(response, &OpenShiftFacts::pools);
                readBudgets();
            });
        });
    });
}

/// A control plane that is hosted elsewhere has no pools.
template<typename Fact>
void PreflightOperation::takeOpenShift(const Result<Response> &response, QList<Fact> OpenShiftFacts::*its)
{
    Result<QList<Fact>> facts =
        response ? readObjects<Fact>(response->body) : tl::make_unexpected(response.error());
    if (!facts && facts.error().code == Error::Code::NotFound)
        facts = QList<Fact>();
    if (!facts)
        m_evidence.openShift = tl::make_unexpected(facts.error());
    else if (m_evidence.openShift)
        (*m_evidence.openShift).*its = std::move(*facts);
}

void PreflightOperation::readBudgets()
{
    await(get(u"/apis/policy/v1/poddisruptionbudgets"_s), [this](const Result<Response> &response) {
        m_evidence.budgets =
            response ? readObjects<DisruptionBudget>(response->body) : tl::make_unexpected(response.error());
        readClaims();
    });
}

void PreflightOperation::readClaims()
{
    await(get(u"/apis/resource.k8s.io/v1/resourceclaims"_s), [this](const Result<Response> &response) {
        m_evidence.claims =
            response ? readObjects<ResourceClaim>(response->body) : tl::make_unexpected(response.error());
        if (!response && response.error().code == Error::Code::NotFound)
            m_evidence.claims = QList<ResourceClaim>();
        m_evidence.policies = QList<DriverPolicy>();
        // Who may not read AMD's is told so only where they matter.
        if (mainDriverComponent(m_evidence.draft.chart.name) == u"amd")
            readPolicies({u"/apis/amd.com/v1alpha1/deviceconfigs"_s});
        else
            readPolicies({u"/apis/nvidia.com/v1/clusterpolicies"_s,
                          u"/apis/nvidia.com/v1alpha1/nvidiadrivers"_s,
                          u"/apis/mellanox.com/v1alpha1/nicclusterpolicies"_s,
                          u"/apis/mellanox.com/v1alpha1/nicnodepolicies"_s});
    });
}

void PreflightOperation::readPolicies(QStringList paths)
{
    if (paths.isEmpty() || !m_evidence.policies) {
        RolloutStore *store = m_sources.session->rollout();
        m_nodesTimeout.start(m_sources.nodesTimeout);
        store->start();
        store->whenComplete(this, [this] { takeNodes(); });
        return;
    }
    const QString path = paths.takeFirst();
    await(get(path), [this, path, paths](const Result<Response> &response) {
        const Result<QList<DriverPolicy>> policies =
            response ? readObjects<DriverPolicy>(response->body) : tl::make_unexpected(response.error());
        const auto isUnreadable = [](const DriverPolicy &policy) { return policy.isUnreadable; };
        const QStringList notes = unknownVersionNotes(*m_sources.session->transport(), {path});
        if (policies && !policies->isEmpty())
            m_evidence.versionNotes += notes;
        if (policies && std::any_of(policies->cbegin(), policies->cend(), isUnreadable))
            m_evidence.policies = failure(Error::Code::Unsupported, notes.join(u' '));
        else if (policies)
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
        const QList<Pace> paces = store->paces();
        for (const Pace &pace : paces) {
            m_evidence.nodeTimes.insert(pace.component, pace.sample);
            m_evidence.changeovers.insert(pace.component, pace.changeover.median);
        }
    }
    judge();
}

PreflightOperation::PreflightOperation(Sources sources, const RollbackRequest &order, QObject *parent)
    : PreflightOperation(std::move(sources), rollbackDraft(order, {}), parent)
{
    m_evidence.draft.context = m_sources.session->name();
    m_evidence.toRevision = order.toRevision;
}

void PreflightOperation::readTarget()
{
    enter(Step::Target);
    await(m_sources.session->releases()->record(m_evidence.draft.release, m_evidence.toRevision),
          [this](const Result<ReleaseRecord> &record) {
              m_evidence.target = record;
              if (!record) {
                  m_evidence.dryRun = tl::make_unexpected(record.error());
                  return compare();
              }
              m_evidence.draft.chart.name = record->chartName;
              m_evidence.draft.chart.version = record->chartVersion;
              await(QtConcurrent::run(storedRun, *record, m_evidence.helm ? m_evidence.helm->major : 0),
                    [this](const Result<DryRun> &stored) {
                        m_evidence.dryRun = stored;
                        compareValues();
                    });
          });
}

void PreflightOperation::compareValues()
{
    if (!m_evidence.today)
        return readTargetChart();
    await(QtConcurrent::run(
              [today = *m_evidence.today, target = *m_evidence.target,
               helm = m_evidence.helm.value_or(assumedHelm())] { return valueShift(today, target, helm); }),
          [this](const ValueShift &shift) {
              m_evidence.shift = shift;
              readTargetChart();
          });
}

/// The record has neither the chart's CRDs nor which versions lie between.
void PreflightOperation::readTargetChart()
{
    if (!m_sources.charts)
        return compare();
    const ChartTarget &target = m_evidence.draft.chart;
    await(ChartLookup::find(m_sources.charts, m_evidence.draft.context, *m_evidence.target, target.version,
                            this),
          [this](const Result<FoundChart> &found) {
              if (!found) {
                  m_evidence.chart = tl::make_unexpected(found.error());
                  m_evidence.versions = tl::make_unexpected(found.error());
                  return compare();
              }
              m_evidence.chart = found->chart;
              for (const ChartVersions &one : found->published)
                  if (one.source.argument() == found->source.argument())
                      m_evidence.versions = one;
              compare();
          });
}

} // namespace chartroom
