// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

#include <QStringList>

#include <deque>
#include <variant>

namespace chartroom {

struct HelmVersion;
struct Table;

/// What a null does that lies over other values. Helm changed it three times.
enum class NullRules {
    OnlyBelow,  ///< takes away what stands at its key below, null or not: before 3.19.5
    Anywhere,   ///< in a map that lies over one it goes itself, too: 3.19.5, 3.20.0, and 4 before 4.1.3
    OnDefaults, ///< takes away a default that is not null, else it stays: since 3.20.1 and 4.1.3
    NoneBelow,  ///< the same, and nulls among a chart's defaults count as missing: since 4.2.0
};

/// By the tags of helm/helm pkg/chartutil/coalesce.go and pkg/chart/common/util/coalesce.go.
[[nodiscard]] NullRules nullRules(const HelmVersion &helm);

/// What stands at a key: a table by reference, or anything else (lists too: Helm never merges into them).
using Cell = std::variant<Value, Table *>;

/// A map as Go has it: shared by whoever refers to it, so that a change through one shows in the other.
/// Helm's results depend on it: nested globals and imported values do leak from chart to chart.
struct Table
{
    QMap<QString, Cell> cells;
};

/// All tables of one computation, and Helm's rules for laying one over another (helm/helm
/// pkg/chartutil/coalesce.go@v3.22.0, pkg/chart/common/util/coalesce.go@v4.3.1). Tables live as long as this;
/// a circle that Helm's own import-values can tie is no leak. Throws an Error where Helm would end itself by
/// running in such a circle.
class Tables
{
public:
    /// Two maps become one: with `Coalesce` a null deletes the default it stands on, with `Merge` it stays.
    enum class Mode { Coalesce, Merge };

    explicit Tables(NullRules nulls)
        : m_nulls(nulls)
    {}

    [[nodiscard]] Table *create() { return &m_tables.emplace_back(); }
    /// Null when the value is no map.
    [[nodiscard]] Table *fromValue(const Value &value);
    [[nodiscard]] Value toValue(const Table *table) const { return valueOf(table, 0); }
    [[nodiscard]] Table *deepCopy(const Table *table) { return copyOf(table, 0); }

    /// Lays `dst` over `src`: what dst has wins. Changes both, as Helm does; a null table stands for Go's nil
    /// map. Gives the table that holds the result.
    Table *lay(Table *dst, Table *src, const QString &prefix, Mode mode)
    {
        return layOver(dst, src, prefix, mode, 0);
    }
    /// Copies the `global` table of a chart's values into those of a sub-chart.
    void layGlobals(Table *subchart, const Table *parent, const QString &prefix);
    /// Whether nulls among a chart's defaults count as missing.
    [[nodiscard]] bool dropsNullDefaults() const { return m_nulls == NullRules::NoneBelow; }
    /// Takes the nulls out, at any depth.
    void removeNulls(Table *table) { removeNullsOf(table, 0); }

    void warn(const QString &text) { m_warnings.append(text); }
    [[nodiscard]] const QStringList &warnings() const { return m_warnings; }

private:
    [[nodiscard]] Cell cellOf(const Value &value);
    [[nodiscard]] Value valueOf(const Table *table, int depth) const;
    [[nodiscard]] Table *copyOf(const Table *table, int depth);
    Table *layOver(Table *dst, Table *src, const QString &prefix, Mode mode, int depth);
    void removeNullsOf(Table *table, int depth);

    NullRules m_nulls;
    std::deque<Table> m_tables;
    QStringList m_warnings;
};

[[nodiscard]] inline Table *tableIn(const Cell &cell)
{
    Table *const *table = std::get_if<Table *>(&cell);
    return table ? *table : nullptr;
}
[[nodiscard]] inline bool isNull(const Cell &cell)
{
    const Value *value = std::get_if<Value>(&cell);
    return value && value->isNull();
}
/// The table at a dotted path, null when there is none.
[[nodiscard]] Table *tableAt(Table *table, const QString &path);
/// The cell at a dotted path unless it is a table; null when there is none.
[[nodiscard]] const Value *valueAt(Table *table, const QString &path);

[[nodiscard]] inline QString joined(const QString &prefix, const QString &key)
{
    return prefix.isEmpty() ? key : prefix + u'.' + key;
}

} // namespace chartroom
