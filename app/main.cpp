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

namespace {

using namespace chartroom;

QStringList argumentsOf(int argc, char **argv)
{
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    return arguments;
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
        return runHeadless(argc, argv, *invocation, paperPrinting());
    return runWindow(*invocation, argc, argv);
}
