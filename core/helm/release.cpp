// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release.h"

#include <QHashFunctions>

#include <array>

namespace chartroom {

namespace {

struct StatusName
{
    ReleaseStatus status;
    QLatin1StringView text;
};

// helm/helm pkg/release/common/status.go@v4.2.4; the same nine in v3.21.4.
constexpr std::array<StatusName, 9> statusNames{{
    {ReleaseStatus::Unknown, QLatin1StringView("unknown")},
    {ReleaseStatus::Deployed, QLatin1StringView("deployed")},
    {ReleaseStatus::Uninstalled, QLatin1StringView("uninstalled")},
    {ReleaseStatus::Superseded, QLatin1StringView("superseded")},
    {ReleaseStatus::Failed, QLatin1StringView("failed")},
    {ReleaseStatus::Uninstalling, QLatin1StringView("uninstalling")},
    {ReleaseStatus::PendingInstall, QLatin1StringView("pending-install")},
    {ReleaseStatus::PendingUpgrade, QLatin1StringView("pending-upgrade")},
    {ReleaseStatus::PendingRollback, QLatin1StringView("pending-rollback")},
}};

} // namespace

ReleaseStatus releaseStatus(QStringView text)
{
    for (const StatusName &name : statusNames) {
        if (text == name.text)
            return name.status;
    }
    return ReleaseStatus::Unknown;
}

QString releaseStatusText(ReleaseStatus status)
{
    for (const StatusName &name : statusNames) {
        if (status == name.status)
            return QString(name.text);
    }
    return {};
}

bool isPending(ReleaseStatus status)
{
    return status == ReleaseStatus::PendingInstall || status == ReleaseStatus::PendingUpgrade ||
           status == ReleaseStatus::PendingRollback || status == ReleaseStatus::Uninstalling;
}

size_t qHash(const ReleaseKey &key, size_t seed)
{
    return qHashMulti(seed, key.namespaceName, key.name, int(key.storage));
}

} // namespace chartroom
