// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/discovering_transport.h"

#include "core/base/on_finished.h"
#include "core/kube/kube_tr.h"

#include <QFutureWatcher>
#include <QPromise>

#include <optional>
#include <utility>

namespace chartroom {

/// One request until a version answers it. Owned by the transport; ends itself, also when nobody waits for
/// the answer any more.
class DiscoveringTransport::Search final : public QObject
{
public:
    Search(DiscoveringTransport *owner, Request request, CustomResourcePath path)
        : QObject(owner)
        , m_owner(owner)
        , m_request(std::move(request))
        , m_path(std::move(path))
    {
        m_promise.start();
        connect(&m_asker, &QFutureWatcherBase::canceled, this, [this] {
            m_asked.cancel();
            deleteLater();
        });
        m_asker.setFuture(m_promise.future());
    }

    [[nodiscard]] QFuture<Result<Response>> start()
    {
        ask(m_owner->versionOf(*m_path.resource));
        return m_promise.future();
    }

private:
    [[nodiscard]] QString known() const { return QString::fromLatin1(m_path.resource->version); }
    void ask(const QString &version);
    void answered(const QString &version, Result<Response> answer);
    void readResources(const QString &version, const Error &denied);
    void readGroup();
    void tryNext();
    void finish(Result<Response> answer);

    DiscoveringTransport *m_owner;
    Request m_request;
    CustomResourcePath m_path;
    QPromise<Result<Response>> m_promise;
    QFutureWatcher<Result<Response>> m_asker;
    QFuture<Result<Response>> m_asked;
    QStringList m_tried;
    QStringList m_left;               ///< versions of the group that are still to be tried
    std::optional<Error> m_notServed; ///< what the known version answered
    bool m_hasGroup = false;
};

void DiscoveringTransport::Search::ask(const QString &version)
{
    m_tried << version;
    Request request = m_request;
    request.path = m_path.pathIn(version);
    m_asked = m_owner->m_inner->get(request);
    onFinished(m_asked, this,
               [this, version](Result<Response> answer) { answered(version, std::move(answer)); });
}

void DiscoveringTransport::Search::answered(const QString &version, Result<Response> answer)
{
    if (!answer && answer.error().code == Error::Code::Forbidden)
        return readResources(version, answer.error());
    if (answer || answer.error().code != Error::Code::NotFound) {
        if (answer)
            m_owner->remember(*m_path.resource, version);
        return finish(std::move(answer));
    }
    if (version == known())
        m_notServed = answer.error();
    if (!m_notServed)
        ask(known()); // the version that was read before is not served any more
    else if (!m_hasGroup)
        readGroup();
    else
        tryNext();
}

/// Who may not read a resource is denied also where it is not served: kube-apiserver authorizes before it
/// looks for the path (k8s.io/apiserver pkg/server/config.go@v0.36 DefaultBuildHandlerChain), and discovery
/// is allowed to everybody who is signed in (ClusterRole system:discovery).
void DiscoveringTransport::Search::readResources(const QString &version, const Error &denied)
{
    Request request;
    request.path = m_path.versionPath(version);
    request.timeout = m_request.timeout;
    m_asked = m_owner->m_inner->get(request);
    onFinished(m_asked, this, [this, version, denied](const Result<Response> &resources) {
        if (!resources && resources.error().code == Error::Code::NotFound)
            answered(version, tl::make_unexpected(resources.error()));
        else if (resources && lacksResource(resources->body, QLatin1String(m_path.resource->plural)))
            answered(version, tl::make_unexpected(Error{
                                  Error::Code::NotFound,
                                  KubeTr::tr("%1 is not served.").arg(QLatin1String(m_path.resource->kind)),
                                  denied.detail,
                                  {}}));
        else
            finish(tl::make_unexpected(denied));
    });
}

void DiscoveringTransport::Search::readGroup()
{
    m_hasGroup = true;
    Request request;
    request.path = m_path.groupPath();
    request.timeout = m_request.timeout;
    m_asked = m_owner->m_inner->get(request);
    onFinished(m_asked, this, [this](const Result<Response> &group) {
        m_left = group ? versionsOfGroup(group->body) : QStringList();
        if (m_path.isObject && m_left.contains(known())) // the object is gone, not its version
            m_left.clear();
        tryNext();
    });
}

void DiscoveringTransport::Search::tryNext()
{
    while (!m_left.isEmpty()) {
        const QString version = m_left.takeFirst();
        if (!m_tried.contains(version))
            return ask(version);
    }
    finish(tl::make_unexpected(*m_notServed));
}

void DiscoveringTransport::Search::finish(Result<Response> answer)
{
    m_promise.addResult(std::move(answer));
    m_promise.finish();
    deleteLater();
}

DiscoveringTransport::DiscoveringTransport(std::unique_ptr<Transport> inner, QObject *parent)
    : Transport(parent)
    , m_inner(std::move(inner))
{}

DiscoveringTransport::~DiscoveringTransport()
{
    qDeleteAll(findChildren<QObject *>(Qt::FindDirectChildrenOnly)); // they use the members
}

QFuture<Result<Response>> DiscoveringTransport::get(const Request &request)
{
    CustomResourcePath path = CustomResourcePath::of(request.path);
    if (!path.resource)
        return m_inner->get(request);
    return (new Search(this, request, std::move(path)))->start();
}

WatchStream *DiscoveringTransport::watch(const Request &request, QObject *parent)
{
    const CustomResourcePath path = CustomResourcePath::of(request.path);
    if (!path.resource)
        return m_inner->watch(request, parent);
    Request served = request;
    served.path = path.pathIn(versionOf(*path.resource));
    return m_inner->watch(served, parent);
}

QString DiscoveringTransport::otherVersion(const QString &path) const
{
    return m_others.value(CustomResourcePath::of(path).resource);
}

QString DiscoveringTransport::versionOf(const CustomResource &resource) const
{
    return m_others.value(&resource, QString::fromLatin1(resource.version));
}

void DiscoveringTransport::remember(const CustomResource &resource, const QString &version)
{
    if (version == QLatin1String(resource.version))
        m_others.remove(&resource);
    else
        m_others.insert(&resource, version);
}

} // namespace chartroom
