// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

#include <optional>

namespace chartroom {

/// The value of a plain (unquoted, untagged) scalar, by go.yaml.in/yaml/v2 resolve.go@v2.4.3. Nothing for
/// what JSON cannot say: infinities and not-a-number.
[[nodiscard]] std::optional<Value> plainScalar(const QString &text);

/// The text that .inf, -.inf and .nan have as a map key (sigs.k8s.io/yaml@v1.6.0 convertToJSONableObject).
[[nodiscard]] QString notANumberKey(const QString &text);

/// The value of a scalar with an explicit tag such as "tag:yaml.org,2002:str"; unknown tags give text.
/// Nothing when the text is not of that type.
[[nodiscard]] std::optional<Value> taggedScalar(const QString &tag, const QString &text);

/// The text a scalar has as a map key; nothing for what sigs.k8s.io/yaml has no key for: null, and integers
/// that need all 64 bits.
[[nodiscard]] std::optional<QString> keyText(const Value &scalar);

/// Whether JSON could write this number as it stands.
[[nodiscard]] bool isJsonNumber(QStringView text);

} // namespace chartroom
