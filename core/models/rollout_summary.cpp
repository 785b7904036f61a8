// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/rollout_summary.h"

#include "core/base/share_work.h"
#include "core/base/visible_text.h"
#include "core/models/release_source.h"
#include "core/models/rollout_model.h"
#include "core/models/rollout_source.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace chartroom {

namespace {

struct RolloutSummaries // the translation context
{
    Q_DECLARE_TR_FUNCTIONS(RolloutSummaries)
};

/// How often each version occurs, of thousands that are mostly the same.
class VersionCount
{
public:
    void add(const QString &version)
    {
        if (m_last == m_counts.end() || m_last->first != version)
            m_last = m_counts.try_emplace(version, 0).first;
        ++m_last->second;
    }

    /// "" where none is known.
    [[nodiscard]] QString mostFrequent() const
    {
        QString best;
        int most = 0;
        for (const auto &[version, count] : m_counts) {
            if (version.isEmpty() || count < most)
                continue;
            best = version;
            most = count;
        }
        return best;
    }

private:
    std::map<QString, int> m_counts;
    std::map<QString, int>::iterator m_last = m_counts.end();
};

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

/// The charts that install each component's operator.
bool installs(const QString &chart, const QString &component)
{
    if (component == u"gpu")
        return chart == u"gpu-operator";
    if (component == u"ib" || component == u"sriov")
        return chart == u"network-operator" || (component == u"sriov" && chart == u"sriov-network-operator");
    return component == u"amd" && (chart == u"gpu-operator-charts" || chart == u"amd-gpu-operator");
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
    if (const RolloutSource *source = model.source())
        shareWork(int(rows.size()), [&](int i) {
            tracks[size_t(i)] = source->find({rows[i].node, summary.component});
        });
    VersionCount from;
    VersionCount to;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const RolloutRow &row = rows[i];
        const Verdict verdict = row.lead().verdict;
        ++summary.nodes[size_t(verdict)];
        summary.total += verdict == Verdict::NotPart ? 0 : 1;
        summary.gpus += row.gpus;
        summary.gpusTotal += row.gpusTotal;
        const NodeTrack *track = tracks[size_t(i)];
        if (!track)
            continue;
        to.add(track->driverTo);
        if (track->driverFrom != track->driverTo)
            from.add(track->driverFrom);
    }
    summary.from = visibleText(from.mostFrequent());
    summary.to = visibleText(to.mostFrequent());
    return summary;
}

QString progressText(const RolloutSummary &summary)
{
    return joined({{summary.count(Verdict::Moving), RolloutSummaries::tr("%1 moving")},
                   {summary.count(Verdict::Slow), RolloutSummaries::tr("%1 slow")},
                   {summary.count(Verdict::Waiting), RolloutSummaries::tr("%1 waiting")},
                   {summary.count(Verdict::Skipped), RolloutSummaries::tr("%1 skipped")},
                   {summary.count(Verdict::NotKnown), RolloutSummaries::tr("%1 not known")}});
}

QString troubleText(const RolloutSummary &summary)
{
    return joined({{summary.count(Verdict::Failed), RolloutSummaries::tr("%1 failed")},
                   {summary.count(Verdict::Stuck), RolloutSummaries::tr("%1 stuck")},
                   {summary.count(Verdict::Lost), RolloutSummaries::tr("%1 lost")}});
}

QString restText(const RolloutSummary &summary)
{
    QStringList parts{progressText(summary), troubleText(summary)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString nextTenantsText(const QList<NodeTenant> &tenants, qsizetype most)
{
    QStringList parts;
    for (const NodeTenant &tenant : tenants.first(std::min(most, tenants.size())))
        parts << RolloutSummaries::tr("%1 (%n GPU(s))", nullptr, tenant.gpus)
                     .arg(visibleText(workloadName(tenant)));
    if (tenants.size() > most)
        parts << RolloutSummaries::tr("%n more", "workloads", int(tenants.size() - most));
    return parts.isEmpty() ? QString()
                           : RolloutSummaries::tr("next: %1").arg(parts.join(QStringLiteral(", ")));
}

QString rolloutTitle(const RolloutSummary &summary)
{
    if (summary.component.isEmpty())
        return RolloutSummaries::tr("Rollout");
    const QString title = componentTitle(summary.component);
    if (summary.to.isEmpty())
        return title;
    return summary.from.isEmpty() ? QStringLiteral("%1 %2").arg(title, summary.to)
                                  : QStringLiteral("%1 %2 → %3").arg(title, summary.from, summary.to);
}

QString shortRolloutTitle(const RolloutSummary &summary)
{
    if (summary.from.isEmpty() || summary.to.isEmpty())
        return rolloutTitle(summary);
    return QStringLiteral("%1 → %2").arg(componentTitle(summary.component), summary.to);
}

std::optional<ReleaseKey> releaseOf(const ReleaseSource *source, const QString &component,
                                    const QString &driverNamespace)
{
    QList<ReleaseKey> keys = source ? source->keys() : QList<ReleaseKey>();
    keys.removeIf([&](const ReleaseKey &key) {
        const Release *release = source->find(key);
        return !release || release->revisions.isEmpty() || !release->record ||
               !installs(release->record->chartName, component);
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

ReleaseClock releaseClock(const ReleaseSource *source, const QString &component,
                          const QString &driverNamespace)
{
    ReleaseClock clock;
    const std::optional<ReleaseKey> key = releaseOf(source, component, driverNamespace);
    if (!key)
        return clock;
    const Release *release = source->find(*key);
    const RevisionEntry &newest = release->newest();
    clock.isKnown = true;
    clock.state = visualState(newest.status);
    clock.status =
        visibleText(newest.statusText.isEmpty() ? releaseStatusText(newest.status) : newest.statusText);
    clock.name = visibleText(key->name);
    clock.chart = visibleText(release->record->chartName + u' ' + release->record->chartVersion);
    clock.revision = newest.revision;
    clock.updated = release->record->lastDeployed.isValid() ? release->record->lastDeployed : newest.modified;
    return clock;
}

} // namespace chartroom
