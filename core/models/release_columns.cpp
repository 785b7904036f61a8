// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/release_columns.h"

#include <QCoreApplication>
#include <QStringList>

namespace chartroom {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ReleaseColumns)
};

} // namespace

QString releaseColumnTitle(ReleaseColumn column)
{
    switch (column) {
    case ReleaseColumn::Name:
        return Text::tr("Name", "column");
    case ReleaseColumn::Namespace:
        return Text::tr("Namespace", "column");
    case ReleaseColumn::Chart:
        return Text::tr("Chart", "column");
    case ReleaseColumn::AppVersion:
        return Text::tr("App version", "column");
    case ReleaseColumn::Revision:
        return Text::tr("Revision", "column");
    case ReleaseColumn::Status:
        return Text::tr("Status", "column");
    case ReleaseColumn::Owner:
        return Text::tr("Owner", "column");
    case ReleaseColumn::Scope:
        return Text::tr("Scope", "column");
    case ReleaseColumn::Diverges:
        return Text::tr("Diverges", "column");
    case ReleaseColumn::Updated:
        return Text::tr("Updated", "column");
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
