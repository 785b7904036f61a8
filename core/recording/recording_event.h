// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/kube/object.h"

#include <chrono>

namespace chartroom {

/// One line of a recording behind the first. Releases are objects of their own kind: their `object` has a
/// name, a namespace and a revision, and no uid.
struct RecordingEvent
{
    enum class Type : quint8 { Added, Modified, Deleted, Bookmark, Synced, Note };

    std::chrono::milliseconds at{0}; ///< since the start; the first list of a resource counts as one moment
    Type type = Type::Note;
    QString resource;                                ///< plural, lower case: "nodes"; "releases" for Helm's
    KubeObject object;                               ///< with Bookmark and Synced only resourceVersion is set
    QByteArray apiVersion;                           ///< "apps/v1"; "" when the object does not say
    int revision = 0;                                ///< of a release
    ReleaseStorage storage = ReleaseStorage::Secret; ///< of a release
    QString note;                                    ///< with Note

    /// It says how an object is from then on.
    [[nodiscard]] bool isChange() const { return isChange(type); }
    [[nodiscard]] static bool isChange(Type type)
    {
        return type == Type::Added || type == Type::Modified || type == Type::Deleted;
    }
};

} // namespace chartroom
