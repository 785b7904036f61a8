// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"
#include "core/base/yaml_text.h"
#include "core/versions/matrix.h"
#include "core/versions/yaml_places.h"

namespace chartroom {

/// Where in a document's bytes the matrix and each of its values stand, for the reader and for the edits.
class MatrixLayout
{
public:
    /// Finds the matrix: a document with one of the usual entries, or a ConfigMap with such a text in it.
    [[nodiscard]] static Result<MatrixLayout> read(const QByteArray &text);

    /// The matrix itself.
    [[nodiscard]] const Value &value() const { return m_value; }
    /// Its values; lines and byte columns are those of the whole text.
    [[nodiscard]] const YamlPlaces &places() const { return m_places; }
    /// The place of a path; null when it does not stand there by itself.
    [[nodiscard]] const YamlPlace *find(const QStringList &path) const;
    [[nodiscard]] MatrixPlace shownPlace(int line, int column) const;
    [[nodiscard]] MatrixPlace shownPlace(const YamlPlace &place) const
    {
        return shownPlace(place.line, place.column);
    }

    /// The whole text in UTF-8 without a byte order mark, and its lines.
    [[nodiscard]] const YamlText &source() const { return m_source; }
    [[nodiscard]] bool hasByteOrderMark() const { return m_hasByteOrderMark; }
    /// Why no value can be changed in its place, "" when they can.
    [[nodiscard]] const QString &obstacle() const { return m_obstacle; }
    [[nodiscard]] const QString &configMapKey() const { return m_configMapKey; }
    [[nodiscard]] const QString &configMapNamespace() const { return m_configMapNamespace; }

private:
    explicit MatrixLayout(YamlText source)
        : m_source(std::move(source))
    {}

    [[nodiscard]] Result<bool> takePlain();
    [[nodiscard]] Result<bool> takeConfigMap();
    [[nodiscard]] bool takeText(const QString &key, const QString &text, const YamlPlace &place);
    void map(const QByteArray &inner, const YamlPlace &place);

    YamlText m_source;
    QList<Value> m_documents;
    QList<YamlPlaces> m_documentPlaces;
    Value m_value;
    YamlPlaces m_places;
    QString m_obstacle;
    QString m_configMapKey;
    QString m_configMapNamespace;
    bool m_hasByteOrderMark = false;
};

} // namespace chartroom
