// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/transport.h"

#include "core/kube/kube_tr.h"

#include <QTimer>

#include <utility>

namespace chartroom {

namespace {

class RefusedStream final : public WatchStream
{
public:
    RefusedStream(const Error &error, QObject *parent)
        : WatchStream(parent)
    {
        QTimer::singleShot(0, this, [this, error] { end(error); });
    }
    void stop() override { end({Error::Code::Cancelled, {}, {}, {}}); }

private:
    void end(const Error &error)
    {
        if (!std::exchange(m_isOver, true))
            Q_EMIT stopped(error);
    }

    bool m_isOver = false;
};

} // namespace

std::chrono::milliseconds skewTold(std::optional<std::chrono::milliseconds> known, const QDateTime &date,
                                   const QDateTime &ours)
{
    constexpr std::chrono::milliseconds none(0);
    constexpr std::chrono::seconds leastDifference(2);
    const std::chrono::milliseconds told = timeBetween(ours, date);
    for (const std::chrono::milliseconds same : {known.value_or(none), none})
        if (std::chrono::abs(told - same) < leastDifference)
            return same;
    return told;
}

WatchStream *refusedStream(const Error &error, QObject *parent)
{
    return new RefusedStream(error, parent);
}

WatchStream *Transport::lines(const Request & /*request*/, QObject *parent)
{
    return refusedStream(
        {Error::Code::Unsupported, KubeTr::tr("Logs cannot be read over this connection."), {}, {}}, parent);
}

} // namespace chartroom
