// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/kubectl_transport.h"

#include "core/base/on_finished.h"
#include "core/kube/kubectl_watch.h"
#include "core/kube/line_splitter.h"
#include "core/kube/server_status.h"

#include <QDir>
#include <QPromise>
#include <QtConcurrentRun>

#include <utility>

namespace chartroom {

namespace {

/// Either clock may be set meanwhile.
constexpr std::chrono::minutes clockIsGoodFor{5};

bool wantsMetadataOnly(const Request &request)
{
    return request.accept.contains("as=PartialObjectMetadata");
}

Result<Response> responseFrom(Result<CommandOutput> output, bool metadataOnly)
{
    if (!output)
        return tl::make_unexpected(output.error());
    if (output->exitCode != 0)
        return tl::make_unexpected(kubectlError(output->err));
    Response response;
    response.status = 200;
    response.wireBytes = output->out.size();
    response.contentType = "application/json";
    response.body = metadataOnly ? listMetadata(output->out) : std::move(output->out);
    return response;
}

} // namespace

KubectlTransport::KubectlTransport(QString program, QStringList kubeconfigs, QString context,
                                   CommandRunner *runner, const Clock *clock, CredentialSource *signIn,
                                   QObject *parent)
    : Transport(parent)
    , m_program(std::move(program))
    , m_kubeconfigs(std::move(kubeconfigs))
    , m_context(std::move(context))
    , m_runner(runner)
    , m_clock(clock)
    , m_signIn(signIn)
{}

CommandLine KubectlTransport::command(const Request &request, const QUrlQuery &query) const
{
    QString target = request.path;
    if (!query.isEmpty())
        target += u'?' + query.toString(QUrl::FullyEncoded);
    CommandLine command;
    command.program = m_program;
    command.arguments = {QStringLiteral("--context=") + m_context, QStringLiteral("get"),
                         QStringLiteral("--raw=") + target};
    command.environment = {{QStringLiteral("KUBECONFIG"), m_kubeconfigs.join(QDir::listSeparator())}};
    command.timeout = request.timeout;
    command.maxOutput = request.maxBytes;
    return command;
}

/// The headers of no other request are printed: with them come bodies, which may be secret. A request that is
/// refused tells the time as well.
void KubectlTransport::readClock()
{
    if (m_isReadingClock || (m_signIn && !m_signIn->permission()))
        return;
    if (m_clockReadAt && m_clock->elapsed() - *m_clockReadAt < clockIsGoodFor)
        return;
    m_clockReadAt = m_clock->elapsed();
    m_isReadingClock = true;
    Request version;
    version.path = QStringLiteral("/version");
    version.timeout = std::chrono::seconds(10);
    CommandLine verbose = command(version, {});
    verbose.arguments << QStringLiteral("-v=8");
    onFinished(m_runner->run(verbose), this, [this](const Result<CommandOutput> &output) {
        const QDateTime date = output ? dateInTrace(output->err) : QDateTime();
        const auto known = std::exchange(m_skew, std::nullopt);
        if (date.isValid())
            m_skew = skewTold(known, date, m_clock->now());
        else if (!output || output->exitCode != 0)
            m_clockReadAt.reset(); // the next request tries again
        m_isReadingClock = false;
        Q_EMIT clockRead();
    });
}

QFuture<Result<Response>> KubectlTransport::get(const Request &request)
{
    if (const auto allowed = m_signIn ? m_signIn->permission() : Result<void>(); !allowed)
        return readyFuture(Result<Response>(tl::make_unexpected(allowed.error())));
    // Both ends of the wait belong to a small object, so that a cancelled answer ends the process.
    auto *wait = new QObject(this);
    const auto promise = std::make_shared<QPromise<Result<Response>>>();
    promise->start();
    QFuture<Result<CommandOutput>> running = m_runner->run(command(request, request.query));
    readClock();
    auto *watcher = new QFutureWatcher<Result<Response>>(wait);
    connect(watcher, &QFutureWatcherBase::canceled, wait, [wait, running]() mutable {
        running.cancel();
        wait->deleteLater();
    });
    watcher->setFuture(promise->future());
    const auto finish = [wait, promise](Result<Response> result) {
        promise->addResult(std::move(result));
        promise->finish();
        wait->deleteLater();
    };
    const auto withClock = [this, wait, finish](Result<Response> result) {
        if (!m_isReadingClock)
            return finish(std::move(result));
        connect(
            this, &KubectlTransport::clockRead, wait,
            [finish, result = std::move(result)]() mutable { finish(std::move(result)); },
            Qt::SingleShotConnection);
    };
    onFinished(running, wait,
               [wait, withClock, metadataOnly = wantsMetadataOnly(request)](Result<CommandOutput> output) {
                   onFinished(QtConcurrent::run(responseFrom, std::move(output), metadataOnly), wait,
                              withClock);
               });
    return promise->future();
}

WatchStream *KubectlTransport::watch(const Request &request, QObject *parent)
{
    readClock();
    QUrlQuery small = request.query;
    for (const auto &key : {u"resourceVersion", u"allowWatchBookmarks", u"timeoutSeconds"})
        small.removeAllQueryItems(QString::fromUtf16(key));
    small.addQueryItem(QStringLiteral("limit"), QStringLiteral("1"));
    QUrlQuery watching = request.query;
    watching.addQueryItem(QStringLiteral("watch"), QStringLiteral("1"));
    CommandLine stream = command(request, watching);
    stream.maxOutput = LineSplitter::defaultMaxLine;
    return new KubectlWatch(m_runner, stream, m_runner->run(command(request, small)),
                            wantsMetadataOnly(request), parent);
}

/// `kubectl get --raw` passes on what comes as it comes (kubernetes/kubectl pkg/rawhttp/raw.go@v0.36).
WatchStream *KubectlTransport::lines(const Request &request, QObject *parent)
{
    if (const auto allowed = m_signIn ? m_signIn->permission() : Result<void>(); !allowed)
        return refusedStream(allowed.error(), parent);
    readClock();
    CommandLine stream = command(request, request.query);
    stream.maxOutput = LineSplitter::defaultMaxLine;
    auto *lines = new KubectlWatch(m_runner, stream, readyFuture(Result<CommandOutput>(CommandOutput())),
                                   false, parent);
    lines->limitSilence(request.timeout);
    return lines;
}

} // namespace chartroom
