// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

namespace chartroom {

/// The same values with every number as Helm has it after reading a values file, a chart or a record, so that
/// 1.0 and 1, 1e3 and 1000 are equal: a 64-bit float, written as Go's encoding/json writes one. 1e6 and
/// 1000000.0 become 1000000, 9007199254740993 becomes 9007199254740992, 1e21 becomes 1e+21
/// (sigs.k8s.io/yaml@v1.6.0 Unmarshal; encoding/json floatEncoder).
[[nodiscard]] Value helmNumbers(const Value &value);

/// The same for what --set adds: its whole numbers are 64-bit integers and keep every digit (helm/helm
/// pkg/strvals/parser.go@v3.22.0, typedVal).
[[nodiscard]] Value helmSetNumbers(const Value &value);

} // namespace chartroom
