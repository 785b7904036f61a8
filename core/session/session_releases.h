// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/manifest.h"
#include "core/session/cluster_session.h"
#include "core/session/release_source.h"

#include <QTimer>

namespace chartroom {

/// A session's releases as models and pages see them. Owned beside its session, dies before it.
class SessionReleases final : public ReleaseSource
{
    Q_OBJECT
public:
    explicit SessionReleases(ClusterSession *session, QObject *parent = nullptr);

    [[nodiscard]] QDateTime now() const override;
    [[nodiscard]] QDateTime serverNow() const override;
    [[nodiscard]] QList<ReleaseKey> keys() const override;
    [[nodiscard]] const Release *find(const ReleaseKey &key) const override;
    [[nodiscard]] Ownership ownership(const ReleaseKey &key) const override;
    [[nodiscard]] Result<ReleasePods> pods(const ReleaseKey &key) const override;
    [[nodiscard]] QFuture<Result<ReleaseRecord>> record(const ReleaseKey &key, int revision) override;
    [[nodiscard]] std::optional<PinnedReference> pinnedReference(const ReleaseKey &key) const override;
    [[nodiscard]] QFuture<HelmVersion> helm() const override;
    void prefer(const QList<ReleaseKey> &visible) override;

private:
    struct Manifest
    {
        int revision = 0;
        QList<ObjectRef> objects;
    };
    [[nodiscard]] QList<ObjectRef> manifestOf(const Release &release) const;
    [[nodiscard]] bool isAloneInNamespace(const ReleaseKey &key) const;

    ClusterSession *m_session;
    QTimer m_podsChanged; ///< single shot, 100 ms: gathers many pod changes into one signal
    mutable QHash<ReleaseKey, Manifest>
        m_manifests; ///< parsed once a revision, for releases that were looked at
};

} // namespace chartroom
