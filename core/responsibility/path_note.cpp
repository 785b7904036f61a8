// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/path_note.h"

#include "core/responsibility/rules.h"
#include "core/responsibility/user_file.h"
#include "core/secrets/value_path.h"

#include <QCoreApplication>

namespace chartroom {

namespace {

QString noteText(const char *text)
{
    return QCoreApplication::translate("PathNote", text);
}

Result<qsizetype> notesIn(const QByteArray &file, const ResponsibilityRules &model)
{
    const Result<ResponsibilityRules> rules = model.overriddenBy(file, QStringLiteral("responsibility.yaml"));
    if (!rules)
        return tl::make_unexpected(rules.error());
    return rules->pathNotes().size();
}

} // namespace

Result<QByteArray> withPathNote(const QByteArray &file, const PathNote &note)
{
    for (const QString &needed : {note.cluster, note.namespaceName, note.release, note.author})
        if (needed.trimmed().isEmpty() || !note.date.isValid())
            return failure(Error::Code::Invalid,
                           noteText("A note needs a cluster, a release, a path, an author and a date."));
    if (const auto path = readPath(note.path); !path || path->isEmpty())
        return failure(Error::Code::Invalid,
                       noteText("\"%1\" is no path of a value.").arg(note.path.left(80)));
    const Result<ResponsibilityRules> model = ResponsibilityRules::bundled();
    if (!model)
        return tl::make_unexpected(model.error());
    const Result<qsizetype> before = notesIn(file, *model);
    if (!before)
        return tl::make_unexpected(before.error());
    const QByteArray text = withUserFileItem(file, "pathNotes",
                                             {{"cluster", note.cluster},
                                              {"namespace", note.namespaceName},
                                              {"release", note.release},
                                              {"path", note.path},
                                              {"text", note.text},
                                              {"author", note.author},
                                              {"date", note.date.toUTC().toString(Qt::ISODate)}});
    const Result<qsizetype> after = notesIn(text, *model);
    if (!after || *after != *before + 1)
        return failure(
            Error::Code::Invalid,
            noteText(
                "The note was not added, because `pathNotes` in responsibility.yaml is not a plain list with "
                "one item a line; write it as one and try again."),
            after ? QString() : after.error().message);
    return text;
}

Result<void> recordPathNote(const QString &path, const PathNote &note)
{
    return changeUserFile(path, [&](const QByteArray &file) { return withPathNote(file, note); });
}

} // namespace chartroom
