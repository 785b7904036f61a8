// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_source.h"

#include "app/command_line_tr.h"
#include "core/base/moments.h"

namespace chartroom {

Result<std::chrono::milliseconds> playMoment(const QString &text, const Recording &recording)
{
    if (text.isEmpty())
        return recording.duration();
    std::chrono::milliseconds at{0};
    if (const auto length = parseDuration(text)) {
        at = *length;
    } else {
        const QDateTime time = QDateTime::fromString(text, Qt::ISODateWithMs);
        if (!time.isValid() || time.timeSpec() == Qt::LocalTime)
            return failure(Error::Code::Invalid,
                           CommandLineTr::tr(
                               "--at cannot be \"%1\": give a length of time such as 73s or 1m13s, or a UTC "
                               "time such as 2026-11-21T03:32:17Z.")
                               .arg(text));
        at = timeBetween(recording.header.start, time);
    }
    if (at.count() < 0 || at > recording.duration())
        return failure(Error::Code::Invalid,
                       CommandLineTr::tr("--at %1 lies outside of the recording, which lasts %2 s.")
                           .arg(text)
                           .arg(recording.duration().count() / 1000));
    return at;
}

Result<QList<KubeContext>> chosenContexts(const Invocation &invocation, const Kubeconfig &kubeconfig)
{
    if (kubeconfig.contexts.isEmpty())
        return failure(
            Error::Code::Unreachable,
            CommandLineTr::tr(
                "There is no context to connect to: no kubeconfig was found or it is empty. Give one "
                "with --kubeconfig, or a recording with --recording."));
    if (invocation.allContexts)
        return kubeconfig.contexts;
    QStringList names = invocation.contexts;
    if (names.isEmpty() && kubeconfig.currentContext.isEmpty())
        return failure(
            Error::Code::Invalid,
            CommandLineTr::tr("The kubeconfig has no current context. Choose one with --context."));
    if (names.isEmpty())
        names << kubeconfig.currentContext;
    QList<KubeContext> chosen;
    for (const QString &name : std::as_const(names)) {
        const KubeContext *context = kubeconfig.find(name);
        if (!context)
            return failure(Error::Code::Invalid,
                           CommandLineTr::tr("There is no context %1. See chartroom contexts.").arg(name));
        chosen.append(*context);
    }
    return chosen;
}

} // namespace chartroom
