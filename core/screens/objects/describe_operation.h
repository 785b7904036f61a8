// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/transport.h"
#include "core/screens/objects/object_description.h"

#include <QObject>
#include <QPointer>

namespace chartroom {

/// Reads one object, the events about it and, of a workload, its pods; reads only. What is not there or not
/// allowed stands in the description as a sentence, so there is always one. Borrows the transport for the
/// time of start(); destroying the operation ends the reading.
class DescribeOperation final : public QObject
{
    Q_OBJECT
public:
    struct Options
    {
        std::chrono::milliseconds timeout{std::chrono::seconds(15)}; ///< of each request
        qint64 objectBytes = 8LL * 1024 * 1024;                      ///< etcd takes 1.5 MiB
        qint64 listBytes = 64LL * 1024 * 1024;
        int events = 500;         ///< asked for
        int pods = 500;           ///< asked for
        bool isRecording = false; ///< what is refused was not recorded, which no permission changes
    };
    DescribeOperation(Transport *transport, ObjectRef object, QObject *parent = nullptr);
    DescribeOperation(Transport *transport, ObjectRef object, Options options, QObject *parent);

    void start();

Q_SIGNALS:
    void finished(const chartroom::ObjectDescription &description);

private:
    void readObject();
    void takeObject(Result<ObjectDescription> read);
    void readEvents(bool withSelector);
    void takeEvents(const Result<DescribedEvents> &read);
    void readPods();
    void takePods(const Result<DescribedPods> &read);
    void partEnds();
    [[nodiscard]] Request request(const QString &path, qint64 maxBytes) const;
    [[nodiscard]] Error refusal(const Error &error, const QString &what, const QString &right) const;

    QPointer<Transport> m_transport;
    Options m_options;
    std::optional<ObjectPlace> m_place;
    ObjectDescription m_description;
    DescribedEvents m_events;
    std::optional<Error> m_eventsProblem;
    int m_running = 0;
};

} // namespace chartroom
