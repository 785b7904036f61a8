// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/log_reader.h"

#include "core/base/on_finished.h"
#include "core/secrets/masked_text.h"

#include <QtConcurrentRun>

namespace chartroom {

namespace {

struct LogEnd
{
    QString text;
    bool isWhole = true; ///< it goes to where the log ends
};

/// Masked before it is cut, as half a secret does not look like one. Where the server's own limit cut the
/// last line, that goes as a whole.
LogEnd readEnd(const QByteArray &body, const LogReader::Options &options)
{
    const bool isWhole = body.size() < options.bytes;
    const QByteArray lines = isWhole ? body : body.left(body.lastIndexOf('\n') + 1);
    const qsizetype from = lines.size() - options.kept;
    const qsizetype start = from > 0 ? lines.lastIndexOf('\n', from - 1) + 1 : 0;
    const QString masked = maskedText(QString::fromUtf8(lines.mid(start)));
    if (masked.size() <= options.kept)
        return {masked, isWhole};
    const QString end = masked.right(options.kept);
    const bool isLongLine = masked.indexOf(u'\n') >= options.kept || !masked.contains(u'\n');
    return {isLongLine ? end : end.mid(end.indexOf(u'\n') + 1), isWhole};
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
    for (const LogRequest &request : requests.mid(0, m_options.most))
        m_logs.append({request, {}});
    if (requests.size() > m_options.most)
        note(tr("Only the first %1 of %2 logs were read.").arg(m_options.most).arg(requests.size()));
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
/// staging/src/k8s.io/cri-client/pkg/logs/logs.go), so too small a limit loses the end; a server that ignores
/// both meets our own cap.
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
        const auto end = QtConcurrent::run(readEnd, response->body, m_options);
        onFinished(end, this, [this, index, round](const LogEnd &read) {
            if (round != m_round)
                return;
            if (!read.isWhole)
                note(tr("Of a log with very long lines the end could not be read."));
            take(index, read.text);
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
    note(error.code == Error::Code::Forbidden ? tr("Logs cannot be read: you lack permission.")
                                              : tr("Not every log could be read: %1").arg(error.message));
}

void LogReader::note(const QString &problem)
{
    if (!m_problems.contains(problem))
        m_problems.append(problem);
}

} // namespace chartroom
