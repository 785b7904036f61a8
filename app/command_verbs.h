// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/invocation.h"

#include <QList>

namespace chartroom {

/// One verb as its help, the man page and completion tell of it. Texts are whole paragraphs without line
/// breaks, parted by an empty line.
struct CommandVerb
{
    VerbName verb = VerbName::Window;
    QString name;    ///< "" for the window
    QString words;   ///< what follows the name in the list of verbs
    QString summary; ///< the rest of that line, no full stop
    QStringList usage;
    QString about;
    QStringList examples;  ///< command lines that are read without a mistake
    QStringList choices{}; ///< that its first word is one of; empty: any
};

/// In the order in which they are listed, the window first.
[[nodiscard]] const QList<CommandVerb> &commandVerbs();
[[nodiscard]] const CommandVerb &commandVerb(VerbName verb);
/// Null when it is none.
[[nodiscard]] const CommandVerb *findCommandVerb(const QString &name);

/// How tables fit the terminal.
[[nodiscard]] QString tablesText();

/// What the program's end says to a script, see ExitCode.
[[nodiscard]] QString exitStatusText();

} // namespace chartroom
