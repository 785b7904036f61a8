// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/value.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QStringList>

namespace chartroom {

/// Where something stands in the document, from 1; columns in characters. 0 for what stands nowhere.
struct MatrixPlace
{
    int line = 0;
    int column = 0;
    friend bool operator==(const MatrixPlace &, const MatrixPlace &) = default;
};

/// One value of an entry: a component's version, or a note such as its status.
struct MatrixValue
{
    QStringList path; ///< below the entry: gpu_operator, or firmware and cx7
    QString text;     ///< as it is written, without quotes
    MatrixPlace place;
    bool isInherited = false; ///< by a merge key or an alias: it stands elsewhere
    bool isText = true;       ///< false where YAML reads a number, a bool or nothing

    /// gpu_operator, firmware.cx7.
    [[nodiscard]] QString name() const { return path.join(QLatin1Char('.')); }
    friend bool operator==(const MatrixValue &, const MatrixValue &) = default;
};

/// A column of the matrix: current_production, canary_testing, next_planned, rollback, or one of a team's
/// own.
struct MatrixEntry
{
    QString name;
    MatrixPlace place;
    QList<MatrixValue> components; ///< in the order written, unknown ones too
    QList<MatrixValue> notes;      ///< status, deployed, canary_node, target_date, notes and the like

    /// Of the components and the notes, by its name; null when there is none.
    [[nodiscard]] const MatrixValue *find(QStringView name) const;
    /// Its text, "" when there is none.
    [[nodiscard]] QString text(QStringView name) const;
    /// Those that go first: canary_node or canary_nodes.
    [[nodiscard]] QStringList canaryNodes() const;
};

enum class MatrixSeverity {
    Error,   ///< cannot be as it is written: a version that never was, a broken rule
    Warning, ///< is likely not meant
    Remark,  ///< worth knowing
};

/// Something wrong with the document, at its place.
struct MatrixProblem
{
    MatrixSeverity severity = MatrixSeverity::Error;
    QString kind; ///< stable, for programs: notText, unknownVersion, skippedMajor, ...
    QString text; ///< one sentence
    QString entry;
    QString component; ///< its name, "" where it is about the entry
    MatrixPlace place;
};

/// The matrix of versions that a GPU cluster's team keeps, as it was read: a value. The document is plain
/// YAML with one map an entry, or a ConfigMap manifest with such YAML in one of its keys.
class VersionMatrix
{
public:
    static constexpr QStringView production = u"current_production";
    static constexpr QStringView canary = u"canary_testing";
    static constexpr QStringView planned = u"next_planned";
    static constexpr QStringView rollback = u"rollback";

    VersionMatrix() = default;
    /// Errors: Invalid with line and column, TooLarge, and Invalid for a document without any entry.
    [[nodiscard]] static Result<VersionMatrix> read(const QByteArray &text);

    /// In the order written.
    [[nodiscard]] const QList<MatrixEntry> &entries() const { return m_entries; }
    [[nodiscard]] const MatrixEntry *find(QStringView entry) const;
    /// What the document is wrong in by itself: the schema, its types. matrixRules() knows more.
    [[nodiscard]] const QList<MatrixProblem> &problems() const { return m_problems; }

    /// The bytes it was read from.
    [[nodiscard]] const QByteArray &text() const { return m_text; }
    /// Of a ConfigMap manifest the key whose text is the matrix, "" for plain YAML.
    [[nodiscard]] const QString &configMapKey() const { return m_configMapKey; }
    /// Of a ConfigMap manifest its namespace, "" where it names none.
    [[nodiscard]] const QString &configMapNamespace() const { return m_configMapNamespace; }
    /// The whole of it, entries and what else stands beside them.
    [[nodiscard]] const Value &value() const { return m_value; }

private:
    friend class MatrixReader;

    QByteArray m_text;
    QString m_configMapKey;
    QString m_configMapNamespace;
    Value m_value;
    QList<MatrixEntry> m_entries;
    QList<MatrixProblem> m_problems;
};

/// Finds the values of one entry by their names, each time at once. The entry outlives it.
class MatrixIndex
{
public:
    explicit MatrixIndex(const MatrixEntry &entry);
    /// As MatrixEntry::find().
    [[nodiscard]] const MatrixValue *find(const QString &name) const { return m_values.value(name); }

private:
    QHash<QString, const MatrixValue *> m_values;
};

/// One component that two entries, or two revisions of one, do not have alike.
struct MatrixDifference
{
    QString name;
    QString before; ///< "" where it is missing
    QString after;
    MatrixPlace place; ///< of the second, else of the first
};

/// In the order of the first, then what only the second has; spelling alone counts, too. `withNotes`: the
/// notes as well.
[[nodiscard]] QList<MatrixDifference> matrixDifferences(const MatrixEntry &before, const MatrixEntry &after,
                                                        bool withNotes = false);

} // namespace chartroom
