// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/recorded_history.h"

#include "core/base/moments.h"
#include "core/base/on_finished.h"
#include "core/rollout/amd_track.h"
#include "core/rollout/driver_components.h"
#include "core/rollout/sriov_track.h"
#include "core/rollout/upgrade_event.h"

#include <QSet>
#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {

using Type = RecordingEvent::Type;

/// Reads the recorded nodes one after the other and keeps what changed.
class TimelineReading
{
public:
    explicit TimelineReading(const Recording &recording)
        : m_recording(recording)
        , m_skew(clockSkew(recording))
    {}

    LabelTimeline read()
    {
        const RecordingEvents &events = m_recording.events;
        readRdma();
        for (qsizetype i = 0; i < events.size(); ++i) { // only what matters is unpacked
            const QString &resource = events.identity(i).resource;
            if (resource == u"nodes")
                readNode(events[i]);
            else if (resource == u"sriovnetworknodestates")
                readSriov(events[i]);
            else if (resource == u"deviceconfigs")
                readModules(events[i]);
            else if (resource == u"events" && events.type(i) != Type::Deleted)
                readEvent(events[i]);
        }
        return std::move(m_timeline);
    }

private:
    /// All that policies declare at any time: a list of policies may stand behind that of the nodes.
    void readRdma()
    {
        static const QSet<QString> resources{QStringLiteral("nicclusterpolicies"),
                                             QStringLiteral("nicnodepolicies"),
                                             QStringLiteral("sriovnetworknodepolicies")};
        const RecordingEvents &events = m_recording.events;
        for (qsizetype i = 0; i < events.size(); ++i) {
            if (!resources.contains(events.identity(i).resource))
                continue;
            const RecordingEvent event = events[i];
            if (const auto policy = RdmaPolicy::read(event.object); policy && isObject(event))
                m_rdma.add(*policy);
        }
    }

    void readNode(const RecordingEvent &event)
    {
        const QDateTime at = timeOf(event);
        if (event.type == Type::Deleted) {
            if (m_uids.value(event.object.name) == event.object.uid)
                drop(event.object.name, at);
            return;
        }
        if (!isObject(event))
            return;
        const Result<Node> node = Node::read(event.object);
        if (!node)
            return;
        const bool isFirst = m_uids.value(node->name) != node->uid;
        if (isFirst && m_uids.contains(node->name))
            drop(node->name, at);
        m_uids.insert(node->name, node->uid);
        const auto keep = [&](QSet<QString> &names, bool isOne) {
            if (isOne)
                names.insert(node->name);
            else
                names.remove(node->name);
        };
        keep(m_cordoned, node->unschedulable);
        keep(m_cordonedForAmd, isCordonedForAmd(*node));
        if (std::any_of(node->labels.begin(), node->labels.end(), [](const LabelMap::Entry &label) {
                return label.key.startsWith(DeviceConfig::versionLabels);
            }))
            m_labels.insert(node->name, node->labels);
        else
            m_labels.remove(node->name);
        noteGpus(node->name, node->gpusForPods().gpus, at);
        for (const Sighting &sighting : sightings(*node, m_rdma))
            note(sighting, at, isFirst);
        seeSriov(node->name, at);
        seeModule(node->name, at);
    }

    void readSriov(const RecordingEvent &event)
    {
        const QDateTime at = timeOf(event);
        if (event.type == Type::Deleted) {
            m_sriov.remove(event.object.name);
            drop({event.object.name, QStringLiteral("sriov")}, at);
        } else if (const auto state = SriovNodeState::read(event.object); state && isObject(event)) {
            m_sriov.insert(state->name, *state);
            seeSriov(state->name, at);
        }
    }

    void seeSriov(const QString &node, const QDateTime &at)
    {
        const auto state = m_sriov.constFind(node);
        if (state == m_sriov.cend() || !m_uids.contains(node))
            return;
        const bool isCordoned = m_cordoned.contains(node);
        note({{node, QStringLiteral("sriov")},
              sriovLabel(*state),
              sriovStep(*state, isCordoned),
              isCordoned,
              false},
             at);
    }

    void readModules(const RecordingEvent &event)
    {
        const QDateTime at = timeOf(event);
        const Result<DeviceConfig> config = DeviceConfig::read(event.object);
        if (!config || !(isObject(event) || event.type == Type::Deleted))
            return;
        for (const QString &node : m_configs.take(config->uid).modules.keys()) {
            const bool isLeft = event.type == Type::Deleted || !config->modules.contains(node);
            if (isLeft && m_modules.value(node) == config->uid) { // no other one has taken it over
                m_modules.remove(node);
                drop({node, QStringLiteral("amd")}, at);
            }
        }
        if (event.type == Type::Deleted)
            return;
        m_configs.insert(config->uid, *config);
        for (const QString &node : config->modules.keys()) {
            m_modules.insert(node, config->uid);
            seeModule(node, at);
        }
    }

    void seeModule(const QString &node, const QDateTime &at)
    {
        const auto config = m_configs.constFind(m_modules.value(node));
        if (config == m_configs.cend() || !m_uids.contains(node))
            return;
        const bool isCordoned = m_cordonedForAmd.contains(node);
        note({{node, QStringLiteral("amd")},
              config->modules.value(node).status,
              config->step(node, m_labels.value(node), isCordoned),
              isCordoned,
              false},
             at);
    }

    void note(const Sighting &sighting, const QDateTime &at)
    {
        note(sighting, at, !m_last.contains(sighting.key));
    }

    void note(const Sighting &sighting, const QDateTime &at, bool isFirst)
    {
        const auto known = m_last.constFind(sighting.key);
        if (known != m_last.cend() && *known == sighting)
            return;
        m_last.insert(sighting.key, sighting);
        m_timeline.changes.append({at, sighting, isFirst, false});
    }

    void noteGpus(const QString &node, int gpus, const QDateTime &at)
    {
        QList<GpuSample> &known = m_timeline.gpus[node];
        if ((known.isEmpty() ? 0 : known.last().gpus) != gpus)
            known.append({at, gpus});
    }

    void drop(const TrackKey &key, const QDateTime &at)
    {
        if (const auto known = m_last.constFind(key); known != m_last.cend()) {
            m_timeline.changes.append({at, *known, false, true});
            m_last.erase(known);
        }
    }

    void drop(const QString &node, const QDateTime &at)
    {
        m_uids.remove(node);
        m_cordoned.remove(node);
        m_cordonedForAmd.remove(node);
        m_labels.remove(node);
        noteGpus(node, 0, at);
        for (const LedComponent &component : ledComponents())
            drop({node, component.name}, at);
    }

    [[nodiscard]] static bool isObject(const RecordingEvent &event)
    {
        return event.type == Type::Added || event.type == Type::Modified;
    }

    [[nodiscard]] QDateTime timeOf(const RecordingEvent &event) const
    {
        return laterBy(m_recording.header.start, event.at);
    }

    /// Only of the time before the recording: what came later, the nodes themselves say.
    void readEvent(const RecordingEvent &event)
    {
        const auto told = readUpgradeEvent(event.object);
        if (!told)
            return;
        for (ToldLabel label : told->labels) {
            label.moveBy(-m_skew);
            if (label.at <= m_recording.header.start)
                m_timeline.told[told->key].append(label);
        }
    }

    const Recording &m_recording;
    std::chrono::milliseconds m_skew;
    LabelTimeline m_timeline;
    RdmaNames m_rdma;
    QHash<QString, QString> m_uids; ///< by the node's name
    QSet<QString> m_cordoned;
    QSet<QString> m_cordonedForAmd;
    QHash<QString, SriovNodeState> m_sriov; ///< by node
    QHash<QString, LabelMap> m_labels;      ///< by node, of those that KMM loads modules on
    QHash<QString, QString> m_modules;      ///< the uid of the DeviceConfig that speaks of a node
    QHash<QString, DeviceConfig> m_configs; ///< by uid
    QHash<TrackKey, Sighting> m_last;
};

/// Goes on from where the fold stands, or starts over when that lies behind the moment.
RecordedHistory::Fold folded(RecordedHistory::Fold fold, const QDateTime &moment)
{
    if (fold.moment.isValid() && moment < fold.moment) {
        const qsizetype nodes = fold.history.nodes().size();
        fold = {fold.timeline, 0, {}, {}};
        fold.history.reserve(nodes);
    }
    fold.moment = moment;
    fold.history.setGpus({fold.timeline, &fold.timeline->gpus});
    const QList<LabelTimeline::Change> &changes = fold.timeline->changes;
    for (; fold.count < changes.size() && changes[fold.count].at <= moment; ++fold.count) {
        const LabelTimeline::Change &change = changes[fold.count];
        const TrackKey &key = change.sighting.key;
        if (change.isGone) {
            fold.history.lose(key, change.at);
            continue;
        }
        fold.history.see(change.sighting, change.at, !change.isFirst);
        if (const auto told = fold.timeline->told.constFind(key);
            change.isFirst && told != fold.timeline->told.cend())
            fold.history.tell(key, *told, change.at);
    }
    return fold;
}

} // namespace

LabelTimeline labelTimeline(const Recording &recording)
{
    return TimelineReading(recording).read();
}

RecordedHistory::RecordedHistory(std::shared_ptr<const Recording> recording,
                                 const RecordedTransport *transport, QObject *parent)
    : HistorySource(parent)
    , m_recording(std::move(recording))
    , m_transport(transport)
{
    connect(transport, &RecordedTransport::positionChanged, this, &HistorySource::moved);
    connect(transport, &RecordedTransport::unsettled, this, &HistorySource::left);
    connect(transport, &RecordedTransport::settled, this, &HistorySource::arrived);
}

QFuture<RolloutHistory> RecordedHistory::until(const QDateTime &moment)
{
    auto promise = std::make_shared<QPromise<RolloutHistory>>();
    promise->start();
    auto fold = QtConcurrent::run([recording = m_recording, last = m_last, moment] {
        Fold next = last;
        if (!next.timeline)
            next.timeline = std::make_shared<const LabelTimeline>(labelTimeline(*recording));
        return folded(std::move(next), moment);
    });
    onFinished(fold, this, [this, promise](const Fold &next) {
        m_last = next;
        promise->addResult(next.history);
        promise->finish();
    });
    return promise->future();
}

} // namespace chartroom
