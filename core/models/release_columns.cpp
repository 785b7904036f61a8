// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/release_columns.h"

#include "core/models/models_tr.h"

#include <QStringList>

namespace chartroom {

QString releaseColumnTitle(ReleaseColumn column)
{
    switch (column) {
    case ReleaseColumn::Name:
        return ModelsTr::tr("Name", "column");
    case ReleaseColumn::Namespace:
        return ModelsTr::tr("Namespace", "column");
    case ReleaseColumn::Chart:
        return ModelsTr::tr("Chart", "column");
    case ReleaseColumn::AppVersion:
        return ModelsTr::tr("App version", "column");
    case ReleaseColumn::Revision:
        return ModelsTr::tr("Revision", "column");
    case ReleaseColumn::Status:
        return ModelsTr::tr("Status", "column");
    case ReleaseColumn::Owner:
        return ModelsTr::tr("Owner", "column");
    case ReleaseColumn::Scope:
        return ModelsTr::tr("Scope", "column");
    case ReleaseColumn::Diverges:
        return ModelsTr::tr("Diverges", "column");
    case ReleaseColumn::Updated:
        return ModelsTr::tr("Updated", "column");
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
