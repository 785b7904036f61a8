// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/log_text.h"
#include "core/kube/transport.h"

#include <QObject>
#include <QPointer>

#include <optional>

namespace chartroom {

/// One line of a container's log, fit to show: masked, without terminal colours, other control characters
/// visible, cut at 4,000 characters.
struct LogLine
{
    QString time; ///< as the kubelet writes it, RFC 3339 with nanoseconds; "" where the line has none
    QString text;

    friend bool operator==(const LogLine &, const LogLine &) = default;
};

/// Makes lines fit to show, in the order they come: a block of PEM spans several. A value for the pool.
class LogLineReader
{
public:
    [[nodiscard]] QList<LogLine> read(const QList<QByteArray> &lines);

private:
    [[nodiscard]] QString shown(const QString &text);

    bool m_isInPem = false;
};

/// The end of one container's log, and on request what is written from now on. Lines come in pieces of at
/// most 2,000, so that none holds the event loop. Reads only; borrows the transport; destroying it ends the
/// reading.
class PodLog final : public QObject
{
    Q_OBJECT
public:
    struct Options
    {
        int lines = 100'000;               ///< asked for, from the end
        qint64 bytes = 32LL * 1024 * 1024; ///< asked for, and held at most while they wait to be masked
        std::chrono::milliseconds timeout{std::chrono::seconds(20)};      ///< without a byte
        std::chrono::milliseconds followTimeout{std::chrono::minutes(5)}; ///< the same while following
    };
    PodLog(Transport *transport, LogRequest request, QObject *parent = nullptr);
    PodLog(Transport *transport, LogRequest request, Options options, QObject *parent);
    ~PodLog() override;

    /// Reads what there is and, with `follow`, goes on. Called again, it continues after the last line that
    /// was read.
    void start(bool follow);
    /// Lines that have arrived are still told.
    void stop();

    [[nodiscard]] const LogRequest &request() const { return m_request; }
    [[nodiscard]] bool isReading() const { return m_stream || m_isWorking || !m_waiting.isEmpty(); }
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    /// Lines that were left out because they came faster than they could be masked.
    [[nodiscard]] qint64 skipped() const { return m_skipped; }
    /// A sentence where the reading ended before the log did.
    [[nodiscard]] const std::optional<Error> &problem() const { return m_problem; }

Q_SIGNALS:
    void linesRead(const QList<chartroom::LogLine> &lines);
    /// isReading(), isFollowing() or problem() is another one.
    void stateChanged();

private:
    void open();
    void receive(const QList<QByteArray> &lines);
    void work();
    void end(const Error &error);
    [[nodiscard]] Request streamRequest() const;
    [[nodiscard]] QList<LogLine> newOf(QList<LogLine> lines);
    [[nodiscard]] Error told(const Error &error) const;

    QPointer<Transport> m_transport;
    LogRequest m_request;
    Options m_options;
    WatchStream *m_stream = nullptr;
    LogLineReader m_reader;
    QList<QByteArray> m_waiting;
    qint64 m_waitingBytes = 0;
    qint64 m_received = 0; ///< bytes of this stream
    qint64 m_skipped = 0;
    QString m_last;              ///< time of the last line that was told
    int m_round = 0;             ///< changes with each start()
    bool m_isOpen = false;       ///< the server has accepted this stream
    bool m_isContinuing = false; ///< lines up to m_last come again
    bool m_isFollowing = false;
    bool m_isWorking = false;
    std::optional<Error> m_problem;
};

} // namespace chartroom
