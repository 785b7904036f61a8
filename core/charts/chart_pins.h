// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/charts/chart_sources.h"

#include <QList>
#include <QString>

namespace chartroom {

/// A person's word on where a release's chart comes from.
struct ChartPin
{
    QString cluster;
    ReleaseKey key;
    QString chart;
    QString repository;
    QString url;
};

/// The pins, kept in one small private file. What cannot be read is no pin, and is replaced by the next one.
class ChartPins
{
public:
    explicit ChartPins(QString path)
        : m_path(std::move(path))
    {}

    [[nodiscard]] QList<ChartPin> all() const;
    /// Replaces the pin of the same release of the cluster and chart. Error: File.
    [[nodiscard]] Result<void> add(const ChartPin &pin) const;

private:
    QString m_path;
};

} // namespace chartroom
