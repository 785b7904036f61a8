// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/release_source.h"

#include <QHash>

#include <vector>

namespace chartroom::test {

/// Builds one release with everything known; change what a test is about.
struct ShownRelease
{
    QString name = QStringLiteral("gpu-operator");
    QString namespaceName = QStringLiteral("nvidia-gpu-operator");
    QString chart;
    QString chartVersion = QStringLiteral("v25.10.1");
    QString appVersion = QStringLiteral("v25.10.1");
    int revision = 4;
    ReleaseStatus status = ReleaseStatus::Deployed;
    QDateTime updated = QDateTime::fromString(QStringLiteral("2026-11-21T03:29:00Z"), Qt::ISODate);
    int changedPaths = 0;
    bool referenceKnown = true;
    bool decoded = true;
    QString recordProblem;
    QString notes;
    std::optional<ValueChange> extraChange;
    int deployed = 0; ///< an earlier revision that is deployed still; 0: none
    int pending = 0;  ///< an earlier revision that is pending still, changed with the newest; 0: none

    [[nodiscard]] ReleaseKey key() const { return {namespaceName, name, ReleaseStorage::Secret}; }
    [[nodiscard]] Release build() const;
};

/// A ReleaseSource that holds what a test put into it. Each call tells one delta.
class FakeReleaseSource final : public ReleaseSource
{
    Q_OBJECT
public:
    using ReleaseSource::ReleaseSource;

    /// Adds or replaces; an owner of nullopt keeps the one set before (Customer at first).
    void put(const ShownRelease &release, std::optional<Ownership> ownership = {});
    void put(const QList<ShownRelease> &releases);
    void remove(const QList<ReleaseKey> &keys);
    void setOwnership(const ReleaseKey &key, const Ownership &ownership);
    /// What its record stores, beside what ShownRelease builds.
    void setValues(const ReleaseKey &key, const Value &user, const Value &chart);
    void setManifest(const ReleaseKey &key, const QByteArray &manifest);
    void setPods(const ReleaseKey &key, const ReleasePods &pods);
    /// Time passes; it begins with a FakeClock's.
    void advance(std::chrono::milliseconds by) { m_passed += by; }
    /// Records asked for stay open until answered, when true.
    void holdRecords(bool hold) { m_holdRecords = hold; }
    [[nodiscard]] int recordRequests() const { return m_recordRequests; }

    [[nodiscard]] QDateTime now() const override;
    [[nodiscard]] QList<ReleaseKey> keys() const override;
    [[nodiscard]] const Release *find(const ReleaseKey &key) const override;
    [[nodiscard]] Ownership ownership(const ReleaseKey &key) const override;
    [[nodiscard]] Result<ReleasePods> pods(const ReleaseKey &key) const override;
    [[nodiscard]] QFuture<Result<ReleaseRecord>> record(const ReleaseKey &key, int revision) override;
    [[nodiscard]] QFuture<HelmVersion> helm() const override { return readyFuture(m_helm); }
    void setHelm(const HelmVersion &helm) { m_helm = helm; }
    void prefer(const QList<ReleaseKey> &visible) override;
    [[nodiscard]] const QList<ReleaseKey> &preferred() const { return m_preferred; }

private:
    std::chrono::milliseconds m_passed{0};
    HelmVersion m_helm{QStringLiteral("v4.3.1"), 4};
    QList<ReleaseKey> m_order;
    QHash<ReleaseKey, Release> m_releases;
    QHash<ReleaseKey, Ownership> m_ownership;
    QHash<ReleaseKey, ReleasePods> m_pods;
    QList<ReleaseKey> m_preferred;
    std::vector<QPromise<Result<ReleaseRecord>>> m_open;
    bool m_holdRecords = false;
    int m_recordRequests = 0;
};

/// The eleven add-ons of a CMK cluster, as in the sketches, with owners, evidence, pods and history.
void fillWithAddons(FakeReleaseSource &source);

/// `count` releases of many shapes.
[[nodiscard]] QList<ShownRelease> manyReleases(int count);

} // namespace chartroom::test
