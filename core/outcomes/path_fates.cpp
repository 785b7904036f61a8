// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outcomes/path_fates.h"

#include "core/outcomes/outcomes_tr.h"
#include "core/outcomes/rename_guess.h"
#include "core/outcomes/value_tree.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using Kind = PathFate::Kind;

QString kindText(Value::Kind kind)
{
    switch (kind) {
    case Value::Kind::Null:
        return OutcomesTr::tr("null");
    case Value::Kind::Bool:
        return OutcomesTr::tr("a switch", "type of a setting");
    case Value::Kind::Number:
        return OutcomesTr::tr("a number", "type of a setting");
    case Value::Kind::String:
        return OutcomesTr::tr("text", "type of a setting");
    case Value::Kind::List:
        return OutcomesTr::tr("a list", "type of a setting");
    case Value::Kind::Map:
        break;
    }
    return OutcomesTr::tr("a map", "type of a setting");
}

bool isCopiedGlobal(const QStringList &keys)
{
    return keys.indexOf(u"global"_s) > 0;
}

/// Whether a tree of user values says anything about that setting, or about what is around or in it.
bool touches(const Value &set, const QStringList &keys)
{
    return valueAt(set, keys) || (!set.map().isEmpty() && endOnTheWay(set, keys));
}

/// A default that counts: null stands for none.
const Value *defaultAt(const Value &defaults, const QStringList &keys)
{
    const Value *value = valueAt(defaults, keys);
    return value && !value->isNull() ? value : nullptr;
}

/// Whether a chart has a place for that setting: it names it, or a map that it leaves open ends on the way.
bool hasPlaceFor(const Value &defaults, const QStringList &keys)
{
    const Value *here = &defaults;
    for (const QString &key : keys) {
        if (!here->isMap() || (here->map().isEmpty() && here != &defaults))
            return true;
        const auto found = here->map().constFind(key);
        if (found == here->map().cend())
            return false;
        here = &*found;
    }
    return true;
}

class PathFateBuilder
{
public:
    explicit PathFateBuilder(const PathFateInput &facts)
        : m_facts(facts)
        , m_old(settingsOf(facts.oldDefaults))
        , m_new(settingsOf(facts.newDefaults))
    {
        for (const auto &[keys, value] : m_new) {
            if (!value.isNull() && !isCopiedGlobal(keys) && !defaultAt(facts.oldDefaults, keys))
                m_added.emplace(keys, value);
        }
    }

    [[nodiscard]] QList<PathFate> tell()
    {
        tellUserValues();
        tellEdits();
        tellDefaults();
        tellOthers();
        tellRefused();
        QList<PathFate> fates;
        const Settings edits = settingsOf(m_facts.edits);
        for (auto &[keys, fate] : m_fates) {
            fate.isEdit = edits.contains(keys);
            fates.append(fate);
        }
        return fates;
    }

private:
    void add(const QStringList &keys, Kind kind, const QString &text, const QStringList &renamedTo = {})
    {
        const Value *before = valueAt(m_facts.inForce, keys);
        const Value *after = valueAt(m_facts.computed, keys);
        m_fates[keys] = PathFate{kind,
                                 pathTextOf(keys),
                                 before ? *before : Value(),
                                 after ? *after : Value(),
                                 text,
                                 renamedTo.isEmpty() ? QString() : pathTextOf(renamedTo)};
    }

    void tellUserValues()
    {
        for (const auto &[keys, value] : settingsOf(m_facts.userValues)) {
            if (touches(m_facts.edits, keys))
                continue;
            if (tellGone(keys))
                continue;
            if (!touches(m_facts.stored, keys))
                tellUnset(keys, value);
            else if (!tellTypeChange(keys, value))
                add(keys, Kind::Kept,
                    value.isNull() ? OutcomesTr::tr("You remove this default, and it stays removed.")
                                   : OutcomesTr::tr("Your setting stays."));
        }
    }

    bool tellGone(const QStringList &keys)
    {
        const Value *old = defaultAt(m_facts.oldDefaults, keys);
        if (!old || hasPlaceFor(m_facts.newDefaults, keys))
            return false;
        const QStringList renamed = guessRename(keys, *old, m_added);
        add(keys, Kind::Gone,
            renamed.isEmpty()
                ? OutcomesTr::tr("The new chart's defaults no longer contain this setting, so yours has "
                                 "probably no effect.")
                : OutcomesTr::tr(
                      "The new chart's defaults no longer contain this setting; it seems to be %1 now.")
                      .arg(pathTextOf(renamed)),
            renamed);
        return true;
    }

    void tellUnset(const QStringList &keys, const Value &value)
    {
        const Value *then = valueAt(m_facts.computed, keys);
        const bool same = then ? *then == value : value.isNull();
        if (same)
            add(keys, Kind::Kept,
                OutcomesTr::tr("Your setting is no longer stored, and the new chart's default is the same."));
        else
            add(keys, Kind::LostOverride,
                then ? OutcomesTr::tr("Your setting is lost; the new chart's default replaces it.")
                     : OutcomesTr::tr("Your setting is lost, and the new chart has no default for it."));
    }

    /// Only what the upgrade brings: a type that differs from the default today as well is the user's wish.
    bool tellTypeChange(const QStringList &keys, const Value &value)
    {
        const Value *end = endOnTheWay(m_facts.newDefaults, keys);
        const Value *now = end ? end : defaultAt(m_facts.newDefaults, keys);
        if (!now || now->isNull() || value.isNull())
            return false;
        const Value::Kind wanted = end ? Value::Kind::Map : value.kind();
        const Value *oldEnd = endOnTheWay(m_facts.oldDefaults, keys);
        const Value *old = oldEnd ? oldEnd : defaultAt(m_facts.oldDefaults, keys);
        if (now->kind() == wanted || (old && old->kind() == now->kind() && bool(end) == bool(oldEnd)))
            return false;
        add(keys, Kind::TypeChanged,
            OutcomesTr::tr("Your setting is %1, and the new chart's default is %2.")
                .arg(kindText(wanted), kindText(now->kind())));
        return true;
    }

    void tellEdits()
    {
        for (const auto &[keys, value] : settingsOf(m_facts.edits)) {
            const bool isThere = valueAt(m_facts.computed, keys);
            if (value.isNull() && isThere && m_facts.strategy == Strategy::Reuse)
                add(keys, Kind::StaleDefault,
                    OutcomesTr::tr("This upgrade removes the setting, but --reuse-values has made its "
                                   "current value the default, so it stays."));
            else if (value.isNull())
                tellSet(keys, OutcomesTr::tr("This upgrade removes the setting."));
            else if (!tellTypeChange(keys, value))
                tellSet(keys, OutcomesTr::tr("This upgrade sets it."));
        }
    }

    void tellSet(const QStringList &keys, const QString &text)
    {
        const Value *before = valueAt(m_facts.inForce, keys);
        const Value *after = valueAt(m_facts.computed, keys);
        const bool isSame = before && after ? *before == *after : before == after;
        add(keys, isSame ? Kind::Kept : Kind::Set,
            isSame ? text + u' ' +
                         OutcomesTr::tr("The revision that the upgrade starts from already has this value.")
                   : text);
    }

    void tellDefaults()
    {
        for (const auto &[keys, value] : m_old) {
            if (isAsked(keys, value))
                tellOldDefault(keys, value);
        }
        for (const auto &[keys, value] : m_added) {
            if (!isAsked(keys, value) || endOnTheWay(m_facts.oldDefaults, keys))
                continue;
            if (valueAt(m_facts.computed, keys))
                add(keys, Kind::NewDefault, OutcomesTr::tr("New in the chart, with its default."));
            else
                add(keys, Kind::NewDefaultMissing,
                    OutcomesTr::tr(
                        "The new chart sets this default, and with --reuse-values its templates would not "
                        "see it."));
        }
    }

    [[nodiscard]] bool isAsked(const QStringList &keys, const Value &value) const
    {
        return !value.isNull() && !isCopiedGlobal(keys) && !touches(m_facts.userValues, keys) &&
               !touches(m_facts.edits, keys);
    }

    void tellOldDefault(const QStringList &keys, const Value &old)
    {
        const Value *now = defaultAt(m_facts.newDefaults, keys);
        const Value *then = valueAt(m_facts.computed, keys);
        const bool stays = then && *then == old;
        if ((now && (*now == old || (now->isMap() && old.isMap()))) || (!now && !stays && then))
            return;
        if (stays)
            add(keys, Kind::StaleDefault,
                now ? OutcomesTr::tr("You do not set this; --reuse-values keeps the old chart's default "
                                     "instead of the new one.")
                    : OutcomesTr::tr(
                          "You do not set this; --reuse-values keeps a default that the new chart no longer "
                          "has."));
        else
            add(keys, Kind::DefaultMoved,
                now ? OutcomesTr::tr("You do not set this; the chart's default changes.")
                    : OutcomesTr::tr("You do not set this; the new chart no longer has this default."));
    }

    /// Whatever else changes what is in force: a sub-chart that is switched on or off by a condition or a
    /// tag, a null that counts by one major alone.
    void tellOthers()
    {
        std::map<QStringList, std::pair<Value, Value>> both; // before and after
        for (const auto &[keys, value] : settingsOf(m_facts.inForce))
            both[keys].first = value;
        for (const auto &[keys, value] : settingsOf(m_facts.computed))
            both[keys].second = value;
        for (const auto &[keys, values] : both) {
            const auto &[before, after] = values;
            if (before == after || isCopiedGlobal(keys) || isTold(keys))
                continue;
            if (before.isNull())
                add(keys, Kind::NewDefault, OutcomesTr::tr("It is not in force now, and will be."));
            else if (after.isNull())
                add(keys, Kind::DefaultMoved, OutcomesTr::tr("It is in force now, and will not be."));
            else
                add(keys, Kind::DefaultMoved, OutcomesTr::tr("What is in force changes."));
        }
    }

    /// Of the path, of what is around it, or of what is in it.
    [[nodiscard]] bool isTold(const QStringList &keys) const
    {
        for (qsizetype count = 1; count <= keys.size(); ++count) {
            const auto told = m_fates.find(keys.first(count));
            if (told != m_fates.cend() &&
                (count == keys.size() || !(told->second.before.isMap() || told->second.after.isMap())))
                return true;
        }
        const auto next = m_fates.lower_bound(keys);
        return next != m_fates.cend() && next->first.first(std::min(keys.size(), next->first.size())) == keys;
    }

    void tellRefused()
    {
        for (const SchemaProblem &problem : m_facts.refused)
            add(problem.keys, Kind::FailsSchema, problem.text);
    }

    const PathFateInput &m_facts;
    Settings m_old;
    Settings m_new;
    Settings m_added; ///< new in the target
    std::map<QStringList, PathFate> m_fates;
};

} // namespace

QList<PathFate> pathFates(const PathFateInput &facts)
{
    return PathFateBuilder(facts).tell();
}

} // namespace chartroom
