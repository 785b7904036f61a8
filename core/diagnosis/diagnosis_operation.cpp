// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/diagnosis_operation.h"

#include "core/base/free_soon.h"
#include "core/base/moments.h"
#include "core/base/on_finished.h"
#include "core/diagnosis/log_choice.h"
#include "core/kube/served_versions.h"
#include "core/rollout/driver_fleet.h"
#include "core/rollout/rollout_inputs.h"

#include <algorithm>
#include <utility>

namespace chartroom {

/// One list, page by page. Events have no kind.
namespace {

/// Stands for a kind in a Listing: the events are read as RolloutEvent.
constexpr QStringView rolloutEvents = u"RolloutEvent";

} // namespace

struct DiagnosisOperation::Listing
{
    ResourceQuery query;
    QString kind;
    std::unique_ptr<PagedList> pages;
    QList<WarningEvent> events;
    QList<RolloutEvent> rollouts;
    QList<ResourceStatus> resources;
    bool isOver = false;
};

DiagnosisOperation::DiagnosisOperation(Parts parts, QObject *parent)
    : QObject(parent)
    , m_parts(std::move(parts))
    , m_logReader(m_parts.transport)
{
    m_listTimer.setSingleShot(true);
    connect(&m_listTimer, &QTimer::timeout, this, [this] {
        m_notices << tr("Not all events and resources came in time.");
        chooseLogs();
    });
    connect(m_parts.rollout, &RolloutStore::completed, this, &DiagnosisOperation::readLists);
}

DiagnosisOperation::~DiagnosisOperation()
{
    m_stop.request_stop();
}

void DiagnosisOperation::start()
{
    m_isStarted = true;
    m_parts.rollout->start();
    if (m_parts.rollout->isComplete()) {
        readLists();
        return;
    }
    // While it takes a change over it is not complete for a moment, and does not tell when it is again.
    QTimer::singleShot(std::chrono::milliseconds(100), this, [this] {
        if (m_isStarted && m_step == Step::Rollouts)
            start();
    });
}

void DiagnosisOperation::cancel()
{
    end(failure(Error::Code::Cancelled, {}));
}

void DiagnosisOperation::readLists()
{
    if (!m_isStarted || m_step != Step::Rollouts)
        return;
    if (const auto refusal = m_parts.rollout->refusal()) {
        end(tl::make_unexpected(*refusal));
        return;
    }
    enter(Step::Lists);
    m_notices += m_parts.rollout->notices();
    m_listTimer.start(m_parts.listTime);
    ResourceQuery events = everyObject("/api/v1/events");
    events.fieldSelector = QStringLiteral("type=Warning");
    list(events, {});
    for (const DriverKind kind : allDrivers) {
        ResourceQuery told = everyObject("/api/v1/events");
        told.fieldSelector = QStringLiteral("reason=") + driverKeys(kind).eventReason;
        list(told, rolloutEvents.toString());
    }
    list(everyObject("/apis/nvidia.com/v1/clusterpolicies"), QStringLiteral("ClusterPolicy"));
    list(everyObject("/apis/nvidia.com/v1alpha1/nvidiadrivers"), QStringLiteral("NVIDIADriver"));
    list(everyObject("/apis/mellanox.com/v1alpha1/nicclusterpolicies"), QStringLiteral("NicClusterPolicy"));
    list(everyObject("/apis/mellanox.com/v1alpha1/nicnodepolicies"), QStringLiteral("NicNodePolicy"));
    list(everyObject("/apis/amd.com/v1alpha1/deviceconfigs"), QStringLiteral("DeviceConfig"));
    list(everyObject("/apis/sriovnetwork.openshift.io/v1/sriovnetworknodepolicies"),
         QStringLiteral("SriovNetworkNodePolicy"));
    list(everyObject("/apis/resource.k8s.io/v1/resourceclaims"), QStringLiteral("ResourceClaim"));
    for (const auto &listing : m_listings)
        begin(*listing);
}

void DiagnosisOperation::list(const ResourceQuery &query, const QString &kind)
{
    auto listing = std::make_unique<Listing>();
    listing->query = query;
    listing->kind = kind;
    m_listings.push_back(std::move(listing));
}

void DiagnosisOperation::begin(Listing &listing)
{
    if (listing.pages)
        listing.pages.release()->deleteLater(); // it is the one that speaks
    listing.pages = std::make_unique<PagedList>(m_parts.transport, listing.query, nullptr);
    PagedList *pages = listing.pages.get();
    connect(pages, &PagedList::pageRead, this,
            [this, &listing](const QList<KubeObject> &objects) { take(listing, objects); });
    connect(pages, &PagedList::restarted, this, [&listing] {
        listing.events.clear();
        listing.rollouts.clear();
        listing.resources.clear();
    });
    connect(pages, &PagedList::finished, this, [this, &listing] { listEnded(listing); });
    connect(pages, &PagedList::failed, this,
            [this, &listing](const Error &error) { listFailed(listing, error); });
    pages->begin({});
}

void DiagnosisOperation::take(Listing &listing, const QList<KubeObject> &objects)
{
    for (const KubeObject &object : objects) {
        if (listing.kind == rolloutEvents) {
            if (const auto event = RolloutEvent::read(object))
                listing.rollouts.append(*event);
        } else if (!listing.kind.isEmpty()) {
            if (const auto status = ResourceStatus::read(object, listing.kind))
                listing.resources.append(*status);
        } else if (const auto event = WarningEvent::read(object)) {
            listing.events.append(*event);
        }
    }
}

/// A recording knows no such selector; a cluster need not serve every kind.
void DiagnosisOperation::listFailed(Listing &listing, const Error &error)
{
    if (error.code == Error::Code::Unsupported && !listing.query.fieldSelector.isEmpty()) {
        listing.query.fieldSelector.clear();
        begin(listing);
        return;
    }
    const QString notice =
        tr("What %1 say is unknown: %2").arg(listing.query.path.section(u'/', -1), error.message);
    if (error.code != Error::Code::NotFound && !m_notices.contains(notice))
        m_notices << notice;
    listEnded(listing);
}

void DiagnosisOperation::listEnded(Listing &listing)
{
    listing.isOver = true;
    if (std::all_of(m_listings.cbegin(), m_listings.cend(), [](const auto &one) { return one->isOver; }))
        chooseLogs();
}

void DiagnosisOperation::chooseLogs()
{
    if (m_step != Step::Lists)
        return;
    enter(Step::Logs);
    m_listTimer.stop();
    QStringList paths;
    for (const auto &listing : m_listings) {
        listing->pages->cancel();
        paths << listing->query.path;
        m_evidence.events += listing->events;
        for (const RolloutEvent &event : std::as_const(listing->rollouts))
            m_evidence.toldRollouts[event.node].insert(event.driver);
        m_evidence.resources += listing->resources;
    }
    noteUnreadable();
    m_notices += unknownVersionNotes(*m_parts.transport, paths);
    m_notices.removeDuplicates(); // the rollouts tell of some of them
    m_evidence.nodes = m_parts.nodes->objects();
    m_evidence.pods = m_parts.pods->objects();
    if (const DriverFleet *fleet = m_parts.rollout->fleet(componentText(DriverKind::Gpu)))
        m_evidence.draNodes = fleet->draNodes;
    m_evidence.releases = m_parts.releases;
    m_evidence.managedNamespaces = m_parts.rules.managedNamespaces();
    m_evidence.skew = m_parts.transport->clockSkew();
    m_evidence.now = laterBy(m_parts.rollout->now(), m_evidence.skew);
    m_evidence.isUrgent = m_parts.isUrgent;
    m_evidence.stop = m_stop.get_token();
    struct Chosen
    {
        QList<NodeTrack> tracks;
        QList<LogRequest> requests;
    };
    const auto chosen = run([evidence = m_evidence, signatures = m_parts.signatures,
                             tracks = m_parts.rollout->sharedTracks()]() mutable {
        evidence.tracks = sortedTracks(tracks);
        return Chosen{evidence.tracks, logsToRead(evidence, signatures)};
    });
    onFinished(chosen, this, [this](const Chosen &made) {
        if (m_step != Step::Logs)
            return;
        m_evidence.tracks = made.tracks;
        onFinished(m_logReader.read(made.requests), this, [this](const ReadLogs &read) {
            m_evidence.logs = read.logs;
            m_notices += read.problems;
            judge();
        });
    });
}

/// A plugin's configuration is a text within its policy.
void DiagnosisOperation::noteUnreadable()
{
    for (const ResourceStatus &resource : std::as_const(m_evidence.resources)) {
        for (const QString &field : resource.rdma.unreadable)
            m_notices << tr("The RDMA resources that %1 %2 declares are unknown: its %3 cannot be read.",
                            "kind, name, field")
                             .arg(resource.kind, resource.name, field);
    }
}

void DiagnosisOperation::judge()
{
    if (m_step != Step::Logs)
        return;
    enter(Step::Judging);
    const auto judged = run([evidence = m_evidence, signatures = m_parts.signatures, rules = m_parts.rules] {
        return diagnose(evidence, signatures, rules);
    });
    onFinished(judged, this, [this](const QList<Finding> &findings) {
        const DiagnosisExtent looked = extent();
        // What changed meanwhile is nobody else's any more: tens of thousands may be freed.
        DiagnosisEvidence done = std::exchange(m_evidence, {});
        m_evidence.logs = done.logs;
        freeSoon(std::move(done));
        end(DiagnosisResult{findings, m_notices, looked});
    });
}

DiagnosisExtent DiagnosisOperation::extent() const
{
    return {laterBy(m_evidence.now, -m_evidence.skew),
            int(m_evidence.nodes.size()),
            int(m_evidence.pods.size()),
            int(m_evidence.events.size()),
            int(m_evidence.resources.size()),
            int(m_evidence.logs.size())};
}

void DiagnosisOperation::enter(Step step)
{
    m_step = step;
    Q_EMIT progressChanged();
}

void DiagnosisOperation::end(Result<DiagnosisResult> result)
{
    if (m_step == Step::Over)
        return;
    m_listTimer.stop();
    for (const auto &listing : m_listings)
        listing->pages->cancel();
    m_stop.request_stop();
    m_result = std::move(result);
    enter(Step::Over);
    Q_EMIT finished();
}

} // namespace chartroom
