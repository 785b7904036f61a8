// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

#include <QList>

namespace chartroom {

/// A field that the API server fills in when it is left out.
struct ServerDefault
{
    QString kind;
    QList<QStringList> parent; ///< steps to the map that has the field, alternatives each; lists are walked
    QString key;
    Value value;
    QString whenKey;  ///< only beside this field; "": always
    QString whenText; ///< that has this text
};

/// The spec of the pods that a kind makes: spec.template.spec, of a Pod its own.
[[nodiscard]] QString podSpecPath(const QString &kind);

/// In the order in which they apply: a map that is filled in comes before the fields in it.
[[nodiscard]] const QList<ServerDefault> &serverDefaults();

} // namespace chartroom
