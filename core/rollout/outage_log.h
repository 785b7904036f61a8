// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

    [[nodiscard]] bool touches(const QDateTime &start, const QDateTime &end) const
    {
        return from < end && to > start;
    }
};

/// What was seen of the operators and their switches while the session looked: a node that waited for one
/// tells nothing of the pace. What nobody saw is not in it.
class OutageLog
{
public:
    /// What is so at that moment, which lies before an earlier one where a recording was wound back. `whose`
    /// is a component or a queueOf() one.
    void note(const QString &whose, bool isGone, const QDateTime &now);
    [[nodiscard]] QList<Outage> of(const QString &whose) const { return m_known.value(whose); }
    [[nodiscard]] static QString queueOf(const QString &component, const QString &queue)
    {
        return component + u'\n' + queue;
    }

private:
    QHash<QString, QList<Outage>> m_known;
    QHash<QString, bool> m_isOn;
};

} // namespace chartroom
