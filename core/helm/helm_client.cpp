// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/helm_client.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/base/one_line.h"
#include "core/base/visible_text.h"
#include "core/helm/release_record.h"
#include "core/kube/credentials.h"

#include <QDir>
#include <QPromise>
#include <QRegularExpression>
#include <QtConcurrentRun>

#include <functional>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr qsizetype longestReason = 600;

/// From helm's last line that begins with "Error: " to the end (cmd/helm/helm.go@v3.22.0, v4.3.1: it is the
/// last thing that helm prints); the words alone may also stand in what a hook said.
QString refusalIn(const QString &text)
{
    static const QRegularExpression mark(QStringLiteral("^Error: "), QRegularExpression::MultilineOption);
    const qsizetype from = text.lastIndexOf(mark);
    return from < 0 ? text : text.mid(from + 7);
}

Error::Code codeOf(const QString &text)
{
    const auto says = [&text](QLatin1String words) { return text.contains(words, Qt::CaseInsensitive); };
    if (says(QLatin1String("release: not found")) || says(QLatin1String("has no deployed releases")))
        return Error::Code::NotFound;
    if (says(QLatin1String("is forbidden")))
        return Error::Code::Forbidden;
    if (says(QLatin1String("must be logged in")) || says(QLatin1String("Unauthorized")) ||
        says(QLatin1String("getting credentials")))
        return Error::Code::Unauthorized;
    if (says(QLatin1String("cluster unreachable")) || says(QLatin1String("connection refused")) ||
        says(QLatin1String("no such host")))
        return Error::Code::Unreachable;
    return Error::Code::Process;
}

/// Each step of a run belongs to a small object, so that a cancelled answer ends the process. `seen` gets the
/// answer first.
template<typename T, typename Read>
QFuture<Result<T>> whenRun(QObject *owner, QFuture<Result<CommandOutput>> running, Read read,
                           std::function<void(const Result<T> &)> seen = {})
{
    auto *wait = new QObject(owner);
    const auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    auto *watcher = new QFutureWatcher<Result<T>>(wait);
    QObject::connect(watcher, &QFutureWatcherBase::canceled, wait, [wait, running]() mutable {
        running.cancel();
        wait->deleteLater();
    });
    watcher->setFuture(promise->future());
    onFinished(running, wait, [wait, promise, read, seen](Result<CommandOutput> output) {
        onFinished(QtConcurrent::run(read, std::move(output)), wait, [wait, promise, seen](Result<T> result) {
            if (seen)
                seen(result);
            promise->addResult(std::move(result));
            promise->finish();
            wait->deleteLater();
        });
    });
    return promise->future();
}

/// The answer of a dry run, with how much of an object its record would take: gzip and base64, as Helm stores
/// it (helm/helm pkg/storage/driver/util.go@v4.3.1 encodeRelease); within a percent or two.
Result<DryRun> readDryRun(const QByteArray &json)
{
    const Result<ReleaseRecord> record = readReleaseJson(json);
    if (!record)
        return tl::make_unexpected(record.error());
    const Result<Value> all = readJson(json);
    if (!all)
        return tl::make_unexpected(all.error());
    DryRun dry{*record, all->map().value(QStringLiteral("hooks"))};
    dry.storedBytes = (qCompress(json, 9).size() + 2) / 3 * 4;
    return dry;
}

Result<HelmVersion> readVersion(const Result<CommandOutput> &output)
{
    if (!output)
        return tl::make_unexpected(output.error());
    if (output->exitCode != 0)
        return tl::make_unexpected(helmError(output->err));
    static const QRegularExpression plain(QStringLiteral("^v(\\d+)\\.\\d+\\.\\d+"));
    const QString text = visibleText(QString::fromUtf8(output->out).trimmed(), false, 80);
    const auto match = plain.match(text);
    const int major = match.captured(1).toInt();
    if (major != 3 && major != 4)
        return failure(
            Error::Code::Unsupported,
            HelmClient::tr("The helm program reports version \"%1\"; Chartroom supports Helm 3 and 4.")
                .arg(text));
    return HelmVersion{text.section(u'+', 0, 0), major};
}

} // namespace

QStringList upgradeArguments(const HelmUpgradeRequest &wish)
{
    QStringList arguments{QStringLiteral("upgrade"), wish.release.name, wish.chart,
                          QStringLiteral("--namespace"), wish.release.namespaceName};
    if (!wish.version.isEmpty())
        arguments << QStringLiteral("--version") << wish.version;
    arguments << strategyFlag(wish.strategy);
    return arguments;
}

Error helmError(const QByteArray &standardError, const SecretTexts &secrets)
{
    QString text = visibleText(QString::fromUtf8(standardError).trimmed(), true, 16 * 1024);
    const Error::Code code = codeOf(text);
    text = secrets.hiddenIn(text);
    QString sentence = oneLine(refusalIn(text), longestReason);
    if (sentence.isEmpty())
        sentence = HelmClient::tr("it gave no reason");
    return {code, HelmClient::tr("helm refused: %1").arg(sentence), text, {}};
}

HelmClient::HelmClient(QString program, Access access, CommandRunner *runner, CredentialSource *signIn,
                       QObject *parent)
    : QObject(parent)
    , m_program(std::move(program))
    , m_access(std::move(access))
    , m_runner(runner)
    , m_signIn(signIn)
{}

CommandLine HelmClient::command(const QStringList &arguments) const
{
    CommandLine command;
    command.program = m_program;
    command.arguments = arguments;
    command.environment = {{QStringLiteral("KUBECONFIG"), m_access.kubeconfigs.join(QDir::listSeparator())}};
    return command;
}

QFuture<Result<CommandOutput>> HelmClient::run(const CommandLine &command)
{
    if (m_program.isEmpty())
        return readyFuture(Result<CommandOutput>(
            failure(Error::Code::NotFound,
                    tr("helm is not installed on this machine. Install Helm 3 or 4 and add it to $PATH."))));
    return m_runner->run(command);
}

QFuture<Result<HelmVersion>> HelmClient::version()
{
    if (m_version.major > 0)
        return readyFuture(Result<HelmVersion>(m_version));
    CommandLine asking =
        command({QStringLiteral("version"), QStringLiteral("--template"), QStringLiteral("{{.Version}}")});
    asking.timeout = 15s;
    return whenRun<HelmVersion>(this, run(asking), readVersion, [this](const Result<HelmVersion> &version) {
        if (version)
            m_version = *version;
    });
}

CommandLine HelmClient::dryRunCommand(const HelmUpgradeRequest &wish) const
{
    CommandLine dry = command(upgradeArguments(wish));
    dry.arguments << QStringLiteral("--dry-run=server") << QStringLiteral("-o") << QStringLiteral("json")
                  << QStringLiteral("--kube-context") << m_access.context;
    dry.environment.append({QStringLiteral("HELM_DRIVER"), wish.release.storage == ReleaseStorage::ConfigMap
                                                               ? QStringLiteral("configmap")
                                                               : QStringLiteral("secret")});
    if (!wish.values.map().isEmpty()) {
        dry.arguments << QStringLiteral("-f") << QStringLiteral("-");
        dry.input = Masked(writeYaml(wish.values));
    }
    dry.timeout = 120s;
    return dry;
}

QFuture<Result<DryRun>> HelmClient::dryRun(const HelmUpgradeRequest &wish)
{
    if (const auto allowed = m_signIn ? m_signIn->permission() : Result<void>(); !allowed)
        return readyFuture(Result<DryRun>(tl::make_unexpected(allowed.error())));
    return whenRun<DryRun>(this, run(dryRunCommand(wish)),
                           [values = wish.values](const Result<CommandOutput> &output) -> Result<DryRun> {
                               if (!output)
                                   return tl::make_unexpected(output.error());
                               if (output->exitCode != 0)
                                   return tl::make_unexpected(helmError(output->err, SecretTexts(values)));
                               return readDryRun(output->out);
                           });
}

} // namespace chartroom
