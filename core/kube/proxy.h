// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QNetworkProxy>
#include <QProcessEnvironment>
#include <QUrl>

namespace chartroom {

/// The proxy to reach `server` by: the kubeconfig's proxy-url (http and socks5), else the environment as Go
/// reads it (golang.org/x/net/http/httpproxy: HTTPS_PROXY, HTTP_PROXY, NO_PROXY, lower case too; never for
/// localhost). A user and password of an http proxy go with the CONNECT at once (net/http transport.go
/// proxyAuth). Unsupported for a proxy that is itself spoken to over TLS; Invalid for what is no address.
[[nodiscard]] Result<QNetworkProxy> proxyFor(const QUrl &server, const QString &proxyUrl,
                                             const QProcessEnvironment &environment);

} // namespace chartroom
