// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inventory_printout.h"

#include "core/helm/masked_values.h"

#include <QCoreApplication>

#include <tuple>

namespace chartroom {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Inventory)
};

QDateTime updated(const Release &release)
{
    return release.record && release.record->lastDeployed.isValid() ? release.record->lastDeployed
                                                                    : release.newest().modified;
}

Value divergenceValue(const Release &release)
{
    if (!release.divergence || !release.divergence->known())
        return Value(
            Value::Map{{QStringLiteral("changedPaths"), Value()}, {QStringLiteral("reference"), Value()}});
    Value::List paths;
    for (const ValueChange &change : release.divergence->changes)
        paths.append(Value(maskedPath(change.path)));
    return Value(Value::Map{{QStringLiteral("changedPaths"), Value(paths)},
                            {QStringLiteral("reference"), textOrNull(release.divergence->reference)}});
}

QString divergenceText(const Release &release)
{
    if (!release.divergence || !release.divergence->known())
        return QStringLiteral("?");
    return QString::number(release.divergence->changes.size());
}

QStringList row(const InventoryRow &shown, bool withCluster)
{
    const Release &release = shown.release;
    const QString unknown = QStringLiteral("?");
    QString revision = QString::number(release.newest().revision);
    if (release.neverUpgraded())
        revision += QStringLiteral(" ") + Text::tr("(never upgraded)");
    QStringList cells;
    if (withCluster)
        cells << shown.cluster;
    cells << release.key.namespaceName << release.key.name;
    if (release.record)
        cells << release.record->chartName << release.record->chartVersion << release.record->appVersion;
    else
        cells << unknown << unknown << unknown;
    cells << revision << release.newest().statusText << ownerText(shown.ownership.owner)
          << supportScopeText(shown.ownership.scope) << divergenceText(release) << timeText(updated(release));
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
        {QStringLiteral("updated"), timeOrNull(updated(release))},
        {QStringLiteral("neverUpgraded"), Value(release.neverUpgraded())},
        {QStringLiteral("owner"), Value(ownerText(shown.ownership.owner))},
        {QStringLiteral("supportScope"), Value(supportScopeText(shown.ownership.scope))},
        {QStringLiteral("evidence"), Value(evidence)},
        {QStringLiteral("divergence"), divergenceValue(release)},
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
    if (withCluster)
        printout.titles << QStringLiteral("CLUSTER");
    printout.titles << QStringLiteral("NAMESPACE") << QStringLiteral("NAME") << QStringLiteral("CHART")
                    << QStringLiteral("VERSION") << QStringLiteral("APP VERSION")
                    << QStringLiteral("REVISION") << QStringLiteral("STATUS") << QStringLiteral("OWNER")
                    << QStringLiteral("SCOPE") << QStringLiteral("CHANGED PATHS")
                    << QStringLiteral("UPDATED");
    Value::List list;
    for (const InventoryRow &shown : std::as_const(rows)) {
        list.append(inventoryValue(shown));
        printout.rows.append(row(shown, withCluster));
    }
    printout.data = Value(list);
    return printout;
}

} // namespace chartroom
