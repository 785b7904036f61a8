// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/live_read.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/kube/api_version.h"
#include "core/kube/served_versions.h"

#include <QRegularExpression>
#include <QTimer>
#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {

/// A manifest is cluster text: only what can be a group version gets into a path.
QString groupVersionPath(const QString &apiVersion)
{
    static const QRegularExpression plain(QStringLiteral("^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(/[a-z0-9]+)?$"));
    if (!plain.match(apiVersion).hasMatch())
        return {};
    return apiRootOf(apiVersion);
}

/// k8s.io/apimachinery pkg/api/validation/path/name.go@v0.36 IsValidPathSegmentName.
bool isPathSegment(const QString &name)
{
    return !name.isEmpty() && name != u"." && name != u".." && !name.contains(u'/') && !name.contains(u'%');
}

Request getRequest(const QString &path, const LiveObjects::Options &options)
{
    Request request;
    request.path = path;
    request.timeout = options.timeout;
    request.maxBytes = options.maxBytes;
    return request;
}

QString named(const ObjectRef &object)
{
    const QString where = object.namespaceName.isEmpty() ? QString() : object.namespaceName + u'/';
    return object.kind + u' ' + where + object.name;
}

} // namespace

LiveRead::LiveRead(LiveObjects *owner, const QList<ObjectRef> &objects, QString releaseNamespace)
    : QObject(owner)
    , m_owner(owner)
    , m_releaseNamespace(std::move(releaseNamespace))
{
    for (const ObjectRef &object : objects) {
        m_objects.append({object, LiveObject::State::Gone, {}, {}});
        const auto known = owner->m_served.constFind(object.apiVersion);
        const bool isKnown = known != owner->m_served.cend() && known->byKind.contains(object.kind);
        // A kind may have come since: what is not known yet is asked for again.
        if (!isKnown && !m_groups.contains(object.apiVersion))
            m_groups.append(object.apiVersion);
    }
    connect(&m_watcher, &QFutureWatcherBase::canceled, this, &QObject::deleteLater);
}

QFuture<Result<QList<LiveObject>>> LiveRead::start()
{
    m_promise.start();
    m_watcher.setFuture(m_promise.future());
    QTimer::singleShot(0, this, &LiveRead::proceed);
    return m_promise.future();
}

void LiveRead::proceed()
{
    while (!m_isFinished && m_running < m_owner->m_options.atOnce) {
        if (!m_groups.isEmpty()) {
            askKinds(m_groups.takeFirst());
        } else if (m_running > 0 && !m_arePlaced) {
            return; // the last kinds are on their way
        } else if (!m_arePlaced) {
            placeObjects();
        } else if (!m_waiting.isEmpty()) {
            fetch(m_waiting.takeFirst());
        } else {
            break;
        }
    }
    if (!m_isFinished && m_arePlaced && m_running == 0 && m_waiting.isEmpty())
        finish(m_objects);
}

void LiveRead::askKinds(const QString &apiVersion)
{
    using State = LiveObject::State;
    const auto unavailable = [this, apiVersion](State state, const QString &notice) {
        m_unavailable.insert(apiVersion, {{}, state, {}, notice});
    };
    const QString path = groupVersionPath(apiVersion);
    if (path.isEmpty()) {
        unavailable(State::UnknownKind, tr("\"%1\" is not a valid API version.").arg(apiVersion));
        return;
    }
    ++m_running;
    const auto answer = m_owner->m_transport->get(getRequest(path, m_owner->m_options));
    onFinished(answer, this, [this, apiVersion, unavailable](const Result<Response> &response) {
        --m_running;
        const Result<ServedKinds> kinds =
            response ? readServedKinds(response->body) : tl::make_unexpected(response.error());
        if (kinds)
            m_owner->m_served.insert(apiVersion, *kinds);
        else if (kinds.error().code == Error::Code::NotFound)
            unavailable(State::UnknownKind, tr("The cluster does not serve %1.").arg(apiVersion));
        else if (kinds.error().code == Error::Code::Forbidden)
            unavailable(State::Forbidden, tr("Discovering the kinds of %1 is forbidden.").arg(apiVersion));
        else if (kinds.error().code == Error::Code::Timeout || !endsAll(kinds.error()))
            // One aggregated API that hangs does not hide the others.
            unavailable(State::Unreadable,
                        tr("The kinds of %1 cannot be read: %2").arg(apiVersion, kinds.error().message));
        const bool isAnswered = kinds || kinds.error().code == Error::Code::NotFound;
        if (isAnswered && !apiGroupOf(apiVersion).isEmpty() && lacksKinds(apiVersion))
            askVersions(apiVersion);
        proceed();
    });
}

bool LiveRead::lacksKinds(const QString &apiVersion) const
{
    const ServedKinds kinds = m_owner->m_served.value(apiVersion);
    return std::any_of(m_objects.cbegin(), m_objects.cend(), [&](const LiveObject &one) {
        return one.object.apiVersion == apiVersion && !kinds.byKind.contains(one.object.kind);
    });
}

/// Where the group cannot be read, the manifest's version is the only one.
void LiveRead::askVersions(const QString &apiVersion)
{
    ++m_running;
    const QString group = apiGroupOf(apiVersion);
    const auto answer =
        m_owner->m_transport->get(getRequest(QStringLiteral("/apis/") + group, m_owner->m_options));
    onFinished(answer, this, [this, apiVersion, group](const Result<Response> &response) {
        --m_running;
        const QStringList versions = response ? versionsOfGroup(response->body) : QStringList();
        for (const QString &version : versions) {
            const QString other = group + u'/' + version;
            if (other == apiVersion)
                continue;
            m_others[apiVersion].append(other);
            if (!m_owner->m_served.contains(other) && !m_groups.contains(other))
                m_groups.append(other);
        }
        proceed();
    });
}

/// The manifest's version, or where it does not serve the kind, the first of the group's that does.
QString LiveRead::servedVersion(const ObjectRef &object) const
{
    const QStringList versions = QStringList{object.apiVersion} + m_others.value(object.apiVersion);
    const auto found = std::find_if(versions.cbegin(), versions.cend(), [&](const QString &one) {
        return m_owner->m_served.value(one).byKind.contains(object.kind);
    });
    return found == versions.cend() ? object.apiVersion : *found;
}

void LiveRead::placeObjects()
{
    m_arePlaced = true;
    for (qsizetype i = 0; i < m_objects.size(); ++i)
        place(m_objects[i], i);
}

void LiveRead::place(LiveObject &live, qsizetype index)
{
    ObjectRef &object = live.object;
    const auto missing = m_unavailable.constFind(object.apiVersion);
    const QString version = servedVersion(object);
    if (version != object.apiVersion)
        live.notice = tr("The cluster does not serve %1 in the manifest's version %2: it was read as %3, so "
                         "differences may come from the version.",
                         "kind, API version, API version")
                          .arg(object.kind, object.apiVersion, version);
    const ServedKinds kinds = m_owner->m_served.value(version);
    const auto found = kinds.byKind.constFind(object.kind);
    if (found == kinds.byKind.cend()) {
        live.state = missing == m_unavailable.cend() ? LiveObject::State::UnknownKind : missing->state;
        live.notice =
            missing == m_unavailable.cend()
                ? tr("The cluster does not serve kind %1 of %2.").arg(object.kind, object.apiVersion)
                : missing->notice;
        return;
    }
    if (!found->isNamespaced)
        object.namespaceName.clear();
    else if (object.namespaceName.isEmpty())
        object.namespaceName = m_releaseNamespace;
    if (!isPathSegment(object.name) || (found->isNamespaced && !isPathSegment(object.namespaceName))) {
        live.state = LiveObject::State::Unreadable;
        live.notice = tr("%1 has an invalid object name.").arg(named(object));
        return;
    }
    const QString where =
        found->isNamespaced ? QStringLiteral("/namespaces/") + object.namespaceName : QString();
    m_paths.insert(index, groupVersionPath(version) + where + u'/' + found->plural + u'/' + object.name);
    m_waiting.append(index);
}

void LiveRead::fetch(qsizetype index)
{
    ++m_running;
    const auto answer = m_owner->m_transport->get(getRequest(m_paths.value(index), m_owner->m_options));
    onFinished(answer, this, [this, index](const Result<Response> &response) {
        if (!response) {
            take(index, tl::make_unexpected(response.error()));
            return;
        }
        const auto read = QtConcurrent::run([body = response->body] { return readJson(body); });
        onFinished(read, this, [this, index](const Result<Value> &value) { take(index, value); });
    });
}

void LiveRead::take(qsizetype index, const Result<Value> &value)
{
    using State = LiveObject::State;
    --m_running;
    LiveObject &live = m_objects[index];
    const ObjectRef &object = live.object;
    if (value) {
        live.state = State::Found;
        live.value = *value;
    } else if (value.error().code == Error::Code::NotFound) {
        live.notice = tr("%1 is gone from the cluster.").arg(named(object));
    } else if (value.error().code == Error::Code::Forbidden) {
        live.state = State::Forbidden;
        live.notice = object.namespaceName.isEmpty() ? tr("Reading %1 objects is forbidden.").arg(object.kind)
                                                     : tr("Reading %1 objects in namespace %2 is forbidden.")
                                                           .arg(object.kind, object.namespaceName);
    } else if (!endsAll(value.error())) {
        live.state = State::Unreadable;
        live.notice = tr("%1 cannot be read: %2").arg(named(object), value.error().message);
    }
    proceed();
}

/// Ends the whole reading for what would be the same with every other object.
bool LiveRead::endsAll(const Error &error)
{
    switch (error.code) {
    case Error::Code::Server:
    case Error::Code::Damaged:
    case Error::Code::TooLarge:
    case Error::Code::Gone:
    case Error::Code::NotKubernetes:
        return false;
    default:
        finish(tl::make_unexpected(error));
        return true;
    }
}

void LiveRead::finish(Result<QList<LiveObject>> result)
{
    if (std::exchange(m_isFinished, true))
        return;
    m_promise.addResult(std::move(result));
    m_promise.finish();
    deleteLater();
}

} // namespace chartroom
