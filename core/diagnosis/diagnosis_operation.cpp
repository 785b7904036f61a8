// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/diagnosis_operation.h"

#include "core/base/document.h"
#include "core/base/free_soon.h"
#include "core/base/moments.h"
#include "core/base/on_finished.h"
#include "core/diagnosis/log_choice.h"
#include "core/kube/served_versions.h"
#include "core/rollout/driver_fleet.h"
#include "core/rollout/rollout_inputs.h"
#include "core/upgrade/recovery.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace chartroom {

/// One list, page by page. Events have no kind.
namespace {

/// Stand for a kind in a Listing: the events are read as RolloutEvent, or say why a PodGroup waits; a Job is
/// the one of a hook.
constexpr QStringView rolloutEvents = u"RolloutEvent";
constexpr QStringView podGroupEvents = u"PodGroupEvent";
constexpr QStringView hookJobs = u"HookJob";

QStringList remnantKey(const OwnedRelease &release)
{
    return {release.key.namespaceName, release.key.name, QString::number(release.standing.revision),
            releaseStatusText(release.standing.status)};
}

/// A record may hold anything, and this becomes part of a path.
bool isPlainName(const QString &name)
{
    static const QRegularExpression plain(QStringLiteral("\\A[a-z0-9]([a-z0-9.-]*[a-z0-9])?\\z"));
    return plain.match(name).hasMatch();
}

} // namespace

struct DiagnosisOperation::Listing
{
    ResourceQuery query;
    QString kind;
    std::unique_ptr<PagedList> pages;
    QList<WarningEvent> events;
    QList<RolloutEvent> rollouts;
    QList<ResourceStatus> resources;
    std::optional<HookJob> job = {};
    KindCount count = {}; ///< of an OperatorKind
    bool isRead = false;  ///< to its end
    bool isOver = false;
};

DiagnosisOperation::DiagnosisOperation(Parts parts, QObject *parent)
    : QObject(parent)
    , m_parts(std::move(parts))
    , m_logReader(m_parts.transport)
{
    m_listTimer.setSingleShot(true);
    connect(&m_listTimer, &QTimer::timeout, this, [this] {
        missLate();
        chooseLogs();
    });
}

DiagnosisOperation::~DiagnosisOperation()
{
    m_stop.request_stop();
}

void DiagnosisOperation::start()
{
    m_parts.rollout->start();
    if (m_parts.known)
        judgeKnown();
    else
        m_parts.rollout->whenComplete(this, [this] { readLists(); });
}

void DiagnosisOperation::cancel()
{
    end(failure(Error::Code::Cancelled, {}));
}

void DiagnosisOperation::readLists()
{
    if (m_step != Step::Rollouts)
        return;
    const auto refusal = m_parts.rollout->refusal();
    if (refusal && refusal->code != Error::Code::Forbidden) {
        end(tl::make_unexpected(*refusal));
        return;
    }
    enter(Step::Lists);
    m_notices += m_parts.rollout->notices();
    m_missing += m_parts.rollout->unread(); // the nodes, too, where they may not be listed
    for (const QString &sentence : std::as_const(m_parts.unread))
        miss(sentence);
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
    listHookJobs();
    askRemnants();
    askGroups();
    for (const auto &listing : m_listings)
        begin(*listing);
}

void DiagnosisOperation::judgeKnown()
{
    m_evidence = *std::exchange(m_parts.known, std::nullopt);
    for (const QString &sentence : std::as_const(m_parts.unread))
        miss(sentence);
    enter(Step::Logs);
    QList<QStringList> remnants; // the earlier one asked
    QHash<ReleaseKey, QList<int>> asked;
    for (const OwnedRelease &release : std::as_const(m_evidence.releases)) {
        if (release.standing.isRemnant)
            remnants.append(remnantKey(release));
        asked.insert(release.key, release.standing.ownRemnants);
    }
    takeStores();
    for (OwnedRelease &release : m_evidence.releases) {
        OwnedRelease::Standing &standing = release.standing;
        standing.isRemnant = remnants.contains(remnantKey(release));
        standing.ownRemnants = asked.value(release.key);
        if (!standing.ownRemnants.isEmpty() && !standing.revisions.isEmpty())
            standing.situation = situationOf({release.key, standing.revisions, {}, {}, {}}, m_evidence.now,
                                             standing.ownRemnants);
    }
    onFinished(run([tracks = m_parts.rollout->sharedTracks()] { return sortedTracks(tracks); }), this,
               [this](const QList<NodeTrack> &tracks) {
                   m_evidence.tracks = tracks;
                   judge();
               });
}

/// A pending release is young for an hour, unless nobody can be at work on it.
void DiagnosisOperation::askRemnants()
{
    for (qsizetype i = 0; i < m_parts.releases.size(); ++i) {
        const ReleaseKey key = m_parts.releases[i].key;
        const OwnedRelease::Standing &asked = m_parts.releases[i].standing;
        if (m_parts.operations.isEmpty() || (!isPending(asked.status) && !asked.situation.mayBeAtWork()))
            continue;
        ++m_awaitedRemnants;
        const auto tell = [this, i, key](const QList<EndedOperation> &ended,
                                         const Result<ReleaseTruth> &truth) {
            if (truth) {
                const QDateTime now = m_parts.transport->serverTime(m_parts.rollout->now());
                OwnedRelease::Standing &standing = m_parts.releases[i].standing;
                standing.isRemnant = isOwnRemnant(ended, key, *truth, now);
                standing.ownRemnants = ownRemnants(ended, *truth);
                standing.revisions = truth->revisions;
                standing.situation =
                    situationOf({key, truth->revisions, {}, {}, {}}, now, standing.ownRemnants);
            }
            --m_awaitedRemnants;
            chooseWhenRead();
        };
        onFinished(QtConcurrent::run(endedOperations, m_parts.operations, m_parts.cluster, key), this,
                   [=, this](const QList<EndedOperation> &ended) {
                       if (ended.isEmpty())
                           return tell(ended, failure(Error::Code::NotFound, QString()));
                       onFinished(readTruth(m_parts.transport, key, this), this,
                                  [=](const Result<ReleaseTruth> &truth) { tell(ended, truth); });
                   });
    }
}

/// Each by its name, in a list: that one which is gone is no error.
void DiagnosisOperation::listHookJobs()
{
    for (const OwnedRelease &release : std::as_const(m_parts.releases)) {
        for (const ReleaseHook &hook : release.standing.hooks) {
            ResourceQuery job = everyObject("/apis/batch/v1/namespaces/");
            job.path += hook.namespaceName + QStringLiteral("/jobs");
            job.fieldSelector = QStringLiteral("metadata.name=") + hook.name;
            if (hook.kind == u"Job" && isPlainName(hook.namespaceName) && isPlainName(hook.name))
                list(job, hookJobs.toString());
        }
    }
}

/// One question instead of one for each kind of an operator that is not there.
void DiagnosisOperation::askGroups()
{
    m_areGroupsAwaited = true;
    Request request;
    request.path = QStringLiteral("/apis");
    request.timeout = m_parts.listTime;
    onFinished(m_parts.transport->get(request), this, [this](const Result<Response> &answer) {
        if (m_step != Step::Lists)
            return;
        const Result<Value> groups =
            answer.and_then([](const Response &response) { return readJson(response.body); });
        std::optional<QSet<QString>> names;
        if (groups && groups->at({QStringLiteral("groups")}).isList()) {
            names.emplace();
            const Value::List all = groups->at({QStringLiteral("groups")}).list();
            for (const Value &group : all)
                names->insert(group.at({QStringLiteral("name")}).toString());
        }
        m_areGroupsAwaited = false;
        listOperators(names);
    });
}

/// Where the groups are unknown, as in a recording, each list says itself that it is not there.
void DiagnosisOperation::listOperators(const std::optional<QSet<QString>> &groups)
{
    const size_t before = m_listings.size();
    for (const OperatorKind &kind : operatorKinds) {
        ResourceQuery query = everyObject(kind.path);
        query.metadataOnly = !kind.hasStatus;
        if (!groups || groups->contains(query.path.section(u'/', 2, 2)))
            list(query, QLatin1String(kind.kind));
    }
    for (size_t i = before; i < m_listings.size(); ++i)
        begin(*m_listings[i]);
    chooseWhenRead();
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
        listing.count = {};
    });
    connect(pages, &PagedList::finished, this, [this, &listing] {
        listing.isRead = true;
        listEnded(listing);
    });
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
        } else if (listing.kind == podGroupEvents) {
            if (const auto event = WarningEvent::readNormal(object))
                listing.events.append(*event);
        } else if (listing.kind == hookJobs) {
            listing.job = HookJob::read(object);
        } else if (isOperatorKind(listing.kind)) {
            takeOperated(listing, object);
        } else if (!listing.kind.isEmpty()) {
            if (const auto status = ResourceStatus::read(object, listing.kind))
                listing.resources.append(*status);
        } else if (const auto event = WarningEvent::read(object)) {
            listing.events.append(*event);
        }
    }
}

/// Of many thousand PodGroups those that wait are of interest, and of those the first.
void DiagnosisOperation::takeOperated(Listing &listing, const KubeObject &object)
{
    const auto status = ResourceStatus::read(object, listing.kind);
    if (!status)
        return;
    listing.count.add(*status);
    if (!status->complaints.isEmpty() && listing.count.inTrouble <= KindCount::mostKept)
        listing.resources.append(*status);
}

/// Only the events say why Volcano has not let one into its queue.
void DiagnosisOperation::askWhyTheyWait(const Listing &podGroups)
{
    const bool isUntold =
        std::any_of(podGroups.resources.cbegin(), podGroups.resources.cend(),
                    [](const ResourceStatus &one) { return one.complaints.first().message.isEmpty(); });
    if (!isUntold)
        return;
    ResourceQuery events = everyObject("/api/v1/events");
    events.fieldSelector = QStringLiteral("involvedObject.kind=PodGroup,type=Normal");
    list(events, podGroupEvents.toString());
    begin(*m_listings.back());
}

/// A recording knows no such selector; a cluster need not serve every kind.
void DiagnosisOperation::listFailed(Listing &listing, const Error &error)
{
    if (error.code == Error::Code::Unsupported && !listing.query.fieldSelector.isEmpty()) {
        listing.query.fieldSelector.clear();
        begin(listing);
        return;
    }
    if (error.code != Error::Code::NotFound)
        miss(tr("The state of %1 is unknown: %2").arg(listing.query.path.section(u'/', -1), error.message));
    listEnded(listing);
}

void DiagnosisOperation::miss(const QString &sentence)
{
    for (QStringList *list : {&m_notices, &m_missing})
        if (!list->contains(sentence))
            list->append(sentence);
}

/// What was not read when the time for all lists is over.
void DiagnosisOperation::missLate()
{
    if (m_areGroupsAwaited)
        miss(
            tr("The state of the operators' resources is unknown: the kinds that the cluster serves were not "
               "read in time."));
    for (const auto &listing : m_listings)
        if (!listing->isOver)
            miss(tr("The state of %1 is unknown: not read in time.")
                     .arg(listing->query.path.section(u'/', -1)));
}

void DiagnosisOperation::listEnded(Listing &listing)
{
    listing.isOver = true;
    if (m_step == Step::Lists && listing.kind == u"PodGroup")
        askWhyTheyWait(listing);
    chooseWhenRead();
}

void DiagnosisOperation::chooseWhenRead()
{
    if (!m_areGroupsAwaited && m_awaitedRemnants == 0 &&
        std::all_of(m_listings.cbegin(), m_listings.cend(), [](const auto &one) { return one->isOver; }))
        chooseLogs();
}

void DiagnosisOperation::gather(const Listing &listing)
{
    m_evidence.resources += listing.resources;
    for (const RolloutEvent &event : listing.rollouts)
        m_evidence.toldRollouts[event.node].insert(event.driver);
    if (listing.kind == hookJobs && listing.isRead)
        m_evidence.hookJobs.insert(listing.query.path.section(u'/', 5, 5) + u'/' +
                                       listing.query.fieldSelector.section(u'=', 1),
                                   listing.job);
    if (listing.kind == podGroupEvents)
        addReasons(listing.events);
    else
        m_evidence.events += listing.events;
    if (!isOperatorKind(listing.kind) || !listing.isRead)
        return;
    m_evidence.counts.append(listing.count);
    m_evidence.counts.last().kind = listing.kind;
    if (listing.count.inTrouble > KindCount::mostKept)
        m_notices << tr("Only the first %3 of %1 %2 objects with a problem are reported.")
                         .arg(QString::number(listing.count.inTrouble), listing.kind,
                              QString::number(KindCount::mostKept));
}

/// Of several events of one PodGroup the newest counts.
void DiagnosisOperation::addReasons(const QList<WarningEvent> &events)
{
    QHash<std::pair<QString, QString>, const WarningEvent *> newest;
    for (const WarningEvent &event : events) {
        const WarningEvent *&known = newest[{event.namespaceName, event.name}]; // null: none yet
        if (event.kind == u"PodGroup" && event.reason == u"Unschedulable" &&
            (!known || event.last > known->last))
            known = &event;
    }
    for (ResourceStatus &one : m_evidence.resources) {
        const WarningEvent *event =
            one.kind == u"PodGroup" ? newest.value({one.namespaceName, one.name}) : nullptr;
        if (!event || !one.complaints.first().message.isEmpty())
            continue;
        one.complaints.first().reason = event->reason;
        one.complaints.first().message = event->message;
    }
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
        gather(*listing);
    }
    // Which driver's rollout a node had is told by all of them, or not at all.
    if (std::any_of(m_listings.cbegin(), m_listings.cend(),
                    [](const auto &one) { return one->kind == rolloutEvents && !one->isRead; }))
        m_evidence.toldRollouts.clear();
    else
        keepSeenRollouts(m_evidence.toldRollouts, m_parts.nodes->objects(),
                         [this](const TrackKey &key) { return m_parts.rollout->history(key); });
    noteUnreadable();
    m_notices += unknownVersionNotes(*m_parts.transport, paths);
    m_notices.removeDuplicates(); // the rollouts tell of some of them
    takeStores();
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
            for (const QString &problem : read.problems)
                miss(problem);
            judge();
        });
    });
}

void DiagnosisOperation::takeStores()
{
    m_evidence.nodes = m_parts.nodes->objects();
    m_evidence.pods = m_parts.pods->objects();
    m_evidence.claimable = m_parts.rollout->claimableGpus();
    m_evidence.goneOperators = m_parts.rollout->goneOperators();
    m_evidence.releases = m_parts.releases;
    m_evidence.managedNamespaces = m_parts.rules.managedNamespaces();
    m_evidence.skew = m_parts.transport->clockSkew();
    m_evidence.now = laterBy(m_parts.rollout->now(), m_evidence.skew);
    m_evidence.isUrgent = m_parts.isUrgent;
    m_evidence.stop = m_stop.get_token();
}

/// A plugin's configuration is a text within its policy.
void DiagnosisOperation::noteUnreadable()
{
    for (const ResourceStatus &resource : std::as_const(m_evidence.resources)) {
        for (const QString &field : resource.rdma.unreadable)
            miss(tr("The RDMA resources that %1 %2 declares are unknown: its %3 cannot be read.",
                    "kind, name, field")
                     .arg(resource.kind, resource.name, field));
    }
}

void DiagnosisOperation::judge()
{
    if (m_step != Step::Logs)
        return;
    enter(Step::Judging);
    const auto judged = run([evidence = m_evidence, signatures = m_parts.signatures, rules = m_parts.rules] {
        QDateTime next;
        const QList<Finding> findings = diagnose(evidence, signatures, rules, &next);
        QHash<TrackKey, Verdict> verdicts;
        for (const NodeTrack &track : evidence.tracks)
            if (track.verdict != Verdict::NotPart)
                verdicts.insert({track.node, track.component}, track.verdict);
        return std::pair(DiagnosisResult{findings,
                                         {},
                                         {},
                                         operatorStatuses(evidence, signatures),
                                         next.isValid() ? laterBy(next, -evidence.skew) : next},
                         verdicts);
    });
    onFinished(judged, this, [this](std::pair<DiagnosisResult, QHash<TrackKey, Verdict>> judgement) {
        DiagnosisResult &made = judgement.first;
        made.extent = extent();
        made.notices = m_notices;
        made.missing = m_missing;
        m_verdicts = std::move(judgement.second);
        // What changed meanwhile is nobody else's any more: tens of thousands may be freed.
        DiagnosisEvidence done;
        done.nodes = std::exchange(m_evidence.nodes, {});
        done.pods = std::exchange(m_evidence.pods, {});
        done.tracks = std::exchange(m_evidence.tracks, {});
        freeSoon(std::move(done));
        end(std::move(made));
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
