// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/live/live_objects.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QSet>

namespace chartroom {

/// One reading of LiveObjects: first the kinds, then the objects. Deletes itself when it is done or its
/// future was cancelled.
class LiveRead final : public QObject
{
    Q_OBJECT
public:
    LiveRead(LiveObjects *owner, const QList<ObjectRef> &objects, QString releaseNamespace);
    [[nodiscard]] QFuture<Result<QList<LiveObject>>> start();

private:
    void proceed();
    void askKinds(const QString &apiVersion);
    void askVersions(const QString &apiVersion);
    [[nodiscard]] bool lacksKinds(const QString &apiVersion) const;
    [[nodiscard]] QString servedVersion(const ObjectRef &object) const;
    void placeObjects();
    void place(LiveObject &live, qsizetype index);
    void fetch(qsizetype index);
    void take(qsizetype index, const Result<Value> &value);
    void finish(Result<QList<LiveObject>> result);
    [[nodiscard]] bool endsAll(const Error &error);

    LiveObjects *m_owner;
    QString m_releaseNamespace;
    QList<LiveObject> m_objects;
    QStringList m_groups;                     ///< apiVersions still to ask for
    QHash<QString, LiveObject> m_unavailable; ///< by apiVersion: state and notice of all its kinds
    QHash<QString, QStringList> m_others;     ///< by apiVersion: those that the cluster serves of its group
    QHash<qsizetype, QString> m_paths;
    QList<qsizetype> m_waiting; ///< objects still to fetch
    int m_running = 0;
    bool m_arePlaced = false;
    bool m_isFinished = false;
    QPromise<Result<QList<LiveObject>>> m_promise;
    QFutureWatcher<Result<QList<LiveObject>>> m_watcher;
};

} // namespace chartroom
