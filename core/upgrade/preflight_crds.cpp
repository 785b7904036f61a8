// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/semantic_version.h"
#include "core/upgrade/coming_crds.h"
#include "core/upgrade/preflight_checks.h"
#include "core/upgrade/upgrade_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

QString nameOf(const Value &object)
{
    return object.at({u"metadata"_s, u"name"_s}).toString();
}

/// Fields of `wanted` that `installed` does not know: the server would prune them.
void collectMissing(const Value &wanted, const Value &installed, const QString &path, QStringList &missing)
{
    if (keepsUnknown(installed))
        return;
    const Value wantedFields = wanted.at({u"properties"_s});
    const Value knownFields = installed.at({u"properties"_s});
    for (auto it = wantedFields.map().cbegin(); it != wantedFields.map().cend(); ++it) {
        const QString below = path.isEmpty() ? it.key() : path + u'.' + it.key();
        if (!knownFields.map().contains(it.key())) {
            missing << below;
            continue;
        }
        const Value known = knownFields.map().value(it.key());
        collectMissing(*it, known, below, missing);
        collectMissing(it->at({u"items"_s}), known.at({u"items"_s}), below + u"[]"_s, missing);
    }
}

/// What the cluster's CRD lacks of the coming one, a line each.
QStringList lacking(const Value &crd, const QList<Value> &installed)
{
    const auto found = std::find_if(installed.cbegin(), installed.cend(),
                                    [&crd](const Value &one) { return nameOf(one) == nameOf(crd); });
    if (found == installed.cend())
        return {UpgradeTr::tr("%1 is not installed").arg(nameOf(crd))};
    QStringList lines;
    const Value versions = crd.at({u"spec"_s, u"versions"_s});
    for (const Value &version : versions.list()) {
        const QString name = version.at({u"name"_s}).toString();
        const Value known = crdSchema(*found, name);
        if (known.isNull()) {
            lines << UpgradeTr::tr("%1: version %2 is not installed").arg(nameOf(crd), name);
            continue;
        }
        QStringList missing;
        collectMissing(version.at({u"schema"_s, u"openAPIV3Schema"_s}), known, {}, missing);
        for (const QString &path : std::as_const(missing))
            lines << QStringLiteral("%1 %2: %3").arg(nameOf(crd), name, path);
    }
    return lines;
}

/// What the cluster's CRD has over the chart's, a line each.
QStringList beyond(const Value &crd, const QList<Value> &installed)
{
    const auto found = std::find_if(installed.cbegin(), installed.cend(),
                                    [&crd](const Value &one) { return nameOf(one) == nameOf(crd); });
    if (found == installed.cend())
        return {};
    QStringList lines;
    const Value versions = found->at({u"spec"_s, u"versions"_s});
    for (const Value &version : versions.list()) {
        const QString name = version.at({u"name"_s}).toString();
        const Value known = crdSchema(crd, name);
        if (known.isNull()) {
            lines << UpgradeTr::tr("%1: version %2 is not in the chart").arg(nameOf(crd), name);
            continue;
        }
        QStringList more;
        collectMissing(version.at({u"schema"_s, u"openAPIV3Schema"_s}), known, {}, more);
        for (const QString &path : std::as_const(more))
            lines << QStringLiteral("%1 %2: %3").arg(nameOf(crd), name, path);
    }
    return lines;
}

bool goesBack(const PreflightEvidence &evidence)
{
    const auto from = SemanticVersion::read(evidence.fromVersion);
    const auto to = SemanticVersion::read(evidence.draft.chart.version);
    return from && to && *to < *from;
}

/// Helm and the hooks leave these CRDs as a newer chart made them.
PreflightFinding newerCrdsFinding(const QStringList &newer)
{
    return finding(
        "crds", Severity::Note,
        UpgradeTr::tr("The cluster's CRDs are newer than the chart's, and helm does not change them."), newer,
        UpgradeTr::tr("Check that the older version can read what the newer one has written."));
}

} // namespace

PreflightFinding checkCrds(const PreflightEvidence &evidence)
{
    const QString unknown = UpgradeTr::tr("Whether the cluster's CRDs match the chart's is unknown.");
    if (!evidence.chart)
        return unknownFinding("crds", unknown, evidence.chart.error());
    const ComingCrds coming = comingCrds(evidence);
    if (coming.crds.isEmpty() && coming.problems.isEmpty())
        return finding("crds", Severity::Ok, UpgradeTr::tr("The chart contains no CRDs."));
    if (!evidence.installedCrds)
        return unknownFinding("crds", unknown, evidence.installedCrds.error());
    QStringList left;    // by helm and every hook
    QStringList brought; // by hooks
    QStringList newer;   // than the chart's, and left so
    QStringList hooks;
    for (const ComingCrd &one : coming.crds) {
        if (one.way == ComingCrd::Way::Manifest)
            continue;
        const QStringList lines = lacking(one.crd, *evidence.installedCrds);
        (one.way == ComingCrd::Way::Hook ? brought : left) += lines;
        if (one.way == ComingCrd::Way::Nobody && goesBack(evidence))
            newer += beyond(one.crd, *evidence.installedCrds);
        if (one.way == ComingCrd::Way::Hook && !lines.isEmpty() && !hooks.contains(one.hook))
            hooks << one.hook;
    }
    if (left.isEmpty() && brought.isEmpty() && coming.problems.isEmpty() && !newer.isEmpty())
        return newerCrdsFinding(newer);
    if (left.isEmpty() && brought.isEmpty())
        return coming.problems.isEmpty()
                   ? finding("crds", Severity::Ok,
                             UpgradeTr::tr("The cluster's CRDs have every field of the chart's CRDs."))
                   : finding("crds", Severity::Unknown, unknown, coming.problems);
    if (left.isEmpty())
        return finding(
            "crds", Severity::Note,
            UpgradeTr::tr("The chart's CRDs are newer than the cluster's; by its arguments the hook %1 "
                          "applies them before the upgrade.")
                .arg(hooks.join(u", "_s)),
            brought + coming.problems, UpgradeTr::tr("Check after the upgrade that they are installed."));
    if (!coming.unreadHooks.isEmpty())
        return finding(
            "crds", Severity::Unknown,
            UpgradeTr::tr("The chart's CRDs are newer than the cluster's. Whether the hook %1 applies them "
                          "is unknown: its arguments do not name files of the chart.")
                .arg(coming.unreadHooks.join(u", "_s)),
            left + brought + coming.problems,
            UpgradeTr::tr("Find out what it applies, or apply the chart's crds folder with kubectl first."));
    return finding(
        "crds", Severity::Warning,
        UpgradeTr::tr(
            "The chart's CRDs are newer than the cluster's. Helm does not upgrade CRDs, and no hook "
            "applies these: the server would drop or refuse fields that it does not know."),
        left + coming.problems, UpgradeTr::tr("Apply the chart's crds folder with kubectl first."));
}

} // namespace chartroom
