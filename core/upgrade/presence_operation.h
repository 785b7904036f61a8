// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/live/live_objects.h"

#include <QObject>

#include <memory>

namespace chartroom {

class PagedList;

/// Looks whether objects are in the cluster, by lists of metadata: a request for each kind in a namespace and
/// none for each object. Reads only. Deleted, it ends without a signal.
class PresenceOperation final : public QObject
{
    Q_OBJECT
public:
    enum class State {
        Open, ///< not looked at yet
        Found,
        Missing,
        Unread, ///< the cluster does not tell
    };
    struct Object
    {
        ObjectRef reference; ///< the namespace filled in
        State state = State::Open;
        QString why = {}; ///< with Missing and Unread: a sentence, safe to show
    };
    /// The transport outlives it.
    PresenceOperation(Transport *transport, const QList<ObjectRef> &references, QObject *parent = nullptr);
    ~PresenceOperation() override;

    void start();
    /// In the order asked for; none is Open after finished().
    [[nodiscard]] const QList<Object> &objects() const { return m_objects; }

Q_SIGNALS:
    /// Exactly once.
    void finished();

private:
    /// One list, and whom it has to hold.
    struct List
    {
        QString path;
        QList<qsizetype> objects; ///< indices
    };

    void askKinds();
    void place();
    /// "" when there is none, and then it says of the object why.
    [[nodiscard]] QString listOf(Object &object) const;
    void readLists();

    Transport *m_transport;
    QList<Object> m_objects;
    QStringList m_groups;                        ///< API versions still to ask for
    QHash<QString, Result<ServedKinds>> m_kinds; ///< by apiVersion
    QList<List> m_lists;                         ///< still to read
    std::unique_ptr<PagedList> m_pages;          ///< of the one that is being read
};

} // namespace chartroom
