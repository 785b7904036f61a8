// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

#include <QByteArray>
#include <QDateTime>

#include <exception>
#include <simdjson.h>
#include <string_view>

namespace chartroom {

/// A field does not hold what Helm writes there. Thrown by the readers below, never past the file that calls
/// them.
class WrongField : public std::exception
{
public:
    enum class Why { Type, Depth };
    WrongField(std::string_view path, Why why)
        : m_path(path)
        , m_why(why)
    {}
    [[nodiscard]] std::string_view path() const { return m_path; }
    [[nodiscard]] Why why() const { return m_why; }

private:
    std::string_view m_path; ///< of static storage
    Why m_why;
};

/// Readers of one JSON value as Go's encoding/json reads it into a typed field: null leaves it empty, another
/// type is an error. `path` names the field and has static storage.
namespace strictjson {

using Json = simdjson::ondemand::value;

[[nodiscard]] bool isNull(Json json);
[[nodiscard]] QString text(Json json, std::string_view path);
[[nodiscard]] bool boolean(Json json, std::string_view path);
[[nodiscard]] int integer(Json json, std::string_view path);
/// RFC 3339; empty text and Go's zero time are null.
[[nodiscard]] QDateTime time(Json json, std::string_view path);
[[nodiscard]] QStringList textList(Json json, std::string_view path);
[[nodiscard]] QByteArray bytes(Json json, std::string_view path);
/// An object as its JSON text; empty for null.
[[nodiscard]] QByteArray objectText(Json json, std::string_view path);
/// A list of objects as its JSON text; empty for null.
[[nodiscard]] QByteArray listText(Json json, std::string_view path);
/// An object as a tree, nested `maxDepth` levels at most; an empty map for null.
[[nodiscard]] Value map(Json json, std::string_view path, int maxDepth);

} // namespace strictjson

} // namespace chartroom
