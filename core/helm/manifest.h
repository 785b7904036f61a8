// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

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

/// The objects of a release's manifest in its order (YAML documents parted by lines of "---"). A document
/// that cannot be read is left out. A pure function for the pool.
[[nodiscard]] QList<ObjectRef> manifestObjects(const QByteArray &manifest);

} // namespace chartroom
