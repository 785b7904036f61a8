// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/log_text.h"
#include "core/kube/transport.h"

#include <QFuture>
#include <QFutureWatcher>
#include <QObject>
#include <QPromise>

namespace chartroom {

/// What came of reading several logs.
struct ReadLogs
{
    QList<LogText> logs; ///< in the order asked for; those that could not be read, or are empty, are left out
    QStringList problems; ///< a sentence each kind of them, such as that logs may not be read
};

/// Reads the ends of container logs through the transport, a few at a time and each under a cap, and masks
/// them before anybody sees them. A log that is not there (the container has not started, or has no run
/// before) is nothing to speak of. Borrows the transport; destroying the reader ends what is under way.
class LogReader final : public QObject
{
    Q_OBJECT
public:
    struct Options
    {
        int lines = 200;
        qint64 bytes = 1024 * 1024; ///< asked for, so that the lines end where the log does
        qint64 kept = 64 * 1024;    ///< characters, from the end: whole lines, of one that is longer its end
        int atOnce = 4;
        qsizetype most = 40; ///< logs; of more only the first are read
        std::chrono::milliseconds timeout{std::chrono::seconds(10)}; ///< of each request
    };
    explicit LogReader(Transport *transport, QObject *parent = nullptr);
    LogReader(Transport *transport, Options options, QObject *parent);

    /// Never an error: what cannot be read is not judged. One reading at a time; a new one ends the one
    /// before.
    [[nodiscard]] QFuture<ReadLogs> read(const QList<LogRequest> &requests);

private:
    void proceed();
    void fetch(qsizetype index);
    void take(qsizetype index, const QString &text);
    void note(const Error &error);
    void note(const QString &problem);
    [[nodiscard]] Request requestFor(const LogRequest &log) const;

    Transport *m_transport;
    Options m_options;
    int m_round = 0; ///< changes with each reading
    qsizetype m_next = 0;
    int m_running = 0;
    QList<LogText> m_logs;
    QStringList m_problems;
    QPromise<ReadLogs> m_promise;
};

} // namespace chartroom
