// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/session_releases.h"

#include "core/base/visible_text.h"
#include "core/cluster/release_pods.h"

namespace chartroom {

namespace {

ReleasePod shown(const Pod &pod)
{
    ReleasePod row;
    row.namespaceName = visibleText(pod.namespaceName);
    row.name = visibleText(pod.name);
    row.node = visibleText(pod.node);
    row.readyContainers = pod.containersReady;
    row.containers = pod.containers;
    row.restarts = pod.restarts;
    switch (pod.health) {
    case Pod::Health::Ready:
        row.state = VisualState::Done;
        row.stateText = pod.containers > 0 ? QStringLiteral("Running") : QStringLiteral("Succeeded");
        break;
    case Pod::Health::Starting:
        row.state = VisualState::Moving;
        row.stateText = pod.node.isEmpty() ? QStringLiteral("Pending") : QStringLiteral("Starting");
        break;
    case Pod::Health::Unhealthy:
        row.state = VisualState::Failed;
        row.stateText = visibleText(pod.reason);
        break;
    case Pod::Health::Leaving:
        row.state = VisualState::Moving;
        row.stateText = QStringLiteral("Terminating");
        break;
    }
    return row;
}

} // namespace

SessionReleases::SessionReleases(ClusterSession *session, QObject *parent)
    : ReleaseSource(parent)
    , m_session(session)
{
    m_podsChanged.setSingleShot(true);
    m_podsChanged.setInterval(100);
    connect(&m_podsChanged, &QTimer::timeout, this, &ReleaseSource::podsChanged);
    connect(session, &ClusterSession::releasesChanged, this, [this](const ReleaseDelta &delta) {
        for (const ReleaseKey &key : delta.removed)
            m_manifests.remove(key);
        Q_EMIT releasesChanged(delta);
    });
    const auto gather = [this] {
        if (!m_podsChanged.isActive())
            m_podsChanged.start();
    };
    // pods() would start the store; its signals are wanted once a person looks at pods.
    connect(session, &ClusterSession::podsChanged, this, gather);
}

QList<ReleaseKey> SessionReleases::keys() const
{
    return m_session->releases()->keys();
}

const Release *SessionReleases::find(const ReleaseKey &key) const
{
    return m_session->releases()->find(key);
}

Ownership SessionReleases::ownership(const ReleaseKey &key) const
{
    return m_session->ownership(key);
}

Result<QList<ReleasePod>> SessionReleases::pods(const ReleaseKey &key) const
{
    const PodStore *store = m_session->podsIn(key.namespaceName);
    const Release *release = find(key);
    if (store->reflector().state() == Reflector::State::Denied && !store->reflector().hasSynced())
        return tl::make_unexpected(store->reflector().lastError());
    if (!store->reflector().hasSynced() || !release)
        return failure(Error::Code::NotFound, tr("Not known so far."));
    QList<ReleasePod> rows;
    const auto pods = podsOfRelease(key, manifestOf(*release), isAloneInNamespace(key), store->objects());
    rows.reserve(pods.size());
    for (const AttributedPod &pod : pods)
        rows.append(shown(pod.pod));
    return rows;
}

QFuture<Result<ReleaseRecord>> SessionReleases::record(const ReleaseKey &key, int revision)
{
    return m_session->releases()->record(key, revision);
}

std::optional<PinnedReference> SessionReleases::pinnedReference(const ReleaseKey &key) const
{
    return m_session->releases()->pinnedReference(key);
}

void SessionReleases::prefer(const QList<ReleaseKey> &visible)
{
    m_session->releases()->prefer(visible);
}

QList<ObjectRef> SessionReleases::manifestOf(const Release &release) const
{
    if (!release.record)
        return {};
    Manifest &manifest = m_manifests[release.key];
    if (manifest.revision != release.record->revision)
        manifest = {release.record->revision, manifestObjects(release.record->manifest)};
    return manifest.objects;
}

bool SessionReleases::isAloneInNamespace(const ReleaseKey &key) const
{
    // What a cluster brings by itself lives here as well, so nothing in them belongs to a release by place
    // alone.
    static const QSet<QString> shared{QStringLiteral("kube-system"), QStringLiteral("default"),
                                      QStringLiteral("crusoe-system")};
    if (shared.contains(key.namespaceName))
        return false;
    const QList<ReleaseKey> all = keys();
    return std::none_of(all.cbegin(), all.cend(), [&](const ReleaseKey &other) {
        return other.namespaceName == key.namespaceName && !(other == key);
    });
}

} // namespace chartroom
