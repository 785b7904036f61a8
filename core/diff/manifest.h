// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace chartroom {

/// An object as a manifest names it.
struct ObjectRef
{
    QString apiVersion;
    QString kind;
    QString namespaceName; ///< "" where the manifest leaves it to the release
    QString name;

    friend bool operator==(const ObjectRef &, const ObjectRef &) = default;
};

/// The documents of a manifest in its order (parted by lines of "---"); a List gives its items, empty
/// documents are left out.
struct ManifestDocuments
{
    QList<Value> documents; ///< each with a kind and a name
    QStringList problems;   ///< a sentence about each document that cannot be read
};

/// A pure function for the pool.
[[nodiscard]] ManifestDocuments manifestDocuments(const QByteArray &manifest);

/// What a document names; kind and name are empty when it is no object.
[[nodiscard]] ObjectRef objectRef(const Value &document);

/// The objects of a release's manifest in its order (YAML documents parted by lines of "---"). A document
/// that cannot be read is left out. A pure function for the pool.
[[nodiscard]] QList<ObjectRef> manifestObjects(const QByteArray &manifest);

} // namespace chartroom
