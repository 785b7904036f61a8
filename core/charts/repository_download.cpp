// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/repository_download.h"

#include "core/base/private_file.h"
#include "core/base/visible_text.h"
#include "core/kube/credentials.h"
#include "core/kube/header_value.h"
#include "core/kube/proxy.h"
#include "core/kube/server_name.h"

#include <QDateTime>
#include <QSslConfiguration>

namespace chartroom {

namespace {

constexpr int maxRedirects = 5;
constexpr qint64 maxPemBytes = 1024 * 1024;

int portOf(const QUrl &url)
{
    return url.port(url.scheme() == u"https" ? 443 : 80);
}

bool isSameOrigin(const QUrl &a, const QUrl &b)
{
    return a.scheme() == b.scheme() && a.host() == b.host() && portOf(a) == portOf(b);
}

bool isHttp(const QUrl &url)
{
    return (url.scheme() == u"https" || url.scheme() == u"http") && !url.host().isEmpty();
}

} // namespace

Result<QUrl> repositoryUrl(const HelmRepository &repository, const QString &reference)
{
    const QUrl relative(reference, QUrl::StrictMode);
    QUrl base(repository.url, QUrl::StrictMode);
    QString path = base.path(QUrl::FullyEncoded);
    if (!path.endsWith(u'/'))
        path += u'/';
    base.setPath(path, QUrl::StrictMode);
    QUrl url = relative;
    if (relative.isRelative()) {
        url = base.resolved(relative);
        url.setQuery(base.query(QUrl::FullyEncoded));
    }
    url.setFragment({});
    url.setUserInfo({});
    if (!relative.isValid() || !base.isValid() || !url.isValid())
        return failure(
            Error::Code::Invalid,
            RepositoryDownload::tr("The repository %1 has an invalid address.").arg(repository.name));
    if (!isHttp(url))
        return failure(
            Error::Code::Unsupported,
            RepositoryDownload::tr(
                "The repository %1 does not use http or https; only Helm's cache of it can be read.")
                .arg(repository.name));
    return url;
}

RepositoryDownload::RepositoryDownload(HelmRepository repository, RepositoryRequest request)
    : m_repository(std::move(repository))
    , m_request(std::move(request))
    , m_url(m_request.url)
{
    m_network.setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
    m_silence.setSingleShot(true);
    m_total.setSingleShot(true);
    for (QTimer *timer : {&m_silence, &m_total}) {
        connect(timer, &QTimer::timeout, this, [this] {
            m_isOverdue = true;
            if (m_reply)
                m_reply->abort();
        });
    }
}

QFuture<Result<RepositoryAnswer>> RepositoryDownload::start()
{
    m_promise.start();
    connect(&m_watcher, &QFutureWatcherBase::canceled, this,
            [this] { finish(failure(Error::Code::Cancelled, {})); });
    m_watcher.setFuture(m_promise.future());
    m_total.start(m_request.total);
    QMetaObject::invokeMethod(this, &RepositoryDownload::send, Qt::QueuedConnection);
    return m_promise.future();
}

bool RepositoryDownload::isOwnOrigin() const
{
    return m_repository.passesCredentialsAll || isSameOrigin(m_url, QUrl(m_repository.url));
}

Result<QSslConfiguration> RepositoryDownload::tls() const
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    if (!isOwnOrigin())
        return configuration;
    if (!m_repository.caFile.isEmpty()) {
        const Result<QByteArray> pem = readPlainFile(m_repository.caFile, maxPemBytes);
        if (!pem)
            return tl::make_unexpected(pem.error());
        const QList<QSslCertificate> authorities = trustedCertificates(*pem);
        if (authorities.isEmpty())
            return failure(
                Error::Code::Invalid,
                tr("The certificate authority of the repository %1, %2, contains no certificate in PEM form.")
                    .arg(m_repository.name, m_repository.caFile));
        configuration.setCaCertificates(authorities);
    }
    if (!m_repository.certFile.isEmpty() && !m_repository.keyFile.isEmpty()) {
        const Result<QByteArray> certificate = readPlainFile(m_repository.certFile, maxPemBytes);
        if (!certificate)
            return tl::make_unexpected(certificate.error());
        const Result<QByteArray> key = readPlainFile(m_repository.keyFile, maxPemBytes);
        if (!key)
            return tl::make_unexpected(key.error());
        const Result<Credential> pair = readKeyPair(*certificate, Masked(*key));
        if (!pair)
            return tl::make_unexpected(pair.error());
        configuration.setLocalCertificateChain(pair->certificateChain);
        configuration.setPrivateKey(pair->key);
    }
    return configuration;
}

Result<QNetworkRequest> RepositoryDownload::prepared()
{
    QNetworkRequest request(m_url);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    request.setRawHeader("User-Agent", "chartroom/" CHARTROOM_VERSION);
    // As Helm asks; compressed answers would need a cap of their own.
    request.setRawHeader("Accept-Encoding", "identity");
    if (!m_request.etag.isEmpty() && isHeaderValue(m_request.etag))
        request.setRawHeader("If-None-Match", m_request.etag);
    if (!m_request.lastModified.isEmpty() && isHeaderValue(m_request.lastModified))
        request.setRawHeader("If-Modified-Since", m_request.lastModified);
    if (isOwnOrigin() && !m_repository.username.isEmpty() && !m_repository.password.isEmpty())
        request.setRawHeader(
            "Authorization",
            "Basic " + (m_repository.username.toUtf8() + ':' + m_repository.password.reveal()).toBase64());
    if (m_url.scheme() == u"https") {
        const Result<QSslConfiguration> configuration = tls();
        if (!configuration)
            return tl::make_unexpected(configuration.error());
        request.setSslConfiguration(*configuration);
    }
    return request;
}

void RepositoryDownload::send()
{
    if (m_watcher.isCanceled())
        return;
    const Result<QNetworkRequest> request = prepared();
    if (!request)
        return finish(tl::make_unexpected(request.error()));
    const Result<QNetworkProxy> proxy = proxyFor(m_url, {}, QProcessEnvironment::systemEnvironment());
    if (!proxy)
        return finish(tl::make_unexpected(proxy.error()));
    m_network.setProxy(*proxy);
    m_sslErrors.clear();
    m_accepted = false;
    m_silence.start(m_request.silence);
    m_reply = m_network.get(*request);
    connect(m_reply, &QNetworkReply::sslErrors, this,
            [this](const QList<QSslError> &errors) { m_sslErrors = errors; });
    connect(m_reply, &QNetworkReply::encrypted, this, &RepositoryDownload::judgeServer);
    connect(m_reply, &QNetworkReply::metaDataChanged, this, &RepositoryDownload::readHead);
    connect(m_reply, &QNetworkReply::readyRead, this, &RepositoryDownload::readBytes);
    connect(m_reply, &QNetworkReply::finished, this, &RepositoryDownload::replyFinished);
}

/// In the handshake: nothing was sent yet.
void RepositoryDownload::judgeServer()
{
    const QSslCertificate certificate = m_reply->sslConfiguration().peerCertificate();
    if (!isCertificateFor(certificate, m_url.host()))
        fail(Error::Code::Tls, nameProblem(certificate, m_url.host()));
}

void RepositoryDownload::readHead()
{
    if (m_accepted || m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt() != 200)
        return;
    m_file.setFileName(m_request.target);
    if (!m_file.open(QIODevice::WriteOnly | QIODevice::NewOnly, QFile::ReadOwner | QFile::WriteOwner))
        return fail(Error::Code::File,
                    tr("%1 could not be saved: %2.").arg(m_request.target, m_file.errorString()));
    m_accepted = true;
}

void RepositoryDownload::readBytes()
{
    m_silence.start(m_request.silence);
    const QByteArray bytes = m_reply->readAll();
    if (!m_accepted)
        return; // the text of a refusal
    m_received += bytes.size();
    if (m_received > m_request.maxBytes)
        return fail(Error::Code::TooLarge,
                    tr("What the repository %1 sends is larger than %2 MiB; it was not read.")
                        .arg(m_repository.name)
                        .arg(m_request.maxBytes / (1024 * 1024)));
    m_hash.addData(bytes);
    if (m_file.write(bytes) != bytes.size())
        fail(Error::Code::File, tr("%1 could not be saved: %2.").arg(m_request.target, m_file.errorString()));
}

void RepositoryDownload::replyFinished()
{
    m_silence.stop();
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    const bool isCut = m_reply->error() != QNetworkReply::NoError && (status == 0 || status == 200);
    if (isCut)
        return finish(tl::make_unexpected(connectionError()));
    if (status >= 300 && status < 400 && status != 304)
        return follow(m_reply->rawHeader("Location"));
    conclude(status);
}

void RepositoryDownload::conclude(int status)
{
    RepositoryAnswer answer;
    answer.etag = m_reply->rawHeader("ETag");
    answer.lastModified = m_reply->rawHeader("Last-Modified");
    const bool asked = !m_request.etag.isEmpty() || !m_request.lastModified.isEmpty();
    if (status == 304 && asked) {
        answer.isUnchanged = true;
        return finish(answer);
    }
    if (status != 200 || !m_accepted)
        return finish(tl::make_unexpected(statusError(status)));
    if (m_reply->bytesAvailable() > 0)
        readBytes();
    if (!m_reply)
        return; // it was too much
    const QVariant said = m_reply->header(QNetworkRequest::ContentLengthHeader);
    if (said.isValid() && said.toLongLong() != m_received)
        return fail(Error::Code::Unreachable,
                    tr("The repository %1 ended its answer early; retry.").arg(m_repository.name));
    if (!m_file.flush())
        return fail(Error::Code::File,
                    tr("%1 could not be saved: %2.").arg(m_request.target, m_file.errorString()));
    m_file.close();
    answer.sha256 = QString::fromLatin1(m_hash.result().toHex());
    finish(answer);
}

void RepositoryDownload::follow(const QByteArray &location)
{
    const QUrl next = m_url.resolved(QUrl(QString::fromUtf8(location), QUrl::StrictMode));
    if (location.isEmpty() || !next.isValid() || !isHttp(next) || ++m_redirects > maxRedirects)
        return fail(
            Error::Code::Server,
            tr("The repository %1 redirects to an address that cannot be downloaded.").arg(m_repository.name),
            visibleText(QString::fromUtf8(location), false, 300));
    if (m_url.scheme() == u"https" && next.scheme() != u"https")
        return fail(Error::Code::Tls,
                    tr("The repository %1 redirects from https to http, which is not followed.")
                        .arg(m_repository.name));
    m_reply->disconnect(this);
    m_reply->deleteLater();
    m_url = next;
    m_url.setUserInfo({});
    send();
}

Error RepositoryDownload::connectionError() const
{
    const QString name = m_repository.name;
    const QString raw = QStringLiteral("QNetworkReply %1: %2")
                            .arg(int(m_reply->error()))
                            .arg(visibleText(m_reply->errorString(), false, 500));
    if (m_isOverdue)
        return {Error::Code::Timeout,
                tr("The repository %1 does not respond; check the network or VPN.").arg(name),
                raw,
                {}};
    if (!m_sslErrors.isEmpty() || m_reply->error() == QNetworkReply::SslHandshakeFailedError) {
        const QString message =
            m_repository.skipsTlsVerify
                ? tr("The certificate of %1 is not trusted here, and Chartroom always verifies; give the "
                     "repository "
                     "%2 its authority (helm repo add --ca-file).")
                : tr("A secure connection to %1, of the repository %2, could not be established.");
        return {Error::Code::Tls, message.arg(m_url.host(), name), raw, {}};
    }
    return {Error::Code::Unreachable,
            tr("The repository %1 cannot be reached at %2.").arg(name, m_url.host()),
            raw,
            {}};
}

Error RepositoryDownload::statusError(int status) const
{
    const QString name = m_repository.name;
    const QString raw = QStringLiteral("HTTP %1").arg(status);
    switch (status) {
    case 401:
        return {Error::Code::Unauthorized,
                tr("The repository %1 does not accept the credentials that Helm stores for it; set others "
                   "with “helm repo add”.")
                    .arg(name),
                raw,
                {}};
    case 403:
        return {Error::Code::Forbidden, tr("The repository %1 does not allow this.").arg(name), raw, {}};
    case 404:
    case 410:
        return {Error::Code::NotFound, tr("The repository %1 does not have it.").arg(name), raw, {}};
    case 429:
        return {Error::Code::Throttled,
                tr("The repository %1 is busy and asks to retry later.").arg(name),
                raw,
                {}};
    default:
        return {Error::Code::Server,
                tr("The repository %1 responds with an error (%2).").arg(name).arg(status),
                raw,
                {}};
    }
}

void RepositoryDownload::fail(Error::Code code, const QString &message, const QString &detail)
{
    finish(failure(code, message, detail));
}

void RepositoryDownload::finish(Result<RepositoryAnswer> result)
{
    if (m_reply) {
        m_reply->disconnect(this);
        m_reply->abort();
        m_reply->deleteLater();
        m_reply = nullptr;
    }
    m_silence.stop();
    m_total.stop();
    m_watcher.disconnect(this);
    if (m_file.isOpen())
        m_file.close();
    if (!result && m_accepted)
        m_file.remove();
    m_promise.addResult(std::move(result));
    m_promise.finish();
    deleteLater();
}

} // namespace chartroom
