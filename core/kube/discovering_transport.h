// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/served_versions.h"
#include "core/kube/transport.h"

#include <QHash>

#include <memory>

namespace chartroom {

/// Reads custom resources in the version that the cluster serves. The known version is asked first, so where
/// it is served nothing else is. After a 404 it reads the API group, tries its versions, the preferred one
/// first, and remembers the one that answered for later requests and watches. Where none answers, or the
/// group cannot be read, the 404 of the known version is the answer.
class DiscoveringTransport final : public Transport
{
    Q_OBJECT
public:
    explicit DiscoveringTransport(std::unique_ptr<Transport> inner, QObject *parent = nullptr);
    ~DiscoveringTransport() override;

    [[nodiscard]] QFuture<Result<Response>> get(const Request &request) override;
    /// In the version of the list before it. A 404 is passed on: the list that follows it finds the version.
    [[nodiscard]] WatchStream *watch(const Request &request, QObject *parent) override;
    [[nodiscard]] WatchStream *lines(const Request &request, QObject *parent) override
    {
        return m_inner->lines(request, parent);
    }
    [[nodiscard]] std::chrono::milliseconds clockSkew() const override { return m_inner->clockSkew(); }
    [[nodiscard]] bool isClockKnown() const override { return m_inner->isClockKnown(); }
    [[nodiscard]] bool isReadingClock() const override { return m_inner->isReadingClock(); }
    [[nodiscard]] QString otherVersion(const QString &path) const override;

private:
    class Search;

    [[nodiscard]] QString versionOf(const CustomResource &resource) const;
    void remember(const CustomResource &resource, const QString &version);

    std::unique_ptr<Transport> m_inner;
    QHash<const CustomResource *, QString>
        m_others; ///< the versions that are read in place of the known ones
};

} // namespace chartroom
