// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/value.h"
#include "core/helm/release.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace chartroom {

/// An entry of Chart.yaml's `dependencies` (helm/helm pkg/chart/dependency.go@v3.22.0), as written.
struct ChartDependency
{
    QString name;
    QString version;
    QString repository;
    QString alias;
    QString condition; ///< comma-separated paths
    QStringList tags;
    QList<Value> importValues;
};

/// Chart.yaml, and what an index says of one version.
struct ChartMetadata
{
    QString name;
    QString version;
    QString appVersion;
    QString kubeVersion; ///< a constraint: shown, not trusted
    QString description;
    QString type; ///< "", application or library
    QString home;
    QStringList sources;
    bool deprecated = false;
    QList<ChartDependency> dependencies;
    QMap<QString, QString> annotations;
};

struct ChartFile
{
    QString path; ///< inside the chart, no leading slash, never outside of it
    QByteArray content;
};

/// A chart as Helm's loader holds it, less its templates.
struct Chart
{
    ChartMetadata metadata;
    Value values; ///< values.yaml, not merged with those of sub-charts; a map. Several documents in it are
                  ///< merged, as Helm 4 does
    std::optional<Value> firstValues; ///< of several documents the first, all that Helm 3 reads
    /// Why Helm 4 refuses values.yaml, of which a document behind the first cannot be read; `values` are then
    /// those of the first.
    std::optional<Error> laterProblem;
    QByteArray valuesText; ///< values.yaml with its comments; empty when read from a record
    QByteArray schema;     ///< values.schema.json, empty when the chart has none
    QList<ChartFile> crds; ///< of crds/, sub-charts' own stay with them
    QByteArray readme;
    QByteArray changes;        ///< CHANGELOG.md, or the annotation artifacthub.io/changes
    QList<Chart> dependencies; ///< the folder charts/, in the order of the archive
    QString digest;            ///< sha256 of the archive, lower-case hex; empty when read from a record

    /// values.yaml as this major of Helm reads it.
    [[nodiscard]] const Value &valuesFor(int helmMajor) const
    {
        return helmMajor < 4 && firstValues ? *firstValues : values;
    }
};

/// What a release record holds of its chart: metadata and values. Sub-charts are missing, because Helm does
/// not store them. Damaged when the stored values cannot be read.
[[nodiscard]] Result<Chart> chartOfRecord(const ReleaseRecord &record);

} // namespace chartroom
