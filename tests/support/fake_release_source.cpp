// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_release_source.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "tests/support/fake_clock.h"

namespace chartroom::test {

namespace {

ReleaseRecord recordOf(const ShownRelease &b, int revision)
{
    ReleaseRecord record;
    record.name = b.name;
    record.namespaceName = b.namespaceName;
    record.revision = revision;
    record.status = b.status;
    record.chartName = b.chart.isEmpty() ? b.name : b.chart;
    record.chartVersion = b.chartVersion;
    record.appVersion = b.appVersion;
    record.notes = b.notes;
    record.lastDeployed = b.updated.addDays(-9 * (b.revision - revision));
    record.description = QStringLiteral("Upgrade complete");
    return record;
}

} // namespace

Release ShownRelease::build() const
{
    Release release;
    release.key = key();
    for (int r = revision; r > std::max(0, revision - 10); --r) {
        RevisionEntry entry;
        entry.uid = QStringLiteral("%1/%2/%3").arg(namespaceName, name).arg(r);
        entry.objectName = QStringLiteral("sh.helm.release.v1.%1.v%2").arg(name).arg(r);
        entry.revision = r;
        entry.status = r == revision   ? status
                       : r == deployed ? ReleaseStatus::Deployed
                       : r == pending  ? ReleaseStatus::PendingUpgrade
                                       : ReleaseStatus::Superseded;
        entry.statusText = releaseStatusText(entry.status);
        const QDateTime at = r == pending ? updated : updated.addDays(-9 * (revision - r));
        entry.date = {at, at, at};
        release.revisions.append(entry);
    }
    release.recordProblem = recordProblem;
    if (!decoded)
        return release;
    if (recordProblem.isEmpty())
        release.record = recordOf(*this, revision);
    Divergence divergence;
    if (!referenceKnown)
        divergence.unknownWhy = QStringLiteral("There is no reference for this chart.");
    else
        divergence.reference = QStringLiteral("revision 1");
    static const QStringList paths{QStringLiteral("driver.version"), QStringLiteral("toolkit.version"),
                                   QStringLiteral("driver.upgradePolicy.maxParallelUpgrades")};
    for (int i = 0; i < changedPaths; ++i)
        divergence.changes.append({ValueChange::Kind::Changed,
                                   paths.value(i, QStringLiteral("extra.key%1").arg(i)),
                                   Value(QStringLiteral("580.82.07")), Value(QStringLiteral("580.105.08"))});
    if (extraChange)
        divergence.changes.append(*extraChange);
    release.divergence = divergence;
    return release;
}

void FakeReleaseSource::put(const ShownRelease &release, std::optional<Ownership> ownership)
{
    if (ownership)
        m_ownership.insert(release.key(), *ownership);
    put(QList<ShownRelease>{release});
}

void FakeReleaseSource::put(const QList<ShownRelease> &releases)
{
    ReleaseDelta delta;
    for (const ShownRelease &builder : releases) {
        const ReleaseKey key = builder.key();
        (m_releases.contains(key) ? delta.changed : delta.added).append(key);
        if (!m_releases.contains(key))
            m_order.append(key);
        m_releases.insert(key, builder.build());
    }
    Q_EMIT releasesChanged(delta);
}

void FakeReleaseSource::remove(const QList<ReleaseKey> &keys)
{
    ReleaseDelta delta;
    for (const ReleaseKey &key : keys) {
        if (m_releases.remove(key) == 0)
            continue;
        m_order.removeAll(key);
        delta.removed.append(key);
    }
    Q_EMIT releasesChanged(delta);
}

void FakeReleaseSource::setOwnership(const ReleaseKey &key, const Ownership &ownership)
{
    m_ownership.insert(key, ownership);
    Q_EMIT releasesChanged({{}, {key}, {}});
}

void FakeReleaseSource::setValues(const ReleaseKey &key, const Value &user, const Value &chart)
{
    const auto found = m_releases.find(key);
    if (found == m_releases.end() || !found->record)
        return;
    found->record->userValues = user;
    found->record->chartValuesJson = writeJson(chart, 0);
    Q_EMIT releasesChanged({{}, {key}, {}});
}

void FakeReleaseSource::setManifest(const ReleaseKey &key, const QByteArray &manifest)
{
    const auto found = m_releases.find(key);
    if (found == m_releases.end() || !found->record)
        return;
    found->record->manifest = manifest;
    Q_EMIT releasesChanged({{}, {key}, {}});
}

void FakeReleaseSource::setPods(const ReleaseKey &key, const ReleasePods &pods)
{
    m_pods.insert(key, pods);
    Q_EMIT podsChanged();
}

QDateTime FakeReleaseSource::now() const
{
    return FakeClock().now().addMSecs(m_passed.count());
}

QList<ReleaseKey> FakeReleaseSource::keys() const
{
    return m_order;
}

const Release *FakeReleaseSource::find(const ReleaseKey &key) const
{
    const auto found = m_releases.constFind(key);
    return found == m_releases.cend() ? nullptr : &*found;
}

Ownership FakeReleaseSource::ownership(const ReleaseKey &key) const
{
    return m_ownership.value(key);
}

Result<ReleasePods> FakeReleaseSource::pods(const ReleaseKey &key) const
{
    const auto found = m_pods.constFind(key);
    if (found == m_pods.cend())
        return failure(Error::Code::NotFound, QStringLiteral("Still unknown."));
    return *found;
}

QFuture<Result<ReleaseRecord>> FakeReleaseSource::record(const ReleaseKey &key, int revision)
{
    ++m_recordRequests;
    if (m_holdRecords) {
        m_open.emplace_back();
        m_open.back().start();
        return m_open.back().future();
    }
    const Release *release = find(key);
    if (!release || !release->record)
        return readyFuture(Result<ReleaseRecord>(
            failure(Error::Code::NotFound, QStringLiteral("Revision %1 is no longer kept.").arg(revision))));
    ReleaseRecord record = *release->record;
    record.revision = revision;
    return readyFuture(Result<ReleaseRecord>(record));
}

void FakeReleaseSource::prefer(const QList<ReleaseKey> &visible)
{
    m_preferred = visible;
}

} // namespace chartroom::test
