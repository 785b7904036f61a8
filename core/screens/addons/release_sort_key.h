// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/addons/release_columns.h"
#include "core/screens/tables/table_proxy.h"

namespace chartroom {

class ReleaseModel;

/// What sorting and filtering need of a release.
[[nodiscard]] RowKey releaseSortKey(const ReleaseModel &model, int row, ReleaseColumn sortedBy);

} // namespace chartroom
