// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outcomes/value_tree.h"

#include "core/secrets/value_path.h"

namespace chartroom {

namespace {

void collect(const Value &value, const QStringList &keys, Settings &into)
{
    const Value::Map &map = value.map();
    if (map.isEmpty() && !keys.isEmpty())
        into.emplace(keys, value);
    for (auto it = map.cbegin(); it != map.cend(); ++it)
        collect(it.value(), keys + QStringList(it.key()), into);
}

} // namespace

Settings settingsOf(const Value &root)
{
    Settings settings;
    collect(root, {}, settings);
    return settings;
}

const Value *valueAt(const Value &root, const QStringList &keys)
{
    const Value *here = &root;
    for (const QString &key : keys) {
        const auto found = here->map().constFind(key);
        if (found == here->map().cend())
            return nullptr;
        here = &*found;
    }
    return here;
}

const Value *endOnTheWay(const Value &root, const QStringList &keys)
{
    const Value *here = &root;
    for (const QString &key : keys) {
        if (!here->isMap())
            return here;
        const auto found = here->map().constFind(key);
        if (found == here->map().cend())
            return nullptr;
        here = &*found;
    }
    return nullptr;
}

QString pathTextOf(const QStringList &keys)
{
    ValuePath path;
    for (const QString &key : keys)
        path.append({PathStep::Kind::Key, key, 0});
    return pathText(path);
}

} // namespace chartroom
