// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/rules_reader.h"

#include <algorithm>

namespace chartroom {

namespace {

QString key(const char *name)
{
    return QString::fromLatin1(name);
}

QStringList keys(std::initializer_list<const char *> names)
{
    QStringList all;
    for (const char *name : names)
        all += key(name);
    return all;
}

constexpr std::initializer_list<std::pair<const char *, Owner>> owners = {
    {"crusoe", Owner::Crusoe}, {"shared", Owner::Shared}, {"customer", Owner::Customer}};
constexpr std::initializer_list<std::pair<const char *, SupportScope>> scopes = {
    {"supported", SupportScope::Supported},
    {"best-effort", SupportScope::BestEffort},
    {"customer-owned", SupportScope::CustomerOwned}};
constexpr std::initializer_list<std::pair<const char *, Confidence>> confidences = {
    {"certain", Confidence::Certain}, {"likely", Confidence::Likely}, {"guess", Confidence::Guess}};
constexpr std::initializer_list<std::pair<const char *, Interruption>> interruptionKinds = {
    {"none", Interruption::None},
    {"podsRolling", Interruption::PodsRolling},
    {"volumeOperations", Interruption::VolumeOperations},
    {"gpuWorkloads", Interruption::GpuWorkloads},
    {"nodeNetwork", Interruption::NodeNetwork},
    {"unknown", Interruption::Unknown}};
constexpr std::initializer_list<std::pair<const char *, Decision::Verdict>> verdicts = {
    {"crusoe", Decision::Verdict::Crusoe},
    {"shared", Decision::Verdict::Shared},
    {"customer", Decision::Verdict::Customer},
    {"diverged", Decision::Verdict::Diverged},
    {"withdrawn", Decision::Verdict::Withdrawn}};

} // namespace

RulesReader::RulesReader(const QByteArray &yaml, const QString &fileName, ResponsibilityRules base)
    : m_yaml(yaml, fileName)
    , m_rules(std::move(base))
{}

Result<ResponsibilityRules> RulesReader::finished()
{
    if (m_yaml.failed())
        return tl::make_unexpected(*m_yaml.error());
    return m_rules;
}

Result<ResponsibilityRules> RulesReader::readModel()
{
    const Value::Map top = m_yaml.map(m_yaml.root(), {},
                                      keys({"chartroomResponsibility", "otherwise", "documents", "sentences",
                                            "managedNamespaces", "interruptions", "layers", "components"}));
    checkFormat(top);
    readDocuments(top);
    readSentences(top);
    readInterruptions(top);
    readLayers(top);
    m_rules.m_managedNamespaces = m_yaml.texts(top, {}, key("managedNamespaces"));
    readComponents(top);
    m_rules.m_otherwise = m_yaml.neededText(top, {}, key("otherwise"));
    if (!m_yaml.failed() && !m_rules.component(m_rules.m_otherwise))
        m_yaml.fail({key("otherwise")}, tr("Unknown component \"%1\".").arg(m_rules.m_otherwise));
    checkReferences();
    return finished();
}

Result<ResponsibilityRules> RulesReader::readUserFile()
{
    m_rules.m_userFile = m_yaml.fileName();
    if (!m_yaml.failed() && m_yaml.root().isNull())
        return m_rules;
    const Value::Map top =
        m_yaml.map(m_yaml.root(), {},
                   keys({"chartroomResponsibility", "components", "decisions", "pathNotes", "references"}));
    checkFormat(top);
    readComponents(top);
    readDecisions(top);
    readPathNotes(top);
    readPinned(top);
    checkReferences();
    return finished();
}

void RulesReader::checkFormat(const Value::Map &top)
{
    const QString version = m_yaml.neededText(top, {}, key("chartroomResponsibility"));
    if (version != QStringLiteral("1"))
        m_yaml.fail({key("chartroomResponsibility")},
                    tr("This program supports version 1 of rule files, this one has version %1.")
                        .arg(version.left(20)));
}

void RulesReader::readDocuments(const Value::Map &top)
{
    if (!top.contains(key("documents")))
        return;
    const Value::Map documents = m_yaml.map(top.value(key("documents")), {key("documents")});
    for (auto it = documents.cbegin(); it != documents.cend(); ++it)
        m_rules.m_documents.insert(it.key(), it.value().scalarText());
}

void RulesReader::readSentences(const Value::Map &top)
{
    if (!top.contains(key("sentences")))
        return;
    const QStringList path{key("sentences")};
    const Value::Map sentences =
        m_yaml.map(top.value(key("sentences")), path, keys({"noThreshold", "customerOwned", "atCreation"}));
    for (auto it = sentences.cbegin(); it != sentences.cend(); ++it) {
        const QStringList here = path + QStringList{it.key()};
        const Value::Map map = m_yaml.map(*it, here, keys({"words", "quote", "document"}));
        m_rules.m_sentences.insert(
            it.key(), {Interruption::Unknown, m_yaml.neededText(map, here, key("words")), quote(map, here)});
    }
}

void RulesReader::readInterruptions(const Value::Map &top)
{
    if (!top.contains(key("interruptions")))
        return;
    const QStringList path{key("interruptions")};
    const Value::Map all = m_yaml.map(top.value(key("interruptions")), path);
    for (auto it = all.cbegin(); it != all.cend(); ++it) {
        const QStringList here = path + QStringList{it.key()};
        m_rules.m_interruptions.insert(
            it.key(), interrupts(m_yaml.map(*it, here, keys({"class", "words", "quote", "document"})), here));
    }
}

Interrupts RulesReader::interrupts(const Value::Map &map, const QStringList &path)
{
    Interrupts read;
    read.kind = m_yaml.word(map, path, key("class"), interruptionKinds).value_or(Interruption::Unknown);
    read.words = m_yaml.neededText(map, path, key("words"));
    if (map.contains(key("quote")))
        read.quote = quote(map, path);
    return read;
}

void RulesReader::readLayers(const Value::Map &top)
{
    const Value::List all = m_yaml.list(top, {}, key("layers"));
    for (qsizetype i = 0; i < all.size(); ++i) {
        const QStringList here{key("layers"), QString::number(i)};
        const Value::Map map = m_yaml.map(all[i], here, keys({"id", "name", "words"}));
        m_rules.m_layers +=
            Layer{m_yaml.neededText(map, here, key("id")), m_yaml.neededText(map, here, key("name")),
                  m_yaml.text(map, here, key("words"))};
    }
}

void RulesReader::readComponents(const Value::Map &top)
{
    const Value::List all = m_yaml.list(top, {}, key("components"));
    QStringList seen;
    for (qsizetype i = 0; i < all.size() && !m_yaml.failed(); ++i) {
        const QStringList here{key("components"), QString::number(i)};
        const Value::Map given =
            m_yaml.map(all[i], here,
                       keys({"id", "layer", "section", "name", "owner", "scope", "actions", "words", "quote",
                             "document", "also", "note", "recognise", "interrupts", "atMost"}));
        const QString id = m_yaml.neededText(given, here, key("id"));
        if (seen.contains(id))
            m_yaml.fail(here + QStringList{key("id")},
                        tr("The component \"%1\" occurs twice.").arg(id.left(60)));
        seen += id;

        // A user's file replaces single fields; within `recognise` and `actions`, single keys.
        Value::Map merged = m_rules.m_componentMaps.value(id);
        for (auto it = given.cbegin(); it != given.cend(); ++it) {
            Value::Map inner = merged.value(it.key()).map();
            inner.insert(it->map());
            merged.insert(it.key(), it->isMap() ? Value(inner) : *it);
        }
        const Component read = component(merged, here);
        if (m_yaml.failed())
            return;
        m_rules.m_componentMaps.insert(id, merged);
        const auto same = std::find_if(m_rules.m_components.begin(), m_rules.m_components.end(),
                                       [&](const Component &c) { return c.id == id; });
        if (same == m_rules.m_components.end())
            m_rules.m_components += read;
        else
            *same = read;
    }
}

Component RulesReader::component(const Value::Map &map, const QStringList &path)
{
    Component read;
    read.id = m_yaml.neededText(map, path, key("id"));
    read.layer = m_yaml.neededText(map, path, key("layer"));
    if (!m_yaml.failed() && std::none_of(m_rules.m_layers.cbegin(), m_rules.m_layers.cend(),
                                         [&](const Layer &l) { return l.id == read.layer; }))
        m_yaml.fail(path + QStringList{key("layer")}, tr("Unknown layer \"%1\".").arg(read.layer.left(60)));
    read.section = m_yaml.text(map, path, key("section"));
    read.name = m_yaml.neededText(map, path, key("name"));
    m_yaml.neededText(map, path, key("owner"));
    read.owner = m_yaml.word(map, path, key("owner"), owners).value_or(Owner::Customer);
    read.scope =
        m_yaml.word(map, path, key("scope"), scopes)
            .value_or(read.owner == Owner::Customer ? SupportScope::CustomerOwned : SupportScope::Supported);
    read.actions = actions(map, path, read.owner);
    read.words = m_yaml.neededText(map, path, key("words"));
    if (map.contains(key("quote")))
        read.quotes += quote(map, path);
    const Value::List also = m_yaml.list(map, path, key("also"));
    for (qsizetype i = 0; i < also.size(); ++i) {
        const QStringList here = path + QStringList{key("also"), QString::number(i)};
        read.quotes += quote(m_yaml.map(also[i], here, keys({"quote", "document"})), here);
    }
    read.note = m_yaml.text(map, path, key("note"));
    read.recognise = recogniser(map, path);
    const QString interruption =
        map.contains(key("interrupts")) ? m_yaml.text(map, path, key("interrupts")) : key("unstated");
    if (!m_yaml.failed() && !m_rules.m_interruptions.contains(interruption))
        m_yaml.fail(path + QStringList{key("interrupts")},
                    tr("Unknown interruption \"%1\".").arg(interruption.left(60)));
    read.interrupts = m_rules.m_interruptions.value(interruption);
    read.atMost = m_yaml.word(map, path, key("atMost"), confidences).value_or(Confidence::Certain);
    return read;
}

Actions RulesReader::actions(const Value::Map &map, const QStringList &path, Owner owner)
{
    if (!map.contains(key("actions")))
        return {owner, owner, owner, owner, owner};
    const QStringList here = path + QStringList{key("actions")};
    const Value::Map given =
        m_yaml.map(map.value(key("actions")), here,
                   keys({"installs", "configures", "upgradesRoutine", "upgradesCritical", "debugs"}));
    const auto who = [&](const char *action) { return m_yaml.word(given, here, key(action), owners); };
    return {who("installs"), who("configures"), who("upgradesRoutine"), who("upgradesCritical"),
            who("debugs")};
}

Recogniser RulesReader::recogniser(const Value::Map &map, const QStringList &path)
{
    if (!map.contains(key("recognise")))
        return {};
    const QStringList here = path + QStringList{key("recognise")};
    const Value::Map given = m_yaml.map(map.value(key("recognise")), here,
                                        keys({"charts", "origins", "images", "namespaces", "releases", "crds",
                                              "csiDrivers", "elsewhere", "strictOrigin"}));
    const auto all = [&](const char *name) { return m_yaml.texts(given, here, key(name)); };
    return {all("charts"),
            all("origins"),
            all("images"),
            all("namespaces"),
            all("releases"),
            all("crds"),
            all("csiDrivers"),
            m_yaml.text(given, here, key("elsewhere")),
            m_yaml.flag(given, here, key("strictOrigin"))};
}

Quote RulesReader::quote(const Value::Map &map, const QStringList &path)
{
    const QString text = m_yaml.neededText(map, path, key("quote"));
    const QString document = m_yaml.text(map, path, key("document"));
    if (document.isEmpty())
        return {text, m_yaml.fileName()};
    if (!m_yaml.failed() && !m_rules.m_documents.contains(document))
        m_yaml.fail(path + QStringList{key("document")},
                    tr("Unknown document \"%1\".").arg(document.left(60)));
    return {text, m_rules.m_documents.value(document)};
}

void RulesReader::readDecisions(const Value::Map &top)
{
    const Value::List all = m_yaml.list(top, {}, key("decisions"));
    for (qsizetype i = 0; i < all.size(); ++i)
        m_rules.m_decisions += decision(all[i], {key("decisions"), QString::number(i)});
}

Decision RulesReader::decision(const Value &value, const QStringList &path)
{
    const Value::Map map = m_yaml.map(
        value, path, keys({"cluster", "namespace", "release", "verdict", "reason", "author", "date"}));
    Decision read;
    read.cluster = m_yaml.neededText(map, path, key("cluster"));
    read.namespaceName = m_yaml.neededText(map, path, key("namespace"));
    read.release = m_yaml.neededText(map, path, key("release"));
    m_yaml.neededText(map, path, key("verdict"));
    read.verdict = m_yaml.word(map, path, key("verdict"), verdicts).value_or(Decision::Verdict::Customer);
    read.reason = m_yaml.neededText(map, path, key("reason"));
    read.author = m_yaml.neededText(map, path, key("author"));
    read.date = date(map, path);
    return read;
}

void RulesReader::readPathNotes(const Value::Map &top)
{
    const Value::List all = m_yaml.list(top, {}, key("pathNotes"));
    for (qsizetype i = 0; i < all.size(); ++i)
        m_rules.m_pathNotes += pathNote(all[i], {key("pathNotes"), QString::number(i)});
}

PathNote RulesReader::pathNote(const Value &value, const QStringList &path)
{
    const Value::Map map =
        m_yaml.map(value, path, keys({"cluster", "namespace", "release", "path", "text", "author", "date"}));
    PathNote read;
    read.cluster = m_yaml.neededText(map, path, key("cluster"));
    read.namespaceName = m_yaml.neededText(map, path, key("namespace"));
    read.release = m_yaml.neededText(map, path, key("release"));
    read.path = m_yaml.neededText(map, path, key("path"));
    read.text = m_yaml.text(map, path, key("text"));
    read.author = m_yaml.neededText(map, path, key("author"));
    read.date = date(map, path);
    return read;
}

void RulesReader::readPinned(const Value::Map &top)
{
    const Value::List all = m_yaml.list(top, {}, key("references"));
    for (qsizetype i = 0; i < all.size(); ++i) {
        const QStringList path{key("references"), QString::number(i)};
        const Value::Map map = m_yaml.map(all[i], path, keys({"cluster", "namespace", "release", "file"}));
        ResponsibilityRules::Pinned pinned;
        pinned.cluster = m_yaml.text(map, path, key("cluster"));
        pinned.reference.namespaceName = m_yaml.neededText(map, path, key("namespace"));
        pinned.reference.release = m_yaml.neededText(map, path, key("release"));
        pinned.reference.file = m_yaml.neededText(map, path, key("file"));
        for (const auto &[cluster, other] : std::as_const(m_rules.m_pinned))
            if (cluster == pinned.cluster && other.namespaceName == pinned.reference.namespaceName &&
                other.release == pinned.reference.release)
                m_yaml.fail(path, tr("A file is pinned for %1/%2 already; one is enough.")
                                      .arg(other.namespaceName, other.release));
        m_rules.m_pinned += pinned;
    }
}

QDateTime RulesReader::date(const Value::Map &map, const QStringList &path)
{
    const QString text = m_yaml.neededText(map, path, key("date"));
    const QDateTime read = QDateTime::fromString(text, Qt::ISODate).toUTC();
    if (!m_yaml.failed() && !read.isValid())
        m_yaml.fail(path + QStringList{key("date")},
                    tr("\"%1\" is not a date such as 2026-11-21T03:31:00Z.").arg(text.left(40)));
    return read;
}

void RulesReader::checkReferences()
{
    for (const Component &component : std::as_const(m_rules.m_components)) {
        const QString &elsewhere = component.recognise.elsewhere;
        if (!m_yaml.failed() && !elsewhere.isEmpty() && !m_rules.component(elsewhere))
            m_yaml.fail({key("components")},
                        tr("The component \"%1\" lists \"%2\" as elsewhere, but there is none of that name.")
                            .arg(component.id, elsewhere.left(60)));
    }
}

} // namespace chartroom
