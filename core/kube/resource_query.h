// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object.h"

#include <QUrlQuery>

namespace chartroom {

/// Which objects a Reflector mirrors.
struct ResourceQuery
{
    QString path; ///< "/api/v1/secrets", "/api/v1/namespaces/x/secrets", "/apis/apps/v1/daemonsets"
    QString labelSelector{};
    QString fieldSelector{};
    bool metadataOnly = false; ///< PartialObjectMetadata: no data, no spec, no status
    int pageSize = 500;
    ObjectReader reader = nullptr; ///< of whoever asks, where he has one

    /// The parameters every request of this query carries.
    [[nodiscard]] QUrlQuery selectors() const;
    [[nodiscard]] QByteArray listAccept() const;
    [[nodiscard]] QByteArray watchAccept() const;
};

} // namespace chartroom
