// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/value.h"
#include "core/helm/pinned_reference.h"
#include "core/responsibility/component.h"
#include "core/responsibility/decision.h"
#include "core/responsibility/path_note.h"

#include <QByteArray>
#include <QHash>
#include <QList>

namespace chartroom {

/// The shared responsibility model with the user's overrides and decisions: a value, read once and passed
/// around. Errors name file, line and column.
class ResponsibilityRules
{
public:
    /// Reads a whole model; `fileName` is for errors only.
    [[nodiscard]] static Result<ResponsibilityRules> load(const QByteArray &yaml,
                                                          const QString &fileName = QStringLiteral("rules"));
    /// The model that comes with the program (resources/responsibility/cmk.yaml).
    [[nodiscard]] static Result<ResponsibilityRules> bundled();
    /// The bundled model with the user's file on top, if there is one, and the files that it pins. One of
    /// those that cannot be read says so in its `problem`.
    [[nodiscard]] static Result<ResponsibilityRules> withUserFile(const QString &path);
    /// $XDG_CONFIG_HOME/chartroom/responsibility.yaml
    [[nodiscard]] static QString userFilePath();

    /// These rules with a user's file on top. It may hold `components` (a known id: the given fields replace
    /// those of the model; a new id: a further component), `decisions`, `pathNotes` and `references` (whose
    /// files are not read here).
    [[nodiscard]] Result<ResponsibilityRules> overriddenBy(const QByteArray &yaml,
                                                           const QString &fileName) const;

    [[nodiscard]] const QList<Layer> &layers() const { return m_layers; }
    [[nodiscard]] const QList<Component> &components() const { return m_components; }
    [[nodiscard]] const Component *component(const QString &id) const;
    /// The component of a chart that no other one recognises.
    [[nodiscard]] const Component &otherwise() const { return *component(m_otherwise); }
    [[nodiscard]] const QStringList &managedNamespaces() const { return m_managedNamespaces; }
    /// `noThreshold`, `customerOwned`, `atCreation`: words and quote used in many summaries.
    [[nodiscard]] QString sentence(const QString &id) const { return m_sentences.value(id).words; }
    [[nodiscard]] Quote sentenceQuote(const QString &id) const;
    [[nodiscard]] const QList<Decision> &decisions() const { return m_decisions; }
    /// The newest decision about a release, unless that one withdrew the earlier ones.
    [[nodiscard]] std::optional<Decision> decision(const QString &cluster, const QString &namespaceName,
                                                   const QString &release) const;
    [[nodiscard]] const QList<PathNote> &pathNotes() const { return m_pathNotes; }
    /// The newest note of each path of a release, sorted by path; those that were taken back are left out.
    [[nodiscard]] QList<PathNote> pathNotes(const QString &cluster, const QString &namespaceName,
                                            const QString &release) const;
    /// The values that are pinned in a cluster; what names the cluster comes before what names none.
    [[nodiscard]] QList<PinnedReference> references(const QString &cluster) const;
    /// Where decisions were read from; empty without a user's file.
    [[nodiscard]] const QString &userFile() const { return m_userFile; }

private:
    friend class RulesReader;

    QHash<QString, QString> m_documents;
    QHash<QString, Interrupts> m_sentences; ///< words and quote; `kind` is not used
    QHash<QString, Interrupts> m_interruptions;
    QList<Layer> m_layers;
    QList<Component> m_components;
    QHash<QString, Value::Map> m_componentMaps; ///< as read, for overrides field by field
    QStringList m_managedNamespaces;
    QString m_otherwise;
    QList<Decision> m_decisions;
    QList<PathNote> m_pathNotes;
    struct Pinned
    {
        QString cluster; ///< "" for every one
        PinnedReference reference;
    };
    QList<Pinned> m_pinned;
    QString m_userFile;
};

} // namespace chartroom
