// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object.h"

#include <QHash>
#include <QSet>

namespace chartroom {

/// What a Reflector has passed on so far, by uid, without the JSON. Turns what the server says into
/// differences to that: duplicates vanish, a change of something unknown is an addition, an object that came
/// back under a new uid is a deletion and an addition (faults 13 and 14).
class ObjectMirror
{
public:
    /// What the events of a watch change; mostly that is the events themselves.
    [[nodiscard]] QList<ObjectEvent> apply(const QList<ObjectEvent> &events);

    /// Somebody else remembers from now on what is known: nothing is until recall() says it, which is before
    /// the next list. Needs an event loop.
    void forget();
    void recall(const QList<KubeObject> &known);

    /// Makes room for that many objects.
    void reserve(qsizetype count);
    /// A list over what is known already: begin, every page, end. What no page named is deleted at the end; a
    /// deletion found so carries the last known identity and no JSON.
    void beginList();
    [[nodiscard]] QList<ObjectEvent> applyPage(const QList<KubeObject> &items);
    [[nodiscard]] QList<ObjectEvent> endList();

    [[nodiscard]] qsizetype size() const { return m_known.size(); }

private:
    [[nodiscard]] bool takesAsItIs(const ObjectEvent &event);
    void upsert(const KubeObject &object, QList<ObjectEvent> &out);
    void remove(const QString &key, const KubeObject &last, QList<ObjectEvent> &out);

    QHash<QString, KubeObject> m_known;                  ///< by uid, without JSON
    QHash<std::pair<QString, QString>, QString> m_names; ///< namespace and name to uid
    QSet<QString> m_unseen;                              ///< during a list: not named yet
};

/// Events waiting to be passed on: one per object, the latest wins, so the queue is never longer than the
/// number of objects that changed (fault 21).
class EventQueue
{
public:
    void append(ObjectEvent event);
    void append(QList<ObjectEvent> events);
    /// The first `most` events, all by default.
    [[nodiscard]] QList<ObjectEvent> take(qsizetype most = -1);
    [[nodiscard]] bool isEmpty() const { return m_index.isEmpty(); }
    /// Events that were folded into another one since construction.
    [[nodiscard]] quint64 merged() const { return m_merged; }

private:
    QList<ObjectEvent> m_events;       ///< an emptied name marks a place whose event cancelled out
    QHash<QString, qsizetype> m_index; ///< to the places of what waits
    qsizetype m_taken = 0;             ///< places at the front that are empty already
    quint64 m_merged = 0;
};

} // namespace chartroom
