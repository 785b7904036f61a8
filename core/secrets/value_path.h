// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace chartroom {

/// One step into a tree of values: a key of a map, a place in a list, or the list element of that name.
struct PathStep
{
    enum class Kind { Key, Index, Name };
    Kind kind = Kind::Key;
    QString text;        ///< the key or the name
    qsizetype index = 0; ///< with Index
    QString field = {};  ///< with Name: the key whose value is the name, such as name, id or mountPath

    friend bool operator==(const PathStep &, const PathStep &) = default;
};
using ValuePath = QList<PathStep>;

/// driver.version, args[0], env[name=HTTP_PROXY].value, nodeSelector."nvidia.com/gpu.present". Empty for the
/// root.
[[nodiscard]] QString pathText(const ValuePath &path);
/// The inverse; nothing when the text is no path.
[[nodiscard]] std::optional<ValuePath> readPath(QStringView text);

} // namespace chartroom
