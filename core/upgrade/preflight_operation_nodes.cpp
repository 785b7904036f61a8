// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The last steps of PreflightOperation: what the nodes and whoever works on them say.
#include "core/helm/release_situation.h"
#include "core/kube/resource_query.h"
#include "core/kube/served_versions.h"
#include "core/rollout/rollout_store.h"
#include "core/upgrade/preflight_operation.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

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
        return failure(Error::Code::Forbidden, tr("Not all releases of the cluster can be seen."));
    QList<PendingRelease> found;
    const QList<ReleaseKey> keys = store.keys();
    for (const ReleaseKey &key : keys) {
        const Release *one = store.find(key);
        if (one && key != m_evidence.draft.release && situationOf(*one, m_evidence.serverNow()).mayBeAtWork())
            found.append({key, one->record ? one->record->chartName : QString(), one->newest()});
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
    await(QtConcurrent::run(readRunningBakes, m_sources.operations, m_evidence.draft.context, m_evidence.now),
          [this](const QList<Bake> &bakes) {
              m_evidence.bakes = bakes;
              readOpenShift();
          });
}

/// Which groups are served anybody may ask; of one that is not, somebody without rights hears that it is
/// forbidden.
void PreflightOperation::readOpenShift()
{
    const QString group = u"/apis/config.openshift.io/v1"_s;
    const QString pools = u"/apis/machineconfiguration.openshift.io/v1/machineconfigpools"_s;
    await(get(group), [this, group, pools](const Result<Response> &served) {
        m_evidence.openShift = OpenShiftFacts();
        if (!served && served.error().code == Error::Code::NotFound)
            return readBudgets();
        await(get(group + u"/clusterversions"_s), [this, pools](const Result<Response> &versions) {
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
        readPolicies({u"/apis/nvidia.com/v1/clusterpolicies"_s, u"/apis/nvidia.com/v1alpha1/nvidiadrivers"_s,
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
    await(get(path), [this, path, paths](const Result<Response> &response) {
        const Result<QList<DriverPolicy>> policies =
            response ? readObjects<DriverPolicy>(response->body) : tl::make_unexpected(response.error());
        const auto isUnreadable = [](const DriverPolicy &policy) { return policy.isUnreadable; };
        if (policies && std::any_of(policies->cbegin(), policies->cend(), isUnreadable))
            m_evidence.policies =
                failure(Error::Code::Unsupported,
                        unknownVersionNotes(*m_sources.session->transport(), {path}).join(u' '));
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
        for (const NodeTrack &track : *m_evidence.tracks)
            m_evidence.nodeTimes[track.component] += store->history({track.node, track.component}).times();
        const QList<Pace> paces = store->paces();
        for (const Pace &pace : paces)
            m_evidence.changeovers.insert(pace.component, pace.changeover.median);
    }
    judge();
}

} // namespace chartroom
