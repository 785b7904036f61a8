// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/rules.h"
#include "core/responsibility/yaml_fields.h"

#include <QCoreApplication>

namespace chartroom {

/// Turns one rule file into rules: a whole model, or a user's file on top of one.
class RulesReader
{
    Q_DECLARE_TR_FUNCTIONS(RulesReader)
public:
    RulesReader(const QByteArray &yaml, const QString &fileName, ResponsibilityRules base = {});

    [[nodiscard]] Result<ResponsibilityRules> readModel();
    [[nodiscard]] Result<ResponsibilityRules> readUserFile();

private:
    [[nodiscard]] Result<ResponsibilityRules> finished();
    void checkFormat(const Value::Map &top);
    void readDocuments(const Value::Map &top);
    void readSentences(const Value::Map &top);
    void readInterruptions(const Value::Map &top);
    void readLayers(const Value::Map &top);
    void readComponents(const Value::Map &top);
    void readDecisions(const Value::Map &top);
    void readPathNotes(const Value::Map &top);
    void readPinned(const Value::Map &top);
    void checkReferences();

    Component component(const Value::Map &map, const QStringList &path);
    Actions actions(const Value::Map &map, const QStringList &path, Owner owner);
    Recogniser recogniser(const Value::Map &map, const QStringList &path);
    Interrupts interrupts(const Value::Map &map, const QStringList &path);
    Quote quote(const Value::Map &map, const QStringList &path);
    Decision decision(const Value &value, const QStringList &path);
    PathNote pathNote(const Value &value, const QStringList &path);
    QDateTime date(const Value::Map &map, const QStringList &path);

    YamlFields m_yaml;
    ResponsibilityRules m_rules;
};

} // namespace chartroom
