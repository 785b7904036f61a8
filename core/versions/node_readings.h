// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/observation.h"

#include <QHash>
#include <QMap>
#include <QSet>

namespace chartroom {

/// Gathers what is said of one component on each node, and makes groups of nodes of it. What tells best
/// counts; what says otherwise becomes a remark.
class NodeReadings
{
public:
    /// What is said of a node. `version` may have an image's suffix. An empty one says nothing.
    void add(const QString &node, VersionSource source, const QString &version, const QString &object);
    /// The node has the component, whatever is said of it.
    void expect(const QString &node);
    /// Fills versions, untold nodes and remarks.
    void putInto(Observation &observation) const;
    [[nodiscard]] bool isEmpty() const { return m_nodes.isEmpty(); }

private:
    struct Reading
    {
        VersionSource source = VersionSource::NodeInfo;
        QString version;
        QString object;
    };
    [[nodiscard]] static const Reading *best(const QList<Reading> &readings);

    QMap<QString, QList<Reading>> m_nodes; ///< by name, so that the order is one
};

/// A sentence that says what a source tells of so many nodes.
[[nodiscard]] QString readingText(VersionSource source, const QString &component, const QString &version,
                                  const QStringList &nodes);

} // namespace chartroom
