// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object.h"
#include "core/kube/resource_query.h"
#include "core/kube/transport.h"

namespace chartroom {

/// Reads one list page by page. When the continue token expires on the way (410) it goes on with the
/// inconsistent token if the server offers one, so that all rows show early, and then reads the list once
/// more in one piece, because only a list of one moment may be followed by a watch (fault 3;
/// k8s.io/client-go tools/pager/pager.go@v0.36 falls back to the full list too). After cancel() it is silent.
class PagedList : public QObject
{
    Q_OBJECT
public:
    PagedList(Transport *transport, ResourceQuery query, QObject *parent);

    /// Starts over. `notOlderThan` is a resource version the answer must have reached; "" asks for the
    /// newest.
    void begin(const QString &notOlderThan);
    /// After failed(): asks for the same page again.
    void resume();
    void cancel();

Q_SIGNALS:
    /// Before a page behind which others come: how many objects they all hold, about.
    void sizeKnown(qsizetype count);
    void pageRead(const QList<chartroom::KubeObject> &items);
    /// What was read so far is void: the list starts from its beginning.
    void restarted();
    /// All pages were read; they are the list at this resource version.
    void finished(const QString &resourceVersion);
    void failed(const chartroom::Error &error);

private:
    void request();
    void restartWhole();
    void answered(Result<Response> result);
    void pageParsed(Result<ObjectPage> result);

    Transport *m_transport;
    ResourceQuery m_query;
    int m_round = 0; ///< changes with every cancel()
    QString m_notOlderThan;
    QString m_continue;
    bool m_whole = false;        ///< no limit: one piece
    bool m_inconsistent = false; ///< the pages are of more than one moment
    QFuture<Result<Response>> m_get;
    QFuture<Result<ObjectPage>> m_parse;
};

} // namespace chartroom
