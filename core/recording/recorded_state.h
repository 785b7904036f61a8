// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recording.h"

#include <QHash>
#include <QMap>

#include <memory>

namespace chartroom {

/// The objects a recording holds at one of its moments: a fold over its events. Going on is cheap, going
/// back starts over.
class RecordedState
{
public:
    explicit RecordedState(std::shared_ptr<const Recording> recording);

    /// Applies the first `count` events, no more and no fewer.
    void seek(qsizetype count);
    [[nodiscard]] qsizetype count() const { return m_count; }

    /// Whether the resource was seen at all by now.
    [[nodiscard]] bool holds(const QString &resource) const { return m_resources.contains(resource); }
    /// The event that says last how each object is, sorted by namespace, name and revision.
    [[nodiscard]] QList<qsizetype> objects(const QString &resource) const;

    /// How many events lie at or before that moment.
    [[nodiscard]] static qsizetype countAt(const Recording &recording, std::chrono::milliseconds at);
    /// What makes an object one and the same over time.
    [[nodiscard]] static QString key(const RecordingEvent &event);

private:
    void apply(qsizetype index);

    std::shared_ptr<const Recording> m_recording;
    QHash<QString, QMap<QString, qsizetype>> m_resources;
    qsizetype m_count = 0;
};

} // namespace chartroom
