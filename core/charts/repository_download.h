// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/charts/helm_settings.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFuture>
#include <QFutureWatcher>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QPromise>
#include <QSslError>
#include <QTimer>
#include <QUrl>

#include <chrono>

namespace chartroom {

/// What to fetch from a repository, and where to put it.
struct RepositoryRequest
{
    QUrl url;
    QString target; ///< a file that does not exist yet; made with mode 0600, removed again after an error
    qint64 maxBytes = 0;
    QByteArray etag; ///< of the copy at hand; empty for none
    QByteArray lastModified;
    std::chrono::milliseconds silence{std::chrono::seconds(15)}; ///< longest time without a byte
    std::chrono::milliseconds total{std::chrono::minutes(5)};
};

struct RepositoryAnswer
{
    bool isUnchanged = false; ///< 304; nothing was written
    QByteArray etag;
    QByteArray lastModified;
    QString sha256; ///< of what was written, lower-case hex
};

/// A URL of an index made absolute (helm/helm pkg/repo/chartrepo.go@v3.22.0, ResolveReferenceURL). Invalid
/// when it is none, Unsupported when it is neither http nor https.
[[nodiscard]] Result<QUrl> repositoryUrl(const HelmRepository &repository, const QString &reference);

/// One GET from a chart repository into a file. The repository's name, password and client certificate go to
/// its own origin only, unless it says pass_credentials_all (helm/helm pkg/getter/httpgetter.go@v3.22.0); a
/// redirect is followed at most five times, and never from https to http. Certificates are always verified.
/// Deletes itself when its future is done or cancelled.
class RepositoryDownload final : public QObject
{
    Q_OBJECT
public:
    RepositoryDownload(HelmRepository repository, RepositoryRequest request);

    /// Errors: Unreachable, Timeout, Tls, Unauthorized, Forbidden, NotFound, Throttled, Server, TooLarge,
    /// Damaged, Invalid, Unsupported, File.
    [[nodiscard]] QFuture<Result<RepositoryAnswer>> start();

private:
    void send();
    [[nodiscard]] Result<QNetworkRequest> prepared();
    [[nodiscard]] Result<QSslConfiguration> tls() const;
    [[nodiscard]] bool isOwnOrigin() const;
    void judgeServer();
    void readHead();
    void readBytes();
    void replyFinished();
    void conclude(int status);
    void follow(const QByteArray &location);
    [[nodiscard]] Error connectionError() const;
    [[nodiscard]] Error statusError(int status) const;
    void fail(Error::Code code, const QString &message, const QString &detail = {});
    void finish(Result<RepositoryAnswer> result);

    HelmRepository m_repository;
    RepositoryRequest m_request;
    QUrl m_url; ///< after redirects
    int m_redirects = 0;
    QNetworkAccessManager m_network;
    QNetworkReply *m_reply = nullptr;
    QList<QSslError> m_sslErrors;
    QFile m_file;
    QCryptographicHash m_hash{QCryptographicHash::Sha256};
    qint64 m_received = 0;
    bool m_accepted = false; ///< the head said 200
    bool m_isOverdue = false;
    QTimer m_silence;
    QTimer m_total;
    QPromise<Result<RepositoryAnswer>> m_promise;
    QFutureWatcher<Result<RepositoryAnswer>> m_watcher;
};

} // namespace chartroom
