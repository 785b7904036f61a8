// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/known_changes.h"

#include "core/base/masked.h"
#include "core/diff/value_diff.h"
#include "core/helm/helm_tr.h"
#include "core/secrets/masked_text.h"
#include "core/secrets/masked_values.h"

#include <QSet>

namespace chartroom {

namespace {

bool isMasked(const Value &value)
{
    return value.kind() == Value::Kind::String && value.toString().contains(dots);
}

void collect(const Value &value, const ValuePath &path, QStringList &masked)
{
    if (value.isMap())
        for (auto it = value.map().cbegin(); it != value.map().cend(); ++it)
            collect(*it, path + ValuePath{{PathStep::Kind::Key, it.key(), 0}}, masked);
    else if (value.isList())
        for (qsizetype i = 0; i < value.list().size(); ++i)
            collect(value.list()[i], path + ValuePath{{PathStep::Kind::Index, {}, i}}, masked);
    else if (isMasked(value))
        masked.append(pathText(path));
}

} // namespace

KnownChanges knownChanges(const Value &before, const Value &after)
{
    KnownChanges known;
    for (const ValueChange &change : changedSettings(before, after)) {
        const bool isUnknown =
            change.kind == ValueChange::Kind::Changed && (isMasked(change.before) || isMasked(change.after));
        if (isUnknown)
            known.unknown.append(change.path);
        else
            known.changes.append(change);
    }
    QStringList masked;
    collect(before, {}, masked);
    const QSet<QString> earlier(masked.cbegin(), masked.cend());
    masked.clear();
    collect(after, {}, masked);
    for (const QString &path : std::as_const(masked))
        if (earlier.contains(path) && !known.unknown.contains(path))
            known.unknown.append(path);
    return known;
}

QString unknownPathsText(const QStringList &paths)
{
    constexpr qsizetype most = 5;
    QStringList shown;
    for (const QString &path : paths.mid(0, most))
        shown.append(maskedPath(path));
    const QString list = shown.join(QStringLiteral(", "));
    return paths.size() > most ? HelmTr::tr("unknown for %1 and more").arg(list)
                               : HelmTr::tr("unknown for %1").arg(list);
}

} // namespace chartroom
