// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

#include <QString>

namespace chartroom {

/// A values file that a person pinned: what a release's user values are compared with in place of those of
/// revision 1.
struct PinnedReference
{
    QString namespaceName;
    QString release;
    QString file;    ///< as it was written, absolute or relative to where it was written
    Value values;    ///< a map
    QString problem; ///< why the file cannot be compared with; then there are no values

    /// A sentence part: "pinned file x.yaml".
    [[nodiscard]] QString name() const;
    /// Reads the file, relative to `folder`. Waits for the disk.
    void read(const QString &folder);

    friend bool operator==(const PinnedReference &, const PinnedReference &) = default;
};

} // namespace chartroom
