// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/tables/finding_badge.h"

#include "core/base/short_list.h"
#include "core/screens/findings/findings_model.h"

#include <algorithm>

namespace chartroom {

namespace {

constexpr qsizetype mostBadgeLines = 3;

FindingBadge findingBadge(const QList<Finding> &findings)
{
    QStringList lines;
    for (const Finding &one : findings.first(std::min(mostBadgeLines, findings.size())))
        lines.append(FindingsModel::tr("%1: %2", "component: what is wrong").arg(one.component, one.meaning));
    if (const auto more = findings.size() - mostBadgeLines; more > 0)
        lines.append(andMore(more));
    return {findingState(findings.first()), lines.join(u'\n')};
}

} // namespace

QHash<QString, QList<Finding>> findingsByNode(const QList<Finding> &findings)
{
    QHash<QString, QList<Finding>> found;
    for (const Finding &one : findings)
        for (const QString &node : one.nodes)
            found[node].append(one);
    return found;
}

QHash<QString, QList<Finding>> findingsByRelease(const QList<Finding> &findings)
{
    QHash<QString, QList<Finding>> found;
    for (const Finding &one : findings)
        if (!one.release.isEmpty())
            found[one.release].append(one);
    return found;
}

QHash<QString, FindingBadge> badgesOf(const QHash<QString, QList<Finding>> &findings)
{
    QHash<QString, FindingBadge> badges;
    for (auto found = findings.cbegin(); found != findings.cend(); ++found)
        badges.insert(found.key(), findingBadge(*found));
    return badges;
}

} // namespace chartroom
