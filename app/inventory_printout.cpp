// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inventory_printout.h"

#include "app/command_line_tr.h"
#include "core/helm/release_situation.h"
#include "core/screens/addons/standing.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/secrets/masked_values.h"

#include <tuple>

namespace chartroom {

namespace {

Value divergenceValue(const Release &release)
{
    if (!release.divergence || !release.divergence->known())
        return Value(Value::Map{{QStringLiteral("changedPaths"), Value()},
                                {QStringLiteral("unknownPaths"), Value()},
                                {QStringLiteral("reference"), Value()},
                                {QStringLiteral("revision"), Value()}});
    Value::List paths;
    for (const ValueChange &change : release.divergence->changes)
        paths.append(Value(maskedPath(change.path)));
    QStringList unknown;
    for (const QString &path : release.divergence->unknown)
        unknown.append(maskedPath(path));
    return Value(Value::Map{{QStringLiteral("changedPaths"), Value(paths)},
                            {QStringLiteral("unknownPaths"), textList(unknown)},
                            {QStringLiteral("reference"), textOrNull(release.divergence->reference)},
                            {QStringLiteral("revision"), numberValue(comparedRevision(release).revision)}});
}

QString divergenceText(const Release &release)
{
    if (!release.divergence || !release.divergence->known())
        return QStringLiteral("?");
    const QString count = QString::number(release.divergence->changes.size());
    return release.divergence->unknown.isEmpty() ? count : count + u'?';
}

Value rolloutValue(const NodeClocks &nodes)
{
    Value::List components;
    for (const NodeClock &clock : nodes.components) {
        const auto count = [&clock](Verdict verdict) { return numberValue(clock.count(verdict)); };
        components.append(
            Value(Value::Map{{QStringLiteral("component"), Value(clock.component)},
                             {QStringLiteral("nodes"), numberValue(clock.total)},
                             {QStringLiteral("done"), numberValue(clock.done())},
                             {QStringLiteral("contradicted"), numberValue(clock.doubted)},
                             {QStringLiteral("verifying"), numberValue(clock.verifying)},
                             {QStringLiteral("waiting"), count(Verdict::Waiting)},
                             {QStringLiteral("moving"),
                              numberValue(clock.count(Verdict::Moving) + clock.count(Verdict::Slow))},
                             {QStringLiteral("stuck"), count(Verdict::Stuck)},
                             {QStringLiteral("failed"), count(Verdict::Failed)},
                             {QStringLiteral("lost"), count(Verdict::Lost)},
                             {QStringLiteral("skipped"), count(Verdict::Skipped)},
                             {QStringLiteral("notKnown"), count(Verdict::NotKnown)},
                             {QStringLiteral("cordoned"), numberValue(clock.cordoned)},
                             {QStringLiteral("unlabelled"), numberValue(clock.unlabelled)},
                             {QStringLiteral("operatorNotice"),
                              textOrNull(clock.gone.isEmpty() ? clock.pendingOperator : clock.gone)}}));
    }
    Value basis;
    if (nodes.basis == NodeClocks::Basis::Labels)
        basis = Value(QStringLiteral("labels"));
    else if (nodes.basis == NodeClocks::Basis::Evidence)
        basis = Value(QStringLiteral("evidence"));
    return Value(Value::Map{{QStringLiteral("basis"), basis},
                            {QStringLiteral("components"), Value(components)},
                            {QStringLiteral("unread"), textList(nodes.unread)},
                            {QStringLiteral("unlabelled"), textList(nodes.unlabelled)}});
}

/// The nodes' clock beside the release's: "14/16 done, 1 failed".
QString nodesText(const InventoryRow &shown)
{
    if (!shown.nodes)
        return QStringLiteral("-");
    if (shown.nodes->basis == NodeClocks::Basis::Nothing)
        return QStringLiteral("?");
    QStringList parts;
    for (const NodeClock &clock : shown.nodes->components) {
        QStringList counts{QStringLiteral("%1 %2/%3").arg(clock.component).arg(clock.done()).arg(clock.total),
                           troubleText(clock)};
        if (const int unknown = clock.count(Verdict::NotKnown) - clock.unlabelled; unknown > 0)
            counts << CommandLineTr::tr("%1 unknown", "nodes").arg(unknown);
        if (clock.unlabelled > 0)
            counts << CommandLineTr::tr("%1 without an upgrade label", "nodes").arg(clock.unlabelled);
        if (clock.cordoned > 0)
            counts << CommandLineTr::tr("%1 cordoned", "nodes").arg(clock.cordoned);
        counts << operatorText(clock);
        if (shown.nodes->basis == NodeClocks::Basis::Labels)
            counts << CommandLineTr::tr("by label only", "nodes");
        counts.removeAll(QString());
        parts << counts.join(QStringLiteral(", "));
    }
    for (const QString &component : shown.nodes->unlabelled)
        parts << CommandLineTr::tr("%1: no upgrade labels", "component").arg(component);
    for (const QString &component : shown.nodes->unread)
        parts << component + QStringLiteral(" ?");
    if (!parts.isEmpty())
        return parts.join(QStringLiteral("; "));
    return shown.nodes->basis == NodeClocks::Basis::Evidence
               ? CommandLineTr::tr("none in a rollout", "nodes")
               : CommandLineTr::tr("not read", "nodes"); // operators that keep their state not in labels
}

QStringList row(const InventoryRow &shown, bool withCluster)
{
    const Release &release = shown.release;
    const QString unknown = QStringLiteral("?");
    QString revision = QString::number(release.newest().revision);
    if (release.neverUpgraded())
        revision += QStringLiteral(" ") + CommandLineTr::tr("(never upgraded)");
    QStringList cells;
    if (withCluster)
        cells << shown.cluster;
    cells << release.key.namespaceName << release.key.name;
    if (release.record)
        cells << release.record->chartName << release.record->chartVersion << release.record->appVersion;
    else
        cells << unknown << unknown << unknown;
    const QString &status = release.newest().statusText;
    cells << revision << (shown.earlier.isEmpty() ? status : status + QStringLiteral(" · ") + shown.earlier)
          << nodesText(shown) << ownerText(shown.ownership.owner) << supportScopeText(shown.ownership.scope)
          << divergenceText(release) << timeText(release.newest().date.shown());
    return cells;
}

} // namespace

Value inventoryValue(const InventoryRow &shown)
{
    const Release &release = shown.release;
    Value::List evidence;
    for (const Evidence &item : shown.ownership.evidence)
        evidence.append(Value(Value::Map{{QStringLiteral("text"), Value(maskedText(item.text))},
                                         {QStringLiteral("source"), textOrNull(item.source)}}));
    Value::List deployed;
    for (const RevisionEntry &one : release.revisions)
        if (one.status == ReleaseStatus::Deployed)
            deployed.append(numberValue(one.revision));
    const auto ofRecord = [&](QString ReleaseRecord::*member) {
        return release.record ? textOrNull((*release.record).*member) : Value();
    };
    return Value(Value::Map{
        {QStringLiteral("cluster"), textOrNull(shown.cluster)},
        {QStringLiteral("namespace"), Value(release.key.namespaceName)},
        {QStringLiteral("name"), Value(release.key.name)},
        {QStringLiteral("chart"), ofRecord(&ReleaseRecord::chartName)},
        {QStringLiteral("chartVersion"), ofRecord(&ReleaseRecord::chartVersion)},
        {QStringLiteral("appVersion"), ofRecord(&ReleaseRecord::appVersion)},
        {QStringLiteral("revision"), numberValue(release.newest().revision)},
        {QStringLiteral("status"), textOrNull(release.newest().statusText)},
        {QStringLiteral("updated"), timeOrNull(release.newest().date.shown())},
        {QStringLiteral("neverUpgraded"), Value(release.neverUpgraded())},
        {QStringLiteral("owner"), Value(ownerText(shown.ownership.owner))},
        {QStringLiteral("supportScope"), Value(supportScopeText(shown.ownership.scope))},
        {QStringLiteral("evidence"), Value(evidence)},
        {QStringLiteral("divergence"), divergenceValue(release)},
        {QStringLiteral("deployedRevisions"), Value(deployed)},
        {QStringLiteral("rollout"), shown.nodes ? rolloutValue(*shown.nodes) : Value()},
    });
}

Printout inventoryPrintout(QList<InventoryRow> rows)
{
    const auto place = [](const InventoryRow &shown) {
        return std::tie(shown.cluster, shown.release.key.namespaceName, shown.release.key.name);
    };
    std::sort(rows.begin(), rows.end(), [&](const auto &a, const auto &b) { return place(a) < place(b); });
    const bool withCluster = std::any_of(rows.cbegin(), rows.cend(), [&](const InventoryRow &shown) {
        return shown.cluster != rows.first().cluster;
    });
    Printout printout;
    using Fit = Column::Fit;
    if (withCluster)
        printout.columns = {{QStringLiteral("CLUSTER"), 0, Fit::Cut, 12}};
    printout.columns += {{QStringLiteral("NAMESPACE"), 0, Fit::Cut, 12},
                         {QStringLiteral("NAME"), 0, Fit::Name},
                         {QStringLiteral("CHART"), 8, Fit::Cut},
                         {QStringLiteral("VERSION"), 1},
                         {QStringLiteral("APP VERSION"), 7},
                         {QStringLiteral("REVISION"), 4},
                         {QStringLiteral("STATUS")},
                         {QStringLiteral("NODES DONE"), 0, Fit::Cut},
                         {QStringLiteral("OWNER"), 2},
                         {QStringLiteral("SCOPE"), 5},
                         {QStringLiteral("CHANGED PATHS"), 3},
                         {QStringLiteral("UPDATED"), 6}};
    Value::List list;
    for (const InventoryRow &shown : std::as_const(rows)) {
        list.append(inventoryValue(shown));
        printout.rows.append(row(shown, withCluster));
    }
    printout.data = Value(list);
    return printout;
}

} // namespace chartroom
