// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/column_fit.h"

#include "core/screens/addons/release_model.h"
#include "ui/theme/owner_chip.h"
#include "ui/theme/theme.h"

#include <QFontMetrics>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace chartroom {

namespace {

/// The room a column needs, how much more of it is welcome, and how little it can live with.
struct ColumnFit
{
    int least;    ///< shows the usual text whole
    double wish;  ///< times least
    int givesWay; ///< lower goes first; 99 never
    int tight;    ///< of those that never give way: still tells rows apart
};

ColumnFit fitOf(ReleaseColumn column, const Theme &theme)
{
    constexpr int padding = 18;
    const auto identifier = [&](const char *sample) {
        return QFontMetrics(theme.identifierFont()).horizontalAdvance(QString::fromUtf8(sample)) + padding;
    };
    const auto text = [&](const QString &sample) {
        return QFontMetrics(theme.font()).horizontalAdvance(sample) + padding;
    };
    switch (column) {
    case ReleaseColumn::Name:
        return {identifier("registry-token-rotator"), 1.3, 99, identifier("network-operator")};
    case ReleaseColumn::Namespace:
        return {identifier("nvidia-gpu-operator"), 1.3, 2, 0};
    case ReleaseColumn::Chart:
        return {identifier("kube-prometheus-s 88.5.3"), 1.5, 99, identifier("gpu-opera… v25.10.1")};
    case ReleaseColumn::AppVersion:
        return {identifier("v25.10.1-rc"), 1.2, 1, 0};
    case ReleaseColumn::Revision:
        return {QFontMetrics(theme.secondaryFont()).horizontalAdvance(ReleaseModel::tr("never upgraded")) +
                    text(QStringLiteral("00")) + 6,
                1.1, 99, text(releaseColumnTitle(column))};
    case ReleaseColumn::Status:
        return {text(QStringLiteral("deployed · 16 of 200 nodes")) + 22, 1.5, 99,
                text(QStringLiteral("uninstalled")) + 22};
    case ReleaseColumn::Owner: {
        const int chip = ownerChipSize(Owner::Customer, theme).width() + padding;
        return {chip, 1.1, 99, chip};
    }
    case ReleaseColumn::Scope:
        return {text(ReleaseModel::tr("customer-owned", "support scope")), 1.1, 0, 0};
    case ReleaseColumn::Diverges:
        return {text(releaseColumnTitle(column)), 1.3, 5, 0};
    case ReleaseColumn::Updated:
        return {text(QStringLiteral("00 min ago")), 1.1, 4, 0};
    }
    return {};
}

} // namespace

QList<int> fittedWidths(const QList<bool> &chosen, const QList<int> &dragged, int room, const Theme &theme)
{
    QList<ColumnFit> fits;
    QList<int> shown;
    for (int c = 0; c < releaseColumnCount; ++c) {
        fits.append(fitOf(ReleaseColumn(c), theme));
        if (chosen[c])
            shown.append(c);
    }
    const auto least = [&](int c) { return dragged[c] > 0 ? dragged[c] : fits[c].least; };
    const auto total = [&] {
        return std::accumulate(shown.cbegin(), shown.cend(), 0,
                               [&](int sum, int c) { return sum + least(c); });
    };
    while (total() > room) {
        const auto first = std::min_element(
            shown.begin(), shown.end(), [&](int a, int b) { return fits[a].givesWay < fits[b].givesWay; });
        if (first == shown.end() || fits[*first].givesWay == 99)
            break;
        shown.erase(first);
    }
    QList<int> widths(releaseColumnCount, 0);
    int spare = room - total();
    // Those that never give way all do so a little, before the last of them leaves the window.
    int slack = 0;
    const auto slackOf = [&](int c) { return dragged[c] > 0 ? 0 : fits[c].least - fits[c].tight; };
    for (const int c : std::as_const(shown))
        slack += slackOf(c);
    if (spare < 0 && slack > 0) {
        const double part = std::min(1.0, double(-spare) / slack);
        for (const int c : std::as_const(shown))
            widths[c] = least(c) - int(std::ceil(slackOf(c) * part));
        return widths;
    }
    // What is left over goes to the charts first: their names are the longest.
    QList<int> order = shown;
    std::stable_partition(order.begin(), order.end(), [](int c) { return c == int(ReleaseColumn::Chart); });
    for (const int c : std::as_const(order)) {
        const int lack = dragged[c] > 0 ? 0 : int(fits[c].least * (fits[c].wish - 1));
        const int given = std::clamp(spare, 0, lack);
        widths[c] = least(c) + given;
        spare -= given;
    }
    if (spare > 0 && !shown.isEmpty() && dragged[shown.last()] == 0)
        widths[shown.last()] += spare;
    return widths;
}

} // namespace chartroom
