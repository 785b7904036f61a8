// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/log_reader.h"

#include "core/base/masked_text.h"
#include "core/base/on_finished.h"

#include <QtConcurrentRun>

namespace chartroom {

namespace {

/// A limit in bytes cuts the last line: half a secret does not look like one, so it goes as a whole.
QString readText(const QByteArray &body, qint64 limit)
{
    const QByteArray text = body.size() < limit ? body : body.left(body.lastIndexOf('\n') + 1);
    return maskedText(QString::fromUtf8(text));
}

} // namespace

LogReader::LogReader(Transport *transport, QObject *parent)
    : LogReader(transport, Options(), parent)
{}

LogReader::LogReader(Transport *transport, Options options, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_options(options)
{}

QFuture<ReadLogs> LogReader::read(const QList<LogRequest> &requests)
{
    ++m_round;
    m_next = 0;
    m_running = 0;
    m_problems.clear();
    m_logs.clear();
    for (const LogRequest &request : requests)
        m_logs.append({request, {}});
    m_promise = QPromise<ReadLogs>();
    m_promise.start();
    QFuture<ReadLogs> future = m_promise.future();
    proceed();
    return future;
}

void LogReader::proceed()
{
    while (m_next < m_logs.size() && m_running < m_options.atOnce)
        fetch(m_next++);
    if (m_running > 0)
        return;
    ReadLogs read{m_logs, m_problems};
    read.logs.removeIf([](const LogText &log) { return log.text.isEmpty(); });
    m_promise.addResult(std::move(read));
    m_promise.finish();
}

/// The kubelet goes back tailLines and reads limitBytes from there (kubernetes/kubernetes
/// staging/src/k8s.io/cri-client/pkg/logs/logs.go); a server that ignores both meets our own cap.
Request LogReader::requestFor(const LogRequest &log) const
{
    Request request;
    request.path = QStringLiteral("/api/v1/namespaces/%1/pods/%2/log").arg(log.namespaceName, log.pod);
    if (!log.container.isEmpty())
        request.query.addQueryItem(QStringLiteral("container"), log.container);
    if (log.isPrevious)
        request.query.addQueryItem(QStringLiteral("previous"), QStringLiteral("true"));
    request.query.addQueryItem(QStringLiteral("tailLines"), QString::number(m_options.lines));
    request.query.addQueryItem(QStringLiteral("limitBytes"), QString::number(m_options.bytes));
    request.accept = "*/*"; // it is plain text, and a refusal is JSON
    request.timeout = m_options.timeout;
    request.maxBytes = 2 * m_options.bytes;
    return request;
}

void LogReader::fetch(qsizetype index)
{
    ++m_running;
    const auto answer = m_transport->get(requestFor(m_logs[index].request));
    onFinished(answer, this, [this, index, round = m_round](const Result<Response> &response) {
        if (round != m_round)
            return;
        if (!response || response->contentType.startsWith("text/html")) {
            if (!response)
                note(response.error());
            take(index, {});
            return;
        }
        const auto text = QtConcurrent::run(readText, response->body, m_options.bytes);
        onFinished(text, this, [this, index, round](const QString &masked) {
            if (round == m_round)
                take(index, masked);
        });
    });
}

void LogReader::take(qsizetype index, const QString &text)
{
    --m_running;
    m_logs[index].text = text;
    proceed();
}

/// 400 and 404 say that there is no such log (yet).
void LogReader::note(const Error &error)
{
    if (error.code == Error::Code::Invalid || error.code == Error::Code::NotFound)
        return;
    const QString problem = error.code == Error::Code::Forbidden
                                ? tr("Logs cannot be read: that is not allowed.")
                                : tr("Not every log could be read: %1").arg(error.message);
    if (!m_problems.contains(problem))
        m_problems.append(problem);
}

} // namespace chartroom
