// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contexts_printout.h"

#include "core/secrets/masked_text.h"

#include <QUrl>

namespace chartroom {

namespace {

/// A proxy's address may hold a password.
QString withoutUser(const QString &server)
{
    const QUrl url(server);
    return url.userInfo().isEmpty() ? server : url.toString(QUrl::RemoveUserInfo);
}

} // namespace

QString authText(AuthKind kind)
{
    switch (kind) {
    case AuthKind::ClientCertificate:
        return QStringLiteral("clientCertificate");
    case AuthKind::Token:
        return QStringLiteral("token");
    case AuthKind::TokenFile:
        return QStringLiteral("tokenFile");
    case AuthKind::Basic:
        return QStringLiteral("basic");
    case AuthKind::Exec:
        return QStringLiteral("exec");
    case AuthKind::AuthProvider:
        return QStringLiteral("authProvider");
    case AuthKind::None:
        break;
    }
    return QStringLiteral("none");
}

Printout contextsPrintout(const Kubeconfig &kubeconfig)
{
    Printout printout;
    using Fit = Column::Fit;
    printout.columns = {{QStringLiteral("CURRENT")},
                        {QStringLiteral("CONTEXT"), 0, Fit::Cut, 30},
                        {QStringLiteral("CLUSTER"), 4, Fit::Cut, 16},
                        {QStringLiteral("SERVER"), 0, Fit::Cut, 24},
                        {QStringLiteral("NAMESPACE"), 2, Fit::Cut, 12},
                        {QStringLiteral("USER"), 3, Fit::Cut, 16},
                        {QStringLiteral("AUTH"), 1},
                        {QStringLiteral("PROBLEM"), 1, Fit::Below, 10}};
    Value::List list;
    for (const KubeContext &context : kubeconfig.contexts) {
        const QString server = withoutUser(context.clusterEntry.server);
        const QString auth = authText(context.authKind());
        list.append(Value(Value::Map{
            {QStringLiteral("context"), Value(context.name)},
            {QStringLiteral("cluster"), textOrNull(context.cluster)},
            {QStringLiteral("server"), textOrNull(server)},
            {QStringLiteral("namespace"), textOrNull(context.namespaceName)},
            {QStringLiteral("user"), textOrNull(context.user)},
            {QStringLiteral("auth"), Value(auth)},
            {QStringLiteral("current"), Value(context.current)},
            {QStringLiteral("problem"), textOrNull(maskedText(context.problem))},
        }));
        printout.rows.append({context.current ? QStringLiteral("*") : QString(), context.name,
                              context.cluster, server, context.namespaceName, context.user, auth,
                              maskedText(context.problem)});
    }
    printout.data = Value(list);
    return printout;
}

} // namespace chartroom
