// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/api_server.h"

#include "core/kube/header_value.h"
#include "core/kube/proxy.h"
#include "core/kube/server_name.h"

#include <QHostAddress>

namespace chartroom {

namespace {

Result<QNetworkProxy> proxyOf(const KubeContext &context)
{
    return proxyFor(context.clusterEntry.url(), context.clusterEntry.proxyUrl,
                    QProcessEnvironment::systemEnvironment());
}

} // namespace

ApiServer::ApiServer(KubeContext context, CredentialSource *source, const Clock *clock, NativeTiming timing,
                     QObject *parent)
    : QObject(parent)
    , m_context(std::move(context))
    , m_source(source)
    , m_clock(clock)
    , m_timing(timing)
    , m_base(m_context.clusterEntry.url())
{
    m_unusable = obstacle(m_context);
    if (m_unusable)
        return;
    // Compressing costs the server more time than the loopback needs for the bytes.
    m_compress = !m_context.clusterEntry.disableCompression && m_base.host() != u"localhost" &&
                 !QHostAddress(m_base.host()).isLoopback();
    if (const auto proxy = proxyOf(m_context))
        m_connections.setProxy(*proxy);
}

std::optional<Error> ApiServer::obstacle(const KubeContext &context)
{
    const QUrl base = context.clusterEntry.url();
    const bool isHttp = base.scheme() == u"https" || base.scheme() == u"http";
    if (!base.isValid() || !isHttp || base.host().isEmpty())
        return Error{Error::Code::Invalid,
                     tr("The server address of context %1 is not an http or https URL.").arg(context.name),
                     context.clusterEntry.server,
                     {}};
    const UserEntry &user = context.userEntry;
    const auto isLong = [](const QStringList &values) { return values.size() > 1; };
    if (isLong(user.impersonateGroups) ||
        std::any_of(user.impersonateExtra.cbegin(), user.impersonateExtra.cend(), isLong))
        // Qt sends each header once
        return Error{Error::Code::Unsupported,
                     tr("Acting as a member of several groups, or with several values of one extra, is not "
                        "possible over the built-in connection; start Chartroom with --transport kubectl."),
                     {},
                     {}};
    const auto proxy = proxyOf(context);
    return proxy ? std::nullopt : std::optional(proxy.error());
}

Result<QNetworkRequest> ApiServer::prepare(const Request &wanted, const Credential &credential, Use use)
{
    if (m_unusable)
        return tl::make_unexpected(*m_unusable);
    QUrl url = m_base;
    QString prefix = m_base.path();
    while (prefix.endsWith(u'/'))
        prefix.chop(1);
    url.setPath(prefix + wanted.path);
    QUrlQuery query = wanted.query;
    if (use == Use::Watch)
        query.addQueryItem(QStringLiteral("watch"), QStringLiteral("1"));
    url.setQuery(query.isEmpty() ? QUrlQuery() : query);

    QNetworkRequest request(url);
    const bool secure = url.scheme() == u"https";
    // Without TLS Qt would ask for an upgrade to h2c, which API servers do not speak. After an answer to
    // nobody (or to basic, which they take for nobody) they end an HTTP/2 connection with GOAWAY
    // (k8s.io/apiserver pkg/endpoints/filters/authentication.go@v0.36), which Qt 6.4.2 does not heed.
    const bool saysWho =
        !credential.certificateChain.isEmpty() || credential.authorization.reveal().startsWith("Bearer ");
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, secure && saysWho);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    request.setRawHeader("User-Agent", "chartroom/" CHARTROOM_VERSION);
    request.setRawHeader("Accept", wanted.accept);
    // Naming an encoding ourselves keeps Qt from unpacking: it checks no trailer and takes good lists for
    // bombs (faults 18 to 20).
    request.setRawHeader("Accept-Encoding", use == Use::Get && m_compress ? "gzip" : "identity");
    request.setDecompressedSafetyCheckThreshold(-1);
    if (secure) {
        if (const auto tls = readTls(credential); !tls)
            return tl::make_unexpected(tls.error());
        request.setSslConfiguration(*m_tls);
        if (!m_context.clusterEntry.tlsServerName.isEmpty())
            request.setPeerVerifyName(m_context.clusterEntry.tlsServerName);
        if (!credential.authorization.isEmpty())
            request.setRawHeader("Authorization", credential.authorization.reveal());
    }
    // Also without TLS, as kubectl does: behind `kubectl proxy` one would else act as its user.
    impersonate(request);
    const QByteArrayList names = request.rawHeaderList();
    for (const QByteArray &name : names) {
        if (!isHeaderValue(request.rawHeader(name)))
            return failure(
                Error::Code::Invalid,
                tr("The header %1 would hold a line end or another control character, so the request "
                   "is not sent; correct the kubeconfig.")
                    .arg(QString::fromLatin1(name)));
    }
    return request;
}

Result<void> ApiServer::readTls(const Credential &credential)
{
    if (m_tls && m_tlsChain == credential.certificateChain)
        return {};
    auto tls = tlsConfiguration(m_context.clusterEntry, credential);
    if (!tls)
        return tl::make_unexpected(tls.error());
    if (m_tls) // an open connection keeps the identity it was made with
        m_connections.retireAll();
    m_tls = std::move(*tls);
    m_tlsChain = credential.certificateChain;
    return {};
}

void ApiServer::impersonate(QNetworkRequest &request) const
{
    const UserEntry &user = m_context.userEntry;
    if (user.impersonate.isEmpty())
        return;
    // Qt takes a header without a value for none.
    const auto valueOf = [](const QString &text) { return text.isEmpty() ? QByteArray("") : text.toUtf8(); };
    request.setRawHeader("Impersonate-User", user.impersonate.toUtf8());
    if (!user.impersonateUid.isEmpty())
        request.setRawHeader("Impersonate-Uid", user.impersonateUid.toUtf8());
    if (!user.impersonateGroups.isEmpty())
        request.setRawHeader("Impersonate-Group", valueOf(user.impersonateGroups.first()));
    for (auto it = user.impersonateExtra.cbegin(); it != user.impersonateExtra.cend(); ++it) {
        if (!it.value()
                 .isEmpty()) // escaped as headerKeyEscape does (client-go transport/round_trippers.go@v0.36)
            request.setRawHeader("Impersonate-Extra-" + QUrl::toPercentEncoding(it.key(), "!#$&'*+^`|"),
                                 valueOf(it.value().first()));
    }
}

bool ApiServer::renewCredential(quint64 generation)
{
    if (generation != m_generation)
        return true; // another request has renewed it since
    const auto now = m_clock->elapsed();
    if (m_renewedAt && now - *m_renewedAt < m_timing.renewEvery)
        return false;
    m_renewedAt = now;
    ++m_generation;
    m_source->invalidate();
    return true;
}

Error ApiServer::explained(Error refusal) const
{
    const bool isOfSignIn = refusal.code == Error::Code::Unauthorized || refusal.code == Error::Code::Tls;
    const QDateTime end = m_tlsChain.isEmpty() ? QDateTime() : m_tlsChain.first().expiryDate().toUTC();
    if (!isOfSignIn || !end.isValid() || end >= m_clock->now())
        return refusal;
    refusal.detail = refusal.message;
    refusal.message = tr("The client certificate expired on %1 (this computer's clock says %2).")
                          .arg(end.toString(Qt::ISODate), m_clock->now().toUTC().toString(Qt::ISODate));
    return refusal;
}

bool ApiServer::verifiesName() const
{
    return m_base.scheme() == u"https" && !m_context.clusterEntry.insecureSkipTlsVerify;
}

bool ApiServer::accepts(const QSslCertificate &certificate)
{
    if (!verifiesName() || isCertificateFor(certificate, verifiedName()))
        return true;
    forgetTls();
    Q_EMIT refused({Error::Code::Tls, nameProblem(certificate, verifiedName()), {}, {}});
    return false;
}

QString ApiServer::verifiedName() const
{
    const QString &name = m_context.clusterEntry.tlsServerName;
    return name.isEmpty() ? host() : name;
}

void ApiServer::forgetTls()
{
    m_tls.reset();
    m_connections.retireAll();
}

void ApiServer::sawHead(const HttpHead &head, const ConnectionPool::Connection &connection)
{
    m_connections.answered(connection, head.http2);
    if (head.date.isValid())
        m_skew = skewTold(m_skew, head.date, m_clock->now());
}

} // namespace chartroom
