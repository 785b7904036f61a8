// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFuture>
#include <QObject>
#include <QString>

#include <utility>

namespace chartroom {

class Transport;

/// Which cluster is meant: a context's name is the kubeconfig's alone, and two files may give it to two
/// clusters. A name alone is one whose uid is unknown.
struct ClusterIdentity
{
    ClusterIdentity() = default;
    ClusterIdentity(QString name, QString itsUid = {})
        : context(std::move(name))
        , uid(std::move(itsUid))
    {}

    QString context;
    QString uid; ///< of the namespace kube-system, which lives as long as its cluster; "" where unknown
};

/// That uid, in one request; "" where the answer has none. Errors: those of Transport::get(). `owner` and
/// `transport` outlive the answer.
[[nodiscard]] QFuture<Result<QString>> readClusterUid(Transport *transport, QObject *owner);

} // namespace chartroom
