// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/proxy.h"

#include "core/kube/kube_tr.h"

#include <QHostAddress>

namespace chartroom {

namespace {

QString variable(const QProcessEnvironment &environment, const QString &name)
{
    const QString upper = environment.value(name);
    return upper.isEmpty() ? environment.value(name.toLower()) : upper;
}

/// One entry of NO_PROXY: "*", a network, an address, "example.com" with all below it, ".example.com" only
/// what is below it; each with an optional port.
bool exempts(QString entry, const QString &host, int port)
{
    if (entry == u"*")
        return true;
    const QHostAddress address(host);
    if (!address.isNull() && entry.contains(u'/'))
        return address.isInSubnet(QHostAddress::parseSubnet(entry));
    if (const qsizetype colon = entry.lastIndexOf(u':'); colon > 0 && entry.count(u':') == 1) {
        if (entry.mid(colon + 1).toInt() != port)
            return false;
        entry.truncate(colon);
    }
    if (!address.isNull())
        return address == QHostAddress(entry);
    if (entry.startsWith(u"*."))
        entry.remove(0, 1);
    if (entry.startsWith(u'.'))
        return host.endsWith(entry, Qt::CaseInsensitive);
    return host.compare(entry, Qt::CaseInsensitive) == 0 || host.endsWith(u'.' + entry, Qt::CaseInsensitive);
}

bool isDirect(const QUrl &server, const QString &noProxy)
{
    const QString host = server.host();
    if (host == u"localhost" || QHostAddress(host).isLoopback())
        return true;
    const int port = server.port(server.scheme() == u"http" ? 80 : 443);
    const QStringList entries = noProxy.split(u',', Qt::SkipEmptyParts);
    return std::any_of(entries.cbegin(), entries.cend(),
                       [&](const QString &entry) { return exempts(entry.trimmed(), host, port); });
}

} // namespace

Result<QNetworkProxy> proxyFor(const QUrl &server, const QString &proxyUrl,
                               const QProcessEnvironment &environment)
{
    QString address = proxyUrl;
    if (address.isEmpty()) {
        if (isDirect(server, variable(environment, QStringLiteral("NO_PROXY"))))
            return QNetworkProxy(QNetworkProxy::NoProxy);
        address = variable(environment, server.scheme() == u"http" ? QStringLiteral("HTTP_PROXY")
                                                                   : QStringLiteral("HTTPS_PROXY"));
    }
    if (address.isEmpty())
        return QNetworkProxy(QNetworkProxy::NoProxy);
    if (!address.contains(u"://"))
        address.prepend(u"http://");
    const QUrl url(address, QUrl::StrictMode);
    // The address may hold a password, so no message shows more than its host.
    if (!url.isValid() || url.host().isEmpty())
        return failure(Error::Code::Invalid,
                       KubeTr::tr("The proxy's address is not a URL; correct proxy-url or the "
                                  "proxy variables of the environment."));
    if (url.scheme() == u"https")
        return failure(Error::Code::Unsupported,
                       KubeTr::tr("The proxy %1 requires TLS, which the built-in connection does not "
                                  "support; start Chartroom with --transport kubectl.")
                           .arg(url.host()));
    const bool socks = url.scheme().startsWith(u"socks5");
    if (!socks && url.scheme() != u"http")
        return failure(Error::Code::Invalid,
                       KubeTr::tr("Unknown proxy scheme \"%1\"; use http or socks5.").arg(url.scheme()));
    const QString user = url.userName(QUrl::FullyDecoded);
    const QString password = url.password(QUrl::FullyDecoded);
    QNetworkProxy proxy(socks ? QNetworkProxy::Socks5Proxy : QNetworkProxy::HttpProxy, url.host(),
                        quint16(url.port(socks ? 1080 : 80)), user, password);
    // Qt waits for a 407 before it says who it is; a proxy that closes the connection instead never sends
    // one.
    if (!socks && !url.userInfo().isEmpty())
        proxy.setRawHeader("Proxy-Authorization", "Basic " + (user + u':' + password).toUtf8().toBase64());
    return proxy;
}

} // namespace chartroom
