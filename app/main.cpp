// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exit_code.h"
#include "app/headless.h"
#include "app/invocation.h"
#include "app/paper.h"
#include "app/process_hardening.h"
#include "app/window.h"

#include <QStringList>

#include <cstdio>
#include <cstdlib>

namespace {

using namespace chartroom;

QStringList argumentsOf(int argc, char **argv)
{
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    return arguments;
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
    const Result<Invocation> invocation = parseInvocation(argumentsOf(argc, argv));
    if (!invocation) {
        std::fprintf(stderr, "chartroom: %s\n", qUtf8Printable(invocation.error().message));
        return WrongUsage;
    }
    if (invocation->help || invocation->version) {
        const QString text = invocation->help ? helpText(invocation->verb)
                                              : QStringLiteral("chartroom " CHARTROOM_VERSION "\n");
        std::fputs(qUtf8Printable(text), stdout);
        return Done;
    }
    if (invocation->verb != VerbName::Window)
        leave(runHeadless(argc, argv, *invocation, paperPrinting()));
    leave(runWindow(*invocation, argc, argv));
}
