// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/yaml_fields.h"
#include "core/versions/compatibility.h"

#include <QCoreApplication>

namespace chartroom {

/// Reads one file of known pairs. Strict: a key, source or version that is not known is an error at its
/// place.
class CompatibilityReader
{
    Q_DECLARE_TR_FUNCTIONS(CompatibilityReader)
public:
    CompatibilityReader(const QByteArray &yaml, const QString &fileName);

    /// Changes nothing when it fails.
    [[nodiscard]] Result<void> readInto(Compatibility &known);

private:
    void readSources(const Value::Map &top);
    void readReleases(const Value::Map &top);
    void readNeeds(const Value::Map &top);
    void readRules(const Value::Map &top);
    KnownRelease release(const Value &value, const QStringList &path);
    void readSupports(const Value::Map &map, const QStringList &path, KnownRelease &release);
    KnownNeed need(const Value &value, const QStringList &path);
    KnownFrom source(const Value::Map &map, const QStringList &path);
    QString version(const Value::Map &map, const QStringList &path, const QString &key);
    QDate date(const Value::Map &map, const QStringList &path, const QString &key);

    YamlFields m_yaml;
    QMap<QString, KnownFrom> m_sources;
    KnownComponent m_component;
    QMap<QString, KnownRule> m_rules;
};

} // namespace chartroom
