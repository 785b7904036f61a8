// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_layout.h"

#include "core/base/document.h"
#include "core/versions/versions_tr.h"

#include <algorithm>
#include <array>

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

const QString usualLayoutKey = u"matrix.yaml"_s;

/// A key twice in a file that a person keeps is a slip: neither value is taken.
YamlLimits ownText()
{
    YamlLimits limits;
    limits.uniqueKeys = true;
    return limits;
}

bool isMatrix(const Value &value)
{
    static constexpr std::array known{VersionMatrix::production, VersionMatrix::canary,
                                      VersionMatrix::planned, VersionMatrix::rollback};
    return value.isMap() && std::any_of(known.begin(), known.end(), [&value](QStringView name) {
               return value.at({name.toString()}).isMap();
           });
}

bool isConfigMap(const Value &value)
{
    return value.isMap() && value.at({u"kind"_s}).toString() == u"ConfigMap";
}

QByteArrayView withoutEnd(QByteArrayView line)
{
    while (line.endsWith('\n') || line.endsWith('\r'))
        line.chop(1);
    return line;
}

qsizetype spacesBefore(QByteArrayView line)
{
    qsizetype spaces = 0;
    while (spaces < line.size() && line.at(spaces) == ' ')
        ++spaces;
    return spaces;
}

} // namespace

Result<MatrixLayout> MatrixLayout::read(const QByteArray &text)
{
    auto source = YamlText::read(text, {});
    if (!source)
        return tl::make_unexpected(source.error());
    MatrixLayout layout(*std::move(source));
    layout.m_hasByteOrderMark = text.startsWith("\xef\xbb\xbf");
    if (text.startsWith("\xff\xfe") || text.startsWith("\xfe\xff"))
        layout.m_obstacle =
            VersionsTr::tr("The document is UTF-16; save it as UTF-8 so that it can be changed.");

    auto documents = readYamlDocuments(text, ownText());
    if (!documents)
        return tl::make_unexpected(documents.error());
    auto places = readYamlPlaces(text);
    if (!places)
        return tl::make_unexpected(places.error());
    layout.m_documents = *std::move(documents);
    layout.m_documentPlaces = *std::move(places);

    auto isFound = layout.takePlain();
    if (isFound && !*isFound)
        isFound = layout.takeConfigMap();
    if (!isFound)
        return tl::make_unexpected(isFound.error());
    if (!*isFound)
        return failure(
            Error::Code::Invalid,
            VersionsTr::tr("This is not a version matrix: it has none of the entries current_production, "
                           "canary_testing, next_planned and rollback, and no ConfigMap with them."));
    return layout;
}

Result<bool> MatrixLayout::takePlain()
{
    const qsizetype count = std::min(m_documents.size(), m_documentPlaces.size());
    for (qsizetype i = 0; i < count; ++i) {
        if (!isMatrix(m_documents.at(i)))
            continue;
        m_value = m_documents.at(i);
        m_places = m_documentPlaces.at(i);
        return true;
    }
    return false;
}

/// The usual key first, then those in the order of their names. An error is that of the usual key.
Result<bool> MatrixLayout::takeConfigMap()
{
    const qsizetype count = std::min(m_documents.size(), m_documentPlaces.size());
    for (qsizetype i = 0; i < count; ++i) {
        const Value &document = m_documents.at(i);
        if (!isConfigMap(document))
            continue;
        const Value::Map texts = document.at({u"data"_s}).map();
        QStringList keys = texts.keys();
        if (keys.removeAll(usualLayoutKey) > 0)
            keys.prepend(usualLayoutKey);
        for (const QString &key : std::as_const(keys)) {
            const QString text = texts.value(key).toString();
            const YamlPlaces &places = m_documentPlaces.at(i);
            const auto place = std::find_if(places.cbegin(), places.cend(), [&key](const YamlPlace &p) {
                return p.path == QStringList{u"data"_s, key};
            });
            if (place != places.cend() && takeText(key, text, *place)) {
                m_configMapNamespace = document.at({u"metadata"_s, u"namespace"_s}).toString();
                return true;
            }
            if (key != usualLayoutKey || place == places.cend())
                continue;
            if (const auto inner = readYaml(text.toUtf8(), ownText()); !inner) {
                const QString what = VersionsTr::tr("The text of the key %1 cannot be read: %2")
                                         .arg(key, inner.error().message);
                return tl::make_unexpected(
                    m_source.error(Error::Code::Invalid, what, place->line, place->column));
            }
        }
    }
    return false;
}

bool MatrixLayout::takeText(const QString &key, const QString &text, const YamlPlace &place)
{
    const QByteArray inner = text.toUtf8();
    const auto documents = readYamlDocuments(inner, ownText());
    const auto places = readYamlPlaces(inner);
    if (!documents || !places)
        return false;
    for (qsizetype i = 0; i < std::min(documents->size(), places->size()); ++i) {
        if (!isMatrix(documents->at(i)))
            continue;
        m_configMapKey = key;
        m_value = documents->at(i);
        m_places = places->at(i);
        map(inner, place);
        return true;
    }
    return false;
}

/// A literal text (|) stands in the document line by line, only indented. Any other form is folded or
/// escaped: its values all stand where it begins.
void MatrixLayout::map(const QByteArray &inner, const YamlPlace &place)
{
    const QList<QByteArray> lines = inner.split('\n');
    const QByteArrayView header = withoutEnd(m_source.line(place.line)).sliced(place.column);
    bool isLiteral = header.startsWith('|');
    qsizetype indent = 0;
    const int first = place.line + 1;
    for (qsizetype i = 0; i < lines.size() && isLiteral && indent == 0; ++i) {
        if (!lines.at(i).isEmpty())
            indent = spacesBefore(m_source.line(first + int(i))) - spacesBefore(lines.at(i));
    }
    for (qsizetype i = 0; i < lines.size() && isLiteral; ++i) {
        const QByteArrayView outer = withoutEnd(m_source.line(first + int(i)));
        const bool isAlike = lines.at(i).isEmpty()
                                 ? (i == lines.size() - 1 || outer.trimmed().isEmpty())
                                 : outer.size() >= indent && outer.sliced(indent) == lines.at(i);
        isLiteral = indent > 0 && isAlike;
    }
    if (!isLiteral)
        m_obstacle = VersionsTr::tr("The matrix in the ConfigMap is quoted or folded text; write it as "
                                    "literal text (%1: |) so that it can be changed.")
                         .arg(m_configMapKey);
    for (YamlPlace &value : m_places) {
        value.line = isLiteral ? value.line + first : place.line;
        value.column = isLiteral ? value.column + int(indent) : place.column;
        if (value.keyLine >= 0) {
            value.keyLine = isLiteral ? value.keyLine + first : place.keyLine;
            value.keyColumn = isLiteral ? value.keyColumn + int(indent) : place.keyColumn;
        }
    }
}

const YamlPlace *MatrixLayout::find(const QStringList &path) const
{
    const auto found = std::find_if(m_places.cbegin(), m_places.cend(),
                                    [&path](const YamlPlace &place) { return place.path == path; });
    return found == m_places.cend() ? nullptr : &*found;
}

MatrixPlace MatrixLayout::shownPlace(int line, int column) const
{
    const QByteArrayView bytes = m_source.line(line);
    const qsizetype shown = QString::fromUtf8(bytes.first(qBound(0, qsizetype(column), bytes.size()))).size();
    return {line + 1, int(shown) + 1};
}

} // namespace chartroom
