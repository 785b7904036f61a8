// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

#include <QList>
#include <QString>

namespace chartroom {

/// One path at which two trees of values differ. A side that has nothing there is null; the kind tells it
/// from a null that is written.
struct ValueChange
{
    enum class Kind {
        Added,
        Removed,
        Changed, ///< another value, or the same text as another type: "1" and 1
        Moved,   ///< an element of a list, matched by its name, has another place among those that stay;
                 ///< what changed in it are changes of their own
    };
    Kind kind = Kind::Changed;
    QString path; ///< as pathText() writes it: driver.version, args[0], env[name=HTTP_PROXY].value
    Value before;
    Value after;
    /// With Added and Moved in a list matched by name: the element's place in the list after; else -1.
    qsizetype place = -1;

    /// A scalar, list or map became one of another type: "true" and true, null and {}.
    [[nodiscard]] bool isTypeChange() const { return kind == Kind::Changed && before.kind() != after.kind(); }

    friend bool operator==(const ValueChange &, const ValueChange &) = default;
};

} // namespace chartroom
