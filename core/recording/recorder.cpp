// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recorder.h"

#include "core/base/moments.h"
#include "core/base/on_finished.h"
#include "core/base/utc_text.h"
#include "core/kube/resource_query.h"
#include "core/recording/kind_feed.h"
#include "core/recording/line_maker.h"
#include "core/recording/recording_file.h"
#include "core/recording/recording_line.h"
#include "core/recording/release_feed.h"

#include <QTimer>
#include <QtConcurrentRun>

#include <vector>

namespace chartroom {

namespace {

using namespace std::chrono_literals;
using Type = RecordingEvent::Type;

constexpr auto shortestGap = 5s; // less is a watch that is opened anew
constexpr auto longGap = 30s;    // more is told while it lasts

constexpr RecordedKind recordedKinds[] = {
    {"/api/v1/nodes", "nodes", "v1", "Node", false},
    {"/api/v1/pods", "pods", "v1", "Pod", true},
    {"/api/v1/events", "events", "v1", "Event", true},
    {"/apis/apps/v1/daemonsets", "daemonsets", "apps/v1", "DaemonSet", true},
    {"/apis/apps/v1/deployments", "deployments", "apps/v1", "Deployment", true},
    {"/apis/apps/v1/controllerrevisions", "controllerrevisions", "apps/v1", "ControllerRevision", true},
    {"/apis/policy/v1/poddisruptionbudgets", "poddisruptionbudgets", "policy/v1", "PodDisruptionBudget",
     true},
    {"/apis/resource.k8s.io/v1/resourceclaims", "resourceclaims", "resource.k8s.io/v1", "ResourceClaim",
     true},
    {"/apis/resource.k8s.io/v1/resourceslices", "resourceslices", "resource.k8s.io/v1", "ResourceSlice",
     false},
    {"/apis/resource.k8s.io/v1/devicetaintrules", "devicetaintrules", "resource.k8s.io/v1", "DeviceTaintRule",
     false},
    {"/apis/nvidia.com/v1/clusterpolicies", "clusterpolicies", "nvidia.com/v1", "ClusterPolicy", false},
    {"/apis/nvidia.com/v1alpha1/nvidiadrivers", "nvidiadrivers", "nvidia.com/v1alpha1", "NVIDIADriver",
     false},
    {"/apis/mellanox.com/v1alpha1/nicclusterpolicies", "nicclusterpolicies", "mellanox.com/v1alpha1",
     "NicClusterPolicy", false},
    {"/apis/mellanox.com/v1alpha1/nicnodepolicies", "nicnodepolicies", "mellanox.com/v1alpha1",
     "NicNodePolicy", false},
    {"/apis/maintenance.nvidia.com/v1alpha1/nodemaintenances", "nodemaintenances",
     "maintenance.nvidia.com/v1alpha1", "NodeMaintenance", true},
    {"/apis/maintenance.nvidia.com/v1alpha1/maintenanceoperatorconfigs", "maintenanceoperatorconfigs",
     "maintenance.nvidia.com/v1alpha1", "MaintenanceOperatorConfig", true},
    {"/apis/sriovnetwork.openshift.io/v1/sriovnetworknodestates", "sriovnetworknodestates",
     "sriovnetwork.openshift.io/v1", "SriovNetworkNodeState", true},
    {"/apis/sriovnetwork.openshift.io/v1/sriovnetworkpoolconfigs", "sriovnetworkpoolconfigs",
     "sriovnetwork.openshift.io/v1", "SriovNetworkPoolConfig", true},
    {"/apis/sriovnetwork.openshift.io/v1/sriovnetworknodepolicies", "sriovnetworknodepolicies",
     "sriovnetwork.openshift.io/v1", "SriovNetworkNodePolicy", true},
    {"/apis/amd.com/v1alpha1/deviceconfigs", "deviceconfigs", "amd.com/v1alpha1", "DeviceConfig", true},
};

/// To the file.
struct Written
{
    qint64 bytes = 0;
    int lines = 0;
};

/// "resource.k8s.io/v1beta1": in which the cluster serves it.
QByteArray servedVersion(const RecordedKind &kind, const Transport &transport)
{
    const QByteArray known = kind.apiVersion;
    const QString other = transport.otherVersion(QString::fromLatin1(kind.path));
    return other.isEmpty() ? known : known.left(known.indexOf('/') + 1) + other.toLatin1();
}

Type typeOf(ObjectEvent::Type type)
{
    switch (type) {
    case ObjectEvent::Type::Added:
        return Type::Added;
    case ObjectEvent::Type::Modified:
        return Type::Modified;
    case ObjectEvent::Type::Deleted:
        break;
    }
    return Type::Deleted;
}

} // namespace

struct Recorder::Private
{
    [[nodiscard]] std::chrono::milliseconds at() const { return sources.clock->elapsed() - begun; }
    void add(WaitingLine one);
    [[nodiscard]] QFuture<QStringList> askNamespaces();
    [[nodiscard]] bool isCutFor(std::chrono::milliseconds time) const
    {
        return cutAt && timeBetween(*cutAt, sources.clock->now()) >= time;
    }
    void addLine(const QByteArray &line) { add({at(), nullptr, Type::Note, {}, line}); }

    Recorder *q = nullptr;
    Sources sources;
    std::shared_ptr<RecordingFile> file;
    std::shared_ptr<LineMaker> maker = std::make_shared<LineMaker>(); ///< of one batch at a time
    std::chrono::milliseconds begun{0};
    std::vector<std::unique_ptr<KindFeed>> kinds;
    std::optional<QStringList> namespaces;          ///< asked for once
    std::vector<QPromise<QStringList>> askingKinds; ///< each takes its own copy of the answer
    std::unique_ptr<ReleaseFeed> feed;
    QList<WaitingLine> waiting;
    qint64 waitingBytes = 0;
    QTimer timer;
    Written written;
    bool isWriting = false;
    bool isStopping = false;
    bool isFinished = false;
    std::optional<QDateTime> cutAt; ///< the last contact before the cluster was lost
    bool isCutTold = false;
    bool isFull = false; ///< more is waiting than may; nothing is taken any more
};

void Recorder::Private::add(WaitingLine one)
{
    if (isFull)
        return;
    waitingBytes += one.object.json.size() + one.line.size();
    waiting.append(std::move(one));
    if (waitingBytes <= sources.maxWaiting)
        return;
    if (!isWriting) {
        q->writeWaiting();
        return;
    }
    isFull = true;
    // Later: the reflector that is telling this would end with the recording.
    QTimer::singleShot(0, q, [this] {
        q->end(Error{Error::Code::File,
                     tr("The disk is too slow for the data that the cluster sends; the recording is "
                        "incomplete and plays up to the last second that was written."),
                     {},
                     {}});
    });
}

/// That of the context and those of releases before the others that may be named at all.
QFuture<QStringList> Recorder::Private::askNamespaces()
{
    if (namespaces)
        return readyFuture(*namespaces);
    const bool isAsked = !askingKinds.empty();
    QPromise<QStringList> &asking = askingKinds.emplace_back();
    asking.start();
    const QFuture<QStringList> answered = asking.future();
    if (isAsked)
        return answered;
    QStringList likely{sources.contextNamespace.isEmpty() ? QStringLiteral("default")
                                                          : sources.contextNamespace};
    for (const ReleaseKey &key : sources.releases->keys())
        likely.append(key.namespaceName);
    Request request;
    request.path = QStringLiteral("/api/v1/namespaces");
    request.query.addQueryItem(QStringLiteral("limit"), QStringLiteral("500"));
    onFinished(sources.transport->get(request), q, [this, likely](const Result<Response> &answer) mutable {
        if (const auto page = answer.and_then([](const Response &given) { return readPage(given.body); }))
            for (const KubeObject &object : page->items)
                likely.append(object.name);
        likely.removeDuplicates();
        namespaces = likely;
        for (QPromise<QStringList> &one : std::exchange(askingKinds, {})) {
            one.addResult(likely);
            one.finish();
        }
    });
    return answered;
}

Result<std::unique_ptr<Recorder>> Recorder::create(const QString &path, RecordingHeader header,
                                                   const Sources &sources)
{
    Result<std::unique_ptr<RecordingFile>> file = RecordingFile::create(path);
    if (!file)
        return tl::make_unexpected(file.error());
    auto data = std::make_unique<Private>();
    data->sources = sources;
    data->file = std::move(*file);
    data->begun = sources.clock->elapsed();
    header.start = sources.clock->now();
    header.redaction.append(
        tr("Chartroom's recorder left out Secrets, ConfigMaps, environments, arguments, "
           "commands and volumes, and hid what looks like a secret in all that it kept."));
    if (const Result<void> begun = data->file->begin(headerLine(header)); !begun)
        return tl::make_unexpected(begun.error());
    return std::unique_ptr<Recorder>(new Recorder(std::move(data)));
}

Recorder::Recorder(std::unique_ptr<Private> data)
    : d(std::move(data))
{
    d->q = this;
    d->timer.setInterval(1s);
    connect(&d->timer, &QTimer::timeout, this, [this] {
        tellGap();
        writeWaiting();
    });
}

Recorder::~Recorder() = default;

void Recorder::start()
{
    for (const RecordedKind &kind : recordedKinds) {
        d->kinds.push_back(std::make_unique<KindFeed>(kind, d->sources.transport, d->sources.clock,
                                                      [this] { return d->askNamespaces(); }));
        const KindFeed *feed = d->kinds.back().get();
        connect(feed, &KindFeed::eventsReceived, this, [this, &kind](const QList<ObjectEvent> &events) {
            const QByteArray version = servedVersion(kind, *d->sources.transport);
            for (const ObjectEvent &event : events)
                d->add({d->at(), &kind, typeOf(event.type), event.object, {}, version});
        });
        connect(feed, &KindFeed::synced, this,
                [this, &kind](const QString &version, const QStringList &namespaces) {
                    d->addLine(syncedLine(d->at(), kind.resource, version, namespaces));
                    Q_EMIT resourceSynced(QString::fromLatin1(kind.resource));
                });
        connect(feed, &KindFeed::missing, this, [this](const QString &sentence) {
            note(sentence);
            Q_EMIT missing(sentence);
        });
        connect(feed, &KindFeed::stateChanged, this, &Recorder::noteGap);
    }
    d->feed = std::make_unique<ReleaseFeed>(d->sources.releases, nullptr);
    connect(d->feed.get(), &ReleaseFeed::revisionChanged, this,
            [this](const ReleaseKey &key, const RevisionEntry &entry,
                   const std::optional<ReleaseRecord> &record, bool isNew) {
                d->addLine(objectLine(d->at(), "releases", isNew ? Type::Added : Type::Modified,
                                      recordableRelease(key, entry, record)));
            });
    connect(d->feed.get(), &ReleaseFeed::revisionGone, this,
            [this](const ReleaseKey &key, const RevisionEntry &entry) {
                d->addLine(objectLine(d->at(), "releases", Type::Deleted,
                                      recordableRelease(key, entry, std::nullopt)));
            });
    connect(d->feed.get(), &ReleaseFeed::synced, this, [this] {
        d->addLine(syncedLine(d->at(), "releases", {}));
        Q_EMIT resourceSynced(QStringLiteral("releases"));
    });
    for (const auto &kind : d->kinds)
        kind->start();
    d->feed->start();
    d->timer.start();
}

/// To whoever watches the recording, while it lasts; the file learns it when the gap is over.
void Recorder::tellGap()
{
    if (d->isCutTold || !d->isCutFor(longGap))
        return;
    d->isCutTold = true;
    Q_EMIT missing(tr("The cluster has been unreachable since %1: until it is reachable again, only the "
                      "resulting state is recorded.")
                       .arg(utcText(*d->cutAt)));
}

/// Once for all kinds, when the last of them is back: nothing tells what happened in between (fault 60).
void Recorder::noteGap()
{
    std::optional<QDateTime> cut;
    for (const auto &kind : d->kinds)
        if (const std::optional<QDateTime> since = kind->cutSince())
            cut = qMin(cut.value_or(*since), *since);
    if (cut || !d->cutAt) {
        d->cutAt = d->cutAt ? d->cutAt : cut;
        return;
    }
    const bool isGap = d->isCutFor(shortestGap);
    const QDateTime from = *std::exchange(d->cutAt, std::nullopt);
    const bool wasTold = std::exchange(d->isCutTold, false);
    if (!isGap)
        return;
    const QString sentence =
        tr("The cluster was unreachable from %1 to %2: only the resulting state of that time is recorded.")
            .arg(utcText(from), utcText(d->sources.clock->now()));
    note(sentence);
    if (wasTold)
        Q_EMIT missing(sentence);
}

void Recorder::note(const QString &text)
{
    d->addLine(noteLine(d->at(), text));
}

void Recorder::stop()
{
    if (d->isStopping)
        return;
    if (d->isCutFor(shortestGap)) {
        const QString sentence =
            tr("The cluster was unreachable from %1 to the end: nothing of that time is recorded.")
                .arg(utcText(*d->cutAt));
        note(sentence);
        Q_EMIT missing(sentence);
    }
    d->isStopping = true;
    d->timer.stop();
    d->kinds.clear();
    d->feed.reset();
    writeWaiting();
}

qint64 Recorder::bytesWritten() const
{
    return d->written.bytes;
}

int Recorder::linesWritten() const
{
    return d->written.lines;
}

/// One batch at a time; what comes meanwhile goes with the next one.
void Recorder::writeWaiting()
{
    if (d->isWriting || d->isFinished || (d->waiting.isEmpty() && !d->isStopping))
        return;
    d->isWriting = true;
    d->waitingBytes = 0;
    const bool isLast = d->isStopping;
    const auto written =
        QtConcurrent::run([file = d->file, maker = d->maker, batch = std::exchange(d->waiting, {}), isLast] {
            Result<void> appended = file->append(maker->lines(batch));
            if (appended && isLast)
                appended = file->finish();
            return appended.map([&] { return Written{file->bytesWritten(), maker->count()}; });
        });
    onFinished(written, this, [this, isLast](const Result<Written> &soFar) {
        d->isWriting = false;
        if (d->isFinished)
            return;
        if (!soFar) {
            end(soFar.error());
            return;
        }
        d->written = *soFar;
        if (isLast)
            end({});
        else if (d->isStopping)
            writeWaiting();
    });
}

void Recorder::end(const std::optional<Error> &problem)
{
    if (std::exchange(d->isFinished, true))
        return;
    d->isStopping = true;
    d->timer.stop();
    d->kinds.clear();
    d->feed.reset();
    Q_EMIT finished(problem);
}

} // namespace chartroom
