// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/list_names.h"

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

struct NameField
{
    QStringView key;
    bool alone = false; ///< names even when the lists have no name in common
};

/// Common names of values files, then patchMergeKey of the Kubernetes API
/// (kubernetes/api core/v1/types.go, networking/v1/types.go @v0.36).
constexpr std::array<NameField, 13> nameFields{{{u"name", true},
                                                {u"id", true},
                                                {u"key", true},
                                                {u"uid", true},
                                                {u"mountPath", true},
                                                {u"devicePath", true},
                                                {u"containerPort"},
                                                {u"port"},
                                                {u"topologyKey"},
                                                {u"host"},
                                                {u"path"},
                                                {u"ip"},
                                                {u"type"}}};

/// `key` is a name beside these (tolerations, selectors, references); alone it is often the secret itself.
bool isNamedByKey(const Value::Map &element)
{
    static constexpr std::array<QStringView, 5> beside{u"operator", u"effect", u"values", u"optional",
                                                       u"path"};
    return std::any_of(beside.cbegin(), beside.cend(),
                       [&](QStringView key) { return element.contains(key.toString()); });
}

std::optional<QHash<QString, qsizetype>> placesByName(const Value::List &list, const QString &field)
{
    QHash<QString, qsizetype> places;
    places.reserve(list.size());
    for (qsizetype i = 0; i < list.size(); ++i) {
        const QString name = elementName(list[i], field);
        if (name.isEmpty() || places.contains(name))
            return {};
        places.insert(name, i);
    }
    return places;
}

} // namespace

QString elementName(const Value &element, const QString &field)
{
    constexpr qsizetype longestName = 253; // of a Kubernetes object, a DNS subdomain
    const auto found = element.map().constFind(field);
    if (found == element.map().cend() || (!found->isString() && found->kind() != Value::Kind::Number) ||
        (field == u"key" && !isNamedByKey(element.map())))
        return {};
    const QString name = found->scalarText();
    const bool isWord = std::none_of(name.cbegin(), name.cend(), [](QChar c) {
        return c.isSpace() || c.category() == QChar::Other_Control;
    });
    return isWord && name.size() <= longestName ? name : QString();
}

std::optional<ListNames> listNames(const Value::List &before, const Value::List &after)
{
    if (before.isEmpty() && after.isEmpty())
        return {};
    const Value &first = before.isEmpty() ? after.first() : before.first();
    for (const NameField &candidate : nameFields) {
        ListNames names{candidate.key.toString(), {}, {}};
        if (elementName(first, names.field).isEmpty())
            continue;
        auto places = placesByName(before, names.field);
        auto newPlaces = places ? placesByName(after, names.field) : std::nullopt;
        if (!newPlaces)
            continue;
        const bool shared =
            candidate.alone || std::any_of(newPlaces->keyBegin(), newPlaces->keyEnd(),
                                           [&](const QString &name) { return places->contains(name); });
        if (!shared)
            continue;
        names.before = *std::move(places);
        names.after = *std::move(newPlaces);
        return names;
    }
    return {};
}

} // namespace chartroom
