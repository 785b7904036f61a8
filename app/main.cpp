// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/completion.h"
#include "app/exit_code.h"
#include "app/folded_text.h"
#include "app/headless.h"
#include "app/helm_environment.h"
#include "app/help_text.h"
#include "app/invocation.h"
#include "app/manual_page.h"
#include "app/paper.h"
#include "app/process_hardening.h"
#include "app/terminal_width.h"
#include "app/window.h"

#include <QStringList>

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace {

using namespace chartroom;

QStringList argumentsOf(int argc, char **argv)
{
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    return arguments;
}

/// What needs no cluster and no application; "" for another verb.
QString textAboutItself(const Invocation &invocation)
{
    if (invocation.help)
        return helpText(invocation.verb, terminalWidth(STDOUT_FILENO));
    if (invocation.version || invocation.verb == VerbName::Version)
        return QStringLiteral("chartroom " CHARTROOM_VERSION "\n");
    switch (invocation.verb) {
    case VerbName::Completion:
        return completionScript(invocation.action);
    case VerbName::Man:
        return manualPage();
    default:
        return {};
    }
}

/// Ends the process without taking its statics down: all that is ours is gone by now, and a thread of Qt's
/// that has ended a moment ago may still be at its own last steps in OpenSSL and Qt, which exit() would take
/// from it.
[[noreturn]] void leave(int code)
{
    std::fflush(nullptr);
    std::quick_exit(code);
}

} // namespace

int main(int argc, char **argv)
{
    hardenProcess();
    Result<Invocation> invocation = parseInvocation(argumentsOf(argc, argv));
    if (!invocation) {
        const QString text = QStringLiteral("chartroom: %1\n").arg(invocation.error().message);
        std::fputs(qUtf8Printable(foldedText(text, terminalWidth(STDERR_FILENO))), stderr);
        return WrongUsage;
    }
    if (const QString text = textAboutItself(*invocation); !text.isEmpty()) {
        std::fputs(qUtf8Printable(text), stdout);
        return std::fflush(stdout) == 0 ? Done : NotDone;
    }
    takeHelmEnvironment(*invocation);
    if (invocation->verb != VerbName::Window)
        leave(runHeadless(argc, argv, *invocation, paperPrinting()));
    leave(runWindow(*invocation, argc, argv));
}
