// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/helm/manifest.h"
#include "core/upgrade/preflight_checks.h"

#include <QCoreApplication>

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(chartroom::Preflight)
};

QString nameOf(const Value &object)
{
    return object.at({u"metadata"_s, u"name"_s}).toString();
}

void collectCrds(const Chart &chart, QList<Value> &crds, QStringList &problems)
{
    for (const ChartFile &file : chart.crds) {
        const Result<QList<Value>> documents = readYamlDocuments(file.content);
        if (!documents) {
            problems << Text::tr("%1 cannot be read: %2").arg(file.path, documents.error().message);
            continue;
        }
        for (const Value &document : *documents)
            if (document.at({u"kind"_s}).toString() == u"CustomResourceDefinition")
                crds << document;
    }
    for (const Chart &dependency : chart.dependencies)
        collectCrds(dependency, crds, problems);
}

/// The schema of a CRD's version; null when it has no such version.
Value schemaOf(const Value &crd, const QString &version)
{
    const Value versions = crd.at({u"spec"_s, u"versions"_s});
    for (const Value &one : versions.list())
        if (one.at({u"name"_s}).toString() == version)
            return one.at({u"schema"_s, u"openAPIV3Schema"_s});
    return {};
}

bool keepsUnknown(const Value &schema)
{
    return schema.at({u"x-kubernetes-preserve-unknown-fields"_s}).toBool() ||
           schema.map().contains(u"additionalProperties"_s);
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

struct CrdComparison
{
    QStringList absent;
    QStringList behind;
};

CrdComparison compareCrds(const QList<Value> &brought, const QList<Value> &installed)
{
    CrdComparison comparison;
    for (const Value &crd : brought) {
        const auto found = std::find_if(installed.cbegin(), installed.cend(),
                                        [&crd](const Value &one) { return nameOf(one) == nameOf(crd); });
        if (found == installed.cend()) {
            comparison.absent << nameOf(crd);
            continue;
        }
        const Value versions = crd.at({u"spec"_s, u"versions"_s});
        for (const Value &version : versions.list()) {
            const QString name = version.at({u"name"_s}).toString();
            const Value known = schemaOf(*found, name);
            if (known.isNull()) {
                comparison.behind << Text::tr("%1: version %2 is not installed").arg(nameOf(crd), name);
                continue;
            }
            QStringList missing;
            collectMissing(version.at({u"schema"_s, u"openAPIV3Schema"_s}), known, {}, missing);
            for (const QString &path : std::as_const(missing))
                comparison.behind << QStringLiteral("%1 %2: %3").arg(nameOf(crd), name, path);
        }
    }
    return comparison;
}

/// A hook that, by its name, does what Helm does not; "" for none.
QString crdHook(const PreflightEvidence &evidence)
{
    if (!evidence.dryRun)
        return {};
    for (const Value &hook : evidence.dryRun->hooks.list()) {
        const QString name = hook.at({u"name"_s}).toString();
        if (hook.at({u"kind"_s}).toString() == u"Job" && name.contains(u"crd", Qt::CaseInsensitive))
            return name;
    }
    return {};
}

} // namespace

Finding checkCrds(const PreflightEvidence &evidence)
{
    const QString unknown = Text::tr("Whether the cluster's CRDs are those of the chart is not known.");
    if (!evidence.chart)
        return unknownFinding("crds", unknown, evidence.chart.error());
    QList<Value> brought;
    QStringList problems;
    collectCrds(*evidence.chart, brought, problems);
    if (brought.isEmpty() && problems.isEmpty())
        return finding("crds", Severity::Ok, Text::tr("The chart brings no CRDs of its own."));
    if (!evidence.installedCrds)
        return unknownFinding("crds", unknown, evidence.installedCrds.error());
    const CrdComparison comparison = compareCrds(brought, *evidence.installedCrds);
    QStringList lines;
    for (const QString &name : comparison.absent)
        lines << Text::tr("%1 is not installed").arg(name);
    lines += comparison.behind;
    if (lines.isEmpty() && !problems.isEmpty())
        return finding("crds", Severity::Unknown, unknown, problems);
    if (lines.isEmpty())
        return finding("crds", Severity::Ok, Text::tr("The cluster's CRDs know all that the chart's do."));
    if (const QString hook = crdHook(evidence); !hook.isEmpty())
        return finding(
            "crds", Severity::Note,
            Text::tr("The chart's CRDs are newer than the cluster's; by its name the hook %1 brings "
                     "them.")
                .arg(hook),
            lines + problems, Text::tr("Check after the upgrade that they are there."));
    return finding(
        "crds", Severity::Warning,
        Text::tr("The chart's CRDs are newer than the cluster's, and Helm does not upgrade CRDs: the "
                 "server would drop fields that it does not know."),
        lines + problems, Text::tr("Apply the chart's crds folder with kubectl first."));
}

} // namespace chartroom
