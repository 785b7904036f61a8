// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/objects/object_controller.h"

#include "core/screens/objects/object_text.h"

#include <utility>

namespace chartroom {

ObjectController::ObjectController(Parts parts, QObject *parent)
    : QObject(parent)
    , m_parts(std::move(parts))
{
    takeTransport();
}

void ObjectController::takeTransport()
{
    m_transport = m_parts.transport();
    if (m_transport)
        connect(m_transport, &QObject::destroyed, this, &ObjectController::loseTransport);
}

/// What is being read then has no end: a request that its transport drops is cancelled, and not answered.
void ObjectController::loseTransport()
{
    if (m_text.isEmpty())
        return show(m_current);
    delete std::exchange(m_reading, nullptr);
    Q_EMIT changed();
}

void ObjectController::show(qsizetype object)
{
    if (object < 0 || object >= m_parts.objects.size())
        return;
    if (object != m_current) {
        m_description = {};
        m_text.clear();
        dropLog();
    }
    m_current = object;
    delete std::exchange(m_reading, nullptr);
    DescribeOperation::Options options;
    options.isRecording = m_parts.isRecording;
    m_reading = new DescribeOperation(m_transport, m_parts.objects[object], options, this);
    connect(m_reading, &DescribeOperation::finished, this, &ObjectController::take);
    m_reading->start();
    Q_EMIT changed();
}

void ObjectController::refresh()
{
    if (!m_transport)
        takeTransport();
    if (m_transport)
        show(m_current);
}

void ObjectController::reconnect()
{
    if (!m_transport)
        refresh();
}

void ObjectController::take(const ObjectDescription &description)
{
    m_description = description;
    m_text = objectText(m_description, m_parts.now());
    std::exchange(m_reading, nullptr)->deleteLater();
    Q_EMIT changed();
}

QString ObjectController::notice() const
{
    if (!m_transport)
        return tr("The cluster is disconnected, so nothing new can be read.");
    return m_parts.isRecording ? tr("From the recording, at its current position: only recorded objects and "
                                    "events can be shown, and no logs.")
                               : QString();
}

void ObjectController::dropLog()
{
    delete std::exchange(m_log, nullptr);
    m_lines.clear();
    Q_EMIT logChanged();
}

void ObjectController::readLog(const DescribedContainer &container, bool isPrevious)
{
    dropLog();
    m_log = new PodLog(m_transport, container.log(isPrevious), this);
    connect(m_log, &PodLog::linesRead, &m_lines, &LogModel::append);
    connect(m_log, &PodLog::linesRead, this, &ObjectController::logChanged);
    connect(m_log, &PodLog::stateChanged, this, &ObjectController::logChanged);
    m_log->start(false);
}

void ObjectController::setFollowing(bool isFollowing)
{
    if (!m_log || m_log->isFollowing() == isFollowing)
        return;
    if (isFollowing)
        m_log->start(true);
    else
        m_log->stop();
}

QString ObjectController::logMessage() const
{
    if (!m_log)
        return {};
    QStringList sentences;
    if (m_log->problem())
        sentences << m_log->problem()->message;
    else if (m_lines.rowCount() == 0)
        sentences << (m_log->isFollowing() ? tr("The container has not logged anything yet.")
                      : m_log->isReading() ? tr("Reading the log…")
                                           : tr("The log is empty."));
    else if (m_log->isReading() && !m_log->isFollowing())
        sentences << tr("Reading the log…");
    if (const qint64 dropped = m_lines.dropped() + m_log->skipped(); dropped > 0)
        sentences << tr("%n older line(s) were dropped to save memory.", nullptr, int(dropped));
    return sentences.join(u' ');
}

} // namespace chartroom
