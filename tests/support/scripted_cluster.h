// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object.h"
#include "tests/support/scripted_transport.h"

#include <QMap>

namespace chartroom::test {

/// One list of an API server in memory, behind a ScriptedTransport: chunks by limit and continue, replays to
/// a watch what happened after its resource version, answers 410 for what was compacted.
class ScriptedCluster : public QObject
{
    Q_OBJECT
public:
    ScriptedCluster(ScriptedTransport *transport, QString path);

    /// Creates or changes an object; "" as uid makes one from the name.
    void put(const QString &name, const QString &uid = {}, const QByteArray &extra = {});
    void remove(const QString &name);
    /// A bookmark with the newest resource version to every open watch.
    void bookmark();
    /// Forgets the history: watches and continue tokens from before get 410.
    void compact();
    /// Whether a 410 on a continue token offers the inconsistent one.
    void setOffersInconsistentContinue(bool offers) { m_offersInconsistent = offers; }
    /// Events reach open watches (true) or only the history (false: as if the stream stood still).
    void setDelivers(bool delivers) { m_delivers = delivers; }
    [[nodiscard]] bool delivers() const { return m_delivers; }

    /// name to uid/resourceVersion, as a fresh list would show it.
    [[nodiscard]] QMap<QString, QString> state() const;
    [[nodiscard]] qint64 version() const { return m_version; }
    [[nodiscard]] QString path() const { return m_path; }

private:
    struct Entry
    {
        QString uid;
        qint64 version = 0;
        QByteArray extra;
    };
    struct Change
    {
        qint64 version = 0;
        QByteArray line;
    };
    [[nodiscard]] Result<Response> list(const Request &request);
    void opened(ScriptedWatch *watch);
    void record(const char *type, const QString &name, const Entry &entry);

    ScriptedTransport *m_transport;
    QString m_path;
    QMap<QString, Entry> m_objects;
    QHash<qint64, QMap<QString, Entry>> m_snapshots; ///< what running chunked lists see
    QList<Change> m_history;
    qint64 m_version = 100;
    qint64 m_compacted = 0;
    bool m_offersInconsistent = false;
    bool m_delivers = true;
};

/// An Error as the transports make it from a Status with this code.
[[nodiscard]] Error statusError(int code, const QString &reason, const QString &message,
                                int retryAfterSeconds = 0, const QString &continueToken = {});
[[nodiscard]] QByteArray statusJson(int code, const QString &reason, const QString &message,
                                    int retryAfterSeconds = 0, const QString &continueToken = {});

/// Applies what a reflector emits; knows the set a listener has, and counts what must not happen.
class AppliedSet : public QObject
{
    Q_OBJECT
public:
    void apply(const QList<ObjectEvent> &events);

    [[nodiscard]] const QMap<QString, QString> &state() const
    {
        return m_state;
    } ///< name to uid/resourceVersion
    [[nodiscard]] int batches() const { return m_batches; }
    [[nodiscard]] int events() const { return m_events; }
    /// Additions of known objects, changes and deletions of unknown ones.
    [[nodiscard]] int violations() const { return m_violations; }

private:
    QMap<QString, QString> m_state;
    QMap<QString, QString> m_uids;
    int m_batches = 0;
    int m_events = 0;
    int m_violations = 0;
};

} // namespace chartroom::test
