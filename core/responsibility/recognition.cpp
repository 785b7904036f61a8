// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/recognition.h"

#include <algorithm>

namespace chartroom {

namespace {

bool startsAtBoundary(QStringView text, QStringView pattern, QStringView boundaries)
{
    if (pattern.isEmpty() || !text.startsWith(pattern, Qt::CaseInsensitive))
        return false;
    return text.size() == pattern.size() || boundaries.contains(text[pattern.size()]);
}

Fit namespaceFit(const QStringList &expected, const QString &found)
{
    if (expected.isEmpty())
        return Fit::Unknown;
    return expected.contains(found) ? Fit::Matches : Fit::Differs;
}

void fitOrigin(Recognition &recognition, const ReleaseRecord &record, const QStringList &patterns)
{
    const QStringList stated = QStringList{record.chartHome} + record.chartSources;
    for (const QString &url : stated) {
        if (url.isEmpty())
            continue;
        if (std::any_of(patterns.cbegin(), patterns.cend(),
                        [&](const QString &p) { return originMatches(url, p); })) {
            recognition.origin = Fit::Matches;
            recognition.originText = url;
            return;
        }
        if (recognition.originText.isEmpty())
            recognition.originText = url;
        recognition.origin = patterns.isEmpty() ? Fit::Unknown : Fit::Differs;
    }
}

void fitImage(Recognition &recognition, const QByteArray &manifest, const QStringList &patterns)
{
    if (patterns.isEmpty())
        return;
    const QStringList images = imagesOf(manifest);
    for (const QString &image : images) {
        if (std::any_of(patterns.cbegin(), patterns.cend(),
                        [&](const QString &p) { return imageMatches(image, p); })) {
            recognition.image = Fit::Matches;
            recognition.imageText = image;
            return;
        }
    }
}

int strength(const Recognition &r)
{
    return (r.byChart ? 4 : 0) + (r.origin == Fit::Matches ? 2 : 0) +
           (r.namespaceFit == Fit::Matches ? 1 : 0);
}

} // namespace

bool originMatches(QStringView url, QStringView pattern)
{
    const qsizetype scheme = url.indexOf(u"://");
    if (scheme >= 0)
        url = url.mid(scheme + 3);
    const qsizetype slash = url.indexOf(u'/');
    const qsizetype at = url.left(slash < 0 ? url.size() : slash).lastIndexOf(u'@');
    if (at >= 0)
        url = url.mid(at + 1);
    if (url.startsWith(u"www.", Qt::CaseInsensitive) && !pattern.startsWith(u"www."))
        url = url.mid(4);
    return startsAtBoundary(url, pattern, u"/?#") ||
           startsAtBoundary(url, pattern.toString() + QStringLiteral(".git"), u"/?#");
}

bool imageMatches(QStringView image, QStringView pattern)
{
    return startsAtBoundary(image, pattern, u"/:@");
}

QStringList imagesOf(QByteArrayView manifest)
{
    constexpr qsizetype most = 200;
    constexpr QByteArrayView key("image:");
    QStringList images;
    for (qsizetype at = manifest.indexOf(key); at >= 0 && images.size() < most;
         at = manifest.indexOf(key, at + key.size())) {
        qsizetype before = at;
        while (before > 0 && (manifest[before - 1] == ' ' || manifest[before - 1] == '-'))
            --before;
        if (before > 0 && manifest[before - 1] != '\n')
            continue;
        const qsizetype from = at + key.size();
        const qsizetype end = manifest.indexOf('\n', from);
        const QByteArrayView line = manifest.sliced(from, (end < 0 ? manifest.size() : end) - from);
        QString image = QString::fromUtf8(line.first(qMin<qsizetype>(line.size(), 512))).trimmed();
        image.remove(u'"').remove(u'\'');
        image = image.section(u' ', 0, 0);
        if (!image.isEmpty() && !images.contains(image))
            images += image;
    }
    return images;
}

Recognition recognise(const ReleaseRecord &record, const ResponsibilityRules &rules)
{
    Recognition best;
    for (const Component &component : rules.components()) {
        const Recogniser &rule = component.recognise;
        Recognition found;
        found.component = &component;
        found.byChart = rule.charts.contains(record.chartName);
        if (!found.byChart && (!rule.charts.isEmpty() || rule.origins.isEmpty()))
            continue;
        fitOrigin(found, record, rule.origins);
        found.byOrigin = !found.byChart && found.origin == Fit::Matches;
        if ((!found.byChart && !found.byOrigin) || (rule.strictOrigin && found.origin != Fit::Matches))
            continue;
        found.namespaceFit = namespaceFit(rule.namespaces, record.namespaceName);
        found.releaseName = namespaceFit(rule.releases, record.name);
        if (!best.component || strength(found) > strength(best))
            best = found;
    }
    if (best.component) {
        fitImage(best, record.manifest, best.component->recognise.images);
        return best;
    }
    best.component = &rules.otherwise();
    fitOrigin(best, record, {});
    return best;
}

} // namespace chartroom
