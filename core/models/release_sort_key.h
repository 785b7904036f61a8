// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/release_columns.h"

#include <QString>

namespace chartroom {

class ReleaseModel;

/// What sorting and filtering need of a release, ready to be compared.
struct ReleaseSortKey
{
    QString searched; ///< name, namespace, chart, owner and status in lower case
    QString text;
    qint64 number = 0; ///< compared before `text`
};

[[nodiscard]] ReleaseSortKey releaseSortKey(const ReleaseModel &model, int row, ReleaseColumn sortedBy);

} // namespace chartroom
