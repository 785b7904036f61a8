// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scripted_transport.h"

#include <QTimer>

namespace chartroom::test {

ScriptedWatch::ScriptedWatch(Request r, QObject *parent)
    : WatchStream(parent)
    , request(std::move(r))
{}

void ScriptedWatch::open(const QDateTime &serverDate)
{
    if (m_over)
        return;
    m_wasOpened = true;
    Q_EMIT opened(serverDate);
}

void ScriptedWatch::push(const QList<QByteArray> &lines)
{
    if (!m_over)
        Q_EMIT linesReceived(lines);
}

void ScriptedWatch::end(const Error &error)
{
    if (!std::exchange(m_over, true))
        Q_EMIT stopped(error);
}

void ScriptedWatch::stop()
{
    end();
}

QString ScriptedWatch::parameter(const QString &key) const
{
    return request.query.queryItemValue(key, QUrl::FullyDecoded);
}

Response jsonResponse(const QByteArray &body)
{
    Response response;
    response.status = 200;
    response.body = body;
    response.contentType = "application/json";
    response.wireBytes = body.size();
    return response;
}

void ScriptedTransport::answer(const QString &path, const QByteArray &body)
{
    m_answers.insert(path, [body](const Request &) { return jsonResponse(body); });
}

void ScriptedTransport::answer(const QString &path, const Error &error)
{
    m_answers.insert(path, [error](const Request &) { return tl::make_unexpected(error); });
}

void ScriptedTransport::answer(const QString &path, Answer answer)
{
    m_answers.insert(path, std::move(answer));
}

void ScriptedTransport::answerOnce(const QString &path, const QByteArray &body)
{
    m_once[path].append([body](const Request &) { return jsonResponse(body); });
}

void ScriptedTransport::answerOnce(const QString &path, const Error &error)
{
    m_once[path].append([error](const Request &) { return tl::make_unexpected(error); });
}

void ScriptedTransport::refuseWatches(const QString &path, std::optional<Error> error)
{
    if (error)
        m_refusals.insert(path, *error);
    else
        m_refusals.remove(path);
}

void ScriptedTransport::hold()
{
    m_holding = true;
}

void ScriptedTransport::release()
{
    m_holding = false;
    const QList<Pending> held = std::exchange(m_held, {});
    for (const Pending &pending : held)
        deliver(pending);
}

qsizetype ScriptedTransport::getCount(const QString &path) const
{
    return std::count_if(m_gets.cbegin(), m_gets.cend(), [&](const Request &r) { return r.path == path; });
}

qsizetype ScriptedTransport::watchCount(const QString &path) const
{
    return m_watchCounts.value(path);
}

ScriptedWatch *ScriptedTransport::liveWatch(const QString &path) const
{
    for (auto it = m_watches.crbegin(); it != m_watches.crend(); ++it)
        if (*it && !(*it)->isOver() && (*it)->request.path == path)
            return *it;
    return nullptr;
}

qsizetype ScriptedTransport::liveWatchCount() const
{
    return std::count_if(m_watches.cbegin(), m_watches.cend(),
                         [](const auto &w) { return w && !w->isOver(); });
}

qsizetype ScriptedTransport::openWatchCount() const
{
    return std::count_if(m_watches.cbegin(), m_watches.cend(),
                         [](const auto &w) { return w && w->isOpen(); });
}

QFuture<Result<Response>> ScriptedTransport::get(const Request &request)
{
    if (onGet)
        onGet(request);
    m_gets.append(request);
    Pending pending{request, std::make_shared<QPromise<Result<Response>>>()};
    pending.promise->start();
    const QFuture<Result<Response>> future = pending.promise->future();
    QTimer::singleShot(0, this, [this, pending] {
        if (m_holding)
            m_held.append(pending);
        else
            deliver(pending);
    });
    return future;
}

void ScriptedTransport::deliver(const Pending &pending)
{
    const QString path = pending.request.path;
    Result<Response> result = failure(Error::Code::NotFound, QStringLiteral("not in the script: ") + path);
    if (QList<Answer> &once = m_once[path]; !once.isEmpty())
        result = once.takeFirst()(pending.request);
    else if (const auto it = m_answers.constFind(path); it != m_answers.cend())
        result = (*it)(pending.request);
    pending.promise->addResult(std::move(result));
    pending.promise->finish();
}

WatchStream *ScriptedTransport::watch(const Request &request, QObject *parent)
{
    auto *watch = new ScriptedWatch(request, parent);
    m_watches.removeIf([](const QPointer<ScriptedWatch> &w) { return w.isNull(); });
    m_watches.append(watch);
    ++m_watchCounts[request.path];
    QTimer::singleShot(0, watch, [this, watch] {
        if (const auto refusal = m_refusals.constFind(watch->request.path); refusal != m_refusals.cend()) {
            watch->end(*refusal);
            return;
        }
        if (!m_opensWatches)
            return;
        watch->open();
        if (const auto handler = m_onWatch.value(watch->request.path))
            handler(watch);
    });
    return watch;
}

} // namespace chartroom::test
