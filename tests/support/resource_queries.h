// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/resource_query.h"

namespace chartroom::test {

/// Every object below the path, in all namespaces.
[[nodiscard]] inline ResourceQuery all(const char *path)
{
    return {QString::fromLatin1(path), {}, {}, false, 500};
}

} // namespace chartroom::test
