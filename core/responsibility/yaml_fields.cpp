// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/yaml_fields.h"

#include "core/base/document.h"
#include "core/base/visible_text.h"

#include <QRegularExpression>

#include <yaml-cpp/yaml.h>

namespace chartroom {

namespace {

/// Line and column, from 1, of the deepest node on the way to `path` that exists. Only called on text that
/// readYaml accepted, so size and depth are bounded.
std::pair<int, int> positionOf(const QByteArray &text, const QStringList &path)
{
    try {
        YAML::Node node = YAML::Load(text.toStdString());
        YAML::Mark mark = node.Mark();
        for (const QString &step : path) {
            YAML::Node next;
            if (node.IsMap()) {
                for (const auto &entry : node) {
                    if (entry.first.IsScalar() && entry.first.Scalar() == step.toStdString()) {
                        mark = entry.first.Mark();
                        next.reset(entry.second);
                        break;
                    }
                }
            } else if (node.IsSequence() && step.toULongLong() < node.size()) {
                next.reset(node[step.toULongLong()]);
                mark = next.Mark();
            }
            if (!next.IsDefined() || next.IsNull())
                break;
            node.reset(next);
        }
        return {mark.line + 1, mark.column + 1};
    } catch (const YAML::Exception &) {
        return {1, 1};
    }
}

} // namespace

YamlFields::YamlFields(QByteArray text, QString fileName)
    : m_text(std::move(text))
    , m_fileName(std::move(fileName))
{
    YamlLimits limits;
    limits.uniqueKeys = true;
    Result<Value> read = readYaml(m_text, limits);
    if (read) {
        m_root = std::move(*read);
        return;
    }
    static const QRegularExpression place(QStringLiteral("line (\\d+), column (\\d+)\\W*$"));
    const QRegularExpressionMatch match = place.match(read.error().message);
    Error error = read.error();
    error.message = match.hasMatch()
                        ? QStringLiteral("%1:%2:%3: %4")
                              .arg(m_fileName, match.captured(1), match.captured(2), error.message)
                        : QStringLiteral("%1: %2").arg(m_fileName, error.message);
    m_error = error;
}

void YamlFields::fail(const QStringList &path, const QString &what)
{
    if (m_error)
        return;
    const auto [line, column] = positionOf(m_text, path);
    const QString message =
        QStringLiteral("%1:%2:%3: %4")
            .arg(m_fileName, QString::number(line), QString::number(column), visibleText(what));
    m_error = Error{Error::Code::Invalid, message, path.join(u'.'), {}};
}

Value::Map YamlFields::map(const Value &value, const QStringList &path, const QStringList &known)
{
    if (failed())
        return {};
    if (!value.isMap()) {
        fail(path, tr("A map of keys and values is required here."));
        return {};
    }
    if (!known.isEmpty()) {
        for (auto it = value.map().cbegin(); it != value.map().cend(); ++it) {
            if (!known.contains(it.key())) {
                fail(path + QStringList{it.key()},
                     tr("Unknown key \"%1\"; known keys are %2.")
                         .arg(it.key().left(60), known.join(QStringLiteral(", "))));
                return {};
            }
        }
    }
    return value.map();
}

Value::List YamlFields::list(const Value::Map &map, const QStringList &path, const QString &key)
{
    const Value found = map.value(key);
    if (failed() || found.isNull())
        return {};
    if (!found.isList())
        fail(path + QStringList{key}, tr("%1 must be a list.").arg(key));
    return found.list();
}

QString YamlFields::text(const Value::Map &map, const QStringList &path, const QString &key)
{
    const Value found = map.value(key);
    if (failed() || found.isNull())
        return {};
    if (found.isMap() || found.isList())
        fail(path + QStringList{key}, tr("%1 must be a text.").arg(key));
    return found.scalarText();
}

QString YamlFields::neededText(const Value::Map &map, const QStringList &path, const QString &key)
{
    QString found = text(map, path, key);
    if (found.trimmed().isEmpty())
        fail(map.contains(key) ? path + QStringList{key} : path, tr("%1 is missing.").arg(key));
    return found;
}

QStringList YamlFields::texts(const Value::Map &map, const QStringList &path, const QString &key)
{
    QStringList all;
    for (const Value &value : list(map, path, key)) {
        if (value.isMap() || value.isList() || value.isNull()) {
            fail(path + QStringList{key, QString::number(all.size())},
                 tr("%1 must hold texts only.").arg(key));
            return {};
        }
        all += value.scalarText();
    }
    return all;
}

bool YamlFields::flag(const Value::Map &map, const QStringList &path, const QString &key)
{
    const Value found = map.value(key);
    if (!failed() && !found.isNull() && found.kind() != Value::Kind::Bool)
        fail(path + QStringList{key}, tr("%1 must be true or false.").arg(key));
    return found.toBool();
}

} // namespace chartroom
