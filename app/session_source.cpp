// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_source.h"

#include "app/command_line_tr.h"
#include "core/base/moments.h"
#include "core/base/short_list.h"

#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

namespace {

QStringList namesOf(const QList<KubeContext> &contexts)
{
    QStringList names;
    for (const KubeContext &context : contexts)
        names << context.name;
    return names;
}

/// *, ? and [...] as in the shell, but a slash in a context's name is a letter as any other.
QRegularExpression patternOf(const QString &text)
{
    QString pattern = QRegularExpression::wildcardToRegularExpression(
        text, QRegularExpression::UnanchoredWildcardConversion);
    pattern.replace(QStringLiteral("[^/]"), QStringLiteral("."));
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern),
                              QRegularExpression::DotMatchesEverythingOption);
}

} // namespace

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
    const auto choose = [&chosen](const KubeContext &context) {
        if (std::none_of(chosen.cbegin(), chosen.cend(),
                         [&context](const KubeContext &other) { return other.name == context.name; }))
            chosen.append(context);
    };
    for (const QString &name : std::as_const(names)) {
        if (const KubeContext *context = kubeconfig.find(name)) {
            choose(*context);
            continue;
        }
        if (!isContextPattern(name))
            return failure(Error::Code::Invalid,
                           CommandLineTr::tr("There is no context %1. See chartroom contexts.").arg(name));
        const QRegularExpression pattern = patternOf(name);
        bool isMatched = false;
        for (const KubeContext &context : kubeconfig.contexts) {
            if (!pattern.match(context.name).hasMatch())
                continue;
            isMatched = true;
            choose(context);
        }
        if (!isMatched)
            return failure(Error::Code::Invalid,
                           CommandLineTr::tr("No context matches %1. See chartroom contexts.").arg(name));
    }
    if (chosen.size() > 1 && !invocation.isForSeveral())
        return failure(Error::Code::Invalid,
                       CommandLineTr::tr("%1 matches several contexts, and this takes one: %2.")
                           .arg(names.first(), shortList(namesOf(chosen))));
    return chosen;
}

} // namespace chartroom
