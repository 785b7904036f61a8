// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_releases.h"

#include "core/base/moments.h"
#include "core/session/release_pods.h"

namespace chartroom {

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

/// Helm's dates are held against it, so it is the server's.
QDateTime SessionReleases::now() const
{
    return laterBy(m_session->now(), m_session->transport()->clockSkew());
}

QDateTime SessionReleases::serverNow() const
{
    return m_session->transport()->serverTime(m_session->now());
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

Result<ReleasePods> SessionReleases::pods(const ReleaseKey &key) const
{
    const PodStore *store = m_session->podsIn(key.namespaceName);
    const Release *release = find(key);
    if (store->reflector().state() == Reflector::State::Denied && !store->reflector().hasSynced())
        return tl::make_unexpected(store->reflector().lastError());
    if (!store->reflector().hasSynced() || !release)
        return failure(Error::Code::NotFound, tr("Still unknown."));
    return podsOfRelease(key, manifestOf(*release), isAloneInNamespace(key), store->objects());
}

QFuture<Result<ReleaseRecord>> SessionReleases::record(const ReleaseKey &key, int revision)
{
    return m_session->releases()->record(key, revision);
}

std::optional<PinnedReference> SessionReleases::pinnedReference(const ReleaseKey &key) const
{
    return m_session->releases()->pinnedReference(key);
}

QFuture<HelmVersion> SessionReleases::helm() const
{
    if (!m_session->helm())
        return ReleaseSource::helm();
    const auto promise = std::make_shared<QPromise<HelmVersion>>();
    promise->start();
    onFinished(m_session->helm()->version(), m_session, [promise](const Result<HelmVersion> &version) {
        promise->addResult(version.value_or(assumedHelm()));
        promise->finish();
    });
    return promise->future();
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
