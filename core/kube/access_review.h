// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace chartroom {

/// Whether the signed-in user may do one thing (authorization.k8s.io/v1 SelfSubjectAccessReview).
struct AccessReview
{
    QString verb;
    QString group;                 ///< "" for the core group
    QString resource;              ///< plural
    QString namespaceName;         ///< "" for cluster-wide
    std::optional<bool> isAllowed; ///< nothing until answered
    QString reason;                ///< the authorizer's, mostly ""

    /// "patch deployments.apps in nvidia-gpu-operator"
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool asksTheSameAs(const AccessReview &other) const;
};

/// The questions as one v1 List that kubectl can create.
[[nodiscard]] QByteArray accessReviewList(const QList<AccessReview> &questions);
/// The same questions with what the server answered, read from `kubectl create -o yaml`. Damaged when that is
/// no YAML. One that was not answered stays open.
[[nodiscard]] Result<QList<AccessReview>> readAccessReviews(QList<AccessReview> questions,
                                                            const QByteArray &yaml);

} // namespace chartroom
