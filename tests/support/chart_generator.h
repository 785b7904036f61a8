// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart.h"

#include <QRandomGenerator>

namespace chartroom::test {

/// Makes charts and values that meet each other often: few keys, nulls at any depth, lists, globals,
/// sub-charts with aliases, conditions, tags and imports, types that clash. The same seed makes the same.
class ChartGenerator
{
public:
    explicit ChartGenerator(quint32 seed)
        : m_random(seed)
    {}

    [[nodiscard]] Chart chart();
    /// Another version of it: defaults changed, added and removed, here and in sub-charts.
    [[nodiscard]] Chart nextVersion(const Chart &chart);
    /// What a user might set for that chart, half of it on paths that the chart knows.
    [[nodiscard]] Value userValues(const Chart &chart);

private:
    [[nodiscard]] bool chance(int percent) { return m_random.bounded(100) < percent; }
    [[nodiscard]] QString pick(const QStringList &from) { return from.at(m_random.bounded(from.size())); }
    [[nodiscard]] QString key();
    [[nodiscard]] Value scalar();
    [[nodiscard]] Value any(int depth);
    [[nodiscard]] Value map(int depth);
    [[nodiscard]] Value changed(const Value &value, int depth);
    [[nodiscard]] Value override(const Value &value, int depth);
    [[nodiscard]] Chart chart(const QString &name, int depth);
    void addSubcharts(Chart &chart, int depth);
    [[nodiscard]] ChartDependency dependencyOn(const Chart &sub, const QString &parent);
    [[nodiscard]] Value importWish();
    void addSwitches(const Chart &chart, Value::Map &values);

    QRandomGenerator m_random;
    int m_names = 0;
};

} // namespace chartroom::test
