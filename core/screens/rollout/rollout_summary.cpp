// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/rollout/rollout_summary.h"

#include "core/base/share_work.h"
#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/rollout/driver_components.h"
#include "core/screens/addons/release_row.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/screens/screens_tr.h"
#include "core/session/release_source.h"
#include "core/session/rollout_source.h"

#include <QRegularExpression>

#include <algorithm>
#include <functional>
#include <tuple>
#include <vector>

namespace chartroom {

namespace {

QString joined(const QList<std::pair<int, QString>> &counts)
{
    QStringList parts;
    for (const auto &[count, text] : counts)
        if (count > 0)
            parts.append(text.arg(count));
    return parts.join(QStringLiteral(" · "));
}

/// How much goes on in a lane, the less the smaller: it moves, it waits, somebody has to act.
int restRank(const RolloutLane &lane)
{
    if (lane.verdict == Verdict::Moving || lane.verdict == Verdict::Slow)
        return 0;
    if (lane.verdict == Verdict::Waiting)
        return 1;
    return lane.isUnderWay ? 2 : 3;
}

void findUnderWay(const RolloutModel &model, RolloutSummary &summary)
{
    int least = 4;
    for (const int lane : {0, 1}) {
        for (const RolloutRow &row : model.rows()) {
            const RolloutLane &shown = row.lanes[size_t(lane)];
            if (!shown.isPresent() || restRank(shown) >= least)
                continue;
            summary.component = shown.component;
            summary.lane = lane;
            least = restRank(shown);
            if (least == 0)
                return;
        }
    }
}

/// The component and what `says` tells of each of its drivers.
template<typename Says>
QString titleOf(const RolloutSummary &summary, Says says)
{
    QStringList drivers;
    for (const DriverGroup &group : summary.drivers) {
        const QString versions = std::invoke(says, group);
        if (!versions.isEmpty())
            drivers << (group.driver.isEmpty() ? versions : group.driver + QStringLiteral(": ") + versions);
    }
    drivers.removeDuplicates();
    return visibleText(
        (componentTitle(summary.component) + u' ' + drivers.join(QStringLiteral(" · "))).trimmed());
}

/// What it brings is meant to be in the cluster.
bool isCurrent(ReleaseStatus status)
{
    return status != ReleaseStatus::Uninstalled && status != ReleaseStatus::Uninstalling &&
           status != ReleaseStatus::Superseded;
}

/// A ReplicaSet is called after its Deployment, and a hash that tells nobody anything.
QString workloadName(const NodeTenant &tenant)
{
    static const QRegularExpression hash(
        QStringLiteral("^ReplicaSet (.+)-[bcdfghjklmnpqrstvwxz2456789]{5,10}$"));
    const QRegularExpressionMatch match = hash.match(tenant.workload);
    return tenant.namespaceName + u'/' +
           (match.hasMatch() ? match.captured(1) : tenant.workload.section(u' ', -1));
}

} // namespace

RolloutSummary rolloutSummary(const RolloutModel &model)
{
    RolloutSummary summary;
    findUnderWay(model, summary);
    const QList<RolloutRow> &rows = model.rows();
    std::vector<const NodeTrack *> tracks(size_t(rows.size()), nullptr);
    if (const RolloutSource *source = model.source()) {
        const GpuCount gpus = source->gpuCount();
        summary.gpus = gpus.available.gpus;
        summary.gpusTotal = gpus.total.gpus;
        summary.gpuParts = gpuPartsText(gpus);
        shareWork(int(rows.size()), [&](int i) {
            tracks[size_t(i)] = source->find({rows[i].node, summary.component});
        });
    }
    QList<const NodeTrack *> ofComponent;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const RolloutLane &lane = rows[i].lanes[size_t(summary.lane)];
        summary.add(lane.component == summary.component ? lane.verdict : Verdict::NotPart);
        summary.doubted += lane.component == summary.component && lane.isInDoubt() ? 1 : 0;
        summary.verifying += lane.component == summary.component && lane.isVerifying() ? 1 : 0;
        if (const NodeTrack *track = tracks[size_t(i)])
            ofComponent << track;
    }
    summary.drivers = driverGroups(ofComponent);
    for (DriverGroup &group : summary.drivers)
        group.tracks.clear();
    return summary;
}

QString progressText(const VerdictCounts &counts)
{
    return joined({{counts.count(Verdict::Moving), ScreensTr::tr("%1 moving")},
                   {counts.count(Verdict::Slow), ScreensTr::tr("%1 slow")},
                   {counts.verifying, ScreensTr::tr("%1 verifying", "nodes")},
                   {counts.count(Verdict::Waiting), ScreensTr::tr("%1 waiting")},
                   {counts.count(Verdict::Skipped), ScreensTr::tr("%1 skipped")},
                   {counts.count(Verdict::NotKnown), ScreensTr::tr("%1 unknown")}});
}

QString troubleText(const VerdictCounts &counts)
{
    return joined({{counts.count(Verdict::Failed), ScreensTr::tr("%1 failed")},
                   {counts.count(Verdict::Stuck), ScreensTr::tr("%1 stuck")},
                   {counts.count(Verdict::Lost), ScreensTr::tr("%1 lost")},
                   {counts.doubted, ScreensTr::tr("%1 contradicted", "nodes")}});
}

QString restText(const VerdictCounts &counts)
{
    QStringList parts{progressText(counts), troubleText(counts)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString nextTenantsText(const QList<NodeTenant> &tenants, qsizetype most)
{
    QStringList parts;
    for (const NodeTenant &tenant : tenants)
        parts << ScreensTr::tr("%1 (%2)", "workload (GPUs)")
                     .arg(visibleText(workloadName(tenant)), gpuAmountText(tenant.gpus));
    return parts.isEmpty() ? QString() : ScreensTr::tr("next: %1").arg(shortList(parts, most));
}

QString rolloutTitle(const RolloutSummary &summary)
{
    return summary.component.isEmpty() ? ScreensTr::tr("Rollout") : titleOf(summary, &DriverGroup::versions);
}

QString shortRolloutTitle(const RolloutSummary &summary)
{
    const bool hasMove =
        std::any_of(summary.drivers.cbegin(), summary.drivers.cend(),
                    [](const DriverGroup &group) { return !group.from.isEmpty() && !group.to.isEmpty(); });
    return hasMove
               ? titleOf(summary,
                         [](const DriverGroup &group) -> QString { return QStringLiteral("→ ") + group.to; })
               : rolloutTitle(summary);
}

std::optional<ReleaseKey> releaseOf(const ReleaseSource *source, const QString &component,
                                    const QString &driverNamespace)
{
    QList<ReleaseKey> keys = source ? source->keys() : QList<ReleaseKey>();
    keys.removeIf([&](const ReleaseKey &key) {
        const Release *release = source->find(key);
        return !release || release->revisions.isEmpty() || !release->record ||
               !driverComponents(release->record->chartName).contains(component);
    });
    if (keys.isEmpty())
        return std::nullopt;
    const auto rank = [&](const ReleaseKey &key) {
        return std::tuple(key.namespaceName != driverNamespace,
                          source->ownership(key).owner == Owner::Customer, key.namespaceName, key.name);
    };
    return *std::min_element(keys.cbegin(), keys.cend(),
                             [&](const auto &one, const auto &other) { return rank(one) < rank(other); });
}

QHash<ReleaseKey, NodeClocks> clocksByRelease(const ReleaseSource *source, const NodeClocks &clocks)
{
    QHash<ReleaseKey, NodeClocks> found;
    const QList<ReleaseKey> keys = source ? source->keys() : QList<ReleaseKey>();
    for (const ReleaseKey &key : keys) {
        const Release *release = source->find(key);
        const QStringList own =
            release && release->record ? driverComponents(release->record->chartName) : QStringList();
        if (own.isEmpty() || release->revisions.isEmpty() || !isCurrent(release->newest().status))
            continue;
        NodeClocks ofOwn{clocks.basis, clocks.refusal, {}, clocks.unread, clocks.unlabelled};
        for (QStringList *components : {&ofOwn.unread, &ofOwn.unlabelled})
            components->removeIf([&own](const QString &component) { return !own.contains(component); });
        found.insert(key, ofOwn);
    }
    for (const NodeClock &clock : clocks.components) {
        const auto release = releaseOf(source, clock.component, clock.driverNamespace);
        if (const auto own = release ? found.find(*release) : found.end(); own != found.end())
            own->components.append(clock);
    }
    return found;
}

ReleaseClock releaseClock(const ReleaseSource *source, const QString &component,
                          const QString &driverNamespace)
{
    ReleaseClock clock;
    const std::optional<ReleaseKey> key = releaseOf(source, component, driverNamespace);
    if (!key) {
        const QList<ReleaseKey> keys = source ? source->keys() : QList<ReleaseKey>();
        clock.isPending = std::any_of(keys.cbegin(), keys.cend(), [source](const ReleaseKey &one) {
            return releaseRow(source, one).isPending();
        });
        return clock;
    }
    const Release *release = source->find(*key);
    const RevisionEntry &newest = release->newest();
    clock.isKnown = true;
    clock.key = *key;
    const ReleaseRow row = releaseRow(source, *key);
    const Standing standing = withEarlier(row.standing, row);
    clock.state = standing.state;
    clock.status = standing.word;
    clock.name = visibleText(key->name);
    clock.chart = visibleText(release->record->chartName + u' ' + release->record->chartVersion);
    clock.revision = newest.revision;
    clock.updated = newest.date.shown();
    return clock;
}

} // namespace chartroom
