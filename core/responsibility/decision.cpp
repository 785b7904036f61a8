// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/decision.h"

#include "core/responsibility/rules.h"
#include "core/responsibility/user_file.h"

#include <QCoreApplication>

namespace chartroom {

namespace {

QString decisionText(const char *text)
{
    return QCoreApplication::translate("Decision", text);
}

Result<qsizetype> decisionsIn(const QByteArray &file, const ResponsibilityRules &model)
{
    const Result<ResponsibilityRules> rules = model.overriddenBy(file, QStringLiteral("responsibility.yaml"));
    if (!rules)
        return tl::make_unexpected(rules.error());
    return rules->decisions().size();
}

} // namespace

QString verdictText(Decision::Verdict verdict)
{
    switch (verdict) {
    case Decision::Verdict::Crusoe:
        return QStringLiteral("crusoe");
    case Decision::Verdict::Shared:
        return QStringLiteral("shared");
    case Decision::Verdict::Customer:
        return QStringLiteral("customer");
    case Decision::Verdict::Diverged:
        return QStringLiteral("diverged");
    case Decision::Verdict::Withdrawn:
        break;
    }
    return QStringLiteral("withdrawn");
}

Result<QByteArray> withDecision(const QByteArray &file, const Decision &decision)
{
    for (const QString &needed :
         {decision.cluster, decision.namespaceName, decision.release, decision.reason, decision.author}) {
        if (needed.trimmed().isEmpty() || !decision.date.isValid())
            return failure(
                Error::Code::Invalid,
                decisionText("A decision needs a cluster, a release, a reason, an author and a date."));
    }
    const Result<ResponsibilityRules> model = ResponsibilityRules::bundled();
    if (!model)
        return tl::make_unexpected(model.error());
    const Result<qsizetype> before = decisionsIn(file, *model);
    if (!before)
        return tl::make_unexpected(before.error());
    const QByteArray text = withUserFileItem(file, "decisions",
                                             {{"cluster", decision.cluster},
                                              {"namespace", decision.namespaceName},
                                              {"release", decision.release},
                                              {"verdict", verdictText(decision.verdict)},
                                              {"reason", decision.reason},
                                              {"author", decision.author},
                                              {"date", decision.date.toUTC().toString(Qt::ISODate)}});
    const Result<qsizetype> after = decisionsIn(text, *model);
    if (!after || *after != *before + 1)
        return failure(
            Error::Code::Invalid,
            decisionText(
                "The decision was not added, because `decisions` in responsibility.yaml is not a plain list "
                "with one item a line; write it as one and try again."),
            after ? QString() : after.error().message);
    return text;
}

Result<void> recordDecision(const QString &path, const Decision &decision)
{
    return changeUserFile(path, [&](const QByteArray &file) { return withDecision(file, decision); });
}

} // namespace chartroom
