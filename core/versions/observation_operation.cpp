// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/observation_operation.h"

#include "core/base/loop_slice.h"
#include "core/base/on_finished.h"
#include "core/charts/chart_sources.h"
#include "core/kube/served_versions.h"
#include "core/rollout/rollout_inputs.h"
#include "core/versions/operator_observation.h"
#include "core/versions/session_version_facts.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What Node Feature Discovery found is tens of kilobytes a node, and the kubelet tells the kernel as well.
constexpr qsizetype mostFeatureNodes = 500;
const QString configMapPath = u"/api/v1/configmaps"_s;

/// Runs on the pool where many come at once.
template<typename Fact>
std::shared_ptr<void> readFact(const KubeObject &object)
{
    return std::make_shared<Result<Fact>>(Fact::read(object));
}

template<typename Fact>
auto takeInto(QList<Fact> &facts)
{
    return [&facts](const KubeObject &object) {
        if (const auto *fact = static_cast<const Result<Fact> *>(object.read.get()); *fact)
            facts << **fact;
    };
}

} // namespace

/// One list, page by page.
struct ObservationOperation::Listing
{
    ResourceQuery query;
    Take take;
    QList<KubeObject> objects;
    std::unique_ptr<PagedList> pages;
    bool isOver = false;
};

ObservationOperation::ObservationOperation(Parts parts, QObject *parent)
    : QObject(parent)
    , m_parts(std::move(parts))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &ObservationOperation::advance);
}

ObservationOperation::~ObservationOperation() = default;

void ObservationOperation::start()
{
    if (std::exchange(m_isStarted, true))
        return;
    ClusterSession *session = m_parts.session;
    for (const ObjectStoreBase *store : {static_cast<const ObjectStoreBase *>(session->nodes()),
                                         static_cast<const ObjectStoreBase *>(session->pods())}) {
        connect(store, &ObjectStoreBase::synced, this, &ObservationOperation::checkStores);
        connect(store, &ObjectStoreBase::stateChanged, this, &ObservationOperation::checkStores);
    }
    // Queued: a store that is whole tells it before its state says so.
    connect(session, &ClusterSession::releasesChanged, this, &ObservationOperation::checkStores,
            Qt::QueuedConnection);
    connect(session, &ClusterSession::stateChanged, this, &ObservationOperation::checkStores,
            Qt::QueuedConnection);
    m_timer.start(m_parts.patience);
    checkStores();
}

/// A step took too long: what has not come is not known.
void ObservationOperation::advance()
{
    switch (m_step) {
    case Step::Stores:
        m_facts.notices << tr("Not all nodes, pods and releases were read in time.");
        readLists();
        break;
    case Step::Lists:
        m_facts.notices << tr("Not all of the operators' resources were read in time.");
        for (const auto &listing : m_listings) {
            if (listing->query.path == configMapPath && !listing->isOver)
                m_configMapProblem =
                    Error{Error::Code::Timeout, tr("The ConfigMaps were not read in time."), {}, {}};
            listing->pages->cancel();
        }
        takeStores();
        break;
    case Step::Records:
        m_facts.notices << (m_pods.isEmpty() ? tr("Not all Helm records were read in time.")
                                             : tr("Not all nodes, pods and releases were read in time."));
        sortPods(m_facts.pods);
        readCharts();
        break;
    case Step::Charts:
        m_facts.notices << tr("The charts' indexes could not be read in time.");
        end(m_facts);
        break;
    case Step::Over:
        break;
    }
}

void ObservationOperation::checkStores()
{
    const ClusterSession &session = *m_parts.session;
    const ReleaseStore::State releases = session.releases()->state();
    const bool isInventoryComing =
        releases == ReleaseStore::State::Connecting || releases == ReleaseStore::State::Partial;
    if (m_step == Step::Stores && !isInventoryComing && hasAnswered(*session.nodes()) &&
        hasAnswered(*session.pods()))
        readLists();
}

void ObservationOperation::readLists()
{
    const ClusterSession &session = *m_parts.session;
    const Reflector &nodes = session.nodes()->reflector();
    if (!nodes.hasSynced()) {
        end(tl::make_unexpected(nodes.lastError()));
        return;
    }
    if (!session.pods()->reflector().hasSynced())
        m_facts.notices
            << tr("The state of pods is unknown: %1").arg(session.pods()->reflector().lastError().message);
    enter(Step::Lists);
    for (const char *path :
         {"/apis/nvidia.com/v1/clusterpolicies", "/apis/nvidia.com/v1alpha1/nvidiadrivers",
          "/apis/mellanox.com/v1alpha1/nicclusterpolicies", "/apis/mellanox.com/v1alpha1/nicnodepolicies"})
        list(everyObject(path), m_facts.policies);
    list(everyObject("/apis/apps/v1/daemonsets"), m_facts.daemonSets);
    list(everyObject("/apis/operators.coreos.com/v1alpha1/clusterserviceversions"), m_facts.operators);
    list(everyObject("/apis/config.openshift.io/v1/clusterversions"), m_facts.openShift.versions);
    list(everyObject("/apis/machineconfiguration.openshift.io/v1/machineconfigpools"),
         m_facts.openShift.pools);
    list(everyObject("/apis/configuration.net.nvidia.com/v1alpha1/nicdevices"), m_facts.devices);
    list(everyObject("/apis/sriovnetwork.openshift.io/v1/sriovnetworknodestates"), m_facts.sriovNodes);
    if (session.nodes()->objects().size() <= mostFeatureNodes)
        list(everyObject("/apis/nfd.k8s-sigs.io/v1alpha1/nodefeatures"), m_facts.features);
    list(matrixConfigMapQuery(), m_configMaps);
    for (const auto &listing : m_listings)
        begin(*listing);
}

template<typename Fact>
void ObservationOperation::list(const ResourceQuery &query, QList<Fact> &facts)
{
    auto listing = std::make_unique<Listing>();
    listing->query = query;
    listing->query.reader = &readFact<Fact>;
    listing->take = takeInto(facts);
    m_listings.push_back(std::move(listing));
}

void ObservationOperation::begin(Listing &listing)
{
    listing.pages = std::make_unique<PagedList>(m_parts.session->transport(), listing.query, nullptr);
    PagedList *pages = listing.pages.get();
    connect(pages, &PagedList::pageRead, this,
            [&listing](const QList<KubeObject> &objects) { listing.objects += objects; });
    connect(pages, &PagedList::restarted, this, [&listing] { listing.objects.clear(); });
    connect(pages, &PagedList::finished, this, [this, &listing] { listEnded(listing); });
    connect(pages, &PagedList::failed, this, [this, &listing](const Error &error) {
        // A cluster need not serve every kind.
        if (error.code != Error::Code::NotFound)
            m_facts.notices << tr("The state of %1 is unknown: %2")
                                   .arg(listing.query.path.section(u'/', -1), error.message);
        if (listing.query.path == configMapPath)
            m_configMapProblem = error;
        listEnded(listing);
    });
    pages->begin({});
}

void ObservationOperation::listEnded(Listing &listing)
{
    listing.isOver = true;
    if (m_step == Step::Lists &&
        std::all_of(m_listings.cbegin(), m_listings.cend(), [](const auto &one) { return one->isOver; }))
        takeStores();
}

void ObservationOperation::takeStores()
{
    enter(Step::Records);
    QStringList paths;
    for (const auto &listing : m_listings) {
        paths << listing->query.path;
        for (const KubeObject &object : std::as_const(listing->objects))
            listing->take(object);
    }
    m_facts.notices += unknownVersionNotes(*m_parts.session->transport(), paths);
    std::sort(m_configMaps.begin(), m_configMaps.end(),
              [](const MatrixConfigMap &a, const MatrixConfigMap &b) {
                  return std::pair(a.namespaceName, a.name) < std::pair(b.namespaceName, b.name);
              });
    const auto holdsNone = [](const MatrixConfigMap &map) { return map.matrixKey().isEmpty(); };
    if (!std::all_of(m_configMaps.cbegin(), m_configMaps.cend(), holdsNone))
        m_configMaps.removeIf(holdsNone);
    m_facts.report = m_parts.report;
    takeSessionFacts(*m_parts.session, m_facts);
    m_pods = m_parts.session->pods()->objects().keys();
    QTimer::singleShot(0, this, &ObservationOperation::takePods);
}

/// What changes meanwhile is taken as it is then.
void ObservationOperation::takePods()
{
    if (m_step != Step::Records)
        return;
    constexpr qsizetype atOnce = 256;
    const LoopSlice slice(3ms);
    const PodStore &pods = *m_parts.session->pods();
    while (!m_pods.isEmpty() && !slice.isOver())
        for (qsizetype i = std::min(m_pods.size(), atOnce); i > 0; --i)
            if (const Pod *pod = pods.find(m_pods.takeLast()))
                m_facts.pods += podFacts(*pod);
    if (m_pods.isEmpty())
        readRecords();
    else
        QTimer::singleShot(0, this, &ObservationOperation::takePods);
}

/// Of a release whose newest revision was never deployed the one before it runs.
void ObservationOperation::readRecords()
{
    ReleaseStore *store = m_parts.session->releases();
    m_underWay = 1;
    for (const ReleaseKey &key : store->keys()) {
        const Release *release = store->find(key);
        if (!release || !release->record || operatorOfChart(release->record->chartName).isEmpty())
            continue;
        const int running = runningRevision(*release);
        if (running == release->newest().revision || running == 0) {
            takeRelease(key, *release->record, running != 0);
            continue;
        }
        ++m_underWay;
        onFinished(store->record(key, running), this, [this, key](const Result<ReleaseRecord> &record) {
            if (m_step != Step::Records)
                return;
            if (record)
                takeRelease(key, *record, true);
            else
                m_facts.notices << record.error().message;
            if (--m_underWay == 0)
                readCharts();
        });
    }
    const ReleaseManifests manifests = manifestsWithDaemonSets(*m_parts.session, m_facts);
    const auto prepared = QtConcurrent::run([manifests, pods = m_facts.pods] {
        QList<PodFact> sorted = pods;
        sortPods(sorted);
        return std::pair(imagesOf(manifests), sorted);
    });
    onFinished(prepared, this, [this](const std::pair<QList<ReleaseFact>, QList<PodFact>> &found) {
        if (m_step != Step::Records)
            return;
        addImages(found.first, m_facts);
        m_facts.pods = found.second;
        if (--m_underWay == 0)
            readCharts();
    });
}

void ObservationOperation::takeRelease(const ReleaseKey &key, const ReleaseRecord &record, bool isRunning)
{
    for (ReleaseFact &fact : m_facts.releases) {
        if (fact.namespaceName != key.namespaceName || fact.name != key.name)
            continue;
        fact.chart = record.chartName;
        fact.chartVersion = record.chartVersion;
        fact.appVersion = record.appVersion;
        fact.isRunning = isRunning;
        m_operators.append({operatorOfChart(record.chartName), record});
    }
}

void ObservationOperation::readCharts()
{
    if (m_step != Step::Records)
        return;
    enter(Step::Charts);
    m_underWay = 1;
    QStringList asked;
    for (const auto &[component, record] : std::as_const(m_operators)) {
        if (!m_parts.charts || asked.contains(component))
            continue;
        asked << component;
        ++m_underWay;
        readVersions(component, record);
    }
    chartsEnded();
}

/// A repository that lists a chart of that name only by chance would make every version look invented.
void ObservationOperation::readVersions(const QString &component, const ReleaseRecord &record)
{
    const QString chart = record.chartName;
    onFinished(m_parts.charts->candidates(m_parts.session->name(), record), this,
               [this, component, chart](const Result<QList<ChartOrigin>> &sources) {
                   const bool isKnown = sources && !sources->isEmpty() &&
                                        sources->first().sureness < ChartOrigin::Sureness::NameOnly;
                   if (!isKnown)
                       return chartsEnded();
                   onFinished(m_parts.charts->versions(sources->first()), this,
                              [this, component, chart](const Result<ChartVersions> &versions) {
                                  if (versions)
                                      m_published << publishedIn(component, chart, *versions);
                                  else
                                      m_facts.notices << versions.error().message;
                                  chartsEnded();
                              });
               });
}

void ObservationOperation::chartsEnded()
{
    if (--m_underWay > 0 || m_step != Step::Charts)
        return;
    std::sort(
        m_published.begin(), m_published.end(),
        [](const PublishedVersions &a, const PublishedVersions &b) { return a.component < b.component; });
    end(m_facts);
}

void ObservationOperation::enter(Step step)
{
    m_step = step;
    if (step != Step::Over)
        m_timer.start(m_parts.patience);
    Q_EMIT progressChanged();
}

void ObservationOperation::end(Result<VersionFacts> result)
{
    if (m_step == Step::Over)
        return;
    m_timer.stop();
    for (const auto &listing : m_listings)
        if (listing->pages)
            listing->pages->cancel();
    m_result = std::move(result);
    enter(Step::Over);
    Q_EMIT finished();
}

} // namespace chartroom
