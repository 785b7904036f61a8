// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_edit.h"

#include "core/versions/matrix_layout.h"
#include "core/versions/versions_tr.h"
#include "core/versions/yaml_span.h"

#include <algorithm>

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

/// The map with one value set, however deep.
Value withValue(const Value &root, const QStringList &path, const Value &value)
{
    if (path.isEmpty())
        return value;
    Value::Map map = root.map();
    map.insert(path.constFirst(), withValue(map.value(path.constFirst()), path.mid(1), value));
    return Value(map);
}

tl::unexpected<Error> refused(const QString &entry, const QString &name, const QString &why,
                              Error::Code code = Error::Code::Unsupported)
{
    return failure(
        code, VersionsTr::tr("%1 of %2 cannot be changed: %3. Change it manually.").arg(name, entry, why));
}

/// The document with one of its lines replaced; `line` counts from 0.
QByteArray withLine(const MatrixLayout &layout, int line, const QByteArray &replacement)
{
    const QByteArrayView old = layout.source().line(line);
    const QByteArray &whole = layout.source().text();
    const qsizetype start = old.data() - whole.constData();
    QByteArray text = whole.first(start) + replacement + whole.sliced(start + old.size());
    return layout.hasByteOrderMark() ? "\xef\xbb\xbf" + text : text;
}

int linesThatDiffer(const QByteArray &before, const QByteArray &after)
{
    const QList<QByteArray> old = before.split('\n');
    const QList<QByteArray> recent = after.split('\n');
    qsizetype start = 0;
    while (start < std::min(old.size(), recent.size()) && old.at(start) == recent.at(start))
        ++start;
    qsizetype end = 0;
    while (end < std::min(old.size(), recent.size()) - start &&
           old.at(old.size() - 1 - end) == recent.at(recent.size() - 1 - end))
        ++end;
    return int(std::max(old.size(), recent.size()) - start - end);
}

QByteArray lineEndOf(QByteArrayView line)
{
    return line.endsWith("\r\n") ? QByteArrayLiteral("\r\n") : QByteArrayLiteral("\n");
}

} // namespace

/// Reads back what was written, and takes it when it changed what it was to change and nothing else.
Result<void> MatrixEdit::take(const QByteArray &text, const MatrixChange &change, const QStringList &path)
{
    auto matrix = VersionMatrix::read(text);
    const Value written = matrix ? matrix->value().at(path) : Value();
    const bool isWritten = written.scalarText() == change.after && !written.isNull();
    const bool isAllElse = matrix && matrix->value() == withValue(m_matrix.value(), path, written);
    const bool isOneLine = linesThatDiffer(m_matrix.text(), text) <= 1;
    if (!isWritten || !isAllElse || !isOneLine)
        return refused(change.entry, change.name,
                       VersionsTr::tr("the change would reach beyond its line, as where an anchor is used"));
    m_matrix = *std::move(matrix);
    m_changes.append(change);
    return {};
}

Result<void> MatrixEdit::set(QStringView entry, const QStringList &path, const QString &text)
{
    const QString name = path.join(u'.');
    const QString entryName = entry.toString();
    const MatrixEntry *found = m_matrix.find(entry);
    const MatrixValue *value = found ? found->find(name) : nullptr;
    if (!value)
        return refused(entryName, name, VersionsTr::tr("it does not exist"), Error::Code::NotFound);
    if (value->text == text)
        return {};
    if (value->isInherited)
        return refused(entryName, name, VersionsTr::tr("its value comes from an alias or a merge"));
    const auto layout = MatrixLayout::read(m_matrix.text());
    if (!layout)
        return tl::make_unexpected(layout.error());
    if (!layout->obstacle().isEmpty())
        return failure(Error::Code::Unsupported, layout->obstacle());
    const QStringList whole = QStringList{entryName} + path;
    const YamlPlace *place = layout->find(whole);
    if (!place || place->kind != YamlPlace::Kind::Scalar)
        return refused(entryName, name, VersionsTr::tr("it is not a single text"));
    if (place->hasAnchor)
        return refused(entryName, name,
                       VersionsTr::tr("the value has an anchor, so other values may depend on it"));

    const QByteArrayView line = layout->source().line(place->line);
    const auto span = readYamlSpan(line, place->column, place->isFlow);
    if (!span)
        return refused(entryName, name, span.error().message, span.error().code);
    const auto scalar = writeYamlScalar(text, span->quotes, !value->isText);
    if (!scalar)
        return refused(entryName, name, scalar.error().message, scalar.error().code);
    const QByteArray edited =
        line.first(span->start).toByteArray() + *scalar + line.sliced(span->end).toByteArray();
    return take(withLine(*layout, place->line, edited), {entryName, name, value->text, text}, whole);
}

Result<void> MatrixEdit::add(QStringView entry, const QString &name, const QString &text)
{
    const QString entryName = entry.toString();
    const MatrixEntry *found = m_matrix.find(entry);
    if (!found)
        return refused(entryName, name, VersionsTr::tr("there is no such entry"), Error::Code::NotFound);
    if (found->find(name))
        return refused(entryName, name, VersionsTr::tr("it already exists"), Error::Code::Invalid);
    const auto layout = MatrixLayout::read(m_matrix.text());
    if (!layout)
        return tl::make_unexpected(layout.error());
    if (!layout->obstacle().isEmpty())
        return failure(Error::Code::Unsupported, layout->obstacle());

    const YamlPlace *last = nullptr; // behind the last component that has a line of its own
    for (const MatrixValue &value : found->components) {
        const YamlPlace *place = layout->find(QStringList{entryName} + value.path);
        if (place && value.path.size() == 1 && place->kind == YamlPlace::Kind::Scalar && !place->isFlow &&
            place->keyLine == place->line)
            last = place;
    }
    if (!last)
        return refused(entryName, name, VersionsTr::tr("no line shows how its entry is written"));
    const QByteArrayView line = layout->source().line(last->line);
    const auto span = readYamlSpan(line, last->column, false);
    if (!span)
        return refused(entryName, name, span.error().message, span.error().code);
    const auto key = writeYamlScalar(name, YamlSpan::Quotes::None);
    const auto scalar = writeYamlScalar(text, span->quotes);
    if (!key || !scalar)
        return refused(entryName, name, key ? scalar.error().message : key.error().message,
                       Error::Code::Invalid);
    const QByteArray end = lineEndOf(line);
    QByteArray both = line.toByteArray();
    const bool isLastLine = !both.endsWith('\n');
    both += (isLastLine ? end : QByteArray()) + line.first(last->keyColumn).toByteArray() + *key + ": " +
            *scalar + (isLastLine ? QByteArray() : end);
    return take(withLine(*layout, last->line, both), {entryName, name, {}, text}, {entryName, name});
}

Result<void> MatrixEdit::copyFrom(const MatrixEntry &from, QStringView to)
{
    const MatrixEntry *found = m_matrix.find(to);
    if (!found)
        return failure(Error::Code::NotFound, VersionsTr::tr("The matrix has no entry %1.").arg(to));
    const MatrixEntry before = *found;
    MatrixEdit edit = *this;
    for (const MatrixValue &value : from.components) {
        const bool isThere = before.find(value.name()) != nullptr;
        if (!isThere && value.path.size() > 1)
            return refused(before.name, value.name(),
                           VersionsTr::tr("it does not exist, and its entry is a map"));
        const Result<void> done = isThere ? edit.set(to, value.path, value.text)
                                          : edit.add(to, value.path.constFirst(), value.text);
        if (!done)
            return done;
    }
    QStringList kept;
    for (const MatrixValue &value : before.components) {
        if (!from.find(value.name()))
            kept.append(value.name());
    }
    if (!kept.isEmpty())
        edit.note(VersionsTr::tr("%1 does not list %2, so %3 keeps its version.")
                      .arg(from.name, kept.join(u", "_s), before.name));
    *this = std::move(edit);
    return {};
}

} // namespace chartroom
