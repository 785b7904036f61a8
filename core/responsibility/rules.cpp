// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/rules.h"

#include "core/base/private_file.h"
#include "core/responsibility/rules_reader.h"

#include <QFileInfo>
#include <QMap>
#include <QStandardPaths>

// A static library's resources are registered by whoever uses them; the macro wants the global namespace.
static void registerResources()
{
    Q_INIT_RESOURCE(responsibility);
}

namespace chartroom {

namespace {

constexpr qint64 maxRulesBytes = 4LL * 1024 * 1024;

} // namespace

Result<ResponsibilityRules> ResponsibilityRules::load(const QByteArray &yaml, const QString &fileName)
{
    return RulesReader(yaml, fileName).readModel();
}

Result<ResponsibilityRules> ResponsibilityRules::bundled()
{
    registerResources();
    const Result<QByteArray> yaml = readPlainFile(QStringLiteral(":/responsibility/cmk.yaml"), maxRulesBytes);
    if (!yaml)
        return tl::make_unexpected(yaml.error());
    return load(*yaml, QStringLiteral("cmk.yaml"));
}

Result<ResponsibilityRules> ResponsibilityRules::withUserFile(const QString &path)
{
    const Result<ResponsibilityRules> model = bundled();
    if (!model)
        return model;
    const Result<QByteArray> yaml = readPlainFile(path, maxRulesBytes);
    if (!yaml && yaml.error().code == Error::Code::NotFound)
        return model;
    if (!yaml)
        return tl::make_unexpected(yaml.error());
    Result<ResponsibilityRules> rules = model->overriddenBy(*yaml, path);
    if (rules)
        for (Pinned &pinned : rules->m_pinned)
            pinned.reference.read(QFileInfo(path).absolutePath());
    return rules;
}

QString ResponsibilityRules::userFilePath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           QStringLiteral("/chartroom/responsibility.yaml");
}

Result<ResponsibilityRules> ResponsibilityRules::overriddenBy(const QByteArray &yaml,
                                                              const QString &fileName) const
{
    return RulesReader(yaml, fileName, *this).readUserFile();
}

const Component *ResponsibilityRules::component(const QString &id) const
{
    for (const Component &component : m_components) {
        if (component.id == id)
            return &component;
    }
    return nullptr;
}

Quote ResponsibilityRules::sentenceQuote(const QString &id) const
{
    return m_sentences.value(id).quote.value_or(Quote{});
}

std::optional<Decision> ResponsibilityRules::decision(const QString &cluster, const QString &namespaceName,
                                                      const QString &release) const
{
    std::optional<Decision> newest;
    for (const Decision &decision : m_decisions) {
        if (decision.cluster == cluster && decision.namespaceName == namespaceName &&
            decision.release == release && (!newest || decision.date >= newest->date))
            newest = decision;
    }
    if (newest && newest->verdict == Decision::Verdict::Withdrawn)
        return {};
    return newest;
}

QList<PathNote> ResponsibilityRules::pathNotes(const QString &cluster, const QString &namespaceName,
                                               const QString &release) const
{
    QMap<QString, PathNote> newest;
    for (const PathNote &note : m_pathNotes) {
        const auto known = newest.constFind(note.path);
        if (note.cluster == cluster && note.namespaceName == namespaceName && note.release == release &&
            (known == newest.cend() || note.date >= known->date))
            newest.insert(note.path, note);
    }
    QList<PathNote> notes = newest.values();
    notes.removeIf([](const PathNote &note) { return note.isWithdrawn(); });
    return notes;
}

QList<PinnedReference> ResponsibilityRules::references(const QString &cluster) const
{
    QList<PinnedReference> found;
    for (const QString &wanted : {cluster, QString()})
        for (const Pinned &pinned : m_pinned)
            if (pinned.cluster == wanted)
                found += pinned.reference;
    return found;
}

} // namespace chartroom
