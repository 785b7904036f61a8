// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/board.h"

#include "core/base/visible_text.h"

#include <algorithm>
#include <tuple>

namespace chartroom {

namespace {

Value textValue(const QString &text)
{
    return Value(text);
}

Value ownerValue(const std::optional<Owner> &owner)
{
    return owner ? Value(ownerText(*owner)) : Value();
}

Value releaseValue(const OwnedRelease &release)
{
    return Value(
        Value::Map{{QStringLiteral("namespace"), textValue(visibleText(release.key.namespaceName))},
                   {QStringLiteral("name"), textValue(visibleText(release.key.name))},
                   {QStringLiteral("owner"), textValue(ownerText(release.ownership.owner))},
                   {QStringLiteral("supportScope"), textValue(supportScopeText(release.ownership.scope))}});
}

Value sourcesValue(const Component &component)
{
    Value::List all;
    for (const Quote &quote : component.quotes)
        all += Value(Value::Map{{QStringLiteral("quote"), textValue(quote.text)},
                                {QStringLiteral("document"), textValue(quote.document)}});
    return Value(all);
}

Value componentValue(const Layer &layer, const Component &component, const Value::List &releases)
{
    return Value(Value::Map{
        {QStringLiteral("layer"), textValue(layer.id)},
        {QStringLiteral("layerName"), textValue(layer.name)},
        {QStringLiteral("component"), textValue(component.id)},
        {QStringLiteral("name"), textValue(component.name)},
        {QStringLiteral("owner"), textValue(ownerText(component.owner))},
        {QStringLiteral("installs"), ownerValue(component.actions.installs)},
        {QStringLiteral("configures"), ownerValue(component.actions.configures)},
        {QStringLiteral("upgradesRoutine"), ownerValue(component.actions.upgradesRoutine)},
        {QStringLiteral("upgradesCritical"), ownerValue(component.actions.upgradesCritical)},
        {QStringLiteral("debugs"), ownerValue(component.actions.debugs)},
        {QStringLiteral("supportScope"), textValue(supportScopeText(component.scope))},
        {QStringLiteral("words"), textValue(component.words)},
        {QStringLiteral("sources"), sourcesValue(component)},
        {QStringLiteral("releases"), Value(releases)},
    });
}

} // namespace

ResponsibilityBoard::ResponsibilityBoard(const ResponsibilityRules &rules, QList<OwnedRelease> releases)
{
    std::sort(releases.begin(), releases.end(), [](const OwnedRelease &a, const OwnedRelease &b) {
        return std::tie(a.key.namespaceName, a.key.name, a.key.storage) <
               std::tie(b.key.namespaceName, b.key.name, b.key.storage);
    });
    for (const Layer &layer : rules.layers()) {
        Row row{layer, {}};
        for (const Component &component : rules.components()) {
            if (component.layer != layer.id)
                continue;
            for (const Owner owner : {Owner::Crusoe, Owner::Shared, Owner::Customer}) {
                Entry entry{component, {}};
                for (const OwnedRelease &release : std::as_const(releases)) {
                    // A record that cannot be read has no component and still has to be seen.
                    const QString &id = release.ownership.component.isEmpty() ? rules.otherwise().id
                                                                              : release.ownership.component;
                    if (id == component.id && release.ownership.owner == owner)
                        entry.releases += release;
                }
                if (owner == component.owner || !entry.releases.isEmpty())
                    row.columns[size_t(owner)] += entry;
            }
        }
        m_rows += row;
    }
}

Value ResponsibilityBoard::toValue() const
{
    Value::List all;
    for (const Row &row : m_rows) {
        for (const Owner owner : {Owner::Crusoe, Owner::Shared, Owner::Customer}) {
            for (const Entry &entry : row.column(owner)) {
                if (entry.component.owner != owner)
                    continue;
                Value::List releases;
                for (const QList<Entry> &column : row.columns) {
                    for (const Entry &same : column) {
                        if (same.component.id != entry.component.id)
                            continue;
                        for (const OwnedRelease &release : same.releases)
                            releases += releaseValue(release);
                    }
                }
                all += componentValue(row.layer, entry.component, releases);
            }
        }
    }
    return Value(all);
}

} // namespace chartroom
