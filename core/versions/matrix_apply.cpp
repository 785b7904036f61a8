// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/kube/kubectl_transport.h"
#include "core/versions/matrix_commit.h"
#include "core/versions/versions_tr.h"

#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

QByteArray objectOf(const MatrixApply &apply)
{
    const Value metadata(Value::Map{{u"name"_s, Value(apply.name)},
                                    {u"namespace"_s, Value(apply.namespaceName)},
                                    {u"resourceVersion"_s, Value(apply.resourceVersion)}});
    const Value data(Value::Map{{apply.key, Value(QString::fromUtf8(apply.after))}});
    return writeJson(Value(Value::Map{{u"apiVersion"_s, Value(u"v1"_s)},
                                      {u"kind"_s, Value(u"ConfigMap"_s)},
                                      {u"metadata"_s, metadata},
                                      {u"data"_s, data}}),
                     0);
}

/// Who owns the field, by the words of a refused apply
/// (sigs.k8s.io/structured-merge-diff merge/conflict.go@v6: conflict with "MANAGER").
QStringList managersIn(const QByteArray &standardError)
{
    static const QRegularExpression manager(u"[Cc]onflicts? with \"([^\"]+)\""_s);
    QStringList managers;
    for (auto all = manager.globalMatch(QString::fromUtf8(standardError)); all.hasNext();)
        managers.append(all.next().captured(1));
    managers.removeDuplicates();
    return managers;
}

/// A person wrote it once with kubectl create, edit, patch or replace: nothing brings that text back, and
/// that nobody wrote in between is what the resourceVersion is for.
bool isByHand(const QByteArray &standardError)
{
    const QStringList managers = managersIn(standardError);
    static const QStringList hands{u"kubectl-create"_s, u"kubectl-edit"_s, u"kubectl-patch"_s,
                                   u"kubectl-replace"_s};
    return !managers.isEmpty() && std::all_of(managers.cbegin(), managers.cend(),
                                              [](const QString &name) { return hands.contains(name); });
}

/// The API server's words for a stale resourceVersion (k8s.io/apiserver
/// pkg/registry/generic/registry/store.go@v0.36 OptimisticLockErrorMsg) and for a field of somebody else.
Error asError(const MatrixApply &apply, const QByteArray &standardError)
{
    const QString words = QString::fromUtf8(standardError);
    const QString name = u"%1/%2"_s.arg(apply.namespaceName, apply.name);
    if (words.contains(u"the object has been modified"_s))
        return {Error::Code::Throttled,
                VersionsTr::tr("The ConfigMap %1 has changed since it was read; read it again.").arg(name),
                words,
                {}};
    if (const QStringList managers = managersIn(standardError); !managers.isEmpty())
        return {Error::Code::Forbidden,
                VersionsTr::tr("The key %1 of the ConfigMap %2 is managed by %3, which would restore its own "
                               "text; change it there, or take it over.")
                    .arg(apply.key, name, visibleText(managers.join(u", "_s), false, 200)),
                words,
                {}};
    return kubectlError(standardError);
}

Result<QString> readVersion(const MatrixApply &apply, const Result<CommandOutput> &output)
{
    if (!output)
        return tl::make_unexpected(output.error());
    if (output->exitCode != 0)
        return tl::make_unexpected(asError(apply, output->err));
    const Result<Value> object = readJson(output->out);
    const QString version = object ? object->at({u"metadata"_s, u"resourceVersion"_s}).toString() : QString();
    if (version.isEmpty())
        return failure(
            Error::Code::Damaged,
            VersionsTr::tr("kubectl's answer cannot be read; check the ConfigMap before you continue."));
    return version;
}

} // namespace

QStringList applyArguments(const MatrixApply &apply)
{
    QStringList arguments{u"apply"_s,        u"--server-side"_s, u"--field-manager=chartroom-versions"_s,
                          u"--filename=-"_s, u"--output=json"_s, u"--request-timeout=30s"_s};
    if (apply.takesOwnership)
        arguments.append(u"--force-conflicts"_s);
    return arguments;
}

void tryMatrix(KubectlClient *kubectl, const MatrixApply &apply, QObject *guard,
               const std::function<void(const Result<MatrixApply> &)> &done)
{
    onFinished(
        kubectl->run(applyArguments(apply) + QStringList{u"--dry-run=server"_s}, Masked(objectOf(apply))),
        guard, [kubectl, apply, guard, done](const Result<CommandOutput> &output) {
            if (output && output->exitCode != 0 && !apply.takesOwnership && isByHand(output->err)) {
                MatrixApply again = apply;
                again.takesOwnership = true;
                return tryMatrix(kubectl, again, guard, done);
            }
            const Result<QString> version = readVersion(apply, output);
            done(version ? Result<MatrixApply>(apply) : tl::make_unexpected(version.error()));
        });
}

void applyMatrix(KubectlClient *kubectl, const MatrixApply &apply, QObject *guard,
                 const std::function<void(const Result<QString> &)> &done)
{
    onFinished(kubectl->run(applyArguments(apply), Masked(objectOf(apply))), guard,
               [apply, done](const Result<CommandOutput> &output) { done(readVersion(apply, output)); });
}

} // namespace chartroom
