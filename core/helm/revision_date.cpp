// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/revision_date.h"

namespace chartroom {

QDateTime RevisionDate::shown() const
{
    if (deployed.isValid())
        return deployed;
    return created.isValid() ? created : written;
}

QDateTime RevisionDate::youngest() const
{
    QDateTime latest = deployed;
    for (const QDateTime &time : {created, written})
        if (time.isValid() && !(latest.isValid() && time <= latest))
            latest = time;
    return latest;
}

} // namespace chartroom
