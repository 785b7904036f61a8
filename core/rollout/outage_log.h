// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/moments.h"

#include <QDateTime>
#include <QHash>
#include <QList>
#include <QString>

namespace chartroom {

/// A time in which a component had no operator, or autoUpgrade of a queue was off, as far as it was seen;
/// UTC.
struct Outage
{
    QDateTime from;
    QDateTime to;

    /// The last second of one whose start is unknown: times are told in whole seconds.
    [[nodiscard]] static Outage until(const QDateTime &end)
    {
        return {laterBy(end, std::chrono::seconds(-1)), end};
    }
    [[nodiscard]] bool touches(const QDateTime &start, const QDateTime &end) const
    {
        return from < end && to > start;
    }

    friend bool operator==(const Outage &, const Outage &) = default;
};

/// What was seen of the operators and their switches while the session looked, and when an operator came
/// back before that: a node that waited for one tells nothing of the pace. What nothing tells is not in it.
class OutageLog
{
public:
    /// What is so at that moment, which lies before an earlier one where a recording was wound back. `whose`
    /// is a component or a queueOf() one.
    void note(const QString &whose, bool isGone, const QDateTime &now);
    /// It came back in that time, and nobody saw since when it was gone.
    void noteReturn(const QString &whose, const Outage &end);
    [[nodiscard]] QList<Outage> of(const QString &whose) const { return m_known.value(whose); }
    [[nodiscard]] QList<Outage> returnsOf(const QString &whose) const { return m_returns.value(whose); }
    [[nodiscard]] static QString queueOf(const QString &component, const QString &queue)
    {
        return component + u'\n' + queue;
    }

private:
    QHash<QString, QList<Outage>> m_known;
    QHash<QString, QList<Outage>> m_returns;
    QHash<QString, bool> m_isOn;
};

} // namespace chartroom
