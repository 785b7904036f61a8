// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/kube/object.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <chrono>

namespace chartroom {

/// The first line of a recording.
struct RecordingHeader
{
    static constexpr int currentMajor = 1;

    QString cluster;
    QString serverVersion; ///< "v1.36.3"
    QDateTime start;       ///< UTC
};

/// One later line. Releases are objects of their own kind: their `object` has a name, a namespace and a
/// revision, and no uid.
struct RecordingEvent
{
    enum class Type { Added, Modified, Deleted, Bookmark, Synced, Note };

    std::chrono::milliseconds at{0}; ///< since the start; the first list of a resource counts as one moment
    Type type = Type::Note;
    QString resource;                                ///< plural, lower case: "nodes"; "releases" for Helm's
    KubeObject object;                               ///< with Bookmark and Synced only resourceVersion is set
    QByteArray apiVersion;                           ///< "apps/v1"; "" when the object does not say
    int revision = 0;                                ///< of a release
    ReleaseStorage storage = ReleaseStorage::Secret; ///< of a release
    QString note;                                    ///< with Note
};

/// A window of a cluster's life. Cheap to share, never changed after it was read.
struct Recording
{
    RecordingHeader header;
    QList<RecordingEvent> events; ///< in time's order
    QStringList notices;          ///< sentences: cut off, damaged lines left out

    [[nodiscard]] std::chrono::milliseconds duration() const
    {
        return events.isEmpty() ? std::chrono::milliseconds(0) : events.last().at;
    }
};

} // namespace chartroom
