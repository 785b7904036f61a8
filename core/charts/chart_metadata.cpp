// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/chart_metadata.h"

#include "core/base/yaml_scalar.h"
#include "core/charts/charts_tr.h"
#include "core/charts/semantic_version.h"

#include <QRegularExpression>

#include <array>
#include <charconv>

namespace chartroom {

namespace {

tl::unexpected<Error> invalidMetadata(const QString &message)
{
    return failure(Error::Code::Invalid, message);
}

tl::unexpected<Error> wrongType(const QString &field)
{
    return invalidMetadata(
        ChartsTr::tr("The chart's field %1 is not of the type that Helm expects.").arg(field));
}

/// sanitizeString of metadata.go.
QString printable(const QString &text)
{
    QString kept;
    for (const char32_t c : text.toUcs4()) {
        if (QChar::isSpace(c))
            kept += u' ';
        else if (QChar::isPrint(c))
            kept += QChar::fromUcs4(c);
    }
    return kept;
}

/// Reads fields of one map; the first problem stays.
class FieldReader
{
public:
    FieldReader(const Value::Map &map, QString prefix)
        : m_map(map)
        , m_prefix(std::move(prefix))
    {}

    [[nodiscard]] const std::optional<Error> &problem() const { return m_problem; }

    QString text(const char *key)
    {
        return asText(m_map.value(QLatin1String(key)), m_prefix + QLatin1String(key));
    }

    bool flag(const char *key)
    {
        const Value value = m_map.value(QLatin1String(key));
        if (!value.isNull() && value.kind() != Value::Kind::Bool)
            note(wrongType(m_prefix + QLatin1String(key)).value());
        return value.toBool();
    }

    QStringList texts(const char *key)
    {
        QStringList all;
        for (const Value &item : list(key))
            all.append(asText(item, m_prefix + QLatin1String(key)));
        return all;
    }

    Value::List list(const char *key)
    {
        const Value value = m_map.value(QLatin1String(key));
        if (!value.isNull() && !value.isList())
            note(wrongType(m_prefix + QLatin1String(key)).value());
        return value.list();
    }

    QMap<QString, QString> textMap(const char *key)
    {
        const Value value = m_map.value(QLatin1String(key));
        if (!value.isNull() && !value.isMap())
            note(wrongType(m_prefix + QLatin1String(key)).value());
        QMap<QString, QString> all;
        const Value::Map &map = value.map();
        for (auto entry = map.cbegin(); entry != map.cend(); ++entry) {
            const Result<QString> read = helmText(entry.value(), m_prefix + QLatin1String(key));
            if (read)
                all.insert(entry.key(), *read);
            else
                note(read.error());
        }
        return all;
    }

private:
    QString asText(const Value &value, const QString &field)
    {
        const Result<QString> read = helmText(value, field);
        if (read)
            return printable(*read);
        note(read.error());
        return {};
    }

    void note(const Error &error)
    {
        if (!m_problem)
            m_problem = error;
    }

    const Value::Map &m_map;
    QString m_prefix;
    std::optional<Error> m_problem;
};

Result<void> validated(const ChartMetadata &metadata)
{
    if (metadata.name.isEmpty())
        return invalidMetadata(ChartsTr::tr("The chart has no name."));
    if (metadata.name == u"." || metadata.name == u".." || metadata.name.contains(u'/'))
        return invalidMetadata(ChartsTr::tr("The chart's name, “%1”, is not one that Helm allows.")
                                   .arg(metadata.name.left(100)));
    if (metadata.version.isEmpty())
        return invalidMetadata(ChartsTr::tr("The chart has no version."));
    if (!SemanticVersion::read(metadata.version))
        return invalidMetadata(ChartsTr::tr("The chart's version, “%1”, is not a semantic version.")
                                   .arg(metadata.version.left(100)));
    if (!metadata.type.isEmpty() && metadata.type != u"application" && metadata.type != u"library")
        return invalidMetadata(ChartsTr::tr("The chart's type, “%1”, is neither application nor library.")
                                   .arg(metadata.type.left(100)));
    return {};
}

} // namespace

Result<QString> helmText(const Value &scalar, const QString &field)
{
    switch (scalar.kind()) {
    case Value::Kind::Null:
        return QString();
    case Value::Kind::List:
    case Value::Kind::Map:
        return wrongType(field);
    case Value::Kind::Number:
        break;
    default:
        return scalar.scalarText();
    }
    const QString text = scalar.scalarText();
    if (!text.contains(u'.') && !text.contains(u'e', Qt::CaseInsensitive))
        return text;
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), text.toDouble(),
                                   std::chars_format::general);
    return QString::fromLatin1(buffer.data(), end.ptr - buffer.data());
}

Result<QList<ChartDependency>> readChartDependencies(const Value &list)
{
    static const QRegularExpression aliasFormat(QStringLiteral("\\A[a-zA-Z0-9_-]+\\z"));
    if (!list.isNull() && !list.isList())
        return wrongType(QStringLiteral("dependencies"));
    QList<ChartDependency> dependencies;
    for (const Value &item : list.list()) {
        if (!item.isMap())
            return wrongType(QStringLiteral("dependencies"));
        FieldReader fields(item.map(), QStringLiteral("dependencies."));
        ChartDependency dependency;
        dependency.name = fields.text("name");
        dependency.version = fields.text("version");
        dependency.repository = fields.text("repository");
        dependency.alias = fields.text("alias");
        dependency.condition = fields.text("condition");
        dependency.tags = fields.texts("tags");
        dependency.importValues = fields.list("import-values");
        if (fields.problem())
            return tl::make_unexpected(*fields.problem());
        if (!dependency.alias.isEmpty() && !aliasFormat.match(dependency.alias).hasMatch())
            return invalidMetadata(
                ChartsTr::tr("The alias of the chart's dependency %1 is not one that Helm allows.")
                    .arg(dependency.name.left(100)));
        dependencies.append(std::move(dependency));
    }
    return dependencies;
}

Result<ChartMetadata> readChartMetadata(const Value &document)
{
    if (!document.isMap())
        return invalidMetadata(ChartsTr::tr("The chart's description is not a map."));
    FieldReader fields(document.map(), {});
    ChartMetadata metadata;
    metadata.name = fields.text("name");
    metadata.version = fields.text("version");
    metadata.appVersion = fields.text("appVersion");
    metadata.kubeVersion = fields.text("kubeVersion");
    metadata.description = fields.text("description");
    metadata.type = fields.text("type");
    metadata.home = fields.text("home");
    metadata.sources = fields.texts("sources");
    metadata.deprecated = fields.flag("deprecated");
    metadata.annotations = fields.textMap("annotations");
    if (fields.problem())
        return tl::make_unexpected(*fields.problem());
    Result<QList<ChartDependency>> dependencies =
        readChartDependencies(document.map().value(QStringLiteral("dependencies")));
    if (!dependencies)
        return tl::make_unexpected(dependencies.error());
    metadata.dependencies = *std::move(dependencies);
    if (const Result<void> valid = validated(metadata); !valid)
        return tl::make_unexpected(valid.error());
    return metadata;
}

} // namespace chartroom
