// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/chart_text.h"

#include "core/compare/compare_tr.h"
#include "core/diff/manifest.h"

namespace chartroom {

namespace {

/// Without what stands before its first document: a licence, a separator.
QByteArrayView withoutHead(QByteArrayView text)
{
    while (text.startsWith('#') || text.startsWith('\n') || text.startsWith("---\n")) {
        const qsizetype end = text.indexOf('\n');
        text = end < 0 ? QByteArrayView() : text.sliced(end + 1);
    }
    return text;
}

/// Those of the chart, then those of its sub-charts, as Helm installs them (helm/helm
/// pkg/chart/chart.go@v3.22.0, CRDObjects).
QByteArray crdsOf(const Chart &chart)
{
    QByteArray text;
    for (const ChartFile &file : chart.crds) {
        text += "---\n";
        text.append(withoutHead(file.content));
        if (!text.endsWith('\n'))
            text += '\n';
    }
    for (const Chart &dependency : chart.dependencies)
        text += crdsOf(dependency);
    return text;
}

} // namespace

SideText chartText(const Side &side, const FoundChart &found)
{
    const Chart &chart = found.chart;
    const QString named = chart.metadata.name + u' ' + chart.metadata.version;
    SideText text{side, {}, false, {}, {}, found.notices, {}};
    if (side.kind == Side::Kind::Readme) {
        text.title = CompareTr::tr("README of %1").arg(named);
        text.text = chart.readme;
    } else if (side.kind == Side::Kind::Changes) {
        text.title = CompareTr::tr("changes of %1").arg(named);
        text.text = chart.changes;
    } else {
        text.title = CompareTr::tr("CRDs of %1").arg(named);
        text.text = crdsOf(chart);
        const ManifestDocuments crds = manifestDocuments(text.text);
        text.isManifest = true;
        text.documents = crds.documents;
        text.notices += crds.problems;
        text.gaps = crds.problems;
    }
    return text;
}

} // namespace chartroom
