// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/objects/describe_operation.h"
#include "core/screens/objects/log_model.h"

#include <functional>

namespace chartroom {

/// One of several objects, described, and the log of one of its containers. Of several wishes the newest
/// counts. Reads only; what is borrowed may go first.
class ObjectController final : public QObject
{
    Q_OBJECT
public:
    struct Parts
    {
        std::function<Transport *()> transport; ///< null while the cluster is disconnected
        QList<ObjectRef> objects;
        bool isRecording = false;
        std::function<QDateTime()> now; ///< UTC, of the cluster
    };
    explicit ObjectController(Parts parts, QObject *parent = nullptr);

    [[nodiscard]] const QList<ObjectRef> &objects() const { return m_parts.objects; }
    /// Reads that object; again where it is shown already.
    void show(qsizetype object);
    /// What was read before stays where the cluster is disconnected. Also over a new connection.
    void refresh();
    /// Reads over the new connection, where the one before is gone.
    void reconnect();
    [[nodiscard]] qsizetype current() const { return m_current; }
    [[nodiscard]] bool isReading() const { return m_reading; }
    [[nodiscard]] const ObjectDescription &description() const { return m_description; }
    /// See objectText(); "" before the first one is read.
    [[nodiscard]] const QString &text() const { return m_text; }
    /// What limits what is shown; "" where nothing does.
    [[nodiscard]] QString notice() const;

    [[nodiscard]] LogModel *log() { return &m_lines; }
    /// Reads that container's log from its end. The same again starts anew.
    void readLog(const DescribedContainer &container, bool isPrevious);
    /// Goes on with what is written from now on, or stops that.
    void setFollowing(bool isFollowing);
    [[nodiscard]] bool isFollowing() const { return m_log && m_log->isFollowing(); }
    /// A log is chosen.
    [[nodiscard]] bool hasLog() const { return m_log; }
    /// Which one; nothing where none is.
    [[nodiscard]] std::optional<LogRequest> logRequest() const
    {
        return m_log ? std::optional(m_log->request()) : std::nullopt;
    }
    /// What is to be said of the log, a sentence or two; "" for nothing.
    [[nodiscard]] QString logMessage() const;

Q_SIGNALS:
    void changed();
    /// Of the log, all but its lines.
    void logChanged();

private:
    void take(const ObjectDescription &description);
    void takeTransport();
    void loseTransport();
    void dropLog();

    Parts m_parts;
    QPointer<Transport> m_transport;
    qsizetype m_current = 0;
    DescribeOperation *m_reading = nullptr;
    ObjectDescription m_description;
    QString m_text;
    PodLog *m_log = nullptr;
    LogModel m_lines;
};

} // namespace chartroom
