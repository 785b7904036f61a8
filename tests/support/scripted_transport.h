// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/transport.h"

#include <QHash>
#include <QPointer>
#include <QPromise>

#include <functional>

namespace chartroom::test {

/// A watch the test holds the other end of.
class ScriptedWatch final : public WatchStream
{
    Q_OBJECT
public:
    ScriptedWatch(Request request, QObject *parent);

    void open(const QDateTime &serverDate = {});
    void push(const QByteArray &line) { push(QList<QByteArray>{line}); }
    void push(const QList<QByteArray> &lines);
    /// Ends the stream; Cancelled is a clean end, anything else a fault.
    void end(const Error &error = {Error::Code::Cancelled, {}, {}, {}});
    void stop() override;
    [[nodiscard]] ToldObjects told() const override { return toldObjects; }

    [[nodiscard]] bool isOver() const { return m_over; }
    [[nodiscard]] bool isOpen() const { return m_wasOpened && !m_over; }
    [[nodiscard]] QString parameter(const QString &key) const;

    const Request request;
    ToldObjects toldObjects; ///< what told() answers

private:
    bool m_wasOpened = false;
    bool m_over = false;
};

/// A Transport that answers from a script. Answers come from the event loop, never from inside get().
/// Requests without an answer in the script get NotFound.
class ScriptedTransport final : public Transport
{
    Q_OBJECT
public:
    using Answer = std::function<Result<Response>(const Request &)>;

    using Transport::Transport;

    std::function<void(const Request &)> onGet; ///< before each GET is noted; may be none

    /// What GETs of `path` get from now on.
    void answer(const QString &path, const QByteArray &body);
    void answer(const QString &path, const Error &error);
    void answer(const QString &path, Answer answer);
    /// What the next GET of `path` gets, before those; several queue up.
    void answerOnce(const QString &path, const QByteArray &body);
    void answerOnce(const QString &path, const Error &error);
    /// Watches get this at once instead of being opened; reset with nullopt.
    void refuseWatches(const QString &path, std::optional<Error> error);
    /// Keeps answers back until release().
    void hold();
    void release();
    /// False: the test opens each watch itself.
    void setOpensWatches(bool opens) { m_opensWatches = opens; }
    void setClockSkew(std::chrono::milliseconds skew) { m_skew = skew; }
    /// Called with each watch of `path` after it was opened.
    void onWatch(const QString &path, std::function<void(ScriptedWatch *)> handler)
    {
        m_onWatch.insert(path, std::move(handler));
    }

    /// All GETs so far, in order.
    [[nodiscard]] const QList<Request> &gets() const { return m_gets; }
    [[nodiscard]] qsizetype getCount(const QString &path) const;
    /// Watches opened so far, also those that are over.
    [[nodiscard]] qsizetype watchCount(const QString &path) const;
    /// The newest watch of a path if it still runs.
    [[nodiscard]] ScriptedWatch *liveWatch(const QString &path) const;
    [[nodiscard]] qsizetype liveWatchCount() const;
    /// Those of them whose reader knows that they are open.
    [[nodiscard]] qsizetype openWatchCount() const;
    [[nodiscard]] qsizetype heldCount() const { return m_held.size(); }

    [[nodiscard]] QFuture<Result<Response>> get(const Request &request) override;
    [[nodiscard]] WatchStream *watch(const Request &request, QObject *parent) override;
    /// As a watch of the path.
    [[nodiscard]] WatchStream *lines(const Request &request, QObject *parent) override
    {
        return watch(request, parent);
    }
    [[nodiscard]] std::chrono::milliseconds clockSkew() const override { return m_skew; }
    [[nodiscard]] bool isClockKnown() const override { return m_isClockKnown; }
    void forgetClock() { m_isClockKnown = false; }

private:
    struct Pending
    {
        Request request;
        std::shared_ptr<QPromise<Result<Response>>> promise;
    };
    void deliver(const Pending &pending);

    QHash<QString, Answer> m_answers;
    QHash<QString, QList<Answer>> m_once;
    QHash<QString, Error> m_refusals;
    QHash<QString, qsizetype> m_watchCounts;
    QList<QPointer<ScriptedWatch>> m_watches;
    QList<Request> m_gets;
    QList<Pending> m_held;
    QHash<QString, std::function<void(ScriptedWatch *)>> m_onWatch;
    std::chrono::milliseconds m_skew{0};
    bool m_isClockKnown = true;
    bool m_holding = false;
    bool m_opensWatches = true;
};

/// A 200 answer with this JSON.
[[nodiscard]] Response jsonResponse(const QByteArray &body);

} // namespace chartroom::test
