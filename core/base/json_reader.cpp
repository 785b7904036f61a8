// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/base_tr.h"
#include "core/base/document.h"
#include "core/base/utf8_text.h"
#include "core/base/yaml_scalar.h"

#include <cmath>
#include <simdjson.h>

namespace chartroom {

namespace {

namespace json = simdjson::ondemand;

constexpr int maxDepth = 200;

QString textOf(std::string_view utf8)
{
    return utf8Text(QByteArrayView(utf8.data(), qsizetype(utf8.size())));
}

template<typename Node>
Value numberOf(Node &node)
{
    // The token runs on to the next structural character, white space included.
    const QString text = textOf(std::string_view(node.raw_json_token())).trimmed();
    if (!isJsonNumber(text) || !std::isfinite(text.toDouble())) // Go has no number for it either
        throw simdjson::simdjson_error(simdjson::NUMBER_ERROR);
    return Value(Value::Number{text});
}

template<typename Node>
Value valueOf(Node &node, int depth);

Value listOf(json::array array, int depth)
{
    Value::List list;
    for (auto element : array) {
        json::value item = element.value();
        list.append(valueOf(item, depth + 1));
    }
    return Value(std::move(list));
}

Value mapOf(json::object object, int depth)
{
    Value::Map map;
    for (auto field : object) {
        const QString key = textOf(std::string_view(field.unescaped_key()));
        json::value item = field.value();
        map.insert(key, valueOf(item, depth + 1));
    }
    return Value(std::move(map));
}

template<typename Node>
Value valueOf(Node &node, int depth)
{
    if (depth > maxDepth)
        throw simdjson::simdjson_error(simdjson::DEPTH_ERROR);
    switch (json::json_type(node.type())) {
    case json::json_type::array:
        return listOf(node.get_array(), depth);
    case json::json_type::object:
        return mapOf(node.get_object(), depth);
    case json::json_type::string:
        return Value(textOf(std::string_view(node.get_string())));
    case json::json_type::boolean:
        return Value(bool(node.get_bool()));
    case json::json_type::number:
        break;
    case json::json_type::null:
        if (!bool(node.is_null()))
            throw simdjson::simdjson_error(simdjson::N_ATOM_ERROR);
        return {};
    }
    return numberOf(node);
}

/// A document that is one scalar: simdjson's number token then has no end to stop at.
Value rootScalar(json::document &document)
{
    if (json::json_type(document.type()) == json::json_type::number) {
        const Value value = numberOf(document);
        if (double(document.get_double()) != value.scalarText().toDouble())
            throw simdjson::simdjson_error(simdjson::NUMBER_ERROR);
        return value;
    }
    return valueOf(document, 1);
}

} // namespace

Result<Value> readJson(QByteArrayView text)
{
    try {
        json::parser parser;
        const simdjson::padded_string padded(text.data(), size_t(text.size()));
        json::document document = parser.iterate(padded);
        Value value = bool(document.is_scalar()) ? rootScalar(document) : valueOf(document, 1);
        if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
            return failure(Error::Code::Damaged,
                           BaseTr::tr("There is more text after the end of the JSON document."));
        return value;
    } catch (const simdjson::simdjson_error &error) {
        const QString detail = QString::fromUtf8(error.what());
        if (error.error() == simdjson::DEPTH_ERROR)
            return failure(Error::Code::TooLarge,
                           BaseTr::tr("The JSON text is nested deeper than %1 levels.").arg(maxDepth),
                           detail);
        return failure(Error::Code::Damaged,
                       BaseTr::tr("The text is damaged: it is not complete, valid JSON."), detail);
    }
}

} // namespace chartroom
