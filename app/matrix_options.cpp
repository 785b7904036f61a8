// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/matrix_options.h"

#include "app/command_line_tr.h"
#include "app/option_setters.h"

namespace chartroom {

namespace {

bool addMatrixReason(Invocation &invocation, const QString &text)
{
    invocation.reasons.append(text);
    return text.indexOf(u'=') > 0 && !text.section(u'=', 1).trimmed().isEmpty();
}

} // namespace

QList<CommandOption> matrixOptions()
{
    const QList<VerbName> versions{VerbName::Versions};
    return {
        {QStringLiteral("from"),
         {},
         QStringLiteral("ENTRY"),
         versions,
         CommandLineTr::tr("diff: ENTRY, ENTRY@REVISION or @REVISION; current_production when not given"),
         textOf(&Invocation::fromText)},
        {QStringLiteral("to"),
         {},
         QStringLiteral("ENTRY"),
         versions,
         CommandLineTr::tr(
             "diff: with what, canary_testing when not given; rollback: a REVISION, such as a tag"),
         textOf(&Invocation::toText)},
        {QStringLiteral("evidence"),
         {},
         QStringLiteral("TEXT"),
         versions,
         CommandLineTr::tr("promote, rollback: a line for the commit's message; several are allowed"),
         textsOf(&Invocation::evidence)},
        {QStringLiteral("tag"),
         {},
         QStringLiteral("NAME"),
         versions,
         CommandLineTr::tr("promote, rollback: the tag; a promotion's is vYYYY-MM-stable when not given"),
         textOf(&Invocation::tag)},
        {QStringLiteral("no-tag"),
         {},
         {},
         versions,
         CommandLineTr::tr("promote: no tag"),
         switchOf(&Invocation::noTag)},
        {QStringLiteral("reason"),
         {},
         QStringLiteral("KIND=TEXT"),
         versions,
         CommandLineTr::tr(
             "promote: reason for overriding that gate or kind of problem; several are allowed"),
         addMatrixReason},
        {QStringLiteral("take-over"),
         {},
         {},
         versions,
         CommandLineTr::tr("promote, rollback: take the ConfigMap's key from another manager"),
         switchOf(&Invocation::takesOver)},
        {QStringLiteral("yes"),
         {},
         {},
         versions,
         CommandLineTr::tr("promote, rollback: write it"),
         switchOf(&Invocation::yes)},
    };
}

QString versionsMistake(const Invocation &given)
{
    if (given.verb != VerbName::Versions)
        return {};
    const bool isWriting = given.action == u"promote" || given.action == u"rollback";
    if (given.action != u"audit" && given.action != u"init" && given.action != u"diff" && !isWriting)
        return CommandLineTr::tr("There is no versions %1; say audit, init, diff, promote or rollback.")
            .arg(given.action);
    if (given.action == u"init" && (given.format || !given.matrix.isEmpty() || !given.entry.isEmpty()))
        return CommandLineTr::tr("versions init prints a matrix: leave out -o, --matrix and --entry.");
    if (given.action != u"audit" && given.format == OutputFormat::JUnit)
        return CommandLineTr::tr("Only an audit of versions is printed as junit.");
    const bool hasWish = given.yes || given.noTag || given.takesOver || !given.tag.isEmpty() ||
                         !given.evidence.isEmpty() || !given.reasons.isEmpty();
    if (hasWish && !isWriting)
        return CommandLineTr::tr("versions %1 only reads: leave out what is for promote and rollback.")
            .arg(given.action);
    if (!given.tag.isEmpty() && given.noTag)
        return CommandLineTr::tr("--tag and --no-tag exclude each other.");
    const bool isRollback = given.action == u"rollback";
    if (given.action != u"diff" && (!given.fromText.isEmpty() || (!given.toText.isEmpty() && !isRollback)))
        return CommandLineTr::tr("--from and --to are for versions diff, --to for versions rollback, too.");
    return {};
}

} // namespace chartroom
