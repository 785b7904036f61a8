// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/chart_match.h"

#include "core/charts/charts_tr.h"
#include "core/charts/semantic_version.h"

#include <QSet>

#include <algorithm>

namespace chartroom {

namespace {

/// An address without what people write differently.
QString plainAddress(QString address)
{
    address = address.trimmed().toLower();
    while (address.endsWith(u'/'))
        address.chop(1);
    if (address.endsWith(u".git"))
        address.chop(4);
    if (address.startsWith(u"http://"))
        address.replace(0, 7, QStringLiteral("https://"));
    return address;
}

QSet<QString> plainAddresses(const QStringList &addresses)
{
    QSet<QString> plain;
    for (const QString &address : addresses)
        plain.insert(plainAddress(address));
    plain.remove({});
    return plain;
}

} // namespace

std::optional<ChartOrigin> matchOffer(const ReleaseRecord &record, const RepositoryOffer &offer)
{
    if (offer.entries.isEmpty())
        return std::nullopt;
    ChartOrigin source;
    source.repository = offer.repository;
    source.url = offer.url;
    source.chart = record.chartName;

    const auto same =
        std::find_if(offer.entries.cbegin(), offer.entries.cend(), [&record](const IndexEntry &entry) {
            return std::is_eq(compareVersions(entry.metadata.version, record.chartVersion));
        });
    const bool listsVersion = same != offer.entries.cend();
    const ChartMetadata &described = listsVersion ? same->metadata : offer.entries.first().metadata;
    if (listsVersion)
        source.reasons.append(
            ChartsTr::tr("The index lists the installed version, %1.").arg(record.chartVersion));
    else
        source.reasons.append(
            ChartsTr::tr("The index lists a chart of this name, but not the installed version, %1.")
                .arg(record.chartVersion));

    const QString home = plainAddress(record.chartHome);
    const bool sameHome = !home.isEmpty() && plainAddress(described.home) == home;
    if (sameHome)
        source.reasons.append(
            ChartsTr::tr("It has the home that the release names, %1.").arg(record.chartHome));
    const bool sameSources =
        plainAddresses(record.chartSources).intersects(plainAddresses(described.sources));
    if (sameSources)
        source.reasons.append(ChartsTr::tr("It names the same source code as the release."));

    source.sureness = listsVersion && (sameHome || sameSources) ? ChartOrigin::Sureness::Likely
                                                                : ChartOrigin::Sureness::NameOnly;
    if (offer.hasSameValues) {
        source.sureness = ChartOrigin::Sureness::Digest;
        source.reasons.prepend(ChartsTr::tr("Its archive of the installed version contains exactly the "
                                            "default values that the release stores."));
    }
    return source;
}

void sortBySureness(QList<ChartOrigin> &sources)
{
    std::stable_sort(sources.begin(), sources.end(),
                     [](const ChartOrigin &a, const ChartOrigin &b) { return a.sureness < b.sureness; });
}

QString ChartOrigin::argument() const
{
    if (!repository.isEmpty())
        return repository + u'/' + chart;
    return url.endsWith(u'/' + chart) ? url : url + u'/' + chart;
}

} // namespace chartroom
