// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/divergence_groups.h"

#include "core/base/private_file.h"
#include "core/responsibility/responsibility_tr.h"
#include "core/responsibility/yaml_fields.h"
#include "core/secrets/value_path.h"

#include <algorithm>

// A static library's resources are registered by whoever uses them; the macro wants the global namespace.
static void registerDivergenceRules()
{
    Q_INIT_RESOURCE(responsibility);
}

namespace chartroom {

namespace {

constexpr qint64 maxGroupsBytes = 1024 * 1024;

constexpr std::initializer_list<std::pair<const char *, DivergenceGroup>> groupWords = {
    {"versionChoice", DivergenceGroup::VersionChoice},
    {"scheduling", DivergenceGroup::Scheduling},
    {"resources", DivergenceGroup::Resources},
    {"structural", DivergenceGroup::Structural}};

QList<QRegularExpression> patterns(YamlFields &yaml, const Value::Map &rule, const QStringList &path,
                                   const QString &key)
{
    QList<QRegularExpression> found;
    const QStringList texts = yaml.texts(rule, path, key);
    for (const QString &text : texts) {
        const QRegularExpression pattern(QRegularExpression::wildcardToRegularExpression(text));
        if (!pattern.isValid())
            yaml.fail(path + QStringList{key},
                      ResponsibilityTr::tr("\"%1\" is not a valid pattern.").arg(text.left(40)));
        found.append(pattern);
    }
    return found;
}

bool matchesOne(const QList<QRegularExpression> &patterns, const QString &key)
{
    return std::any_of(patterns.cbegin(), patterns.cend(),
                       [&](const QRegularExpression &pattern) { return pattern.match(key).hasMatch(); });
}

} // namespace

QString divergenceGroupTitle(DivergenceGroup group)
{
    switch (group) {
    case DivergenceGroup::VersionChoice:
        return ResponsibilityTr::tr("Version choice");
    case DivergenceGroup::Scheduling:
        return ResponsibilityTr::tr("Scheduling");
    case DivergenceGroup::Resources:
        return ResponsibilityTr::tr("Resources");
    case DivergenceGroup::Structural:
        break;
    }
    return ResponsibilityTr::tr("Structural");
}

Result<DivergenceGroups> DivergenceGroups::load(const QByteArray &yaml, const QString &fileName)
{
    YamlFields fields(yaml, fileName);
    const Value::Map top =
        fields.map(fields.root(), {}, {QStringLiteral("chartroomDivergence"), QStringLiteral("rules")});
    if (fields.neededText(top, {}, QStringLiteral("chartroomDivergence")) != u"1")
        fields.fail({}, ResponsibilityTr::tr("This program supports version 1 of divergence rules."));
    DivergenceGroups groups;
    const Value::List rules = fields.list(top, {}, QStringLiteral("rules"));
    for (qsizetype i = 0; i < rules.size(); ++i) {
        const QStringList path{QStringLiteral("rules"), QString::number(i)};
        const Value::Map map = fields.map(
            rules[i], path, {QStringLiteral("group"), QStringLiteral("keys"), QStringLiteral("lastKeys")});
        Rule rule;
        fields.neededText(map, path, QStringLiteral("group"));
        rule.group =
            fields.word(map, path, QStringLiteral("group"), groupWords).value_or(DivergenceGroup::Structural);
        rule.keys = patterns(fields, map, path, QStringLiteral("keys"));
        rule.lastKeys = patterns(fields, map, path, QStringLiteral("lastKeys"));
        groups.m_rules.append(rule);
    }
    if (fields.failed())
        return tl::make_unexpected(*fields.error());
    return groups;
}

Result<DivergenceGroups> DivergenceGroups::bundled()
{
    registerDivergenceRules();
    const Result<QByteArray> yaml =
        readPlainFile(QStringLiteral(":/responsibility/divergence.yaml"), maxGroupsBytes);
    if (!yaml)
        return tl::make_unexpected(yaml.error());
    return load(*yaml, QStringLiteral("divergence.yaml"));
}

DivergenceGroup DivergenceGroups::of(const QString &path) const
{
    QStringList keys;
    for (const PathStep &step : readPath(path).value_or(ValuePath{}))
        if (step.kind == PathStep::Kind::Key)
            keys.append(step.text);
    if (keys.isEmpty())
        return DivergenceGroup::Structural;
    const auto fits = [&](const Rule &rule) {
        return matchesOne(rule.lastKeys, keys.last()) ||
               std::any_of(keys.cbegin(), keys.cend(),
                           [&](const QString &key) { return matchesOne(rule.keys, key); });
    };
    const auto found = std::find_if(m_rules.cbegin(), m_rules.cend(), fits);
    return found == m_rules.cend() ? DivergenceGroup::Structural : found->group;
}

QList<DivergenceGroups::Section> DivergenceGroups::grouped(const QList<ValueChange> &changes) const
{
    QList<Section> sections;
    for (const DivergenceGroup group : allDivergenceGroups) {
        Section section{group, {}};
        for (const ValueChange &change : changes)
            if (of(change.path) == group)
                section.changes.append(change);
        if (!section.changes.isEmpty())
            sections.append(section);
    }
    return sections;
}

} // namespace chartroom
