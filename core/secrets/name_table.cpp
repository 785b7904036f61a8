// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secrets/name_table.h"

#include "core/base/document.h"
#include "core/base/private_file.h"
#include "core/secrets/log.h"
#include "core/secrets/secrets_tr.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

namespace chartroom {

namespace {

constexpr std::array kinds{NameTable::Kind::Host, NameTable::Kind::Namespace, NameTable::Kind::Address};

QString keyOf(NameTable::Kind kind)
{
    switch (kind) {
    case NameTable::Kind::Host:
        return QStringLiteral("hosts");
    case NameTable::Kind::Namespace:
        return QStringLiteral("namespaces");
    case NameTable::Kind::Address:
        break;
    }
    return QStringLiteral("addresses");
}

QString aliasOf(NameTable::Kind kind, qsizetype number)
{
    switch (kind) {
    case NameTable::Kind::Host:
        return QStringLiteral("host-%1").arg(number);
    case NameTable::Kind::Namespace:
        return QStringLiteral("namespace-%1").arg(number);
    case NameTable::Kind::Address:
        break;
    }
    return QStringLiteral("address-%1").arg(number);
}

} // namespace

QString NameTable::alias(Kind kind, const QString &name)
{
    const QMap<QString, QString> &aliases = m_aliases[size_t(kind)];
    if (const auto known = aliases.constFind(name); known != aliases.cend())
        return *known;
    const QString fresh = aliasOf(kind, aliases.size() + 1);
    insert(kind, name, fresh);
    return fresh;
}

const NameTable::Known *NameTable::find(const QString &name) const
{
    const auto known = m_known.constFind(name);
    return known == m_known.cend() ? nullptr : &*known;
}

QString NameTable::named(const QString &text) const
{
    QString out = text;
    for (const QMap<QString, QString> &aliases : m_aliases)
        for (auto name = aliases.cbegin(); name != aliases.cend(); ++name)
            if (out.contains(*name)) // not node-1 in node-11
                out.replace(
                    QRegularExpression(
                        QStringLiteral("(?<![\\w-])%1(?![\\w-])").arg(QRegularExpression::escape(*name))),
                    name.key());
    return out;
}

void NameTable::insert(Kind kind, const QString &name, const QString &alias)
{
    m_aliases[size_t(kind)].insert(name, alias);
    const auto known = m_known.constFind(name);
    if (known == m_known.cend() || known->kind > kind)
        m_known.insert(name, {kind, alias});
}

QByteArray NameTable::toJson() const
{
    Value::Map root;
    for (const Kind kind : kinds) {
        Value::Map names;
        const QMap<QString, QString> &aliases = m_aliases[size_t(kind)];
        for (auto name = aliases.cbegin(); name != aliases.cend(); ++name)
            names.insert(name.key(), Value(*name));
        root.insert(keyOf(kind), Value(names));
    }
    return writeJson(Value(root)) + '\n';
}

Result<NameTable> NameTable::fromJson(const QByteArray &json)
{
    const Result<Value> read = readJson(json);
    NameTable table;
    bool isWhole = read && read->isMap();
    for (const Kind kind : kinds) {
        const Value names = isWhole ? read->at({keyOf(kind)}) : Value();
        isWhole = isWhole && names.isMap();
        const Value::Map &map = names.map();
        QSet<QString> aliases;
        for (auto name = map.cbegin(); name != map.cend(); ++name) {
            aliases.insert(name->toString());
            table.insert(kind, name.key(), name->toString());
        }
        // One number more or less would give two names one alias.
        for (qsizetype number = 1; isWhole && number <= map.size(); ++number)
            isWhole = aliases.contains(aliasOf(kind, number));
    }
    if (!isWhole)
        return failure(
            Error::Code::Damaged,
            SecretsTr::tr("The table of replaced names cannot be read; move it away to start a new one."));
    return table;
}

Result<NameTable> NameTable::kept(const QString &file)
{
    constexpr qint64 mostBytes = 16 * 1024 * 1024;
    const Result<QByteArray> bytes = readPlainFile(file, mostBytes);
    if (bytes)
        return fromJson(*bytes);
    if (bytes.error().code == Error::Code::NotFound)
        return NameTable();
    return tl::make_unexpected(bytes.error());
}

Result<void> NameTable::keep(const QString &file) const
{
    if (const Result<void> made = makePrivateFolder(QFileInfo(file).absolutePath()); !made)
        return made;
    return writePrivateFile(file, toJson());
}

QString NameTable::filePath()
{
    return stateFolder() + QStringLiteral("/names.json");
}

} // namespace chartroom
