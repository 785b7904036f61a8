// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix.h"

#include "core/versions/matrix_layout.h"
#include "core/versions/matrix_schema.h"

#include <QMap>

#include <algorithm>

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

/// What an entry says besides versions.
bool isNote(const QString &key)
{
    static const QStringList notes{
        u"status"_s,       u"deployed"_s,    u"notes"_s,       u"note"_s,          u"canary_node"_s,
        u"canary_nodes"_s, u"target_date"_s, u"tested"_s,      u"tested_by"_s,     u"last_tested"_s,
        u"owner"_s,        u"tag"_s,         u"git_tag"_s,     u"ticket"_s,        u"reason"_s,
        u"description"_s,  u"comment"_s,     u"promoted"_s,    u"date"_s,          u"evidence"_s,
        u"bake"_s,         u"bake_hours"_s,  u"approved_by"_s, u"release_notes"_s,
    };
    return notes.contains(key);
}

QString listText(const Value::List &list)
{
    QStringList texts;
    for (const Value &element : list)
        texts.append(element.scalarText());
    return texts.join(u", "_s);
}

} // namespace

/// Turns the layout of a document into its entries.
class MatrixReader
{
public:
    explicit MatrixReader(MatrixLayout layout)
        : m_layout(std::move(layout))
    {
        for (qsizetype i = 0; i < m_layout.places().size(); ++i)
            m_order.insert(m_layout.places().at(i).path, i);
    }

    [[nodiscard]] VersionMatrix read(const QByteArray &text) const
    {
        VersionMatrix matrix;
        matrix.m_text = text;
        matrix.m_value = m_layout.value();
        matrix.m_configMapKey = m_layout.configMapKey();
        matrix.m_configMapNamespace = m_layout.configMapNamespace();
        for (const QString &name : keysInOrder({})) {
            if (!m_layout.value().at({name}).isMap())
                continue;
            MatrixEntry entry;
            entry.name = name;
            entry.place = keyPlace({name});
            collect({name}, entry, m_layout.find({name}) == nullptr || isAlias({name}));
            matrix.m_entries.append(entry);
        }
        matrix.m_problems = schemaProblems(m_layout);
        return matrix;
    }

private:
    /// As they are written; merged ones after them.
    [[nodiscard]] QStringList keysInOrder(const QStringList &path) const
    {
        QStringList keys = m_layout.value().at(path).map().keys();
        const auto rank = [this, &path](const QString &key) {
            return m_order.value(path + QStringList{key}, m_order.size());
        };
        std::stable_sort(keys.begin(), keys.end(),
                         [&rank](const QString &a, const QString &b) { return rank(a) < rank(b); });
        return keys;
    }

    [[nodiscard]] bool isAlias(const QStringList &path) const
    {
        const YamlPlace *place = m_layout.find(path);
        return place && place->kind == YamlPlace::Kind::Alias;
    }

    [[nodiscard]] MatrixPlace keyPlace(const QStringList &path) const
    {
        const YamlPlace *place = m_layout.find(path);
        if (!place)
            return {};
        return place->keyLine < 0 ? m_layout.shownPlace(*place)
                                  : m_layout.shownPlace(place->keyLine, place->keyColumn);
    }

    /// Of what is merged: where that is asked for.
    [[nodiscard]] MatrixPlace valuePlace(const QStringList &path) const
    {
        for (QStringList above = path; !above.isEmpty(); above.removeLast()) {
            if (const YamlPlace *place = m_layout.find(above))
                return m_layout.shownPlace(*place);
            QStringList merge = above;
            merge.last() = u"<<"_s;
            if (const YamlPlace *place = m_layout.find(merge))
                return m_layout.shownPlace(*place);
        }
        return {};
    }

    void collect(const QStringList &path, MatrixEntry &entry, bool isInherited) const
    {
        const bool isNoted = path.size() > 1 && isNote(path.at(1));
        for (const QString &key : keysInOrder(path)) {
            const QStringList below = path + QStringList{key};
            const Value value = m_layout.value().at(below);
            const bool isElsewhere = isInherited || !m_order.contains(below) || isAlias(below);
            if (value.isMap() && !value.map().isEmpty()) {
                collect(below, entry, isElsewhere);
                continue;
            }
            MatrixValue read;
            read.path = below.mid(1);
            read.text = value.isList()   ? listText(value.list())
                        : value.isNull() ? QString()
                                         : value.scalarText();
            read.place = valuePlace(below);
            read.isInherited = isElsewhere;
            read.isText = value.isString();
            (isNoted || (path.size() == 1 && isNote(key)) ? entry.notes : entry.components).append(read);
        }
    }

    MatrixLayout m_layout;
    QMap<QStringList, qsizetype> m_order; ///< places by their path
};

const MatrixValue *MatrixEntry::find(QStringView wanted) const
{
    for (const QList<MatrixValue> *values : {&components, &notes}) {
        for (const MatrixValue &value : *values) {
            if (value.name() == wanted)
                return &value;
        }
    }
    return nullptr;
}

QString MatrixEntry::text(QStringView wanted) const
{
    const MatrixValue *value = find(wanted);
    return value ? value->text : QString();
}

QStringList MatrixEntry::canaryNodes() const
{
    QStringList nodes;
    for (const QStringView note : {QStringView(u"canary_node"), QStringView(u"canary_nodes")})
        for (const QString &node : text(note).split(u',', Qt::SkipEmptyParts))
            nodes << node.trimmed();
    return nodes;
}

Result<VersionMatrix> VersionMatrix::read(const QByteArray &text)
{
    auto layout = MatrixLayout::read(text);
    if (!layout)
        return tl::make_unexpected(layout.error());
    return MatrixReader(*std::move(layout)).read(text);
}

const MatrixEntry *VersionMatrix::find(QStringView entry) const
{
    const auto found = std::find_if(m_entries.cbegin(), m_entries.cend(),
                                    [entry](const MatrixEntry &e) { return e.name == entry; });
    return found == m_entries.cend() ? nullptr : &*found;
}

MatrixIndex::MatrixIndex(const MatrixEntry &entry)
{
    for (const QList<MatrixValue> *values : {&entry.components, &entry.notes})
        for (const MatrixValue &value : *values)
            if (const QString name = value.name(); !m_values.contains(name))
                m_values.insert(name, &value);
}

QList<MatrixDifference> matrixDifferences(const MatrixEntry &before, const MatrixEntry &after, bool withNotes)
{
    QList<MatrixDifference> differences;
    const MatrixIndex old(before);
    const MatrixIndex recent(after);
    const auto compareLists = [&](const QList<MatrixValue> &theirs, const QList<MatrixValue> &ours) {
        for (const MatrixValue &value : theirs) {
            const MatrixValue *now = recent.find(value.name());
            if (!now || now->text != value.text)
                differences.append(
                    {value.name(), value.text, now ? now->text : QString(), now ? now->place : value.place});
        }
        for (const MatrixValue &value : ours) {
            if (!old.find(value.name()))
                differences.append({value.name(), {}, value.text, value.place});
        }
    };
    compareLists(before.components, after.components);
    if (withNotes)
        compareLists(before.notes, after.notes);
    return differences;
}

} // namespace chartroom
