// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/transport.h"

namespace chartroom::test {

/// Counts what goes through another transport.
class CountingTransport final : public Transport
{
    Q_OBJECT
public:
    CountingTransport(Transport *inner, QObject *parent);

    [[nodiscard]] QFuture<Result<Response>> get(const Request &request) override;
    [[nodiscard]] WatchStream *watch(const Request &request, QObject *parent) override;
    [[nodiscard]] std::chrono::milliseconds clockSkew() const override { return m_inner->clockSkew(); }

    [[nodiscard]] int requests() const { return m_requests; }
    [[nodiscard]] int mostAtOnce() const { return m_mostAtOnce; }
    [[nodiscard]] qint64 wireBytes() const { return m_wireBytes; }

private:
    Transport *m_inner;
    int m_requests = 0;
    int m_open = 0;
    int m_mostAtOnce = 0; ///< GETs
    qint64 m_wireBytes = 0;
};

} // namespace chartroom::test
