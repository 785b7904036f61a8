// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/value.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <initializer_list>
#include <optional>
#include <utility>

namespace chartroom {

/// Reads typed fields out of one YAML text and remembers the first thing that is wrong, with the place it is
/// at. A path is made of keys and list indexes written as numbers. After a failure every getter returns an
/// empty value, so a reader need ask only once, at its end.
class YamlFields
{
    Q_DECLARE_TR_FUNCTIONS(YamlFields)
public:
    YamlFields(QByteArray text, QString fileName);

    /// The whole document; Null after a syntax error.
    [[nodiscard]] const Value &root() const { return m_root; }
    [[nodiscard]] const QString &fileName() const { return m_fileName; }
    [[nodiscard]] bool failed() const { return m_error.has_value(); }
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

    /// Keeps the first failure: "FILE:LINE:COLUMN: what", the place being that of the node at `path`.
    void fail(const QStringList &path, const QString &what);

    /// The map at `path`; fails when it is something else or has a key that is not `known`.
    Value::Map map(const Value &value, const QStringList &path, const QStringList &known = {});
    Value::List list(const Value::Map &map, const QStringList &path, const QString &key);
    QString text(const Value::Map &map, const QStringList &path, const QString &key);
    QString neededText(const Value::Map &map, const QStringList &path, const QString &key);
    QStringList texts(const Value::Map &map, const QStringList &path, const QString &key);
    bool flag(const Value::Map &map, const QStringList &path, const QString &key);

    /// One of the words; empty when the key is absent, a failure when it holds anything else.
    template<typename T>
    std::optional<T> word(const Value::Map &map, const QStringList &path, const QString &key,
                          std::initializer_list<std::pair<const char *, T>> words)
    {
        const QString found = text(map, path, key);
        QStringList known;
        for (const auto &[name, value] : words) {
            if (found == QLatin1String(name))
                return value;
            known += QLatin1String(name);
        }
        if (map.contains(key) && !failed())
            fail(path + QStringList{key}, tr("%1 is \"%2\"; it must be one of %3.")
                                              .arg(key, found.left(60), known.join(QStringLiteral(", "))));
        return {};
    }

private:
    QByteArray m_text;
    QString m_fileName;
    Value m_root;
    std::optional<Error> m_error;
};

} // namespace chartroom
