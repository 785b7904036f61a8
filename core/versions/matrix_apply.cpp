// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/kube/kubectl_transport.h"
#include "core/versions/matrix_commit.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(chartroom::MatrixApply)
};

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

/// The API server's words for a stale resourceVersion and for a field of somebody else
/// (k8s.io/apiserver pkg/registry/generic/registry/store.go@v0.36 OptimisticLockErrorMsg;
/// sigs.k8s.io/structured-merge-diff merge/conflict.go@v6: conflict with "MANAGER").
Error asError(const MatrixApply &apply, const QByteArray &standardError)
{
    const QString words = QString::fromUtf8(standardError);
    const QString name = u"%1/%2"_s.arg(apply.namespaceName, apply.name);
    static const QRegularExpression manager(u"[Cc]onflicts? with \"([^\"]+)\""_s);
    if (words.contains(u"the object has been modified"_s))
        return {Error::Code::Throttled,
                Text::tr("The ConfigMap %1 has changed since it was read; read it again.").arg(name),
                words,
                {}};
    if (const auto match = manager.match(words); match.hasMatch())
        return {Error::Code::Forbidden,
                Text::tr("The key %1 of the ConfigMap %2 belongs to %3, which would bring its own text back; "
                         "change it there, or take it over.")
                    .arg(apply.key, name, visibleText(match.captured(1), false, 100)),
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
        return failure(Error::Code::Damaged,
                       Text::tr("kubectl's answer cannot be read; look at the ConfigMap "
                                "before you go on."));
    return version;
}

} // namespace

void applyMatrix(KubectlClient *kubectl, const MatrixApply &apply, QObject *guard,
                 const std::function<void(const Result<QString> &)> &done)
{
    QStringList arguments{u"apply"_s,        u"--server-side"_s, u"--field-manager=chartroom-versions"_s,
                          u"--filename=-"_s, u"--output=json"_s, u"--request-timeout=30s"_s};
    if (apply.takesOwnership)
        arguments.append(u"--force-conflicts"_s);
    if (apply.isDryRun)
        arguments.append(u"--dry-run=server"_s);
    onFinished(kubectl->run(arguments, Masked(objectOf(apply))), guard,
               [apply, done](const Result<CommandOutput> &output) { done(readVersion(apply, output)); });
}

} // namespace chartroom
