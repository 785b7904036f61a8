// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/presence_operation.h"

#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/kube/api_version.h"
#include "core/kube/paged_list.h"
#include "core/upgrade/draft.h"
#include "core/upgrade/preflight_reading.h"

#include <QSet>

namespace chartroom {

namespace {

constexpr std::chrono::seconds patience{15}; // with the kinds of one API version
constexpr qsizetype longestWhy = 300;

QString nameOf(const ObjectRef &reference)
{
    return visibleText(reference.kind + u' ' + reference.name);
}

} // namespace

PresenceOperation::PresenceOperation(Transport *transport, const QList<ObjectRef> &references,
                                     QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_groups(groupVersions(references))
{
    for (const ObjectRef &reference : references)
        m_objects.append({reference});
}

PresenceOperation::~PresenceOperation() = default;

void PresenceOperation::start()
{
    askKinds();
}

void PresenceOperation::askKinds()
{
    if (m_groups.isEmpty())
        return place();
    const QString apiVersion = m_groups.takeFirst();
    Request request;
    request.path = apiRootOf(apiVersion);
    request.timeout = patience;
    onFinished(m_transport->get(request), this, [this, apiVersion](const Result<Response> &response) {
        m_kinds.insert(apiVersion, response ? readServedKinds(response->body)
                                            : Result<ServedKinds>(tl::make_unexpected(response.error())));
        askKinds();
    });
}

void PresenceOperation::place()
{
    QMap<QString, List> lists; // by path
    for (qsizetype i = 0; i < m_objects.size(); ++i) {
        if (const QString path = listOf(m_objects[i]); !path.isEmpty()) {
            List &list = lists[path];
            list.path = path;
            list.objects.append(i);
        }
    }
    m_lists = lists.values();
    readLists();
}

QString PresenceOperation::listOf(Object &object) const
{
    const ObjectRef &reference = object.reference;
    const auto end = [&object](State state, const QString &why) {
        object.state = state;
        object.why = visibleText(why, false, longestWhy);
        return QString();
    };
    const QString unserved = tr("%1 is in the manifest, but the cluster does not serve %2.")
                                 .arg(nameOf(reference), reference.apiVersion + u' ' + reference.kind);
    const auto kinds = m_kinds.constFind(reference.apiVersion);
    if (kinds == m_kinds.cend())
        return end(State::Unread, tr("\"%1\" is not a valid API version.").arg(reference.apiVersion));
    if (!*kinds)
        return kinds->error().code == Error::Code::NotFound ? end(State::Missing, unserved)
                                                            : end(State::Unread, kinds->error().message);
    const auto resource = (*kinds)->byKind.constFind(reference.kind);
    if (resource == (*kinds)->byKind.cend())
        return end(State::Missing, unserved);
    const QString root = apiRootOf(reference.apiVersion);
    if (!resource->isNamespaced)
        return root + u'/' + resource->plural;
    if (!isObjectName(reference.namespaceName))
        return end(State::Unread, tr("%1 is not a valid namespace name.").arg(reference.namespaceName));
    return root + QStringLiteral("/namespaces/") + reference.namespaceName + u'/' + resource->plural;
}

void PresenceOperation::readLists()
{
    if (m_pages)
        m_pages.release()->deleteLater(); // it is the one that speaks
    if (m_lists.isEmpty()) {
        Q_EMIT finished();
        return;
    }
    const List list = m_lists.takeFirst();
    ResourceQuery query;
    query.path = list.path;
    query.metadataOnly = true;
    const QString first = m_objects[list.objects.first()].reference.name;
    if (list.objects.size() == 1 && isObjectName(first))
        query.fieldSelector = QStringLiteral("metadata.name=") + first;
    const auto names = std::make_shared<QSet<QString>>();
    m_pages = std::make_unique<PagedList>(m_transport, query, nullptr);
    connect(m_pages.get(), &PagedList::pageRead, this, [names](const QList<KubeObject> &items) {
        for (const KubeObject &item : items)
            names->insert(item.name);
    });
    connect(m_pages.get(), &PagedList::restarted, this, [names] { names->clear(); });
    connect(m_pages.get(), &PagedList::finished, this, [this, list, names] {
        for (const qsizetype index : list.objects) {
            Object &object = m_objects[index];
            const bool isThere = names->contains(object.reference.name);
            object.state = isThere ? State::Found : State::Missing;
            if (!isThere)
                object.why =
                    tr("%1 is in the manifest but not in the cluster.").arg(nameOf(object.reference));
        }
        readLists();
    });
    connect(m_pages.get(), &PagedList::failed, this, [this, list](const Error &error) {
        for (const qsizetype index : list.objects) {
            m_objects[index].state = State::Unread;
            m_objects[index].why = visibleText(error.message, false, longestWhy);
        }
        readLists();
    });
    m_pages->begin({});
}

} // namespace chartroom
