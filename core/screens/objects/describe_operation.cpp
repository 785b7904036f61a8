// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/objects/describe_operation.h"

#include "core/base/on_finished.h"
#include "core/secrets/masked_text.h"

#include <QtConcurrentRun>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

} // namespace

DescribeOperation::DescribeOperation(Transport *transport, ObjectRef object, QObject *parent)
    : DescribeOperation(transport, std::move(object), Options(), parent)
{}

DescribeOperation::DescribeOperation(Transport *transport, ObjectRef object, Options options, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_options(options)
    , m_place(objectPlace(object))
{
    m_description.object = std::move(object);
    if (m_place)
        m_description.object.namespaceName = m_place->namespaceName;
}

void DescribeOperation::start()
{
    m_running = 1; // until all that can be asked at once is asked
    if (m_transport && m_place) {
        readObject();
        readEvents(true);
    } else if (!m_transport) {
        m_description.problem = Error{Error::Code::Unreachable, tr("The cluster is disconnected."), {}, {}};
    } else {
        m_description.problem =
            Error{Error::Code::Unsupported,
                  tr("%1 %2 cannot be described.").arg(m_description.object.kind, m_description.object.name),
                  {},
                  {}};
    }
    QMetaObject::invokeMethod(this, &DescribeOperation::partEnds, Qt::QueuedConnection);
}

Request DescribeOperation::request(const QString &path, qint64 maxBytes) const
{
    Request request;
    request.path = path;
    request.timeout = m_options.timeout;
    request.maxBytes = maxBytes;
    return request;
}

/// `right` is the permission as RBAC names it.
Error DescribeOperation::refusal(const Error &error, const QString &what, const QString &right) const
{
    Error told = error;
    told.detail = maskedText(error.message + u'\n' + error.detail).trimmed();
    if (m_options.isRecording)
        return told;
    if (error.code == Error::Code::Forbidden && m_place->namespaceName.isEmpty())
        told.message = tr("%1 cannot be read: you lack the permission \"%2\".").arg(what, right);
    else if (error.code == Error::Code::Forbidden)
        told.message = tr("%1 cannot be read: you lack the permission \"%2\" in namespace %3.")
                           .arg(what, right, m_place->namespaceName);
    else if (error.code != Error::Code::NotFound)
        told.message = tr("%1 cannot be read: %2").arg(what, maskedText(error.message));
    return told;
}

void DescribeOperation::readObject()
{
    ++m_running;
    const auto answer = m_transport->get(request(m_place->path, m_options.objectBytes));
    onFinished(answer, this, [this](const Result<Response> &response) {
        if (!response) {
            takeObject(tl::make_unexpected(response.error()));
            return;
        }
        const auto read = QtConcurrent::run(readDescription, m_description.object, response->body);
        onFinished(read, this,
                   [this](Result<ObjectDescription> description) { takeObject(std::move(description)); });
    });
}

void DescribeOperation::takeObject(Result<ObjectDescription> read)
{
    const ObjectRef &object = m_description.object;
    const QString name = object.kind + u' ' + object.name;
    if (read) {
        m_description = std::move(*read);
        if (m_place->mayHavePods)
            readPods();
    } else {
        const QString resource =
            m_place->group.isEmpty() ? m_place->resource : m_place->resource + u'.' + m_place->group;
        m_description.problem = refusal(read.error(), name, u"get "_s + resource);
        if (read.error().code == Error::Code::NotFound)
            m_description.problem->message =
                tr("%1 was not found: %2").arg(name, maskedText(read.error().message));
    }
    partEnds();
}

/// Server-side by kind and name, as an Event's uid is the node's name for a node (kubernetes/kubernetes
/// pkg/kubelet/kubelet.go@v1.36 nodeRef). A recording knows no such selector and is searched here.
void DescribeOperation::readEvents(bool withSelector)
{
    const ObjectRef &object = m_description.object;
    const QString where =
        object.namespaceName.isEmpty() ? QString() : u"/namespaces/"_s + object.namespaceName;
    Request events = request(u"/api/v1"_s + where + u"/events"_s, m_options.listBytes);
    if (withSelector) {
        events.query.addQueryItem(u"fieldSelector"_s, u"involvedObject.kind=%1,involvedObject.name=%2"_s.arg(
                                                          object.kind, object.name));
        events.query.addQueryItem(u"limit"_s, QString::number(m_options.events));
    }
    ++m_running;
    onFinished(m_transport->get(events), this, [this, withSelector](const Result<Response> &response) {
        if (!response && response.error().code == Error::Code::Unsupported && withSelector && m_transport) {
            readEvents(false);
            partEnds();
        } else if (!response) {
            takeEvents(tl::make_unexpected(response.error()));
        } else {
            const auto read = QtConcurrent::run(chartroom::readEvents, m_description.object, response->body);
            onFinished(read, this, [this](const Result<DescribedEvents> &found) { takeEvents(found); });
        }
    });
}

void DescribeOperation::takeEvents(const Result<DescribedEvents> &read)
{
    if (read)
        m_events = *read;
    else
        m_eventsProblem = refusal(read.error(), tr("Its events"), u"list events"_s);
    partEnds();
}

void DescribeOperation::readPods()
{
    const QString selector = podSelector(m_description.value);
    if (selector.isEmpty() || !m_transport)
        return;
    Request pods = request(u"/api/v1/namespaces/%1/pods"_s.arg(m_place->namespaceName), m_options.listBytes);
    pods.query.addQueryItem(u"labelSelector"_s, selector);
    pods.query.addQueryItem(u"limit"_s, QString::number(m_options.pods));
    ++m_running;
    onFinished(m_transport->get(pods), this, [this](const Result<Response> &response) {
        if (!response) {
            takePods(tl::make_unexpected(response.error()));
            return;
        }
        const auto read = QtConcurrent::run(chartroom::readPods, response->body);
        onFinished(read, this, [this](const Result<DescribedPods> &found) { takePods(found); });
    });
}

void DescribeOperation::takePods(const Result<DescribedPods> &read)
{
    m_description.arePodsRead = read.has_value();
    m_description.hasMorePods = read && read->hasMore;
    if (read)
        m_description.containers = read->containers;
    else
        m_description.podsProblem = refusal(read.error(), tr("Its pods"), u"list pods"_s);
    partEnds();
}

/// An object of the same name that was there before has events of its own.
void DescribeOperation::partEnds()
{
    if (--m_running > 0)
        return;
    if (!m_description.uid.isEmpty())
        m_events.events.removeIf([this](const DescribedEvent &event) {
            return !event.about.isEmpty() && event.about != m_description.uid &&
                   event.about != m_description.object.name;
        });
    m_description.hasMoreEvents = m_events.hasMore || m_events.events.size() > ObjectDescription::mostEvents;
    m_description.events = m_events.events.mid(0, ObjectDescription::mostEvents);
    m_description.eventsProblem = m_eventsProblem;
    Q_EMIT finished(m_description);
}

} // namespace chartroom
