// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/addons/release_columns.h"

#include "core/screens/screens_tr.h"

#include <QStringList>

namespace chartroom {

QString releaseColumnTitle(ReleaseColumn column)
{
    switch (column) {
    case ReleaseColumn::Name:
        return ScreensTr::tr("Name", "column");
    case ReleaseColumn::Namespace:
        return ScreensTr::tr("Namespace", "column");
    case ReleaseColumn::Chart:
        return ScreensTr::tr("Chart", "column");
    case ReleaseColumn::AppVersion:
        return ScreensTr::tr("App version", "column");
    case ReleaseColumn::Revision:
        return ScreensTr::tr("Revision", "column");
    case ReleaseColumn::Status:
        return ScreensTr::tr("Status", "column");
    case ReleaseColumn::Owner:
        return ScreensTr::tr("Owner", "column");
    case ReleaseColumn::Scope:
        return ScreensTr::tr("Scope", "column");
    case ReleaseColumn::Diverges:
        return ScreensTr::tr("Diverges", "column");
    case ReleaseColumn::Updated:
        return ScreensTr::tr("Updated", "column");
    }
    return {};
}

QString releaseColumnId(ReleaseColumn column)
{
    static const QStringList ids{QStringLiteral("name"),     QStringLiteral("namespace"),
                                 QStringLiteral("chart"),    QStringLiteral("appVersion"),
                                 QStringLiteral("revision"), QStringLiteral("status"),
                                 QStringLiteral("owner"),    QStringLiteral("scope"),
                                 QStringLiteral("diverges"), QStringLiteral("updated")};
    return ids.value(int(column));
}

} // namespace chartroom
