// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <cstdint>
#include <memory>

namespace chartroom {

struct CordonNote;

/// One object of the API: its identity, and its JSON as it came (managedFields dropped). Cheap to copy.
struct KubeObject
{
    QString uid;
    QString namespaceName; ///< "" for cluster-scoped
    QString name;
    QString resourceVersion; ///< compare for equality only
    QByteArray json;
    QByteArray written = {}; ///< the youngest time of the managedFields, RFC 3339; "" where none is told
    std::shared_ptr<void> read = {};               ///< by the ObjectReader of its one store
    std::shared_ptr<const CordonNote> cordon = {}; ///< cordonNote() of the managedFields; mostly null
};

/// What a store makes of an object. Runs on the pool where many come at once, so that the event loop only
/// takes over what was read; a pure function. Null for what cannot be read.
using ObjectReader = std::shared_ptr<void> (*)(const KubeObject &object);

struct ObjectEvent
{
    enum class Type { Added, Modified, Deleted };
    Type type = Type::Added;
    KubeObject object;
};

/// One page of a list.
struct ObjectPage
{
    QString resourceVersion; ///< of the list; empty means the answer was no list
    QString continueToken;
    std::int64_t remaining = 0; ///< objects on the pages behind this one, as far as the server tells
    QList<KubeObject> items;
};

/// Splits a list answer (also PartialObjectMetadataList) into objects; a pure function for the pool.
/// Damaged when the JSON is cut or the list carries no resourceVersion; NotKubernetes when it is no list at
/// all.
[[nodiscard]] Result<ObjectPage> readPage(const QByteArray &body, ObjectReader reader = nullptr);

/// One line of a watch.
struct WatchLine
{
    enum class Kind { Added, Modified, Deleted, Bookmark, Error };
    Kind kind = Kind::Error;
    KubeObject object; ///< with Bookmark only resourceVersion is set
    bool initialEventsEnd = false;
    Error error; ///< with Kind::Error, from the Status object
};

[[nodiscard]] Result<WatchLine> readWatchLine(const QByteArray &line);

} // namespace chartroom
