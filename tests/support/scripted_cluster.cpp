// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scripted_cluster.h"

#include "core/kube/server_status.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace chartroom::test {

namespace {

QByteArray objectJson(const QString &name, const QString &uid, qint64 version, const QByteArray &extra)
{
    QByteArray json = "{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" + name.toUtf8() +
                      "\",\"namespace\":\"default\",\"uid\":\"" + uid.toUtf8() + "\",\"resourceVersion\":\"" +
                      QByteArray::number(version) + "\"}";
    if (!extra.isEmpty())
        json += "," + extra;
    return json + "}";
}

} // namespace

QByteArray statusJson(int code, const QString &reason, const QString &message, int retryAfterSeconds,
                      const QString &continueToken)
{
    QJsonObject metadata;
    if (!continueToken.isEmpty())
        metadata.insert(QStringLiteral("continue"), continueToken);
    QJsonObject status{{QStringLiteral("kind"), QStringLiteral("Status")},
                       {QStringLiteral("apiVersion"), QStringLiteral("v1")},
                       {QStringLiteral("metadata"), metadata},
                       {QStringLiteral("status"), QStringLiteral("Failure")},
                       {QStringLiteral("message"), message},
                       {QStringLiteral("reason"), reason},
                       {QStringLiteral("code"), code}};
    if (retryAfterSeconds > 0)
        status.insert(QStringLiteral("details"),
                      QJsonObject{{QStringLiteral("retryAfterSeconds"), retryAfterSeconds}});
    return QJsonDocument(status).toJson(QJsonDocument::Compact);
}

Error statusError(int code, const QString &reason, const QString &message, int retryAfterSeconds,
                  const QString &continueToken)
{
    return errorFromStatus(
        readServerStatus(statusJson(code, reason, message, retryAfterSeconds, continueToken)));
}

ScriptedCluster::ScriptedCluster(ScriptedTransport *transport, QString path)
    : QObject(transport)
    , m_transport(transport)
    , m_path(std::move(path))
{
    transport->answer(m_path, [this](const Request &request) { return list(request); });
    transport->onWatch(m_path, [this](ScriptedWatch *watch) { opened(watch); });
}

void ScriptedCluster::put(const QString &name, const QString &uid, const QByteArray &extra)
{
    const bool known = m_objects.contains(name);
    Entry &entry = m_objects[name];
    const QString newUid = !uid.isEmpty() ? uid : known ? entry.uid : QStringLiteral("uid-") + name;
    const bool replaced = known && newUid != entry.uid;
    if (replaced) {
        entry.version = ++m_version;
        record("DELETED", name, entry);
    }
    entry = {newUid, ++m_version, extra};
    record(known && !replaced ? "MODIFIED" : "ADDED", name, entry);
}

void ScriptedCluster::remove(const QString &name)
{
    Entry entry = m_objects.take(name);
    entry.version = ++m_version;
    record("DELETED", name, entry);
}

void ScriptedCluster::bookmark()
{
    if (ScriptedWatch *watch = m_transport->liveWatch(m_path))
        watch->push(QByteArray(
            "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"metadata\":"
            "{\"resourceVersion\":\"" +
            QByteArray::number(m_version) + "\"}}}"));
}

void ScriptedCluster::compact()
{
    m_compacted = m_version;
    m_history.clear();
    m_snapshots.clear();
}

QMap<QString, QString> ScriptedCluster::state() const
{
    QMap<QString, QString> out;
    for (auto it = m_objects.cbegin(); it != m_objects.cend(); ++it)
        out.insert(it.key(), it->uid + u'/' + QString::number(it->version));
    return out;
}

void ScriptedCluster::record(const char *type, const QString &name, const Entry &entry)
{
    const QByteArray line = QByteArray("{\"type\":\"") + type +
                            "\",\"object\":" + objectJson(name, entry.uid, entry.version, entry.extra) + "}";
    m_history.append({m_version, line});
    if (ScriptedWatch *watch = m_transport->liveWatch(m_path); watch && m_delivers)
        watch->push(line);
}

Result<Response> ScriptedCluster::list(const Request &request)
{
    const QString token = request.query.queryItemValue(QStringLiteral("continue"), QUrl::FullyDecoded);
    const qsizetype limit = request.query.queryItemValue(QStringLiteral("limit")).toLongLong();
    qint64 version = m_version;
    QString after;
    if (!token.isEmpty()) { // "version:last name"; version 0 is the inconsistent one
        after = token.section(u':', 1);
        version = token.section(u':', 0, 0).toLongLong();
        if (version != 0 && !m_snapshots.contains(version) && version <= m_compacted)
            return tl::make_unexpected(statusError(
                410, QStringLiteral("Expired"), QStringLiteral("The provided continue parameter is too old"),
                0, m_offersInconsistent ? QStringLiteral("0:") + after : QString()));
        if (version == 0)
            version = m_version;
    }
    if (!m_snapshots.contains(version))
        m_snapshots.insert(version, m_objects);
    const QMap<QString, Entry> objects = m_snapshots.value(version);
    QByteArray items;
    qsizetype count = 0;
    QString last;
    auto it = after.isEmpty() ? objects.cbegin() : objects.upperBound(after);
    for (; it != objects.cend() && (limit == 0 || count < limit); ++it, ++count) {
        items += (count ? "," : "") + objectJson(it.key(), it->uid, it->version, it->extra);
        last = it.key();
    }
    const QByteArray next =
        it == objects.cend() ? QByteArray() : QByteArray::number(version) + ":" + last.toUtf8();
    return jsonResponse(
        "{\"kind\":\"SecretList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"" +
        QByteArray::number(version) + "\",\"continue\":\"" + next +
        "\",\"remainingItemCount\":" + QByteArray::number(qint64(std::distance(it, objects.cend()))) +
        "},\"items\":" + (count ? "[" + items + "]" : QByteArray("null")) + "}");
}

void ScriptedCluster::opened(ScriptedWatch *watch)
{
    if (watch->request.path != m_path)
        return;
    const qint64 from = watch->parameter(QStringLiteral("resourceVersion")).toLongLong();
    if (from < m_compacted) {
        watch->push(QByteArray(
            "{\"type\":\"ERROR\",\"object\":" +
            statusJson(410, QStringLiteral("Expired"), QStringLiteral("too old resource version")) + "}"));
        watch->end();
        return;
    }
    QList<QByteArray> missed;
    for (const Change &change : std::as_const(m_history))
        if (change.version > from)
            missed.append(change.line);
    if (!missed.isEmpty() && m_delivers)
        watch->push(missed);
}

void AppliedSet::apply(const QList<ObjectEvent> &events)
{
    ++m_batches;
    for (const ObjectEvent &event : events) {
        ++m_events;
        const KubeObject &o = event.object;
        const bool known = m_uids.contains(o.uid);
        if (known != (event.type != ObjectEvent::Type::Added))
            ++m_violations;
        if (event.type == ObjectEvent::Type::Deleted) {
            m_uids.remove(o.uid);
            if (m_state.value(o.name).startsWith(o.uid + u'/'))
                m_state.remove(o.name);
            continue;
        }
        m_uids.insert(o.uid, o.name);
        m_state.insert(o.name, o.uid + u'/' + o.resourceVersion);
    }
}

} // namespace chartroom::test
