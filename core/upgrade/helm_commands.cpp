// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/helm_commands.h"

#include "core/upgrade/helm_process.h"
#include "core/upgrade/release_truth.h"

#include <QDir>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int helmDefaultHistory = 10; // pkg/cli/environment.go, defaultMaxHistory

CommandLine commandOf(const HelmAccess &access, const HelmRun &run, const ReleaseKey &release,
                      const QStringList &arguments)
{
    CommandLine command;
    command.program = access.program;
    command.arguments = arguments;
    command.arguments << QStringLiteral("--namespace") << release.namespaceName << QStringLiteral("--timeout")
                      << QStringLiteral("%1s").arg(run.timeout.count()) << QStringLiteral("--history-max")
                      << QString::number(run.historyMax) << QStringLiteral("--kube-context")
                      << access.context;
    command.environment = {{QStringLiteral("KUBECONFIG"), access.kubeconfigs.join(QDir::listSeparator())},
                           {QStringLiteral("HELM_DRIVER"), release.storage == ReleaseStorage::ConfigMap
                                                               ? QStringLiteral("configmap")
                                                               : QStringLiteral("secret")},
                           {operationVariable.toString(), run.operation}};
    command.maxOutput = 4 * 1024 * 1024; // is told; the rest is in the operation's folder
    return command;
}

} // namespace

CommandLine upgradeCommand(const HelmAccess &access, const HelmRun &run, const UpgradeDraft &draft,
                           const QString &archive, const QString &valuesFile)
{
    QStringList arguments{QStringLiteral("upgrade"), draft.release.name, archive,
                          strategyFlag(draft.strategy)};
    if (!valuesFile.isEmpty())
        arguments << QStringLiteral("--values") << valuesFile;
    arguments << QStringLiteral("--labels") << operationLabel.toString() + u'=' + run.operation;
    return commandOf(access, run, draft.release, arguments);
}

CommandLine rollbackCommand(const HelmAccess &access, const HelmRun &run, const ReleaseKey &release,
                            int toRevision)
{
    return commandOf(access, run, release,
                     {QStringLiteral("rollback"), release.name, QString::number(toRevision)});
}

int keptHistory(qsizetype stored, const QString &environment)
{
    bool isNumber = false;
    const int wished = environment.toInt(&isNumber);
    const int limit = isNumber ? wished : helmDefaultHistory;
    return limit <= 0 ? 0 : qMax(limit, int(stored));
}

QList<int> removedRevisions(const QList<RevisionEntry> &revisions, int historyMax)
{
    QList<int> removed;
    if (historyMax <= 0)
        return removed;
    const auto deployed = std::find_if(revisions.cbegin(), revisions.cend(),
                                       [](const RevisionEntry &one) { return one.isLabelledDeployed(); });
    const int kept = deployed == revisions.cend() ? 0 : deployed->revision;
    for (auto one = revisions.crbegin(); one != revisions.crend(); ++one) {
        if (revisions.size() - removed.size() <= historyMax - 1)
            break;
        if (one->revision != kept)
            removed << one->revision;
    }
    return removed;
}

} // namespace chartroom
